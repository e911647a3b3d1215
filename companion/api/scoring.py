"""The score as clients get it."""

from __future__ import annotations

from marshmallow import Schema, fields

from .views import CardSchema


class ItemSchema(Schema):
    """Points of a card, or of something that has a `label`."""

    card = fields.Nested(CardSchema)
    label = fields.String(metadata={"description": "A term of the words."})
    vp = fields.Integer(required=True)


class StandingSchema(Schema):
    place = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    name = fields.String(required=True)
    vp = fields.Integer(required=True)
    coins = fields.Integer(required=True)
    expeditions = fields.Integer()
    items = fields.List(fields.Nested(ItemSchema), required=True)


class ProofSchema(Schema):
    by = fields.String(required=True, metadata={"description": "expedition, vp or coins"})
    values = fields.Dict(required=True)
    left = fields.List(fields.String(), required=True)
    rule = fields.String()


class ScoreSchema(Schema):
    """The ranking, with the tie-break as a proof."""

    final = fields.Boolean(required=True)
    reason = fields.String(required=True)
    outcome = fields.String(required=True, metadata={"description": "ranked, won or lost"})
    title = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Of a game won together, a term of the words."},
    )
    winners = fields.List(fields.String(), required=True)
    ineligible = fields.List(fields.String(), required=True)
    ranking = fields.List(fields.Nested(StandingSchema), required=True)
    proof = fields.List(fields.Nested(ProofSchema), required=True)
