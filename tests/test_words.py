"""The words for people: every language says the same things, in every edition's own terms.

How they are read: a name in braces is a parameter, `{term.x}` the edition's own word, `{name}`
the player of the line's `seat`; a parameter with a place in `params` is said by its word there.
`{coins}` is a figure without its sign. `_one` and `_other` (in Polish `_few` and `_many` too)
are chosen by `count`. A ledger line
may have a variant named after one of its parameters (`hire_discount`): it is said when that
parameter is there and not 0; where there are only variants, when it is there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from companion.engine.house.building import DOORS
from companion.engine.printed import editions
from companion.words import LANGUAGES, Words
from companion.words.languages import few_and_many, none_and_one
from companion.words.reader import _merge, sentences
from tools.words.checking import check
from tools.words.rooms import ROOT

EDITIONS = ("pegasus", "sjg", "yucata", "bigbox")
# What a language says besides the words of the first box, it says where that differs; these say all of it.
WHOLE = ("en", "de")
FORMS = re.compile(r"_(one|few|many|other)$")

REFUSALS = {code for door in DOORS.values() for one in (door, *door.ways.values()) for code in one.refuses}
LEDGER = {why for door in DOORS.values() for why in door.lines}
SLIPS = [
    "not_paid",
    "paid_twice",
    "numbers",
    "numbers_ship",
    "numbers_person",
    "neighbour",
    "taker",
    "missed_draw",
    "missed_draw_card",
    "doubled_draw",
    "order",
]
PROBLEMS = [
    "no_such_range",
    "too_slow",
    "storage_full",
    "storage_read_only",
    "storage_missing",
    "storage_corrupt",
    "storage_other_form",
    "too_much_stored",
    "no_room",
    "malformed",
    "not_json",
    "too_deep",
    "too_large",
    "unsupported_media_type",
    "unauthorized",
    "forbidden",
    "no_such_question",
    "no_such_page",
    "not_found",
    "stale",
    "entry_id_reused",
    "too_many_requests",
    "method_not_allowed",
    "internal",
    "not_acceptable",
    "bad_request",
    "log_full",
    "line_refused",
    "too_much_work",
    "busy",
    "log_unreadable",
    "refused",
    "unavailable",
    "not_allowed",
    "not_yours",
    "no_invite",
    "no_member",
    "no_doubt",
    "seat_taken",
    "table_full",
    "token_reused",
    "too_many_streams",
]


def load(path: str) -> Any:
    return json.loads((ROOT / path).read_text("utf-8"))


WORDS = {language: sentences(language) for language in LANGUAGES}


def strings(node: Any, path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in node.items():
        place = f"{path}.{key}" if path else key
        if isinstance(value, str):
            yield place, value
        else:
            yield from strings(value, place)


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> Any:
    return WORDS[request.param]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything_and_fills_the_same_gaps(language: str) -> None:
    assert check(language) == []


@pytest.mark.parametrize("language", WHOLE)
def test_every_term_exists_in_every_edition(language: str) -> None:
    terms = WORDS[language]["terms"]
    assert set(terms) == set(EDITIONS)
    assert all(set(one) == set(terms["pegasus"]) for one in terms.values())


# What is said of another thing by the same word, or only where the boxes that say it so are played.
ALIKE = {
    "allowed",
    "back_on_top",
    "box",
    "color",
    "need_said",
    "new.error",
    "read.color",
    "short",
    "switches.flag_color_map",
    "team.missions",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_for_every_box_leaves_the_word_that_differs_to_the_box(language: str) -> None:
    terms = WORDS[language]["terms"]
    differ = set()
    for term in (
        "color",
        "colors",
        "draw_pile",
        "expedition",
        "expeditions",
        "sword",
        "swords",
        "yellow",
        "blue",
    ):
        said = {terms.get(edition, {}).get(term, terms["pegasus"][term]).casefold() for edition in EDITIONS}
        differ |= said if len(said) > 1 else set()
    own = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(differ)))})(?!\w)")
    for path in ("companion/words", "pwa/src/words", "pwa/src/words/early", "pwa/src/words/first"):
        for key, sentence in strings(load(f"{path}/{language}.json")):
            if key.startswith("terms.") or any(key == one or key.startswith(f"{one}.") for one in ALIKE):
                continue
            left = re.sub(r"\{[^}]*\}", "", sentence).replace("\u00ad", "").casefold()
            assert not own.search(left), f"{path}: {key}: {sentence}"


def test_the_words_of_the_first_box_come_first(words: Any) -> None:
    assert next(iter(words["terms"])) == "pegasus"
    assert set(words["terms"]) <= set(EDITIONS)


def test_every_refusal_and_problem_has_its_words(words: Any) -> None:
    assert set(words["refusals"]) == REFUSALS
    assert set(words["problems"]) == set(PROBLEMS)
    assert all(set(problem) == {"title", "detail"} for problem in words["problems"].values())


def test_every_ledger_line_has_its_words(words: Any) -> None:
    for why in LEDGER:
        assert any(key == why or key.startswith(f"{why}_") for key in words["ledger"]), why
    for key, line in words["ledger"].items():
        assert any(key == why or key.startswith(f"{why}_") for why in LEDGER), key
        assert {FORMS.sub("", part) for part in line} == {"title", "why"}


def test_every_slip_and_every_payment_has_its_words(words: Any) -> None:
    assert list(words["slips"]) == SLIPS
    assert all(set(line) == {"title", "why"} for line in words["slips"].values())
    assert set(words["params"]["why"]) == {why for door in DOORS.values() for why in door.payments}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_phone_has_words_for_whatever_a_module_pays(language: str) -> None:
    for name, door in DOORS.items():
        for why in door.payments if name else ():
            said = load(f"companion/engine/modules/{name}/words/{language}.json")
            for place in ("booking", "delta"):
                assert any(key.removesuffix("_one") == why for key in said[place]), (place, why)


def test_what_holds_at_a_table_is_a_title_a_figure_and_a_reason(words: Any) -> None:
    for code, told in words["at_table"].items():
        parts = {FORMS.sub("", part) for part in told}
        assert {"title", "why"} <= parts <= {"title", "figure", "why"}, code


def said(value: object) -> str:
    if isinstance(value, dict):
        return f"{value['min']}-{value['max']}"
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_rule_switch_and_option_has_its_words(words: Any, edition: str) -> None:
    found = editions.edition(edition)
    assert list(words["rules"]) == list(found.rules)
    assert list(words["switches"]) == list(found.switches)
    assert set(found.options) <= set(words["options"])
    for key, value in found.switches.items():
        assert said(value) in words["switches"][key]["values"], key
    for key in found.house_rules:
        assert len(words["switches"][key]["values"]) == 2, key
    for key, option in found.options.items():
        assert set(option.choices) <= set(words["options"][key].get("values", ())), key


def test_what_only_a_module_says_lies_with_it() -> None:
    folders = [one for one in (ROOT / "companion/engine/modules").iterdir() if (one / "words").is_dir()]
    assert [folder.name for folder in folders]
    for folder in folders:
        for language in LANGUAGES:
            assert json.loads((folder / f"words/{language}.json").read_text("utf-8"))
            assert folder.name not in (ROOT / f"companion/words/{language}.json").read_text("utf-8").lower()


def test_two_files_never_say_the_same_thing_differently() -> None:
    said: dict[str, Any] = {"rules": {"hire": "pay"}}
    _merge(said, {"rules": {"take": "get"}})
    assert said == {"rules": {"hire": "pay", "take": "get"}}
    with pytest.raises(ValueError, match="hire"):
        _merge(said, {"rules": {"hire": "pay less"}})


def test_a_refusal_counts_as_its_language_does() -> None:
    said = {form: f"{form} {{count}}" for form in ("one", "few", "many", "other")}
    told = {"terms": {"pegasus": {}}, "refusals": {f"FULL_{form}": text for form, text in said.items()}}
    counted = {"one": (1,), "few": (2, 3, 4, 22, 104), "many": (0, 5, 11, 12, 14, 21, 112)}
    polish = Words(told, few_and_many)
    for form, numbers in counted.items():
        for count in numbers:
            assert polish.refusal("FULL", "pegasus", {"count": count}) == f"{form} {count}"
    french = Words(told, none_and_one)
    assert [french.refusal("FULL", "pegasus", {"count": count}) for count in (0, 1, 2)] == [
        "one 0",
        "one 1",
        "other 2",
    ]
