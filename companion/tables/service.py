"""Opening, finding and importing tables, and joining them."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

import orjson

from companion.engine import History, Setup, beginning, codec, open_history
from companion.live import Hub, Live
from companion.storage import Conflict, Ended, People, Store, StoredInvite, StoredLine

from . import secrets
from .aside import Aside
from .backing import Backing
from .clock import Steady
from .entered import Entered, taken_from
from .errors import Forbidden, LogFull, NoInvite, TokenReused, UnknownTable
from .kept import KeptTables
from .lines import write_body
from .members import ASKING, HERE, PLAYER, Change, Member, Members
from .place import Place
from .table import LINE_TEXT, LONGEST_LOG, TRIES, Table
from .watch import Watch

Told = TypeVar("Told")
# What a table takes in the database beside its setup and its log.
TABLE_BYTES = 1000
LONGEST_INVITE = 7 * 24 * 60


class Opened(NamedTuple):
    """A table that was just opened, `again` where the same call had opened it before.

    Its token is shown, never kept: only its hash is.
    """

    table: Table
    token: str
    history: History
    again: bool = False


class Invited(NamedTuple):
    """A new invite; its secret and its short code are shown this once."""

    invite: StoredInvite
    secret: str
    short_code: str


class Joined(NamedTuple):
    """Somebody who came in, or asks to: `member.state` says so."""

    place: Place
    member: Member
    token: str


# Told the code of a table before somebody asks to come in there; may raise that they ask too often.
Knock = Callable[[str], None]


# Told how many bytes of text are about to be stored, and how many the rows take beside it; may raise that there is no
# room for them.
Room = Callable[[int, int], None]


def _no_limit(_code: str) -> None:
    """Everybody may ask."""


def _any_room(_text: int, _beside: int) -> None:
    """Everything may be stored."""


class Tables:
    """Every table of this server."""

    def __init__(
        self,
        store: Store,
        people: People,
        live: Live | None = None,
        *,
        kept: int = 256 * 1024 * 1024,
        max_lines: int = 3000,
        look: float = 15.0,
        clock: Callable[[], float] = time.time,
        steady: Steady | None = None,
        aside: Aside | None = None,
        budget: int = 100_000,
        watch: Watch | None = None,
    ) -> None:
        self.live, watch = live or Hub(), watch or Watch()
        self._backing = Backing(
            store,
            people,
            self.live,
            max_lines,
            look,
            steady or Steady(),
            aside or Aside(),
            budget,
            watch,
            clock,
        )
        self._store, self._people, self._clock = store, people, clock
        self._kept = KeptTables(kept, watch)

    def open(
        self,
        setup: Mapping[str, Any],
        token: str | None = None,
        opened_at: int | None = None,
        room: Room = _any_room,
    ) -> Opened:
        """Opens a table; raises what the engine refuses. With a `token` of the client's own, the same call made
        again finds the same table. `opened_at`: a phone had opened it by itself. `room` may say that there is none.
        """
        history = open_history(beginning(codec.setup_from_json(setup)))
        if token is not None and (found := self._opened_before(history, token)):
            return found
        now = int(self._clock())
        try:
            return self._keep(history, room, token, opened_at=min(opened_at or now, now))
        except Conflict:
            # Two of the same calls at once: one opened the table, this is the other.
            if token is not None and (found := self._opened_before(history, token)):
                return found
            raise

    def load(self, document: Mapping[str, Any], room: Room = _any_room) -> Opened:
        """Opens a new table with an exported log, which keeps its dates. All of it is folded before any of it is kept,
        and `room` told how much that is: cards are stored with all that they say, also those that were told by an id.
        """
        lines, most, budget = document.get("lines"), self._backing.max_lines, self._backing.budget
        if isinstance(lines, list) and len(lines) > LONGEST_LOG * most:
            raise LogFull(most)

        def work() -> tuple[History, list[StoredLine]]:
            rows = [dict(row) for row in lines if isinstance(row, dict)] if isinstance(lines, list) else []
            entered = [taken_from(row, f"lines[{place}]") for place, row in enumerate(rows)]
            plain = {**document, "lines": rows} if len(rows) == len(lines or ()) else document
            history = codec.history_from_json(plain, budget)
            return history, _stored(history, entered)

        opened_at = codec.seconds_from_json(document.get("opened"), "opened")
        history, stored = self._backing.aside(work)
        if len(history.timeline.held) > most:
            raise LogFull(most)
        return self._keep(history, room, stored=stored, opened_at=opened_at)

    def find(self, code: str, token: str) -> Place:
        """The place of a token at the table of that code; raises `UnknownTable` and `Forbidden`."""
        table, key = self._table(code), secrets.token_hash(token)
        known = table.members.known(key)
        if known is None or known.state != HERE:
            table.newest_members().whose(key)  # another process may have let them in
        return Place(table, key)

    # --- joining ---

    def invite(self, place: Place, role: str, seat: int | None, minutes: int) -> Invited:
        """A new invite, by the keeper. A short code has few bits: where another table has it, it is drawn again."""
        now = int(self._clock())

        def keep(made: StoredInvite) -> StoredInvite:
            return place.as_keeper(lambda rights: self._people.invite(place.table.id, made, rights, now))

        for left in reversed(range(TRIES)):
            secret, short_code = secrets.new_token(), secrets.new_short_code()
            hashes = secrets.token_hash(secret), secrets.token_hash(short_code)
            made = StoredInvite(0, *hashes, role, seat if role == PLAYER else None, now + minutes * 60)
            try:
                kept = keep(made)
                break
            except Conflict:
                if not left:
                    raise
        return Invited(kept, secret, short_code)

    def invites(self, place: Place) -> list[StoredInvite]:
        """The invites that hold, for the keeper."""
        return place.as_keeper(lambda _: self._people.invites(place.table.id, int(self._clock())))

    def revoke(self, place: Place, number: int) -> None:
        """Ends an invite, by the keeper."""
        now = int(self._clock())
        if not place.as_keeper(lambda rights: self._people.revoke(place.table.id, number, now, rights)):
            raise NoInvite

    def invitation(self, code: str, secret: str) -> tuple[Table, StoredInvite]:
        """What a secret invites to; raises `UnknownTable` and `NoInvite`."""
        table = self._table(code)
        found = self._people.by_secret(secrets.token_hash(secret), int(self._clock()))
        if found is None or found[0] != table.code:
            raise NoInvite
        table.read_end()
        return table, found[1]

    def join(
        self,
        code: str,
        secret: str,
        seat: int | None,
        name: str | None,
        token: str | None = None,
        knock: Knock = _no_limit,
    ) -> Joined:
        """Comes in by a secret. Whoever chooses a seat that somebody has asks the keeper for it; `knock` may say
        that somebody has asked too often.
        """
        table, invite = self.invitation(code, secret)
        return self._join(table, invite, seat, name, token, knock, nod=False)

    def ask(
        self,
        short_code: str,
        seat: int | None,
        name: str | None,
        token: str | None = None,
        knock: Knock = _no_limit,
    ) -> Joined:
        """Asks the keeper to come in, by a short code."""
        short_hash = secrets.token_hash(secrets.read_code(short_code))
        found = self._people.by_short_code(short_hash, int(self._clock()))
        if found is None:
            raise NoInvite
        return self._join(self._table(found[0]), found[1], seat, name, token, knock, nod=True)

    def asked(self, token: str) -> tuple[str, Member]:
        """How somebody's wish to join stands, and the code of the table; raises `Forbidden` for nobody."""
        key = secrets.token_hash(token)
        found = self._people.holder(key)
        if found is None:
            raise Forbidden
        table = self._table(found[0])
        member = table.newest_members().known(key)
        if member is None:
            raise Forbidden
        return table.code, member

    def _join(
        self,
        table: Table,
        invite: StoredInvite,
        seat: int | None,
        name: str | None,
        token: str | None,
        knock: Knock,
        *,
        nod: bool,
    ) -> Joined:
        token = token or secrets.new_token()
        key = secrets.token_hash(token)
        holder = self._people.holder(key)
        if holder is not None and holder[0] != table.code:
            raise TokenReused
        knocked = False

        def come(members: Members) -> Change:
            nonlocal knocked
            if members.known(key):
                return Change()  # the same call again
            # Judged on the members that it is written upon: two phones may want one seat at the same moment.
            taken = invite.seat is None and invite.role == PLAYER and seat in members.taken()
            asks = nod or taken
            if asks and not knocked:
                knock(table.code)
                knocked = True
            wanted = seat if invite.seat is None else invite.seat
            now = self._backing.steady.now()
            change = members.join(key, invite.role, wanted, name, nod=asks, now=now)
            return replace(change, came_by=(invite.number, int(self._clock())))

        try:
            member = table.change_members(come).known(key)
        except Conflict:
            raise TokenReused from None  # by another table's
        except Ended:
            raise NoInvite from None  # meanwhile
        if member is None or member.state not in (HERE, ASKING):
            raise TokenReused
        return Joined(Place(table, key), member, token)

    def worked_out(self, work: Callable[[], Told]) -> Told:
        """What takes long and belongs to no table, where it keeps nobody waiting."""
        return self._backing.aside(work)

    # --- for hosts ---

    def ping(self) -> None:
        """Fails where the log cannot be reached."""
        self._store.ping()

    def stored_bytes(self) -> int:
        """About how many bytes all of it takes in the database."""
        return self._store.size()

    def kept_bytes(self) -> int:
        """About how much memory they take."""
        return self._kept.used

    def forget(self, days: int) -> int:
        """Deletes the tables at which nothing was entered for so many days; gives back how many."""
        now = datetime.datetime.fromtimestamp(self._clock(), datetime.UTC)
        return self._store.forget(now - datetime.timedelta(days=days))

    def forget_invites(self) -> int:
        """Deletes the invites that have ended; gives back how many."""
        return self._people.forget_invites(int(self._clock()))

    def kept(self) -> int:
        """How many tables are in memory."""
        return len(self._kept)

    def _keep(
        self,
        history: History,
        room: Room,
        token: str | None = None,
        stored: Sequence[StoredLine] = (),
        opened_at: int | None = None,
    ) -> Opened:
        token = token or secrets.new_token()
        setup, key = _setup_text(history), secrets.token_hash(token)
        text = len(setup.encode()) + sum(len(line.body.encode()) for line in stored)
        room(text, TABLE_BYTES + LINE_TEXT * len(stored))
        try:
            opened = self._store.open_table(secrets.new_code(), setup, key, stored, opened_at)
        except Conflict:
            if self._people.holder(key):
                raise
            # One code in 2**50 is taken; two in a row are not.
            opened = self._store.open_table(secrets.new_code(), setup, key, stored, opened_at)
        table = self._kept.add(Table.opened(opened, history, stored, self._backing))
        return Opened(table, token, history)

    def _opened_before(self, history: History, token: str) -> Opened | None:
        """The table that the same call has opened before."""
        key = secrets.token_hash(token)
        found = self._people.holder(key)
        if found is None:
            return None
        code, number = found
        table = self._table(code)
        if number != 1 or _asked(history.setup) != _asked(table.setup):
            raise TokenReused
        table.members.whose(key)
        return Opened(table, token, table.read(), again=True)

    def _table(self, code: str) -> Table:
        code = secrets.read_code(code)
        return self._kept.get(code, lambda: self._load(code))

    def _load(self, code: str) -> Table:
        stored = self._store.table(code) if secrets.is_code(code) else None
        if stored is None:
            raise UnknownTable(code)
        return Table(stored, self._backing)


def _setup_text(history: History) -> str:
    return orjson.dumps(codec.setup_json(history.setup)).decode()


def _asked(setup: Setup) -> str:
    """What was asked for, whatever the rules were at that moment."""
    return orjson.dumps(codec.setup_json(replace(setup, settled=None))).decode()


def _stored(history: History, entered: Sequence[Entered]) -> list[StoredLine]:
    lines = enumerate(zip(history.lines, entered, strict=True), 1)
    return [StoredLine(n, line.entry_id, write_body(line), *by) for n, (line, by) in lines]
