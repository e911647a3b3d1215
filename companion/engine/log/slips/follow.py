"""The log with one slip mended: what is meant by the entries after it, and the table that it ends in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.engine.entering.entries import Draw, Entry, Keep, Pass, Repel, Take, drawn
from companion.engine.log.history import effort
from companion.engine.refusals import EngineError, Reason, Refusal
from companion.engine.rules import discover
from companion.engine.rules.record import acting_seat, record
from companion.engine.rules.trade import had_his_part
from companion.engine.table.draft import waiting
from companion.engine.table.state import TRADE_HIRE, State

from .carry import Carry
from .differences import Outcome, Shift, outcome_between, owned_between, same_course, shift_between, shifted
from .kinds import Edit, Slip
from .replay import Course

# An expansion's entry turns up so many cards.
MOST_AT_ONCE = 4


class Followed(NamedTuple):
    """The outcome, everything in its turn that has to be entered otherwise for it, and how many entries were gone
    through.
    """

    outcome: Outcome
    edits: tuple[Edit, ...]
    work: int


def follow(course: Course, slip: Slip, carry: Carry) -> Followed | None:
    """Goes through the log with the slip mended; None where it could not have gone on as it did."""
    following = _Following(course, slip.edits)
    try:
        outcome = following.to_the_end(carry)
    except EngineError:
        return None
    return None if outcome is None else Followed(outcome, tuple(following.edits), following.work)


def glimpse(course: Course, slip: Slip, carry: Carry) -> Outcome | None:
    """The outcome as far as its own turn tells: what comes after it is carried."""
    following = _Following(course, slip.edits)
    try:
        place = following.to_the_end_of_the_turn()
    except EngineError:
        return None
    if place == len(course.items):
        return outcome_between(course.end, following.state)
    base = course.before[place]
    if not same_course(base, following.state):
        return None
    return carry.carried(shift_between(base, following.state), place, owned_between(base, following.state))


def the_turn(course: Course, slip: Slip) -> Shift | None:
    """What the slip comes to at the end of its turn."""
    following = _Following(course, slip.edits)
    try:
        place = following.to_the_end_of_the_turn()
    except EngineError:
        return None
    base = course.before[place] if place < len(course.items) else course.end
    return shift_between(base, following.state)


class _Following:
    def __init__(self, course: Course, edits: Sequence[Edit]) -> None:
        self.course = course
        self.first = min(edit.place for edit in edits)
        self.last = max(edit.place for edit in edits)
        self.given: dict[int, list[Edit]] = {}
        for edit in edits:
            self.given.setdefault(edit.place, []).append(edit)
        self.edits = list(edits)
        self.state = course.before[self.first] if self.first < len(course.before) else course.end
        self.turn = self.state.turn
        # In the turn of the slip, what has to be entered otherwise is remembered.
        self.within = True
        # The berths of this turn's cards, by the berths that they have in the log.
        self.berths: dict[int, int] = {}
        self.work = 0

    def to_the_end_of_the_turn(self) -> int:
        """The first entry after the turn of the slip."""
        count, place = len(self.course.items), self.first
        while place < count and (self.course.turns[place] == self.turn or place <= self.last):
            self._step(place)
            place += 1
        if place < count:
            self._next_turn(place)
        else:
            self._at_the_end()
        return place

    def to_the_end(self, carry: Carry) -> Outcome | None:
        course, count = self.course, len(self.course.items)
        place = self.to_the_end_of_the_turn()
        if place == count:
            return outcome_between(course.end, self.state)
        self.within = False
        while place < count:
            base = course.before[place]
            if course.turns[place] != self.turn:
                self._next_turn(place)
            if same_course(base, self.state) and not owned_between(base, self.state):
                end = carry.odd_from(place)
                outcome = carry.carried(shift_between(base, self.state), place, until=end)
                if outcome is None or end == count:
                    return outcome
                if end > place:
                    state = shifted(course.before[end], outcome.shift)
                    if state is None:
                        return None
                    place, self.state = end, state
            self._step(place)
            place += 1
        self._close_the_last()
        return outcome_between(course.end, self.state)

    def _next_turn(self, place: int) -> None:
        if self.state.turn == self.turn:
            self._close(place)
        self.turn, self.berths = self.course.turns[place], {}

    def _at_the_end(self) -> None:
        for edit in self.given.get(len(self.course.items), ()):
            self._enter(edit.entry, edit.override)
        self._close_the_last()

    def _close_the_last(self) -> None:
        """The newest entry has ended the turn."""
        if self.course.end.turn != self.turn and self.state.turn == self.turn:
            self._close(len(self.course.items))

    def _step(self, place: int) -> None:
        item, base = self.course.items[place], self.course.before[place]
        entry: Entry | None = item.entry
        override, given = item.override, False
        for edit in self.given.get(place, ()):
            if edit.act == "insert":
                self._enter(edit.entry, edit.override)
            else:
                entry, override, given = edit.entry, edit.override, True
        if entry is not None and not given:
            self._keep(place, base)
            entry = self._meant(entry, base)
            if self.within and entry is None:
                self.edits.append(Edit(place, "remove"))
            elif self.within and entry is not item.entry:
                self.edits.append(Edit(place, "change", entry, override))
        if drawn(item.entry):
            # Whoever took a card that was tapped twice took the one that came.
            lies = len(self.state.harbor) - (entry is None)
            for number in range(MOST_AT_ONCE):
                self.berths[len(base.harbor) + number] = lies + number
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

    def _keep(self, place: int, base: State) -> None:
        """A ship stays that nobody was asked about."""
        asked = waiting(self.state, discover.REPEL)
        if base.decisions or asked is None:
            return
        if self.within:
            self._drawn_to_stay(place - 1)
        elif asked.must:
            # Whoever could have sent it away would hardly have lost the turn.
            raise Refusal(Reason("REPEL_ONLY_JUST_DRAWN", "repel_just_drawn"))
        self._enter(Keep(), False)

    def _drawn_to_stay(self, place: int) -> None:
        for number, edit in enumerate(self.edits):
            if edit.place == place and isinstance(edit.entry, Draw):
                self.edits[number] = edit._replace(entry=replace(edit.entry, repel=False))
                return
        item = self.course.items[place]
        if isinstance(item.entry, Draw):
            self.edits.append(Edit(place, "change", replace(item.entry, repel=False), item.override))

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
            if self.within:
                self.edits.append(Edit(place, "insert", entry))
            self._enter(entry, False)
