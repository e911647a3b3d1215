"""The characters: who plays whom, what a marker frees, crowns and what they are worth."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, NamedTuple

from companion.engine.entering.entries import Key
from companion.engine.following.moments import Busted, Claimed, PartOpened
from companion.engine.goals.lying import Markers, lying, markers_on
from companion.engine.house.brought import Figure
from companion.engine.house.living import room, set_room
from companion.engine.printed.box import Box
from companion.engine.printed.cards import Abilities, Income
from companion.engine.printed.manifests import way_of
from companion.engine.refusals import UNKNOWN, Malformed
from companion.engine.rules import ending
from companion.engine.table.draft import Draft, Table
from companion.engine.table.seats import plays
from companion.engine.table.state import GAME_OVER, Game
from companion.engine.values import flag, mapping, number, sequence, word

from . import missions

ROOM, FACT, TRACK = "adventure_people", "character", "crown_track"
MOST_COINS, MOST_CROWNS, SHIELDS, MOST_SPACE = 40, 99, 6, 60
# Which of them do something for one color of ships, printed on the card.
OF_COLOR = ("don_ferdinando", "peter_landman")
LOCKED_AT_START = ("officer_scott", "cutthroat_mary")


class Adventurer(NamedTuple):
    """A player: the character, its color where it has one; crowns; markers that were paid for at Month's End."""

    character: str | None = None
    color: str | None = None
    crowns: int = 0
    paid: int = 0


NOBODY = Adventurer()
COUNTED = {"crowns": Key("numbers_by_seat", "With a count: crowns by seat or name.", most=MOST_CROWNS)}
ABILITIES: Mapping[str, Abilities] = {
    "jean_blackbeard": Abilities(swords=1),
    "senora_anne": Abilities(discount=1),
    "officer_scott": Abilities(
        incomes=(Income("admiral", 1, at_least=5, paid="ADMIRAL_PAID", unpaid="ADMIRAL_NOT_ENOUGH_CARDS"),)
    ),
    "cutthroat_mary": Abilities(incomes=(Income("many_ships", 1),)),
}


def characters() -> tuple[str, ...]:
    return tuple(row["id"] for row in missions.data()["characters"])


def _words(name: str) -> frozenset[str]:
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    return frozenset(re.findall("[a-z]+", plain))


def character(value: object, field: str) -> str:
    """A character by id or by name; raises Malformed."""
    said = word(value, field)
    if said in characters():
        return said
    asked = _words(said.replace("_", " "))
    found = [row["id"] for row in missions.data()["characters"] if asked and asked <= _words(row["name"])]
    if len(found) != 1:
        raise Malformed(field, "one_of", choices=characters())
    return str(found[0])


def people(table: Table) -> tuple[Adventurer, ...]:
    found: tuple[Adventurer, ...] = room(table, ROOM)
    return found


def person(table: Table, seat: int) -> Adventurer:
    """What a player has of this; who has joined late has nothing yet."""
    found = people(table)
    return found[seat] if seat < len(found) else NOBODY


def change(draft: Draft, seat: int, **changes: Any) -> None:
    found = list(people(draft))
    found += [NOBODY] * (seat + 1 - len(found))
    found[seat] = found[seat]._replace(**changes)
    set_room(draft, ROOM, tuple(found))


SHARED = "shared_coins"


def shared(table: Table) -> bool:
    """The coins of lost tries were given out."""
    return bool(room(table, SHARED))


def set_shared(draft: Draft) -> None:
    set_room(draft, SHARED, True)


# Markers and what they free


def markers(table: Table, seat: int) -> Markers:
    return _markers(table, seat, person(table, seat))


def _markers(table: Table, seat: int, who: Adventurer) -> Markers:
    """Those that were paid for are gone as well."""
    return markers_on((lying(table, missions.ROOM), seat, missions.MARKERS, who.paid))


def opened(table: Table, seat: int) -> int:
    """How many of the character's openings are free, by missions completed and markers paid for."""
    return markers(table, seat).gone


def free_markers(table: Table, seat: int) -> int:
    return markers(table, seat).free


def done_by(table: Table, seat: int) -> int:
    """How many of those that lie there the player has completed."""
    found = markers(table, seat)
    return found.done - found.apart


