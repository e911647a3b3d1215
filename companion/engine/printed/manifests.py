"""What a module says of itself, as data: what it needs and brings, with whom it is played, its cards and its part of each
edition (`modules/<name>/module.json`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from itertools import combinations
from typing import Any, NamedTuple

WAYS = ("competitive", "coop", "solo", "variable")


@dataclass(frozen=True, slots=True)
class Players:
    """For how many players a way to play is."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class CardsOf:
    """The cards of a set that a module is played with: all of them, or those `only` of these kinds or person types."""

    set: str
    only: tuple[str, ...] = ()


# Until when a house rule may be chosen: at any time, or before the first card is drawn.
ANY_TIME, FIRST_CARD = UNTIL = ("any_time", "first_card")


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A switch that a group may set otherwise: to these `values`, on and off where none are named, `until` when, and the
    modules whose own value it leaves as it is.
    """

    values: tuple[Any, ...] = ()
    until: str = ANY_TIME
    leaves: tuple[str, ...] = ()


def house_rules(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, HouseRule]:
    """As an edition or a module names them."""
    return {
        key: HouseRule(tuple(row.get("values", ())), row.get("until", ANY_TIME), tuple(row.get("leaves", ())))
        for key, row in rows.items()
    }


@dataclass(frozen=True, slots=True)
class InEdition:
    """A module's part of an edition: whether that box has it, the letter that it prints on its cards, and what it adds
    to its switches, options, house rules and rules.

    At the tables that play it `at_table` are switches with other values, `instead` are rules in the place of others, and
    `without` are options that mean nothing there, each with the module that it is for. `ways`: those that this box has,
    all of the module's where none are named; `in_way`: what holds at the tables that play in a way of their own, which may
    not end `by_points`.
    """

    played: bool = False
    mark: str = ""
    switches: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    house_rules: Mapping[str, HouseRule] = field(default_factory=dict)
    rules: Mapping[str, Any] = field(default_factory=dict)
    at_table: Mapping[str, Any] = field(default_factory=dict)
    instead: Mapping[str, str] = field(default_factory=dict)
    without: Mapping[str, str] = field(default_factory=dict)
    ways: tuple[str, ...] = ()
    in_way: Mapping[str, InEdition] = field(default_factory=dict)
    by_points: bool = True


@dataclass(frozen=True, slots=True)
class Manifest:
    """One module. `alone`: it is a game by itself; `needs` others, `brings` others along, is played `not_with` some and
    better not with those it `warns_with` (each with the rule that says so). `wrong` are choices that people ask about and
    that are none, each with the rule. `fan`: no box has its cards, and no document its rules. `keeping`: in which other ways than card by card its games may be kept. `ways`: None where it is for as many
    players as the edition.
    """

    module: str
    place: int
    cards: tuple[CardsOf, ...]
    ways: Mapping[str, Players | None]
    editions: Mapping[str, InEdition]
    alone: bool = False
    needs: tuple[str, ...] = ()
    brings: tuple[str, ...] = ()
    not_with: Mapping[str, str] = field(default_factory=dict)
    warns_with: Mapping[str, str] = field(default_factory=dict)
    wrong: Mapping[str, str] = field(default_factory=dict)
    keeping: tuple[str, ...] = ()
    fan: bool = False


def _manifest(data: Mapping[str, Any]) -> Manifest:
    def part(found: Mapping[str, Any]) -> InEdition:
        chosen = house_rules(found.get("house_rules", {}))
        of_ways = {way: part(more) for way, more in found.get("in_way", {}).items()}
        ways = tuple(found.get("ways", ()))
        return InEdition(**{**found, "house_rules": chosen, "ways": ways, "in_way": of_ways})

    return Manifest(
        module=data["module"],
        place=data["place"],
        cards=tuple(CardsOf(row["set"], tuple(row.get("only", ()))) for row in data.get("cards", ())),
        ways={way: None if found is None else Players(*found) for way, found in data["ways"].items()},
        editions={name: part(found) for name, found in data["editions"].items()},
        alone=data.get("alone", False),
        fan=data.get("fan", False),
        needs=tuple(data.get("needs", ())),
        brings=tuple(data.get("brings", ())),
        not_with=data.get("not_with", {}),
        warns_with=data.get("warns_with", {}),
        wrong=data.get("wrong", {}),
        keeping=tuple(data.get("keeping", ())),
    )


@cache
def manifests() -> Mapping[str, Manifest]:
    """Every module that there is, those first that others build on."""
    folders = resources.files("companion.engine").joinpath("modules").iterdir()
    texts = [file for folder in folders if (file := folder.joinpath("module.json")).is_file()]
    found = [_manifest(json.loads(file.read_text("utf-8"))) for file in texts]
    return {one.module: one for one in sorted(found, key=lambda one: (one.place, one.module))}


def played_in(edition: str) -> tuple[str, ...]:
    """The modules that an edition's box has."""
    return tuple(name for name, one in manifests().items() if one.editions.get(edition, InEdition()).played)


