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
        self._lock = threading.Lock()

    def get(self, code: str, load: Callable[[], Table]) -> Table:
        """The table of that code; loads it where it is not here."""
        table = self._tables.get(code)
        if table is None:
            # Loading may take a while: outside the lock. Two loads of one table do no harm.
            return self.add(load())
        with suppress(KeyError):  # forgotten by another thread just now
            self._tables.move_to_end(code)
        return table

    def add(self, table: Table) -> Table:
        """Keeps the table, and forgets the one used longest ago where there are too many."""
        with self._lock:
            table = self._tables.setdefault(table.code, table)
            while len(self._tables) > self._size:
                self._tables.popitem(last=False)
        return table

    def __len__(self) -> int:
        return len(self._tables)
