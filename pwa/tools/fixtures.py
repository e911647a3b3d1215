"""Writes the tables of src/fixtures/views: each is a view as the engine gives it, so that screens can be looked at and
tested in every state without a server.

    python pwa/tools/fixtures.py        (from the project's root)
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import adventure_evenings
import adventure_views

from companion.engine import append, codec, open_history

VIEWS = ROOT / "pwa" / "src" / "fixtures" / "views"
Json = dict[str, Any]


def person(kind: str, cost: int, vp: int, **more: Any) -> Json:
    return {"kind": "person", "type": kind, "cost": cost, "vp": vp, **more}


def ship(color: str, swords: int | None, coins: int) -> Json:
    return {"kind": "ship", "color": color, **({"skull": True} if swords is None else {"swords": swords}), "coins": coins}


def expedition(coins: int, vp: int, *need: str) -> Json:
    return {"kind": "expedition", "need": list(need), "coins": coins, "vp": vp}


SAILOR, SAILOR5 = person("sailor", 3, 1, swords=1), person("sailor", 5, 2, swords=1)
ADMIRAL, JESTER = person("admiral", 7, 2), person("jester", 5, 1)
CAPTAIN, JACK, SETTLER, PRIEST = person("captain", 4, 1), person("jack", 6, 1), person("settler", 4, 1), person("priest", 4, 1)
GOVERNOR, PIRATE = person("governor", 8, 0), person("pirate", 5, 1, swords=2)
MADEMOISELLE = person("mademoiselle", 7, 2)


def trader(color: str) -> Json:
    return person("trader", 3, 1, color=color)


ROW = [expedition(2, 4, "captain", "captain"), expedition(3, 6, "priest", "priest", "settler")]
FIVE = expedition(3, 5, "captain", "priest", "settler")
FLUTE, SKIFF, PINNACE, FRIGATE = ship("blue", 1, 2), ship("green", 3, 3), ship("yellow", 2, 3), ship("red", 3, 2)
GALLEON = ship("black", 7, 3)
CALM = [FLUTE, SKIFF, PINNACE, SAILOR5]
FEWEST, MOST = {"kind": "tax", "bonus": "fewest_vp"}, {"kind": "tax", "bonus": "most_swords"}


def players(**coins: int) -> list[Json]:
    return [
        {"id": "Ada", "coins": coins.get("ada", 9), "display": [ADMIRAL, ADMIRAL, SAILOR, trader("yellow"), SETTLER]},
        {"id": "Ben", "coins": coins.get("ben", 5), "display": [GOVERNOR, MADEMOISELLE, SAILOR, PIRATE, CAPTAIN, JACK, trader("green")]},
        {"id": "Cleo", "coins": coins.get("cleo", 4), "display": [JESTER, trader("blue"), SAILOR], "expeditions_owned": 1},
        {"id": "Dev", "coins": coins.get("dev", 11), "display": [MADEMOISELLE, JESTER, trader("red"), PRIEST]},
    ]


def table(phase: str, harbor: list[Json], seats: list[Json] | None = None, row: list[Json] | None = None, **more: Any) -> Json:
    return {"players": seats or players(), "active": "Ben", "phase": phase, "harbor": harbor, "expeditions": ROW if row is None else row, "draw_pile": 38, "discard_pile": 22, **more}


def played(situation: Json, *entries: Json, edition: str = "pegasus", modules: list[str] | None = None) -> Json:
    names = [seat["id"] for seat in situation["players"]]
    return after({"edition": edition, "modules": modules or ["base"], "players": names, "situation": situation}, *entries)


def after(setup: Json, *entries: Json) -> Json:
    history = open_history(codec.setup_from_json(setup))
    for number, entry in enumerate(entries):
        override = entry.pop("override", False)
        body = {"entry_id": f"00000000-0000-4000-8000-{number:012d}", "entry": entry, "override": override}
        history, _ = append(history, codec.line_from_json(body, history.state.game))
    return codec.view_json(history)


def draw(card: Json) -> Json:
    return {"type": "draw", "card": dict(card)}


def discover(*cards: Json, **more: Any) -> Json:
    """The calm harbor, its last card drawn as an entry, then these."""
    return played(table("discover", CALM[:3], **more), draw(SAILOR5), *map(draw, cards))


def full() -> Json:
    emil = {"id": "Emil", "coins": 2, "display": [PIRATE, SETTLER, CAPTAIN, ADMIRAL, trader("black")]}
    harbor = [*CALM, FRIGATE, GOVERNOR, trader("black")]
    return played(table("discover", harbor, [*players(), emil], [*ROW, FIVE], round_complete=False), draw(SETTLER))


def trade() -> Json:
    harbor = [FLUTE, SKIFF, PINNACE, SAILOR5, FRIGATE]
    return played(table("discover", harbor), draw(GOVERNOR), {"type": "stop"})


def gambler(**more: Any) -> Json:
    ben = players()
    ben[1]["display"] = [*ben[1]["display"], person("gambler", 4, 1)]
    return played(table("discover", CALM[:2], ben, **more), draw(PINNACE), edition="bigbox", modules=["base", "gambler"])


def gambled() -> Json:
    """A Gambler was played, by somebody who owns no Governor."""
    ben = players()
    ben[1]["display"] = [MADEMOISELLE, person("gambler", 4, 1)]
    cards = [dict(card) for card in (FLUTE, SKIFF, FRIGATE, SAILOR5)]
    return played(table("discover", [], ben), {"type": "use_gambler", "cards": cards}, edition="bigbox", modules=["base", "gambler"])


def gift(*entries: Json) -> Json:
    """A ship that brings somebody else a coin too, beside an ordinary one and a person of the same module."""
    clerk = {"kind": "person", "type": "clerk", "color": "red", "cost": 6, "vp": 2}
    lying = [{**PINNACE, "swords": 4, "gift": True}, FLUTE, clerk]
    return played(table("discover", lying), draw(SKIFF), *entries, edition="bigbox", modules=["base", "jomc_cards"])


def sail(*entries: Json, under: Json | None = None) -> Json:
    """The travel game: Ben has a Merchant for a ship that lies there, and one ship under him."""
    merchant = person("merchant", 6, 2, color="red")
    seats = [
        {"id": "Ada", "coins": 4, "display": [person("sailor", 3, 1, swords=1)]},
        {"id": "Ben", "coins": 6, "display": [merchant, person("pirate", 5, 1, swords=2)]},
    ]
    lying = [ship("red", 3, 2), ship("blue", 2, 2)]
    situation = {"players": seats, "active": "Ben", "phase": "discover", "harbor": lying, "draw_pile": 17, "discard_pile": 20, "under": under or {"Ben": ["red"]}}
    return played(situation, draw(person("passenger", 4, 2)), *entries, edition="bigbox", modules=["make_sail"])


def many(cards: int, seats: int) -> tuple[Json, Json]:
    """A harbor of so many cards but the last one, and that one: all five colors among them."""
    lying = [FRIGATE, SAILOR5, PINNACE, trader("green"), JACK, FLUTE, CAPTAIN, SKIFF, PIRATE, GALLEON, JESTER, ADMIRAL][:cards]
    emil = {"id": "Emil", "coins": 7, "display": [MADEMOISELLE, GOVERNOR, ADMIRAL, PRIEST]}
    everybody = [*players(ada=6, dev=3), emil][:seats]
    return table("discover", lying[:-1], everybody, [*ROW, FIVE], active="Emil" if seats > 4 else "Ben"), lying[-1]


def harbor_of(cards: int, *entries: Json, seats: int = 5) -> Json:
    situation, last = many(cards, seats)
    return played(situation, draw(last), *entries)


TAKES = [{"type": "take", "harbor_index": 1}, {"type": "take", "harbor_index": 2}, {"type": "take", "by": 2, "harbor_index": 0, "passing": True}]
STATES = {
    "start": lambda: played({"players": [{"id": name, "coins": 3} for name in ("Ada", "Ben", "Cleo")], "active": "Ada", "phase": "discover", "harbor": []}),
    "discover": discover,
    "repel": lambda: discover(FRIGATE),
    "repel-or-bust": lambda: discover(ship("blue", 2, 3)),
    "bust": lambda: discover(ship("blue", 5, 3)),
    "tax": lambda: discover(FEWEST, seats=players(cleo=12, dev=13)),
    "tax-due": lambda: discover(seats=players(cleo=12, dev=13)),
    "expedition": lambda: discover(expedition(2, 4, "settler", "settler")),
    "two-ways": lambda: discover(seats=[player if player["id"] != "Ben" else {**player, "display": [*player["display"], CAPTAIN]} for player in players()]),
    "full": full,
    "trade": trade,
    "trade-other": lambda: played(table("trade_hire", [FLUTE, SKIFF, PINNACE, SAILOR5, FRIGATE]), {"type": "pass"}, {"type": "pass"}),
    "trade-dear": lambda: played(table("trade_hire", [PINNACE, SAILOR5, GOVERNOR], players(cleo=0)), {"type": "pass"}),
    "next-turn": lambda: played(table("trade_hire", CALM), {"type": "pass", "rest": True}),
    "gambler": gambler,
    "harbor-10": lambda: harbor_of(10),
    "harbor-12": lambda: harbor_of(12, seats=4),
    "trade-8": lambda: harbor_of(8, {"type": "stop"}, seats=4),
    "trade-10": lambda: harbor_of(10, {"type": "stop"}),
    "trade-taken": lambda: harbor_of(5, {"type": "stop"}, *TAKES, seats=4),
    "tax-five": lambda: harbor_of(4, draw(MOST)),
    # Taxes and payments took the rest: both piles together hold three.
    "gambler-few": lambda: gambler(draw_pile=2, discard_pile=2),
    "gambled": gambled,
    "gift": gift,
    "gift-trade": lambda: gift({"type": "stop"}),
    "sail": sail,
    "sail-trade": lambda: sail({"type": "stop"}),
    "sail-under": lambda: sail({"type": "stop"}, {"type": "take", "harbor_index": 0}),
    "mission": lambda: played(table("discover", CALM[:3]), draw(FRIGATE), edition="sjg"),
    "professions": lambda: played(table("discover", [*CALM, GOVERNOR, SETTLER]), {"type": "stop"}, edition="bigbox"),
}


def main() -> None:
    VIEWS.mkdir(parents=True, exist_ok=True)
    for name, make in STATES.items():
        write(VIEWS / f"{name}.json", make())
    for name, (setup, entries) in (*adventure_views.STATES.items(), *adventure_evenings.STATES.items()):
        write(VIEWS / f"{name}.json", after(setup, *(dict(entry) for entry in entries)))
    # Without the version, which would change with every rule.
    editions = {**codec.editions_json(), "engine_version": "fixture"}
    write(VIEWS.parent / "library.json", {"catalogue": codec.catalogue_json(), "editions": editions})


def write(path: Path, data: Any) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
