"""The store: tables and their logs, the same for SQLite and PostgreSQL."""

from __future__ import annotations

import datetime
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Row

from .database import Database
from .errors import LOST, Conflict, Gone, Moved, Unavailable, reading, unavailable, writing
from .group_commit import GroupCommit
from .schema import NEWEST, forms, log_lines, members, tables


class StoredTable(NamedTuple):
    """A table as it was opened, `opened_at` seconds since 1970 where that is known."""

    id: int
    code: str
    setup: str
    opened_at: int | None = None


class StoredLine(NamedTuple):
    """One line of a log, as it was recorded; `member` is the number of who entered it, `entered_at` when that was, in
    seconds since 1970, `entered_as` the seat whose phone it was, -1 for the keeper's without one.
    """

    revision: int
    entry_id: str
    body: str
    member: int | None = None
    entered_at: int | None = None
    entered_as: int | None = None


class Position(NamedTuple):
    """How far a table is: the length of its log, and the number of changes of who may do what."""

    revision: int
    rights: int


_LINE = tuple(log_lines.c[name] for name in StoredLine._fields)
_TABLE = tuple(tables.c[name] for name in StoredTable._fields)
_WRITTEN = ("table_id", *StoredLine._fields)


def _line_on_rights() -> sa.Insert:
    """Writes a line where the rights at its table still are those that it was allowed by."""
    values = [sa.bindparam(name, type_=log_lines.c[name].type) for name in _WRITTEN]
    at, on = sa.bindparam("at", type_=sa.Integer), sa.bindparam("on", type_=sa.Integer)
    line = sa.select(*values).where(tables.c.id == at, tables.c.rights == on)
    return sa.insert(log_lines).from_select(_WRITTEN, line)


def _nothing_since(before: datetime.datetime) -> sa.ColumnElement[bool]:
    """Whether nothing was entered at a table since then: the last line of a log is its newest."""
    last = sa.select(log_lines.c.recorded_at).where(log_lines.c.table_id == tables.c.id)
    newest = last.order_by(log_lines.c.revision.desc()).limit(1).correlate(tables).scalar_subquery()
    return sa.func.coalesce(newest < before, True)


# A write keeps others waiting: it looks at so many tables and deletes so many logs, and then it is the others' turn.
LOOKED_AT_ONCE, FORGOTTEN_AT_ONCE, OTHERS_TURN = 500, 5, 0.001
# One row that is always there, written as it is.
_SAME_FORM = sa.update(forms).values(version_num=forms.c.version_num).where(forms.c.version_num == NEWEST)


