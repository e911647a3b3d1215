"""Who may: the bearer token of a request."""

from __future__ import annotations

from flask import request

from companion.tables import Place, Tables

from .limits import Limits
from .problems import Problem, speak_of


class Rights:
    """Finds the table that a request may read and write."""

    def __init__(self, tables: Tables, limits: Limits) -> None:
        self._tables = tables
        self._limits = limits

    def place(self, code: str) -> Place:
        """The place at the table: 401 without a token, 404 and 403 for a wrong code or token."""
        token = bearer()
        with self._limits.guessing():
            place = self._tables.find(code, token)
        speak_of(place.setup, lambda: place.table.names)
        if request.method == "GET":
            self._limits.reading(place)
        return place


def bearer() -> str:
    """The token of this request; 401 where there is none."""
    scheme, _, token = request.environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token:
        raise Problem(401, "unauthorized")
    return str(token)
