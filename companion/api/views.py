"""What clients get, as the specification shows it, key by key.

Nothing is dumped through these schemas: tests hold the answers to them.
"""

from __future__ import annotations

from marshmallow import Schema, fields

from .of_modules import BadgeSchema, CountdownSchema, EndedSchema, GoalSchema, TeamSchema, TrackSchema
from .requests import CorrectionSchema, EntrySchema, ExportSchema, Open, one_of

__all__ = ["ExportSchema"]


class CardSchema(Schema):
    """A printed card. `id` is left out where its numbers are not in the catalogue."""

    id = fields.String()
    kind = fields.String(required=True, metadata={"description": "ship, person, expedition or tax"})
    type = fields.String()
    color = fields.String()
    swords = fields.Integer()
    skull = fields.Boolean()
    coins = fields.Integer()
    cost = fields.Integer(allow_none=True)
    vp = fields.Integer(allow_none=True)
    need = fields.List(fields.String())
    bonus = fields.String()
    threshold = fields.Integer()
    bonus_coins = fields.Integer()
    down_to = fields.Integer()


class CitationSchema(Schema):
    document = fields.String(required=True)
    section = fields.String(required=True)
    lines = fields.String()


class RefusalSchema(Schema):
    """Why the rules forbid it."""

    code = fields.String(required=True)
    rule = fields.String(required=True)
    params = fields.Dict(required=True)
    overridable = fields.Boolean(required=True)


class LedgerLineSchema(Schema):
    """Who gained or lost what, why, and by which rule."""

    why = fields.String(required=True)
    rule = fields.String(required=True)
    seat = fields.Integer()
    coins = fields.Integer()
    params = fields.Dict()


class AskSchema(Schema):
    """What still has to be said before a template is a whole entry."""

    key = fields.String(required=True)
    of = fields.String(required=True, metadata={"description": "card, seat, flag, number or word"})
    count = fields.Integer(metadata={"description": "A list of so many; left out, one."})
    choices = fields.List(one_of("string", "integer"), metadata={"description": "One of these."})
    most = fields.Integer(metadata={"description": "The largest number, or the most letters."})


class TemplateSchema(Schema):
    """One thing that could be entered now, with its price or gain, or why not."""

    type = fields.String(required=True)
    by = fields.Integer(required=True)
    allowed = fields.Boolean(required=True)
    refusal = fields.Nested(RefusalSchema)
    harbor_index = fields.Integer()
    expedition_index = fields.Integer()
    card = fields.Nested(CardSchema)
    coins = fields.Integer()
    price = fields.Integer()
    discount = fields.Integer()
    gain = fields.Integer()
    trader = fields.Integer()
    compensation = fields.Integer()
    discard = fields.List(fields.String())
    bonus = fields.String()
    bust = fields.Boolean()
    cards = fields.Integer(metadata={"description": "How many cards the entry must name."})
    rest = fields.Boolean()
    passing = fields.Boolean()
    next = fields.Integer()
    asks = fields.List(fields.Nested(AskSchema), metadata={"description": "What still has to be said."})
    answers = fields.String(metadata={"description": "The kind of the decision that it would settle."})
    module = fields.String(metadata={"description": "Whose it is, where not the base game's."})
    about = fields.Dict(metadata={"description": "Where on the table it belongs."})
    figures = fields.Dict(metadata={"description": "What a module's entry costs or brings."})


class PlayerSchema(Schema):
    seat = fields.Integer(required=True)
    name = fields.String(required=True)
    coins = fields.Integer(required=True)
    vp = fields.Integer(required=True)
    swords = fields.Integer(required=True)
    discount = fields.Integer(required=True)
    extra_takes = fields.Integer(required=True)
    display = fields.List(fields.Nested(CardSchema), required=True)
    expeditions = fields.List(fields.Nested(CardSchema), required=True)
    badges = fields.List(fields.Nested(BadgeSchema))
    tracks = fields.List(fields.Nested(TrackSchema))


class PlaceSchema(Schema):
    """A card that lies on the table. Its index stays the same while it lies there."""

    index = fields.Integer(required=True)
    card = fields.Nested(CardSchema, required=True)
    price = fields.Integer()
    discount = fields.Integer()
    gain = fields.Integer()
    trader = fields.Integer()


