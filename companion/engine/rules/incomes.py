"""What persons pay at the start of a part and at a bust: Admirals and Jesters."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.following.moments import Busted, PartOpened
from companion.engine.house.brought import Worth
from companion.engine.house.living import abilities, house
from companion.engine.printed.cards import PartIncome
from companion.engine.table.draft import Draft, Table
from companion.engine.table.seats import around


class Due(NamedTuple):
    """What persons of one kind pay at the start of a part: coins each, how many they are, the code that says so."""

    why: str
    coins: int
    persons: int
    code: str


def worth(table: Table, seat: int, income: PartIncome, lying: int) -> Worth:
    """What one person's income pays with so many cards, or why it pays nothing."""
    if not income.at_least <= lying <= income.at_most:
        return Worth(0, income.unpaid)
    of_its_own = house(table).incomes.get(income.why)
    return Worth(income.coins) if of_its_own is None else of_its_own(table, seat, income)


def dues(table: Table, seat: int, lying: int) -> list[Due]:
    """What the start of this part would pay with so many cards, also where that is nothing."""
    found: dict[tuple[str, int, str], int] = {}
    for able in abilities(table, seat):
        for income in able.part_income:
            coins, unpaid = worth(table, seat, income, lying)
            key = (income.why, coins, income.paid if coins else unpaid)
            found[key] = found.get(key, 0) + 1
    return [Due(why, coins, count, code) for (why, coins, code), count in found.items()]


def incomes(table: Table, seat: int, lying: int) -> list[Due]:
    """What the start of this part would pay with so many cards."""
    return [due for due in dues(table, seat, lying) if due.coins]


def jester_empty(table: Table, seat: int, income: PartIncome) -> Worth:
    """Whether an empty harbor pays this player: for the active one the editions differ (C39)."""
    if seat == table.active and not table.game.rules.switches.jester_empty_active:
        return Worth(0, "JESTER_NOT_ACTIVE_ONLY")
    return Worth(income.coins)


def part_opened(draft: Draft, moment: PartOpened) -> None:
    """Whoever is paid then is paid (`000 Persons - Admiral`, `000 Persons - Jester`), or it is said why not."""
    seat, lying = moment
    for why, coins, count, code in dues(draft, seat, lying):
        params: dict[str, object] = {"count": count, "cards": lying}
        if why in house(draft).incomes:
            params["each"] = coins
        if not coins or draft.earn(seat, coins * count, why, why, params):
            draft.because(code)


def busted(draft: Draft, moment: Busted) -> None:
    """Jesters pay (`000 1. Discover (bust)`)."""
    for seat in around(draft, moment.seat):
        if seat == moment.seat and not draft.game.rules.switches.bust_jester_active:
            continue
        paying = [able.bust_income for able in abilities(draft, seat) if able.bust_income]
        if paying:
            draft.earn(seat, sum(paying), "jester_bust", "bust_jester", {"count": len(paying)})
