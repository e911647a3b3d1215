"""The log and its fold: record, undo, redo, correct an earlier entry."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.engine.entering.entries import Entry
from companion.engine.opening.beginning import open_table
from companion.engine.refusals import MISSING, EngineError, Malformed, Reason, Refusal, TooMuchWork
from companion.engine.rules.record import Recorded, record
from companion.engine.rules.seating import check_own_name
from companion.engine.table.state import Setup, State

from .following import follow_on
from .growing import Growing
from .replaying import replay
from .timeline import Action, Held, Timeline, held_after, shared
from .timeline import Correction as Correction
from .timeline import Line as Line

# After so many entries the table is kept, so that going on from there repeats no more than those.
STRIDE = 32
MOVES = ("undo", "redo")
# After so many entries that corrections have reached over, later ones are kept as they stand, whatever they meant: a log
# that was made to be slow stays readable.
MOST_FOLLOWED = 10_000


class Undone(NamedTuple):
    """What an undo took back: an entry, or a change of earlier ones (None)."""

    entry: Entry | None


class Mark(NamedTuple):
    """A table that is kept for going back to it; what is counted of each card takes two bytes then, not eight."""

    state: State
    unseen: array[int]
    discards: array[int]

    @classmethod
    def of(cls, state: State) -> Mark:
        unseen, discards = array("h", state.unseen), array("h", state.known_discards)
        return cls(state._replace(unseen=(), known_discards=()), unseen, discards)

    def table(self) -> State:
        return self.state._replace(unseen=tuple(self.unseen), known_discards=tuple(self.discards))


class History(NamedTuple):
    """A table's log with everything that follows from it.

    `marks` are the tables before the first of the entries that hold, and before every thirty-second after it.
    `pardoned` are entries that hold although these rules refuse them: they were recorded by others, or before
    something was corrected. `followed` counts the entries that corrections have reached over.
    """

    setup: Setup
    lines: Growing[Line]
    state: State
    timeline: Timeline
    last: Recorded | None = None
    marks: tuple[Mark, ...] = ()
    pardoned: frozenset[Held] = frozenset()
    followed: int = 0

    @property
    def revision(self) -> int:
        return len(self.lines)

    @property
    def newest(self) -> Held | None:
        """The last of the entries that hold."""
        return self.timeline.held[-1] if self.timeline.held else None

    @property
    def newest_line(self) -> Line | None:
        """The last line of the log."""
        return self.lines[-1] if self.lines else None

    @property
    def held_count(self) -> int:
        """How many entries hold."""
        return len(self.timeline.held)

    @property
    def undoable(self) -> int:
        """The actions that undo can take back."""
        return self.timeline.depth

    @property
    def redoable(self) -> int:
        """The actions that redo can bring back."""
        return self.timeline.redoable

    @property
    def corrected(self) -> bool:
        """Whether the newest action is no entry, but puts earlier ones right."""
        return self.timeline.corrected

    @property
    def undone(self) -> Undone | None:
        """What the newest line took back, where that is an undo of one action."""
        correction = self.lines[-1].correction if self.lines else None
        if (
            correction is None
            or correction.type != "undo"
            or correction.count != 1
            or correction.to is not None
        ):
            return None
        timeline = self.timeline
        action = timeline.actions[timeline.depth] if timeline.redoable else None
        return Undone(action.entry if isinstance(action, Held) else None)


def open_history(setup: Setup) -> History:
    """A new table with an empty log; raises Refusal or Malformed."""
    nothing: Growing[Held] = Growing()
    return History(setup, nothing, open_table(setup), Timeline(nothing, nothing))


def replayed_from(history: History, place: int) -> Iterator[tuple[int, Held, State, Recorded]]:
    """The entries that hold from a place on: each with its place, the table before it, and what it brought about."""
    first = place // STRIDE * STRIDE
    held = history.timeline.held[first:]
    if place < len(history.timeline.held):
        state = history.marks[place // STRIDE].table()
        for at, (item, recorded) in enumerate(zip(held, replay(state, held, _any), strict=True), first):
            if at >= place:
                yield at, item, state, recorded
            state = recorded.state


def effort(state: State) -> int:
    """What recording at this table costs, 1 where little lies on it: cards are looked at for one another."""
    owned = sum(len(player.display) + len(player.expeditions) for player in state.players)
    return 1 + (len(state.harbor) + len(state.expeditions)) * (8 + owned) // 256


def append(
    history: History, line: Line, budget: int | None = None, kept: bool = False
) -> tuple[History, Recorded]:
    """The history with one line more, and what it brought about; raises Refusal or Malformed, changing nothing.

    `budget` is the work that a correction may cost; above it TooMuchWork is raised. `kept`: the line was recorded
    before, perhaps by other rules, and is not refused.
    """
    if line.entry is None:
        found = extend(history, (line,), budget, kept)
        return found, Recorded(found.state, (), "OK")
    item = Held(line.entry_id, line.entry, None, line.override, None, history.revision + 1)
    recorded = recorded_next(history.state, item, kept)
    timeline, marks, pardoned = history.timeline.entered(item), history.marks, history.pardoned
    if len(history.timeline.held) % STRIDE == 0:
        marks = (*marks, Mark.of(history.state))
    if recorded.pardoned:
        pardoned |= {item}
    # As long as nothing was corrected, the log and what holds are the same.
    whole = history.lines is history.timeline.held
    lines = timeline.held if whole else history.lines.with_one(item)
    return History(
        history.setup, lines, recorded.state, timeline, recorded, marks, pardoned, history.followed
    ), recorded


def recorded_next(state: State, item: Held, kept: bool) -> Recorded:
    """What an entry brings about at the end of a log; raises Refusal or Malformed where it was not `kept` before."""
    if kept:
        return next(replay(state, (item,), _any))
    check_own_name(state, item.entry)
    return record(state, item.entry, item.override)


def fold(setup: Setup, lines: Sequence[Line], budget: int | None = None, kept: bool = False) -> History:
    """The history of a whole log: only the entries that hold in the end are recorded."""
    return extend(open_history(setup), lines, budget, kept)


def extend(history: History, lines: Sequence[Line], budget: int | None = None, kept: bool = False) -> History:
    """The history with several lines more, of which only those that hold in the end, or when something before them was
    corrected, are recorded.
    """
    since = 0
    for at, line in enumerate(lines):
        if line.correction is not None and line.correction.keep:
            if since < at:
                history = _go_on(history, lines[since:at], budget, kept)
            history = _correct(history, line, line.correction, budget, kept)
            since = at + 1
    return _go_on(history, lines[since:], budget, kept) if since < len(lines) else history


def _go_on(history: History, lines: Sequence[Line], budget: int | None, kept: bool) -> History:
    """Entries, undo and redo, and corrections that leave all that comes after them as it reads."""
    course, written = _Course(history.timeline), list(lines)
    for at, line in enumerate(lines):
        revision = history.revision + at + 1
        try:
            written[at] = course.follow(line, revision)
        except EngineError as error:
            if not kept:
                error.line = revision
                raise
    timeline = course.timeline()
    same = shared(history.timeline.held, timeline.held)
    # Going back or forth comes to what held before, and was recorded.
    known = kept or all(line.correction is not None and line.correction.type in MOVES for line in lines)
    known = known or history.followed > MOST_FOLLOWED

    def pardoned(item: Held) -> bool:
        return known or item.kept is not None or item.accepted is not None or item in history.pardoned

    # The last entry is recorded in any case: it is told what it brought about.
    after = _Refolded(history, min(same, max(0, len(timeline.held) - 1)), budget)
    held = timeline.held[after.first :]
    for item, recorded in zip(held, replay(after.state, held, pardoned), strict=True):
        after.add(item, recorded)
    return after.history(written, timeline, history.followed)


def _correct(history: History, line: Line, correction: Correction, budget: int | None, kept: bool) -> History:
    """A correction that keeps what was entered after it."""
    revision, course = history.revision + 1, _Course(history.timeline)
    try:
        place, cut, own = course.corrected(correction, revision)
        followed = history.followed + len(course.held) - place
        after = _Refolded(history, place, budget)
        held, until = history.timeline.held, place - after.first
        for item, recorded in zip(
            held[after.first : place], replay(after.state, held[after.first : place], _any), strict=True
        ):
            after.add(item, recorded)
        rest = held[place:]
        if followed > MOST_FOLLOWED:
            rest = (*own, *rest[cut:])
            for item, recorded in zip(rest, replay(after.state, rest, _any), strict=True):
                after.add(item, recorded)
        else:
            own_is = "kept" if correction.type == "replace" else "pardoned" if kept else "strict"
            for item, recorded in follow_on(after.state, cut, own, rest, revision, own_is):
                after.add(item, recorded)
    except TooMuchWork:
        raise
    except EngineError as error:
        if not kept:
            error.line = error.line or revision
            raise
        return history._replace(lines=history.lines.with_one(line))
    put = after.held[until:]
    # What stays as it was at the end is no part of the action.
    tail = len(put) - len(own)
    while tail and put[len(own) + tail - 1] is rest[len(rest) - (len(put) - len(own)) + tail - 1]:
        tail -= 1
    course.change(revision, place, cut + tail, tuple(put[: len(own) + tail]))
    return after.history((line,), course.timeline(), followed)


class _Refolded:
    """A history while its entries are recorded again from a place on."""

    def __init__(self, history: History, place: int, budget: int | None) -> None:
        self._before, self._budget, self._work = history, budget, 0
        self._marks = list(history.marks[: place // STRIDE + 1])
        self.first = max(0, len(self._marks) - 1) * STRIDE
        self.state = self._marks.pop().table() if self._marks else history.state
        self._last: Recorded | None = None
        self._pardoned = (
            set(history.timeline.held[: self.first]) & history.pardoned if history.pardoned else set()
        )
        self.held: list[Held] = []

    def add(self, item: Held, recorded: Recorded) -> None:
        """One entry more, and what it brought about."""
        if len(self.held) % STRIDE == 0:
            self._marks.append(Mark.of(self.state))
        self.held.append(item)
        self.state, self._last = recorded.state, recorded
        if recorded.pardoned:
            self._pardoned.add(item)
        if self._budget is not None:
            self._work += effort(self.state)
            if self._work > self._budget:
                raise TooMuchWork(item.revision)

    def history(self, lines: Sequence[Line], timeline: Timeline, followed: int) -> History:
        before = self._before
        return History(
            before.setup,
            before.lines.with_all(lines).or_same(timeline.held),
            self.state,
            timeline,
            self._last,
            tuple(self._marks),
            frozenset(self._pardoned),
            followed,
        )


def _any(_: Held) -> bool:
    return True


def reached(timeline: Timeline, correction: Correction) -> tuple[int, ...]:
    """The revisions of the actions that a possible correction takes back, brings back, changes or comes before."""
    depth = timeline.depth
    if correction.type == "redo":
        return tuple(action.revision for action in timeline.actions[depth : depth + correction.count])
    if correction.type == "undo":
        course = _Course(timeline)
        course.undo(correction)
        return tuple(action.revision for action in timeline.actions[course.depth : depth])
    if correction.type == "replace":
        held = [item.revision for item in timeline.held]
        place = held.index(correction.revision or 0) if correction.revision in held else len(held)
        return tuple(held[place : place + correction.count])
    return (correction.revision or 0,)


def _put(revision: int, entry: Entry, override: bool) -> Held:
    """What a correction says in the place of an entry."""
    return Held("", entry, None, override, None, revision)


class _Course:
    """A timeline while lines are added to it. What holds is worked out only where a line asks for it."""

    def __init__(self, timeline: Timeline) -> None:
        self._actions, self.depth = list(timeline.actions), timeline.depth
        self._held: list[Held] | None = list(timeline.held)

    def timeline(self) -> Timeline:
        held = Growing(self.held)
        return Timeline(held, Growing(self._actions).or_same(held), self.depth)

    @property
    def held(self) -> list[Held]:
        if self._held is None:
            self._held = held_after(self._actions[: self.depth])
        return self._held

    def follow(self, line: Line, revision: int) -> Line:
        """What a line does to the entries that hold, and the line as it is kept; raises Refusal or Malformed for an
        impossible correction.
        """
        correction = line.correction
        if line.unread is not None:
            return line
        if line.entry is not None:
            item = Held(line.entry_id, line.entry, None, line.override, None, revision)
            self._act(item)
            if self._held is not None:
                self._held.append(item)
            return item
        if correction is None:
            raise Malformed("entry", "one_or_more_of", MISSING, choices=("entry", "correction"))
        if correction.type == "undo":
            self.undo(correction)
        elif correction.type == "redo":
            self.redo(correction.count)
        else:
            self.change(revision, *self.corrected(correction, revision))
        return line

    def undo(self, correction: Correction) -> None:
        depth = self.depth
        if correction.to is not None:
            self._go(bisect_right(self._actions, correction.to, hi=depth, key=lambda action: action.revision))
        elif correction.count <= depth:
            self._go(depth - correction.count)
        if self.depth == depth:
            raise Refusal(Reason("NOTHING_TO_UNDO", "count", {"count": depth}))

    def redo(self, count: int) -> None:
        possible = len(self._actions) - self.depth
        if not 0 < count <= possible:
            raise Refusal(Reason("NOTHING_TO_REDO", "count", {"count": possible}))
        self._go(self.depth + count)

    def _go(self, depth: int) -> None:
        if depth != self.depth:
            self.depth, self._held = depth, None

    def corrected(self, correction: Correction, revision: int) -> tuple[int, int, tuple[Held, ...]]:
        """Where a correction changes the entries that hold, how many of them go, and which ones come."""
        named = correction.revision
        place = next((at for at, item in enumerate(self.held) if item.revision == named), None)
        if place is None:
            raise Malformed("correction.revision", "entry_that_holds")
        override = correction.override
        if correction.type == "accept":
            return place, 1, (replace(self.held[place], accepted=revision),)
        if correction.type == "remove":
            return place, 1, ()
        if correction.type == "replace":
            cut = correction.count
            if cut > len(self.held) - place:
                raise Malformed("correction.count", "at_most", most=len(self.held) - place)
            # A revision names one entry only.
            names = (*(item.revision for item in self.held[place : place + cut]), revision)
            if len(correction.entries) > len(names):
                raise Malformed("correction.entries", "at_most", most=len(names))
            right = zip(names, correction.entries, strict=False)
            return place, cut, tuple(_put(name, entry, override) for name, entry in right)
        if correction.entry is None:
            raise Malformed("correction.entry", "object", MISSING)
        inserts = correction.type == "insert"
        name = revision if inserts else self.held[place].revision
        return place, 0 if inserts else 1, (_put(name, correction.entry, override),)

    def change(self, revision: int, place: int, cut: int, put: tuple[Held, ...]) -> None:
        """A change of earlier entries."""
        self._act(Action(revision, place, cut, put))
        if self._held is not None:
            self._held[place : place + cut] = put

    def _act(self, action: Held | Action) -> None:
        self._actions[self.depth :] = [action]
        self.depth += 1
