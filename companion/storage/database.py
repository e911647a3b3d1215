"""One database, SQLite or PostgreSQL: how it is reached, made durable and brought up to date."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import URL, Connection, make_url

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
    if url.drivername in {"postgres", "postgresql"}:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername in {"sqlite", "postgresql+psycopg"}:
        return url
    raise DatabaseError(f"DATABASE_URL names {url.drivername!r}; use sqlite:///FILE or postgresql://...")


class Database:
    """An engine with the pragmas and the migrations that belong to it."""

    def __init__(self, url: URL, pool: int = 10) -> None:
        self.url = url
        self.embedded = url.get_backend_name() == "sqlite"
        self.engine = _embedded(url) if self.embedded else _served(url, pool)
        self._writers: list[sa.PoolProxiedConnection] = []

    @property
    def address(self) -> str:
        """The address as the driver of a served database reads it."""
        return self.url.set(drivername="postgresql").render_as_string(hide_password=False)

    def upgrade(self) -> None:
        """Brings the tables to the newest form. Processes that start together do it once."""
        if self.is_current():
            return
        with self._alone() as connection:
            config = _alembic()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def is_current(self) -> bool:
        """Whether the tables have the form that this version of the program expects."""
        with self.engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
        return found == ScriptDirectory.from_config(_alembic()).get_current_head()

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
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            yield connection


def open_database(text: str, pool: int = 10) -> Database:
    """The database at an address; the folder of an SQLite file is made."""
    url = read_url(text)
    if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    return Database(url, pool)


def _embedded(url: URL) -> sa.Engine:
    options: dict[str, Any] = {}
    if not url.database or url.database == ":memory:":
        # Every connection to memory would be a database of its own.
        options = {"poolclass": sa.pool.StaticPool, "connect_args": {"check_same_thread": False}}
    engine = sa.create_engine(url, hide_parameters=True, **options)

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # this program says where a transaction begins
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            connection.execute(f"PRAGMA {pragma}").close()

    @sa.event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Taking the write lock at once waits for another writer; taking it later may fail instead.
        if connection.get_execution_options().get("isolation_level") != "AUTOCOMMIT":
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _served(url: URL, pool: int) -> sa.Engine:
    return sa.create_engine(
        url, hide_parameters=True, pool_size=pool, max_overflow=pool, pool_timeout=10, pool_pre_ping=True
    )


def _alembic() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config
