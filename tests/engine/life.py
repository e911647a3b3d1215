"""Turns of a table at which people come and go, and what is read off it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import History, Refusal

from .play import enter

SHIP = {"kind": "ship", "color": "blue", "swords": 1, "coins": 1}
SKIFF = {"kind": "ship", "color": "green", "swords": 1, "coins": 1}
SAILOR = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}
CAPTAIN = {"kind": "person", "type": "captain", "cost": 4, "vp": 1}
# Of the 120 cards one is for five players only.
CARDS = 119


def turn(history: History, *cards: dict[str, Any]) -> History:
    """A turn in which nobody takes anything."""
    for card in cards or (SHIP,):
        history = enter(history, type="draw", card=card)
    return enter(enter(history, type="stop"), type="pass", rest=True)


def hired(history: History, seat: int, card: dict[str, Any] = SAILOR) -> History:
    """The active player hires that card, and the turn is over."""
    assert history.state.active == seat
    history = enter(enter(history, type="draw", card=card), type="stop")
    return enter(history, type="take", harbor_index=0)


def refused(history: History, **body: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        enter(history, **body)
    return caught.value


def told(history: History) -> list[tuple[str, int | None, int]]:
    assert history.last is not None
    return [(line.why, line.seat, line.coins) for line in history.last.ledger]


def cards(history: History) -> int:
    """Every card that lies anywhere; a coin is a card."""
    state = history.state
    owned = sum(player.coins + len(player.display) + len(player.expeditions) for player in state.players)
    lying = sum(card is not None for card in state.harbor) + len(state.expeditions)
    return state.draw_pile + state.discard_pile + owned + lying


def points(history: History, seat: int, vp: int) -> History:
    """The same table, as if the player had so many points."""

    players = list(history.state.players)
    players[seat] = players[seat]._replace(vp=vp)
    state = history.state._replace(players=tuple(players), triggered=True)
    return history._replace(state=state)
