"""Everything that may be entered now, and why the rest may not."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from companion.engine.entering.templates import Ask, Template
from companion.engine.house.door import COMMON, House
from companion.engine.house.living import vetoed
from companion.engine.printed.cards import Expedition, Person
from companion.engine.refusals import Reason
from companion.engine.table.draft import Table, waiting
from companion.engine.table.lately import lately
from companion.engine.table.state import CARDS, DISCOVER, TRADE_HIRE, Helper, State
from companion.engine.values import NOTHING

from . import discover, expeditions, how_told, turns, unread
from .offers import brought
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
    if state.harbor and state.game.deck.places:
        found += unread.templates(state)
    home: House = state.game.house
    for door in home.doors:
        module = door.module
        for templates in door.templates:
            if module == COMMON:
                found += templates(state)
            else:
                found += [
                    one if one.module == module else one._replace(module=module) for one in templates(state)
                ]
    return vetoed(state, found) if home.against else tuple(found)


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
        unknown = None if card is None else discover.repel_reason(table, card)
        found.append(Template("repel", by, unknown, {"harbor_index": berth}, card, answers=discover.REPEL))
        found.append(Template("keep", by, card=card, figures={"bust": asked.must}, answers=discover.REPEL))
    against = discover.draw_reason(table, by)
    found.append(Template("draw", by, against, asks=THE_CARD) if against else _free_draw(by))
    if how_told.way(table) == CARDS:
        against = discover.stop_reason(table, by)
        found.append(Template("stop", by, against) if against else _free_stop(by))
    return found


# Nothing stands against them after most entries, and they are the same each time.
@cache
def _free_draw(by: int) -> Template:
    return Template("draw", by, asks=THE_CARD)


@cache
def _free_stop(by: int) -> Template:
    return Template("stop", by)


def _trade_and_hire(table: Table) -> list[Template]:
    by = table.acting
    none_left = spent(table)
    found = [
        take_template(table, by, index, none_left)
        for index, card in enumerate(table.harbor)
        if card is not None
    ]
    found += _passes(by, turns.later_parts(table))
    return found


@lru_cache(maxsize=512)
def _passes(by: int, later: tuple[int, ...]) -> tuple[Template, ...]:
    """Whoever acts may pass, alone or with all the rest, and so may those whose parts follow."""
    found = [Template("pass", by, figures={"next": later[0]} if later else NOTHING)]
    if later:
        found.append(Template("pass", by, keys=REST))
    found += [
        Template("pass", seat, keys=PASSING, figures={"next": after}) for seat, after in pairwise(later)
    ]
    return tuple(found)


def take_template(table: Table, by: int, index: int, against: Reason | None = None) -> Template:
    """A harbor card with what it costs or brings that player; `against`: why he may take none at all."""
    offer = offer_of(table, by, index)
    figures: dict[str, object] = (
        {"coins": offer.net, "gain": offer.gain, "trader": offer.trader, "compensation": offer.compensation}
        if offer.is_ship
        else {
            "coins": offer.net,
            "price": offer.price,
            "discount": offer.discount,
            "compensation": offer.compensation,
        }
    )
    if offer.takes:
        figures["takes"] = offer.takes
    if offer.stay is not None:
        figures["ship_to"], figures["points"] = offer.stay
    card = table.harbor[index]
    home: House = table.game.house
    if card is not None and home.brings:
        figures |= brought(table, by, card)
    keys: dict[str, object] = {"harbor_index": index}
    asked: list[Ask] = []
    for asks in home.asks:
        for ask in asks(table, by, card) if card is not None else ():
            if len(ask.choices) == 1:
                # Where only one answer can be given nobody is asked.
                keys[ask.key] = ask.choices[0]
            else:
                asked.append(ask)
    return Template("take", by, against or offer.reason, keys, card, figures, tuple(asked))


def _expeditions(table: State) -> list[Template]:
    found: list[Template] = []
    seats = [table.active]
    claimant = table.claimant
    # Of who is not active only what can be paid is said, so nothing where nobody can be given up.
    if claimant is not None and claimant != table.active and table.players[claimant].helpers:
        seats.append(claimant)
    row = table.expeditions
    for seat in seats:
        against = expeditions.claim_reason(table, seat)
        player = table.players[seat]
        active = seat == table.active
        if against is None:
            found += _free((seat, row, player.helpers, player.display, active))
        else:
            found += _claims(seat, row, player.helpers, active, against)
    return found


def _particular(way: Template, display: tuple[Person, ...]) -> Iterable[Template]:
    """The same way with each choice of cards, where persons of one type differ."""
    types: Any = way.keys.get("discard", ())
    named = expeditions.particulars(display, types)
    return [way._replace(keys={**way.keys, "which": which}) for which in named] or [way]


def _claims(
    seat: int,
    row: tuple[Expedition, ...],
    owned: tuple[Helper, ...],
    active: bool,
    against: Reason | None = None,
) -> list[Template]:
    """Each way in which a player could pay for each expedition; of the active one also what he lacks for it."""
    found = []
    for index, expedition in enumerate(row):
        ways = expeditions.ways_to_pay(expedition, owned)
        if ways:
            found += [claim_template(seat, index, expedition, against, way) for way in ways]
        elif active:
            short = against or expeditions.shortfall(expedition, owned)
            found.append(claim_template(seat, index, expedition, short, None))
    return found


@lately(512)
def _free(
    asked: tuple[int, tuple[Expedition, ...], tuple[Helper, ...], tuple[Person, ...], bool],
) -> list[Template]:
    """What a seat may claim; asked after every entry, and mostly the same as before it."""
    seat, row, owned, display, active = asked
    found = [*_free_claims(seat, row, tuple([one.id for one in row]), owned, active)]
    if expeditions.has_twins(display):
        found = [one for way in found for one in _particular(way, display)]
    return found


@lru_cache(maxsize=1024)
def _free_claims(
    seat: int,
    row: tuple[Expedition, ...],
    names: tuple[str | None, ...],
    owned: tuple[Helper, ...],
    active: bool,
) -> tuple[Template, ...]:
    """The same where nothing stands against it; by the cards' `names`, as cards are equal by their numbers alone."""
    return tuple(_claims(seat, row, owned, active))


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
