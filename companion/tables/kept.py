"""The tables that are kept in memory: the ones used last, as many as there is room for, and those unused by their end."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from .table import Table
from .watch import Watch

# So many tables are kept at rest, however little room there is: an entry there needs no log.
AT_REST = 1000
# And one that nobody used for so many seconds is put to rest even where there is room. Should somebody go back in its log
# after all, that is folded again, in some 10 ms.
UNUSED = 300


class KeptTables:
    """Folds by their code. Any of them can be thrown away at any time: the log is the truth. Where there is no room for all,
    those used longest ago are put to rest, and let go of where that is not enough.
    """

    def __init__(self, room: int, watch: Watch | None = None) -> None:
        self._watch = watch or Watch()
        self._room, self._used = room, 0
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, tuple[threading.Lock, int]] = {}
        # When those of which all is in memory were used, the longest ago first.
        self._awake: OrderedDict[str, float] = OrderedDict()
        # What each one was found to take; tables grow.
        self._sizes: dict[str, int] = {}
        self._lock = threading.Lock()

    def get(self, code: str, load: Callable[[], Table]) -> Table:
        """The table of that code; loads it where it is not here."""
        with self._lock:
            table = self._tables.get(code)
            if table is not None:
                self._tables.move_to_end(code)
                self._measure(table)
        return self._load(code, load) if table is None else table

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
        """Keeps the table, and makes room for it."""
        with self._lock:
            table = self._tables.setdefault(table.code, table)
            self._measure(table)
        return table

    def _measure(self, table: Table) -> None:
        before, now = self._used, time.monotonic()
        self._weigh(table, now)
        # The one that somebody uses right now stays as it is, however large.
        while self._awake:
            code, used_at = next(iter(self._awake.items()))
            other = self._tables[code]
            unneeded = self._used > self._room or now - used_at > UNUSED
            if other is table or not unneeded or not other.rest():
                break
            del self._awake[code]
            self._weigh(other, now)
            self._watch.rests()
        while self._used > self._room and len(self._tables) > AT_REST:
            code, _ = self._tables.popitem(last=False)
            self._used -= self._sizes.pop(code)
            self._awake.pop(code, None)
            self._watch.evicts()
        if self._used != before:
            self._watch.keeps(len(self._tables), self._used)

    def _weigh(self, table: Table, now: float) -> None:
        size = table.size
        self._used += size - self._sizes.get(table.code, 0)
        self._sizes[table.code] = size
        if table.is_awake:
            self._awake[table.code] = now
            self._awake.move_to_end(table.code)

    @property
    def used(self) -> int:
        """About how many bytes they take."""
        return self._used

    def __len__(self) -> int:
        return len(self._tables)
