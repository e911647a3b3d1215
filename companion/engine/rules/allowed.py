"""Everything that may be entered now, and why the rest may not."""

from __future__ import annotations

from itertools import pairwise

from companion.engine.table.cards import Card
from companion.engine.table.draft import Table
from companion.engine.table.refusals import Reason
from companion.engine.table.state import DISCOVER, TRADE_HIRE, PendingExtraTax, PendingRepel, State
from companion.engine.table.templates import Template

from . import discover, expeditions, turns
from .offers import offer as offer_of
from .trade import take_reason


def allowed(state: State) -> tuple[Template, ...]:
    """A template for each thing that a player could try now."""
    found: list[Template] = []
    if state.phase == DISCOVER:
        found += _discover(state)
    elif state.phase == TRADE_HIRE:
        found += _trade_and_hire(state)
    found += _expeditions(state)
    for expansion in state.game.expansions:
        if expansion.templates is not None:
            found += expansion.templates(state)
    return tuple(found)


def _discover(table: State) -> list[Template]:
    by, pending = table.active, table.pending
    if isinstance(pending, PendingExtraTax):
        bonuses = ("most_swords", "fewest_vp")
        return [Template("extra_tax", by, True, bonus=bonus) for bonus in bonuses]
    found = []
    if isinstance(pending, PendingRepel):
        index = pending.harbor_index
        card = table.harbor[index]
        found.append(Template("repel", by, True, harbor_index=index, card=card))
        found.append(Template("keep", by, True, card=card, bust=pending.must_decide))
    against = discover.draw_reason(table, by)
    found.append(Template("draw", by, against is None, against))
    if discover.extra_tax_due(table):
        against = discover.open_question(table)
        found.append(Template("draw_request", by, against is None, against))
    against = discover.stop_reason(table, by)
    found.append(Template("stop", by, against is None, against))
    return found


def _trade_and_hire(table: State) -> list[Template]:
    by = table.acting
    found = []
    spent = None
    if table.takes is not None and table.takes.left <= 0:
        spent = take_reason(table, by, 0)
    found += [
        take_template(table, by, index, spent) for index, card in enumerate(table.harbor) if card is not None
    ]
    later = turns.later_parts(table)
    found.append(Template("pass", by, True, next=later[0] if later else None))
    if later:
        found.append(Template("pass", by, True, rest=True))
    for seat, after in pairwise(later):
        found.append(Template("pass", seat, True, passing=True, next=after))
    return found


def take_template(table: Table, by: int, index: int, spent: Reason | None = None) -> Template:
    """A harbor card with what it costs or brings that player; `spent`: why he may take none at all."""
    offer = offer_of(table, by, index)
    reason = spent or offer.reason
    ship = offer.is_ship
    return Template(
        "take",
        by,
        reason is None,
        reason,
        index,
        card=table.harbor[index],
        coins=offer.net,
        price=None if ship else offer.price,
        discount=None if ship else offer.discount,
        gain=offer.gain if ship else None,
        trader=offer.trader if ship else None,
        compensation=offer.compensation,
    )


def _expeditions(table: State) -> list[Template]:
    found: list[Template] = []
    if not table.expeditions:
        return found
    seats = [table.active]
    if table.claimant is not None and table.claimant != table.active:
        seats.append(table.claimant)
    for seat in seats:
        against = expeditions.claim_reason(table, seat)
        owned = expeditions.helpers(table.players[seat].display)
        for index, expedition in enumerate(table.expeditions):
            ways = expeditions.ways_to_pay(expedition, owned)
            if not ways:
                if seat == table.active:
                    short = against or expeditions.shortfall(expedition, owned)
                    found.append(claim_template(seat, index, expedition, short, None))
                continue
            found += [claim_template(seat, index, expedition, against, way) for way in ways]
    return found


def claim_template(
    seat: int,
    index: int,
    expedition: Card,
    against: Reason | None,
    discard: tuple[str, ...] | None,
) -> Template:
    """An expedition with one way of paying for it; without one, with what is missing."""
    gain = getattr(expedition, "coins", 0)
    return Template(
        "claim_expedition",
        seat,
        against is None,
        against,
        expedition_index=index,
        card=expedition,
        coins=gain,
        gain=gain,
        discard=discard,
    )
