"""Everything that may be entered now, and why the rest may not."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from companion.engine.table.cards import Expedition
from companion.engine.table.door import COMMON, house, vetoed
from companion.engine.table.draft import Table, waiting
from companion.engine.table.refusals import Reason
from companion.engine.table.state import DISCOVER, TRADE_HIRE, Helper, State
from companion.engine.table.templates import Ask, Template

from . import discover, expeditions, turns
from .offers import offer as offer_of
from .trade import spent

THE_CARD = (Ask("card", "card"),)
REST: dict[str, object] = {"rest": True}
PASSING: dict[str, object] = {"passing": True}


def allowed(state: State) -> tuple[Template, ...]:
    """A template for each thing that a player could try now."""
    found: list[Template] = []
    if state.phase == DISCOVER:
        found += _discover(state)
    elif state.phase == TRADE_HIRE:
        found += _trade_and_hire(state)
    if state.expeditions:
        found += _expeditions(state)
    for module, templates in house(state).templates:
        if module == COMMON:
            found += templates(state)
        else:
            found += [one._replace(module=module) for one in templates(state)]
    return vetoed(state, found)


def _discover(table: State) -> list[Template]:
    by = table.active
    if any(one.kind != discover.REPEL and one.must for one in table.decisions):
        # Whoever asks says what may be answered.
        return []
    found = []
    asked = waiting(table, discover.REPEL)
    if asked is not None:
        berth = asked.about["harbor_index"]
        card = table.harbor[berth]
        found.append(Template("repel", by, keys={"harbor_index": berth}, card=card, answers=discover.REPEL))
        found.append(Template("keep", by, card=card, figures={"bust": asked.must}, answers=discover.REPEL))
    found.append(Template("draw", by, discover.draw_reason(table, by), asks=THE_CARD))
    found.append(Template("stop", by, discover.stop_reason(table, by)))
    return found


def _trade_and_hire(table: State) -> list[Template]:
    by = table.acting
    none_left = spent(table)
    found = [
        take_template(table, by, index, none_left)
        for index, card in enumerate(table.harbor)
        if card is not None
    ]
    later = turns.later_parts(table)
    found.append(Template("pass", by, figures={"next": later[0]} if later else {}))
    if later:
        found.append(Template("pass", by, keys=REST))
    for seat, after in pairwise(later):
        found.append(Template("pass", seat, keys=PASSING, figures={"next": after}))
    return found


def take_template(table: Table, by: int, index: int, against: Reason | None = None) -> Template:
    """A harbor card with what it costs or brings that player; `against`: why he may take none at all."""
    offer = offer_of(table, by, index)
    figures: dict[str, object] = {"coins": offer.net}
    if offer.is_ship:
        figures["gain"], figures["trader"] = offer.gain, offer.trader
    else:
        figures["price"], figures["discount"] = offer.price, offer.discount
    figures["compensation"] = offer.compensation
    if offer.takes:
        figures["takes"] = offer.takes
    card = table.harbor[index]
    keys: dict[str, object] = {"harbor_index": index}
    asked = [] if card is None else [ask for asks in house(table).asks for ask in asks(table, by, card)]
    # Where only one answer can be given nobody is asked.
    keys.update({ask.key: ask.choices[0] for ask in asked if len(ask.choices) == 1})
    open_ones = tuple(ask for ask in asked if len(ask.choices) != 1)
    return Template("take", by, against or offer.reason, keys, card, figures, open_ones)


def _expeditions(table: State) -> list[Template]:
    found: list[Template] = []
    seats = [table.active]
    if table.claimant is not None and table.claimant != table.active:
        seats.append(table.claimant)
    for seat in seats:
        against = expeditions.claim_reason(table, seat)
        owned = table.players[seat].helpers
        active = seat == table.active
        for index, expedition in enumerate(table.expeditions):
            if against is None:
                # Asked after every entry, and mostly the same as before it.
                found += _free_claims(seat, index, expedition, expedition.id, owned, active)
            else:
                found += _claims(seat, index, expedition, owned, active, against)
    return found


def _claims(
    seat: int,
    index: int,
    expedition: Expedition,
    owned: tuple[Helper, ...],
    active: bool,
    against: Reason | None = None,
) -> tuple[Template, ...]:
    """Each way in which a player could pay for an expedition; of the active one also what he lacks for it."""
    ways = expeditions.ways_to_pay(expedition, owned)
    if ways:
        return tuple(claim_template(seat, index, expedition, against, way) for way in ways)
    if not active:
        return ()
    short = against or expeditions.shortfall(expedition, owned)
    return (claim_template(seat, index, expedition, short, None),)


@lru_cache(maxsize=2048)
def _free_claims(
    seat: int, index: int, expedition: Expedition, name: str | None, owned: tuple[Helper, ...], active: bool
) -> tuple[Template, ...]:
    """The same where nothing stands against it; by the card's `name`, as cards are equal by their numbers alone."""
    return _claims(seat, index, expedition, owned, active)


def claim_template(
    seat: int,
    index: int,
    expedition: Expedition,
    against: Reason | None,
    discard: tuple[str, ...] | None,
) -> Template:
    """An expedition with one way of paying for it; without one, with what is missing."""
    coins = expedition.coins
    keys: dict[str, object] = {"expedition_index": index}
    if discard is not None:
        keys["discard"] = discard
    return Template("claim_expedition", seat, against, keys, expedition, {"coins": coins, "gain": coins})
