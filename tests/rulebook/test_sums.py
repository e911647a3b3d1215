"""The sum of a question: figures that have one get it by the table's own rules, and all others get none."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.bridge import Bridge
from companion.engine import State, codec, open_history
from companion.rulebook import codec as written
from companion.rulebook import rulebook, search, search_at_table
from companion.rulebook.content import read
from companion.rulebook.sums import Sum, summed
from companion.words import LANGUAGES
from companion.words.reader import sentences
from tests.rulebook.asking import load
from tests.rulebook.tables import opened

CASES = load("questions/sums.json")
WORDS = {language: sentences(language)["sums"] for language in LANGUAGES}
# Where a question that has no sum could wrongly get one.
BOXES = (("pegasus", ()), ("bigbox", ("base", "gambler", "jomc")), ("bigbox", ("make_sail",)), (None, ()))


# Words that make sums, and words that spoil them, in any order.
TYPED = sorted(
    {word for case in CASES["gives"] for asked in case["asked"] for word in re.findall(r"[\w']+|[,-]", asked)}
    | {"no", "kein", "0", "99", "not", "skull", "Gambler", "empty", "3.5", "cards", "swords"}
)


def box_of(table: str) -> tuple[str, tuple[str, ...]]:
    box, *modules = table.split("+")
    return box, tuple(modules)


def cases() -> Iterator[tuple[str, str, list[int] | None]]:
    for case in CASES["gives"]:
        for asked in case["asked"]:
            for table, results in case["at"].items():
                yield asked, table, results


def results(found: Sum | None) -> list[int] | None:
    return None if found is None else [row.result for row in found.rows]


@pytest.mark.parametrize(("asked", "table", "wanted"), list(cases()))
def test_figures_come_to_what_the_rules_of_the_table_say(
    asked: str, table: str, wanted: list[int] | None
) -> None:
    found = summed(asked, *box_of(table))
    assert results(found) == wanted
    if found is not None:
        assert found.question in rulebook().questions
        assert found.citations


@pytest.mark.parametrize("asked", CASES["gives_none"])
def test_where_the_figures_make_no_sum_there_is_none(asked: str) -> None:
    for box, modules in BOXES:
        assert summed(asked, box, modules) is None, box


def test_every_sum_has_its_words_and_all_that_they_need() -> None:
    told: set[str] = set()
    for asked, table, wanted in cases():
        found = summed(asked, *box_of(table)) if wanted is not None else None
        for row in found.rows if found else ():
            told.add(row.code)
            data = json.loads(json.dumps(written.sum_json(found)))["rows"][0] if found else {}
            assert data["result"] == (found.rows[0].result if found else None)
            for words in WORDS.values():
                for sentence in words[row.code].values():
                    named = set(re.findall(r"{([a-z_]+)}", sentence))
                    assert named <= set(row.params), (row.code, sentence)
    assert len(told) > 20


def test_every_kind_of_sum_leads_to_a_question_of_the_desk() -> None:
    assert set(read("sums.json")["questions"].values()) <= set(rulebook().questions)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(TYPED), max_size=9), st.sampled_from(BOXES))
def test_whatever_is_typed_has_a_sum_or_none(
    typed: list[str], box: tuple[str | None, tuple[str, ...]]
) -> None:
    found = summed(" ".join(typed), *box)
    assert found is None or (found.rows and found.citations)


def test_without_a_box_there_is_a_sum_only_where_all_boxes_agree() -> None:
    assert results(summed("13 coins, tax")) == [6]
    assert summed("2 Jesters, the harbor is empty") is None


def test_the_search_carries_the_sum_and_leads_with_its_rule_where_it_would_ask_back() -> None:
    found = search("costs 4, his turn", "pegasus")
    assert results(found.sum) == [5]
    assert not found.nothing_fits
    assert not found.asks_back
    assert search("does the admiral pay if i take nothing", "pegasus").sum is None
    assert search("how do I castle in chess with 13 coins", "pegasus").sum is None


HOUSE_RULES: list[tuple[str, dict[str, Any], str, list[int]]] = [
    ("yucata", {}, "10 points, how many until the end", [2]),
    ("yucata", {"required_vp": 16}, "10 points, how many until the end", [6]),
    ("pegasus", {}, "2 Jesters, harbor empty, my turn", [0]),
    ("pegasus", {"jester_empty_active": True}, "2 Jesters, harbor empty, my turn", [2]),
    ("pegasus", {}, "bust with two Jesters", [2]),
    ("pegasus", {"bust_jester_active": False}, "bust with two Jesters", [0, 2]),
]


def table_with(edition: str, options: dict[str, Any]) -> State:
    setup = {"edition": edition, "modules": ["base"], "players": ["Ann", "Bob"], "options": options}
    return open_history(codec.setup_from_json(setup)).state


@pytest.mark.parametrize(("edition", "options", "asked", "wanted"), HOUSE_RULES)
def test_at_a_live_table_its_house_rules_count(
    edition: str, options: dict[str, Any], asked: str, wanted: list[int]
) -> None:
    assert results(search_at_table(asked, table_with(edition, options)).sum) == wanted


def test_the_names_of_the_players_are_no_strange_words() -> None:
    state = opened("pegasus", "base")
    assert results(search_at_table("Cem has 13 coins, tax", state).sum) == [6]
    assert search("Cem has 13 coins, tax", "pegasus").sum is None
    # Whose turn is it then?
    assert search_at_table("Cem has 4 colors and a Governor", state).sum is None


def test_alone_nobody_else_is_ever_active() -> None:
    alone = opened("bigbox", "base", "jomc", "solo")
    assert search_at_table("costs 4, his turn", alone).sum is None
    assert results(search_at_table("4 colors and a Governor", alone).sum) == [3]


def test_a_tax_that_nobody_has_read_yet_is_not_summed() -> None:
    assert search_at_table("13 coins, tax", opened("bigbox", "base", "adventure_begins")).sum is None


def test_the_phones_engine_says_the_same() -> None:
    bridge = Bridge()

    def asked(call: str, **body: Any) -> Any:
        return json.loads(bridge.answer(json.dumps({"call": call, **body})))["ok"]

    setup = {"edition": "pegasus", "modules": ["base"], "players": ["Ann", "Bob"]}
    asked("open", code="T", setup={**setup, "options": {"jester_empty_active": True}})
    there = asked("search_at_table", code="T", query="2 Jesters, harbor empty, my turn", language="en")
    assert [row["result"] for row in there["sum"]["rows"]] == [2]
    anywhere = asked("search", query="kostet 4, er ist dran", edition="sjg", language="de")
    assert anywhere["sum"]["rows"][0]["params"] == {
        "cost": 4,
        "count": 5,
        "discount": 0,
        "fee": 1,
        "price": 4,
    }
    assert asked("search", query="admiral", language="en")["sum"] is None
