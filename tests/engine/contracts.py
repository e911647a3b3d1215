"""Tables at which contracts lie, for tests."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import History, Refusal, codec, open_history

from .play import enter, table
from .test_view import ship

MODULES = ("base", "jomc")
FOUR = ("mercenary", "explorer", "tax_inspector", "jinx")
NAMES = ("Ann", "Bob", "Cem")
TAX = {"kind": "tax", "bonus": "most_swords", "threshold": 12}
SAILOR_AT_3 = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}


def pirate(swords: int = 2, cost: int = 5, vp: int = 1) -> dict[str, Any]:
    return {"kind": "person", "type": "pirate", "cost": cost, "vp": vp, "swords": swords}


def at(
    *names: Any,
    own: list[Any] | None = None,
    others: list[Any] | None = None,
    edition: str = "bigbox",
    modules: tuple[str, ...] = MODULES,
    coins: int = 5,
    options: dict[str, Any] | None = None,
    **told: Any,
) -> History:
    """Ann's turn in mid-game; these contracts lie there, and others that make four."""
    rows: list[dict[str, Any]] = [{"id": name, "coins": coins} for name in NAMES]
    rows[0]["display"], rows[1]["display"] = own or [], others or []
    for name, more in told.pop("players", {}).items():
        rows[NAMES.index(name)].update(more)
    lying = [one if isinstance(one, dict) else {"name": one} for one in names]
    here = {one["name"] for one in lying}
    spare = [one for one in ("new_colony", "trade_outpost", "luminary", "bruja") if one not in here]
    lying += [{"name": one} for one in spare[: 4 - len(lying)]]
    situation = {"players": rows, "active": "Ann", "contracts": lying, **told}
    body = {"edition": edition, "modules": list(modules), "players": list(NAMES), "situation": situation}
    return open_history(codec.setup_from_json({**body, "options": options or {}}))


def laid(*names: str, edition: str = "bigbox", players: int = 3) -> History:
    """A fresh table at which these four lie."""
    opened = table(edition, players, MODULES)
    return enter(opened, type="lay_contracts", contracts=list(names or FOUR))


def view(history: History) -> dict[str, Any]:
    return dict(codec.view_json(history))


def goal(history: History, name: str) -> dict[str, Any]:
    return next(dict(one) for one in view(history)["goals"] if one["id"] == name)


def done(history: History, name: str) -> list[int]:
    found: list[int] = goal(history, name)["done_by"]
    return found


def figures(history: History, name: str) -> list[Any]:
    return [player[name] for player in view(history)["players"]]


def whys(history: History) -> list[str]:
    return [line["why"] for line in view(history)["last"]["ledger"]]


def asked(history: History) -> list[tuple[int, str]]:
    """Who is asked about which contract."""
    found = view(history).get("decisions", [])
    return [(one["by"], one["about"]["goal"]) for one in found if one["kind"] == "now_or_never"]


def offered(history: History, type_: str, **keys: Any) -> list[dict[str, Any]]:
    return [
        dict(one)
        for one in view(history)["allowed"]
        if one["type"] == type_ and all(one.get(key) == value for key, value in keys.items())
    ]


def refused(history: History, **body: Any) -> str:
    with pytest.raises(Refusal) as found:
        enter(history, **body)
    return found.value.code


def two_ships() -> list[dict[str, Any]]:
    return [ship("yellow"), ship("blue")]


def four_colors() -> dict[str, Any]:
    return {"Ann": {"kept_ships": ["yellow", "blue", "green", "black"]}}
