"""What a table comes to for one player, as clients get it: the outlook, the account, and the slips behind what does not
fit.
"""

from __future__ import annotations

from marshmallow import Schema, fields

from .requests import CorrectionSchema, EntrySchema
from .views import LedgerLineSchema, TemplateSchema


class ShortSchema(Schema):
    why = fields.String(required=True)
    rule = fields.String(required=True)
    count = fields.Integer(required=True)
    cards = fields.Integer(required=True)
    needed = fields.Integer(required=True)


class OutlookSchema(Schema):
    """The table as one player looks at it: what could be taken and paid, and what is due."""

    revision = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    part = fields.String(
        required=True, metadata={"description": "The player's part of this turn: now, later or over."}
    )
    only_after_take = fields.Boolean(
        required=True, metadata={"description": "The part comes only if the active player takes something."}
    )
    takes = fields.Integer(required=True, metadata={"description": "Cards left to take in that part."})
    coins = fields.Integer(required=True, metadata={"description": "Coins once `due` is paid."})
    due = fields.List(
        fields.Nested(LedgerLineSchema),
        required=True,
        metadata={"description": "What the part would pay first, with the cards that lie there now."},
    )
    if_bust = fields.List(fields.Nested(LedgerLineSchema), required=True)
    short = fields.List(
        fields.Nested(ShortSchema),
        required=True,
        metadata={"description": "Persons that would pay if more cards lay there."},
    )
    offers = fields.List(fields.Nested(TemplateSchema), required=True)
    claims = fields.List(
        fields.Nested(TemplateSchema),
        required=True,
        metadata={"description": "Every way to pay for an expedition, allowed where the display can."},
    )
    claims_now = fields.Boolean(required=True, metadata={"description": "Claiming is up to this player now."})


class BookingSchema(Schema):
    """A change of a player's coins, by which entry and in whose turn (round, seat), and the coins after it."""

    revision = fields.Integer(required=True)
    turn = fields.List(fields.Integer(allow_none=True), required=True)
    line = fields.Nested(LedgerLineSchema, required=True)
    balance = fields.Integer(required=True)


class AccountSchema(Schema):
    """Every change of a player's coins, the newest first."""

    revision = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    coins = fields.Integer(required=True)
    bookings = fields.List(fields.Nested(BookingSchema), required=True)


class SlipSchema(Schema):
    """What may have gone wrong with an entry."""

    kind = fields.String(
        required=True,
        metadata={
            "description": "not_paid, paid_twice, numbers, neighbour, taker, missed_draw, doubled_draw or order"
        },
    )
    revision = fields.Integer(required=True)
    turn = fields.List(fields.Integer(allow_none=True), required=True)
    seat = fields.Integer()
    params = fields.Dict(required=True)


class RepairSchema(Schema):
    """A line to post as it is: a correction or an entry."""

    correction = fields.Nested(CorrectionSchema)
    entry = fields.Nested(EntrySchema)
    override = fields.Boolean()


class FiguresSchema(Schema):
    coins = fields.List(fields.Integer(), required=True)
    draw_pile = fields.Integer(required=True)
    discard_pile = fields.Integer(required=True)


class SlipReasonSchema(SlipSchema):
    """A slip that explains what was counted. `left`: coins and cards that it leaves unexplained; `then`: what the
    table would have; `repair`: the line that mends it, and null where it can only be counted; `equals`: other
    slips that end in the same table.
    """

    left = fields.Integer(required=True)
    then = fields.Nested(FiguresSchema, required=True)
    repair = fields.Nested(RepairSchema, required=True, allow_none=True)
    equals = fields.List(fields.Nested(SlipSchema), required=True)
    equal_count = fields.Integer(required=True)


class MissingSchema(Schema):
    """What was counted, less what is recorded."""

    coins = fields.Dict(required=True)
    draw_pile = fields.Integer()
    discard_pile = fields.Integer()


class SlipsSchema(Schema):
    """What explains the counted figures, the likeliest first."""

    revision = fields.Integer(required=True)
    missing = fields.Nested(MissingSchema, required=True)
    reasons = fields.List(fields.Nested(SlipReasonSchema), required=True)
