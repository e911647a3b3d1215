"""The Adventure Begins: tables for tests, cards that nobody has seen, and games by chance."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from companion.engine import EngineError, History, Refusal, allowed, codec, open_history
from companion.engine.modules.adventure_begins import missions, people
from companion.engine.opening.beginning import beginning

from .play import WEIGHTS, enter, filled_in, life
from .read_off import EVENTS

SAILOR, PRIEST = "base.person.sailor.v1.p3", {"kind": "person", "type": "priest", "cost": 4, "vp": 1}
# One of each color.
SHIPS = [
    f"base.ship.{one}" for one in ("blue.s1.c1", "red.s1.c1", "green.s1.c1", "black.s2.c1", "yellow.s1.c1")
]

PLACES = {
    "ares": "adventure.unknown.ares",
    "lookout": "adventure.unknown.lookout",
    "innkeeper": "adventure.unknown.innkeeper",
    "tybuk": "adventure.unknown.tybuk",
    "captain": "adventure.unknown.captain",
    "expedition": "adventure.unknown.expedition",
    "mixed": "adventure.unknown.mixed",
}
BOOK = {"kind": "ship", "color": "ares", "swords": 4, "coins": 1, "items": ["book_of_rituals"]}
HERBS = {"kind": "ship", "color": "ares", "swords": 5, "coins": 1, "items": ["medicinal_herbs"]}
BREAD = {"kind": "ship", "color": "green", "swords": 3, "coins": 2, "items": ["bread"]}
RUM = {"kind": "ship", "color": "red", "swords": 2, "coins": 2, "items": ["rum"]}
CROWN = {"kind": "ship", "color": "blue", "swords": 2, "crowns": 1, "coins": 0, "items": ["bread"]}
LOOKOUT = {"kind": "person", "type": "lookout", "cost": 5, "vp": 2}
INNKEEPER = {"kind": "person", "type": "innkeeper", "cost": 6, "vp": 2}
TYBUK = {"kind": "person", "type": "tybuk", "cost": 6, "vp": 2, "swords": 2}
TAX = {"kind": "tax", "bonus": "fewest_vp", "threshold": 16, "bonus_coins": 2}
EVERYTHING = {"ares": 8, "lookout": 5, "innkeeper": 5, "tybuk": 3, "captain": 1, "expedition": 3, "mixed": 12}
NEEDS: tuple[list[dict[str, Any]], ...] = (
    [{"what": "captain", "give": True}, {"what": "coins", "count": 2, "give": True}],
    [{"what": "rum", "give": True}],
    [{"what": "bust"}],
    [{"what": "crowns", "count": 2, "give": True}],
    [{"what": "points", "count": 4}],
    [{"what": "ares", "give": True}, {"what": "bread"}],
)
SPACES = [2, 5, 8, 12, 17, 23]


def opened(way: str = "competitive", players: int = 2, *modules: str, **more: Any) -> History:
    """A new table, with nothing chosen yet."""
    names = ["Ann", "Bob", "Cem", "Dot"][:players]
    body = {"edition": "bigbox", "modules": ["adventure_begins", way, *modules], "players": names, **more}
    return open_history(codec.setup_from_json(body))


def prepared(way: str = "competitive", players: int = 2, *modules: str, **more: Any) -> History:
    """The same with characters and the first story card, before the first event."""
    history = opened(way, players, *modules, **more)
    for seat, who in enumerate(
        ("officer_scott", "grace_may", "jacques_grandeur", "cutthroat_mary")[:players]
    ):
        history = enter(history, type="choose_character", by=seat, character=who, coins=3)
    lost = more.get("campaign", {}).get("lost", 0)
    if lost and way in ("coop", "solo"):
        history = enter(history, type="share_coins", coins={"0": min(9, 3 * lost)})
    if way == "variable":
        return enter(history, type="lay_missions", missions=[13, 33, 40, 50])
    story = 10 * more.get("campaign", {}).get("chapter", 1)
    return enter(history, type="read_story", story=story, adds={PLACES["ares"]: 2})


def event(history: History, *effects: dict[str, Any]) -> History:
    return enter(history, type="reveal_event", effects=list(effects or EVENTS[-1]))


def begun(way: str = "competitive", players: int = 2, *modules: str, **more: Any) -> History:
    """A table with the first event turned up, which does nothing that could be worked out."""
    return event(prepared(way, players, *modules, **more))


def view(history: History) -> dict[str, Any]:
    return dict(codec.view_json(history))


def whys(history: History) -> list[str]:
    return [line["why"] for line in codec.lines_json(history)[-1]["ledger"]]


def at(way: str = "competitive", **situation: Any) -> History:
    """A table taken over in mid-game: Ann and Bob, mission 10 on the table."""
    people_ = situation.pop("players", [{}, {}])
    rows = [
        {"id": name, "coins": 3, "display": [], "character": who, **row}
        for name, who, row in zip(
            ("Ann", "Bob", "Cem"), ("officer_scott", "grace_may", "jacques_grandeur"), people_, strict=False
        )
    ]
    added = {PLACES[name]: count for name, count in EVERYTHING.items()}
    told = {
        "active": "Ann",
        "phase": "discover",
        "harbor": [],
        "expeditions": [],
        "missions": ["10"],
        "added": added,
        "month": {"number": 1, "left": 2},
        "players": rows,
        **situation,
    }
    body = {
        "edition": "bigbox",
        "modules": ["adventure_begins", way],
        "players": [row["id"] for row in rows],
        "situation": told,
    }
    return open_history(beginning(codec.setup_from_json(body)))


# Games by chance

EAGER = {
    **WEIGHTS,
    "complete_mission": 20.0,
    "buy_marker": 3.0,
    "use_lookout": 3.0,
    "sell_item": 3.0,
    "let_go": 0.3,
    "return_crowns": 0.1,
    "stop": 2.5,
}


def learned(history: History, chance: random.Random) -> Iterator[tuple[History, dict[str, Any]]]:
    """What is there to be read is read now or later; card 9 has to be."""
    for one in view(history).get("learn", []):
        if one["what"] != "card_nine" and chance.random() < 0.5:
            continue
        body: dict[str, Any] = {"type": "learn_crowns", "spaces": SPACES}
        if one["what"] == "mission":
            first = {"coins": chance.randint(0, 2)}
            body = {
                "type": "learn_mission",
                "mission": one["id"],
                "first": first,
                "crowns": chance.randint(0, 3),
            }
            if not missions.mission(history.state, one["id"]).known:
                body["need"] = chance.choice(NEEDS)
        elif one["what"] == "event":
            effects = list(chance.choice(EVENTS))
            body = {"type": "learn_event", "place": int(one["id"]), "effects": effects}
        elif one["what"] == "card_nine":
            body = {
                "type": "learn_card_nine",
                "markers": chance.randint(0, 6),
                "points": chance.randint(0, 20),
            }
        history = enter(history, **body)
        yield history, body


def played(
    history: History, chance: random.Random, lively: float = 0, limit: int = 4000
) -> Iterator[tuple[History, dict[str, Any]]]:
    """Legal entries by chance until the game is over."""
    for _ in range(limit):
        if history.state.phase == "game_over":
            return
        if lively and chance.random() < lively:
            body = life(history.state, chance)
            with suppress(EngineError):
                history = enter(history, chance.random() < 0.5, **body)
                yield history, body
                continue
        for now, body in learned(history, chance):
            history = now
            yield history, body
        open_ones = [one for one in allowed(history.state) if one.allowed]
        assert open_ones, (history.state.phase, view(history).get("steps"))
        template = chance.choices(open_ones, [EAGER.get(one.type, 1.0) for one in open_ones])[0]
        body = filled_in(template, history.state, chance)
        history = enter(history, **body)
        yield history, body


def markers_of(history: History) -> int:
    """Markers that have left the characters of everybody."""
    state = history.state
    seats = range(len(state.players))
    return sum(missions.MARKERS - people.free_markers(state, seat) for seat in seats)


def code(history: Any, **body: Any) -> str:
    with pytest.raises(Refusal) as caught:
        enter(history, **body)
    return caught.value.code


def open_templates(history: Any, kind: str) -> list[dict[str, Any]]:
    return [dict(one) for one in view(history)["allowed"] if one["type"] == kind and one["allowed"]]


def drawn(history: Any, *cards: Any) -> Any:
    for card in cards:
        history = enter(history, type="draw", card=card, repel=False)
    return history


def player(history: Any, seat: int = 0) -> dict[str, Any]:
    return dict(view(history)["players"][seat])


def month(history: Any) -> dict[str, Any]:
    (found,) = view(history)["countdowns"]
    return dict(found)


def turned(history: Any, rest: bool = True) -> Any:
    """A turn with one card and nothing taken."""
    return enter(enter(drawn(history, SAILOR), type="stop"), type="pass", rest=rest)


def through(history: Any, events: int) -> Any:
    """So many turns with an event each."""
    for _ in range(events):
        history = turned(event(history))
    return history
