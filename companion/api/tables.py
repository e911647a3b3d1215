"""Opening a table, reading it, its score."""

from __future__ import annotations

from collections.abc import Callable

import orjson
from flask import Response
from flask_smorest import Blueprint

from companion.engine import End, History, Setup, codec
from companion.engine.json import shapes
from companion.engine.version import engine_version
from companion.settings import Settings
from companion.tables import Opened, Tables

from .bodies import read_body
from .costs import FEW_STEPS, MANY_STEPS
from .limits import Limits
from .problems import speak_of
from .replies import has, reply, revalidated
from .requests import CountedBody, SetupBody
from .resource import describe
from .rights import Rights
from .views import OpenedSchema

COUNTED = {"coins": {"1": 7}}
SETUP = {"edition": "pegasus", "modules": ["base"], "players": ["Ada", "Ben", "Cem"]}


def opened_reply(opened: Opened) -> Response:
    """A new table with its token."""
    view = codec.view_json(opened.history)
    table = opened.table
    answer = {
        "code": table.code,
        "token": opened.token,
        "revision": opened.history.revision,
        "opened": table.opened_at,
        "view": view,
    }
    return reply(answer, 200 if opened.again else 201)


def as_of(history: End) -> str:
    """The tag of what the table comes to: by its revision, and by the engine that works it out."""
    return f"{history.revision}-{engine_version()}"


def blueprint(tables: Tables, rights: Rights, limits: Limits, settings: Settings) -> Blueprint:
    """`/api/tables`"""
    blp = Blueprint("tables", __name__, url_prefix="/api/tables", description="Tables")
    setup_body, counted_body = SetupBody(), CountedBody()

    def searched(code: str, lines: int, search: Callable[[History], object]) -> Response:
        place = rights.place(code)
        history = place.read()
        limits.reading(place, lines)
        return reply(place.table.worked_out(lambda: search(history)))

    @blp.route("", methods=["POST"])
    @describe(
        blp,
        takes=SetupBody,
        example=SETUP,
        gives={200: OpenedSchema, 201: OpenedSchema},
        fails=(409, 429, 503),
    )
    def open_table() -> Response:
        """Open a table: 201 opened, 200 opened before with the same token"""
        limits.open()
        body = read_body(setup_body, settings.max_entry_bytes, settings.max_json_depth)
        # For the words of a refusal; whether there is such an edition, the engine says.
        speak_of(Setup(body["edition"], (), {}, ()))
        token, opened_at = body.pop("token", None), body.pop("opened", None)
        return opened_reply(tables.open(body, token, opened_at, limits.storing))

    @blp.route("/<code>", methods=["GET"])
    @describe(blp, gives={200: shapes.View}, token=True, not_modified=True)
    def read_table(code: str) -> Response:
        """The table as it stands; its ETag names the revision and the engine's version"""
        end = rights.place(code).read_end()
        tag = as_of(end)
        return revalidated(None if has(tag) else orjson.dumps(codec.view_json(end)), tag)

    @blp.route("/<code>/beginning", methods=["GET"])
    @describe(blp, gives={200: shapes.Beginning}, token=True)
    def read_beginning(code: str) -> Response:
        """What the table was taken over with, where it began in mid-game"""
        return reply(codec.beginning_json(rights.place(code).read_end()))

    @blp.route("/<code>/players/<int:seat>/outlook", methods=["GET"])
    @describe(blp, gives={200: shapes.Outlook}, fails=(422,), token=True, not_modified=True)
    def read_outlook(code: str, seat: int) -> Response:
        """What the player of that seat could take and pay, and what is due, as the table stands"""
        history = rights.place(code).read_end()
        tag = f"{as_of(history)}-{seat}"
        return revalidated(None if has(tag) else orjson.dumps(codec.outlook_json(history, seat)), tag)

    @blp.route("/<code>/berths/<int:berth>", methods=["GET"])
    @describe(blp, gives={200: shapes.Repairs}, fails=(422,), token=True)
    def read_berth(code: str, berth: int) -> Response:
        """What can be corrected about the card that lies, or was taken, in a berth of this turn"""
        return searched(code, FEW_STEPS, lambda history: codec.repairs_json(history, berth=berth))

    @blp.route("/<code>/entries/<int:revision>/repairs", methods=["GET"])
    @describe(blp, gives={200: shapes.Repairs}, fails=(422,), token=True)
    def read_repairs(code: str, revision: int) -> Response:
        """What can be corrected about the card that the entry of that revision took"""
        return searched(code, FEW_STEPS, lambda history: codec.repairs_json(history, revision=revision))

    @blp.route("/<code>/entries/<int:revision>/ways", methods=["GET"])
    @describe(blp, gives={200: shapes.OtherWays}, fails=(422,), token=True)
    def read_other_ways(code: str, revision: int) -> Response:
        """What the entry of that revision may have been instead: another player's, another goal, said otherwise"""
        return searched(code, FEW_STEPS, lambda history: codec.other_ways_json(history, revision))

    @blp.route("/<code>/goals/<goal>/forgotten", methods=["GET"])
    @describe(blp, gives={200: shapes.ForgottenGoals}, fails=(422,), token=True)
    def read_forgotten(code: str, goal: str) -> Response:
        """Where a goal could have been completed, or a marker moved there, and was not"""
        return searched(code, MANY_STEPS, lambda history: codec.forgotten_json(history, goal))

    @blp.route("/<code>/players/<int:seat>/account", methods=["GET"])
    @describe(blp, gives={200: shapes.Account}, fails=(422,), token=True, not_modified=True)
    def read_account(code: str, seat: int) -> Response:
        """Every change of that player's coins, the newest first"""
        place = rights.place(code)
        history = place.read()
        limits.reading(place, history.revision)
        tag = f"{as_of(history)}-{seat}"
        if has(tag):
            return revalidated(None, tag)
        found = place.table.worked_out(lambda: codec.account_json(history, seat))
        return revalidated(orjson.dumps(found), tag)

    @blp.route("/<code>/evening", methods=["GET"])
    @describe(blp, gives={200: shapes.Evening}, token=True, not_modified=True)
    def read_evening(code: str) -> Response:
        """The evening as its log tells it: points by round, busts, where the coins came from, who was outstanding"""
        place = rights.place(code)
        history = place.read()
        limits.reading(place, history.revision)
        tag = f"{as_of(history)}-evening"
        if has(tag):
            return revalidated(None, tag)
        found = place.table.worked_out(lambda: codec.evening_json(history))
        return revalidated(orjson.dumps(found), tag)

    @blp.route("/<code>/slips", methods=["POST"])
    @describe(blp, takes=CountedBody, example=COUNTED, gives={200: shapes.Slips}, token=True)
    def find_slips(code: str) -> Response:
        """Which single slip in the log explains what was counted: at most five, the likeliest first"""
        place = rights.place(code)
        history = place.read()
        # The log is gone through several times over.
        limits.reading(place, MANY_STEPS + MANY_STEPS * history.revision // 100)
        counted = read_body(counted_body, settings.max_entry_bytes, settings.max_json_depth)
        return reply(place.table.worked_out(lambda: codec.slips_json(history, counted)))

    @blp.route("/<code>/score", methods=["GET"])
    @describe(blp, gives={200: shapes.Score}, token=True)
    def read_score(code: str) -> Response:
        """The ranking, with the tie-break as a proof"""
        return reply(codec.score_json(rights.place(code).read_end().state))

    return blp
