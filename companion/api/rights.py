"""Who may: the bearer token of a request."""

from __future__ import annotations

from flask import request

from companion.tables import Forbidden, Table, Tables, UnknownTable

from .limits import Limits
from .problems import Problem, speak_of


class Rights:
    """Finds the table that a request may read and write."""

    def __init__(self, tables: Tables, limits: Limits) -> None:
        self._tables = tables
        self._limits = limits

    def keeper(self, code: str) -> Table:
        """The table, for its keeper: 401 without a token, 404 and 403 for a wrong code or token."""
        scheme, _, token = request.environ.get("HTTP_AUTHORIZATION", "").partition(" ")
        token = token.strip()
        if scheme.lower() != "bearer" or not token:
            raise Problem(401, "unauthorized")
        try:
            table = self._tables.find(code, token)
        except (UnknownTable, Forbidden):
            self._limits.wrong_key()
            raise
        speak_of(table.setup)
        return table
