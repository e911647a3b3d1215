"""The news of one process: who waits for which table."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Stopped(Exception):
    """The process is about to end; there is no more news."""


class Wakes:
    """What one waiter has been told since it last asked. Much news is one wake-up."""

    __slots__ = ("_event", "_revision", "_ring", "_stopped", "_told")

    def __init__(self, ring: Callable[[], None] | None = None) -> None:
        """`ring` is called at each wake-up, where nobody waits."""
        self._event = None if ring else threading.Event()
        self._ring = ring or self._event.set  # type: ignore[union-attr]
        self._revision: int | None = None
        self._stopped = False
        self._told = 0.0

    def wait(self, timeout: float | None = None) -> int | None:
        """The newest revision that was told, 0 where anything may be new, None where nothing came in time."""
        self.rest(timeout)
        return self.heard()

    def rest(self, timeout: float | None = None) -> None:
        """Until something is told, or the time is over."""
        assert self._event
        self._event.wait(timeout)
        # Cleared before it is read: what comes in between is read twice rather than not at all.
        self._event.clear()

    def heard(self) -> int | None:
        """The same as `wait`, without waiting."""
        if self._stopped:
            raise Stopped
        revision, self._revision = self._revision, None
        return revision

    def told_at(self) -> float:
        """When the newest news was told first, in seconds since 1970."""
        return self._told

    def wake(self, revision: int, at: float) -> None:
        """Tells the waiter. That anything may be new outlasts whatever is told after it."""
        told, self._told = self._revision, at
        self._revision = 0 if revision == 0 or told == 0 else max(revision, told or 0)
        self._ring()

    def stop(self) -> None:
        """Tells the waiter that there will be nothing more."""
        self._stopped = True
        self._ring()


class Hub:
    """Wakes those who wait in this process."""

    def __init__(self) -> None:
        self._waiting: dict[int, set[Wakes]] = {}
        self._lock = threading.Lock()
        self._closed = False

    def publish(self, table_id: int, revision: int = 0, at: float | None = None) -> None:
        """Wakes everybody who waits for that table; `at` is when the news was told first, where that was elsewhere."""
        at = at or time.time()
        for wakes in self._at(table_id):
            wakes.wake(revision, at)

    @contextmanager
    def subscribe(self, table_id: int, ring: Callable[[], None] | None = None) -> Iterator[Wakes]:
        """Wake-ups for one table; `ring` is called at each."""
        wakes = Wakes(ring)
        with self._lock:
            self._waiting.setdefault(table_id, set()).add(wakes)
        if self._closed:
            wakes.stop()
        try:
            yield wakes
        finally:
            with self._lock:
                others = self._waiting[table_id]
                others.discard(wakes)
                if not others:
                    del self._waiting[table_id]

    def followed(self) -> set[int]:
        """The tables for which somebody waits."""
        with self._lock:
            return set(self._waiting)

    def is_followed(self, table_id: int) -> bool:
        """Whether somebody waits for that table."""
        return table_id in self._waiting

    def waiting(self) -> int:
        """How many wait."""
        return len(self._at(*list(self._waiting)))

    def close(self) -> None:
        """Sends everybody home."""
        self._closed = True
        for wakes in self._at(*list(self._waiting)):
            wakes.stop()

    def _at(self, *tables: int) -> list[Wakes]:
        with self._lock:
            return [wakes for table in tables for wakes in self._waiting.get(table, ())]
