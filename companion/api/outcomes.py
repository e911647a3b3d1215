"""What entering something answers, and what can be put right, key by key, as `views` shows everything else."""

from __future__ import annotations

from marshmallow import Schema, fields

from .requests import CorrectionSchema, EntrySchema
from .views import CardSchema, KeptSchema, RecordedLines, RefusalSchema, TemplateSchema, ViewSchema


class DiffersSchema(Schema):
    """A player's coins and points without the correction and with it."""

    seat = fields.Integer(required=True)
    coins = fields.List(fields.Integer(), required=True)
    vp = fields.List(fields.Integer(), required=True)


class MarkedSchema(RecordedLines):
    """An entry that a correction would have kept as it happened; `overridden` says what stands against it."""

    revision = fields.Integer(required=True)
    order = fields.Integer(required=True)
    entry = fields.Nested(EntrySchema, required=True)
    seat = fields.Integer(required=True)
    turn = fields.List(fields.Integer(allow_none=True), required=True)
    kept = fields.Nested(KeptSchema, required=True)


class ConsequencesSchema(Schema):
    """What a correction changes. `kept` are the first of the entries that are marked from then on, `kept_count` is
    how many there are; `fits` are revisions that are marked no longer.
    """

    players = fields.List(fields.Nested(DiffersSchema), required=True)
    harbor = fields.Boolean(required=True)
    expeditions = fields.Boolean(required=True)
    piles = fields.Boolean(required=True)
    moment = fields.Boolean(required=True, metadata={"description": "Phase, round, turn or part are others."})
    kept = fields.List(fields.Nested(MarkedSchema), required=True)
    kept_count = fields.Integer(required=True)
    fits = fields.List(fields.Integer(), required=True)


class RecordedSchema(RecordedLines):
    """What followed. `revision` is the entry's own; the view is the table as it stands."""

    revision = fields.Integer(required=True)
    view = fields.Nested(ViewSchema, required=True)
    consequences = fields.Nested(ConsequencesSchema, metadata={"description": "Of a correction."})


class BeginningSchema(Schema):
    """The table as it was taken over, before anything was entered; null where it began as the booklet says."""

    view = fields.Nested(ViewSchema, required=True, allow_none=True)


class DrawnSchema(Schema):
    """The entry that laid a card: the how manieth of its turn, and which of the cards that it names."""

    revision = fields.Integer(required=True)
    entry = fields.Nested(EntrySchema, required=True)
    nth = fields.Integer(required=True)
    at = fields.Integer()


class SwapSchema(Schema):
    """The card that the one who was entered took instead."""

    revision = fields.Integer(required=True)
    card = fields.Nested(CardSchema, required=True)
    coins = fields.Integer(required=True)


class TakerSchema(Schema):
    """Somebody who may have taken it, with the correction that says so."""

    seat = fields.Integer(required=True)
    coins = fields.Integer(required=True)
    template = fields.Nested(TemplateSchema, required=True)
    passes = fields.List(fields.Integer(), required=True)
    anyway = fields.Nested(RefusalSchema, metadata={"description": "What the rules have against it."})
    swap = fields.Nested(SwapSchema)
    correction = fields.Nested(CorrectionSchema, required=True)


class TakingSchema(Schema):
    """A take as it was entered, and what may have happened instead; `nobody` says that it did not happen."""

    revision = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    coins = fields.Integer(required=True)
    takers = fields.List(fields.Nested(TakerSchema), required=True)
    nobody = fields.Nested(CorrectionSchema, required=True)


class RepairsSchema(Schema):
    """What can be put right about a card."""

    revision = fields.Integer(required=True)
    card = fields.Nested(CardSchema, required=True)
    drawn = fields.Nested(DrawnSchema, required=True, allow_none=True)
    take = fields.Nested(TakingSchema, required=True, allow_none=True)
    offers = fields.List(
        fields.Nested(TemplateSchema),
        required=True,
        metadata={"description": "While it lies there: what it comes to for each who may still take it."},
    )
