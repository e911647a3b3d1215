"""Opening, finding and importing tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson

from companion.engine import History, codec, open_history
from companion.storage import Conflict, Store, StoredLine

from . import secrets
from .errors import Forbidden, LogFull, UnknownTable
from .kept import KeptTables
from .table import Table, fold_log, write_body


class Opened(NamedTuple):
    """A new table. Its token is shown once: only its hash is kept."""

    table: Table
    token: str
    history: History


class Tables:
    """Every table of this server."""

    def __init__(self, store: Store, *, kept: int = 1000, max_lines: int = 3000) -> None:
        self._store = store
        self._kept = KeptTables(kept)
        self._max_lines = max_lines

    def open(self, setup: Mapping[str, Any]) -> Opened:
        """Opens a table; raises what the engine refuses."""
        return self._keep(open_history(codec.setup_from_json(setup)))

    def load(self, document: Mapping[str, Any]) -> Opened:
        """Opens a new table with an exported log. All of it is folded before any of it is kept."""
        lines = document.get("lines")
        if isinstance(lines, list) and len(lines) > self._max_lines:
            raise LogFull(self._max_lines)
        return self._keep(codec.history_from_json(document))

    def find(self, code: str, token: str) -> Table:
        """The table of that code, for who holds a token of it; raises `UnknownTable` and `Forbidden`."""
        code = secrets.read_code(code)
        table = self._kept.get(code, lambda: self._load(code))
        if not table.is_keeper(token):
            raise Forbidden(code)
        return table

    def ping(self) -> None:
        """Fails where the log cannot be reached."""
        self._store.ping()

    def kept(self) -> int:
        """How many tables are in memory."""
        return len(self._kept)

    def _keep(self, history: History) -> Opened:
        token = secrets.new_token()
        setup = orjson.dumps(codec.setup_json(history.setup)).decode()
        lines = [StoredLine(n, line.entry_id, write_body(line)) for n, line in enumerate(history.lines, 1)]
        try:
            stored = self._store.open_table(secrets.new_code(), setup, secrets.token_hash(token), lines)
        except Conflict:  # one code in 2**50 is taken; two in a row are not
            stored = self._store.open_table(secrets.new_code(), setup, secrets.token_hash(token), lines)
        table = self._kept.add(Table(stored, history, self._store, self._max_lines))
        return Opened(table, token, history)

    def _load(self, code: str) -> Table:
        stored = self._store.table(code)
        if stored is None:
            raise UnknownTable(code)
        setup = codec.setup_from_json(orjson.loads(stored.setup))
        history = fold_log(setup, self._store.lines(stored.id))
        return Table(stored, history, self._store, self._max_lines)
