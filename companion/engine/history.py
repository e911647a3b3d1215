"""The log and its fold: record, undo, redo, correct an earlier entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from .entries import Entry
from .ledger import LedgerLine
from .record import Recorded, record
from .refusals import EngineError, Malformed, Reason, Refusal, TooMuchWork
from .setup import open_table
from .state import Setup, State
from .timeline import EMPTY, END, Held, Timeline, after, at_depth, down, held_after, not_after, shared

# After so many entries the table is kept, so that going on from there repeats no more than those.
STRIDE = 32
MOVES = ("undo", "redo")


@dataclass(frozen=True, slots=True)
class Correction:
    """A line that changes what was entered before.

    `undo` and `redo` go by `count` actions, or `undo` back `to` a revision that stays the last one;
    `change`, `remove` and `insert` name the `revision` of an entry that holds now (insert: before it).
    """

    type: str
    count: int = 1
    to: int | None = None
    revision: int | None = None
    entry: Entry | None = None
    override: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log: an entry or a correction."""

    entry_id: str
    entry: Entry | None = None
    correction: Correction | None = None
    override: bool = False
    # What a kept line says that cannot be read: it is handed on as it is, and changes nothing.
    unread: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class History:
    """A table's log with everything that follows from it.

    `marks` are the tables before the first of the entries that hold, and before every thirty-second after it.
    `pardoned` are entries that hold although these rules refuse them: they were recorded by others.
    """

    setup: Setup
    lines: tuple[Line, ...]
    state: State
    timeline: Timeline = EMPTY
    last: Recorded | None = None
    marks: tuple[State, ...] = ()
    pardoned: frozenset[Held] = frozenset()

    @property
    def revision(self) -> int:
        return len(self.lines)


def open_history(setup: Setup) -> History:
    """A new table with an empty log; raises Refusal or Malformed."""
    return History(setup, (), open_table(setup))


def replay(
    state: State, held: Sequence[Held], pardoned: Callable[[Held], bool] = lambda _: False
) -> Iterator[Recorded]:
    """Record the entries one after the other; raises Refusal naming the entry that no longer holds, where that one
    is not pardoned.
    """
    for item in held:
        try:
            recorded = record(state, item.entry, item.override)
        except EngineError as error:
            if not pardoned(item):
                raise no_longer_holds(item, error) from error
            recorded = _pardon(state, item.entry, error)
        state = recorded.state
        yield recorded


def _pardon(state: State, entry: Entry, error: EngineError) -> Recorded:
    """An entry that was recorded by other rules than these: it happened anyway, or it changes nothing and says so."""
    reason = error.reason if isinstance(error, Refusal) else Reason("NO_EFFECT", "happened_anyway")
    if reason.overridable:
        with suppress(EngineError):
            return replace(record(state, entry, True), pardoned=True)
    params = {"code": reason.code, "rule": reason.rule}
    line = LedgerLine("does_not_fit", "happened_anyway", params=params)
    return Recorded(state, (line,), "NO_EFFECT", (reason,), pardoned=True)


