"""The log and its fold: record, undo, redo, correct an earlier entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .entries import Entry
from .record import Recorded, record
from .refusals import EngineError, Malformed, Reason, Refusal
from .setup import open_table
from .state import Setup, State


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


@dataclass(frozen=True, slots=True)
class Held:
    """An entry that holds now, and the revision that brought it."""

    revision: int
    entry: Entry
    override: bool


@dataclass(frozen=True, slots=True)
class Change:
    """A correction of an earlier entry: its revision, and what held `before` it."""

    revision: int
    before: tuple[Held, ...]


@dataclass(frozen=True, slots=True)
class Undone:
    """An action taken back: the entry that held, or the change with what held after it."""

    entry: Held | None = None
    change: Change | None = None
    after: tuple[Held, ...] = ()


@dataclass(frozen=True, slots=True)
class Timeline:
    """Which entries hold, which changes made them so, and what redo would bring back, the next one last.

    `depth` counts the actions that undo can take back: entries and changes.
    """

    held: tuple[Held, ...] = ()
    changes: tuple[Change, ...] = ()
    depth: int = 0
    undone: tuple[Undone, ...] = ()


@dataclass(frozen=True, slots=True)
class History:
    """A table's log with everything that follows from it."""

    setup: Setup
    lines: tuple[Line, ...]
    state: State
    timeline: Timeline = Timeline()
    last: Recorded | None = None

    @property
    def revision(self) -> int:
        return len(self.lines)


def open_history(setup: Setup) -> History:
    """A new table with an empty log; raises Refusal or Malformed."""
    return History(setup, (), open_table(setup))


def replay(setup: Setup, held: Iterable[Held]) -> Iterator[Recorded]:
    """Record the entries one after the other; raises Refusal naming the entry that no longer holds."""
    state = open_table(setup)
    for item in held:
        try:
            recorded = record(state, item.entry, item.override)
        except EngineError as error:
            raise no_longer_holds(item, error) from error
        state = recorded.state
        yield recorded


def no_longer_holds(item: Held, error: EngineError) -> Refusal:
    """A correction is refused because a later entry contradicts it."""
    rule, code = "happened_anyway", "MALFORMED"
    if isinstance(error, Refusal):
        rule, code = error.rule, error.code
    return Refusal(Reason("LATER_ENTRY_FAILS", rule, {"revision": item.revision, "code": code}))


def _last(setup: Setup, held: Iterable[Held]) -> tuple[State, Recorded | None]:
    last = None
    for recorded in replay(setup, held):
        last = recorded
    return (last.state if last else open_table(setup)), last


def append(history: History, line: Line) -> tuple[History, Recorded]:
    """The history with one line more, and what it brought about; raises Refusal or Malformed, changing nothing."""
    timeline = advance(history.timeline, line, history.revision + 1)
    if line.entry is not None:
        recorded = record(history.state, line.entry, line.override)
        last: Recorded | None = recorded
    else:
        state, last = _last(history.setup, timeline.held)
        recorded = Recorded(state, (), "OK")
    return History(history.setup, (*history.lines, line), recorded.state, timeline, last), recorded


def fold(setup: Setup, lines: Sequence[Line]) -> History:
    """The history of a whole log: only the entries that hold in the end are recorded."""
    timeline = Timeline()
    for revision, line in enumerate(lines, 1):
        timeline = advance(timeline, line, revision)
    state, last = _last(setup, timeline.held)
    return History(setup, tuple(lines), state, timeline, last)


def advance(timeline: Timeline, line: Line, revision: int) -> Timeline:
    """What a line does to the entries that hold; raises Refusal or Malformed for an impossible correction."""
    if line.entry is not None:
        held = (*timeline.held, Held(revision, line.entry, line.override))
        return Timeline(held, timeline.changes, timeline.depth + 1)
    if line.correction is None:
        raise Malformed("entry", "an entry or a correction")
    if line.correction.type == "undo":
        return _undo(timeline, line.correction)
    if line.correction.type == "redo":
        return _redo(timeline, line.correction.count)
    held = _changed(timeline.held, line.correction, revision)
    changes = (*timeline.changes, Change(revision, timeline.held))
    return Timeline(held, changes, timeline.depth + 1)


def reached(timeline: Timeline, correction: Correction) -> tuple[int, ...]:
    """The revisions of the actions that a possible correction takes back, brings back, changes or comes before."""
    if correction.type == "redo":
        undone = timeline.undone[-correction.count :]
    elif correction.type == "undo":
        undone = _undo(timeline, correction).undone[len(timeline.undone) :]
    else:
        return (correction.revision or 0,)
    actions = (action.entry or action.change for action in undone)
    return tuple(action.revision for action in actions if action is not None)


def _changed(held: tuple[Held, ...], correction: Correction, revision: int) -> tuple[Held, ...]:
    place = next((i for i, item in enumerate(held) if item.revision == correction.revision), None)
    if place is None:
        raise Malformed("correction.revision", "the revision of an entry that holds now")
    if correction.type == "remove":
        return (*held[:place], *held[place + 1 :])
    if correction.entry is None:
        raise Malformed("correction.entry", "the entry that is right")
    if correction.type == "insert":
        inserted = Held(revision, correction.entry, correction.override)
        return (*held[:place], inserted, *held[place:])
    right = Held(held[place].revision, correction.entry, correction.override)
    return (*held[:place], right, *held[place + 1 :])


class _Rewind:
    """A timeline on its way back or forth, action by action."""

    def __init__(self, timeline: Timeline) -> None:
        self.held = list(timeline.held)
        self.changes = list(timeline.changes)
        self.depth = timeline.depth
        self.undone = list(timeline.undone)

    @property
    def last_action(self) -> int:
        """The revision of what undo takes back next; 0 where there is nothing."""
        entered = self.held[-1].revision if self.held else 0
        changed = self.changes[-1].revision if self.changes else 0
        return max(entered, changed)

    def back(self) -> None:
        if self.changes and self.changes[-1].revision == self.last_action:
            change = self.changes.pop()
            self.undone.append(Undone(change=change, after=tuple(self.held)))
            self.held = list(change.before)
        else:
            self.undone.append(Undone(entry=self.held.pop()))
        self.depth -= 1

    def forth(self) -> None:
        undone = self.undone.pop()
        if undone.entry is not None:
            self.held.append(undone.entry)
        elif undone.change is not None:
            self.changes.append(undone.change)
            self.held = list(undone.after)
        self.depth += 1

    def timeline(self) -> Timeline:
        return Timeline(tuple(self.held), tuple(self.changes), self.depth, tuple(self.undone))


def _undo(timeline: Timeline, correction: Correction) -> Timeline:
    rewind = _Rewind(timeline)
    if correction.to is not None:
        while rewind.depth and rewind.last_action > correction.to:
            rewind.back()
    elif correction.count <= timeline.depth:
        for _ in range(correction.count):
            rewind.back()
    if rewind.depth == timeline.depth:
        raise Refusal(Reason("NOTHING_TO_UNDO", "count", {"count": timeline.depth}))
    return rewind.timeline()


def _redo(timeline: Timeline, count: int) -> Timeline:
    if not 0 < count <= len(timeline.undone):
        raise Refusal(Reason("NOTHING_TO_REDO", "count", {"count": len(timeline.undone)}))
    rewind = _Rewind(timeline)
    for _ in range(count):
        rewind.forth()
    return rewind.timeline()