class TakenSchema(Schema):
    """A card taken in this turn. Its place in the harbor stays its own until the turn is over."""

    index = fields.Integer(required=True)
    card = fields.Nested(CardSchema, required=True)
    seat = fields.Integer(required=True)
    coins = fields.Integer(required=True, metadata={"description": "What taking it changed in coins."})


class TakesReasonSchema(Schema):
    why = fields.String(required=True)
    count = fields.Integer(required=True)


class TakesSchema(Schema):
    seat = fields.Integer(required=True)
    total = fields.Integer(required=True)
    left = fields.Integer(required=True)
    colors = fields.Integer(required=True)
    by_colors = fields.Integer(required=True)
    extra = fields.Integer(required=True)
    reasons = fields.List(
        fields.Nested(TakesReasonSchema),
        required=True,
        metadata={"description": "Who gives the extra cards."},
    )


class PartSchema(Schema):
    seat = fields.Integer(required=True)
    coins = fields.Integer(required=True)
    cards = fields.Integer(required=True)
    why = fields.String()
    count = fields.Integer()


class PendingSchema(Schema):
    kind = fields.String(required=True)
    by = fields.Integer()
    harbor_index = fields.Integer()
    must_decide = fields.Boolean()
    swords = fields.Integer()
    needed = fields.Integer()


class DecisionSchema(Schema):
    """An open question; `must`: nothing else goes on before it is answered."""

    kind = fields.String(required=True)
    by = fields.Integer(required=True)
    must = fields.Boolean(required=True)
    about = fields.Dict(required=True, metadata={"description": "The figures of the moment."})


class RecordedLines(Schema):
    reason = fields.String()
    ledger = fields.List(fields.Nested(LedgerLineSchema))
    overridden = fields.List(fields.Nested(RefusalSchema))


class KeptSchema(Schema):
    """An entry that stays although the rules refuse it as things stand."""

    fits = fields.Boolean(required=True, metadata={"description": "false: it changes nothing."})
    by = fields.Integer(metadata={"description": "The revision of the correction that it no longer fits."})


def accepted_field() -> fields.Integer:
    return fields.Integer(
        metadata={"description": "The revision by which the table said that it is right so."}
    )


class LastSchema(RecordedLines):
    kept = fields.Nested(KeptSchema)
    accepted = accepted_field()
    revision = fields.Integer(required=True)
    entry = fields.Nested(EntrySchema, required=True)


class OwnCardSchema(Schema):
    """Cards that are printed like this, in the place of one of the catalogue or one more."""

    card = fields.Nested(CardSchema, required=True)
    count = fields.Integer(required=True)
    instead_of = fields.String()


class BoxSchema(Schema):
    """What the group's box holds otherwise than the catalogue, as a set-up takes it; `holds`: how many there are of
    each card that this changes.
    """

    own = fields.List(fields.Nested(OwnCardSchema), required=True)
    missing = fields.Dict(required=True, keys=fields.String(), values=fields.Integer())
    holds = fields.Dict(required=True, keys=fields.String(), values=fields.Integer())


class ViewSchema(Schema):
    """The table: everything that a screen is drawn from."""

    revision = fields.Integer(required=True)
    edition = fields.String(required=True)
    modules = fields.List(fields.String(), required=True)
    options = fields.Dict(required=True)
    way = fields.String(
        required=True, metadata={"description": "The way to play: competitive, coop, solo or variable."}
    )
    phase = fields.String(required=True, metadata={"description": "discover, trade_hire or game_over"})
    active = fields.Integer(required=True, metadata={"description": "The seat whose turn it is."})
    acting = fields.Integer(required=True, metadata={"description": "The seat whose part it is."})
    start_player = fields.Integer(required=True)
    round = fields.Integer(required=True, allow_none=True)
    players = fields.List(fields.Nested(PlayerSchema), required=True)
    order = fields.List(fields.Integer(), required=True, metadata={"description": "Who plays, clockwise."})
    harbor = fields.List(fields.Nested(PlaceSchema), required=True)
    taken = fields.List(fields.Nested(TakenSchema), required=True)
    expeditions = fields.List(fields.Nested(PlaceSchema), required=True)
    draw_pile = fields.Integer(required=True, allow_none=True)
    discard_pile = fields.Integer(required=True, allow_none=True)
    unseen = fields.Dict(required=True, keys=fields.String(), values=fields.Integer())
    box = fields.Nested(
        BoxSchema, metadata={"description": "Left out where the box is as the catalogue says."}
    )
    takes = fields.Nested(TakesSchema, required=True, allow_none=True)
    parts = fields.List(fields.Nested(PartSchema), required=True)
    end_triggered = fields.Boolean(required=True)
    remaining_active = fields.List(fields.Integer(), required=True)
    pending = fields.Nested(PendingSchema, required=True, allow_none=True)
    decisions = fields.List(
        fields.Nested(DecisionSchema), metadata={"description": "All open questions; left out where none is."}
    )
    claimant = fields.Integer(required=True, allow_none=True)
    allowed = fields.List(fields.Nested(TemplateSchema), required=True)
    goals = fields.List(fields.Nested(GoalSchema))
    countdowns = fields.List(fields.Nested(CountdownSchema))
    team = fields.List(fields.Nested(TeamSchema))
    ended = fields.Nested(EndedSchema, metadata={"description": "Left out where players are ranked."})
    last = fields.Nested(LastSchema, required=True, allow_none=True)
    undo = fields.Integer(required=True)
    redo = fields.Integer(required=True)
    corrected = fields.Boolean(
        required=True, metadata={"description": "What undo would take back is a correction."}
    )


