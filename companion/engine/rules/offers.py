"""What a harbor card costs or brings a player."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.table.cards import HarborCard, Person, Ship
from companion.engine.table.door import Figure, house
from companion.engine.table.draft import Table
from companion.engine.table.refusals import Malformed, Reason


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


def trade_bonus(table: Table, seat: int, ship: Ship) -> int:
    """What trading this ship brings the player besides its own coins (`000 Persons - Trader`)."""
    coins = 0
    for figures in house(table).trade:
        for _, more in figures(table, seat, ship):
            coins += more
    return coins


def granted(table: Table, seat: int, card: HarborCard) -> list[Figure]:
    """Cards more to take that taking this one gives the player."""
    return [figure for figures in house(table).grants for figure in figures(table, seat, card)]


def hire_price(table: Table, seat: int, person: Person) -> int:
    """The cost as others change it, never below 0 (`000 Persons - Mademoiselle`)."""
    if person.cost is None:
        raise Malformed("card.cost", "the printed cost of the person")
    cost = person.cost
    for figures in house(table).price:
        for _, more in figures(table, seat, person):
            cost += more
    return max(table.game.rules.switches.mademoiselle_floor, cost)


def offer(table: Table, seat: int, index: int) -> Offer:
    """Price or gain of a harbor card for a player, with what stands against paying for it."""
    card = table.harbor[index]
    player = table.players[seat]
    compensation = 0 if seat == table.active else 1
    takes = sum(more for _, more in granted(table, seat, card)) if card is not None else 0
    if isinstance(card, Ship):
        trader = trade_bonus(table, seat, card)
        gain = card.coins + trader
        # the ship itself is discarded before its coins are dealt
        payable = min(gain, table.draw_pile + table.discard_pile + 1)
        reason = None
        if player.coins + payable < compensation:
            short = compensation - player.coins - payable
            figures = {"coins": player.coins + payable, "short": short, "price": 0, "needed": compensation}
            reason = Reason("CANNOT_PAY_COMPENSATION", "compensation", figures, overridable=True)
        return Offer(
            True,
            gain - compensation,
            gain=gain,
            trader=trader,
            compensation=compensation,
            takes=takes,
            reason=reason,
        )
    if not isinstance(card, Person):
        raise Malformed("harbor_index", "a card that still lies in the harbor")
    price = hire_price(table, seat, card)
    cost = card.cost or 0
    needed = price + compensation
    figures = {"price": price, "needed": needed, "coins": player.coins, "short": needed - player.coins}
    reason = None
    if player.coins < price:
        reason = Reason("CANNOT_AFFORD", "hire", figures, overridable=True)
    elif player.coins < needed:
        rule = "compensation" if price else "compensation_free_person"
        reason = Reason("CANNOT_PAY_COMPENSATION", rule, figures, overridable=True)
    return Offer(
        False,
        -price - compensation,
        price=price,
        discount=cost - price,
        compensation=compensation,
        takes=takes,
        reason=reason,
    )


def worth_nothing(table: Table) -> bool:
    """A non-active player can pay for no card, or only for ships that bring him nothing: no coin and no other card (C56,
    C135).
    """
    if table.acting == table.active:
        return False
    offers = (
        offer(table, table.acting, index) for index, card in enumerate(table.harbor) if card is not None
    )
    return all(
        found.reason is not None or (found.is_ship and found.net <= 0 and not found.takes) for found in offers
    )
