"""Clerks, Gunners, Vice Admirals, and ships that give somebody else a coin too."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.entering.entries import Key
from companion.engine.entering.templates import Ask
from companion.engine.following.moments import Traded
from companion.engine.house.brought import Figure, Refused, Worth
from companion.engine.house.door import Door
from companion.engine.printed.cards import HarborCard, Income, Ship
from companion.engine.refusals import Reason
from companion.engine.table.draft import Draft, Table

MODULE = "jomc_cards"
CLERK, GUNNER, VICE_ADMIRAL, GIFT = "clerk", "gunner", "vice_admiral", "gift"
GIFT_TO, GIFT_COINS = "gift_to", 1


def clerks(table: Table, seat: int, card: HarborCard) -> Iterable[Figure]:
    """One card more for each Clerk of a traded ship's color, whoever trades (C69)."""
    if isinstance(card, Ship):
        display = table.players[seat].display
        more = sum(person.abilities.trade_takes for person in display if person.color == card.color)
        if more:
            yield Figure(CLERK, more)


def gunner(table: Table, seat: int, income: Income) -> Worth:
    """One coin less than there are ships, never below 0 (C67)."""
    ships = sum(1 for card in table.harbor if isinstance(card, Ship))
    floor = int(table.game.rules.rulings["gunner_floor"])
    return Worth(max(floor, income.coins * (ships - 1)))


def vice_admiral(table: Table, seat: int, income: Income) -> Worth:
    """With 3 or 4 cards; what those get who are not active is a ruling, as a booklet says both (C66)."""
    if seat == table.active:
        return Worth(income.coins)
    return Worth(int(table.game.rules.rulings["vice_admiral_amount"]))


def others(table: Table, seat: int) -> tuple[int, ...]:
    """Who may get the coin of a gift: whoever else plays (C70)."""
    return tuple(other for other in table.game.order if other != seat)


def asks(table: Table, seat: int, card: HarborCard) -> Iterable[Ask]:
    """Who gets the coin of a gift; playing alone nobody does."""
    if isinstance(card, Ship) and card.printed(GIFT) and others(table, seat):
        yield Ask(GIFT_TO, "seat", choices=others(table, seat), coins=GIFT_COINS)


def traded(draft: Draft, moment: Traded) -> None:
    """A gift's coin is dealt from the draw pile like those of the ship, and a Clerk is told of."""
    seat, ship = moment
    if ship.printed(GIFT) and others(draft, seat):
        to = draft.more.get(GIFT_TO)
        if isinstance(to, int) and to != seat:
            draft.earn(to, GIFT_COINS, GIFT, GIFT, {"giver": seat, "card": ship})
        else:
            draft.contest(Reason("GIFT_REQUIRED", GIFT, overridable=True))
    if draft.takes is not None and seat == draft.acting:
        for why, count in clerks(draft, seat, ship):
            draft.say(why, CLERK, seat, params={"count": count, "color": ship.color})


DOOR = Door(
    MODULE,
    adds={"take": {GIFT_TO: Key("seat", "With a ship that has a gift: who else gets a coin.")}},
    grants=(clerks,),
    asks=(asks,),
    incomes={GUNNER: gunner, VICE_ADMIRAL: vice_admiral},
    payments=(GIFT,),
    headlines={
        "VICE_ADMIRAL_PAID": "ADMIRAL_PAID",
        "GUNNER_PAID": "VICE_ADMIRAL_PAID",
        "VICE_ADMIRAL_NOT_IN_RANGE": "ADMIRAL_NOT_ENOUGH_CARDS",
    },
    moments={Traded: (traded,)},
    lines={
        "clerk": ("color", "count"),
        "gift": ("card", "giver"),
    },
    refuses={
        "GIFT_REQUIRED": Refused(("gift",)),
    },
)
