"""The rules desk's content: complete in both languages, everything explained, every place a real one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from companion import rulebook
from companion.rulebook.content import DOCUMENT, Question
from companion.rulebook.content import rulebook as loaded
from tests.rulebook.asking import PRINTED, load

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "companion" / "engine" / "data"
QUESTIONS = loaded().questions
BELIEFS = load("questions/wrong-beliefs.json")
# Our key words: how an answer may say each, and which of them stand in each section of the documents, which are
# not ours to keep here.
SAID_WHERE = load("said-where.json")
SPOKEN = {term: re.compile(said, re.IGNORECASE) for term, said in SAID_WHERE["words"].items()}
# About this app, or about what no booklet mentions: a place would only pretend.
WITHOUT_PLACE = {"app-judge", "text-damage", "table-talk", "time-limit", "player-leaves", "take-back"}


def engine(name: str) -> Any:
    return json.loads((ENGINE / name).read_text("utf-8"))


def reached(what: str) -> set[str]:
    return {one for question in QUESTIONS.values() for one in getattr(question, what)}


def texts(question: Question, language: str) -> list[str]:
    """Everything that is shown of a question."""
    text = question.texts[language]
    others = [
        said[language] for one in question.variants for said in (one.answers, one.whys) if language in said
    ]
    return [text.question, text.answer, text.why, *others]


def test_there_are_at_least_250_questions() -> None:
    assert len(QUESTIONS) >= 250


def test_every_ruling_is_explained_and_names_its_switch() -> None:
    rulings = (*load("rulings-all.json"), *load("rulings.json"))
    wanted = {ruling["id"]: ruling["key"] for ruling in rulings}
    found = {ruling.id: ruling.switch for question in QUESTIONS.values() for ruling in question.rulings}
    assert found == wanted


@pytest.mark.parametrize("edition", rulebook.EDITIONS)
def test_every_switch_of_an_edition_is_explained(edition: str) -> None:
    switches = set(engine(f"editions/{edition}.json")["switches"])
    explained = {ruling.switch for question in QUESTIONS.values() for ruling in question.rulings}
    assert switches - explained == set()


def test_every_reason_code_is_explained() -> None:
    codes = set(load("scenarios/worked.json")["meta"]["reason_codes"])
    assert codes - reached("reasons") == set()


def test_every_person_and_its_ability_is_explained() -> None:
    persons = {
        card["type"]
        for file in sorted((ENGINE.parent / "modules").glob("*/cards.json"))
        for card in json.loads(file.read_text("utf-8"))["cards"]
        if card["kind"] == "person"
    }
    expansions = {
        "merchant", "passenger", "gambler", "clerk", "gunner", "vice_admiral", "lookout", "innkeeper", "tybuk",
        "grace_may", "jacques_grandeur", "blackbeard", "anne", "ferdinando", "scott", "landman", "mary", "samuel",
        "thomas",
    }  # fmt: skip
    assert (persons | expansions) - reached("abilities") == set()


def leading() -> dict[str, list[str]]:
    """What the engine names, with the questions that are its first answer."""
    found: dict[str, list[str]] = {}
    for question in QUESTIONS.values():
        for name in question.first_for:
            found.setdefault(name, []).append(question.id)
    return found


def test_every_rule_leads_to_one_question_that_cites_its_place() -> None:
    lead = leading()
    places: dict[str, set[tuple[str, str]]] = {}
    for edition in rulebook.EDITIONS:
        for rule, data in engine(f"editions/{edition}.json")["rules"].items():
            found = {(place["document"], place["section"]) for place in data["citations"]}
            places.setdefault(rule, set()).update(found)
    for rule, named in places.items():
        assert len(lead.get(rule, [])) == 1, rule
        cited = {(place.document, place.section) for place in QUESTIONS[lead[rule][0]].citations}
        assert named & cited or not named, (rule, lead[rule])


def test_every_card_leads_to_a_question() -> None:
    lead = leading()
    cards = [
        card
        for file in sorted((ENGINE.parent / "modules").glob("*/cards.json"))
        for card in json.loads(file.read_text("utf-8"))["cards"]
    ]
    assert cards
    for card in cards:
        kind = card.get("of", card["kind"])
        assert len(lead[card["type"] if kind == "person" else kind]) == 1


def test_what_leads_to_a_question_finds_it_first() -> None:
    for name, found in leading().items():
        assert rulebook.questions(explains=name)[0].id == found[0]


def test_a_topic_lists_its_questions() -> None:
    listed = [question.id for topic in rulebook.TOPICS for question in rulebook.questions(topic=topic)]
    assert listed == list(QUESTIONS)


def test_every_contract_and_every_known_mission_has_its_question() -> None:
    asked = {question.texts["en"].question for question in QUESTIONS.values()}
    named = " ".join(asked) + " ".join(QUESTIONS["contract-pairs"].texts["en"].answer.split())
    for name in (
        "Luminary", "Bruja", "Maritime Supremacy", "New Colony", "Trade Outpost", "Trade Master", "Thrifty Staff",
        "Mercenary", "Explorer", "Frigate Nemesis", "Galleon Nemesis", "Tax Inspector", "Jinx", "Speculator",
        "Major Speculator", "Pirates’ Nest", "Small Estate", "Ransom",
    ):  # fmt: skip
        assert name in named, name
    for number in (13, 15, 30, 33, 34, 40, 41, 50, 51, 52):
        assert re.search(rf"Missions? (\d+ and )?{number}\b", " ".join(asked)), number


def test_every_citation_names_an_existing_section_and_none_the_retelling() -> None:
    sections = engine("sections.json")["sections"]
    for question in QUESTIONS.values():
        assert bool(question.citations) is (question.id in PRINTED and question.id not in WITHOUT_PLACE)
        for place in question.citations:
            assert place.document != "001"
            assert sections[place.document][place.section] == place.lines


def sections() -> set[str]:
    """Every section of the documents that may be cited."""
    listed = engine("sections.json")["sections"].items()
    return {f"{document} {section}" for document, found in listed for section in found if document != "001"}


def test_every_section_of_the_rules_is_cited() -> None:
    cited = {
        f"{place.document} {place.section}" for question in QUESTIONS.values() for place in question.citations
    }
    assert sections() - cited == set()


def shared(question: Question, place: str) -> set[str]:
    """The key words that a question has in common with a section."""
    told = " ".join(texts(question, "en"))
    return {term for term in SAID_WHERE["places"][place] if SPOKEN[term].search(told)}


def enough(question: Question) -> int:
    """A question about the editions' words is cited for a single one."""
    return 1 if question.literal else 2


