"""Tables of The Adventure Begins in the middle of a game: missions, months, ships that carry something."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

PLACE = "adventure.unknown"
ARES = [
    {"kind": "ship", "color": "ares", "swords": 4, "coins": 1, "items": ["medicinal_herbs"]},
    {"kind": "ship", "color": "ares", "swords": 5, "coins": 2, "items": ["book_of_rituals"]},
]
BREAD = {"kind": "ship", "color": "green", "swords": 3, "coins": 2, "items": ["bread"]}
RUM = {"kind": "ship", "color": "red", "swords": 3, "coins": 2, "items": ["rum"]}
CROWN = {"kind": "ship", "color": "ares", "swords": 6, "coins": 0, "crowns": 1, "items": ["book_of_rituals"]}
LOOKOUT = {"kind": "person", "type": "lookout", "cost": 5, "vp": 2}
INNKEEPER = {"kind": "person", "type": "innkeeper", "cost": 6, "vp": 2}
TYBUK = {"kind": "person", "type": "tybuk", "cost": 5, "vp": 1, "swords": 2}
PRIEST = {"kind": "person", "type": "priest", "color": "ares", "cost": 5, "vp": 2}


def own(card: Json, place: str, count: int = 2) -> Json:
    return {"card": card, "count": count, "instead_of": f"{PLACE}.{place}"}


BOX: Json = {
    "own": [
        own(ARES[0], "ares", 3), own(ARES[1], "ares", 2), own(CROWN, "ares", 1), own(BREAD, "mixed", 2), own(RUM, "mixed", 2),
        own(LOOKOUT, "lookout"), own(INNKEEPER, "innkeeper"), own(TYBUK, "tybuk"), own(PRIEST, "priest", 1),
    ],
    "missing": {},
    "facts": {
        "crown_track": {"crown_track": {"spaces": [2, 5, 8, 12, 17, 23]}},
        "mission": {
            "10": {"need": [{"what": "ares", "count": 2, "give": True}], "crowns": 1},
            "13": {"need": [{"what": "coins", "count": 4, "give": True}, {"what": "priest"}], "crowns": 1},
            "15": {"need": [{"what": "swords", "count": 2}, {"what": "ares", "count": 2, "give": True}], "first": {"coins": 2}, "crowns": 1},
        },
        "event": {
            "discover.swords.1.all": {"effects": [{"when": "discover", "what": "swords", "count": 1, "who": "all"}]},
            "now.coins.1.all": {"effects": [{"when": "now", "what": "coins", "count": 1, "who": "all"}]},
            "trade_hire.takes.1.all": {"effects": [{"when": "trade_hire", "what": "takes", "count": 1, "who": "all"}]},
            "trade_hire.price.1.all": {"effects": [{"when": "trade_hire", "what": "price", "count": 1, "who": "all"}]},
        },
        "sale": {},
        "card_nine": {"3": {"markers": 7, "points": 18}, "4": {"markers": 9, "points": 24}},
    },
}


def person(kind: str, cost: int, vp: int, **more: Any) -> Json:
    return {"kind": "person", "type": kind, "cost": cost, "vp": vp, **more}


def ship(color: str, swords: int, coins: int) -> Json:
    return {"kind": "ship", "color": color, "swords": swords, "coins": coins}


SAILOR, SETTLER, CAPTAIN = person("sailor", 3, 1, swords=1), person("settler", 4, 1), person("captain", 4, 1)
ADMIRAL, MADEMOISELLE, GOVERNOR = person("admiral", 7, 2), person("mademoiselle", 7, 2), person("governor", 8, 0)
PINNACE, FLUTE, FRIGATE, GALLEON = ship("yellow", 2, 2), ship("blue", 2, 3), ship("red", 1, 1), ship("black", 4, 2)
ROW = [
    {"kind": "expedition", "need": ["priest", "priest", "settler"], "coins": 3, "vp": 6},
    {"kind": "expedition", "need": ["captain", "captain"], "coins": 2, "vp": 4},
]
KNOWN = ["discover.swords.1.all", "now.coins.1.all", None, "trade_hire.takes.1.all"]
DONE = [{"number": "10", "completed_by": ["Ada", "Ben"]}, {"number": "13", "completed_by": ["Ben", "Cleo"]}]
THREE = [*DONE, {"number": "15"}]
CAMPAIGN = {
    "chapter": 1, "lost": 0, "defeats": 0, "won": [],
    "added": {f"{PLACE}.{name}": count for name, count in {"ares": 8, "tybuk": 2, "lookout": 3, "innkeeper": 2, "mixed": 8, "captain": 1, "priest": 1}.items()},
}


def players(**more: Json) -> list[Json]:
    ada = {"id": "Ada", "coins": 6, "display": [SAILOR, person("trader", 3, 1, color="blue"), SETTLER], "character": "don_ferdinando", "character_color": "green", "crowns": 2, "items": ["rum"]}
    ben = {"id": "Ben", "coins": 4, "display": [TYBUK, MADEMOISELLE, PRIEST], "character": "jean_blackbeard", "crowns": 3, "items": ["book_of_rituals", "medicinal_herbs", "bread"]}
    cleo = {"id": "Cleo", "coins": 7, "display": [ADMIRAL, LOOKOUT, CAPTAIN], "character": "grace_may", "crowns": 1}
    return [{**one, **more.get(one["id"].lower(), {})} for one in (ada, ben, cleo)]


def table(goals: list[Json], seats: list[Json] | None = None, **more: Any) -> Json:
    month = {"number": 3, "left": 2, "events": KNOWN}
    return {"players": seats or players(), "active": "Ben", "phase": "discover", "harbor": [], "expeditions": ROW, "draw_pile": 41, "discard_pile": 20, "missions": goals, "month": month, **more}


def draw(*cards: Json) -> list[Json]:
    return [{"type": "draw", "card": dict(card)} for card in cards]


PRICE = {"type": "reveal_event", "event": "trade_hire.price.1.all"}
SWORDS = {"type": "reveal_event", "effects": [{"when": "discover", "what": "swords", "count": 1, "who": "all"}]}
STOP = {"type": "stop"}


def setup(situation: Json, way: str = "coop", box: Json | None = None) -> Json:
    names = [one["id"] for one in situation["players"]]
    modules = ["adventure_begins", *([] if way == "competitive" else [way])]
    return {"edition": "bigbox", "modules": modules, "players": names, "situation": situation, "box": box or BOX, "campaign": CAMPAIGN}


def crew() -> Json:
    """Four against each other, with all the missions of a month and two expeditions."""
    dev = {"id": "Dev", "coins": 11, "display": [ADMIRAL, person("jester", 5, 1), SAILOR], "character": "officer_scott", "crowns": 6, "items": ["rum", "bread"]}
    goals = [*DONE, {"number": "15", "completed_by": ["Dev"]}, {"number": "16"}]
    return setup(table(goals, [*players(), dev], expeditions=ROW[:2]), "competitive")


def alone() -> Json:
    ada = {**players()[1], "id": "Ada"}
    return setup(table([{"number": "10", "completed_by": ["Ada"]}, {"number": "13"}, {"number": "15"}], [ada], active="Ada", expeditions=[]), "solo")


def timed(*numbers: str, **more: Any) -> Json:
    return setup(table([*DONE, *({"number": one} for one in numbers)], **more))


def looking() -> Json:
    return setup(table(THREE, active="Cleo"))


def host() -> list[Json]:
    return players(ben={"display": [TYBUK, MADEMOISELLE, PRIEST, INNKEEPER], "items": ["rum", "bread"], "crowns": 5})


HARBOR = draw(PINNACE, ARES[0], BREAD, LOOKOUT, INNKEEPER)
LADEN = draw(ARES[0], BREAD, PINNACE, SAILOR, RUM, LOOKOUT)
# Missions of which nobody has read the rewards.
BARE: Json = {**BOX, "facts": {**BOX["facts"], "mission": {}}}
DONE_UNREAD = [PRICE, *HARBOR, {"type": "complete_mission", "mission": "15", "by": 1}]
READ: Json = {"type": "learn_mission", "mission": "15", "first": {"coins": 2}, "crowns": 1}
BY_HAND: Json = {"type": "reveal_event", "effects": [{"when": "now", "what": "by_hand", "count": 0, "who": "all"}]}
# By name: the set-up, and what is entered.
STATES: dict[str, tuple[Json, list[Json]]] = {
    "adv-table": (setup(table(THREE)), [PRICE, *HARBOR]),
    "adv-pad": (setup(table(THREE)), [PRICE]),
    "adv-fresh": (setup(table(THREE, active="Ada"), box={**BOX, "own": []}), [PRICE, *draw(PINNACE)]),
    "adv-crowns": (setup(table(THREE)), [PRICE, *draw(CROWN, FLUTE), STOP]),
    "adv-trade": (setup(table([*THREE, {"number": "16"}], host())), [SWORDS, *LADEN, STOP]),
    "adv-lookout": (looking(), [PRICE, *draw(FLUTE, FRIGATE, SETTLER)]),
    "adv-on-top": (looking(), [PRICE, *draw(FLUTE), {"type": "use_lookout", "cards": [SETTLER, FRIGATE, PINNACE], "keep": 2}]),
    "adv-now": (timed("33"), [PRICE, *draw(PINNACE, FLUTE, FRIGATE, GALLEON)]),
    "adv-tax": (timed("50", seats=players(ada={"coins": 12}, cleo={"coins": 14})), [PRICE, *draw(PINNACE, {"kind": "tax", "bonus": "fewest_vp"})]),
    "adv-step": (timed("52"), [PRICE, *draw(FLUTE)]),
    "adv-waits": (setup(table([*DONE, {"number": "52", "waiting": ["Ada"]}])), [PRICE, *HARBOR]),
    "adv-unread": (setup(table([*THREE, {"number": "16"}])), [PRICE, *HARBOR]),
    "adv-bare": (setup(table(THREE), box=BARE), [PRICE, *HARBOR]),
    "adv-unpaid": (setup(table(THREE), box=BARE), DONE_UNREAD),
    "adv-owed": (setup(table(THREE), box=BARE), [*DONE_UNREAD, READ]),
    "adv-event-unread": (setup(table(THREE)), [{"type": "reveal_event", "unread": True}]),
    "adv-by-hand": (setup(table(THREE)), [BY_HAND]),
    "adv-many": (setup(table(THREE)), [PRICE, *HARBOR, *draw(SAILOR)]),
    "adv-crew": (crew(), [PRICE, *HARBOR]),
    "adv-alone": (alone(), [PRICE, *HARBOR[:4]]),
}
