"""Connections to the database, for which requests queue: nobody who comes later goes first, however many there are."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, cast

import sqlalchemy as sa

# Told how many seconds somebody waited for a connection.
Waited = Callable[[float], None]


class Turns:
    """So many at once; the others queue."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._queue: deque[threading.Event] = deque()
        self._lock = threading.Lock()

    def take(self, seconds: float) -> bool:
        """Waits for a turn; false where none came in time."""
        with self._lock:
            if self._free and not self._queue:
                self._free -= 1
                return True
            mine = threading.Event()
            self._queue.append(mine)
        if mine.wait(seconds):
            return True
        with self._lock:
            if mine.is_set():  # it came just now
                return True
            self._queue.remove(mine)
            return False

    def give(self) -> None:
        """A turn is over: it is handed to whoever waits longest."""
        with self._lock:
            if self._queue:
                self._queue.popleft().set()
            else:
                self._free += 1


class FairPool(sa.QueuePool):
    """SQLAlchemy's pool behind a queue; it tells how long somebody waited. Where its size and overflow are out, its own
    order would be that of whoever runs first: among thousands some would wait for good.
    """

    def __init__(self, *options: Any, **named: Any) -> None:
        super().__init__(*options, **named)
        self.waited: Waited | None = None
        self._turns = Turns(self.size())

    def recreate(self) -> FairPool:
        """The same, empty."""
        pool = cast(FairPool, super().recreate())
        pool.waited = self.waited
        return pool

    def _do_get(self) -> Any:
        begun = time.perf_counter()
        if not self._turns.take(self.timeout()):
            raise sa.exc.TimeoutError(f"no connection within {self.timeout():.0f} s", code="3o7r")
        try:
            found = super()._do_get()
        except BaseException:
            self._turns.give()
            raise
        if self.waited:
            self.waited(time.perf_counter() - begun)
        return found

    def _do_return_conn(self, record: Any) -> None:
        super()._do_return_conn(record)
        self._turns.give()
