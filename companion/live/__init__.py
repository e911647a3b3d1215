"""Telling the phones that something is new at their table: in one process, or across processes by PostgreSQL.

What is told is only *that*: the table and its revision. What it is, everybody reads from the log.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from .hub import Hub, Stopped, Wakes
from .postgres import PostgresHub

__all__ = ["EVERYTHING", "Hub", "Live", "PostgresHub", "Stopped", "Wakes"]

EVERYTHING = 0


class Live(Protocol):
    """One interface, whoever carries the news."""

    def publish(self, table_id: int, revision: int = EVERYTHING) -> None:
        """The table's log has that revision; without one, something else than its log is new."""

    def subscribe(
        self, table_id: int, ring: Callable[[], None] | None = None
    ) -> AbstractContextManager[Wakes]:
        """Wake-ups for one table, from now on until the context ends; `ring` is called at each, where nobody waits."""

    def waiting(self) -> int:
        """How many wait in this process."""

    def close(self) -> None:
        """Ends every subscription: each waiter gets `Stopped`."""
