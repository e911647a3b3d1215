"""JSON out of what no game changes: the printed cards, the editions, the places of the rules."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, cast

from companion.engine.printed import catalogue
from companion.engine.printed.catalogue import Kind, kinds_of
from companion.engine.printed.editions import EDITIONS, Edition, edition, house_rule, sections
from companion.engine.printed.manifests import (
    ANY_TIME,
    Mix,
    brought,
    manifests,
    mixed_into,
    mixes,
    players_of,
    ways_in,
)
from companion.engine.refusals import Malformed
from companion.engine.version import engine_version

from . import writing

if TYPE_CHECKING:
    from . import shapes


@cache
def catalogue_json() -> shapes.Catalogue:
    """All printed cards by set."""
    sets: list[shapes.CardSet] = []
    for name in catalogue.card_set_names():
        found = catalogue.card_set(name)
        cards = [printed_card(kind) for kind in found.kinds]
        sets.append({"set": name, "name": found.name, "modules": _played_with(name), "cards": cards})
    return {"sets": sets}


def _played_with(name: str) -> list[str]:
    """The modules whose decks have cards of a set."""
    known = manifests()
    return [
        module
        for module in known
        if any(part.set == name for one in brought((module,)) for part in known[one].cards)
    ]


def printed_card(kind: Kind) -> shapes.PrintedCard:
    """A card of the catalogue, with its names and how many there are."""
    special = {"special": True} if kind.special else {}
    # The names are those of the set's file.
    return cast(
        "shapes.PrintedCard", {**writing.card(kind.card), "count": kind.count, **kind.names, **special}
    )


@cache
def editions_json() -> shapes.Editions:
    """Every edition with its options, switches, house rules and the places of its rules."""
    rows: list[shapes.Edition] = []
    for name in EDITIONS:
        found = edition(name)
        choices = {**found.options, **{key: house_rule(found, key) for key in found.house_rules}}
        options: list[shapes.OptionInfo] = []
        for key, choice in choices.items():
            agreed = key in found.house_rules
            row: shapes.OptionInfo = {
                "key": key,
                "type": choice.type,
                "default": choice.default,
                "house_rule": agreed,
            }
            if choice.minimum is not None and choice.maximum is not None:
                row["minimum"], row["maximum"] = choice.minimum, choice.maximum
            if choice.choices:
                row["choices"] = list(choice.choices)
            if key in found.module_of:
                row["module"] = found.module_of[key]
            if agreed and found.house_rules[key].until != ANY_TIME:
                row["until"] = found.house_rules[key].until
            options.append(row)
        rows.append(
            {
                "id": found.id,
                "name": found.name,
                "document": found.document,
                "modules": list(found.modules),
                "played": [_part(found, module) for module in found.modules],
                "mixes": [_mix(one) for one in mixes(found.modules)],
                "options": options,
                "switches": dict(found.switches),
                "house_rules": list(found.house_rules),
                "rules": dict(found.rules),
            }
        )
    return {"engine_version": engine_version(), "editions": rows, "documents": sections()["documents"]}


def _part(found: Edition, module: str) -> shapes.Played:
    one, part = manifests()[module], manifests()[module].editions[found.id]
    least, most = _limits(found, (module,))
    kinds = [
        kind for name in brought((module,)) for cards in manifests()[name].cards for kind in kinds_of(cards)
    ]
    return {
        "module": module,
        "alone": one.alone,
        "needs": list(one.needs),
        "mixed": list(mixed_into(module, found.modules)) if one.alone else [],
        "players": {"min": least, "max": most},
        "ways": [
            {"way": way, "least": least, "most": most}
            for way in ways_in(module, found.id)
            for least, most in [_limits(found, (module, way))]
        ],
        "cards": sum(kind.count for kind in kinds),
        "switches": dict(part.at_table),
        "without": [
            *part.without,
            *(key for key, rule in found.house_rules.items() if module in rule.leaves),
        ],
        "keeping": list(one.keeping),
    }


def _limits(found: Edition, modules: tuple[str, ...]) -> tuple[int, int]:
    bounds = found.switches["player_count"]
    return players_of(modules, bounds["min"], bounds["max"])


def _mix(found: Mix) -> shapes.Mix:
    return {"module": found.module, "other": found.other, "rule": found.rule, "allowed": found.allowed}


def citations(edition_id: str, rule: str) -> list[dict[str, Any]]:
    """The places in the edition's documents where a rule stands; raises Malformed for an unknown rule."""
    rules = edition(edition_id).rules
    if rule not in rules:
        raise Malformed("rule", "one_of", choices=tuple(rules))
    lines_of = sections()["sections"]
    return [
        {**place, "lines": lines_of[place["document"]][place["section"]]}
        for place in rules[rule]["citations"]
    ]
