"""The editions' data: every ruling is a switch, every rule cites its own booklet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.engine import codec
from companion.engine.printed.manifests import InEdition, brought, manifests, ways_in

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "companion" / "engine" / "data"
EDITIONS = ("pegasus", "sjg", "yucata", "bigbox")
BOOKLET = {"pegasus": "000", "sjg": "003", "yucata": "002", "bigbox": "004"}
# Rules of ways to play that not every box has.
OF_WAYS = ("coop_", "time_deck", "point_deck")
WITHOUT_A_PLACE = {"count", "happened_anyway", "who_plays"}


def load(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


SECTIONS = load(DATA / "sections.json")
# What an edition says with all its modules.
MERGED = {row["id"]: row for row in codec.editions_json()["editions"]}
RULINGS = load(ROOT / "tests" / "data" / "rulings.json")


@pytest.fixture(params=EDITIONS)
def edition(request: pytest.FixtureRequest) -> Any:
    return MERGED[request.param]


def test_the_rulings_stand_in_their_order_each_once() -> None:
    numbers = [int(ruling["id"].removeprefix("C")) for ruling in RULINGS]
    assert numbers == sorted(set(numbers))
    assert len({ruling["key"] for ruling in RULINGS}) == len(numbers)


def test_every_ruling_is_a_switch_and_every_switch_a_ruling(edition: Any) -> None:
    assert set(edition["switches"]) == {ruling["key"] for ruling in RULINGS}
    assert all(value is not None for value in edition["switches"].values())


def test_house_rules_are_switches_with_a_choice(edition: Any) -> None:
    of_modules = {row["key"]: row["module"] for row in edition["options"] if "module" in row}
    assert [key for key in edition["house_rules"] if key not in of_modules] == MERGED["pegasus"][
        "house_rules"
    ]
    assert set(of_modules) <= set(edition["house_rules"]) <= set(edition["switches"])
    assert set(of_modules.values()) <= set(edition["modules"])


def test_an_option_has_a_default_that_it_allows(edition: Any) -> None:
    for option in edition["options"]:
        default = option["default"]
        if option["type"] == "bool":
            assert isinstance(default, bool)
        elif option["type"] == "int":
            assert option["minimum"] <= default <= option["maximum"]
        else:
            assert default in option["choices"]


def test_an_edition_cites_existing_sections_of_its_own_booklet(edition: Any) -> None:
    assert edition["document"] == BOOKLET[edition["id"]]
    for rule in edition["rules"].values():
        assert set(rule) == {"citations", "switch"}
        assert len(rule["citations"]) <= 3
        for citation in rule["citations"]:
            assert citation["document"] == edition["document"]
            assert citation["section"] in SECTIONS["sections"][citation["document"]]


def test_a_rule_has_a_place_unless_the_edition_lacks_its_module(edition: Any) -> None:
    without = {key for key, rule in edition["rules"].items() if not rule["citations"]}
    lacking = [one for name, one in manifests().items() if name not in brought(edition["modules"])]
    of_ways = {
        key
        for one in manifests().values()
        if set(one.ways) > set(ways_in(one.module, edition["id"]))
        for key in one.editions[edition["id"]].rules
        if key.startswith(OF_WAYS)
    }
    fans = [one for one in manifests().values() if one.fan]
    assert without == WITHOUT_A_PLACE | of_ways | {
        key for one in (*lacking, *fans) for key in one.editions.get(edition["id"], InEdition()).rules
    }


def test_a_rule_rests_on_a_switch_or_on_none(edition: Any) -> None:
    assert {rule["switch"] for rule in edition["rules"].values()} <= {None, *edition["switches"]}


def test_all_editions_have_the_same_rules() -> None:
    rules = [list(MERGED[name]["rules"]) for name in EDITIONS]
    assert all(keys == rules[0] for keys in rules)


def test_only_the_four_rulebooks_are_sources() -> None:
    assert set(SECTIONS["documents"]) == set(SECTIONS["sections"]) == set(BOOKLET.values())
    for document in SECTIONS["documents"].values():
        assert set(document) == {"name", "en", "de"}


def test_a_box_says_which_of_its_modules_are_games_and_what_is_mixed_into_each() -> None:
    def fans() -> list[str]:
        return [name for name, one in manifests().items() if one.fan and one.editions["bigbox"].played]

    def games(edition: str) -> list[Any]:
        told = ("module", "players", "without", "mixed")
        return [{key: one[key] for key in told} for one in MERGED[edition]["played"] if one["alone"]]

    for name in EDITIONS:
        assert games(name)[0]["module"] == "base"
    base, sail, adventure = games("bigbox")
    assert base == {
        "module": "base",
        "players": {"min": 2, "max": 5},
        "without": [],
        "mixed": ["gambler", "jomc_cards", "jomc", "make_sail_mix", *fans()],
    }
    assert sail == {
        "module": "make_sail",
        "players": {"min": 2, "max": 4},
        "mixed": [],
        "without": ["expedition_required"],
    }
    assert (adventure["module"], adventure["mixed"]) == ("adventure_begins", base["mixed"])
