"""One database, SQLite or PostgreSQL: how it is reached, made durable and brought up to date."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, make_url

from . import served
from .errors import patiently
from .file import DatabaseFile
from .pool import Waited
from .schema import NEWEST, forms

# SQLite's own waiting for a lock, in milliseconds: nothing else in the process runs meanwhile.
BUSY = 20
# Any number does, as long as every process of this project takes the same one.
MIGRATION_LOCK = 7_340_041
# A migration that waits for a table keeps every entry behind it waiting, too: it gives up soon, and comes again.
LOCK_TIMEOUT = "200ms"
TRIES, PAUSE = 300, 2.0


class DatabaseError(Exception):
    """The database cannot be reached or used as it is, or its address cannot be read."""


def read_url(text: str) -> URL:
    """The address in SQLAlchemy's form; hosts write `postgres://`, this project speaks psycopg."""
    try:
        url = make_url(served.in_query(text))
    except (sa.exc.ArgumentError, ValueError):
        raise DatabaseError("DATABASE_URL is no address of a database") from None
    if "@" in (url.host or ""):
        raise DatabaseError(
            "DATABASE_URL has an @ in its password; write it as %40, or leave it out and set PGPASSWORD"
        )
    if url.drivername in {"postgres", "postgresql", "postgresql+psycopg"}:
        return served.with_habits(url.set(drivername="postgresql+psycopg"))
    if url.drivername == "sqlite":
        return url
    raise DatabaseError(f"DATABASE_URL names {url.drivername!r}; use sqlite:///FILE or postgresql://...")


class Database:
    """An engine with the pragmas and the migrations that belong to it."""

    def __init__(
        self,
        url: URL,
        pool: int = 10,
        timeout: int = 10,
        direct: URL | None = None,
        waited: Waited | None = None,
    ) -> None:
        """`direct` is the address of PostgreSQL itself, where `url` is that of a pooler; `waited` is told for how many
        seconds somebody waited for a connection.
        """
        self.url = url
        self.embedded = url.get_backend_name() == "sqlite"
        self.file = DatabaseFile(_path(url)) if self.embedded else None
        self.engine = (
            _embedded(url, self.file)
            if self.file
            else served.pooled(url, pool, timeout, direct is not None, waited)
        )
        self._pool, self._direct = pool, direct
        self._writers: list[sa.PoolProxiedConnection] = []

    @property
    def address(self) -> str:
        """The address of a served database itself, as its driver reads it."""
        return (self._direct or self.url).set(drivername="postgresql").render_as_string(hide_password=False)

    def refuse_misfit(self, workers: int) -> None:
        """Raises DatabaseError where so many workers could not work with it: a pooler without an address of PostgreSQL
        itself, or too few connections.
        """
        if self.embedded:
            return
        if not self._direct and served.leads_to_pooler(self.engine):
            raise DatabaseError(served.POOLER)
        needed = served.connections(self._pool, workers, self._direct is not None)
        engine = served.alone(self._direct or self.url)
        if needed > (allowed := served.allowed(engine)):
            raise DatabaseError(
                f"{workers} workers need up to {needed} connections (each DATABASE_POOL={self._pool} and "
                f"{served.FOR_NEWS} for news; behind a pooler only those), and PostgreSQL allows {allowed}: take fewer "
                "WORKERS or a smaller DATABASE_POOL, or raise its max_connections"
            )

    def upgrade(self, say: Callable[[str], object] = print, tries: int = TRIES, pause: float = PAUSE) -> int:
        """Brings the tables to the newest form; returns in how many steps. Processes that start together do it once.

        Where something else holds a table it comes again every `pause` seconds, and after so many tries raises
        DatabaseError: nobody else waits for it meanwhile.
        """
        if self.is_current():
            return 0
        from .migrating import upgrade

        for tried in range(tries):
            try:
                with self._alone() as connection:
                    return upgrade(connection)
            except sa.exc.OperationalError as error:
                if not isinstance(error.orig, psycopg.errors.LockNotAvailable):
                    raise
            if tried == 0:
                say("Something else uses the tables, a backup perhaps; the migration waits until it is done")
            time.sleep(pause)
        raise DatabaseError(
            "DATABASE_URL: something else has used the tables all the time, a backup perhaps; nothing was changed. "
            "Start again when it is done"
        )

    def is_current(self) -> bool:
        """Whether the tables have the form that this version of the program expects; raises DatabaseError where it is a
        newer one, which this program does not know.
        """
        form = self._form()
        if form and form > NEWEST:
            raise DatabaseError(
                f"DATABASE_URL: a newer version of Harbormaster has made this database (form {form}, this version knows "
                f"{NEWEST}); start that one, or put back the copy from before the upgrade"
            )
        return form == NEWEST

    def _form(self) -> str | None:
        with self.engine.connect() as connection:
            if not sa.inspect(connection).has_table(forms.name):
                return None
            return connection.scalar(sa.select(forms.c.version_num))

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
        engine = self.engine if self.embedded else served.alone(self._direct or self.url)
        with engine.begin() as connection:  # SQLite: BEGIN IMMEDIATE, see below
            if not self.embedded:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
                connection.execute(sa.text(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'"))
            yield connection


def open_database(
    text: str, pool: int = 10, timeout: int = 10, direct: str = "", waited: Waited | None = None
) -> Database:
    """The database at an address; the folder of an SQLite file is made.

    For a served one: how many connections are kept, how many seconds a statement may take, and where `text` leads to a
    pooler the address of PostgreSQL itself.
    """
    url = read_url(text)
    if url.get_backend_name() == "sqlite" and (path := _path(url)):
        path.parent.mkdir(parents=True, exist_ok=True)
    return Database(url, pool, timeout, read_url(direct) if direct else None, waited)


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
