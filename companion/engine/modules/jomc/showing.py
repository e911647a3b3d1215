"""What a phone shows of contracts, and what may be entered about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.entering.templates import Template
from companion.engine.goals import showing
from companion.engine.goals.lying import Laid
from companion.engine.table.state import State

from . import contracts, declining, keeping, laying
from .completing import CONTRACTS


def templates(state: State) -> Iterator[Template]:
    """Before they lie there only that; then whatever may be completed, and what else contracts change."""
    if not contracts.laid(state):
        yield from laying.templates(state)
        return
    yield from showing.templates(CONTRACTS, state)
    yield from declining.templates(state)
    yield from keeping.templates(state)


def shows(state: State) -> Mapping[str, Any]:
    if not contracts.laid(state):
        return laying.shows(state)
    able = () if contracts.automatic(state) else showing.asked_seats(CONTRACTS, state)
    told: dict[str, Any] = {
        **showing.goals(CONTRACTS, state, goal, able),
        "contract_points": {seat: contracts.points_of(state, seat) for seat in range(len(state.players))},
        **keeping.shows(state),
    }
    here = showing.occasions(CONTRACTS, state)
    return {**told, "occasions": here} if here else told


def goal(state: State, one: Laid, places: dict[str, Any]) -> Mapping[str, Any]:
    """With the spaces that are taken."""
    card = contracts.card(one)
    seal = contracts.seal_shown(state.game, card)
    found = {**contracts.shown((card,)), "waiting": places["waiting"], **places, **seal}
    if one.done and card.spaces:
        taken = [{**space, "seat": seat} for space, seat in zip(found["spaces"], one.done, strict=False)]
        found["spaces"] = taken + found["spaces"][len(taken) :]
    return found
