"""What players say: learned from some hands, measured on another's sentences, and asked back where two are close."""

from __future__ import annotations

from itertools import product

import pytest

from companion import rulebook
from companion.rulebook.content import rulebook as loaded
from companion.rulebook.desks import read
from companion.rulebook.hearing import heard, pieces
from companion.rulebook.learned import DIGITS, NOTHING, RARITY_STEP, STEP, ZERO, Learned, learned
from tests.rulebook import measuring
from tests.rulebook.asking import PRINTED
from tools.desk import sentences

HANDS = [*sentences.sentences(sentences.ALL), *sentences.evenings(sentences.EVENINGS)]
QUESTIONS = loaded().questions
# A few points under what `make bench` measures.
FIRST, THREE = {"en": 95, "de": 94}, {"en": 97, "de": 97}
REFUSED, WRONG_WAY = {"en": 90, "de": 91}, 1
MANY_TYPE_IT = 3
# The same of the hands (`measuring.columns`): shares of the answered, wrong ways of all.
HANDS_FIRST, HANDS_THREE, HANDS_AT_ONCE, HANDS_REFUSED, HANDS_WRONG_WAY = 92, 97, 90, 86, 2


def test_the_table_was_learned_from_the_present_sentences() -> None:
    assert read("learned")["made_from"] == sentences.made_from(), "make desk"


def test_every_question_was_asked_by_every_hand_in_each_of_its_languages() -> None:
    for hand in sentences.HANDS:
        told = {(one.id, one.language) for one in sentences.sentences([hand])}
        assert told == set(product(PRINTED, {language for _, language in told}))


def test_what_an_evening_asks_is_answered_by_questions_of_the_desk() -> None:
    asked = sentences.evenings(sentences.EVENINGS)
    assert {name for one in asked for name in (one.id, *one.also)} <= {*PRINTED, NOTHING}
    assert all(NOTHING not in one.also for one in asked)


def plain(text: str) -> str:
    return text.lower().strip(" ?!.")


def test_nothing_of_the_measures_was_learned() -> None:
    learnt = {plain(one.text) for one in (*HANDS, *sentences.strange())}
    asked = [text for text, _, _ in measuring.asked()]
    asked += [text for language in rulebook.LANGUAGES for text in measuring.unanswered(language)]
    asked += [one.text for one in measuring.items()]
    assert [text for text in asked if plain(text) in learnt] == []


def test_nothing_that_the_hands_ask_was_copied() -> None:
    written = {plain(one.text) for one in sentences.own()}
    written |= {
        plain(phrase)
        for said in read("lexicon")["phrases"].values()
        for language in rulebook.LANGUAGES
        for phrase in said[language].split(";")
    }
    # Two hands may well type the same three words.
    copied = [one.text for one in measuring.items() if plain(one.text) in written]
    assert [text for text in copied if len(text.split()) > MANY_TYPE_IT] == []


def test_the_table_knows_every_question() -> None:
    assert {*learned().ids} == {*PRINTED, NOTHING}


def test_a_row_of_the_table_is_read_as_it_was_written() -> None:
    far = len(DIGITS) + 3
    table = Learned(
        ids=tuple(f"q{number}" for number in range(far + 1)),
        places={"sail": 0},
        rarity=DIGITS[RARITY_STEP - 1],
        gaps=(DIGITS[1] + "~" + DIGITS[0],),
        weights=(DIGITS[ZERO + 4] + DIGITS[ZERO - 2],),
    )
    assert table.scores(["sail", "unheard of"]) == {"q1": 4 * STEP, f"q{1 + len(DIGITS) + 1}": -2 * STEP}
    assert table.scores(["unheard of"]) == {}


def test_a_term_is_the_same_in_both_languages_and_with_a_typing_error() -> None:
    assert "admiral" in heard("what does the admiral do", "en")
    assert "admiral" in heard("was macht der Admrial", "de")


def test_a_sentence_is_its_terms_words_pairs_and_pieces() -> None:
    found = heard("repel ship", "en")
    assert {"repel", "ship", "repel ship"} < {*found}
    assert {one for one in found if one.startswith("^")} == {*pieces("repel"), *pieces("ship")}
    assert len(found) == len({*found})


@pytest.mark.parametrize("language", rulebook.LANGUAGES)
def test_sentences_that_nobody_learned_from_are_understood(language: str) -> None:
    told = [measuring.tell(*one) for one in measuring.asked() if one[1] == language]
    assert measuring.share(one.first for one in told) >= FIRST[language]
    assert measuring.share(one.three for one in told) >= THREE[language]
    assert measuring.share(one.wrong_way for one in told) <= WRONG_WAY


@pytest.mark.parametrize("language", rulebook.LANGUAGES)
def test_what_the_rules_say_nothing_about_is_refused(language: str) -> None:
    count, answered = measuring.refused(language)
    assert 100 - 100 * len(answered) / count >= REFUSED[language]


def test_where_two_are_close_the_desk_asks_back() -> None:
    found = rulebook.search("swords")
    assert found.asks_back
    assert len(found.results) > 1
    assert not rulebook.search("what does the admiral do").asks_back


def test_what_the_hands_ask_is_answered() -> None:
    heard = [measuring.hear(one) for one in measuring.items()]
    rule = [one for one in heard if one.item.kind == "rule" and one.item.ids]
    assert measuring.share(one.first for one in rule) >= HANDS_FIRST
    assert measuring.share(one.three for one in rule) >= HANDS_THREE
    assert sum(one.wrong_way for one in heard) <= HANDS_WRONG_WAY
    now = [one for one in heard if one.item.kind == "now"]
    assert measuring.share(one.at_once for one in now) >= HANDS_AT_ONCE
    nothing = [one for one in heard if one.item.kind == "nothing"]
    assert measuring.share(not one.ids for one in nothing) >= HANDS_REFUSED