def test_the_key_words_are_known_for_every_section() -> None:
    assert set(SAID_WHERE["places"]) == sections()
    assert {term for found in SAID_WHERE["places"].values() for term in found} <= set(SPOKEN)


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=lambda question: question.id)
def test_every_section_that_is_cited_speaks_of_what_the_answer_says(question: Question) -> None:
    for place in question.citations:
        found = shared(question, f"{place.document} {place.section}")
        assert len(found) >= enough(question), (place, found)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("drawn-two", "000 1. Discover (empty draw pile)"),
        ("table-talk", "000 Flow of Play"),
        ("time-limit", "000 Setup"),
        ("discard-look", "000 1. Discover (empty draw pile)"),
        ("coins-give", "000 Setup - important note regarding the cards"),
        ("jester-two", "003 Continuing with Discovery"),
    ],
)
def test_a_section_that_says_nothing_of_it_is_found_out(name: str, place: str) -> None:
    assert len(shared(QUESTIONS[name], place)) < enough(QUESTIONS[name])


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=lambda question: question.id)
def test_a_question_is_complete_in_both_languages(question: Question) -> None:
    for language in rulebook.LANGUAGES:
        text = question.texts[language]
        assert text.question.endswith("?")
        for said in texts(question, language):
            assert said.strip() == said
            assert 5 < len(said) <= 480, said
            assert said[0].isupper() or said[0] in '„"“0123456789-', said
            assert said[-1] in ".?!", said
        assert len(text.aliases) >= 2
        assert len(set(text.aliases)) == len(text.aliases)
    assert question.id not in question.related
    assert question.related


