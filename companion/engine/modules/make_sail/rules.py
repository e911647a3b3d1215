"""A short game without expeditions: how far everybody is from its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.house.brought import Refused
from companion.engine.house.door import Door
from companion.engine.table.state import State

MODULE = "make_sail"


def shows(state: State) -> Mapping[str, Any]:
    """Everybody's points on the way to the end."""
    need = state.game.rules.required_vp
    points = {
        seat: [{"id": "points", "have": one.vp, "need": need}] for seat, one in enumerate(state.players)
    }
    return {"players": {"tracks": points}}


DOOR = Door(
    MODULE,
    shows=(shows,),
    refuses={
        "MODULES_EXCLUDE": Refused(("sail_alone",)),
        "MODULE_REQUIRED": Refused(("sail_expeditions",)),
        "NO_EXPEDITIONS": Refused(("sail_expeditions",)),
        "TOO_MANY_PLAYERS": Refused(("sail_players",)),
    },
)
