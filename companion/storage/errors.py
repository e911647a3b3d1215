"""What can keep a database from taking or giving something, and what its driver's errors mean."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, TypeVar

import psycopg
import sqlalchemy as sa
from sqlalchemy.engine import Connection

# How long, in seconds, a write waits for others of the same SQLite file.
PATIENCE = 5.0
LOST = (sa.exc.DBAPIError, sa.exc.TimeoutError, sqlite3.Error, psycopg.Error)
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_SQLITE = {
    **dict.fromkeys(_BUSY, "locked"),
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_CANTOPEN: "missing",
    sqlite3.SQLITE_CORRUPT: "corrupt",
    sqlite3.SQLITE_NOTADB: "corrupt",
}
_POSTGRESQL = {
    "53100": "full",
    "25006": "read_only",
    "3D000": "missing",
    "42P01": "missing",
    "XX001": "corrupt",
    "XX002": "corrupt",
}
Found = TypeVar("Found")


class Conflict(Exception):
    """What must be there once is there already. Nothing was written."""


class Moved(Exception):
    """The rights at the table are not those that the write stood on, or it is gone. Nothing was written."""


class Ended(Exception):
    """The invite that a write stood on has expired or was revoked. Nothing was written."""


class Gone(Exception):
    """The table is no longer kept."""


class Unavailable(Exception):
    """The database does not answer. The write may be there or not.

    `why`, where that is known: locked, full, read_only, missing, corrupt or other_form.
    """

    def __init__(self, why: str = "") -> None:
        super().__init__(why)
        self.why = why


def lost(error: Exception) -> Unavailable | None:
    """What an error of a driver says about its database; None where it is about the statement."""
    driver = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    why = ""
    if isinstance(driver, sqlite3.Error):
        why = _SQLITE.get(getattr(driver, "sqlite_errorcode", 0) & 0xFF, "")
        # A file that was there without its tables is another one.
        why = why or ("missing" if str(driver).startswith("no such table") else "")
    elif isinstance(driver, psycopg.Error):
        why = _POSTGRESQL.get(driver.sqlstate or "", "")
    away = sqlite3.OperationalError, psycopg.OperationalError, sa.exc.TimeoutError
    return Unavailable(why) if why or isinstance(driver, away) else None


def unavailable(engine: sa.Engine, error: Exception) -> Exception:
    """What is raised for an error of a driver. A served database that takes no writes any more has handed over to another
    machine: from the next connection on that one is asked.
    """
    found = lost(error)
    if found and found.why == "read_only" and engine.dialect.name == "postgresql":
        engine.dispose()
    return found or error


def patiently(do: Callable[[], Found]) -> Found:
    """Does it, and tries again while somebody else holds the file.

    SQLite's own waiting is in C, where a worker hears of nothing else: it is told to wait for moments only.
    """
    until, pause = time.monotonic() + PATIENCE, 0.005
    while True:
        try:
            return do()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in _BUSY or time.monotonic() > until:
                raise
        time.sleep(pause)
        pause = min(pause * 2, 0.1)


@contextmanager
def reading(engine: sa.Engine) -> Iterator[Connection]:
    """A connection to read on; raises `Unavailable` where there is none."""
    try:
        with engine.connect() as connection:
            yield connection
    except LOST as error:
        raise unavailable(engine, error) from error


@contextmanager
def writing(engine: sa.Engine) -> Iterator[Connection]:
    """A transaction: all of it or nothing. Raises `Conflict` and `Unavailable`."""
    turn: Any = engine.get_execution_options().get("turn") or nullcontext()
    try:
        with turn, engine.begin() as connection:
            yield connection
    except sa.exc.IntegrityError:
        raise Conflict from None
    except LOST as error:
        raise unavailable(engine, error) from error