def replayed_from(history: History, place: int) -> Iterator[tuple[int, Held, State, Recorded]]:
    """The entries that hold from a place on: each with its place, the table before it, and what it brought about."""
    first = place // STRIDE * STRIDE
    held = history.timeline.held[first:]
    if place < len(history.timeline.held):
        state = history.marks[place // STRIDE]
        for at, (item, recorded) in enumerate(zip(held, replay(state, held, _any), strict=True), first):
            if at >= place:
                yield at, item, state, recorded
            state = recorded.state


def no_longer_holds(item: Held, error: EngineError) -> Refusal:
    """A correction is refused because a later entry contradicts it."""
    rule, code = "happened_anyway", "MALFORMED"
    if isinstance(error, Refusal):
        rule, code = error.rule, error.code
    return Refusal(Reason("LATER_ENTRY_FAILS", rule, {"revision": item.revision, "code": code}))


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
    item = Held(history.revision + 1, line.entry, line.override)
    recorded = (
        next(replay(history.state, (item,), _any))
        if kept
        else record(history.state, line.entry, line.override)
    )
    timeline, marks, pardoned = history.timeline.entered(item), history.marks, history.pardoned
    if len(history.timeline.held) % STRIDE == 0:
        marks = (*marks, history.state)
    if recorded.pardoned:
        pardoned |= {item}
    lines = (*history.lines, line)
    return History(history.setup, lines, recorded.state, timeline, recorded, marks, pardoned), recorded


def fold(setup: Setup, lines: Sequence[Line], budget: int | None = None, kept: bool = False) -> History:
    """The history of a whole log: only the entries that hold in the end are recorded."""
    return extend(open_history(setup), lines, budget, kept)


def extend(history: History, lines: Sequence[Line], budget: int | None = None, kept: bool = False) -> History:
    """The history with several lines more, of which only those that hold in the end are recorded."""
    course = _Course(history.timeline)
    for revision, line in enumerate(lines, history.revision + 1):
        try:
            course.follow(line, revision)
        except EngineError:
            if not kept:
                raise
    timeline = course.timeline()
    same = shared(history.timeline.held, timeline.held)
    # The last entry is recorded in any case: it is told what it brought about.
    marks = list(history.marks[: min(same, max(0, len(timeline.held) - 1)) // STRIDE + 1])
    first = max(0, len(marks) - 1) * STRIDE
    state = marks.pop() if marks else history.state
    last: Recorded | None = None
    work, held = 0, timeline.held[first:]
    pardoned = set(timeline.held[:first]) & history.pardoned if history.pardoned else set()
    # Going back or forth comes to what held before, and was recorded.
    known = kept or all(line.correction is not None and line.correction.type in MOVES for line in lines)
    found = replay(state, held, _any if known else history.pardoned.__contains__)
    for place, (item, recorded) in enumerate(zip(held, found, strict=True), first):
        if place % STRIDE == 0:
            marks.append(state)
        state, last = recorded.state, recorded
        if recorded.pardoned:
            pardoned.add(item)
        if budget is not None:
            work += effort(state)
            if work > budget:
                raise TooMuchWork(item.revision)
    return History(
        history.setup,
        (*history.lines, *lines),
        state,
        timeline,
        last,
        tuple(marks),
        frozenset(pardoned),
    )


def _any(_: Held) -> bool:
    return True


def reached(timeline: Timeline, correction: Correction) -> tuple[int, ...]:
    """The revisions of the actions that a possible correction takes back, brings back, changes or comes before."""
    if correction.type == "redo":
        top = at_depth(timeline.tip, min(timeline.top.depth + correction.count, timeline.tip.depth))
        return tuple(action.revision for action in down(top, timeline.top.depth))
    if correction.type == "undo":
        course = _Course(timeline)
        course.undo(correction)
        return tuple(action.revision for action in down(timeline.top, course.top.depth))
    return (correction.revision or 0,)


class _Course:
    """A timeline while lines are added to it. What holds is worked out only where a line asks for it."""

    def __init__(self, timeline: Timeline) -> None:
        self.top, self.tip = timeline.top, timeline.tip
        self._held: list[Held] | None = list(timeline.held)

    def timeline(self) -> Timeline:
        return Timeline(tuple(self.held), self.top, self.tip)

    @property
    def held(self) -> list[Held]:
        if self._held is None:
            self._held = held_after(self.top)
        return self._held

    def follow(self, line: Line, revision: int) -> None:
        """What a line does to the entries that hold; raises Refusal or Malformed for an impossible correction."""
        correction = line.correction
        if line.unread is not None:
            return
        if line.entry is not None:
            self._act(revision, END, 0, Held(revision, line.entry, line.override))
        elif correction is None:
            raise Malformed("entry", "an entry or a correction")
        elif correction.type == "undo":
            self.undo(correction)
        elif correction.type == "redo":
            self.redo(correction.count)
        else:
            self._change(correction, revision)

    def undo(self, correction: Correction) -> None:
        depth = self.top.depth
        if correction.to is not None:
            self._go(not_after(self.top, correction.to).depth)
        elif correction.count <= depth:
            self._go(depth - correction.count)
        if self.top.depth == depth:
            raise Refusal(Reason("NOTHING_TO_UNDO", "count", {"count": depth}))

    def redo(self, count: int) -> None:
        possible = self.tip.depth - self.top.depth
        if not 0 < count <= possible:
            raise Refusal(Reason("NOTHING_TO_REDO", "count", {"count": possible}))
        self._go(self.top.depth + count)

    def _go(self, depth: int) -> None:
        if depth != self.top.depth:
            self.top, self._held = at_depth(self.tip, depth), None

    def _change(self, correction: Correction, revision: int) -> None:
        named = correction.revision
        place = next((at for at, item in enumerate(self.held) if item.revision == named), None)
        if place is None:
            raise Malformed("correction.revision", "the revision of an entry that holds now")
        if correction.type == "remove":
            self._act(revision, place, 1, None)
            return
        if correction.entry is None:
            raise Malformed("correction.entry", "the entry that is right")
        inserts = correction.type == "insert"
        name = revision if inserts else self.held[place].revision
        right = Held(name, correction.entry, correction.override)
        self._act(revision, place, 0 if inserts else 1, right)

    def _act(self, revision: int, place: int, cut: int, put: Held | None) -> None:
        if self._held is not None:
            self._held[place : place + cut] = () if put is None else (put,)
        self.top = self.tip = after(self.top, revision, place, cut, put)
