"""The tables that are kept in memory: the ones used last, at most so many."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

from .table import Table


class KeptTables:
    """Folds by their code. Any of them can be thrown away at any time: the log is the truth."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, tuple[threading.Lock, int]] = {}
        self._lock = threading.Lock()

    def get(self, code: str, load: Callable[[], Table]) -> Table:
        """The table of that code; loads it where it is not here."""
        table = self._tables.get(code)
        if table is None:
            return self._load(code, load)
        with suppress(KeyError):  # forgotten by another thread just now
            self._tables.move_to_end(code)
        return table

    def _load(self, code: str, load: Callable[[], Table]) -> Table:
        """Loads a table once, however many phones come back to it at the same moment."""
        with self._lock:
            gate, waiting = self._loading.get(code, (threading.Lock(), 0))
            self._loading[code] = gate, waiting + 1
        try:
            with gate:
                table = self._tables.get(code)
                # Loading may take a while: other tables do not wait for it.
                return self.add(load()) if table is None else table
        finally:
            with self._lock:
                gate, waiting = self._loading.pop(code)
                if waiting > 1:
                    self._loading[code] = gate, waiting - 1

    def add(self, table: Table) -> Table:
        """Keeps the table, and forgets the one used longest ago where there are too many."""
        with self._lock:
            table = self._tables.setdefault(table.code, table)
            while len(self._tables) > self._size:
                self._tables.popitem(last=False)
        return table

    def __len__(self) -> int:
        return len(self._tables)
