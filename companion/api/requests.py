"""What clients send, as the specification shows it. Entries, setups and situations are judged by the engine."""

from __future__ import annotations

import re

from marshmallow import INCLUDE, RAISE, Schema, fields, validate

from companion.engine import codec
from companion.engine.printed.editions import EDITIONS

from .entry_keys import entry_fields, one_of
from .fields import Few, Flag, Judged, Name, Rows, Whole

OWN_TOKEN = re.compile(r"^[A-Za-z0-9_-]{43,86}\Z")
LARGEST_SEAT = 20
LONGEST_NAME = 40
ENTRY_ID = re.compile(r"^[A-Za-z0-9._:-]{1,40}\Z")


class Strict(Schema):
    """A body that has these keys and no others."""

    class Meta:
        unknown = RAISE


class Open(Schema):
    """An object whose further keys the engine knows."""

    class Meta:
        unknown = INCLUDE


class _SentEntrySchema(Open):
    """What happened on the table, as clients send it. A template of the view, posted back, is an entry."""

    type = fields.String(required=True, metadata={"description": ", ".join(codec.entry_keys())})
    by = one_of("string", "integer", description="The player's name or seat; left out, whoever's turn it is.")


SentEntrySchema = _SentEntrySchema.from_dict(entry_fields(), name="SentEntrySchema")


class SentCorrectionSchema(Open):
    """undo {count | to}, redo {count}, change {revision, entry}, remove {revision}, insert {before, entry},
    replace {revision, count, entries}, accept {revision}.
    """

    type = fields.String(
        required=True,
        validate=validate.OneOf(["undo", "redo", "change", "remove", "insert", "replace", "accept"]),
    )
    count = fields.Integer()
    to = fields.Integer()
    revision = fields.Integer()
    before = fields.Integer()
    entry = fields.Nested(SentEntrySchema)
    entries = fields.List(
        fields.Nested(SentEntrySchema),
        metadata={"description": "What comes in the place of so many entries."},
    )
    override = fields.Boolean(
        metadata={"description": "What is corrected happened although the rules forbid it."}
    )
    keep = fields.Boolean(
        metadata={
            "description": "Later entries that no longer hold happened anyway and are marked, which is how it is if"
            " nothing is said; false: one of them keeps the correction from being made."
        }
    )


def entry_id_field(more: str = "", *, required: bool = False) -> fields.String:
    return fields.String(
        required=required,
        validate=validate.Regexp(ENTRY_ID),
        metadata={"description": f"Made by the client, new for each entry. Sent twice counts once.{more}"},
    )


def moment_field(description: str) -> Whole:
    """Seconds since 1970, by the client's clock; later than the server's counts as now."""
    return Whole(0, codec.LATEST, metadata={"description": description})


class _Draft(Strict):
    entry_id = entry_id_field(" Left out, the server makes one and the answer names it.")
    base_revision = Whole(required=True, metadata={"description": "The revision that the client stands on."})
    override = Flag(metadata={"description": "It happened at our table although the rules forbid it."})
    at = moment_field(
        "When it was entered, in seconds since 1970, on a phone that could not send it at once."
    )


class EntryBody(_Draft):
    entry = Judged(SentEntrySchema, required=True)


class CountedBody(Strict):
    """What the table counted: coins by seat, and the piles; at least one of them."""

    coins = fields.Dict(metadata={"description": "Coins by the player's seat or name."})
    draw_pile = Whole(metadata={"description": "Cards in the draw pile."})
    discard_pile = Whole(metadata={"description": "Cards in the discard pile."})


class DoubtBody(Strict):
    """The draw as it waits to be sent."""

    entry_id = entry_id_field(required=True)
    entry = Judged(SentEntrySchema, required=True)


class CorrectionBody(_Draft):
    correction = Judged(SentCorrectionSchema, required=True)


def own_token() -> fields.String:
    """A key that the client makes: asking again with it, after a lost answer, finds the same place."""
    return fields.String(
        validate=validate.Regexp(OWN_TOKEN),
        metadata={
            "description": "Made by the client from 256 bits of chance. With it, asking twice asks once."
        },
    )


def seat_field(description: str) -> Whole:
    return Whole(0, LARGEST_SEAT, allow_none=True, metadata={"description": description})


def name_field() -> Name:
    return Name(
        allow_none=True,
        metadata={"description": "How others see this phone.", "minLength": 1, "maxLength": LONGEST_NAME},
    )


def edition_field() -> fields.String:
    return fields.String(required=True, validate=validate.OneOf(EDITIONS))


class SetupBody(Strict):
    """A new table."""

    token = own_token()

    edition = edition_field()
    modules = Few(fields.String(), metadata={"description": "Of /api/editions; with the way to play."})
    options = fields.Dict(metadata={"description": "Options and house rules; see /api/editions."})
    players = Few(
        fields.String(), required=True, metadata={"description": "Names in seat order; the first one starts."}
    )
    situation = fields.Dict(allow_none=True, metadata={"description": "A table in mid-game: a `Situation`."})
    settled = fields.Dict(metadata={"description": "The rules of a table that a phone opened by itself."})
    opened = moment_field("When a phone opened it by itself, in seconds since 1970.")
    box = fields.Dict(
        metadata={
            "description": "What the group's box holds otherwise than the catalogue: own, a list of {card, count,"
            " instead_of}, missing, how many by catalogue id, and facts, what was entered from other cards."
        }
    )
    campaign = fields.Dict(
        metadata={
            "description": "Where a story stands that goes over several evenings, as the table before told it."
        }
    )


class ExportSchema(Open):
    """A whole table: its setup and its log."""

    format = fields.Integer(required=True, validate=validate.OneOf([codec.FORMAT]))
    opened = moment_field("When the table was opened, in seconds since 1970.")
    setup = fields.Dict(required=True)
    lines = Rows(
        required=True,
        metadata={
            "description": "As they were entered, each with the seconds since 1970 when that was (`at`), and the seat at"
            " whose `phone`, or `keeper`."
        },
    )


class PlayedBody(Open):
    """Games that are over."""

    games = Rows(
        required=True,
        metadata={
            "description": "Each with `code`, `at` (seconds since 1970), `edition`, `modules` and `players`: `name`, `vp`,"
            " `place` (left out where all played together), `won`, `busts`, `hired` (persons by type), `awards`."
        },
    )


class RulingBody(Open):
    """A situation and what is done or asked there."""

    edition = edition_field()
    modules = Few(fields.String())
    options = fields.Dict(allow_none=True)
    situation = fields.Dict(allow_none=True)
    box = fields.Dict(allow_none=True)
    steps = Rows(required=True)
