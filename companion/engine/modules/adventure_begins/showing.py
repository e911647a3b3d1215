"""What a phone shows of the adventure, and what may be entered about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.entering.templates import Template
from companion.engine.goals import showing
from companion.engine.goals.lying import Laid
from companion.engine.table.state import GAME_OVER, State

from . import (
    crowns,
    ends,
    innkeeper,
    items,
    lookout,
    missions,
    month,
    months_end,
    people,
    rewards,
    story,
    unread,
)
from .completing import MISSIONS


def templates(state: State) -> Iterator[Template]:
    """What waits to be paid; the step that comes first, else the event, missions, and what else the cards allow."""
    yield from rewards.templates(state)
    if state.phase != GAME_OVER and (first := story.step(state)) is not None:
        yield from story.templates(state, first)
        return
    yield from months_end.templates(state)
    if month.month(state).walk is None or state.phase == GAME_OVER:
        yield from month.templates(state)
        yield from lookout.templates(state)
        yield from items.templates(state)
    yield from innkeeper.templates(state)
    yield from crowns.templates(state)
    yield from showing.templates(MISSIONS, state)


def shows(state: State) -> Mapping[str, Any]:
    seats, setting = range(len(state.players)), story.step(state) is not None
    told: dict[str, Any] = {"campaign": ends.campaign(state), "learn": unread.learn(state)}
    told["steps"] = story.steps(state) or months_end.steps(state)
    able = () if setting or month.month(state).walk is not None else showing.asked_seats(MISSIONS, state)
    lying = showing.goals(MISSIONS, state, goal, able)
    told["goals"] = lying["goals"]
    told["occasions"] = showing.occasions(MISSIONS, state)
    told["waits"] = rewards.told(state)
    if month.month(state).number:
        told["countdowns"] = [month.countdown(state)]
    if people.together(state.game) and missions.laid(state):
        told["team"] = ends.team(state)
    told = {name: rows for name, rows in told.items() if rows}
    told["markers"] = lying["markers"]
    told["players"] = {
        "character": {seat: people.character_of(state, seat) for seat in seats},
        "crowns": {seat: people.person(state, seat).crowns for seat in seats},
        "items": {seat: [one.what for one in items.of(state, seat)] for seat in seats},
        "openings": {seat: people.openings(state, seat) for seat in seats},
    }
    spaces = people.track(state.game)
    if spaces:
        told["players"]["tracks"] = {seat: [people.on_track(state, seat, spaces)] for seat in seats}
    return told


def goal(state: State, one: Laid, places: dict[str, Any]) -> Mapping[str, Any]:
    card = missions.card(one)
    found = {**missions.shown((card,)), "newest": one.name == months_end.newest(state), **places}
    if not missions.learned(state, one.name):
        found["unread"] = True
    unpaid = rewards.unpaid(state, one)
    if unpaid:
        found["unpaid"] = list(unpaid)
    if card.active_only:
        found["active_only"] = True
    if card.steps > 1:
        found["steps"] = card.steps
    return found
