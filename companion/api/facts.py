"""Cards, editions and rulings: what needs no table."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any

import orjson
from flask import Response
from flask_smorest import Blueprint

from companion.engine import codec
from companion.settings import Settings

from .bodies import read_body
from .limits import Limits
from .replies import has, reply, revalidated
from .requests import RulingBody
from .resource import describe
from .views import CatalogueSchema, EditionsSchema, RulingSchema

RULING = {
    "edition": "pegasus",
    "modules": ["base"],
    "situation": {"players": [{"id": "Ada", "coins": 3}, {"id": "Ben", "coins": 3}], "active": "Ada"},
    "steps": [{"type": "stop"}],
}


@cache
def written(what: Callable[[], Any]) -> tuple[bytes, str]:
    """Facts that never change while the program runs, with their tag."""
    body = orjson.dumps(what())
    return body, hashlib.sha256(body).hexdigest()[:16]


def fact(what: Callable[[], Any]) -> Response:
    """Such facts, or that the client has them."""
    body, tag = written(what)
    return revalidated(None if has(tag) else body, tag, public=True)


def blueprint(limits: Limits, settings: Settings) -> Blueprint:
    """`/api/rulings`, `/api/catalogue` and `/api/editions`"""
    blp = Blueprint("facts", __name__, url_prefix="/api", description="Rulings, cards and editions")
    ruling_body = RulingBody()

    @blp.route("/rulings", methods=["POST"])
    @describe(blp, takes=RulingBody, example=RULING, gives={200: RulingSchema}, fails=(429,))
    def rule() -> Response:
        """What follows in a situation; 200 also where it is denied"""
        limits.ruling()
        body = read_body(ruling_body, settings.max_entry_bytes, settings.max_json_depth)
        return reply(codec.answer_ruling(body))

    @blp.route("/catalogue", methods=["GET"])
    @describe(blp, gives={200: CatalogueSchema}, not_modified=True)
    def read_catalogue() -> Response:
        """Every printed card, set by set"""
        return fact(codec.catalogue_json)

    @blp.route("/editions", methods=["GET"])
    @describe(blp, gives={200: EditionsSchema}, not_modified=True)
    def read_editions() -> Response:
        """Editions with their options, switches and the places of their rules"""
        return fact(codec.editions_json)

    return blp
