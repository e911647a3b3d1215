"""What a few coins, cards or persons elsewhere than recorded come to until the end of the log, without going through it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.engine.entering.entries import Count, DrawRequest, Entry, ExtraTax, Take, drawn
from companion.engine.following.ledger import Ledger
from companion.engine.printed.cards import Tax
from companion.engine.refusals import EngineError
from companion.engine.rules.extra_tax import OPEN
from companion.engine.rules.piles import extra_tax_due
from companion.engine.rules.record import acting_seat, record
from companion.engine.rules.taxes import like_printed
from companion.engine.table.state import State

from .differences import Outcome, Owned, Shift, owning, shift_between, shifted
from .replay import Course
from .streams import Change, Streams


class Moment(NamedTuple):
    """An entry after which a difference is not what it was: a tax, a shuffle, something counted."""

    place: int
    taxes: tuple[Tax, ...] = ()
    shuffled: bool = False
    counted: Count | None = None


class Load(NamedTuple):
    """What is carried, and how far it has come."""

    place: int
    coins: tuple[int, ...]
    draw: int
    discard: int
    owned: tuple[Owned, ...] = ()


class Carry:
    """The moments of a log."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.streams = Streams(course)
        moments = (self._moment(place) for place in range(len(course.items)))
        self._moments = [one for one in moments if one.taxes or one.shuffled or one.counted]
        self._places = [one.place for one in self._moments]
        # Entries against the rules are to be recorded: nobody knows what else they would have meant.
        self._odd = [place for place, done in enumerate(course.done) if done.overridden or done.pardoned]
        self._coins = [
            [done.state.players[seat].coins for done in course.done] for seat in range(course.seats)
        ]
        self._piles = [done.state.draw_pile for done in course.done]
        self._nobody = (0,) * course.seats
        self._carried: dict[Load, Load | None] = {}
        self._reshuffled: dict[Load, Load | None] = {}

    def odd_from(self, place: int) -> int:
        """Up to where what is carried from that entry on is exact: the next entry against the rules."""
        later = bisect_left(self._odd, place)
        return self._odd[later] if later < len(self._odd) else len(self.course.items)

    def shuffles_before(self, shift: Shift, since: int) -> bool:
        """The entry with which the difference began has shuffled a pile, or would have."""
        if not since or not (shift.draw or shift.discard):
            return False
        return _shuffles(self.course.done[since - 1].ledger) > 0 or (
            self.course.after(since - 1).draw_pile + shift.draw < 0
        )

    def carried(
        self, shift: Shift, since: int, owned: Sequence[Owned] = (), until: int | None = None
    ) -> Outcome | None:
        """What the difference comes to in the end; None where somebody could not have paid what he paid."""
        end = len(self.course.items) if until is None else until
        load: Load | None = Load(since, *shift)
        if owned:
            load = self._with_persons(Load(since, *shift), owned, end)
        elif any(shift.coins) or shift.draw or shift.discard:
            load = self._from(Load(since, *shift), end)
        if load is None:
            return None
        return owning(Shift(load.coins, load.draw, load.discard), load.owned)

    def _from(self, load: Load, end: int) -> Load | None:
        """Coins and cards only: many differences come to the same one, and go on together."""
        known = self._carried if end == len(self.course.items) else {}
        passed: list[Load] = []
        last: Load | None = None
        while True:
            at = bisect_left(self._places, load.place)
            moment = self._moments[at] if at < len(self._places) and self._places[at] < end else None
            stop = end if moment is None else moment.place
            place = self._used_up(load, stop)
            if self._lacks(load.coins, load.place, place):
                break
            load = load._replace(place=place)
            if place == end:
                last = load
                break
            if load in known:
                last = known[load]
                break
            passed.append(load)
            later = self._shuffled(load) if moment is None or place < stop else self._through(moment, load)
            if later is None:
                break
            load = later
        for one in passed:
            known[one] = last
        return last

    def _with_persons(self, load: Load, owned: Sequence[Owned], end: int) -> Load | None:
        pieces = self.streams.owned(owned, load.place)
        if pieces is None:
            return None
        for number, (start, had) in enumerate(pieces):
            if start >= end:
                break
            until = pieces[number + 1][0] if number + 1 < len(pieces) else end
            found = self._piece(load._replace(owned=had), min(end, until))
            if found is None:
                return None
            load = found
        return load

    def _piece(self, load: Load, until: int) -> Load | None:
        """As far as everybody owns whom he owns."""
        changes = self.streams.changes(load.owned, load.place, until)
        if changes is None:
            return None
        moments = self._moments_within(load.place, until)
        steps: list[Moment | Change] = sorted([*changes, *moments], key=lambda one: one.place)
        for one in (*steps, None):
            stop = until if one is None else one.place
            going: Load | None = load
            while going is not None and going.place < stop:
                load = going
                place = self._used_up(load, stop)
                if self._lacks(load.coins, load.place, place):
                    return None
                load = load._replace(place=place)
                going = self._shuffled(load, changes) if place < stop else load
            if going is None:
                return None
            load = going
            # What a shuffle went through already is done.
            if one is None or stop < load.place:
                continue
            after = (
                self._changed(load, one, changes)
                if isinstance(one, Change)
                else self._through(one, load, changes)
            )
            if after is None:
                return None
            load = after
        return load

    def _changed(self, load: Load, change: Change, changes: Sequence[Change]) -> Load | None:
        """What is carried once somebody got more, or paid less."""
        paid = 0 if change.price else change.coins
        short = self._piles[change.place] + load.draw < max(0, paid)
        if short or _shuffles(self.course.done[change.place].ledger):
            # The entry is recorded as a whole.
            return self._shuffled(load, changes)
        coins = tuple(
            had + change.coins if seat == change.seat else had for seat, had in enumerate(load.coins)
        )
        less = change.kept + (change.coins if change.price else 0)
        return load._replace(coins=coins, draw=load.draw - paid, discard=load.discard - less)

    def _lacks(self, coins: Sequence[int], start: int, end: int) -> bool:
        """Somebody would have paid what he did not have."""
        return end > start and any(
            change < 0 and min(self._coins[seat][start:end]) + change < 0 for seat, change in enumerate(coins)
        )

    def _through(self, moment: Moment, load: Load, changes: Sequence[Change] = ()) -> Load | None:
        """What is carried on after the moment."""
        short = moment.counted is None and load.draw < 0 and self._piles[moment.place] < -load.draw
        if short or (moment.shuffled and load.draw):
            return self._shuffled(load, changes)
        if moment.shuffled:
            load = load._replace(draw=load.discard, discard=0)
        if moment.taxes:
            load = self._taxed(moment, load)
        if moment.counted is not None:
            counted = moment.counted
            load = load._replace(
                coins=tuple(0 if seat in counted.coins else had for seat, had in enumerate(load.coins)),
                draw=load.draw if counted.draw_pile is None else 0,
                discard=load.discard if counted.discard_pile is None else 0,
            )
        return load._replace(place=moment.place + 1)

    def _used_up(self, load: Load, stop: int) -> int:
        """The entry for which a draw pile with fewer cards does not do, if one comes before that one."""
        piles = self._piles[load.place : stop] if load.draw < 0 else ()
        if not piles or min(piles) >= -load.draw:
            return stop
        return load.place + next(at for at, pile in enumerate(piles) if pile < -load.draw)

    def _shuffled(self, load: Load, changes: Sequence[Change] = ()) -> Load | None:
        """A draw pile with more or fewer cards is used up later or earlier, and the discard pile of then becomes it: the
        entries up to where both are shuffled are recorded. Whose coins differ matters only where somebody is taxed, and
        who owns whom where that changes something.
        """
        plain = self._known(Load(load.place, self._nobody, load.draw, load.discard))
        if plain is None:
            return None
        taxed = any(one.taxes for one in self._moments_within(load.place, plain.place))
        if taxed or any(load.place <= one.place < plain.place for one in changes):
            return self._known(load)
        if self._lacks(load.coins, load.place, plain.place):
            return None
        return plain._replace(coins=load.coins, owned=load.owned)

    def _moments_within(self, start: int, end: int) -> Sequence[Moment]:
        return self._moments[bisect_left(self._places, start) : bisect_left(self._places, end)]

    def _known(self, load: Load) -> Load | None:
        if load not in self._reshuffled:
            self._reshuffled[load] = self._recorded(load)
        return self._reshuffled[load]

    def _recorded(self, load: Load) -> Load | None:
        """Recorded entry by entry, until both piles were shuffled as often."""
        course, at = self.course, load.place
        if at >= len(course.items):
            return load
        state = shifted(course.before[at], Shift(load.coins, load.draw, load.discard), load.owned)
        if state is None:
            return None
        here = there = 0
        while at < len(course.items) and (not here or here != there):
            item = course.items[at]
            try:
                done = record(state, item.entry, item.override)
            except EngineError:
                return None
            state = done.state
            here, there = here + _shuffles(done.ledger), there + _shuffles(course.done[at].ledger)
            at += 1
        shift = shift_between(course.after(at - 1), state)
        return Load(at, shift.coins, shift.draw, shift.discard, load.owned)

    def _taxed(self, moment: Moment, load: Load) -> Load:
        """What more is paid to the discard pile by a tax, and from the draw pile."""
        players = self.course.before[moment.place].players
        coins, draw, discard = list(load.coins), load.draw, load.discard
        for tax in moment.taxes:
            for seat, change in enumerate(coins):
                had = players[seat].coins
                if change and tax.bonus != "bonus":
                    less = tax.loss(max(0, had + change)) - tax.loss(had)
                    coins[seat] -= less
                    discard += less
            if load.owned:
                for seat, more in enumerate(
                    bonus_shift(tax, players, load.owned, self.course.end.game.order)
                ):
                    coins[seat] += more * tax.bonus_coins
                    draw -= more * tax.bonus_coins
        return load._replace(coins=tuple(coins), draw=draw, discard=discard)

    def _moment(self, place: int) -> Moment:
        course = self.course
        entry, before, done = course.items[place].entry, course.before[place], course.done[place]
        return Moment(place, _taxes(entry, before), _shuffles(done.ledger) > 0, _counted(entry, before))