@pytest.mark.parametrize("question", loaded().questions.values(), ids=lambda question: question.id)
def test_an_answer_has_two_sentences_besides_yes_or_no(question: Question) -> None:
    for language in rulebook.LANGUAGES:
        told = [
            question.texts[language].answer,
            *(variant.answers[language] for variant in question.variants),
        ]
        for answer in told:
            sentences = re.split(r"(?<=[.!?])\s+(?=[A-ZÄÖÜ0-9\"])", answer)
            said = [sentence for sentence in sentences if len(sentence) > len("Yes, both.  ")]
            assert len(said) <= 2, answer


LONGEST_ANSWER, LONGEST_WHY = 160, 240


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=lambda question: question.id)
def test_an_answer_is_short_enough_to_be_read_at_the_table(question: Question) -> None:
    for language in rulebook.LANGUAGES:
        text = question.texts[language]
        told = [text.answer, *(variant.answers[language] for variant in question.variants)]
        assert max(map(len, told)) <= LONGEST_ANSWER, max(told, key=len)
        whys = [text.why, *(one.whys[language] for one in question.variants if one.whys)]
        assert max(map(len, whys)) <= LONGEST_WHY, max(whys, key=len)


@pytest.mark.parametrize("edition", rulebook.EDITIONS)
@pytest.mark.parametrize("language", rulebook.LANGUAGES)
def test_an_answer_is_no_longer_in_the_words_of_a_box(edition: str, language: str) -> None:
    with_all_of_it = {
        "bigbox": [name for name in rulebook.MODULES if name != "make_sail"],
        "yucata": ["jomc"],
    }
    for modules in ([], with_all_of_it.get(edition, [])):
        for answer in rulebook.questions(edition=edition, modules=modules, language=language):
            if answer.applies:
                assert len(answer.answer) <= LONGEST_ANSWER, (answer.id, answer.answer)


def test_german_is_said_as_people_speak_it() -> None:
    bad = re.compile(
        r"linkeste|verdürbe|\b(Alle|alle|Unter den|unter den) Gleichen\b|\bin Kette\b|deiner? Gelegenheit|"
        r"\bAnheuern & |& Anheuern\b|und Anheuern\b|\bPhase 2\b|"
        # One word for a thing: Marker, leer ausgehen.
        r"\bWürfeln?\b|scheiter"
    )
    for question in QUESTIONS.values():
        for said in texts(question, "de"):
            assert not bad.search(said), (question.id, said)


def test_the_card_spieler_is_never_taken_for_a_player() -> None:
    bare = re.compile(r"(?<!„)\bSpieler(n|s)?\b(?!“)|\bSpielerkarten?\b")
    for question in QUESTIONS.values():
        about_it = question.module == "gambler"
        told = texts(question, "de") if about_it else []
        told += [one.answers["de"] for one in question.variants if "gambler" in one.where]
        told += [said for said in texts(question, "de") if "„Spieler“" in said]
        for said in told:
            assert not bare.search(said), (question.id, said)


@pytest.mark.parametrize("edition", ["pegasus", "sjg", "bigbox"])
def test_german_boxes_get_the_words_that_they_print(edition: str) -> None:
    for question in rulebook.questions(edition=edition, language="de"):
        if question.applies and not QUESTIONS[question.id].literal:
            for said in (question.question, question.answer, question.why):
                assert "Siegpunkt" not in said, (question.id, said)
    ended = rulebook.question("end-when", edition, language="de")
    assert ended is not None
    assert "12 " in ended.answer
    assert "Einflusspunkte" in ended.answer


@pytest.mark.parametrize("asked", ["Einflusspunkte Steuer", "Siegpunkte Steuer"])
def test_search_knows_every_word_for_a_point(asked: str) -> None:
    found = rulebook.search(asked, "pegasus", language="de").results
    assert found[0].id in {"tax-fewest-points", "tax-bonus"}


def test_german_says_what_the_german_box_prints() -> None:
    foreign = re.compile(
        r"\b(victory points?|swords?|Mademoiselle|Jester|Settler|Governor|Trader|Merchants?|Clerk|Gunner|Lookout|"
        r"Innkeeper)\b"
    )
    for question in QUESTIONS.values():
        if not question.literal:
            for said in texts(question, "de"):
                assert not foreign.search(said), said


