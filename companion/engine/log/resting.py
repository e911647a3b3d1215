"""A table at rest: its end without its log. Entries go on from there, and the view is drawn; whatever goes back needs the
log folded again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from companion.engine.entering.entries import Entry
from companion.engine.rules.record import Recorded
from companion.engine.table.state import Setup, State

from .history import Line, Undone, recorded_next
from .timeline import Held


class End(Protocol):
    """What a view needs of a history, whether the rest of it is at hand or not."""

    @property
    def setup(self) -> Setup: ...
    @property
    def state(self) -> State: ...
    @property
    def revision(self) -> int: ...
    @property
    def last(self) -> Recorded | None: ...
    @property
    def newest(self) -> Held | None: ...
    @property
    def newest_line(self) -> Line | None: ...
    @property
    def held_count(self) -> int: ...
    @property
    def undoable(self) -> int: ...
    @property
    def redoable(self) -> int: ...
    @property
    def corrected(self) -> bool: ...
    @property
    def undone(self) -> Undone | None: ...


@dataclass(frozen=True, slots=True)
class Resting:
    """The end of a history: its state, what came last, and how many actions there are before."""

    setup: Setup
    state: State
    revision: int
    last: Recorded | None
    newest: Held | None
    newest_line: Line | None
    held_count: int
    undoable: int
    redoable: int
    corrected: bool
    undone: Undone | None


def at_rest(history: End) -> Resting:
    """The end of a history, by itself."""
    return Resting(**{name: getattr(history, name) for name in Resting.__slots__})


def entered_at_rest(
    resting: Resting, line: Line, entry: Entry, kept: bool = False
) -> tuple[Resting, Recorded]:
    """With one entry more, as `append` does it: the end that it comes to, and what it brought about; raises Refusal or
    Malformed.
    """
    item = Held(line.entry_id, entry, None, line.override, None, resting.revision + 1)
    recorded = recorded_next(resting.state, item, kept)
    return replace(
        resting,
        state=recorded.state,
        revision=item.revision,
        last=recorded,
        newest=item,
        newest_line=item,
        held_count=resting.held_count + 1,
        undoable=resting.undoable + 1,
        redoable=0,
        corrected=False,
        undone=None,
    ), recorded