def able(table: Table, seat: int) -> str | None:
    """The character whose ability the player may use (C99)."""
    who = person(table, seat)
    return who.character if _markers(table, seat, who).gone else None


def trophy(table: Table, seat: int) -> bool:
    return opened(table, seat) >= 2


def free_next(draft: Draft, seat: int, crowns: bool = True) -> None:
    """A marker has just left the card: what stood behind it counts from now on. A window that was paid for gives no
    crowns (C136).
    """
    opening = missions.data()["markers"]["openings"][opened(draft, seat) - 1]
    figures = {"opening": opening["what"]}
    if opening["what"] == "ability" and (who := person(draft, seat).character) is not None:
        figures["character"] = who
    draft.say("marker_frees", "missions", seat, params=figures)
    if opening["what"] == "ability" and person(draft, seat).character == "samuel_blackguard":
        draft.earn(seat, 2, "samuel", "samuel", {"count": 2})
    if opening["what"] == "crown" and crowns:
        add_crowns(draft, seat, opening["count"], "window")
    note(draft, seat)


def note(draft: Draft, seat: int) -> None:
    """The player's points or trophy are others: the end may have come."""
    if draft.phase != GAME_OVER:
        ending.note_points(draft, seat)


def character_of(table: Table, seat: int) -> Mapping[str, Any] | None:
    found = person(table, seat)
    if found.character is None:
        return None
    told: dict[str, Any] = {"id": found.character, "open": able(table, seat) is not None}
    return told if found.color is None else {**told, "color": found.color}


def openings(table: Table, seat: int) -> list[dict[str, Any]]:
    return _openings(opened(table, seat))


@cache
def _openings(free: int) -> list[dict[str, Any]]:
    return [{**row, "open": place < free} for place, row in enumerate(missions.data()["markers"]["openings"])]


# Crowns


def track(game: Game) -> tuple[int, ...]:
    """At which spaces the shields stand; nowhere where nobody has read the card yet."""
    return track_in(game.box)


def track_in(box: Box) -> tuple[int, ...]:
    told = box.fact(TRACK, TRACK)
    return tuple(told["spaces"]) if told else ()


def worth(spaces: Iterable[int], crowns: int) -> int:
    """The last shield that is reached counts (C98)."""
    return sum(space <= crowns for space in spaces)


def points_of(table: Table, seat: int) -> int:
    return worth(track(table.game), person(table, seat).crowns) if plays(table, seat) else 0


def add_crowns(draft: Draft, seat: int, count: int, why: str) -> None:
    """Crowns are gained, or given back; points follow, and may fall (C98)."""
    had, points = person(draft, seat).crowns, points_of(draft, seat)
    now = min(MOST_CROWNS, max(0, had + count))
    if now == had:
        return
    change(draft, seat, crowns=now)
    more = points_of(draft, seat) - points
    figures: dict[str, object] = {"count": abs(now - had), "cause": why, "from": had, "to": now}
    if more:
        figures["points"] = more
    draft.say("crowns" if now > had else "crowns_returned", "crowns", seat, params=figures)
    draft.players[seat] = draft.players[seat]._replace(vp=draft.players[seat].vp + more)
    note(draft, seat)


def items(table: Table, seat: int) -> Iterable[Figure]:
    """Points that lie on no card."""
    points = points_of(table, seat)
    if points:
        yield Figure("crowns", points)


def on_track(table: Table, seat: int, spaces: tuple[int, ...]) -> Mapping[str, Any]:
    have = person(table, seat).crowns
    return {"id": "crowns", "have": have, "need": next((one for one in spaces if one > have), spaces[-1])}


# What is lent


def lends(table: Table, seat: int) -> Iterable[tuple[str, Abilities]]:
    """What the character can do like a profession, once the first marker is gone."""
    found = person(table, seat).character
    if found is not None and found in ABILITIES and opened(table, seat):
        yield found, ABILITIES[found]


def matches(table: Table, seat: int, color: str) -> bool:
    """The character is for ships of that color; a ruling need not say for which one he is."""
    own = person(table, seat).color
    return own == color or (own is None and not table.game.parts_open_by_themselves)