class OpenedSchema(Schema):
    """A new table, with the keeper's token."""

    code = fields.String(required=True)
    token = fields.String(required=True)
    revision = fields.Integer(required=True)
    opened = fields.Integer(
        required=True, allow_none=True, metadata={"description": "When that was, in seconds since 1970."}
    )
    view = fields.Nested(ViewSchema, required=True)


class CorrectedSchema(Schema):
    """By which line an entry was put right, put in or taken out, and what had been entered."""

    by = fields.Integer(required=True)
    was = fields.Nested(EntrySchema)


class LineSchema(RecordedLines):
    """A line of the log. `holds`: whether it still counts; `order`: its place among those that do."""

    revision = fields.Integer(required=True)
    entry_id = fields.String(required=True)
    holds = fields.Boolean(required=True)
    order = fields.Integer()
    entry = fields.Nested(EntrySchema)
    correction = fields.Nested(CorrectionSchema)
    override = fields.Boolean()
    kept = fields.Nested(KeptSchema)
    accepted = accepted_field()
    unread = fields.Boolean(
        metadata={
            "description": "Recorded by another version; this one cannot read it, and it changes nothing."
        }
    )
    seat = fields.Integer()
    member = fields.Integer(metadata={"description": "The number of the member who entered it."})
    at = fields.Integer(metadata={"description": "When it was entered, in seconds since 1970."})
    phone = one_of("integer", "string", description="At whose phone: a seat, or keeper.")
    corrected = fields.Nested(CorrectedSchema)
    turn = fields.List(fields.Integer(allow_none=True))


class LogSchema(Schema):
    revision = fields.Integer(required=True)
    lines = fields.List(fields.Nested(LineSchema), required=True)


class RulingSchema(Open):
    """The answer, with every figure that belongs to the step or the question."""

    result = fields.String(metadata={"description": "allowed, denied, forced or value"})
    reason = fields.String()


class CatalogueSchema(Schema):
    sets = fields.List(fields.Dict(), required=True)


class EditionsSchema(Schema):
    engine_version = fields.String(
        required=True,
        metadata={
            "description": "Which rules this server runs; a phone with the same ones answers the same."
        },
    )
    editions = fields.List(fields.Dict(), required=True)
    documents = fields.Dict(required=True)


class HealthSchema(Schema):
    status = fields.String(required=True)


class ProblemSchema(Schema):
    """What went wrong, in the reader's language. `code` is what a program looks at."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    code = fields.String(required=True)
    field = fields.String(metadata={"description": "malformed: which field"})
    allowed = fields.String(metadata={"description": "malformed: what it takes"})
    rule = fields.String(metadata={"description": "a refusal: the rule"})
    citations = fields.List(fields.Nested(CitationSchema))
    params = fields.Dict(metadata={"description": "a refusal: the figures of the moment"})
    overridable = fields.Boolean(metadata={"description": "a refusal: may be sent again with override"})
    revision = fields.Integer(metadata={"description": "stale: where the table stands"})
    missing = fields.List(fields.Nested(LineSchema), metadata={"description": "stale: the lines since then"})
    limit = fields.Integer()
    needs = fields.String(metadata={"description": "not_allowed: the role that may"})
