"""The store: what `tables/` asks of a database, the same for SQLite and PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from .database import Database
from .schema import log_lines, tables


class Conflict(Exception):
    """The code, the revision or the entry's id is taken. Nothing was written."""


class Unavailable(Exception):
    """The database does not answer, is locked for too long, or its disk is full. The write may be there or not."""


class StoredTable(NamedTuple):
    """A table as it was opened."""

    id: int
    code: str
    setup: str
    keeper_hash: str


class StoredLine(NamedTuple):
    """One line of a log, as it was recorded."""

    revision: int
    entry_id: str
    body: str


LOST = (sa.exc.OperationalError, sa.exc.TimeoutError)
_LINE = (log_lines.c.revision, log_lines.c.entry_id, log_lines.c.body)


class Store:
    """Tables and their logs in one database. A write is on the disk before its call returns."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine
        self._read = database.engine.execution_options(isolation_level="AUTOCOMMIT")
        # Recording is the hot path: its statement is compiled once and handed to the driver as it is, and
        # an embedded database, which has one writer at a time, keeps a connection for it.
        insert = sa.insert(log_lines).values(dict.fromkeys(("table_id", "revision", "entry_id", "body")))
        self._insert = str(insert.compile(dialect=database.engine.dialect))
        driver: Any = database.engine.dialect.dbapi
        self._taken = driver.IntegrityError
        self._lost = (driver.OperationalError, *LOST)
        self._writer = database.writer() if database.embedded else None
        self._writing = threading.Lock()

    def open_table(
        self, code: str, setup: str, keeper_hash: str, lines: Sequence[StoredLine] = ()
    ) -> StoredTable:
        """Keeps a new table, with the log that it brings along: all of it or nothing."""
        try:
            with self._engine.begin() as connection:
                row = {"code": code, "setup": setup, "keeper_hash": keeper_hash}
                result = connection.execute(sa.insert(tables).values(row).returning(tables.c.id))
                key: int = result.scalar_one()
                if lines:
                    connection.execute(
                        sa.insert(log_lines), [{"table_id": key, **x._asdict()} for x in lines]
                    )
        except sa.exc.IntegrityError:
            raise Conflict(code) from None
        except LOST as error:
            raise Unavailable from error
        return StoredTable(key, code, setup, keeper_hash)

    def table(self, code: str) -> StoredTable | None:
        """The table of that code."""
        columns = (tables.c.id, tables.c.code, tables.c.setup, tables.c.keeper_hash)
        row = self._one(sa.select(*columns).where(tables.c.code == code))
        return StoredTable._make(row) if row else None

    def append(self, table_id: int, line: StoredLine) -> None:
        """Writes one line. `Conflict` where its revision or its entry's id is taken."""
        try:
            if self._writer:
                with self._writing:
                    self._writer.execute(self._insert, (table_id, *line))
                    self._writer.commit()
            else:
                self._append_pooled({"table_id": table_id, **line._asdict()})
        except self._taken:
            raise Conflict(line.revision) from None
        except self._lost as error:
            raise Unavailable from error

    def _append_pooled(self, values: dict[str, object]) -> None:
        connection = self._engine.raw_connection()
        try:
            connection.cursor().execute(self._insert, values)
            connection.commit()
        finally:
            connection.close()  # back to the pool, which rolls back what was not committed

    def revision(self, table_id: int) -> int:
        """How many lines the table's log has."""
        row = self._one(sa.select(sa.func.max(log_lines.c.revision)).where(log_lines.c.table_id == table_id))
        return row[0] or 0 if row else 0

    def lines(self, table_id: int, since: int = 0) -> list[StoredLine]:
        """The lines after a revision, in their order."""
        query = sa.select(*_LINE).where(log_lines.c.table_id == table_id, log_lines.c.revision > since)
        with self._reading() as connection:
            return [StoredLine._make(row) for row in connection.execute(query.order_by(log_lines.c.revision))]

    def line_of_entry(self, table_id: int, entry_id: str) -> StoredLine | None:
        """The line that an entry's id was recorded as."""
        query = sa.select(*_LINE).where(log_lines.c.table_id == table_id, log_lines.c.entry_id == entry_id)
        row = self._one(query)
        return StoredLine._make(row) if row else None

    def ping(self) -> None:
        """Fails where the database does not answer."""
        self._one(sa.select(sa.literal(1)))

    def _one(self, query: sa.Select[Any]) -> Row[Any] | None:
        with self._reading() as connection:
            return connection.execute(query).first()

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._read.connect() as connection:
                yield connection
        except LOST as error:
            raise Unavailable from error
