"""What persons pay their owners: when a part opens, at a bust, at a Tax Increase."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from companion.engine.following.moments import Busted, PartOpened, Taxed
from companion.engine.house.brought import Worth
from companion.engine.house.living import abilities, house
from companion.engine.printed.cards import BUST, EMPTY, PART, TAX, Income
from companion.engine.table.draft import Draft, Table
from companion.engine.table.seats import around

AT_A_PART = (PART, EMPTY)


class Due(NamedTuple):
    """What persons of one kind pay: coins each, how many they are, the code that says so, and the rule."""

    why: str
    coins: int
    persons: int
    code: str
    rule: str


def worth(table: Table, seat: int, income: Income, lying: int) -> Worth:
    """What one person's income pays with so many cards, or why it pays nothing."""
    if not income.lies(lying):
        return Worth(0, income.unpaid)
    of_its_own = house(table).incomes.get(income.why)
    return Worth(income.coins) if of_its_own is None else of_its_own(table, seat, income)


def dues(table: Table, seat: int, lying: int, when: Collection[str] = AT_A_PART) -> list[Due]:
    """What would be paid then with so many cards, also where that is nothing; at the start of a part, if nothing is said."""
    found: dict[tuple[str, int, str, str], int] = {}
    for able in abilities(table, seat):
        for income in able.incomes:
            if income.when in when:
                coins, unpaid = worth(table, seat, income, lying)
                key = (income.why, coins, income.paid if coins else unpaid, income.rule or income.why)
                found[key] = found.get(key, 0) + 1
    return [Due(why, coins, count, code, rule) for (why, coins, code, rule), count in found.items()]


def incomes(table: Table, seat: int, lying: int) -> list[Due]:
    """What the start of this part would pay with so many cards."""
    return [due for due in dues(table, seat, lying) if due.coins]


def jester_empty(table: Table, seat: int, income: Income) -> Worth:
    """Whether an empty harbor pays this player: for the active one the editions differ (C39)."""
    if seat == table.active and not table.game.rules.switches.jester_empty_active:
        return Worth(0, "JESTER_NOT_ACTIVE_ONLY")
    return Worth(income.coins)


def jester_bust(table: Table, seat: int, income: Income) -> Worth:
    """Whether a bust pays this player: whoever busts, where the switch says so."""
    paid = seat != table.active or table.game.rules.switches.bust_jester_active
    return Worth(income.coins if paid else 0)


def part_opened(draft: Draft, moment: PartOpened) -> None:
    """Whoever is paid then is paid (`000 Persons - Admiral`, `000 Persons - Jester`), or it is said why not."""
    seat, lying = moment
    for why, coins, count, code, rule in dues(draft, seat, lying):
        params: dict[str, object] = {"count": count, "cards": lying}
        if why in house(draft).incomes:
            params["each"] = coins
        if not coins or draft.earn(seat, coins * count, why, rule, params):
            draft.because(code)


def busted(draft: Draft, moment: Busted) -> None:
    """Jesters pay (`000 1. Discover (bust)`)."""
    _pay(draft, around(draft, moment.seat), BUST)


def taxed(draft: Draft, moment: Taxed) -> None:
    _pay(draft, around(draft, draft.active), TAX)


def _pay(draft: Draft, seats: Iterable[int], when: str) -> None:
    for seat in seats:
        for due in dues(draft, seat, 0, (when,)):
            if due.coins:
                draft.earn(seat, due.coins * due.persons, due.why, due.rule, {"count": due.persons})
