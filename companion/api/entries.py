"""Recording at a table, and reading its log."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from companion.engine import History, codec
from companion.settings import Settings
from companion.tables import Draft, Outcome, Table

from .bodies import load, read_json
from .fields import LARGEST_REVISION
from .limits import Limits
from .query_string import flag, number
from .replies import reply
from .requests import ENTRY_ID, CorrectionBody, EntryBody
from .resource import describe, query_flag, query_number
from .rights import Rights
from .views import LogSchema, RecordedSchema

MOST_LINES = 1_000_000
HAPPENED = ("reason", "ledger", "overridden")
DRY_RUN = query_flag("dry_run", "Answers what would follow, and records nothing.")
SINCE = query_number("since", MOST_LINES, "Only lines after this revision.")


DRAW = {"type": "draw", "card": "base.ship.red.s3.c2"}
ENTRY = {"entry_id": "0c6ad70b-beb2-4c2c-8dc9-6dc2a7b4a0c1", "base_revision": 0, "entry": DRAW}
CORRECTION = {
    "entry_id": "7d3a2c55-6c0e-4a57-9a0e-0b8a2b9a4f11",
    "base_revision": 1,
    "correction": {"type": "undo", "count": 1},
}


def fits(body: object, content: str) -> bool:
    """Whether the body is plainly what the schema takes. It spares the schema's work for nearly every entry;
    what is in doubt, the schema decides.
    """
    return (
        type(body) is dict
        and body.keys() - {"at", "entry_id"} == {"base_revision", content}
        and type(at := body.get("at", 0)) is int
        and 0 <= at <= codec.LATEST
        and type(body[content]) is dict
        and type(entry_id := body.get("entry_id", "none")) is str
        and ENTRY_ID.fullmatch(entry_id) is not None
        and type(body["base_revision"]) is int
        and 0 <= body["base_revision"] <= LARGEST_REVISION
    )


def outcome_json(outcome: Outcome, table: Table) -> dict[str, Any]:
    """What followed from an entry, with the table as it is now."""
    # By itself a correction brings nothing about.
    answer: dict[str, Any] = {"reason": "OK", "ledger": []}
    answer |= {key: outcome.line[key] for key in HAPPENED if key in outcome.line}
    answer["revision"] = outcome.revision
    answer["view"] = codec.view_json(outcome.history)
    before, after = outcome.before, outcome.history
    if isinstance(before, History) and isinstance(after, History) and after.lines[-1].correction is not None:
        answer["consequences"] = table.worked_out(
            lambda: codec.consequences_json(before, after), after.revision
        )
    return answer


def blueprint(rights: Rights, limits: Limits, settings: Settings) -> Blueprint:
    """`/api/tables/{code}/entries` and `/corrections`"""
    blp = Blueprint(
        "entries", __name__, url_prefix="/api/tables/<code>", description="Entries and corrections"
    )
    entry_body, correction_body = EntryBody(), CorrectionBody()

    def record(code: str, schema: Schema, content: str) -> Response:
        place = rights.place(code)
        # A correction goes through the log again.
        with limits.entering(place, place.table.revision if content == "correction" else 0) as stored:
            body = read_json(settings.max_entry_bytes, settings.max_json_depth)
            if not fits(body, content):
                body = load(schema, body)
            dry_run = flag("dry_run")
            said = (body.pop("entry_id", None) or str(uuid4()), body.pop("base_revision"))
            draft = Draft(*said, at=body.pop("at", None), content=body)
            outcome = place.record(draft, dry_run)
            if outcome.size and not dry_run:
                stored(outcome.size)
        answer = {"entry_id": draft.entry_id, **outcome_json(outcome, place.table)}
        return reply(answer, 200 if dry_run or outcome.known else 201)

    @blp.route("/entries", methods=["POST"])
    @describe(
        blp,
        takes=EntryBody,
        example=ENTRY,
        gives={200: RecordedSchema, 201: RecordedSchema},
        fails=(409, 503),
        token=True,
        query=(DRY_RUN,),
    )
    def record_entry(code: str) -> Response:
        """Record an entry: 201 recorded, 200 known already or a dry run"""
        return record(code, entry_body, "entry")

    @blp.route("/corrections", methods=["POST"])
    @describe(
        blp,
        takes=CorrectionBody,
        example=CORRECTION,
        gives={200: RecordedSchema, 201: RecordedSchema},
        fails=(409, 503),
        token=True,
        query=(DRY_RUN,),
    )
    def correct(code: str) -> Response:
        """Undo, redo, change, remove, insert, replace or accept: 201 recorded, 200 known already or a dry run"""
        return record(code, correction_body, "correction")

    @blp.route("/entries", methods=["GET"])
    @describe(blp, gives={200: LogSchema}, fails=(422,), token=True, query=(SINCE,))
    def read_entries(code: str) -> Response:
        """The log, each line with its ledger"""
        place, since = rights.place(code), number("since", MOST_LINES)
        revision = place.stands_at()
        limits.reading(place, max(0, revision - since))
        if since >= revision:
            return reply({"revision": revision, "lines": []})
        revision = place.read().revision
        return reply({"revision": revision, "lines": place.table.lines_json(since)})

    return blp
