"""The lines of a log, which entries of it hold, and going back and forth among the actions that brought them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.engine.entering.entries import Entry
from companion.engine.printed.cards import Card

from .growing import Growing


@dataclass(frozen=True, slots=True)
class Kept:
    """Why an entry stays that the rules refuse since an earlier one was corrected.

    `by` is the revision of that correction, `turn` the round and the seat in whose turn the entry happened, `gone` the
    card that it took and that lies there no longer.
    """

    by: int
    turn: tuple[int, int]
    gone: Card | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    """A line that changes what was entered before.

    `undo` and `redo` go by `count` actions, or `undo` back `to` a revision that stays the last one;
    `change`, `remove` and `insert` name the `revision` of an entry that holds now (insert: before it); `replace` has
    `entries` for `count` of them from that one on; `accept` leaves the entry as it stands and takes its mark away. `keep`: those after it stay what they were, and what the rules refuse
    of them happened anyway; without it one that no longer holds keeps the correction from being made.
    """

    type: str
    count: int = 1
    to: int | None = None
    revision: int | None = None
    entry: Entry | None = None
    override: bool = False
    keep: bool = False
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log: an entry or a correction."""

    entry_id: str
    entry: Entry | None = None
    correction: Correction | None = None
    override: bool = False
    # What a kept line says that cannot be read: it is handed on as it is, and changes nothing.
    unread: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Held(Line):
    """An entry that holds, or did: its line, and the revision that brought it. One stays the same one while others come and
    go before it. The log keeps it as its line, as there are hundreds of them.

    `accepted`: the revision by which the table said that it is right as it stands, whatever the rules have against it.
    """

    entry: Entry
    revision: int = 0
    kept: Kept | None = None
    accepted: int | None = None

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


class Action(NamedTuple):
    """What undo takes back beside entries: a change of earlier ones. It is kept as what it does to those that hold: `cut`
    of them go at `place`, and those of `put` come there.
    """

    revision: int
    place: int
    cut: int
    put: tuple[Held, ...]


class Timeline(NamedTuple):
    """The entries that hold after the first `depth` of the actions; redo leads from there on. An entry is its own action."""

    held: Growing[Held]
    actions: Growing[Held | Action]
    # So many actions undo can take back.
    depth: int = 0

    @property
    def redoable(self) -> int:
        """The actions that redo can bring back."""
        return len(self.actions) - self.depth

    @property
    def corrected(self) -> bool:
        """Whether the newest action is no entry, but puts earlier ones right."""
        return self.depth > 0 and isinstance(self.actions[self.depth - 1], Action)

    def done(self) -> tuple[Held | Action, ...]:
        """The actions up to here."""
        return self.actions[: self.depth]

    def entered(self, one: Held) -> Timeline:
        """With one entry more."""
        held = self.held.with_one(one)
        if self.actions is self.held:
            return Timeline(held, held, self.depth + 1)
        actions = self.actions if self.depth == len(self.actions) else Growing(self.done())
        return Timeline(held, actions.with_one(one), self.depth + 1)


def held_after(actions: Iterable[Held | Action]) -> list[Held]:
    """The entries that hold after these actions."""
    held: list[Held] = []
    for action in actions:
        if isinstance(action, Action):
            held[action.place : action.place + action.cut] = action.put
        else:
            held.append(action)
    return held


def shared(one: Sequence[Held], other: Sequence[Held]) -> int:
    """How many of the first entries are the same in both."""
    return next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a is not b),
        min(len(one), len(other)),
    )
