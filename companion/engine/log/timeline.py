"""Which entries hold: the actions of a log, and going back and forth among them without copying any."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.engine.printed.cards import Card
from companion.engine.table.entries import Entry

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


class Held(NamedTuple):
    """An entry that holds now, and the revision that brought it. One stays the same one while others come and go before
    it.

    `accepted`: the revision by which the table said that it is right as it stands, whatever the rules have against it.
    """

    revision: int
    entry: Entry
    override: bool
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
        actions = self.actions if self.depth == len(self.actions) else Growing(self.done())
        return Timeline(self.held.with_one(one), actions.with_one(one), self.depth + 1)


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
