"""Tables of Make Sail! in the middle of a turn, and its cards."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import History, Refusal, codec, open_history

from .play import enter

ALONE, MIXED = ("make_sail",), ("base", "make_sail_mix")
UNKNOWN_SAILOR, UNKNOWN_RED = "makesail.unknown.sailor", "makesail.unknown.ship.red"
TAX = "makesail.tax.fewest_vp"
PASSENGER = {"kind": "person", "type": "passenger", "cost": 4, "vp": 2}


def merchant(color: str, cost: int = 6, vp: int = 2) -> dict[str, Any]:
    return {"kind": "person", "type": "merchant", "color": color, "cost": cost, "vp": vp}


def sailor(cost: int = 3, vp: int = 1) -> dict[str, Any]:
    return {"kind": "person", "type": "sailor", "cost": cost, "vp": vp}


def at(
    harbor: list[dict[str, Any]],
    own: list[dict[str, Any]] | None = None,
    others: list[dict[str, Any]] | None = None,
    modules: tuple[str, ...] = MIXED,
    acting: str = "Ann",
    phase: str = "trade_hire",
    **told: Any,
) -> History:
    """Ann's turn; `own` lies before her, `others` before Bob; everybody has 5 coins."""
    rows = [{"id": name, "coins": 5} for name in ("Ann", "Bob", "Cem")]
    rows[0]["display"], rows[1]["display"] = own or [], others or []
    situation = {"players": rows, "active": "Ann", "phase": phase, "harbor": harbor, **told}
    if phase == "trade_hire":
        situation["acting"] = acting
    names = ["Ann", "Bob", "Cem"]
    body = {"edition": "bigbox", "modules": list(modules), "players": names, "situation": situation}
    return open_history(codec.setup_from_json(body))


def figures(history: History, name: str) -> list[Any]:
    return [player[name] for player in codec.view_json(history)["players"]]


def whys(history: History) -> list[str]:
    return [line["why"] for line in codec.view_json(history)["last"]["ledger"]]


def refused(history: History, **body: Any) -> tuple[str, str]:
    with pytest.raises(Refusal) as found:
        enter(history, **body)
    return found.value.code, found.value.reason.rule


def drawn(history: History, *cards: Any) -> History:
    """The cards drawn one after the other, the ships among them kept."""
    for card in cards:
        history = enter(history, type="draw", card=card, repel=False)
    return history
