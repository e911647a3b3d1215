"""Writing to an embedded database: whoever waits for the disk at the same moment goes there together."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Sequence
from contextlib import suppress

from .errors import Unavailable, patiently
from .file import DatabaseFile


class _Waiting:
    """What is to be written, and what came of it: the rows that it wrote, or why it could not."""

    __slots__ = ("outcome", "values")

    def __init__(self, values: Sequence[object]) -> None:
        self.values = values
        self.outcome: int | Exception | None = None


class GroupCommit:
    """One statement, written often. Each is on the disk when its call returns, and those that wait meanwhile share the next
    way there; one that conflicts keeps none of the others out.
    """

    def __init__(self, connection: sqlite3.Connection, file: DatabaseFile, statement: str) -> None:
        """`connection` begins no transaction by itself."""
        self._connection, self._file, self._statement = connection, file, statement
        self._waiting: list[_Waiting] = []
        self._lead = threading.Lock()

    def write(self, values: Sequence[object]) -> int:
        """How many rows that has written; raises what the driver raises for these values, and `Unavailable`."""
        mine = _Waiting(values)
        self._waiting.append(mine)
        time.sleep(0)  # a worker's requests share its thread: those that have come meanwhile get here, too
        with self._lead:
            if mine.outcome is None:
                waiting, self._waiting = self._waiting, []
                self._write_all(waiting)
        if isinstance(mine.outcome, Exception):
            raise mine.outcome
        return mine.outcome or 0

    def _write_all(self, waiting: list[_Waiting]) -> None:
        # Where it fails nobody knows what is there: all of them are told so.
        found: list[int | Exception] = [Unavailable()] * len(waiting)
        try:
            with self._file:
                found = patiently(lambda: self._outcomes(waiting))
        except Exception as error:
            found = [error] * len(waiting)
        finally:
            for one, outcome in zip(waiting, found, strict=True):
                one.outcome = outcome

    def _outcomes(self, waiting: list[_Waiting]) -> list[int | Exception]:
        if len(waiting) == 1:  # a transaction of its own
            return [self._written(waiting[0])]
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            found = [self._written(one) for one in waiting]
            self._connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # a full disk may have ended it already
                self._connection.execute("ROLLBACK")
            raise
        return found

    def _written(self, one: _Waiting) -> int | Exception:
        try:
            return self._connection.execute(self._statement, one.values).rowcount
        except sqlite3.IntegrityError as error:
            return error
