"""What a few coins or one person elsewhere than recorded come to until the end of the log, without going through it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from companion.engine.cards import Person, Ship, Tax
from companion.engine.discover import extra_tax_due
from companion.engine.entries import ClaimExpedition, Count, DrawRequest, Entry, ExtraTax, Take
from companion.engine.expeditions import pick
from companion.engine.ledger import LedgerLine
from companion.engine.record import acting_seat
from companion.engine.state import State

from .course import Course, cards_of
from .kinds import Owned, Shift

# With so few cards in the draw pile an entry may shuffle it.
NEAR = 12


class Moment(NamedTuple):
    """An entry after which a difference is not what it was: a tax, a shuffle, something counted."""

    place: int
    taxes: tuple[Tax, ...] = ()
    shuffled: bool = False
    counted: Count | None = None
    # Where a person elsewhere matters: who takes which card, gives up whom, and whose parts open with so many cards.
    seat: int = 0
    card: Ship | Person | None = None
    given: tuple[Person, ...] = ()
    parts: tuple[tuple[int, int], ...] = ()
    bust: int | None = None


class Carry:
    """The moments of a log."""

    def __init__(self, course: Course) -> None:
        self.course = course
        moments = [self._moment(place) for place in range(len(course.items))]
        self._all = [one for one in moments if any(one[1:]) or one.bust is not None]
        # As of here nothing happened against the rules, and no pile was shuffled: what is carried is exact.
        self._odd = [
            place
            for place, done in enumerate(course.done)
            if done.overridden or done.pardoned or moments[place].shuffled
        ]
        self.plain_from = self._odd[-1] + 1 if self._odd else 0
        piles = [done.state.draw_pile for done in course.done]
        self._least = [*list(accumulate(reversed(piles), min))[::-1], course.end.draw_pile]
        self._for: dict[frozenset[int], tuple[list[Moment], list[int]]] = {}
        self._coins = [
            [done.state.players[seat].coins for done in course.done] for seat in range(course.seats)
        ]

    def plain(self, shift: Shift, place: int) -> bool:
        """What is carried from here on is exact."""
        return self.plain_from <= place and self._least[place] + shift.draw >= 0

    def unsure(self, shift: Shift, since: int) -> bool:
        """A pile is shuffled later on, so that the piles are known about only."""
        return bool(shift.draw) and since < self.plain_from

    def until(self, shift: Shift, place: int) -> int:
        """Up to where what is carried from that entry on is exact: the next entry against the rules, or one before
        which a pile may be used up.
        """
        later = self._odd[bisect_left(self._odd, place) :]
        end = later[0] if later else len(self.course.items)
        low = max(0, -shift.draw) + NEAR
        while place < end and self.course.before[place].draw_pile >= low:
            place += 1
        return place

    def carried(
        self, shift: Shift, since: int, owned: tuple[Owned, ...] = (), until: int | None = None
    ) -> Shift | None:
        """What the difference comes to in the end; None where somebody could not have paid what he paid."""
        end = len(self.course.items) if until is None else until
        coins, draw, discard = list(shift.coins), shift.draw, shift.discard
        start = since
        moments, places = self._moments(owned)
        for moment in moments[bisect_left(places, since) : bisect_left(places, end)]:
            if not any(coins) and not draw and not discard and not owned:
                break
            if moment.counted is None and self._lacks(coins, start, moment.place):
                return None
            if moment.shuffled:
                draw, discard = self._shuffled(moment.place, draw, discard)
            if moment.taxes:
                paid, thrown = self._taxed(moment, coins, owned)
                draw, discard = draw - paid, discard + thrown
            elif owned:
                paid, thrown = self._earned(moment, coins, owned)
                draw, discard = draw - paid, discard + thrown
            if moment.given:
                owned = tuple(
                    one for one in owned if one.seat != moment.seat or one.person not in moment.given
                )
            if moment.counted is not None:
                for seat in moment.counted.coins:
                    coins[seat] = 0
                draw = 0 if moment.counted.draw_pile is not None else draw
                discard = 0 if moment.counted.discard_pile is not None else discard
            start = moment.place + 1
        if self._lacks(coins, start, end):
            return None
        return Shift(tuple(coins), draw, discard)

    def _moments(self, owned: tuple[Owned, ...]) -> tuple[list[Moment], list[int]]:
        """Those that matter for coins, and for whoever owns somebody else than recorded."""
        seats = frozenset(one.seat for one in owned)
        if seats not in self._for:
            found = [
                one
                for one in self._all
                if one.taxes
                or one.shuffled
                or one.counted
                or (seats and one.bust is not None)
                or ((one.card or one.given) and one.seat in seats)
                or any(seat in seats for seat, _ in one.parts)
            ]
            self._for[seats] = (found, [one.place for one in found])
        return self._for[seats]

    def _lacks(self, coins: list[int], start: int, end: int) -> bool:
        return end > start and any(
            change < 0 and min(self._coins[seat][start:end]) + change < 0 for seat, change in enumerate(coins)
        )

    def _shuffled(self, place: int, draw: int, discard: int) -> tuple[int, int]:
        """A draw pile with more or fewer cards is used up later or earlier, and the discard pile of then becomes it."""
        if not draw:
            return discard, 0
        done = self.course.done
        if draw > 0:
            full = next((_shuffled_in(line) for line in done[place].ledger if line.why == "reshuffled"), 0)
            for at in range(place, len(done)):
                if full - done[at].state.draw_pile > draw:
                    before = self.course.before[at].discard_pile if at > place else 0
                    return draw + discard + before, -before
            return draw - full, full + discard
        at = place
        while at > 0 and self.course.before[at].draw_pile < -draw:
            at -= 1
        thrown = max(0, self.course.before[place].discard_pile - self.course.before[at].discard_pile)
        return draw + discard - thrown, thrown

    def _taxed(self, moment: Moment, coins: list[int], owned: tuple[Owned, ...]) -> tuple[int, int]:
        """What more is paid from the draw pile, and to the discard pile, by a tax."""
        players = self.course.before[moment.place].players
        paid = thrown = 0
        for tax in moment.taxes:
            for seat, change in enumerate(coins):
                had = players[seat].coins
                if change and tax.bonus != "bonus":
                    less = tax.loss(max(0, had + change)) - tax.loss(had)
                    coins[seat] -= less
                    thrown += less
            if owned:
                for seat, more in enumerate(bonus_shift(tax, players, owned, self.course.end.game.order)):
                    coins[seat] += more * tax.bonus_coins
                    paid += more * tax.bonus_coins
        return paid, thrown

    def _earned(self, moment: Moment, coins: list[int], owned: tuple[Owned, ...]) -> tuple[int, int]:
        """What more is paid from the draw pile, and to the discard pile, by whom somebody owns."""
        paid = thrown = 0
        floor = self.course.end.game.rules.switches.mademoiselle_floor
        active_jester = self.course.end.game.rules.switches.jester_empty_active
        for one in owned:
            able, more = one.person.abilities, 0
            if moment.card is not None and moment.seat == one.seat:
                if isinstance(moment.card, Ship) and one.person.color == moment.card.color:
                    more += able.trade_bonus
                elif isinstance(moment.card, Person) and able.discount and moment.card.cost is not None:
                    had = self.course.before[moment.place].players[one.seat].discount
                    price = max(floor, moment.card.cost - had)
                    less = price - max(floor, moment.card.cost - had - one.sign * able.discount)
                    coins[one.seat] += less
                    thrown -= less
            for seat, lying in moment.parts if able.part_income else ():
                if seat == one.seat:
                    for income in able.part_income:
                        opens = income.at_least <= lying <= income.at_most
                        own = seat == self.course.before[moment.place].active
                        if opens and (income.why != "jester_empty" or not own or active_jester):
                            more += income.coins
            if moment.bust is not None and able.bust_income:
                rules = self.course.end.game.rules.switches
                if one.seat != moment.bust or rules.bust_jester_active:
                    more += able.bust_income
            coins[one.seat] += one.sign * more
            paid += one.sign * more
        return paid, thrown

    def _moment(self, place: int) -> Moment:
        course = self.course
        entry, before, done = course.items[place].entry, course.before[place], course.done[place]
        shuffled = bust = False
        for line in done.ledger:
            shuffled = shuffled or line.why == "reshuffled"
            bust = bust or line.why == "bust"
        return Moment(
            place,
            _taxes(entry, before),
            shuffled,
            entry if isinstance(entry, Count) else None,
            acting_seat(before, entry),
            _taken(entry, before),
            _given(entry, before),
            _parts(done.ledger, before, entry),
            before.active if bust else None,
        )


def bonus_shift(
    tax: Tax, players: Sequence[object], owned: tuple[Owned, ...], order: Sequence[int]
) -> list[int]:
    """Who gains the bonus of a tax, or does not, where somebody owns others."""
    name = {"most_swords": "swords", "fewest_vp": "vp"}.get(tax.bonus)
    if name is None:
        return [0] * len(players)
    figures = [getattr(player, name) for player in players]
    others = list(figures)
    for one in owned:
        others[one.seat] += one.sign * (getattr(one.person, name) or 0)
    mine, its = [figures[seat] for seat in order], [others[seat] for seat in order]
    best, other = (max(mine), max(its)) if name == "swords" else (min(mine), min(its))
    return [
        (others[seat] == other) - (figures[seat] == best) if seat in order else 0
        for seat in range(len(players))
    ]


def _shuffled_in(line: LedgerLine) -> int:
    cards = line.params.get("cards")
    return cards if isinstance(cards, int) else 0


def _taxes(entry: Entry, before: State) -> tuple[Tax, ...]:
    if isinstance(entry, DrawRequest) and extra_tax_due(before):
        return (Tax("open", before.game.rules.switches.tax_threshold),)
    if isinstance(entry, ExtraTax):
        return (Tax(entry.bonus, 1 << 20),)
    return tuple(card for card in cards_of(entry) if isinstance(card, Tax))


def _taken(entry: Entry, before: State) -> Ship | Person | None:
    if isinstance(entry, Take) and 0 <= entry.harbor_index < len(before.harbor):
        return before.harbor[entry.harbor_index]
    return None


def _given(entry: Entry, before: State) -> tuple[Person, ...]:
    if isinstance(entry, ClaimExpedition) and entry.discard:
        return tuple(pick(before.players[acting_seat(before, entry)].display, entry.discard) or ())
    return ()


def _parts(ledger: Sequence[LedgerLine], before: State, entry: Entry) -> tuple[tuple[int, int], ...]:
    """The parts that open with an entry, and how many cards lie there."""
    seats = [line.seat for line in ledger if line.why == "part_begins" and line.seat is not None]
    if not seats:
        return ()
    lying = sum(1 for card in before.harbor if card is not None)
    taken = isinstance(entry, Take)
    began = next((at for at, line in enumerate(ledger) if line.why in ("trade", "hire")), len(ledger))
    found = []
    for at, line in enumerate(ledger):
        if line.why == "part_begins" and line.seat is not None:
            found.append((line.seat, lying - 1 if taken and at > began else lying))
    return tuple(found)
