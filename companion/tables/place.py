"""A member's place at a table: what a request with that member's token may see and do."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

import orjson

from companion.engine import End, History, Setup
from companion.live import EVERYTHING, Stopped, Wakes
from companion.storage import Moved

from .drafts import Draft, Outcome
from .errors import Forbidden, NotAllowed
from .lines import write_draw
from .members import KEEPER, Change, Changing, Member, Members, members_json
from .table import TRIES, Table

T = TypeVar("T")


class News(NamedTuple):
    """What a stream tells: `hello` and `line` with a revision, `members`, `removed`, or `quiet` for a while."""

    kind: str
    revision: int = 0
    data: bytes = b""


class Pause(NamedTuple):
    """Nothing is new: until the wake-ups ring, or for so many seconds."""

    wakes: Wakes
    seconds: float


class Leave:
    """Ends a stream from outside, whether it has begun or not."""

    __slots__ = ("_wakes", "left")

    def __init__(self) -> None:
        self.left = False
        self._wakes: Wakes | None = None

    def wakes(self, wakes: Wakes) -> None:
        """What the stream waits for."""
        self._wakes = wakes
        if self.left:
            wakes.stop()

    def now(self) -> None:
        """The stream ends as soon as it looks up."""
        self.left = True
        if self._wakes is not None:
            self._wakes.stop()


class Place:
    """One member at one table."""

    __slots__ = ("_key", "table")

    def __init__(self, table: Table, key: str) -> None:
        self.table, self._key = table, key

    @property
    def member(self) -> Member:
        """Who this is; raises `Forbidden` once they are removed."""
        return self.table.members.whose(self._key)

    @property
    def setup(self) -> Setup:
        return self.table.setup

    def as_keeper(self, work: Callable[[int], T]) -> T:
        """Does what only the keeper may, on the version of the rights that it is handed; anew where they moved."""
        for _ in range(TRIES):
            members = self.table.newest_members()
            if members.whose(self._key).role != KEEPER:
                raise NotAllowed(KEEPER)
            with suppress(Moved):
                return work(members.version)
        raise Moved

    def read(self) -> History:
        """The table as it stands now, for as long as they belong to it."""
        history = self.table.read()
        self.table.members.whose(self._key)
        return history

    def read_end(self) -> End:
        """The same, without what only those need who go back in the log."""
        end = self.table.read_end()
        self.table.members.whose(self._key)
        return end

    def stands_at(self) -> int:
        """How far the log is, for as long as they belong to the table. Nothing of it is worked out."""
        revision = self.table.stands_at()
        self.table.members.whose(self._key)
        return revision

    def exported(self) -> dict[str, Any]:
        """The whole log, for as long as they belong to the table. Nothing of it is worked out."""
        self.table.newest_members().whose(self._key)
        return self.table.exported()

    def record(self, draft: Draft, dry_run: bool = False) -> Outcome:
        """Records what they enter."""
        return self.table.record(draft, dry_run, self._key)

    def change(self, changing: Changing) -> None:
        """Changes the members, as this one may."""
        self.table.change_members(changing)

    def hand_over(self, number: int) -> None:
        """Makes another one the keeper, or takes that back."""
        self.change(lambda members: members.hand_over(members.whose(self._key), number))

    def claim(self, *, again: bool = False) -> None:
        """Asks to be the keeper, whose phone may be gone; only `again`, where they have asked already."""
        now = self.table.backing.steady.now()
        self.change(lambda members: members.claim(members.whose(self._key), now, again=again))

    def forget_claim(self, number: int) -> None:
        """Says no to a claim, or takes an own one back."""
        self.change(lambda members: members.forget_claim(members.whose(self._key), number))

    def remove(self, number: int, *, keep_invites: bool = False) -> None:
        """Removes a member, and with them the invites unless they are kept; or leaves."""

        def remove(members: Members) -> Change:
            return members.remove(members.whose(self._key), number, keep_invites=keep_invites)

        self.change(remove)

    def place(self, number: int, wish: Mapping[str, Any]) -> None:
        """Gives a member a `role`, a `seat`, a `name`; what is left out stays."""
        self.change(lambda members: members.place(members.whose(self._key), number, wish))

    def answer(self, number: int, approve: bool, place: Mapping[str, Any] | None = None) -> None:
        """The keeper's nod to who asks to join, with a `role` or a `seat` where it gives another one; or not."""
        self.change(lambda members: members.answer(members.whose(self._key), number, approve, place))

    def doubt(self, draw: Mapping[str, Any] | None) -> None:
        """Asks everybody whether a draw, as `entry_id` and `entry`, is one that others entered; None: no longer."""
        found = None if draw is None else write_draw(draw, self.read_end())
        self.change(lambda members: members.doubt(members.whose(self._key), found))

    def settle(self, number: int, same: bool) -> None:
        """Answers the doubt of a member."""
        self.change(lambda members: members.settle(members.whose(self._key), number, same))

    def enter_by_keeper_only(self, on: bool) -> None:
        """Whether only the keeper enters."""
        self.change(lambda members: members.enter_by_keeper_only(members.whose(self._key), on))

    def call(self, name: str | None) -> None:
        """Gives the table a name, or with None none."""
        self.change(lambda members: members.call(members.whose(self._key), name))

    def members_json(self) -> dict[str, object]:
        """The members as this one may see them."""
        return self._members_json(self.table.members, self.member)

    def _members_json(self, members: Members, me: Member) -> dict[str, object]:
        names = self.table.names
        if any(one.seat is not None and one.seat >= len(names) for one in (*members.here, *members.asking)):
            names = self.table.read_end().state.game.names
        return members_json(members, names, me, self.table.backing.steady.now())

    def follow(
        self, since: int | None, beat: float, leave: Leave | None = None, entered: bool = False
    ) -> Iterator[News]:
        """The same as `steps`, waiting where there is nothing new."""
        for step in self.steps(since, beat, leave, entered):
            if isinstance(step, News):
                yield step
            else:
                step.wakes.rest(step.seconds)

    def steps(
        self,
        since: int | None,
        beat: float,
        leave: Leave | None = None,
        entered: bool = False,
        ring: Callable[[], None] | None = None,
    ) -> Iterator[News | Pause]:
        """Everything after a revision, and then whatever is new, until they `leave`, are removed or the process ends:
        lines as they were `entered`, or with what followed from them. Where there is nothing new there is a pause: to be
        gone on from when `ring` is called, or its time is over.

        After `beat` seconds without news there is a sign of life. Now and then the log is read also without a
        wake-up, which may get lost between processes.
        """
        table, key, look = self.table, self._key, self.table.backing.look
        tell = table.lines_entered if entered else table.lines_written
        with table.backing.live.subscribe(table.id, ring) as wakes:
            if leave is not None:
                leave.wakes(wakes)
            revision = table.stands_at()
            at = revision if since is None else min(since, revision)
            yield News("hello", revision)
            version, quiet, told = -1, 0.0, None
            pause = Pause(wakes, min(beat, look))
            try:
                while True:
                    lines = tell(at)
                    members = table.members  # never older than the lines
                    me = members.whose(key)
                    for revision, data in lines:
                        yield News("line", revision, data)
                        at, quiet = revision, 0.0
                    if lines and told:
                        table.backing.watch.news_sent(time.time() - wakes.told_at())
                    if members.version != version:
                        version = members.version
                        yield News("members", 0, orjson.dumps(self._members_json(members, me)))
                    # Nothing is held on to while the stream is quiet.
                    del lines, members, me
                    yield pause
                    told = wakes.heard()
                    if told:
                        table.hear(told)
                    elif told == EVERYTHING:
                        table.stands_at()
                    else:
                        table.look(look / 2)  # others of this table look too
                        quiet += pause.seconds
                    if quiet >= beat:
                        quiet = 0.0
                        yield News("quiet")
            except Forbidden:
                yield News("removed")
            except Stopped:
                return
