"""Evenings of The Adventure Begins: from the box to the first turn, Month's End step by step, and how a chapter ends."""

from __future__ import annotations

from typing import Any

from adventure_views import BOX, BREAD, CAMPAIGN, DONE, PLACE, RUM, setup, table
from adventure_views import players as crew

Json = dict[str, Any]

NAMES = ["Ada", "Ben", "Cleo"]
CHARACTERS: list[Json] = [
    {"character": "cutthroat_mary", "coins": 3},
    {"character": "peter_landman", "coins": 4, "color": "blue"},
    {"character": "officer_scott", "coins": 3},
]
CHOSEN = [{"type": "choose_character", "by": seat, **who} for seat, who in enumerate(CHARACTERS)]
SHARED: Json = {"type": "share_coins", "coins": {"0": 0, "1": 1, "2": 2}}


def read(story: str, **adds: int) -> Json:
    return {"type": "read_story", "story": story, "adds": {f"{PLACE}.{name}": count for name, count in adds.items()}}


def turn(what: str, when: str = "now") -> list[Json]:
    """An event that nobody knew, and a turn in which nobody takes what lies there."""
    effects = [{"when": when, "what": what, "count": 1, "who": "all"}]
    jester = {"kind": "person", "type": "jester", "cost": 5, "vp": 1}
    return [{"type": "reveal_event", "effects": effects}, {"type": "draw", "card": jester}, {"type": "stop"}, {"type": "pass", "rest": True}]


def opened(way: str = "coop", **campaign: Any) -> Json:
    """A new table; the first chapter was tried once before."""
    standing = {"chapter": 1, "lost": 1, "defeats": 1, "added": {}, "won": [], **campaign}
    return {"edition": "bigbox", "modules": ["adventure_begins", way], "players": NAMES, "campaign": standing}


BEGUN = [*CHOSEN, SHARED, read("10", ares=3)]
MONTH = [*BEGUN, *turn("coins"), *turn("trade", "trade_hire")]
JUDGED: Json = {"type": "months_end", "hourglass": {"asks": "10", "done": "12", "missed": "13"}}
NINE: Json = {"type": "learn_card_nine", "markers": 7, "points": 18}
FLIP: Json = {"type": "flip_events"}


# A chapter's last month: 10, 13 and 15 are done, or one is not.

LAST_EVENTS = ["now.coins.1.all", "trade_hire.price.1.all", "discover.swords.1.all", "trade_hire.takes.1.all"]
ALL_DONE = [*DONE, {"number": "15", "completed_by": ["Ada", "Ben", "Cleo"]}]
OPEN = [*DONE, {"number": "15"}]


def person(kind: str, cost: int, vp: int, **more: Any) -> Json:
    return {"kind": "person", "type": kind, "cost": cost, "vp": vp, **more}


ADMIRAL, MADEMOISELLE, JESTER = person("admiral", 7, 2), person("mademoiselle", 7, 2), person("jester", 7, 2)
GREAT_ADMIRAL, GREAT_MADEMOISELLE, GREAT_JESTER = person("admiral", 9, 3), person("mademoiselle", 9, 3), person("jester", 9, 3)


def month_ends(goals: list[Json], way: str = "coop", seats: list[Json] | None = None, hourglass: Json | None = None, **campaign: Any) -> Json:
    """Nothing but Month's End is left of the deck; `hourglass`: what its newest mission says, where the box knows that."""
    events = LAST_EVENTS[: 4 if way == "coop" else 5]
    month = {"number": 3, "left": 0, "events": events}
    box = {**BOX, "facts": {**BOX["facts"], "mission": {**BOX["facts"]["mission"]}}}
    if hourglass:
        newest = str(goals[-1]["number"])
        box["facts"]["mission"][newest] = {**box["facts"]["mission"].get(newest, {}), "hourglass": hourglass}
    made = setup(table(goals, seats, month=month, active="Cleo"), way, box)
    return {**made, "campaign": {**CAMPAIGN, **campaign}}


