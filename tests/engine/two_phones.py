"""Two phones at one table: what one entered while others were faster."""

from __future__ import annotations

import itertools
from typing import Any

from companion.engine import History, append, codec
from companion.engine.log import line_reading
from companion.engine.log.rebase import Rebased, rebase

from .play import enter, table

SAILOR = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}
PRIEST = {"kind": "person", "type": "priest", "cost": 4, "vp": 1}
CAPTAIN = {"kind": "person", "type": "captain", "cost": 4, "vp": 1}
FLUTE = {"kind": "ship", "color": "blue", "swords": 1, "coins": 1}
SKIFF = {"kind": "ship", "color": "green", "swords": 1, "coins": 1}
GALLEON = {"kind": "ship", "color": "red", "swords": 6, "coins": 3}
STOP = {"type": "stop"}
REST = {"type": "pass", "rest": True}
_numbers = itertools.count(1)


def drawn(card: Any, **more: Any) -> dict[str, Any]:
    return {"type": "draw", "card": card, **more}


def rows(*entries: dict[str, Any]) -> list[dict[str, Any]]:
    """Lines as a phone keeps them, each under an id of its own."""
    return [{"entry_id": f"own-{next(_numbers)}", "entry": entry} for entry in entries]


def meanwhile(history: History, *entries: dict[str, Any], own: Any, sure: bool = False) -> Rebased:
    """What becomes of own entries made on that table when others were faster with theirs."""
    game = history.state.game
    missing = [line_reading.line(row, game) for row in rows(*entries)]
    confirmed = history
    for line in missing:
        confirmed, _ = append(confirmed, line)
    pending = own if own and "entry_id" in own[0] else rows(*own)
    found = rebase(confirmed, missing, [{**row, "sure": sure} for row in pending])
    # The same with the earlier table at hand, as the phone has it.
    again = rebase(confirmed, missing, [{**row, "sure": sure} for row in pending], history)
    assert (codec.history_json(again.history), again.already, again.stop and again.stop.why) == (
        codec.history_json(found.history),
        found.already,
        found.stop and found.stop.why,
    )
    return found


def harbor(history: History) -> list[str]:
    view = codec.view_json(history)
    return [place["card"].get("type") or place["card"].get("color") for place in view["harbor"]]


def in_trade(*cards: Any, players: int = 3) -> History:
    """The first player has drawn those cards and stopped."""
    history = table(players=players)
    for card in cards:
        history = enter(history, type="draw", card=card)
    return enter(history, **STOP)
