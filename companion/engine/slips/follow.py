"""The log with one slip mended: what is meant by the entries after it, and the table that it ends in."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from companion.engine.cards import Card, Expedition, Person
from companion.engine.entries import Draw, Entry, ExpansionEntry, Pass, Repel, Take
from companion.engine.history import effort
from companion.engine.record import acting_seat, record
from companion.engine.refusals import EngineError
from companion.engine.state import TRADE_HIRE, State
from companion.engine.trade import had_his_part

from .carry import Carry
from .course import Course
from .kinds import Edit, Shift, Slip

Goods = tuple[object, ...]


class Outcome(NamedTuple):
    """What lies on the table in the end, as whoever stands beside it sees it: `goods` where more than coins and piles
    differ from what is recorded.
    """

    shift: Shift
    goods: Goods | None = None


class Followed(NamedTuple):
    """The outcome, everything that has to be entered otherwise for it, and how many entries were gone through."""

    outcome: Outcome
    edits: tuple[Edit, ...]
    work: int


def shift_between(one: State, other: State) -> Shift:
    """How `other` differs from `one`."""
    pairs = zip(one.players, other.players, strict=True)
    coins = tuple(after.coins - before.coins for before, after in pairs)
    return Shift(coins, other.draw_pile - one.draw_pile, other.discard_pile - one.discard_pile)


def goods(state: State) -> Goods:
    """Everything that lies open."""
    owned = tuple((_sorted(player.display), _sorted(player.expeditions)) for player in state.players)
    return (owned, state.harbor, _sorted(state.expeditions), state.turn, state.phase, state.acting)


def _sorted(cards: tuple[Person, ...] | tuple[Expedition, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=repr))


def shifted(state: State, shift: Shift) -> State:
    """The table with so many coins and cards elsewhere."""
    return replace(
        state,
        players=tuple(
            player.with_coins(coins) for player, coins in zip(state.players, shift.coins, strict=True)
        ),
        draw_pile=state.draw_pile + shift.draw,
        discard_pile=state.discard_pile + shift.discard,
    )


def same_course(one: State, other: State) -> bool:
    """The game goes on alike at both tables, but for coins and piles."""
    return (
        (one.phase, one.active, one.acting, one.round)
        == (other.phase, other.active, other.acting, other.round)
        and (one.harbor, one.expeditions, one.pending) == (other.harbor, other.expeditions, other.pending)
        and (one.takes, one.part_opened, one.taken_by_active)
        == (other.takes, other.part_opened, other.taken_by_active)
        and (one.claimant, one.claimant_busted) == (other.claimant, other.claimant_busted)
        and (one.triggered, one.slots, one.drawn > 0) == (other.triggered, other.slots, other.drawn > 0)
        and all(
            (mine.display, mine.expeditions) == (its.display, its.expeditions)
            for mine, its in zip(one.players, other.players, strict=True)
        )
    )


def follow(course: Course, slip: Slip, carry: Carry | None = None) -> Followed | None:
    """Goes through the log with the slip mended; None where it could not have gone on as it did.

    Without `carry` no further than the end of that turn, and the outcome is the difference there.
    """
    first = min(edit.place for edit in slip.edits)
    last = max(edit.place for edit in slip.edits)
    try:
        return _Following(course, slip.edits, first, last).run(carry)
    except EngineError:
        return None


class _Following:
    def __init__(self, course: Course, edits: tuple[Edit, ...], first: int, last: int) -> None:
        self.course, self.first, self.last = course, first, last
        self.given: dict[int, list[Edit]] = {}
        for edit in edits:
            self.given.setdefault(edit.place, []).append(edit)
        self.edits = list(edits)
        self.state = course.before[first] if first < len(course.before) else course.end
        self.turn = self.state.turn
        # The berths of this turn's cards, by the berths that they have in the log.
        self.berths: dict[int, int] = {}
        self.work = 0

    def run(self, carry: Carry | None) -> Followed | None:
        course, count = self.course, len(self.course.items)
        place = self.first - 1
        while (place := place + 1) < count:
            base = course.before[place]
            within = course.turns[place] == self.turn
            if not within and self.state.turn == self.turn:
                self._close(place)
            if place > self.last and not within:
                if carry is None:
                    return self._ended(Outcome(shift_between(base, self.state)))
                shift = shift_between(base, self.state)
                if same_course(base, self.state):
                    end = count if carry.plain(shift, place) else carry.until(shift, place)
                    final = carry.carried(shift, place, until=end)
                    if final is None or end == count:
                        return None if final is None else self._ended(Outcome(final))
                    if end > place:
                        place, base = end, course.before[end]
                        self.state = shifted(base, final)
            self._step(place, base, within)
        for edit in self.given.get(count, ()):
            self._enter(edit.entry, edit.override)
        if course.end.turn != self.turn and self.state.turn == self.turn and self.state.phase == TRADE_HIRE:
            self._close(count)
        shift = shift_between(course.end, self.state)
        shown, recorded = goods(self.state), goods(course.end)
        return self._ended(Outcome(shift, None if shown == recorded else shown))

    def _ended(self, outcome: Outcome) -> Followed:
        return Followed(outcome, tuple(self.edits), self.work)

    def _step(self, place: int, base: State, within: bool) -> None:
        item = self.course.items[place]
        entry: Entry | None = item.entry
        override, given = item.override, False
        for edit in self.given.get(place, ()):
            if edit.act == "insert":
                self._enter(edit.entry, edit.override)
            else:
                entry, override, given = edit.entry, edit.override, True
        if entry is not None and not given and within:
            entry = self._meant(entry, base)
            if entry is None:
                self.edits.append(Edit(place, "remove"))
            elif entry is not item.entry:
                self.edits.append(Edit(place, "change", entry, override))
        if within and isinstance(item.entry, Draw | ExpansionEntry):
            for number in range(4):
                self.berths[len(base.harbor) + number] = len(self.state.harbor) + number
        if entry is not None:
            try:
                self._enter(entry, override)
            except EngineError:
                if given or item not in self.course.history.pardoned:
                    raise

    def _enter(self, entry: Entry | None, override: bool) -> None:
        if entry is not None:
            self.work += effort(self.state)
            self.state = record(self.state, entry, override).state

    def _meant(self, entry: Entry, base: State) -> Entry | None:
        """What the table meant by an entry of that turn; None where it says nothing new now."""
        state = self.state
        if isinstance(entry, Take):
            by = acting_seat(base, entry)
            index = self.berths.get(entry.harbor_index, entry.harbor_index)
            ahead = state.acting != by and not had_his_part(state, by)
            if index == entry.harbor_index and (entry.passing or not ahead):
                return entry
            return replace(entry, by=by, harbor_index=index, passing=entry.passing or ahead)
        if isinstance(entry, Repel) and entry.harbor_index is not None:
            index = self.berths.get(entry.harbor_index, entry.harbor_index)
            return entry if index == entry.harbor_index else replace(entry, harbor_index=index)
        if isinstance(entry, Pass):
            by = acting_seat(base, entry)
            if state.turn != self.turn or state.phase != TRADE_HIRE:
                return None
            if had_his_part(state, by):
                return replace(entry, by=state.acting, passing=False) if entry.rest else None
            if state.acting != by and not entry.passing:
                return replace(entry, by=by, passing=True)
        return entry

    def _close(self, place: int) -> None:
        """Whoever is still to take something in the turn takes nothing."""
        if self.state.phase == TRADE_HIRE:
            entry = Pass(self.state.acting, rest=True)
            self.edits.append(Edit(place, "insert", entry))
            self._enter(entry, False)
