"""What is entered from cards once and kept with the group's box: missions, shields, card 9."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from companion.engine.entering.entries import Key, key
from companion.engine.printed.box import MOST_FACTS
from companion.engine.printed.catalogue import whole_deck
from companion.engine.refusals import MISSING, Malformed
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import Game
from companion.engine.values import mapping, number

from . import missions, people

CARD_NINE, SALE = "card_nine", "sale"
MISSION = Key("label", "A mission, by what is printed on it.")
MOST_PRICE = 9
# As many as card 9 tells apart.
PLAYERS = ("1", "2", "3", "4")


def colors() -> tuple[str, ...]:
    return whole_deck().colors


def note(draft: Draft, what: str, name: str, told: Mapping[str, Any]) -> bool:
    """The box knows it from now on; whether it did not before."""
    if draft.game.box.fact(what, name) == told:
        return False
    known = draft.game.box.facts.get(what, {})
    if name not in known and len(known) >= MOST_FACTS:
        draft.refuse("NOT_IN_THE_BOX", "count", count=MOST_FACTS)
    draft.game = replace(draft.game, box=draft.game.box.with_fact(what, name, told))
    if what == missions.FACT:
        missions.read_again(draft, name)
    return True


@dataclass(frozen=True, slots=True)
class LearnMission:
    """What a mission card says, kept with the group's box. It pays nothing: what waited is paid by `pay_rewards`."""

    mission: str = field(metadata=key(MISSION))
    need: tuple[Mapping[str, Any], ...] = field(
        default=(), metadata=key(Key("rows", "With learn_mission: what it asks for.", most=8))
    )
    first: Mapping[str, Any] = field(
        default_factory=dict,
        metadata=key(Key("record", "With learn_mission: coins and crowns of the first.")),
    )
    crowns: int | None = field(
        default=None, metadata=key(Key("number", "With learn_mission: crowns of everybody.", most=9))
    )
    active_only: bool = field(
        default=False, metadata=key(Key("flag", "With learn_mission: for the active player only."))
    )
    timed: bool = field(default=False, metadata=key(Key("flag", "With learn_mission: now or never.")))
    star: bool = field(default=False, metadata=key(Key("flag", "With learn_mission: it has a red star.")))
    hourglass: Mapping[str, Any] = field(
        default_factory=dict, metadata=key(Key("record", "What a mission says about Month's End."))
    )
    by: int | None = None
    type: ClassVar[str] = "learn_mission"


@dataclass(frozen=True, slots=True)
class LearnCrowns:
    """At which spaces of the crown card the six shields stand; their points are there from then on."""

    spaces: tuple[int, ...] = field(
        metadata=key(Key("numbers", "With learn_crowns: the spaces of the shields.", most=people.SHIELDS))
    )
    by: int | None = None
    type: ClassVar[str] = "learn_crowns"


@dataclass(frozen=True, slots=True)
class LearnCardNine:
    """What card 9 asks for with this number of players."""

    markers: int = field(metadata=key(Key("number", "With learn_card_nine: markers on missions.", most=40)))
    points: int = field(metadata=key(Key("number", "With learn_card_nine: points of all together.", most=99)))
    by: int | None = None
    type: ClassVar[str] = "learn_card_nine"


def mission_row(entry: LearnMission) -> Mapping[str, Any]:
    """What the entry says, checked; raises Malformed."""
    told: dict[str, Any] = {"crowns": entry.crowns or 0}
    for name in ("need", "first", "hourglass"):
        if getattr(entry, name):
            told[name] = getattr(entry, name)
    for name in ("active_only", "timed", "star"):
        if getattr(entry, name):
            told[name] = True
    return missions.read_fact(entry.mission, told)


def check_mission(entry: LearnMission, game: Game) -> None:
    """What nobody has said yet may be missing; raises Malformed for what no mission says."""
    mission_row(entry)


def learn_mission(draft: Draft, entry: LearnMission, by: int) -> None:
    """A mission is read once; what is known of it already stays where the entry does not say it."""
    told = {**(draft.game.box.fact(missions.FACT, entry.mission) or {}), **mission_row(entry)}
    if not (told.get("need") or entry.mission in missions.printed()):
        raise Malformed("entry.need", "printed", MISSING)
    if not note(draft, missions.FACT, entry.mission, told):
        draft.refuse("NO_EFFECT", "missions")
    draft.say("mission_learned", "missions", params={"mission": entry.mission})


def note_rewards(draft: Draft, mission: str, told: Mapping[str, Any]) -> None:
    """Who completes a mission may read its rewards with that; raises Malformed."""
    if not told.keys() <= {"first", "crowns"}:
        raise Malformed("entry.rewards", "only_keys", choices=("first", "crowns"))
    was = draft.game.box.fact(missions.FACT, mission) or {}
    row = missions.read_fact(mission, {"first": {}, "crowns": 0, **told})
    if note(draft, missions.FACT, mission, {**was, **row}):
        draft.say("mission_learned", "missions", params={"mission": mission})


def note_hourglass(draft: Draft, mission: str, told: Mapping[str, Any]) -> None:
    was = draft.game.box.fact(missions.FACT, mission) or {}
    read = missions.read_hourglass(told, "entry.hourglass")
    note(draft, missions.FACT, mission, {**was, "hourglass": read})


def check_crowns(entry: LearnCrowns, game: Game) -> None:
    people.read_track(people.TRACK, {"spaces": list(entry.spaces)})


def learn_crowns(draft: Draft, entry: LearnCrowns, by: int) -> None:
    """Everybody's points are those of the shields from now on."""
    before = {seat: people.points_of(draft, seat) for seat in draft.game.order}
    if not note(draft, people.TRACK, people.TRACK, {"spaces": list(entry.spaces)}):
        draft.refuse("NO_EFFECT", "crowns")
    draft.say("crowns_learned", "crowns", params={"count": len(entry.spaces)})
    for seat, points in before.items():
        more = people.points_of(draft, seat) - points
        if more:
            figures = {"count": more, "crowns": people.person(draft, seat).crowns}
            draft.say("crown_points", "crowns", seat, params=figures)
            draft.players[seat] = draft.players[seat]._replace(vp=draft.players[seat].vp + more)
            people.note(draft, seat)


def learn_card_nine(draft: Draft, entry: LearnCardNine, by: int) -> None:
    told = {"markers": entry.markers, "points": entry.points}
    if not note(draft, CARD_NINE, str(len(draft.game.setup.players)), told):
        draft.refuse("NO_EFFECT", "chapter_end")
    draft.say("card_nine_learned", "chapter_end", params=told)


def card_nine(table: Table) -> Mapping[str, int] | None:
    """What card 9 asks for with as many players as began."""
    told: Mapping[str, int] | None = table.game.box.fact(CARD_NINE, str(len(table.game.setup.players)))
    return told


def read_card_nine(name: str, value: object) -> Mapping[str, Any]:
    """What card 9 asks for, by the number of players; raises Malformed."""
    row = mapping(value, CARD_NINE)
    if name not in PLAYERS:
        raise Malformed(CARD_NINE, "one_of", choices=PLAYERS)
    return {
        "markers": number(row.get("markers"), f"{CARD_NINE}.markers", 40),
        "points": number(row.get("points"), f"{CARD_NINE}.points", 99),
    }


def read_sale(name: str, value: object) -> Mapping[str, Any]:
    """The price that an Innkeeper pays, by the id of the card; raises Malformed."""
    return {"coins": number(mapping(value, SALE).get("coins"), f"{SALE}.coins", MOST_PRICE)}