def bonus_shift(
    tax: Tax, players: Sequence[object], owned: Sequence[Owned], order: Sequence[int]
) -> list[int]:
    """Who gains the bonus of a tax, or does not, where somebody owns others."""
    name = {"most_swords": "swords", "fewest_vp": "vp"}.get(tax.bonus)
    if name is None:
        return [0] * len(players)
    figures = [getattr(player, name) for player in players]
    others = list(figures)
    for one in owned:
        others[one.seat] += one.more * (getattr(one.person, name) or 0)
    mine, its = [figures[seat] for seat in order], [others[seat] for seat in order]
    best, other = (max(mine), max(its)) if name == "swords" else (min(mine), min(its))
    return [
        (others[seat] == other) - (figures[seat] == best) if seat in order else 0
        for seat in range(len(players))
    ]


def _shuffles(ledger: Ledger) -> int:
    return sum(1 for line in ledger if line.why == "reshuffled")


def _taxes(entry: Entry, before: State) -> tuple[Tax, ...]:
    if isinstance(entry, DrawRequest) and extra_tax_due(before):
        return (like_printed(before, OPEN),)
    if isinstance(entry, ExtraTax):
        return (replace(like_printed(before, entry.bonus), threshold=1 << 20),)
    return tuple(card for card in drawn(entry) if isinstance(card, Tax))


def _counted(entry: Entry, before: State) -> Count | None:
    """Coins and piles that are what they are from here on, whatever they were."""
    if isinstance(entry, Take) and entry.had is not None:
        return Count(coins={acting_seat(before, entry): entry.had})
    return entry if isinstance(entry, Count) else None
