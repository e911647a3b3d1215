"""Which single slip explains what was counted: the likeliest first, at most five."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.entering.entries import Count
from companion.engine.log.history import History
from companion.engine.table.state import State

from .candidates import candidates
from .carry import Carry
from .differences import Outcome, Shift
from .follow import Followed, follow, glimpse
from .kinds import FADES, Slip
from .mending import Mending, mending
from .replay import Course

MOST_REASONS = 5
MOST_EQUALS = 8
# So many entries may be gone through.
WORK = 1500
# Slips of so many turns are looked into first, and those before only where none of these explains everything: what is
# further back was mostly counted since.
RECENT = 30
# So many slips of which only their turn tells what they mean are looked into.
GLIMPSES = 120
# What a slip whose turn goes on otherwise may mean beyond its own coins.
SLACK = 2
# A coin that stays unexplained makes a slip so much less likely.
UNEXPLAINED = 0.02


@dataclass(frozen=True, slots=True)
class Reason:
    """A slip that explains what was counted; `left` is how many coins and cards it leaves unexplained, `mending` the
    line that puts it right, `equals` are others that the table cannot be told apart from.
    """

    slip: Slip
    outcome: Outcome
    left: int
    mending: Mending | None
    equals: tuple[Slip, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """The differences between what was recorded and what was counted, and what explains them."""

    missing: Shift
    reasons: tuple[Reason, ...]
    course: Course


class _Figures:
    """What was counted, as differences from what is recorded."""

    def __init__(self, count: Count, state: State) -> None:
        self.coins = {seat: found - state.players[seat].coins for seat, found in count.coins.items()}
        self.draw = None if count.draw_pile is None else count.draw_pile - state.draw_pile
        self.discard = None if count.discard_pile is None else count.discard_pile - state.discard_pile

    def missing(self, seats: int) -> Shift:
        return Shift(
            tuple(self.coins.get(seat, 0) for seat in range(seats)), self.draw or 0, self.discard or 0
        )

    def concerns(self, slip: Slip) -> bool:
        """Whether it may mean anything for what was counted."""
        if slip.loose or slip.owned:
            return True
        coins, draw, discard = slip.shift
        piles = (self.draw is not None or self.discard is not None) and (draw or discard)
        return bool(piles) or any(coins[seat] for seat in self.coins)

    def left(self, shift: Shift) -> int:
        """What the difference leaves unexplained."""
        found = 0
        for seat, wanted in self.coins.items():
            found += abs(wanted - shift.coins[seat])
        if self.draw is not None:
            found += abs(self.draw - shift.draw)
        if self.discard is not None:
            found += abs(self.discard - shift.discard)
        return found


@dataclass(slots=True)
class _Suspect:
    """A slip, and how likely it is on its own."""

    weight: float
    slip: Slip
    followed: Followed | None = None


class _Group:
    """Slips that end in the same table."""

    def __init__(self, outcome: Outcome, left: int) -> None:
        self.outcome, self.left = outcome, left
        self.suspects: list[_Suspect] = []
        # What differs in few figures was the likelier to be noticed by these.
        self._worth: float = UNEXPLAINED**left / max(1, outcome.shift.shows)

    @property
    def weight(self) -> float:
        return sum(one.weight for one in self.suspects) * self._worth

    def best(self) -> _Suspect:
        return max(self.suspects, key=lambda one: one.weight)


class _Groups:
    def __init__(self, figures: _Figures, course: Course) -> None:
        self._figures, self._course = figures, course
        self._whole = figures.left(Shift((0,) * course.seats))
        turns = sorted(set(course.turns))
        self._fades = {turn: FADES ** (len(turns) - at) for at, turn in enumerate(turns)}
        self.all: dict[Outcome, _Group] = {}

    def weight(self, slip: Slip) -> float:
        return slip.weight * self._fades[self._course.turns[slip.place]]

    def add(self, outcome: Outcome, suspect: _Suspect) -> None:
        """Puts it where it belongs, if it explains anything."""
        left = self._figures.left(outcome.shift)
        if left < self._whole:
            if outcome not in self.all:
                self.all[outcome] = _Group(outcome, left)
            self.all[outcome].suspects.append(suspect)


def search(history: History, count: Count) -> Found:
    """What explains the counted figures."""
    course = Course(history)
    figures = _Figures(count, history.state)
    missing = figures.missing(course.seats)
    if not any(missing.coins) and not missing.draw and not missing.discard:
        return Found(missing, (), course)
    carry = Carry(course)
    groups = _suspected(course, carry, figures)
    return Found(missing, tuple(_reasons(course, carry, groups)), course)


def _suspected(course: Course, carry: Carry, figures: _Figures) -> _Groups:
    groups = _Groups(figures, course)
    recent = course.turns_ago(RECENT)
    _look_into(range(recent, len(course.items)), groups, carry, figures)
    if not any(group.left == 0 for group in groups.all.values()):
        _look_into(range(recent), groups, carry, figures)
    return groups


def _look_into(places: range, groups: _Groups, carry: Carry, figures: _Figures) -> None:
    course = carry.course
    open_ones: list[tuple[int, float, Slip]] = []
    for slip in candidates(course, places):
        if not figures.concerns(slip):
            continue
        outcome = carry.carried(slip.shift, slip.since, slip.owned)
        weight = groups.weight(slip)
        shuffles = carry.shuffles_before(slip.shift, slip.since)
        if slip.loose or shuffles or course.in_the_last_turn(slip.place):
            left = SLACK if outcome is None or shuffles else figures.left(outcome.shift)
            if left <= SLACK:
                open_ones.append((left, -weight, slip))
        elif outcome is not None:
            groups.add(outcome, _Suspect(weight, slip))
    open_ones.sort(key=lambda one: one[:2])
    for _, negative, slip in open_ones[:GLIMPSES]:
        outcome = glimpse(course, slip, carry)
        if outcome is not None:
            groups.add(outcome, _Suspect(-negative, slip))


def _reasons(course: Course, carry: Carry, groups: _Groups) -> list[Reason]:
    """The likeliest of each group, then the next of each. What is shown has been gone through, not only carried on."""
    chosen: list[tuple[_Group, _Suspect, Followed]] = []
    waiting = dict(groups.all)
    work = 0
    seen: set[int] = set()
    while waiting and len(chosen) < MOST_REASONS and work < WORK:
        group = max(waiting.values(), key=lambda one: one.weight)
        suspect = group.best()
        if suspect.followed is None:
            suspect.followed = follow(course, suspect.slip, carry)
            work += 1 if suspect.followed is None else suspect.followed.work
        followed = suspect.followed
        if followed is not None and followed.outcome == group.outcome:
            chosen.append((group, suspect, followed))
            seen.add(id(suspect))
            del waiting[group.outcome]
            continue
        group.suspects.remove(suspect)
        if not group.suspects:
            del waiting[group.outcome]
            del groups.all[group.outcome]
        if followed is not None:
            groups.add(followed.outcome, suspect)
            known = groups.all.get(followed.outcome)
            if known is not None and all(known is not one for one, _, _ in chosen):
                waiting[followed.outcome] = known
    _next_of_each(course, carry, chosen, seen)
    return [
        Reason(
            suspect.slip,
            group.outcome,
            group.left,
            mending(course, suspect.slip, followed.edits),
            tuple(one.slip for one in group.suspects if id(one) not in seen),
        )
        for group, suspect, followed in chosen
    ]


def _next_of_each(
    course: Course, carry: Carry, chosen: list[tuple[_Group, _Suspect, Followed]], seen: set[int]
) -> None:
    """Where there is room, the other slips that end in the same tables."""
    rest = sorted(
        ((one.weight, group, one) for group, _, _ in chosen for one in group.suspects if id(one) not in seen),
        key=lambda row: -row[0],
    )
    for _, group, suspect in rest[: 3 * MOST_REASONS]:
        if len(chosen) >= MOST_REASONS:
            return
        followed = follow(course, suspect.slip, carry)
        if followed is not None and followed.outcome == group.outcome:
            chosen.append((group, suspect, followed))
            seen.add(id(suspect))