@pytest.mark.parametrize("belief", BELIEFS, ids=lambda belief: belief["belief"])
def test_no_answer_repeats_a_wrong_belief(belief: dict[str, Any]) -> None:
    never = [re.compile(pattern, re.IGNORECASE) for pattern in belief["never"]]
    for question in QUESTIONS.values():
        for language in rulebook.LANGUAGES:
            # A question may ask what is believed; the answer and its reason may not say it.
            for said in texts(question, language)[1:]:
                assert not any(pattern.search(said) for pattern in never), (question.id, said)


def test_every_wrong_belief_is_corrected_by_a_question() -> None:
    assert set(loaded().beliefs) == reached("corrects") == {belief["belief"] for belief in BELIEFS}
    told = [belief for belief in loaded().beliefs.values() if belief.source == "001"]
    assert len(told) >= 12


@pytest.mark.parametrize("edition", rulebook.EDITIONS)
@pytest.mark.parametrize("language", rulebook.LANGUAGES)
def test_an_edition_gets_its_own_words_and_its_own_places_first(edition: str, language: str) -> None:
    strange = {
        # Its ships have flags, and no colors in any word.
        "sjg": r"\b(victory points?|swords?|Expedition\w*|persons?|draw pile|Siegpunkte)\b|[Cc]olor|"
        r"[Ff]arb|\b(yellow|blue|green|red|black|gelb|blau|grün|rot|schwarz)(e[nmrs]?)?\b",
        "bigbox": r"\b(victory points?|swords?|Mademoiselles?|persons?|draw pile)\b",
    }.get(edition, r"\b(Cutlass(es)?|crossed sabers?|Professions?|influence points?)\b")
    for question in rulebook.questions(edition=edition, language=language):
        if not question.applies or QUESTIONS[question.id].literal:
            continue
        for said in (question.question, question.answer, question.why):
            # Names of other editions' things stay as those editions print them.
            if "“" not in said and '"' not in said:
                assert not re.search(strange, said), (question.id, said)
        documents = [place.document for place in question.citations]
        if DOCUMENT[edition] in documents:
            assert documents[0] == DOCUMENT[edition]


@pytest.mark.parametrize("language", rulebook.LANGUAGES)
def test_what_a_house_rule_may_change_is_said(language: str) -> None:
    house_rules = set(engine("editions/pegasus.json")["house_rules"])
    says = {"en": "house rule", "de": "Hausregel"}[language]
    told = {
        ruling.switch
        for question in QUESTIONS.values()
        if any(says in said for said in texts(question, language))
        for ruling in question.rulings
    }
    assert house_rules <= told


@pytest.mark.parametrize("edition", rulebook.EDITIONS)
@pytest.mark.parametrize(
    ("name", "switch"),
    [
        ("bust-expedition-after", "expedition_after_bust"),
        ("governor-new", "governor_new"),
        ("admiral-new", "admiral_new"),
        ("admiral-others", "admiral_each_player"),
        ("admiral-once", "admiral_per_take"),
        ("admiral-nothing", "admiral_then_nothing"),
        ("jester-bust", "bust_jester_active"),
        ("jester-empty-active", "jester_empty_active"),
        ("others-after-nothing", "others_after_nothing"),
        ("compensation-zero", "compensation_zero"),
        ("compensation-free-person", "compensation_free_person"),
        ("phase-return", "phase_return"),
        ("stop-empty", "stop_with_empty_harbor"),
        ("takes-optional", "taking_mandatory"),
        ("end-other-turn", "end_on_other_turn"),
    ],
)
def test_an_answer_says_what_the_engine_does(name: str, switch: str, edition: str) -> None:
    allowed = engine(f"editions/{edition}.json")["switches"][switch]
    for language, (yes, no) in {"en": ("Yes", "No"), "de": ("Ja", "Nein")}.items():
        said = rulebook.question(name, edition, language=language)
        assert said is not None
        assert re.match(rf"{yes if allowed else no}\b", said.answer), said.answer


def test_nothing_is_said_twice_in_a_data_file() -> None:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        assert len(set(names)) == len(names), names
        return dict(pairs)

    companion = ROOT / "companion"
    shares = companion.glob("engine/modules/*/desk/**/*.json")
    for file in sorted((*(companion / "rulebook" / "data").rglob("*.json"), *shares)):
        json.loads(file.read_text("utf-8"), object_pairs_hook=once)
