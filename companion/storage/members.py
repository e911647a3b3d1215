"""Who belongs to a table, and the invites to it. What a role may do is decided elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from .database import Database
from .errors import Ended, Gone, Moved, reading, writing
from .schema import invites, members, tables


class StoredMember(NamedTuple):
    """A phone at a table, or one that asks to be there. Its token is kept as a hash.

    `doubt` is a draw, as JSON, that others entered too, and `same_card` what the table answered;
    `claimed_at` is when they asked to be the keeper, or to come in: a stamp of `tables.clock`.
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
    """Everybody at a table, and what they call it; `version` counts the changes."""

    version: int
    keeper_only: bool
    members: tuple[StoredMember, ...]
    name: str | None = None


class StoredInvite(NamedTuple):
    """An invite; its secret and its short code are kept as hashes."""

    number: int
    secret_hash: str
    short_hash: str
    role: str
    seat: int | None
    expires_at: int


# So many of a table hold at once; a newer one takes the place of the oldest.
MOST_INVITES = 100

_MEMBER = [members.c[name] for name in StoredMember._fields]
_INVITE = [invites.c[name] for name in StoredInvite._fields]


class People:
    """Members and invites in one database."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine
        self._read = database.engine.execution_options(isolation_level="AUTOCOMMIT")

    def rights(self, table_id: int) -> StoredRights:
        """Everybody at a table."""
        switches = sa.select(tables.c.rights, tables.c.keeper_only, tables.c.name).where(
            tables.c.id == table_id
        )
        everybody = sa.select(*_MEMBER).where(members.c.table_id == table_id).order_by(members.c.number)
        with reading(self._read) as connection:
            # The count first: members that are newer than it only cost a second look.
            row = connection.execute(switches).first()
            if row is None:
                raise Gone
            version, keeper_only, name = row
            found = tuple(StoredMember._make(row) for row in connection.execute(everybody))
        return StoredRights(version, keeper_only, found, name)

    def change(
        self,
        table_id: int,
        now: StoredRights,
        changed: Iterable[StoredMember],
        *,
        forgotten: Collection[int] = (),
        end_invites: bool = False,
        came_by: tuple[int, int] | None = None,
    ) -> None:
        """Writes the changed members on the rights that they were worked out from; `Moved` where those are old.

        Members that are `forgotten` leave no trace; `end_invites` revokes all that hold; `came_by` is the number of
        an invite that must still hold, and the time: `Ended` where it does not.
        """
        with writing(self._engine) as connection:
            said = {"keeper_only": now.keeper_only, "name": now.name}
            _hold(connection, table_id, now.version, rights=now.version + 1, **said)
            if came_by is not None:
                held = sa.select(invites.c.number).where(*_one_invite(table_id, *came_by))
                if connection.execute(held).first() is None:
                    raise Ended
            if end_invites:
                connection.execute(_revoked().where(invites.c.table_id == table_id))
            if forgotten:
                left = (members.c.table_id == table_id, members.c.number.in_(forgotten))
                connection.execute(sa.delete(members).where(*left))
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

    def invite(self, table_id: int, made: StoredInvite, rights: int = 0, now: int = 0) -> StoredInvite:
        """Keeps a new invite, on the rights that it was allowed by; its number is the next one of its table, where those
        that have ended are forgotten. `Conflict` where somebody has its secret or its short code.
        """
        last = sa.select(sa.func.max(invites.c.number)).where(invites.c.table_id == table_id)
        with writing(self._engine) as connection:
            _hold(connection, table_id, rights)
            made = made._replace(number=(connection.execute(last).scalar() or 0) + 1)
            connection.execute(sa.insert(invites).values(table_id=table_id, **made._asdict()))
            old = sa.or_(invites.c.expires_at <= now, invites.c.number <= made.number - MOST_INVITES)
            connection.execute(sa.delete(invites).where(invites.c.table_id == table_id, old))
        return made

    def forget_invites(self, now: int) -> int:
        """Deletes those that have ended, but for the last one of each table: no number is given twice. Tells how many."""
        newer = invites.alias("newer")
        later = sa.exists().where(newer.c.table_id == invites.c.table_id, newer.c.number > invites.c.number)
        with writing(self._engine) as connection:
            return connection.execute(sa.delete(invites).where(invites.c.expires_at <= now, later)).rowcount

    def invites(self, table_id: int, now: int) -> list[StoredInvite]:
        """The invites that hold."""
        query = sa.select(*_INVITE).where(invites.c.table_id == table_id, invites.c.expires_at > now)
        with reading(self._read) as connection:
            return [StoredInvite._make(row) for row in connection.execute(query.order_by(invites.c.number))]

    def revoke(self, table_id: int, number: int, now: int, rights: int = 0) -> bool:
        """Ends an invite at once, on the rights that this was allowed by; false where it does not hold."""
        with writing(self._engine) as connection:
            _hold(connection, table_id, rights)
            return bool(connection.execute(_revoked().where(*_one_invite(table_id, number, now))).rowcount)

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


def _hold(connection: Connection, table_id: int, version: int, **values: object) -> None:
    """Holds on to the rights at a table until the transaction ends; `Moved` where they are no longer that version."""
    these = sa.update(tables).where(tables.c.id == table_id, tables.c.rights == version)
    if not connection.execute(these.values({"rights": version, **values})).rowcount:
        raise Moved


def _one_invite(table_id: int, number: int, now: int) -> tuple[sa.ColumnElement[bool], ...]:
    return invites.c.table_id == table_id, invites.c.number == number, invites.c.expires_at > now


def _revoked() -> sa.Update:
    # Not the time of day: a clock that is put back would bring it to life again.
    return sa.update(invites).values(expires_at=0)
