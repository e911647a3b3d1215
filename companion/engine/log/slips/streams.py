"""What a log says about one player after the other: everything that would have come out otherwise with other persons."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from companion.engine.entering.entries import ClaimExpedition, Take, drawn
from companion.engine.following.ledger import LedgerLine
from companion.engine.printed.cards import BUST, TAX, Person, Ship, Tax
from companion.engine.rules.expeditions import pick
from companion.engine.rules.incomes import AT_A_PART, worth
from companion.engine.rules.record import Recorded, acting_seat
from companion.engine.table.state import State

from .differences import Owned, displayed, settled
from .replay import Course

T = TypeVar("T")


class Change(NamedTuple):
    """What an entry brought somebody more than recorded, from the draw pile or, of a price, from the discard pile; `kept`:
    a ship more that stayed before him, and was not discarded.
    """

    place: int
    seat: int
    coins: int
    price: bool = False
    kept: int = 0


@dataclass(slots=True)
class Stream:
    """What one player did, each with its place in the log."""

    # Ships by color.
    trades: dict[str, list[int]] = field(default_factory=dict)
    # The printed cost of whoever was hired.
    hires: list[tuple[int, int]] = field(default_factory=list)
    # How many cards lay there when a part opened.
    parts: list[tuple[int, int]] = field(default_factory=list)
    # The swords of a ship that was sent away.
    repels: list[tuple[int, int]] = field(default_factory=list)
    # The persons given up for an expedition.
    claims: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)


def _within(rows: Sequence[tuple[int, T]], start: int, end: int) -> Sequence[tuple[int, T]]:
    return rows[bisect_left(rows, (start,)) : bisect_left(rows, (end,))]


class Streams:
    """The streams of all players."""

    def __init__(self, course: Course) -> None:
        self._before, self._rules = course.before, course.end.game.rules.switches
        self._of = [Stream() for _ in range(course.seats)]
        # When everybody is paid, whatever lies there.
        self._for_all: dict[str, list[tuple[int, int]]] = {BUST: [], TAX: []}
        for place, done in enumerate(course.done):
            before, entry = course.before[place], course.items[place].entry
            for line in done.ledger:
                self._note(place, line)
            if any(isinstance(card, Tax) for card in drawn(entry)):
                self._for_all[TAX].append((place, 0))
            self._open(place, done, before, isinstance(entry, Take))
            if isinstance(entry, ClaimExpedition):
                self._claim(place, acting_seat(before, entry), done)

    def _note(self, place: int, line: LedgerLine) -> None:
        card = line.params.get("card")
        if line.why == "bust":
            self._for_all[BUST].append((place, 0))
        elif line.seat is None:
            return
        elif line.why == "trade" and isinstance(card, Ship):
            self._of[line.seat].trades.setdefault(card.color, []).append(place)
        elif line.why == "hire" and isinstance(card, Person):
            self._of[line.seat].hires.append((place, card.cost or 0))
        elif line.why == "repelled" and isinstance(card, Ship):
            self._of[line.seat].repels.append((place, card.swords or 0))

    def _open(self, place: int, done: Recorded, before: State, taking: bool) -> None:
        """Parts open with what lies there: after a card was taken, one fewer."""
        opened = [at for at, line in enumerate(done.ledger) if line.why == "part_begins"]
        if not opened:
            return
        lying = sum(1 for card in before.harbor if card is not None)
        paid = (at for at, line in enumerate(done.ledger) if line.why in ("trade", "hire"))
        taken = next(paid, len(done.ledger)) if taking else len(done.ledger)
        for at in opened:
            seat = done.ledger[at].seat
            if seat is not None:
                self._of[seat].parts.append((place, lying - (at > taken)))

    def _claim(self, place: int, seat: int, done: Recorded) -> None:
        line = next((one for one in done.ledger if one.why == "expedition"), None)
        given = line.params.get("discard") if line is not None else None
        if isinstance(given, tuple):
            self._of[seat].claims.append((place, given))

    def owned(self, owned: Sequence[Owned], since: int) -> list[tuple[int, tuple[Owned, ...]]] | None:
        """Who owns whom other than recorded, and from which entry on: persons are given up for expeditions. None where
        somebody could not have given what he gave.
        """
        found = [(since, tuple(owned))]
        claims = sorted(
            (place, seat, given)
            for seat in {one.seat for one in owned}
            for place, given in _within(self._of[seat].claims, since, len(self._before))
        )
        for place, seat, given in claims:
            now = found[-1][1]
            player = self._before[place].players[seat]
            display = displayed(player, [one for one in now if one.seat == seat])
            gone, its = pick(player.display, given), pick(display or (), given)
            if gone is None or its is None:
                return None
            rest = [*now, *(Owned(seat, one, 1) for one in gone), *(Owned(seat, one, -1) for one in its)]
            found.append((place + 1, settled(rest)))
        return found

    def changes(self, owned: Sequence[Owned], start: int, end: int) -> list[Change] | None:
        """What they would have brought and saved between two entries; None where somebody lacked swords."""
        found: list[Change] = []
        for seat in {one.seat for one in owned}:
            persons = [(one.person, one.more) for one in owned if one.seat == seat]
            swords = sum(person.swords * more for person, more in persons)
            if swords < 0 and self._lacks(seat, swords, start, end):
                return None
            found += self._traded(seat, persons, start, end)
            found += self._hired(seat, persons, start, end)
            found += self._earned(seat, persons, start, end)
        return found

    def _lacks(self, seat: int, swords: int, start: int, end: int) -> bool:
        """Somebody would have had too few swords for a ship that was sent away."""
        return any(
            self._before[place].players[seat].swords + swords < needed
            for place, needed in _within(self._of[seat].repels, start, end)
        )

    def _traded(
        self, seat: int, persons: Sequence[tuple[Person, int]], start: int, end: int
    ) -> Iterator[Change]:
        for person, more in persons:
            bonus = person.abilities.trade_bonus * more
            places = self._of[seat].trades.get(person.color or "", ()) if bonus else ()
            for place in places[bisect_left(places, start) : bisect_left(places, end)]:
                yield Change(place, seat, bonus)
        keepers = [(person.color or "", more) for person, more in persons if person.abilities.trade_points]
        for color in dict.fromkeys(color for color, _ in keepers):
            more = sum(more for other, more in keepers if other == color)
            places = self._of[seat].trades.get(color, ())
            for place in places[bisect_left(places, start) : bisect_left(places, end)]:
                display = self._before[place].players[seat].display
                had = sum(1 for one in display if one.abilities.trade_points and one.color == color)
                if (had > 0) != (had + more > 0):
                    yield Change(place, seat, 0, kept=1 if had == 0 else -1)

    def _hired(
        self, seat: int, persons: Sequence[tuple[Person, int]], start: int, end: int
    ) -> Iterator[Change]:
        discount = sum(person.abilities.discount * more for person, more in persons)
        floor = self._rules.mademoiselle_floor
        for place, cost in _within(self._of[seat].hires, start, end) if discount else ():
            had = self._before[place].players[seat].discount
            saved = max(floor, cost - had) - max(floor, cost - had - discount)
            if saved:
                yield Change(place, seat, saved, price=True)

    def _earned(
        self, seat: int, persons: Sequence[tuple[Person, int]], start: int, end: int
    ) -> Iterator[Change]:
        for person, more in persons:
            for income in person.abilities.incomes:
                times = self._of[seat].parts if income.when in AT_A_PART else self._for_all[income.when]
                for place, lying in _within(times, start, end):
                    coins = worth(self._before[place], seat, income, lying).coins
                    if coins:
                        yield Change(place, seat, coins * more)
