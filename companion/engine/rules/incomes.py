"""What persons pay at the start of a part and at a bust: Admirals and Jesters."""

from __future__ import annotations

from companion.engine.table.door import abilities
from companion.engine.table.draft import Draft, Table
from companion.engine.table.moments import Busted, PartOpened
from companion.engine.table.seats import around


def incomes(table: Table, seat: int, lying: int) -> list[tuple[str, int, int]]:
    """What the start of this part would pay with so many cards: (why, coins each, how many persons)."""
    counts: dict[tuple[str, int], int] = {}
    for able in abilities(table, seat):
        for income in able.part_income:
            if income.at_least <= lying <= income.at_most:
                key = (income.why, income.coins)
                counts[key] = counts.get(key, 0) + 1
    return [(why, coins, count) for (why, coins), count in counts.items()]


def jester_may_pay(table: Table, seat: int) -> bool:
    """Whether an empty harbor pays this player: for the active one the editions differ (C39)."""
    return seat != table.active or table.game.rules.switches.jester_empty_active


def part_opened(draft: Draft, moment: PartOpened) -> None:
    """Admirals and Jesters pay (`000 Persons - Admiral`, `000 Persons - Jester`)."""
    seat, lying = moment
    for why, coins, count in incomes(draft, seat, lying):
        if why == "jester_empty" and not jester_may_pay(draft, seat):
            draft.because("JESTER_NOT_ACTIVE_ONLY")
            continue
        paid = draft.earn(seat, coins * count, why, why, {"count": count, "cards": lying})
        if paid:
            draft.because("ADMIRAL_PAID" if why == "admiral" else "JESTER_EMPTY")
    _explain_unpaid(draft, seat, lying)


def _explain_unpaid(draft: Draft, seat: int, lying: int) -> None:
    """Say why a person whose moment this is did not pay."""
    for able in abilities(draft, seat):
        for income in able.part_income:
            if not income.at_least <= lying <= income.at_most:
                draft.because("ADMIRAL_NOT_ENOUGH_CARDS" if income.why == "admiral" else "NO_EFFECT")


def busted(draft: Draft, moment: Busted) -> None:
    """Jesters pay (`000 1. Discover (bust)`)."""
    for seat in around(draft, moment.seat):
        if seat == moment.seat and not draft.game.rules.switches.bust_jester_active:
            continue
        paying = [able.bust_income for able in abilities(draft, seat) if able.bust_income]
        if paying:
            draft.earn(seat, sum(paying), "jester_bust", "bust_jester", {"count": len(paying)})
