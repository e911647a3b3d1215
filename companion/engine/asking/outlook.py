"""What one player could take and pay, and what is due to him, if his part came with the table as it lies now.

Nothing is worked out a second time: the part is opened on a draft, and the draft is asked.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.entering.templates import Template
from companion.engine.following.ledger import LedgerLine
from companion.engine.house.living import house, veto, vetoed
from companion.engine.printed.cards import HarborCard, Person, Ship
from companion.engine.refusals import Reason
from companion.engine.rules import discover, expeditions, turns
from companion.engine.rules.allowed import claim_template, take_template
from companion.engine.rules.trade import had_his_part, spent
from companion.engine.table.draft import Draft, Table, cards_in
from companion.engine.table.seats import around, plays
from companion.engine.table.state import DISCOVER, GAME_OVER, TRADE_HIRE, State

NOW, LATER, OVER = "now", "later", "over"


@dataclass(frozen=True, slots=True)
class Outlook:
    """One seat's view of the turn.

    `part`: whether his part is on, still to come, or done with. `takes` and `coins` are what he has in it: cards left
    to take, and coins once `due` is paid. `if_bust` is paid if the turn goes bust instead. `claims` holds every way
    to pay for an expedition, allowed where his display can; `claims_now`: he may do so at once. `goals`: those that he
    could complete, allowed where he has what they ask for.
    """

    seat: int
    part: str
    only_after_take: bool
    takes: int
    coins: int
    due: tuple[LedgerLine, ...]
    if_bust: tuple[LedgerLine, ...]
    short: tuple[Short, ...]
    offers: tuple[Template, ...]
    claims: tuple[Template, ...]
    claims_now: bool
    goals: tuple[Template, ...] = ()


@dataclass(frozen=True, slots=True)
class Short:
    """Persons that would pay at the start of the part if more cards lay there."""

    why: str
    count: int
    cards: int
    needed: int


def outlook(state: State, seat: int) -> Outlook:
    """The table as that seat looks at it."""
    part = _part(state, seat)
    opened: Table = state if part != LATER else _opened(state, seat)
    takes = opened.takes
    player = opened.players[seat]
    coming = part == LATER and _comes_to_parts(state)
    return Outlook(
        seat,
        part,
        part == LATER and _only_after_take(state, seat),
        takes.left if takes is not None and part != OVER else 0,
        player.coins if coming else state.players[seat].coins,
        _paid(opened.ledger, seat) if isinstance(opened, Draft) and coming else (),
        _if_bust(state, seat),
        _short(state, seat) if part == LATER else (),
        () if part == OVER else _offers(opened, seat, spent(opened) if part == NOW else None),
        () if state.phase == GAME_OVER else _claims(state, seat),
        expeditions.claim_reason(state, seat) is None and state.phase != GAME_OVER,
        tuple(one for reaches in house(state).reaches for one in reaches(state, seat)),
    )


def offers_of(state: State, berth: int) -> tuple[Template, ...]:
    """What the card lying in that berth comes to for each player who may still take this turn, in the order of
    their parts.
    """
    card = state.harbor[berth]
    if card is None or not _priced(card) or state.phase == GAME_OVER:
        return ()
    parts = {seat: _part(state, seat) for seat in around(state, state.active)}
    found: list[Template] = []
    for seat, part in parts.items():
        if part != OVER:
            opened = _opened(state, seat) if part == LATER else state
            found += vetoed(opened, [take_template(opened, seat, berth, None)])
    return tuple(found)


def _part(state: State, seat: int) -> str:
    if state.phase == GAME_OVER or not plays(state, seat):
        return OVER
    if state.phase == TRADE_HIRE:
        if seat == state.acting:
            return NOW
        if had_his_part(state, seat):
            return OVER
    return LATER


def _only_after_take(state: State, seat: int) -> bool:
    """His part comes only if the active player takes something (C38)."""
    return not (
        seat == state.active or state.taken_by_active or state.game.rules.switches.others_after_nothing
    )


def _comes_to_parts(state: State) -> bool:
    """An empty harbor from which nobody may go on to the parts pays nothing."""
    if state.phase != DISCOVER or cards_in(state):
        return True
    return (veto(state, "stop", state.active) or discover.stop_reason(state, state.active)) is None


def _opened(state: State, seat: int) -> Draft:
    """The table with that part just opened."""
    draft = Draft(state)
    if draft.phase == DISCOVER:
        draft.colors_at_stop = turns.ship_colors(draft)
    draft.phase = TRADE_HIRE
    turns.await_part(draft, seat)
    turns.open_part(draft)
    return draft


def _if_bust(state: State, seat: int) -> tuple[LedgerLine, ...]:
    if state.phase != DISCOVER:
        return ()
    draft = Draft(state)
    # Which ship it is makes no difference to who is paid.
    discover.bust(draft, Ship("red", None, 1))
    return _paid(draft.ledger, seat)


def _paid(ledger: list[LedgerLine], seat: int) -> tuple[LedgerLine, ...]:
    return tuple(line for line in ledger if line.seat == seat and line.coins)


def _short(state: State, seat: int) -> tuple[Short, ...]:
    lying = cards_in(state)
    waiting = [
        income
        for person in state.players[seat].display
        for income in person.abilities.incomes
        if income.at_least > lying
    ]
    names = dict.fromkeys(income.why for income in waiting)
    return tuple(
        Short(
            name,
            sum(income.why == name for income in waiting),
            lying,
            min(income.at_least for income in waiting if income.why == name),
        )
        for name in names
    )


def _offers(table: Table, seat: int, against: Reason | None) -> tuple[Template, ...]:
    return vetoed(
        table,
        [
            take_template(table, seat, index, against)
            for index, card in enumerate(table.harbor)
            if card is not None and _priced(card)
        ],
    )


def _priced(card: HarborCard) -> bool:
    return not (isinstance(card, Person) and card.cost is None)


def _claims(state: State, seat: int) -> tuple[Template, ...]:
    owned = state.players[seat].helpers
    found = []
    for index, expedition in enumerate(state.expeditions):
        ways = expeditions.ways_to_pay(expedition, owned)
        found += [claim_template(seat, index, expedition, None, way) for way in ways]
        if not ways:
            short = expeditions.shortfall(expedition, owned)
            found.append(claim_template(seat, index, expedition, short, None))
    return tuple(found)
