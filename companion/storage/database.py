"""One database, SQLite or PostgreSQL: how it is reached, made durable and brought up to date."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, make_url

from .errors import patiently
from .file import DatabaseFile
from .schema import NEWEST, forms

# SQLite's own waiting for a lock, in milliseconds: nothing else in the process runs meanwhile.
BUSY = 20
# Any number does, as long as every process of this project takes the same one.
MIGRATION_LOCK = 7_340_041


class DatabaseError(Exception):
    """The database cannot be reached, or its address cannot be read."""


def read_url(text: str) -> URL:
    """The address in SQLAlchemy's form; hosts write `postgres://`, this project speaks psycopg."""
    try:
        url = make_url(text)
    except sa.exc.ArgumentError:
        raise DatabaseError("DATABASE_URL is no address of a database") from None
    if "@" in (url.host or ""):
        raise DatabaseError(
            "DATABASE_URL has an @ in its password; write it as %40, or leave it out and set PGPASSWORD"
        )
    if url.drivername in {"postgres", "postgresql"}:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername in {"sqlite", "postgresql+psycopg"}:
        return url
    raise DatabaseError(f"DATABASE_URL names {url.drivername!r}; use sqlite:///FILE or postgresql://...")


class Database:
    """An engine with the pragmas and the migrations that belong to it."""

    def __init__(self, url: URL, pool: int = 10, timeout: int = 10) -> None:
        self.url = url
        self.embedded = url.get_backend_name() == "sqlite"
        self.file = DatabaseFile(_path(url)) if self.embedded else None
        self.engine = _embedded(url, self.file) if self.file else _served(url, pool, timeout)
        self._writers: list[sa.PoolProxiedConnection] = []

    @property
    def address(self) -> str:
        """The address as the driver of a served database reads it."""
        return self.url.set(drivername="postgresql").render_as_string(hide_password=False)

    def upgrade(self) -> int:
        """Brings the tables to the newest form; returns in how many steps. Processes that start together do it once."""
        if self.is_current():
            return 0
        from .migrating import upgrade

        with self._alone() as connection:
            return upgrade(connection)

    def is_current(self) -> bool:
        """Whether the tables have the form that this version of the program expects."""
        with self.engine.connect() as connection:
            if not sa.inspect(connection).has_table(forms.name):
                return False
            return connection.scalar(sa.select(forms.c.version_num)) == NEWEST

    def writer(self) -> Any:
        """A driver's connection to an embedded database, never given back: each statement is a transaction."""
        connection = self.engine.raw_connection()
        driver: Any = connection.driver_connection
        driver.isolation_level = None
        self._writers.append(connection)
        return driver

    def close(self) -> None:
        """Lets go of every connection."""
        for connection in self._writers:
            connection.close()
        self._writers.clear()
        self.engine.dispose()

    @contextmanager
    def _alone(self) -> Iterator[Connection]:
        with self.engine.begin() as connection:  # SQLite: BEGIN IMMEDIATE, see below
            if not self.embedded:
                connection.execute(sa.text("SET LOCAL statement_timeout = 0"))
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            yield connection


def open_database(text: str, pool: int = 10, timeout: int = 10) -> Database:
    """The database at an address; the folder of an SQLite file is made.

    For a served one: how many connections are kept, and how many seconds a statement may take.
    """
    url = read_url(text)
    if url.get_backend_name() == "sqlite" and (path := _path(url)):
        path.parent.mkdir(parents=True, exist_ok=True)
    return Database(url, pool, timeout)


def _path(url: URL) -> Path | None:
    return Path(url.database) if url.database and url.database != ":memory:" else None


def _embedded(url: URL, file: DatabaseFile) -> sa.Engine:
    options: dict[str, Any] = {}
    if not url.database or url.database == ":memory:":
        # Every connection to memory would be a database of its own.
        options = {"poolclass": sa.pool.StaticPool, "connect_args": {"check_same_thread": False}}
    engine = sa.create_engine(url, hide_parameters=True, execution_options={"turn": file}, **options)

    @sa.event.listens_for(engine, "do_connect")
    def look(*_: object) -> None:
        file.check()  # or SQLite would make an empty file where a full one was

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # this program says where a transaction begins
        pragmas = (f"busy_timeout={BUSY}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
        for pragma in pragmas:
            patiently(lambda pragma=pragma: connection.execute(f"PRAGMA {pragma}").close())  # type: ignore[misc]

    @sa.event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Taking the write lock at once waits for another writer; taking it later may fail instead.
        if connection.get_execution_options().get("isolation_level") != "AUTOCOMMIT":
            driver: Any = connection.connection.driver_connection
            patiently(lambda: driver.execute("BEGIN IMMEDIATE").close())

    return engine


def _served(url: URL, pool: int, timeout: int) -> sa.Engine:
    engine = sa.create_engine(
        url, hide_parameters=True, pool_size=pool, max_overflow=pool, pool_timeout=10, pool_pre_ping=True
    )

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.autocommit = True
        connection.execute(f"SET statement_timeout = {timeout * 1000}")
        connection.autocommit = False

    return engine