def busted(draft: Draft, moment: Busted) -> None:
    """Grace May gains 2 coins where few cards lay there, the ship of the bust among them (C105)."""
    few = moment.cards is not None and moment.cards <= GRACE_CARDS
    if few and able(draft, moment.seat) == "grace_may":
        draft.earn(moment.seat, GRACE_COINS, "grace", "grace", {"count": GRACE_COINS, "cards": moment.cards})


GRACE_CARDS, GRACE_COINS = 4, 2


def claimed(draft: Draft, moment: Claimed) -> None:
    """Jacques Grandeur gains 2 crowns for each expedition."""
    if able(draft, moment.seat) == "jacques_grandeur":
        add_crowns(draft, moment.seat, 2, "jacques_grandeur")


def part_opened(draft: Draft, moment: PartOpened) -> None:
    """What a character would pay who has no marker away yet."""
    if person(draft, moment.seat).character in LOCKED_AT_START and able(draft, moment.seat) is None:
        draft.because("ABILITY_LOCKED")


# What was entered from the cards


def read_fact(name: str, value: object) -> Mapping[str, Any]:
    """The printed coins of a character, and the color of those who are for one; raises Malformed."""
    row, field = mapping(value, "character"), f"character.{name[:30]}"
    if name not in characters():
        raise Malformed(field, "one_of", UNKNOWN, choices=characters())
    if not row.keys() <= {"coins", "color"}:
        raise Malformed(field, "only_keys", choices=("coins", "color"))
    found: dict[str, Any] = {"coins": number(row.get("coins"), f"{field}.coins", MOST_COINS)}
    if row.get("color") is not None:
        found["color"] = word(row["color"], f"{field}.color")
    return found


def read_track(name: str, value: object) -> Mapping[str, Any]:
    """The spaces of the six shields, in order; raises Malformed."""
    row, field = mapping(value, TRACK), TRACK
    told = sequence(row.get("spaces"), f"{field}.spaces", SHIELDS)
    spaces = [number(one, f"{field}.spaces", MOST_SPACE, 1) for one in told]
    if name != TRACK or len(spaces) != SHIELDS or spaces != sorted(set(spaces)):
        raise Malformed(field, "printed")
    return {"spaces": spaces}


# Situations, counting, and who leaves


def told_track(draft: Draft, said: Mapping[str, Any]) -> None:
    """A ruling may say where the shields stand; raises Malformed."""
    if "track" in said:
        told = [int(one) if one.isdecimal() else one for one in mapping(said["track"], "situation.track")]
        spaces = sorted(number(one, "situation.track", MOST_SPACE) for one in told)
        box = draft.game.box.with_fact(TRACK, TRACK, {"spaces": spaces})
        draft.game = replace(draft.game, box=box)


def told(draft: Draft, seat: int, row: Mapping[str, Any], done: int) -> None:
    """Who a player is, who has completed so many missions; raises Malformed."""
    field = "situation.players"
    who, color = row.get("character"), row.get("character_color")
    paid = number(row.get("markers_paid", 0), f"{field}.markers_paid", missions.MARKERS)
    if flag(row.get("trophy", False), f"{field}.trophy") and done + paid < 2:
        paid = 2 - done
    change(
        draft,
        seat,
        character=None if who is None else character(who, f"{field}.character"),
        color=None if color is None else word(color, f"{field}.character_color", draft.game.opened.colors),
        crowns=number(row.get("crowns", 0), f"{field}.crowns", MOST_CROWNS),
        paid=paid,
    )


def paid_counted(draft: Draft, seat: int, paid: int) -> None:
    was = person(draft, seat).paid
    if paid != was:
        change(draft, seat, paid=paid)
        draft.say("markers_paid_counted", "count", seat, params={"from": was, "to": paid})


def left(draft: Draft, seat: int) -> None:
    """Crowns go with who leaves; the markers stay."""
    if person(draft, seat).crowns:
        points = points_of(draft, seat)
        change(draft, seat, crowns=0)
        draft.players[seat] = draft.players[seat]._replace(vp=draft.players[seat].vp - points)


# The way to play


def together(game: Game) -> bool:
    return _way(game.setup.modules) in ("coop", "solo")


def variable(game: Game) -> bool:
    return _way(game.setup.modules) == "variable"


@lru_cache(maxsize=256)
def _way(modules: tuple[str, ...]) -> str:
    return way_of(modules)
