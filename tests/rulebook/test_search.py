"""The search: words of every edition, typing errors, the table's own rules first, nothing rather than a guess."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given as generated
from hypothesis import strategies as st

from companion import rulebook
from companion.rulebook.spelling import distance
from tests.rulebook.asking import given, load, met, own


def first(query: str, **table: Any) -> str:
    found = rulebook.search(query, **table)
    assert found.results, query
    return found.results[0].id


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("how many cutlasses does a pirate have", "sword-values"),
        ("crossed sabers used up?", "repel-spent"),
        ("are swords used up", "repel-spent"),
        ("12 influence points game over?", "end-when"),
        ("12 vp end", "end-when"),
        ("what does the señorita do", "mademoiselle-what"),
        ("what does mademoiselle do", "mademoiselle-what"),
        ("five flags how many cards", "takes-how-many"),
        ("five colours how many cards", "takes-how-many"),
        ("hire a profession", "hire-how"),
        ("draw deck empty", "draw-pile-empty"),
        ("play deck depleted", "draw-pile-empty"),
        ("lady killer", "contract-pairs"),
        ("bruja", "contract-pairs"),
        ("tiny gamester", "contract-speculator"),
        ("speculator", "contract-speculator"),
        ("pack of pirates", "contract-nest"),
        ("pirates' nest", "contract-nest"),
        ("frigate foe", "contract-frigate"),
        ("Fregattenschreck", "contract-frigate"),
        ("Kleiner Zocker", "contract-speculator"),
    ],
)
def test_the_words_of_every_edition_lead_to_the_same_answer(query: str, wanted: str) -> None:
    assert first(query) == wanted


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("govenor bougth now", "governor-new"),
        ("admral wat does he do", "admiral-what"),
        ("madmoiselle discout", "mademoiselle-what"),
        ("skul ship repell", "repel-skull"),
        ("expedtion on other players turn", "expedition-who"),
        ("wizbold was macht der", "jester-what"),
        ("steuererhoehung ab wieviel", "tax-threshold"),
        ("Fraeulein Rabatt unter null", "mademoiselle-floor"),
        ("Totenkopfschiffe abwehren", "repel-skull"),
        ("Expeditionskarte gezogen", "expedition-drawn"),
    ],
)
def test_typing_errors_umlauts_and_compounds_are_understood(query: str, wanted: str) -> None:
    assert wanted in [answer.id for answer in rulebook.search(query, limit=3).results]


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("how many may I take", "takes-how-many"),
        ("wie viel darf ich nehmen", "takes-how-many"),
        ("he took everything, nothing left for me", "others-run-out"),
        ("does my sailor die when he fights", "repel-spent"),
        ("bob took nothing, can I still buy", "others-after-nothing"),
    ],
)
def test_half_a_sentence_of_everyday_words_is_enough(query: str, wanted: str) -> None:
    assert first(query) == wanted


@pytest.mark.parametrize(
    "query", ["what time is it", "can I take a photo of the sunset", "how many moons has jupiter"]
)
def test_everyday_words_among_strange_ones_are_no_question_about_the_game(query: str) -> None:
    assert rulebook.search(query).nothing_fits


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("can i use the gambler in make sail", "ms-others"),
        ("Geht der Gambler bei Unterwegs", "ms-others"),
        ("add merchants to the normal game", "ms-combine"),
        ("do i have to give the coin to someone", "gift-ship"),
        ("can i give the coin to the active player", "gift-compensation"),
        ("muss ich die Münze verschenken", "gift-ship"),
    ],
)
def test_what_a_table_asks_about_the_new_cards_is_found(query: str, wanted: str) -> None:
    assert wanted in [found.id for found in rulebook.search(query, edition="bigbox").results[:3]]


def test_a_mission_is_an_expedition_only_in_the_steve_jackson_edition() -> None:
    query = "can i complete a mission on another player's turn"
    assert first(query, edition="sjg") == "expedition-who"
    assert first(query, edition="bigbox", modules=["adventure_begins"]) == "ab-mission-when"


def test_the_answer_is_the_editions_own() -> None:
    query = "expedition after i went bust"
    pegasus = rulebook.search(query, edition="pegasus").results[0]
    bigbox = rulebook.search(query, edition="bigbox").results[0]
    assert pegasus.id == bigbox.id == "bust-expedition-after"
    assert pegasus.answer.startswith("No.")
    assert bigbox.answer.startswith("Yes.")
    assert pegasus.citations[0].document == "000"
    assert bigbox.citations[0].document == "004"
    assert any("bigbox" in other.where and other.answer.startswith("Yes.") for other in pegasus.others)
    assert any("pegasus" in other.where and other.answer.startswith("No.") for other in bigbox.others)
    assert [ruling.switch for ruling in bigbox.rulings] == ["expedition_after_bust"]


def test_the_answer_is_the_modules_own() -> None:
    alone = rulebook.search("tax from how many coins", edition="bigbox", modules=["make_sail"]).results[0]
    base = rulebook.search("tax from how many coins", edition="bigbox", modules=["base"]).results[0]
    mixed = rulebook.question("tax-threshold", "bigbox", ["base", "make_sail_mix"])
    assert "9" in alone.answer
    assert base.answer.startswith("At 12")
    assert mixed is not None
    assert mixed.answer.startswith("At 12")


def test_the_tables_modules_come_first() -> None:
    for modules, wanted in (
        (["base"], "end-tie"),
        (["make_sail"], "ms-tie"),
        (["adventure_begins"], "ab-tie"),
    ):
        found = rulebook.search("who wins a tie", edition="bigbox", modules=modules, limit=2)
        assert wanted in [answer.id for answer in found.results]


def test_the_answer_and_its_reason_are_those_of_the_way_to_play() -> None:
    asked = {
        way: rulebook.question("end-when", "bigbox", ["base", "jomc", way])
        for way in ("competitive", "coop", "solo")
    }
    assert asked["competitive"] is not None
    assert "12" in asked["competitive"].answer
    for way in ("coop", "solo"):
        found = asked[way]
        assert found is not None
        assert "Time deck" in found.answer
        assert found.why != asked["competitive"].why
    others = [where for other in asked["competitive"].others for where in other.where]
    assert "jomc+coop" in others


def test_what_the_table_plays_without_comes_last_and_is_said() -> None:
    found = rulebook.search("how many cards may I take", "bigbox", ["base"], limit=20).results
    assert [answer.in_play for answer in found] == sorted((answer.in_play for answer in found), reverse=True)
    gambler = rulebook.search("what does the gambler do", "bigbox", ["base"]).results[0]
    assert (gambler.module, gambler.in_play) == ("gambler", False)


def test_what_an_edition_does_not_have_is_said() -> None:
    gunner = rulebook.question("gunner-what", "pegasus")
    assert gunner is not None
    assert not gunner.applies
    assert rulebook.question("gunner-what", "yucata").applies  # type: ignore[union-attr]


def test_the_language_is_the_asked_one_or_that_of_the_question() -> None:
    assert rulebook.search("Was macht der Witzbold").language == "de"
    assert rulebook.search("what does the jester do").language == "en"
    german = rulebook.search("what does the jester do", language="de")
    assert german.results[0].question == "Was macht der Witzbold?"
    assert rulebook.search("Witzbold", language="en").results[0].question == "What does the Jester do?"


@pytest.mark.parametrize("belief", load("questions/wrong-beliefs.json"), ids=lambda belief: belief["belief"])
def test_who_asks_for_a_wrong_belief_gets_it_corrected(belief: dict[str, Any]) -> None:
    for query in belief["q"]:
        found = rulebook.search(query, limit=3).results
        corrected = [rulebook.rulebook().questions[answer.id].corrects for answer in found]
        assert any(belief["belief"] in corrects for corrects in corrected), (
            query,
            [answer.id for answer in found],
        )


@pytest.mark.parametrize("asked", load("questions/unanswered.json")[:25], ids=lambda asked: asked["q"])
def test_nothing_fits_what_the_rules_say_nothing_about(asked: dict[str, Any]) -> None:
    found = rulebook.search(asked["q"])
    assert found.nothing_fits
    assert found.results == ()


@pytest.mark.parametrize(("questions", "least"), [(given(), 95), (own("en"), 95), (own("de"), 95)])
def test_the_right_place_is_among_the_first_three(questions: list[Any], least: int) -> None:
    hits = [any(met(asked)) for asked in questions]
    assert 100 * sum(hits) / len(hits) >= least


@pytest.mark.parametrize("query", ["", "   ", "?!", "\x00\x1b[31m\u202e", "x" * 10_000, "the of and", "🏴‍☠️"])
def test_what_is_no_question_finds_nothing(query: str) -> None:
    assert rulebook.search(query).nothing_fits


def test_a_long_text_is_searched_by_its_beginning() -> None:
    assert first("what does the admiral do? " + "and so on " * 2_000) == "admiral-what"


@pytest.mark.parametrize(
    "query", ["'; DROP TABLE admirals; --", "<script>alert('x')</script>", "{{7*7}}", "%00%27"]
)
def test_markup_and_sql_are_only_words(query: str) -> None:
    for answer in rulebook.search(query).results:
        assert answer.id in rulebook.rulebook().questions


@generated(st.text(max_size=200), st.sampled_from([None, *rulebook.EDITIONS]), st.integers(-3, 30))
def test_any_text_is_answered(query: str, edition: str | None, limit: int) -> None:
    found = rulebook.search(query, edition, ["base", "jomc", "nonsense"], limit=limit)
    assert len(found.results) <= max(0, min(limit, 20))
    assert not (found.nothing_fits and found.results)
    # What is about the table's way to play comes first, then what it has and plays with, or whatever fits best.
    ways = [not answer.ways or rulebook.WAYS[0] in answer.ways for answer in found.results]
    scores = [(way, answer.score) for way, answer in zip(ways, found.results, strict=True)]
    grouped = [
        (way, answer.applies and answer.in_play, answer.score)
        for way, answer in zip(ways, found.results, strict=True)
    ]
    assert sorted(scores, reverse=True) == scores or sorted(grouped, reverse=True) == grouped


@pytest.mark.parametrize("prefix", ["adm", "gover", "expedi", "mademoi", "steuer", "witzb"])
def test_a_word_still_being_typed_finds_something(prefix: str) -> None:
    assert rulebook.search(prefix).results


def test_modules_and_ways_to_play_have_the_names_of_the_tables() -> None:
    found = {
        way: rulebook.search("how do we lose", "bigbox", ["base", "jomc", way]).results
        for way in ("competitive", "coop", "solo")
    }
    assert (found["coop"][0].module, found["coop"][0].ways) == ("jomc", ("coop", "solo"))
    assert found["solo"][0].id == found["coop"][0].id
    # Against each other nobody does.
    assert not any(one.ways for one in found["competitive"])


def test_questions_are_listed_by_module() -> None:
    everything = rulebook.questions()
    by_module = [rulebook.questions(module) for module in rulebook.MODULES]
    assert sum(map(len, by_module)) == len(everything)
    assert {question.module for question in rulebook.questions("gambler")} == {"gambler"}
    assert rulebook.question("no-such-question") is None


@pytest.mark.parametrize("what", ["ADMIRAL_PAID", "admiral", "C33", "admiral_each_player"])
def test_a_code_on_the_screen_leads_to_what_explains_it(what: str) -> None:
    explaining = rulebook.questions(explains=what)
    assert "admiral-others" in [answer.id for answer in explaining]
    assert len(explaining) < 20
    assert rulebook.questions(explains="NO_SUCH_CODE") == ()


def test_who_says_the_same_is_not_named_as_another() -> None:
    active = rulebook.question("jester-empty-active", "pegasus")
    assert active is not None
    assert [other.where for other in active.others] == [("sjg",), ("bigbox",)]
    alone = rulebook.question("tax-threshold", "bigbox", ["make_sail"])
    assert alone is not None
    assert {where for other in alone.others for where in other.where} == {"adventure_begins", "base"}


def test_every_related_question_can_be_opened() -> None:
    for answer in rulebook.questions():
        for related in answer.related:
            assert rulebook.question(related.id) is not None


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [
        ("captain", "captain", 0),
        ("captian", "captain", 1),
        ("govenor", "governor", 1),
        ("abc", "xyz", 3),
        ("", "ab", 2),
    ],
)
def test_distance_counts_swapped_letters_once(one: str, other: str, far: int) -> None:
    assert distance(one, other) == far
