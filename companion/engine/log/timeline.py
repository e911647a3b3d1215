"""Which entries hold: the actions of a log, and going back and forth among them without copying any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    """What undo takes back: an entry, or a change of earlier ones. It is kept as what it does to those that hold:
    `cut` of them go at `place`, and those of `put` come there.

    Timelines share their actions. `jump` leads far back, so that a way of thousands is a dozen steps. A named tuple, as
    one is made with every entry.
    """

    revision: int
    depth: int
    before: Action | None = None
    jump: Action | None = None
    place: int = 0
    cut: int = 0
    put: tuple[Held, ...] = ()

    def __repr__(self) -> str:
        # Not with all those before it.
        return f"Action({self.revision})"

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


ROOT = Action(0, 0)
# The place after all others, wherever that is.
END = 1 << 30


class Timeline(NamedTuple):
    """The entries that hold after the action `top`; redo leads from there towards `tip`."""

    held: Growing[Held]
    top: Action = ROOT
    tip: Action = ROOT

    @property
    def depth(self) -> int:
        """The actions that undo can take back."""
        return self.top.depth

    @property
    def redoable(self) -> int:
        """The actions that redo can bring back."""
        return self.tip.depth - self.top.depth

    @property
    def corrected(self) -> bool:
        """Whether the newest action is no entry, but puts earlier ones right."""
        return self.top.place != END and self.top is not ROOT

    def entered(self, one: Held) -> Timeline:
        """With one entry more."""
        top = after(self.top, one.revision, END, 0, (one,))
        return Timeline(self.held.with_one(one), top, top)


def after(top: Action, revision: int, place: int, cut: int, put: tuple[Held, ...]) -> Action:
    """The action that follows `top`."""
    far, jump = top.jump, top
    # Jumps grow as in a skew-binary number.
    if far is None or (far.jump is not None and top.depth - far.depth == far.depth - far.jump.depth):
        jump = ROOT if far is None or far.jump is None else far.jump
    return Action(revision, top.depth + 1, top, jump, place, cut, put)


def at_depth(tip: Action, depth: int) -> Action:
    """The action of that depth on the way to `tip`."""
    while tip.depth > depth and tip.before is not None and tip.jump is not None:
        tip = tip.jump if tip.jump.depth >= depth else tip.before
    return tip


def not_after(tip: Action, revision: int) -> Action:
    """The last action on the way to `tip` that is no newer than the revision."""
    while tip.revision > revision and tip.before is not None and tip.jump is not None:
        tip = tip.jump if tip.jump.revision > revision else tip.before
    return tip


def down(top: Action, depth: int) -> Iterator[Action]:
    """The actions that lie above that depth, the newest first."""
    action: Action | None = top
    while action is not None and action.depth > depth:
        yield action
        action = action.before


def held_after(top: Action) -> list[Held]:
    """The entries that hold after an action."""
    held: list[Held] = []
    for action in reversed(list(down(top, 0))):
        held[action.place : action.place + action.cut] = action.put
    return held


def shared(one: Sequence[Held], other: Sequence[Held]) -> int:
    """How many of the first entries are the same in both."""
    return next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a is not b),
        min(len(one), len(other)),
    )
