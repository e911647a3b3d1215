"""JSON out of what no game changes: the printed cards, the editions, the places of the rules."""

from __future__ import annotations

from functools import cache

from companion.engine.table import catalogue
from companion.engine.table.editions import EDITIONS, edition, house_rule, sections
from companion.engine.table.manifests import mixes
from companion.engine.table.refusals import Malformed
from companion.engine.version import engine_version

from . import writing
from .writing import Json


@cache
def catalogue_json() -> Json:
    """All printed cards by set."""
    sets = []
    for name in catalogue.card_set_names():
        found = catalogue.card_set(name)
        rows = [
            {
                **writing.card(kind.card),
                "count": kind.count,
                **kind.names,
                **({"special": True} if kind.special else {}),
            }
            for kind in found.kinds
        ]
        sets.append({"set": name, "name": found.name, "cards": rows})
    return {"sets": sets}


@cache
def editions_json() -> Json:
    """Every edition with its options, switches, house rules and the places of its rules."""
    rows = []
    for name in EDITIONS:
        found = edition(name)
        choices = {**found.options, **{key: house_rule(found, key) for key in found.house_rules}}
        options = []
        for key, choice in choices.items():
            row: Json = {"key": key, "type": choice.type, "default": choice.default}
            if choice.type == "int":
                row.update(minimum=choice.minimum, maximum=choice.maximum)
            if choice.choices:
                row["choices"] = list(choice.choices)
            row["house_rule"] = key in found.house_rules
            options.append(row)
        rows.append(
            {
                "id": found.id,
                "name": found.name,
                "document": found.document,
                "modules": list(found.modules),
                "mixes": [one._asdict() for one in mixes(found.modules)],
                "options": options,
                "switches": found.switches,
                "house_rules": list(found.house_rules),
                "rules": found.rules,
            }
        )
    return {"engine_version": engine_version(), "editions": rows, "documents": sections()["documents"]}


def citations(edition_id: str, rule: str) -> list[Json]:
    """The places in the edition's documents where a rule stands; raises Malformed for an unknown rule."""
    rules = edition(edition_id).rules
    if rule not in rules:
        raise Malformed("rule", "a rule of the edition")
    lines_of = sections()["sections"]
    return [
        {**place, "lines": lines_of[place["document"]][place["section"]]}
        for place in rules[rule]["citations"]
    ]
