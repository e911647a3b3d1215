"""Who belongs to a table, and the invites to it. What a role may do is decided elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import sqlalchemy as sa

from .database import Database
from .errors import Moved, reading, writing
from .schema import invites, members, tables


class StoredMember(NamedTuple):
    """A phone at a table, or one that asks to be there. Its token is kept as a hash.

    `doubt` is a draw, as JSON, that others entered too, and `same_card` what the table answered;
    `claimed_at` is when they asked to be the keeper, in seconds since 1970.
    """

    number: int
    token_hash: str
    state: str
    role: str
    seat: int | None = None
    name: str | None = None
    was_keeper: bool = False
    doubt: str | None = None
    same_card: bool | None = None
    claimed_at: int | None = None


class StoredRights(NamedTuple):
    """Everybody at a table; `version` counts the changes."""

    version: int
    keeper_only: bool
    members: tuple[StoredMember, ...]


class StoredInvite(NamedTuple):
    """An invite; its secret and its short code are kept as hashes."""

    number: int
    secret_hash: str
    short_hash: str
    role: str
    seat: int | None
    expires_at: int


_MEMBER = [members.c[name] for name in StoredMember._fields]
_INVITE = [invites.c[name] for name in StoredInvite._fields]


class People:
    """Members and invites in one database."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine
        self._read = database.engine.execution_options(isolation_level="AUTOCOMMIT")

    def rights(self, table_id: int) -> StoredRights:
        """Everybody at a table."""
        switches = sa.select(tables.c.rights, tables.c.keeper_only).where(tables.c.id == table_id)
        everybody = sa.select(*_MEMBER).where(members.c.table_id == table_id).order_by(members.c.number)
        with reading(self._read) as connection:
            # The count first: members that are newer than it only cost a second look.
            version, keeper_only = connection.execute(switches).one()
            found = tuple(StoredMember._make(row) for row in connection.execute(everybody))
        return StoredRights(version, keeper_only, found)

    def change(self, table_id: int, now: StoredRights, changed: Iterable[StoredMember]) -> None:
        """Writes the changed members on the rights that they were worked out from; `Moved` where those are old."""
        with writing(self._engine) as connection:
            moved = sa.update(tables).where(tables.c.id == table_id, tables.c.rights == now.version)
            done = connection.execute(moved.values(rights=now.version + 1, keeper_only=now.keeper_only))
            if not done.rowcount:
                raise Moved
            there = {member.number for member in now.members}
            for member in changed:
                if member.number in there:
                    one = (members.c.table_id == table_id, members.c.number == member.number)
                    connection.execute(sa.update(members).where(*one).values(member._asdict()))
                else:
                    connection.execute(sa.insert(members).values(table_id=table_id, **member._asdict()))

    def holder(self, token_hash: str) -> tuple[str, int] | None:
        """The code of the table that a token belongs to, and the number of its member."""
        query = sa.select(tables.c.code, members.c.number).join_from(members, tables)
        with reading(self._read) as connection:
            row = connection.execute(query.where(members.c.token_hash == token_hash)).first()
        return (row[0], row[1]) if row else None

    def invite(self, table_id: int, made: StoredInvite) -> StoredInvite:
        """Keeps a new invite; its number is the next one of its table."""
        last = sa.select(sa.func.max(invites.c.number)).where(invites.c.table_id == table_id)
        with writing(self._engine) as connection:
            made = made._replace(number=(connection.execute(last).scalar() or 0) + 1)
            connection.execute(sa.insert(invites).values(table_id=table_id, **made._asdict()))
        return made

    def invites(self, table_id: int, now: int) -> list[StoredInvite]:
        """The invites that hold."""
        query = sa.select(*_INVITE).where(invites.c.table_id == table_id, invites.c.expires_at > now)
        with reading(self._read) as connection:
            return [StoredInvite._make(row) for row in connection.execute(query.order_by(invites.c.number))]

    def revoke(self, table_id: int, number: int, now: int) -> bool:
        """Ends an invite at once; false where it does not hold."""
        one = (invites.c.table_id == table_id, invites.c.number == number, invites.c.expires_at > now)
        with writing(self._engine) as connection:
            return bool(connection.execute(sa.update(invites).where(*one).values(expires_at=now)).rowcount)

    def by_secret(self, secret_hash: str, now: int) -> tuple[str, StoredInvite] | None:
        """The table's code and the invite of a secret, where it holds."""
        return self._invite(invites.c.secret_hash == secret_hash, now)

    def by_short_code(self, short_hash: str, now: int) -> tuple[str, StoredInvite] | None:
        """The table's code and the invite of a short code, where it holds."""
        return self._invite(invites.c.short_hash == short_hash, now)

    def _invite(self, which: sa.ColumnElement[bool], now: int) -> tuple[str, StoredInvite] | None:
        query: sa.Select[Any] = sa.select(tables.c.code, *_INVITE).join_from(invites, tables)
        with reading(self._read) as connection:
            row = connection.execute(query.where(which, invites.c.expires_at > now)).first()
        return (row[0], StoredInvite._make(row[1:])) if row else None
