"""The Nemesis contracts: a ship is traded with, and its coins are declined (C76, C77, C117, C118)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.entering.entries import Key
from companion.engine.entering.templates import Template
from companion.engine.following.moments import Traded
from companion.engine.goals.lying import Laid
from companion.engine.goals.standing import marker_reason, standing
from companion.engine.house.brought import Declined
from companion.engine.printed.cards import HarborCard, Ship
from companion.engine.refusals import Reason
from companion.engine.rules.allowed import take_template
from companion.engine.rules.trade import spent
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import TRADE_HIRE, State

from . import contracts
from .completing import CONTRACTS, advance, brings

DECLINE, RULE = "decline", "decline_compensation"
KEYS = {DECLINE: Key("flag", "With a ship: none of its coins, for a Nemesis contract.")}


def nemesis(table: Table, ship: HarborCard) -> Laid | None:
    """The contract that counts the ships of that color."""
    return contracts.find(table, "declined", ship.color) if isinstance(ship, Ship) else None


def reason(table: Table, seat: int, ship: HarborCard) -> Reason | None:
    """Why nothing would come of it: no such contract, done already, or no marker for it."""
    one = nemesis(table, ship)
    if one is None:
        return Reason("CONTRACT_NOT_MET", RULE, {}, overridable=True)
    return marker_reason(standing(CONTRACTS, table, seat), one)


def declines(table: Table, seat: int, card: HarborCard) -> Declined | None:
    said = isinstance(table, Draft) and table.more.get(DECLINE)
    return Declined(reason(table, seat, card)) if said else None


def traded(draft: Draft, moment: Traded) -> None:
    """The marker moves on; the last time completes."""
    if not draft.more.get(DECLINE):
        return
    seat, ship = moment
    draft.say("declined", RULE, seat, params={"card": ship})
    one = nemesis(draft, ship)
    if one is not None and reason(draft, seat, ship) is None:
        advance(draft, seat, one)


def templates(state: State) -> Iterator[Template]:
    """Each ship whose coins could be declined a second time, for the contract."""
    seat = state.acting
    if state.phase != TRADE_HIRE or not any(one.goal.what == "declined" for one in contracts.laid(state)):
        return
    draft = Draft(state, more={DECLINE: True})
    for index, card in enumerate(state.harbor):
        one = None if card is None else nemesis(state, card)
        if one is None or card is None or reason(state, seat, card) is not None:
            continue
        found = take_template(draft, seat, index, spent(state))
        marker = {"marker": one.at(seat) + 1, "of": one.goal.steps}
        last = marker["marker"] >= one.goal.steps
        more: Mapping[str, Any] = brings(one, seat, contracts.markers(state, seat)) if last else {}
        net: Any = found.figures["coins"]
        figures = {**found.figures, **marker, **more, "coins": net + more.get("coins", 0)}
        yield found._replace(keys={**found.keys, DECLINE: True}, figures=figures, about={"goal": one.id})