def fist() -> Json:
    """One can pay, one has, one is short of three."""
    seats = crew(ada={"coins": 12}, ben={"coins": 9}, cleo={"coins": 5})
    return month_ends(DONE, "competitive", seats, {"asks": "13", "done": "15", "missed": "16", "pay": True}, chapter=1)


def still(hourglass: Json | None = None) -> Json:
    """The month is over, and Ben, whose turn has just ended, has what the mission asks for."""
    made = month_ends([{"number": "10"}], "competitive", hourglass=hourglass, chapter=1)
    return {**made, "situation": {**made["situation"], "claimant": "Ben"}}


def rich() -> list[Json]:
    """More points than card 9 asks for."""
    ada, ben, cleo = [ADMIRAL, ADMIRAL, GREAT_ADMIRAL], [MADEMOISELLE, MADEMOISELLE, GREAT_MADEMOISELLE], [JESTER, JESTER, GREAT_JESTER]
    return crew(ada={"display": ada}, ben={"display": ben}, cleo={"display": cleo})


def finished() -> Json:
    """The last round against each other: whoever has the most points has no trophy."""
    goals = [{"number": one, "completed_by": ["Ada", "Ben"]} for one in ("10", "13", "15")]
    ada = {"coins": 2, "display": [ADMIRAL, GREAT_ADMIRAL, MADEMOISELLE, person("sailor", 3, 1, swords=1)], "crowns": 12, "items": []}
    ben = {"coins": 6, "display": [MADEMOISELLE, JESTER], "crowns": 8, "items": []}
    cleo = {"coins": 4, "display": [GREAT_MADEMOISELLE, GREAT_JESTER, JESTER, JESTER, ADMIRAL], "crowns": 6}
    month = {"number": 3, "left": 3, "events": LAST_EVENTS[:2]}
    told = table(goals, crew(ada=ada, ben=ben, cleo=cleo), active="Cleo", phase="trade_hire", harbor=[BREAD, RUM], month=month)
    return {**setup(told, "competitive"), "campaign": {**CAMPAIGN, "chapter": 1}}


PRINTED_NINE = {"nine": True}
END: Json = {"type": "months_end"}
UNTRIED: Json = {"lost": 0, "defeats": 0}
STATES: dict[str, tuple[Json, list[Json]]] = {
    "adv-setup": (opened(), CHOSEN[:1]),
    "adv-coins": (opened(), CHOSEN),
    "adv-story": (opened(), [*CHOSEN, SHARED]),
    "adv-four": (opened("variable", **UNTRIED), CHOSEN),
    "adv-event": (opened(), BEGUN),
    "adv-last": (opened(), MONTH),
    "adv-monthsend-story": (opened(), [*MONTH, JUDGED]),
    "adv-monthsend": (opened(), [*MONTH, JUDGED, read("13", lookout=2)]),
    "adv-month-two": (opened(), [*MONTH, JUDGED, read("13", lookout=2), FLIP]),
    "adv-lost": (opened(), [*MONTH, NINE, {**END, "hourglass": PRINTED_NINE}]),
    "adv-known": (setup(table(OPEN, month={"number": 3, "left": 2, "events": LAST_EVENTS[:4]})), []),
    "adv-glass": (month_ends(OPEN), []),
    "adv-still": (still({"asks": "10", "done": "13", "missed": "12"}), []),
    "adv-still-glass": (still(), []),
    "adv-fist-glass": (month_ends(DONE, "competitive"), []),
    "adv-fist": (fist(), [END, read("15"), {"type": "buy_marker", "by": 1}]),
    "adv-won": (month_ends(ALL_DONE, seats=rich(), hourglass=PRINTED_NINE), [END]),
    "adv-won-all": (month_ends(ALL_DONE, seats=rich(), hourglass=PRINTED_NINE, chapter=5, won=[1, 2, 3, 4]), [END]),
    "adv-won-late": (month_ends(ALL_DONE, seats=rich(), hourglass=PRINTED_NINE, chapter=2, won=[1], lost=2, defeats=2), [END]),
    "adv-lost-short": (month_ends(OPEN, hourglass=PRINTED_NINE, chapter=2, won=[1], lost=1, defeats=1), [END]),
    "adv-finished": (finished(), [{"type": "pass", "rest": True}]),
}
