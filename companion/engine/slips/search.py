"""Which single slip explains what was counted: the likeliest first, at most five."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.entries import Count
from companion.engine.history import Correction, History, Line, append
from companion.engine.refusals import EngineError
from companion.engine.state import State

from . import kinds
from .candidates import candidates
from .carry import Carry
from .course import Course
from .follow import Followed, Outcome, follow
from .kinds import Edit, Shift, Slip

MOST_REASONS = 5
MOST_EQUALS = 8
# So many entries may be gone through.
WORK = 1500
# What a slip that changes an owner may mean beyond its own coins.
SLACK = 4
# A coin that stays unexplained makes a slip so much less likely.
UNEXPLAINED = 0.02


@dataclass(frozen=True, slots=True)
class Reason:
    """A slip that explains what was counted; `left` is how many coins and cards it leaves unexplained, `equals` are
    others that the table cannot be told apart from.
    """

    slip: Slip
    outcome: Outcome
    left: int
    corrections: tuple[Correction | Line, ...]
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

    def concerns(self, slip: Slip) -> bool:
        """Whether it may mean anything for what was counted."""
        coins, draw, discard = slip.shift
        piles = (self.draw is not None or self.discard is not None) and (draw or discard)
        return slip.loose or bool(slip.owned or piles) or any(coins[seat] for seat in self.coins)

    def left_of_coins(self, shift: Shift) -> int:
        return sum(abs(wanted - shift.coins[seat]) for seat, wanted in self.coins.items())

    def left(self, shift: Shift) -> int:
        """What the difference leaves unexplained."""
        found = self.left_of_coins(shift)
        if self.draw is not None:
            found += abs(self.draw - shift.draw)
        if self.discard is not None:
            found += abs(self.discard - shift.discard)
        return found


@dataclass(slots=True)
class _Group:
    """Slips that end in the same table."""

    outcome: Outcome
    left: int
    slips: list[tuple[float, Slip, Followed | None]]

    @property
    def weight(self) -> float:
        return sum(weight for weight, _, _ in self.slips) * UNEXPLAINED**self.left


def search(history: History, count: Count) -> Found:
    """What explains the counted figures."""
    course = Course(history)
    figures = _Figures(count, history.state)
    nothing = Shift((0,) * course.seats)
    whole = figures.left(nothing)
    missing = Shift(
        tuple(figures.coins.get(seat, 0) for seat in range(course.seats)),
        figures.draw or 0,
        figures.discard or 0,
    )
    if not whole:
        return Found(missing, (), course)
    carry = Carry(course)
    groups = _groups(course, carry, figures, whole)
    return Found(missing, tuple(_reasons(course, carry, figures, groups)), course)


def _groups(course: Course, carry: Carry, figures: _Figures, whole: int) -> list[_Group]:
    exact: list[tuple[float, Slip, Shift]] = []
    loose: list[tuple[int, float, Slip]] = []
    turns = sorted(set(course.turns))
    age = {turn: len(turns) - at for at, turn in enumerate(turns)}
    for slip in candidates(course):
        if not figures.concerns(slip):
            continue
        weight = slip.weight * kinds.FADES ** age[course.turns[slip.place]]
        shift = carry.carried(slip.shift, slip.since, slip.owned)
        if slip.loose or carry.unsure(slip.shift, slip.since):
            left = SLACK if shift is None else figures.left(shift)
            coins = SLACK if shift is None else figures.left_of_coins(shift)
            if left <= SLACK or (not slip.loose and coins == 0 and left <= 3 * SLACK):
                loose.append((left, -weight, slip))
        elif shift is not None and figures.left(shift) < whole:
            exact.append((weight * UNEXPLAINED ** figures.left(shift), slip, shift))
    found: dict[Outcome, _Group] = {}
    work = 0

    def add(outcome: Outcome, weight: float, slip: Slip, followed: Followed | None) -> None:
        left = figures.left(outcome.shift)
        if left < whole:
            found.setdefault(outcome, _Group(outcome, left, [])).slips.append((weight, slip, followed))

    loose.sort(key=lambda one: one[:2])
    exact.sort(key=lambda one: -one[0])
    for left, negative, slip in loose:
        if work > WORK * 2 // 3:
            shift = carry.carried(slip.shift, slip.since, slip.owned)
            if left == 0 and shift is not None and not slip.loose:
                add(Outcome(shift), -negative, slip, None)
            continue
        followed = follow(course, slip, carry)
        work += len(course.items) - slip.place if followed is None else followed.work
        if followed is not None:
            add(followed.outcome, -negative, slip, followed)
    for _, slip, shift in exact:
        weight = slip.weight * kinds.FADES ** age[course.turns[slip.place]]
        if work > WORK:
            add(Outcome(shift), weight, slip, None)
            continue
        followed = follow(course, slip, carry)
        work += 1 if followed is None else followed.work
        if followed is not None:
            add(followed.outcome, weight, slip, followed)
    return sorted(found.values(), key=lambda group: -group.weight)


def _reasons(course: Course, carry: Carry, figures: _Figures, groups: list[_Group]) -> list[Reason]:
    """The likeliest of each group, then the next of each."""
    chosen: list[tuple[_Group, Slip, Followed]] = []
    for group in groups:
        group.slips.sort(key=lambda one: -one[0])
    depth = 0
    while len(chosen) < MOST_REASONS and any(len(group.slips) > depth for group in groups):
        for group in (one for one in groups if len(one.slips) > depth):
            _, slip, followed = group.slips[depth]
            # What is shown has been gone through, not only carried on.
            followed = followed or follow(course, slip, carry)
            if followed is not None and len(chosen) < MOST_REASONS:
                chosen.append((group, slip, followed))
        depth += 1
    shown = {id(slip) for _, slip, _ in chosen}
    reasons = []
    for group, slip, followed in chosen:
        equals = tuple(one for _, one, _ in group.slips if id(one) not in shown)
        left = figures.left(followed.outcome.shift)
        lines = repairs(course, slip, followed.edits)
        reasons.append(Reason(slip, followed.outcome, left, lines, equals))
    return reasons


def repairs(course: Course, slip: Slip, edits: tuple[Edit, ...]) -> tuple[Correction | Line, ...]:
    """The lines that mend it, one after the other; none where it has to be counted, as nobody knows which card."""
    if slip.kind == "missed_draw" and "card" not in slip.params:
        return ()
    lines = [_line(course, edit) for edit in sorted(edits, key=lambda edit: edit.act != "remove")]
    if len(lines) == 1:
        return (lines[0],)
    history = course.history
    try:
        for number, one in enumerate(lines):
            line = one if isinstance(one, Line) else Line(f"slip {number}", None, one)
            history = append(history, line)[0]
    except EngineError:
        return ()
    return tuple(lines)


def _line(course: Course, edit: Edit) -> Correction | Line:
    items = course.items
    if edit.place >= len(items):
        return Line("slip", edit.entry, override=edit.override)
    revision = items[edit.place].revision
    if edit.act == "remove":
        return Correction("remove", revision=revision)
    return Correction(edit.act, revision=revision, entry=edit.entry, override=edit.override)
