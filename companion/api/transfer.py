"""A whole table out, and in again elsewhere."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from flask import Response
from flask_smorest import Blueprint

from companion.engine import EngineError, Malformed, codec, fault_of
from companion.settings import Settings
from companion.tables import Tables

from .bodies import load, parsed, read_bytes
from .entries import DRAW
from .limits import Limits
from .problems import Problem, speak_of
from .replies import reply
from .requests import ENTRY_ID, ExportSchema
from .resource import describe
from .rights import Rights
from .tables import SETUP, opened_reply
from .views import OpenedSchema

EXPORT = {"format": 1, "setup": SETUP, "lines": [{"entry_id": "a", "entry": DRAW}]}


def blueprint(tables: Tables, rights: Rights, limits: Limits, settings: Settings) -> Blueprint:
    """`/api/tables/{code}/export` and `/api/tables/import`"""
    blp = Blueprint("transfer", __name__, url_prefix="/api/tables", description="Export and import")

    def room(text: int, beside: int) -> None:
        if text > settings.max_import_bytes:
            # Sent short, it is long once it is written out: what it is exported as could not be imported again.
            raise Problem(413, "too_large")
        limits.storing(text, beside)

    def read(data: bytes) -> dict[str, Any]:
        document = parsed(data, settings.max_import_bytes, settings.max_json_depth)
        table = load(ExportSchema(), document)
        for number, line in enumerate(table["lines"]):
            # What could not be recorded here is not imported either; one of the databases could not keep it.
            entry_id = line.get("entry_id") if isinstance(line, dict) else None
            if not isinstance(entry_id, str) or not ENTRY_ID.match(entry_id):
                raise Malformed(f"lines[{number}].entry_id", "entry_id", fault_of(entry_id))
        return table

    @blp.route("/<code>/export", methods=["GET"])
    @describe(blp, gives={200: ExportSchema}, token=True)
    def export(code: str) -> Response:
        """The whole log as JSON. It holds no token."""
        place = rights.place(code)
        exported = place.exported()
        limits.reading(place, len(exported["lines"]))
        response = reply(exported)
        response.headers["Content-Disposition"] = 'attachment; filename="harbormaster-table.json"'
        return response

    @blp.route("/import", methods=["POST"])
    @describe(blp, takes=ExportSchema, example=EXPORT, gives={201: OpenedSchema}, fails=(409, 429, 503))
    def import_table() -> Response:
        """Open a new table with an exported log"""
        limits.open()
        data = read_bytes(settings.max_import_bytes)
        table = tables.worked_out(lambda: read(data))
        with suppress(EngineError):
            # For the words of a refusal; what is wrong with the setup is said by whoever reads all of it.
            setup = codec.setup_from_json(table["setup"], kept=True)
            speak_of(setup, lambda: setup.players)
        return opened_reply(tables.load(table, room))

    return blp
