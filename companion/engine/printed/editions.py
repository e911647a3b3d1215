"""Editions, options and house rules: every difference between tables is a named switch."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import resources
from typing import Any

from companion.engine.refusals import UNKNOWN, Malformed

from .manifests import WAYS, HouseRule, house_rules, in_edition, parts_of, played_in

EDITIONS = ("pegasus", "sjg", "yucata", "bigbox")


@dataclass(frozen=True, slots=True)
class Switches:
    """The rulings that the rules read; data/editions carries the others for the rules desk."""

    five_player_expedition: str
    starting_coins: int
    deck_exhaustion: str
    stop_with_empty_harbor: bool
    repel_optional: str
    bust_jester_active: bool
    expedition_after_bust: bool
    tax_threshold: int
    governor_new: bool
    others_after_nothing: bool
    jester_empty_active: bool
    nonactive_takes: int
    mademoiselle_floor: int
    end_trigger: str
    tie_break: str


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a group may choose when it opens a table."""

    key: str
    type: str
    default: Any
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[Any, ...] = ()

    def read(self, value: object) -> Any:
        """The value if it is allowed; raises Malformed naming what is."""
        name = f"options.{self.key}"
        if self.type == "bool":
            if not isinstance(value, bool):
                raise Malformed(name, "true_or_false")
        elif self.type == "int":
            low, high = self.minimum or 0, self.maximum or 0
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise Malformed(name, "whole_number", least=low, most=high)
        elif isinstance(value, bool) or value not in self.choices:
            raise Malformed(name, "one_of", choices=self.choices)
        return value


@dataclass(frozen=True, slots=True)
class Edition:
    """One box and its rules, as data."""

    id: str
    name: str
    document: str
    modules: tuple[str, ...]
    options: Mapping[str, Option]
    switches: Mapping[str, Any]
    house_rules: Mapping[str, HouseRule]
    rules: Mapping[str, Any]
    # Of house rules that only a module has.
    module_of: Mapping[str, str]


def _data(path: str) -> Any:
    return json.loads(resources.files("companion.engine").joinpath("data", path).read_text("utf-8"))


@cache
def edition(name: str) -> Edition:
    """An edition by its id; raises Malformed for one that does not exist."""
    if name not in EDITIONS:
        raise Malformed("edition", "one_of", choices=EDITIONS)
    data = _data(f"editions/{name}.json")
    rows, switches, rules = dict(data["options"]), dict(data["switches"]), dict(data["rules"])
    chosen, module_of = house_rules(data["house_rules"]), {}
    for module, part in in_edition(name):
        rows.update(part.options)
        switches.update(part.switches)
        rules.update(part.rules)
        chosen.update(part.house_rules)
        module_of.update(dict.fromkeys(part.house_rules, module))
    options = {
        key: Option(
            key,
            row["type"],
            row["default"],
            row.get("minimum"),
            row.get("maximum"),
            tuple(row.get("choices", ())),
        )
        for key, row in rows.items()
    }
    return Edition(
        data["id"],
        data["name"],
        data["document"],
        played_in(name),
        options,
        switches,
        chosen,
        rules,
        module_of,
    )


@cache
def sections() -> Any:
    """The rule documents and their sections, as citations name them."""
    return _data("sections.json")


def house_rule(found: Edition, key: str) -> Option:
    """A switch of the edition as something a group may choose."""
    default = found.switches[key]
    values = found.house_rules[key].values
    return Option(key, "choice", default, choices=values) if values else Option(key, "bool", default)


@dataclass(frozen=True, slots=True)
class Rules:
    """What holds at one table: the edition's switches as changed by options and house rules.

    `rulings` holds all of them by name, for expansions and for those that only explain; `instead` names rules that stand
    in the place of others.
    """

    edition: Edition
    options: Mapping[str, Any]
    switches: Switches
    rulings: Mapping[str, Any]
    required_vp: int
    expedition_required: bool
    auto_pass: bool
    special_expedition: str
    # Whether points bring the end; some games are only won or lost.
    ends_by_points: bool = True
    instead: Mapping[str, str] = field(default_factory=dict)

    def rule(self, name: str) -> str:
        """The rule that holds at this table where elsewhere that one does."""
        return self.instead.get(name, name)