class Store:
    """Tables and their logs in one database. A write is on the disk before its call returns."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine
        self._single = database.engine.execution_options(isolation_level="AUTOCOMMIT")
        # Recording is the hot path: its statement is compiled once and handed to the driver as it is, and
        # an embedded database, which has one writer at a time, keeps a connection for it.
        self._insert = str(_line_on_rights().compile(dialect=database.engine.dialect))
        driver: Any = database.engine.dialect.dbapi
        self._taken = driver.IntegrityError
        # Kept as long as the store: who holds the writer's connection also keeps it out of the pool.
        self._database = database
        self._embedded = (
            GroupCommit(database.writer(), database.file, self._insert) if database.file else None
        )

    def open_table(
        self,
        code: str,
        setup: str,
        token_hash: str,
        lines: Sequence[StoredLine] = (),
        opened_at: int | None = None,
    ) -> StoredTable:
        """Keeps a new table with its keeper, and with the log that it brings along: all of it or nothing."""
        with writing(self._engine) as connection:
            row = {"code": code, "setup": setup, "opened_at": opened_at}
            result = connection.execute(sa.insert(tables).values(row).returning(tables.c.id))
            key: int = result.scalar_one()
            first = {"number": 1, "token_hash": token_hash, "state": "here", "role": "keeper"}
            connection.execute(sa.insert(members).values(table_id=key, was_keeper=False, **first))
            if lines:
                connection.execute(sa.insert(log_lines), [{"table_id": key, **x._asdict()} for x in lines])
        return StoredTable(key, code, setup, opened_at)

    def table(self, code: str) -> StoredTable | None:
        """The table of that code."""
        row = self._one(sa.select(*_TABLE).where(tables.c.code == code))
        return StoredTable._make(row) if row else None

    def settle(self, table_id: int, setup: str) -> None:
        """Keeps a setup in its newer form."""
        with writing(self._engine) as connection:
            connection.execute(sa.update(tables).where(tables.c.id == table_id).values(setup=setup))

    def append(self, table_id: int, line: StoredLine, rights: int = 0) -> None:
        """Writes one line. `Conflict` where its revision or its entry's id is taken, `Moved` where the rights
        at the table are others.
        """
        try:
            if self._embedded:
                written = self._embedded.write((table_id, *line, table_id, rights))
            else:
                named = {"table_id": table_id, **line._asdict(), "at": table_id, "on": rights}
                written = self._append_pooled(named)
        except self._taken:
            raise Conflict(line.revision) from None
        except LOST as error:
            raise unavailable(self._engine, error) from error
        if not written:
            raise Moved

    def _append_pooled(self, values: dict[str, object]) -> int:
        # One statement is a transaction of its own: begin and commit would each be a way to the server and back.
        with self._single.connect() as connection:
            cursor = connection.connection.cursor()
            try:
                cursor.execute(self._insert, values)
            except LOST:
                if cursor.connection.closed:
                    connection.invalidate()
                raise
            return int(cursor.rowcount)

    def position(self, table_id: int) -> Position:
        """How far the table is."""
        last = sa.select(sa.func.max(log_lines.c.revision)).where(log_lines.c.table_id == table_id)
        row = self._one(sa.select(last.scalar_subquery(), tables.c.rights).where(tables.c.id == table_id))
        if row is None:
            raise Gone
        return Position(row[0] or 0, row[1])

    def lines(self, table_id: int, since: int = 0) -> list[StoredLine]:
        """The lines after a revision, in their order."""
        query = sa.select(*_LINE).where(log_lines.c.table_id == table_id, log_lines.c.revision > since)
        with reading(self._single) as connection:
            return [StoredLine._make(row) for row in connection.execute(query.order_by(log_lines.c.revision))]

    def line_of_entry(self, table_id: int, entry_id: str) -> StoredLine | None:
        """The line that an entry's id was recorded as."""
        query = sa.select(*_LINE).where(log_lines.c.table_id == table_id, log_lines.c.entry_id == entry_id)
        row = self._one(query)
        return StoredLine._make(row) if row else None

    def forget(self, before: datetime.datetime) -> int:
        """Deletes the tables at which nothing was entered since then, a few at a time; gives back how many."""
        after, forgotten = 0, 0
        while found := self._unused(after, before):
            after, unused = found
            forgotten += self._delete_unused(unused, before) if unused else 0
            # An embedded database never waits for anything, and the requests of a worker share its one thread.
            time.sleep(OTHERS_TURN)
        return forgotten

    def _unused(self, after: int, before: datetime.datetime) -> tuple[int, list[int]] | None:
        """Of the tables that come next the unused ones, and how far that goes; None at the end. Tables are in the order in
        which they were opened.
        """
        next_ones = sa.select(tables.c.id, tables.c.created_at < before, _nothing_since(before))
        query = next_ones.where(tables.c.id > after).order_by(tables.c.id).limit(LOOKED_AT_ONCE)
        with reading(self._single) as connection:
            rows = list(connection.execute(query))
        unused: list[int] = []
        for number, opened_before, unused_since in rows:
            if not opened_before:
                return (number, unused) if unused else None
            if unused_since:
                unused.append(number)
            if len(unused) == FORGOTTEN_AT_ONCE:
                return number, unused
        return (rows[-1][0], unused) if rows else None

    def _delete_unused(self, found: list[int], before: datetime.datetime) -> int:
        """Deletes those of them at which nothing was entered meanwhile; gives back how many."""
        these = tables.c.id.in_(found)
        with writing(self._engine) as connection:
            # Who enters something just now is waited for, and then seen; who comes later finds no table.
            connection.execute(sa.select(tables.c.id).where(these).order_by(tables.c.id).with_for_update())
            return connection.execute(sa.delete(tables).where(these, _nothing_since(before))).rowcount

    def size(self) -> int:
        """About how many bytes the database takes; what is free in an SQLite file is not counted."""
        if self._database.embedded:
            pages, free, each = (
                self._number(f"PRAGMA {one}") for one in ("page_count", "freelist_count", "page_size")
            )
            return (pages - free) * each
        return self._number("SELECT pg_database_size(current_database())")

    def ping(self) -> None:
        """Fails where the database does not answer, cannot be written, or has the form of another version."""
        with writing(self._engine) as connection:
            if connection.execute(_SAME_FORM).rowcount != 1:
                raise Unavailable("other_form")

    def _number(self, query: str) -> int:
        with reading(self._single) as connection:
            return int(connection.execute(sa.text(query)).scalar_one())

    def _one(self, query: sa.Select[Any]) -> Row[Any] | None:
        with reading(self._single) as connection:
            return connection.execute(query).first()
