"""What a phone shows of goals, and what may be entered about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.engine.entering.templates import Template
from companion.engine.refusals import Reason
from companion.engine.table.lately import lately
from companion.engine.table.seats import around
from companion.engine.table.state import State

from .lying import Laid, Markers
from .standing import (
    Turn,
    elsewhere,
    lacking,
    marker_reason,
    progress,
    reason,
    standing,
    standings,
    stopping,
    turn,
)
from .tenant import KIND, Standing, Tenant, laid, now, questions


def asked_seats(tenant: Tenant, state: State) -> Sequence[int]:
    """Whoever may complete at this moment, or in whose turn it would be."""
    was = now(tenant, state)
    here = {state.active, state.acting, state.claimant, *was.linger, *was.paid}
    first = state.active if state.active in state.game.order else state.game.order[0]
    return [seat for seat in around(state, first) if seat in here]


def templates(tenant: Tenant, state: State) -> list[Template]:
    found: list[Template] = []
    if not tenant.automatic(state):
        for who in standings(tenant, state, asked_seats(tenant, state)):
            mine = who.seat in (state.active, state.acting)
            found += _tries((who, turn(tenant, state, who.seat), mine))
    return found


@lately(512)
def _tries(of: tuple[Standing, Turn, bool]) -> list[Template]:
    """What the player may try at this moment; where the turn is not `mine`, what he may do."""
    who, at, mine = of
    found = []
    for one, ways in _by_hand((who,)):
        lacks = ways[0].refusal
        against = elsewhere(at, who, one) or lacks or stopping(at, one)
        if mine or against is None:
            found += ways if against is lacks else [way._replace(refusal=against) for way in ways]
    if who.asked and who.tenant.letting_go:
        found.append(Template(who.tenant.letting_go, who.seat, answers=KIND, module=who.tenant.module))
    return found


@lately(512)
def _by_hand(of: tuple[Standing]) -> list[tuple[Laid, list[Template]]]:
    """What may be completed by hand, refused where the player lacks what it asks for."""
    (who,) = of
    found = []
    for one in who.laid:
        asked = one.id in who.asked
        if one.goal.by_hand and who.seat not in one.done and (asked or not one.goal.timed):
            found.append((one, ways(who, one, lacking(who, one), asked)))
    return found


def ways(who: Standing, one: Laid, against: Reason | None, asked: bool = False) -> list[Template]:
    """To complete that goal, or to move the marker on it, with what that brings: one for each choice of what is given up."""
    return _ways((who.tenant, one, who.seat, who.markers, against, asked, *who.own))


@lately(2048)
def _ways(of: tuple[Tenant, Laid, int, Markers, Reason | None, bool, *tuple[Any, ...]]) -> list[Template]:
    tenant, one, seat, markers, against, asked, *rest = of
    own, keys, about = tuple(rest), {tenant.key: one.name}, {"goal": one.id}
    kind, figures = tenant.entry(one.goal), tenant.brings(one, seat, markers, own)
    answers, given = KIND if asked else None, tenant.gives(one, seat, own)
    way = Template(kind, seat, against, keys, None, figures, (), answers, tenant.module, about)
    if len(given) < 2:
        return [way]
    return [way._replace(keys={**keys, "give": tuple(item.what for item in items)}) for items in given]


def reaches(tenant: Tenant, state: State, seat: int) -> Iterator[Template]:
    """What the player could complete, in whoever's turn; those that happen in their moment are not in his hand."""
    who = standing(tenant, state, seat)
    for one in who.laid:
        if one.goal.by_hand and not one.goal.timed and seat not in one.done:
            yield from ways(who, one, marker_reason(who, one) or lacking(who, one))


# The view

Shown = Callable[[State, Laid, dict[str, Any]], Mapping[str, Any]]


def goals(tenant: Tenant, state: State, shown: Shown, seats: Sequence[int]) -> Mapping[str, Any]:
    """Each as it is shown: whose markers are where, how far everybody is who has not completed it, and who of those seats
    may complete it now, or move a marker on it; and everybody's markers.
    """
    everybody = standings(tenant, state, range(len(state.players)))
    asked = {one.about["goal"] for one in questions(tenant, state)} if state.decisions else ()
    rows = [_figures((everybody[seat],)) for seat in state.game.order]
    can = [(seat, _able((everybody[seat], turn(tenant, state, seat)))) for seat in seats]
    found = []
    for place, one in enumerate(laid(tenant, state)):
        places = {
            "can": [seat for seat, names in can if one.id in names],
            "now": one.id in asked,
            "done_by": list(one.done),
            "waiting": [{"seat": seat, "at": at, "of": one.goal.steps} for seat, at in one.waiting],
            "progress": [row[place] for row in rows if row[place] is not None],
        }
        found.append(shown(state, one, places))
    return {"goals": found, "markers": {who.seat: _markers((who.markers,)) for who in everybody}}


@lately(512)
def _markers(of: tuple[Markers]) -> Mapping[str, int]:
    (found,) = of
    return {"free": found.free, "waiting": found.waiting, "placed": found.done - found.apart}


@lately(512)
def _figures(of: tuple[Standing]) -> list[Mapping[str, int] | None]:
    (who,) = of
    found: list[Mapping[str, int] | None] = []
    for one in who.laid:
        had, needed = (0, 0) if who.seat in one.done else progress(who, one)
        found.append(None if who.seat in one.done else {"seat": who.seat, "have": had, "need": needed})
    return found


@lately(512)
def _able(of: tuple[Standing, Turn]) -> set[str]:
    who, at = of
    return {one.id for one in who.laid if reason(at, who, one) is None}


def occasions(tenant: Tenant, state: State) -> Mapping[str, Any]:
    """What a situation has to tell of this moment besides what lies there; empty where that is nothing."""
    was = now(tenant, state)
    found = {"open": was.open, "stepped": was.stepped, "paid": was.paid, "linger": was.linger}
    return {name: list(said) for name, said in found.items() if said}