@dataclass(frozen=True, slots=True)
class Settled:
    """The rules that a table was opened by: the engine's version, each switch and each option as it was then."""

    engine: str
    switches: Mapping[str, Any]
    options: Mapping[str, Any]


def read_options(
    found: Edition, given: Mapping[str, object], settled: Settled | None = None
) -> dict[str, Any]:
    """The chosen options and house rules, each checked; raises Malformed for an unknown one.

    Of a table whose rules are settled nothing is refused any more: what this version does not know is left out.
    """
    chosen: dict[str, Any] = {}
    for key, value in given.items():
        try:
            chosen[key] = _option(found, key).read(value)
        except Malformed:
            if settled is None:
                raise
    return chosen


def _option(found: Edition, key: str) -> Option:
    if key in found.options:
        return found.options[key]
    if key in found.house_rules:
        return house_rule(found, key)
    raise Malformed(
        f"options.{str(key)[:40]}", "one_of", UNKNOWN, choices=(*found.options, *found.house_rules)
    )


def rules_for(
    found: Edition,
    options: Mapping[str, Any],
    players: int,
    settled: Settled | None = None,
    modules: tuple[str, ...] = (),
    way: str = WAYS[0],
) -> Rules:
    """The rules of a table with checked options, and of the modules that are played in that way."""
    parts = parts_of(found.id, modules, way)
    played = {key: value for part in parts for key, value in part.at_table.items()}
    chosen = {
        key: options[key]
        for key, rule in found.house_rules.items()
        if key in options and not set(rule.leaves) & set(modules)
    }
    switches = {**found.switches, **played, **chosen}
    if settled is not None:
        switches.update(settled.switches)
    known = {one.name for one in fields(Switches)}
    values: dict[str, Any] = {key: switches[key] for key in known}

    def option(key: str, otherwise: Any) -> Any:
        if settled is not None and key in settled.options:
            return settled.options[key]
        default = found.options[key].default if key in found.options else otherwise
        return options.get(key, default)

    boxed = "removed" if switches["five_player_expedition"] == "on_table_with_5" else "shuffled"
    special = "on_table" if players == 5 and boxed == "removed" else boxed
    return Rules(
        edition=found,
        options=dict(options),
        switches=Switches(**values),
        rulings=_shared(switches),
        required_vp=option("required_vp", switches["required_vp"]),
        expedition_required=option("expedition_required", False),
        auto_pass=option("auto_pass", False),
        special_expedition=option("special_expedition", special),
        ends_by_points=all(part.by_points for part in parts),
        instead={rule: by for part in parts for rule, by in part.instead.items()},
    )


_KNOWN: dict[str, Mapping[str, Any]] = {}
MOST_KNOWN = 1000


def _shared(switches: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same ones for all tables that are played by the same: thousands are in memory."""
    if len(_KNOWN) >= MOST_KNOWN:
        _KNOWN.clear()
    return _KNOWN.setdefault(repr(switches), switches)


def settle(rules: Rules, engine: str) -> Settled:
    """These rules, to be kept with a table."""
    switches = {key: value for key, value in rules.rulings.items() if isinstance(value, bool | int | str)}
    return Settled(engine, _shared(switches), {key: getattr(rules, key) for key in RESOLVED})


RESOLVED: Mapping[str, type] = {
    "required_vp": int,
    "expedition_required": bool,
    "auto_pass": bool,
    "special_expedition": str,
}
SPECIAL = ("on_table", "removed", "shuffled")
LARGEST = 99


def read_settled(
    found: Edition, engine: str, switches: Mapping[str, Any], options: Mapping[str, Any]
) -> Settled:
    """Rules as a table keeps them, each of its kind; what this version does not know is left out. Raises Malformed."""
    kinds = {key: type(value) for key, value in found.switches.items() if isinstance(value, bool | int | str)}
    read = {}
    for name, given, known in (("switches", switches, kinds), ("options", options, RESOLVED)):
        kept = read[name] = {key: given[key] for key in known if key in given}
        for key, value in kept.items():
            fits = type(value) is known[key]
            if isinstance(value, str):
                fits = fits and len(value) <= 40 and (key != "special_expedition" or value in SPECIAL)
            if not fits or (isinstance(value, int) and not 0 <= value <= LARGEST):
                raise Malformed(f"settled.{name}.{key}", "exported")
    return Settled(engine, _shared(read["switches"]), read["options"])
