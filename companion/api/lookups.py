"""Cards, editions, rulings, tables on trial and what they take out of the box: what needs no table."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import orjson
from flask import Response
from flask_smorest import Blueprint

from companion.engine import Setup, codec
from companion.engine.json import shapes
from companion.settings import Settings
from companion.tables import Tables

from .bodies import load, parsed, read_body, read_bytes
from .limits import Limits
from .problems import speak_of
from .replies import Made, made, reply, sent, written_reply
from .requests import PlayedBody, RulingBody, SetupBody
from .resource import describe
from .views import RulingSchema

RULING = {
    "edition": "pegasus",
    "modules": ["base"],
    "situation": {"players": [{"id": "Ada", "coins": 3}, {"id": "Ben", "coins": 3}], "active": "Ada"},
    "steps": [{"type": "stop"}],
}
TRIAL = {
    "edition": "pegasus",
    "players": ["Ada", "Ben"],
    "situation": {
        "players": [{"coins": 9, "display": ["base.person.sailor.v1.p3"]}, {"coins": 3}],
        "active": "Ben",
        "start_player": "Ada",
    },
}
PLAYED = {
    "games": [
        {
            "code": "A",
            "at": 1_795_000_000,
            "edition": "pegasus",
            "modules": ["base"],
            "players": [
                {"name": "Ada", "vp": 14, "place": 1, "won": True, "busts": 2},
                {"name": "Ben", "vp": 11, "place": 2, "won": False, "hired": {"sailor": 3}},
            ],
        }
    ]
}
UNPACKING = {"edition": "pegasus", "modules": ["base"], "players": ["Ada", "Ben", "Cleo"]}


@cache
def fact(what: Callable[[], Any]) -> Made:
    """Facts that never change while the program runs."""
    return made(what())


def blueprint(tables: Tables, limits: Limits, settings: Settings) -> Blueprint:
    """`/api/rulings`, `/api/trials`, `/api/unpacking`, `/api/remembered`, `/api/catalogue` and `/api/editions`"""
    blp = Blueprint("facts", __name__, url_prefix="/api", description="Rulings, cards and editions")
    ruling_body, setup_body, played_body = RulingBody(), SetupBody(), PlayedBody()

    @blp.route("/rulings", methods=["POST"])
    @describe(blp, takes=RulingBody, example=RULING, gives={200: RulingSchema}, fails=(429,))
    def rule() -> Response:
        """What follows in a situation; 200 also where it is denied"""
        limits.ruling()
        body = read_body(ruling_body, settings.max_entry_bytes, settings.max_json_depth)
        return reply(codec.answer_ruling(body))

    @blp.route("/trials", methods=["POST"])
    @describe(blp, takes=SetupBody, example=TRIAL, gives={200: shapes.View}, fails=(429,))
    def try_table() -> Response:
        """The view of a table as it would begin, without opening it: what is missing is worked out"""
        limits.ruling()
        body = read_body(setup_body, settings.max_entry_bytes, settings.max_json_depth)
        speak_of(Setup(body["edition"], (), {}, ()))
        return reply(codec.trial_json(body))

    @blp.route("/unpacking", methods=["POST"])
    @describe(blp, takes=SetupBody, example=UNPACKING, gives={200: shapes.Unpacking}, fails=(429,))
    def unpack() -> Response:
        """What to take out of the box for a table of this setup, and what stays there"""
        limits.ruling()
        body = read_body(setup_body, settings.max_entry_bytes, settings.max_json_depth)
        speak_of(Setup(body["edition"], (), {}, ()))
        return reply(codec.unpacking_json(body))

    @blp.route("/remembered", methods=["POST"])
    @describe(blp, takes=PlayedBody, example=PLAYED, gives={200: shapes.Remembered}, fails=(429,))
    def remember() -> Response:
        """What everybody's games came to over many evenings; nothing of it is kept"""
        limits.remembering()
        most = settings.max_import_bytes
        data = read_bytes(most)
        body = tables.worked_out(lambda: load(played_body, parsed(data, most, settings.max_json_depth)))
        limits.remembering(len(body["games"]))
        return written_reply(tables.worked_out(lambda: orjson.dumps(codec.remembered_json(body))))

    @blp.route("/catalogue", methods=["GET"])
    @describe(blp, gives={200: shapes.Catalogue}, not_modified=True)
    def read_catalogue() -> Response:
        """Every printed card, set by set"""
        return sent(fact(codec.catalogue_json))

    @blp.route("/editions", methods=["GET"])
    @describe(blp, gives={200: shapes.Editions}, not_modified=True)
    def read_editions() -> Response:
        """Editions with their options, switches and the places of their rules"""
        return sent(fact(codec.editions_json))

    return blp
