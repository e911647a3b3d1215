"""One table in memory: its fold, kept in step with its log, and who may do what at it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

import orjson

from companion.engine import (
    End,
    EngineError,
    History,
    Line,
    Malformed,
    Recorded,
    Resting,
    Setup,
    append,
    at_rest,
    codec,
    entered_at_rest,
    reached,
    settled,
)
from companion.storage import Conflict, Moved, StoredLine, StoredTable

from .aside import SHORT
from .backing import Backing
from .clock import Waits
from .drafts import Draft, Outcome
from .entered import NOTHING, Entered, entered_by, stored_as
from .errors import EntryIdReused, LogFull, LogUnreadable, NotAllowed, NotYours, Stale, TableError
from .lines import entered_line, exported_line, fold_log, read_lines, warn_of, warn_of_all, write_body
from .members import KEEPER, Change, Changing, Member, Members
from .newest import Newest, texts

Told = TypeVar("Told")
# How often something is done anew because others changed meanwhile who may do what.
TRIES = 10
# A log may have so many times the entries that may hold, with all that was taken back.
LONGEST_LOG = 3
# What a table takes in memory, and each line of its log with what follows from it, beside the line's own text.
KEPT_BYTES, LINE_BYTES, LINE_TEXT = 20_000, 500, 100
# What is left of it at rest.
RESTING_BYTES = 20_000


class Table:
    """A table that is open here. Its history only ever moves along its log."""

    __slots__ = (
        "_at",
        "_backing",
        "_folded",
        "_lock",
        "_looked",
        "_members",
        "_plain",
        "_recent",
        "_setup",
        "_text",
        "_waits",
        "code",
        "id",
        "opened_at",
    )

    def __init__(self, stored: StoredTable, backing: Backing) -> None:
        """Nothing is folded yet: whoever asks may have no right to it."""
        self.id, self.code, self._backing = stored.id, stored.code, backing
        # In seconds since 1970, by the table's own account.
        self.opened_at = stored.opened_at
        try:
            self._setup = codec.setup_from_json(orjson.loads(stored.setup), kept=True)
        except (EngineError, orjson.JSONDecodeError) as error:
            raise LogUnreadable(f"table {stored.id}: {error}") from error
        self._waits = Waits(backing.steady)
        self._reload_members()
        # All of it, or its end alone, from which entries go on.
        self._folded: History | Resting | None = None
        # How far the log is known to be as long as nothing of it is folded.
        self._at = 0
        self._text = len(stored.setup)
        self._recent, self._plain = Newest(), Newest()
        self._looked = time.monotonic()
        # Held also while the log is folded: whoever records may find that it has to be.
        self._lock = threading.RLock()

    @classmethod
    def opened(
        cls, stored: StoredTable, history: History, lines: Sequence[StoredLine], backing: Backing
    ) -> Table:
        """A table that was just opened. With a log that it brings along it rests: phones work that out by themselves."""
        table = cls(stored, backing)
        table._folded, table._setup = at_rest(history) if lines else history, history.setup
        table._text += sum(len(line.body) for line in lines)
        return table

    @property
    def _history(self) -> History:
        """All of it; at rest it is folded again."""
        folded = self._folded
        if not isinstance(folded, History):
            with self._lock:
                folded = self._folded if isinstance(self._folded, History) else self._fold()
        return folded

    @property
    def _end(self) -> End:
        """Where it stands: enough for the view, and for one entry more."""
        return self._folded or self._history

    @property
    def is_awake(self) -> bool:
        """Whether all of it is in memory."""
        return isinstance(self._folded, History)

    def rest(self) -> bool:
        """Lets go of all but its end; whether it could: not while somebody is at it."""
        if not self._lock.acquire(blocking=False):
            return False
        try:
            if isinstance(self._folded, History):
                self._folded = at_rest(self._folded)
                self._recent, self._plain = Newest(), Newest()
        finally:
            self._lock.release()
        return True

    def _fold(self) -> History:
        lines = self._backing.store.lines(self.id)
        try:
            if self._setup.settled is None:
                self._settle()
            history = self._backing.aside(lambda: fold_log(self._setup, lines), len(lines))
        except (EngineError, LogUnreadable) as error:
            raise LogUnreadable(f"table {self.id}: {error}") from error
        warn_of_all(self.id, history)
        self._text = sum(len(line.body) for line in lines)
        self._folded = history
        return history

    def _settle(self) -> None:
        """A table of an earlier form keeps from now on the rules that it was played by so far."""
        self._setup = settled(self._setup)
        self._backing.store.settle(self.id, orjson.dumps(codec.setup_json(self._setup)).decode())

    @property
    def size(self) -> int:
        """About how many bytes it takes in memory."""
        folded = self._folded
        if not isinstance(folded, History):
            return RESTING_BYTES
        return KEPT_BYTES + self._text + folded.revision * LINE_BYTES

    @property
    def setup(self) -> Setup:
        """What the group chose when the table was opened."""
        return self._setup

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all seats, as far as they are known without working out the log."""
        return self._setup.players if self._folded is None else self._folded.state.game.names

    @property
    def revision(self) -> int:
        """How much of the log is known here."""
        return self._end.revision

    def exported(self) -> dict[str, Any]:
        """The whole log as it is stored, without working out what it comes to."""
        lines = [exported_line(line) for line in self._backing.store.lines(self.id)]
        opened = {} if self.opened_at is None else {"opened": self.opened_at}
        return {"format": codec.FORMAT, **opened, "setup": codec.setup_json(self._setup), "lines": lines}

    @property
    def backing(self) -> Backing:
        """What it stands on."""
        return self._backing

    @property
    def members(self) -> Members:
        """Who is known here to belong to the table."""
        return self._members

    def read(self) -> History:
        """The table as its log and its rights stand now, whichever process wrote last."""
        self.read_end()
        return self._history

    def read_end(self) -> End:
        """The same, without what only those need who go back in the log."""
        self._looked = time.monotonic()
        revision, rights = self._backing.store.position(self.id)
        if revision != self._end.revision or rights != self._members.version:
            with self._lock:
                self._catch_up_with_members()
        return self._end

    def stands_at(self) -> int:
        """The revision of the log, and the rights, as they stand now. A log that was not folded yet stays so."""
        if self._folded is not None:
            return self.read_end().revision
        self._looked = time.monotonic()
        revision, rights = self._backing.store.position(self.id)
        self._at = max(self._at, revision)  # somebody may have heard of more meanwhile
        if rights != self._members.version:
            with self._lock:
                self._reload_members()
        return self._at

    def look(self, seconds: float) -> None:
        """Looks at the table where nobody has for so long."""
        if time.monotonic() - self._looked >= seconds:
            self.stands_at()

    def hear(self, revision: int) -> None:
        """Somebody says that the log has this revision."""
        if self._folded is None:
            self._at = max(self._at, revision)
        elif revision > self._end.revision:
            with self._lock:
                if revision > self._end.revision:  # others of this process hear it too
                    self._catch_up_with_members()

    def lines_json(self, since: int) -> list[dict[str, Any]]:
        """The log after a revision, each line with its ledger, who entered it and when."""
        return self._lines_json(self._history, since)

    def _lines_json(self, history: History, since: int) -> list[dict[str, Any]]:
        entered = self._entered(since)
        rows = self._backing.aside(lambda: codec.lines_json(history, since), history.revision - since)
        return [entered.get(row["revision"], NOTHING).sign(row) for row in rows]

    def _entered(self, since: int) -> dict[int, Entered]:
        """What the log has beside its lines; seldom asked for, and kept nowhere else."""
        return {line.revision: stored_as(line) for line in self._backing.store.lines(self.id, since)}

    def worked_out(self, work: Callable[[], Told], entries: int = SHORT) -> Told:
        """What goes through the log, or through so many entries of it, where it keeps nobody waiting."""
        return self._backing.aside(work, entries)

    def lines_written(self, since: int) -> list[tuple[int, bytes]]:
        """The same as JSON texts, with their revisions; made once for all who follow the table."""
        if self._folded is None:
            if self._at <= since:
                return []
            self.read_end()  # and with the lines the rights, which are never older
        with self._lock:
            recent = self._recent.after(since, self._end.revision)
        return texts(self._lines_json(self._history, since)) if recent is None else recent

    def lines_entered(self, since: int) -> list[tuple[int, bytes]]:
        """The same as they were entered, without what followed from them: nothing is worked out for that."""
        with self._lock:
            at = self._at if self._folded is None else self._folded.revision
            if (recent := self._plain.after(since, at)) is not None:
                return recent
            told = self._plain.add(entered_line(line) for line in self._backing.store.lines(self.id, since))
            self._newest_members()  # after the lines: who was removed before one of them is told none
        return told

    def record(self, draft: Draft, dry_run: bool = False, by: str | None = None) -> Outcome:
        """Records the draft; it is on the disk when this returns. With `dry_run` nothing is kept.

        `by` is the hash of a member's token. Raises what the engine refuses, `Stale`, `EntryIdReused`, and what
        the member's place does not allow.
        """
        line = codec.line_from_json({"entry_id": draft.entry_id, **draft.content}, self._end.state.game)
        body = write_body(line)
        with self._lock:
            for _ in range(TRIES):
                try:
                    outcome = self._record(draft, line, body, dry_run, by)
                    break
                except Moved:  # another process changed who may do what
                    self._reload_members()
                except (EngineError, TableError):
                    if not self._newest_members():
                        self._check_still_here(by)
                        raise
            else:
                raise Moved
            if outcome.known or dry_run:
                # A write is checked as it is written; what only answers is checked here.
                self._newest_members()
                self._check_still_here(by)
        if not (outcome.known or dry_run):
            self._backing.live.publish(self.id, outcome.revision)
        return outcome

    def change_members(self, changing: Changing) -> Members:
        """Works a change of the members out and writes it; on what others changed meanwhile, it is worked out anew."""
        with self._lock:
            # First, as a refusal is written nowhere, and neither is what seems to be done already.
            self._newest_members()
            for left in reversed(range(TRIES)):
                try:
                    change = changing(replace(self._members, seats=len(self.names)))
                except Malformed:
                    if self._folded is not None:
                        raise
                    # Somebody may have joined in mid-game, which only the log knows.
                    change = changing(replace(self._members, seats=len(self._history.state.game.names)))
                if change == Change():
                    return self._members
                after = self._members.after(change)
                try:
                    self._write(change, after)
                except (Moved, Conflict):
                    if not left:
                        raise
                    self._reload_members()
                    continue
                self._members = after
                break
        self._backing.live.publish(self.id)
        return self._members

    def newest_members(self) -> Members:
        """Who belongs to the table now, whichever process changed it."""
        with self._lock:
            self._newest_members()
        return self._members

    def _record(self, draft: Draft, line: Line, body: str, dry_run: bool, by: str | None) -> Outcome:
        if draft.base_revision != self._end.revision:
            self._catch_up()
            known = self._known(draft, body)
            if known:
                return known
        try:
            member, before = self._allowed(line, by), self._end
            entered = entered_by(member, draft.at, self._backing.clock())
            history, recorded = self._appended(line)
            self._check_room(history)
            if dry_run:
                told = codec.newest_line_json(before, history, recorded)
            else:
                stored = StoredLine(history.revision, draft.entry_id, body, *entered)
                self._backing.store.append(self.id, stored, self._members.version)
                told = self._move(history, recorded, entered)
        except (EngineError, Conflict, LogFull, NotAllowed, NotYours):
            # Refused by what this process knew: another one may know more, or this very entry already.
            self._catch_up()
            known = self._known(draft, body)
            if known:
                return known
            raise
        return Outcome(history.revision, history, told, before=before, size=len(body) + LINE_TEXT)

    def _check_room(self, after: End) -> None:
        """A full log still takes whatever leaves fewer entries: nobody can fill a table up for good. Those lines end
        by themselves, so that the longest log is `LONGEST_LOG` times what may hold.
        """
        most, held = self._backing.max_lines, after.held_count
        if held >= self._end.held_count and (held > most or after.revision > (LONGEST_LOG - 1) * most):
            raise LogFull(most)

    def _appended(self, line: Line, kept: bool = False) -> tuple[End, Recorded]:
        """The end that a line leads to. An entry goes on from where the table stands, a correction goes back."""
        end = self._end
        if line.entry is not None and isinstance(end, Resting):
            return entered_at_rest(end, line, line.entry, kept)
        history, budget = self._history, None if kept else self._backing.budget
        entries = 0 if line.entry is not None else history.revision
        return self._backing.aside(lambda: append(history, line, budget, kept), entries)

    def _allowed(self, line: Line, by: str | None) -> Member | None:
        """The member with that token's hash, where they may record the line."""
        if by is None:
            return None
        member = self._members.whose(by)
        self._members.check_enters(member)
        if line.correction is not None and member.role != KEEPER:
            revisions = reached(self._history.timeline, line.correction)
            entered = self._entered(min(revisions, default=0) - 1)
            for revision in revisions:
                one = entered.get(revision)
                if one is None or not self._members.same_place(member, one.member):
                    raise NotYours
        return member

    def _check_still_here(self, by: str | None) -> None:
        if by is not None:
            self._members.whose(by)

    def _known(self, draft: Draft, body: str) -> Outcome | None:
        """The draft where it was recorded before; raises `Stale` where it was not and others were."""
        earlier = self._backing.store.line_of_entry(self.id, draft.entry_id)
        if earlier:
            if earlier.body != body:
                raise EntryIdReused(draft.entry_id, earlier.revision)
            line = codec.lines_json(self._history, earlier.revision - 1, earlier.revision)[0]
            return Outcome(earlier.revision, self._history, line, known=True)
        if draft.base_revision != self._end.revision:
            raise Stale(self._end.revision, self.lines_json(draft.base_revision))
        return None

    def _catch_up_with_members(self) -> None:
        # The members last: who was removed before one of the lines was written is told none of them.
        self._catch_up()
        self._newest_members()

    def _catch_up(self) -> None:
        """Folds what another process has written."""
        since = self._end.revision
        stored = self._backing.store.lines(self.id, since=since)
        entered = {line.revision: stored_as(line) for line in stored}
        for revision, line in enumerate(read_lines(stored, since, self._end.state.game), since + 1):
            end, recorded = self._appended(line, kept=True)
            warn_of(self.id, revision, line, recorded)
            self._move(end, recorded, entered.get(revision, NOTHING))

    def _move(self, end: End, recorded: Recorded, entered: Entered) -> dict[str, Any]:
        """One line further along the log; gives it as it is told."""
        row = entered.sign(codec.newest_line_json(self._end, end, recorded))
        self._recent.add([row])
        self._text += len(row.get("entry_id", "")) + LINE_TEXT
        self._folded = cast("History | Resting", end)
        return row

    def _newest_members(self) -> bool:
        """Reads who belongs to the table, where another process changed that; tells whether it did."""
        if self._backing.store.position(self.id).rights == self._members.version:
            return False
        self._reload_members()
        return True

    def _reload_members(self) -> None:
        rights = self._backing.people.rights(self.id)
        told = rights._replace(members=self._waits.told_here(rights.members))
        self._members = Members(told, len(self.setup.players))

    def _write(self, change: Change, after: Members) -> None:
        self._backing.people.change(
            self.id,
            self._members.stored._replace(keeper_only=after.keeper_only, name=after.name),
            change.members,
            forgotten=change.forgotten,
            end_invites=change.end_invites,
            came_by=change.came_by,
        )
