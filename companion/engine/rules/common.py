"""The rules that all games of the family have in common, as a tenant of the same door that modules use."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.entering.entries import (
    BeginPart,
    ClaimExpedition,
    Coach,
    Count,
    Draw,
    DrawRequest,
    ExtraTax,
    FinishTurn,
    HouseRules,
    Join,
    Keep,
    Keeping,
    Learn,
    Leave,
    Missing,
    Pass,
    Payment,
    ReadCard,
    Rename,
    Repel,
    Reshuffle,
    Seats,
    StartTurn,
    Stop,
    Take,
)
from companion.engine.entering.kept_lightly import BustTold, HarborTold, Lying, TakeCard
from companion.engine.entering.templates import Template
from companion.engine.following.moments import Busted, PartOpened, Taxed
from companion.engine.house.brought import EntryKind, Figure
from companion.engine.house.door import COMMON, Door
from companion.engine.house.living import lent
from companion.engine.printed.cards import HarborCard, Person, Ship
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import State

from . import (
    counting,
    discover,
    expeditions,
    extra_tax,
    findings,
    incomes,
    kept_lightly,
    life,
    odds,
    said_lines,
    seating,
    trade,
    unread,
)


def takes(table: Table, seat: int) -> Iterable[Figure]:
    """Persons who give their owner cards to take (`000 Persons - Governor`)."""
    found = [Figure(who, able.extra_takes) for who, able in lent(table, seat) if able.extra_takes]
    player = table.players[seat]
    if player.extra_takes:
        own = [person for person in player.display if person.abilities.extra_takes]
        found[:0] = [Figure(person.type, person.abilities.extra_takes) for person in own]
    return found


def price(table: Table, seat: int, card: HarborCard) -> Iterable[Figure]:
    """One coin less for each Mademoiselle (`000 Persons - Mademoiselle`)."""
    found = [Figure(who, -able.discount) for who, able in lent(table, seat) if able.discount]
    player = table.players[seat]
    if player.discount:
        own = [person for person in player.display if person.abilities.discount]
        found[:0] = [Figure(person.type, -person.abilities.discount) for person in own]
    return found


def trade_bonus(table: Table, seat: int, card: HarborCard) -> Iterable[Figure]:
    """One coin for each Trader of the ship's color (`000 Persons - Trader`)."""
    color = card.color
    return [
        Figure("trader", person.abilities.trade_bonus)
        for person in table.players[seat].display
        if person.color == color and person.abilities.trade_bonus
    ]


def keeps(draft: Draft, seat: int, card: HarborCard, how: str) -> bool:
    """Persons lie before whoever hired them; ships are discarded (C13)."""
    if isinstance(card, Ship):
        draft.discard(card)
    else:
        draft.own(seat, card)
    return True


def grants(table: Table, seat: int, card: HarborCard) -> Iterable[Figure]:
    """Where the switch says so, a Governor counts in the part in which he was hired."""
    if isinstance(card, Person) and card.abilities.extra_takes and table.game.rules.switches.governor_new:
        return (Figure(card.type, card.abilities.extra_takes),)
    return ()


def templates(table: State) -> Iterable[Template]:
    """Yucata's extra tax, and what groups tell that keep a game lightly."""
    return (*extra_tax.templates(table), *kept_lightly.templates(table))


# What the ledger pays or takes.
PAYMENTS = (
    "trade",
    "trader",
    "compensation",
    "hire",
    "tax_loss",
    "tax_bonus",
    "admiral",
    "jester_bust",
    "jester_empty",
    "expedition",
)

DOOR = Door(
    COMMON,
    entries=(
        EntryKind(Draw, discover.draw, discover.check),
        EntryKind(DrawRequest, extra_tax.draw_request),
        EntryKind(ExtraTax, extra_tax.extra_tax),
        EntryKind(Repel, discover.repel),
        EntryKind(Keep, discover.keep),
        EntryKind(Stop, discover.stop),
        EntryKind(BeginPart, trade.begin_part),
        EntryKind(Take, trade.take),
        EntryKind(Pass, trade.pass_),
        EntryKind(ClaimExpedition, expeditions.claim),
        EntryKind(StartTurn, trade.start_turn),
        EntryKind(FinishTurn, trade.finish_turn),
        EntryKind(Count, counting.count, counting.check_count),
        EntryKind(Payment, counting.payment, counting.check_payment),
        EntryKind(Leave, life.leave, life.check_leave),
        EntryKind(Join, life.join),
        EntryKind(Rename, seating.rename, seating.check_rename),
        EntryKind(Seats, seating.sit, seating.check_seats),
        EntryKind(HouseRules, life.house_rules),
        EntryKind(Reshuffle, life.reshuffle),
        EntryKind(Learn, findings.learn, findings.check),
        EntryKind(Missing, findings.missing),
        EntryKind(ReadCard, unread.read_card, unread.check),
        EntryKind(Coach, odds.coach),
        EntryKind(Keeping, kept_lightly.keeping),
        EntryKind(HarborTold, kept_lightly.harbor, kept_lightly.check_harbor, once=kept_lightly.same_harbor),
        EntryKind(Lying, kept_lightly.lying, once=lambda _: None),
        EntryKind(BustTold, kept_lightly.bust, once=lambda _: None),
        EntryKind(TakeCard, kept_lightly.take_card, once=lambda entry: entry.card),
    ),
    takes=(takes,),
    price=(price,),
    trade=(trade_bonus,),
    grants=(grants,),
    incomes={"jester_empty": incomes.jester_empty, "jester_bust": incomes.jester_bust},
    payments=PAYMENTS,
    keeps=(keeps,),
    moments={PartOpened: (incomes.part_opened,), Busted: (incomes.busted,), Taxed: (incomes.taxed,)},
    templates=(templates,),
    lines=said_lines.LINES,
    refuses=said_lines.REFUSES,
)