def in_edition(edition: str) -> Iterable[tuple[str, InEdition]]:
    """What every module adds to an edition, also one that is not in its box."""
    return [(name, one.editions[edition]) for name, one in manifests().items() if edition in one.editions]


def parts_of(edition: str, modules: Iterable[str], way: str) -> Sequence[InEdition]:
    """What these modules say of an edition, at a table that plays them in that way."""
    found = (manifests()[name].editions.get(edition) for name in modules if name in manifests())
    parts = [part for part in found if part is not None]
    return [*parts, *(part.in_way[way] for part in parts if way in part.in_way)]


def ways_in(module: str, edition: str) -> Mapping[str, Players | None]:
    """The ways to play that a module has in an edition's box."""
    one = manifests()[module]
    part = one.editions.get(edition, InEdition())
    return {way: players for way, players in one.ways.items() if not part.ways or way in part.ways}


def wrong_choice(module: str) -> str | None:
    """The rule by which something that people ask about is no module."""
    return next((one.wrong[module] for one in manifests().values() if module in one.wrong), None)


@cache
def keepings(modules: tuple[str, ...]) -> tuple[str, ...]:
    """How much of a game of these modules a group may leave out: what all of them can do without."""
    ways = [manifests()[name].keeping for name in modules if name in manifests()]
    return tuple(how for how in ways[0] if all(how in others for others in ways)) if ways else ()


class Mix(NamedTuple):
    """Two modules of a box that do not go together, or had better not (`allowed`), and the rule that says so."""

    module: str
    other: str
    rule: str
    allowed: bool


def mixed_into(game: str, modules: Sequence[str]) -> tuple[str, ...]:
    """Those of these modules that are no games, and for which nothing is missing that this one neither is nor brings."""
    others = [name for name in modules if not manifests()[name].alone]
    there = {game, *manifests()[game].brings, *others}
    fits = [name for name in others if there.issuperset(manifests()[name].needs)]
    return tuple(name for name in fits if not any(other == game for other in manifests()[name].not_with))


def mixes(modules: Sequence[str]) -> list[Mix]:
    """What stands against choosing two of these, with whatever they bring along."""
    found: list[Mix] = []
    for module, other in combinations(modules, 2):
        ones, others = _needed(module), _needed(other)
        told = [pair for a in ones for b in others for pair in (_told(a, b), _told(b, a)) if pair is not None]
        if told:
            rule, allowed = min(told, key=lambda pair: pair[1])
            found.append(Mix(module, other, rule, allowed))
    return found


def _needed(module: str) -> tuple[str, ...]:
    """A module with all that it is played with in any case."""
    return brought((module, *manifests()[module].needs))


def _told(module: str, other: str) -> tuple[str, bool] | None:
    """The rule by which a module is not played with another one, or better not."""
    said = manifests()[module]
    if other in said.not_with:
        return said.not_with[other], False
    return (said.warns_with[other], True) if other in said.warns_with else None


def players_of(modules: Iterable[str], least: int, most: int) -> tuple[int, int]:
    """For how many players the modules are, played in their way; else for as many as the edition says."""
    chosen = tuple(modules)
    told = [manifests()[name].ways.get(way_of(chosen)) for name in brought(chosen)]
    bounds = [(found.least, found.most) for found in told if found is not None]
    if not bounds:
        return least, most
    return max(least for least, _ in bounds), min(most for _, most in bounds)


def way_of(modules: Iterable[str]) -> str:
    """Which way to play a setup names among its modules."""
    return next((name for name in modules if name in WAYS), WAYS[0])


def brought(modules: Iterable[str]) -> tuple[str, ...]:
    """The modules named, with those that they bring along, in the order in which they build on each other."""
    wanted = [name for name in modules if name in manifests()]
    for name in wanted:
        wanted += [other for other in manifests()[name].brings if other not in wanted]
    return tuple(name for name in manifests() if name in wanted)
