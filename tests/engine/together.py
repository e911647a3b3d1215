"""Contracts played together or alone: tables for tests, and cards for them."""

from __future__ import annotations

from typing import Any

from companion.engine import History, codec, open_history
from companion.engine.opening.beginning import beginning

from .play import enter, table

SAILOR = "base.person.sailor.v1.p3"
TAX = {"kind": "tax", "bonus": "most_swords", "threshold": 12}
FEWEST = {"kind": "tax", "bonus": "fewest_vp", "threshold": 12}
BLUE, OTHER_BLUE = "base.ship.blue.s1.c1", "base.ship.blue.s2.c2"
# Contracts that make a Time deck of 15, as in the booklet's example.
EXAMPLE = ("bruja", "maritime_supremacy", "galleon_nemesis")
FIVE = (*EXAMPLE, "mercenary", "explorer")


def opened(players: int = 2, *modules: str) -> History:
    way = "solo" if players == 1 else "coop"
    return table("bigbox", players, ("base", "jomc", way, *modules))


def laid(*names: Any, players: int = 2, modules: tuple[str, ...] = ()) -> History:
    """A table with these contracts; without names as many as the booklet's example has, or two more."""
    history = opened(players, *modules)
    return enter(history, type="lay_contracts", contracts=list(names or (EXAMPLE if players == 1 else FIVE)))


def view(history: History) -> dict[str, Any]:
    return dict(codec.view_json(history))


def deck(history: History) -> dict[str, Any]:
    (found,) = view(history)["countdowns"]
    return dict(found)


def turn(history: History, *cards: Any) -> History:
    """A whole turn in which nobody takes anything."""
    for card in cards or (SAILOR,):
        history = enter(history, type="draw", card=card)
    history = enter(history, type="stop")
    return enter(history, type="pass", rest=True)


def busted(history: History) -> History:
    return enter(enter(history, type="draw", card=BLUE), type="draw", card=OTHER_BLUE, repel=False)


def situation(*names: str, **more: Any) -> dict[str, Any]:
    """Two players in mid-game, at whose table these contracts are open; they have completed the others."""
    done = [name for name in ("luminary", "new_colony", "trade_outpost", "trade_master") if name not in names]
    rows = [
        {"name": name, "completed_by": [by]}
        for name, by in zip(done, ("Bob", "Bob", "Bob", "Ann"), strict=True)
    ]
    players = [{"id": name, "coins": 3, "display": []} for name in ("Ann", "Bob")]
    return {
        "players": players,
        "active": "Ann",
        "phase": "discover",
        "harbor": [],
        "expeditions": [],
        "contracts": [{"name": name} for name in names] + rows[: len(FIVE) - len(names)],
        **more,
    }


def asked(step: dict[str, Any], told: dict[str, Any], *modules: str) -> dict[str, Any]:
    """The answer of a ruling."""
    chosen = ["base", "jomc", *(modules or ("coop",))]
    return codec.answer_ruling({"edition": "bigbox", "modules": chosen, "situation": told, "steps": [step]})


def resumed(told: dict[str, Any], *modules: str) -> History:
    """A table taken over in the middle of its game."""
    body = {
        "edition": "bigbox",
        "modules": ["base", "jomc", "coop", *modules],
        "players": ["Ann", "Bob"],
        "situation": told,
    }
    return open_history(beginning(codec.setup_from_json(body)))
