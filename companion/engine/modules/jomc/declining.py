"""The Nemesis contracts: a ship is traded with, and its coins are declined (C76, C77, C117, C118)."""

from __future__ import annotations

from companion.engine.entering.entries import Key
from companion.engine.following.moments import Traded
from companion.engine.house.brought import Declined
from companion.engine.printed.cards import HarborCard, Ship
from companion.engine.refusals import Reason
from companion.engine.table.draft import Draft, Table

from . import completing, contracts

DECLINE, RULE = "decline", "decline_compensation"
KEYS = {DECLINE: Key("flag", "With a ship: none of its coins, for a Nemesis contract.")}


def nemesis(table: Table, ship: HarborCard) -> int | None:
    """Where the contract lies that counts the ships of that color."""
    places = contracts.find(table, "declined", ship.color) if isinstance(ship, Ship) else []
    return places[0] if places else None


def reason(table: Table, seat: int, ship: HarborCard) -> Reason | None:
    """Why nothing would come of it: no such contract, done already, or no marker for it."""
    place = nemesis(table, ship)
    if place is None:
        return Reason("CONTRACT_NOT_MET", RULE, {}, overridable=True)
    return completing.marker_reason(completing.standing(table, seat), contracts.laid(table)[place])


def declines(table: Table, seat: int, card: HarborCard) -> Declined | None:
    said = isinstance(table, Draft) and table.more.get(DECLINE)
    return Declined(reason(table, seat, card)) if said else None


def traded(draft: Draft, moment: Traded) -> None:
    """The marker moves on; the last time completes."""
    if not draft.more.get(DECLINE):
        return
    seat, ship = moment
    draft.say("declined", RULE, seat, params={"card": ship})
    place = nemesis(draft, ship)
    if place is not None and reason(draft, seat, ship) is None:
        completing.advance(draft, seat, place)
