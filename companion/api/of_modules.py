"""What modules add to the view: goals, countdowns, badges. Nothing of it stands there where no module adds it."""

from __future__ import annotations

from marshmallow import Schema, fields


class NeedSchema(Schema):
    what = fields.String(required=True, metadata={"description": "A person, swords, coins, colors ..."})
    count = fields.Integer(required=True)
    give = fields.Boolean(metadata={"description": "It is given up."})


class SpaceSchema(Schema):
    coins = fields.Integer(required=True)
    seat = fields.Integer(metadata={"description": "Whose marker stands there."})


class WaitingSchema(Schema):
    """An interim marker."""

    seat = fields.Integer(required=True)
    at = fields.Integer(required=True)
    of = fields.Integer(required=True)


class GoalSchema(Schema):
    """Something on the table that can be claimed, besides expeditions."""

    id = fields.String(required=True)
    module = fields.String(required=True)
    kind = fields.String(required=True)
    name = fields.String(required=True, metadata={"description": "A term of the words."})
    need = fields.List(fields.Nested(NeedSchema), required=True)
    spaces = fields.List(fields.Nested(SpaceSchema), metadata={"description": "From the left."})
    waiting = fields.List(fields.Nested(WaitingSchema))
    can = fields.List(fields.Integer(), metadata={"description": "Who could complete it now."})
    now = fields.Boolean(metadata={"description": "Now or never."})
    done_by = fields.List(fields.Integer())
    points = fields.Integer()


class CountdownSchema(Schema):
    """A pile that counts the game down."""

    id = fields.String(required=True)
    module = fields.String(required=True)
    left = fields.Integer(required=True)
    of = fields.Integer()
    turns = fields.List(fields.Integer(), metadata={"description": "Whose turns are left, in order."})


class TeamSchema(Schema):
    """What all need together."""

    what = fields.String(required=True)
    module = fields.String(required=True)
    have = fields.Integer(required=True)
    need = fields.Integer(required=True)


class BadgeSchema(Schema):
    """Something on a player's line."""

    id = fields.String(required=True)
    module = fields.String(required=True)
    icon = fields.String(required=True)
    count = fields.Integer(required=True)
    name = fields.String(required=True, metadata={"description": "A term of the words."})


class TrackSchema(Schema):
    """A way to go: points to the end, crowns."""

    id = fields.String(required=True)
    module = fields.String(required=True)
    have = fields.Integer(required=True)
    need = fields.Integer(required=True)


class EndedSchema(Schema):
    """How a game ended that was won or lost together."""

    outcome = fields.String(required=True, metadata={"description": "won or lost"})
    why = fields.String(required=True)
    title = fields.String(required=True, allow_none=True)
