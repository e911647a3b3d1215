"""What a harbor card costs or brings a player."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from companion.engine.house.brought import Declined, Figure, Stay
from companion.engine.house.door import House
from companion.engine.house.living import declined, house, stay_of
from companion.engine.printed.cards import HarborCard, Person, Ship
from companion.engine.refusals import MISSING, Malformed, Reason
from companion.engine.table.draft import Table


class Offer(NamedTuple):
    """What taking one card would mean for one player; `net` is the change of his coins."""

    is_ship: bool
    net: int
    price: int = 0
    discount: int = 0
    gain: int = 0
    trader: int = 0
    compensation: int = 0
    takes: int = 0
    reason: Reason | None = None
    # Where a ship goes that is not discarded, and what it is worth there.
    stay: Stay | None = None
    # The taker wants none of the ship's coins.
    declined: bool = False


def trade_bonus(table: Table, seat: int, ship: Ship) -> int:
    """What trading this ship brings the player besides its own coins (`000 Persons - Trader`)."""
    coins = 0
    home: House = table.game.house
    for figures in home.trade:
        for _, more in figures(table, seat, ship):
            coins += more
    return coins


def granted(table: Table, seat: int, card: HarborCard) -> list[Figure]:
    """More cards to take that taking this one gives the player."""
    return [figure for figures in house(table).grants for figure in figures(table, seat, card)]


def paying(table: Table, seat: int, ship: Ship) -> Stay | None:
    """Where the ship stays that is traded with now; nowhere where no coin is left to be paid (C60, C128)."""
    return stay_of(table, seat, ship) if table.draw_pile + table.discard_pile else None


def price_changes(table: Table, seat: int, person: Person) -> dict[str, int]:
    """What makes a person dearer (+) or cheaper (−), by who does; nothing where the price ends at its floor before."""
    found: dict[str, int] = {}
    for figures in house(table).price:
        for why, more in figures(table, seat, person):
            found[why] = found.get(why, 0) + more
    price = (person.cost or 0) + sum(found.values())
    return (
        {why: more for why, more in found.items() if more} if price == hire_price(table, seat, person) else {}
    )


def hire_price(table: Table, seat: int, person: Person) -> int:
    """The cost as others change it, never below 0 (`000 Persons - Mademoiselle`)."""
    if person.cost is None:
        raise Malformed("card.cost", "printed", MISSING)
    cost = person.cost
    home: House = table.game.house
    for figures in home.price:
        for _, more in figures(table, seat, person):
            cost += more
    return max(table.game.rules.switches.mademoiselle_floor, cost)


def offer(table: Table, seat: int, index: int) -> Offer:
    """Price or gain of a harbor card for a player, with what stands against paying for it."""
    card = table.harbor[index]
    if card is not None and card.unread:
        return Offer(
            isinstance(card, Ship),
            0,
            reason=Reason("UNREAD_CARD", "hire" if isinstance(card, Person) else "trade"),
        )
    if isinstance(card, Ship):
        return _trade(table, seat, card)
    if isinstance(card, Person):
        return _hire(table, seat, card)
    raise Malformed("harbor_index", "lies_there")


def brought(table: Table, seat: int, card: HarborCard) -> dict[str, int]:
    """What taking the card brings the player besides coins."""
    return {why: more for brings in house(table).brings for why, more in brings(table, seat, card)}


def _more_takes(table: Table, seat: int, card: HarborCard) -> int:
    takes = 0
    home: House = table.game.house
    for figures in home.grants:
        for _, more in figures(table, seat, card):
            takes += more
    return takes


def _trade(table: Table, seat: int, ship: Ship) -> Offer:
    home: House = table.game.house
    compensation = 0 if seat == table.active else 1
    unwanted = declined(table, seat, ship) if home.declines else None
    if unwanted is not None:
        return _decline(table, seat, ship, compensation, unwanted)
    trader = trade_bonus(table, seat, ship)
    gain = ship.coins + trader
    reason = None
    stay = stay_of(table, seat, ship) if home.stays else None
    lying = table.draw_pile + table.discard_pile
    if compensation:
        # A ship that does not stay is discarded before its coins are dealt.
        paid = table.players[seat].coins + min(gain, lying + (stay is None))
        if paid < compensation:
            reason = _unpaid(0, compensation, paid, "compensation")
    takes = _more_takes(table, seat, ship)
    # One that pays no coin does not stay (C128).
    stay = stay if lying else None
    return Offer(True, gain - compensation, 0, 0, gain, trader, compensation, takes, reason, stay)


def _decline(table: Table, seat: int, ship: Ship, compensation: int, unwanted: Declined) -> Offer:
    """The ship pays nothing of its own, so what it costs has to be there before (C77), or be its bonus (C96)."""
    bonus, reason = trade_bonus(table, seat, ship) if unwanted.bonus else 0, unwanted.against
    coins = table.players[seat].coins + min(bonus, table.draw_pile + table.discard_pile)
    if reason is None and coins < compensation:
        reason = _unpaid(0, compensation, coins, "compensation")
    takes = _more_takes(table, seat, ship)
    return Offer(True, bonus - compensation, 0, 0, bonus, bonus, compensation, takes, reason, declined=True)


def _hire(table: Table, seat: int, person: Person) -> Offer:
    compensation = 0 if seat == table.active else 1
    home: House = table.game.house
    price = hire_price(table, seat, person)
    needed, coins = price + compensation, table.players[seat].coins
    reason = None
    if coins < needed:
        reason = _unpaid(price, needed, coins, "compensation" if price else "compensation_free_person")
    if home.declines and (unwanted := declined(table, seat, person)) is not None:
        reason = unwanted.against or reason
    takes = _more_takes(table, seat, person)
    return Offer(False, -needed, price, (person.cost or 0) - price, 0, 0, compensation, takes, reason)


@lru_cache(maxsize=1024)
def _unpaid(price: int, needed: int, coins: int, rule: str) -> Reason:
    """Why so few coins are not enough: for the price itself, or by that rule for what comes on top of it."""
    figures = {"price": price, "needed": needed, "coins": coins, "short": needed - coins}
    if coins < price:
        return Reason("CANNOT_AFFORD", "hire", figures, overridable=True)
    return Reason("CANNOT_PAY_COMPENSATION", rule, figures, overridable=True)


def worth_nothing(table: Table) -> bool:
    """A non-active player can pay for no card, or only for ships that bring him nothing: no coin and no other card (C56,
    C135).
    """
    if table.acting == table.active or any(card is not None and card.unread for card in table.harbor):
        return False
    offers = (
        offer(table, table.acting, index) for index, card in enumerate(table.harbor) if card is not None
    )
    return all(
        found.reason is not None
        or (found.is_ship and found.net <= 0 and not found.takes and found.stay is None)
        for found in offers
    )
