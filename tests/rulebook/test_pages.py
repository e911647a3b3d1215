"""Pages: several answers in their order, and the cards of a table with their numbers, at every table that can be set up."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.bridge import answer as bridge
from companion.engine.printed.cards import Person, Ship, Unknown
from companion.engine.printed.catalogue import card_set, card_set_names
from companion.engine.printed.editions import EDITIONS
from companion.rulebook import LANGUAGES, codec, page, pages, question, search
from companion.rulebook.desks import read
from companion.words.reader import sentences

from .asking import FANS, PRINTED
from .tables import Table, tables

WRITTEN = read("pages")["written"]
# What the booklets and boxes say that there is: by table, ships, persons, expeditions and taxes.
IN_THE_BOX = {
    ("pegasus", ("base",)): (50, 60, 6, 4),
    ("bigbox", ("base", "gambler")): (50, 64, 6, 4),
    ("bigbox", ("base", "jomc")): (60, 74, 6, 4),
    ("yucata", ("base", "jomc")): (60, 74, 6, 4),
    ("bigbox", ("base", "make_sail_mix")): (60, 70, 6, 4),
    ("bigbox", ("make_sail",)): (25, 32, 0, 3),
}
# What is asked for, and the page that it is; at no table, or where it is played.
ASKED = [
    ("a whole turn please", (), ["turn"]),
    ("Zugübersicht", (), ["turn"]),
    ("how do i explain the game to new players", (), ["teach"]),
    ("kannst du mir das Spiel erklären", (), ["teach"]),
    ("setup checklist", (), ["setup"]),
    ("Aufbau Schritt für Schritt, eine Checkliste", (), ["setup"]),
    ("final scoring", (), ["end"]),
    ("Endabrechnung", (), ["end"]),
    ("list of all ships", (), ["ships"]),
    ("Tabelle der Personen", (), ["persons"]),
    ("does the Admiral count this", (), ["person-admiral"]),
    ("Was kann der Gouverneur", (), ["person-governor"]),
    ("frigate", (), ["ship-red"]),
    ("vice admiral", ("base", "jomc"), ["person-vice_admiral"]),
    ("list of contracts", ("base", "jomc"), ["contracts"]),
    ("list of contracts", (), []),
    ("how much tax with 13 coins", (), []),
    ("can I stop after one card", (), []),
]


@pytest.mark.parametrize("table", tables(), ids=str)
def test_every_page_says_what_is_true_at_its_table(table: Table) -> None:
    for language in LANGUAGES:
        links = pages(table.edition, table.modules, language)
        assert len({link.id for link in links}) == len(links)
        for link in links:
            found = page(link.id, table.edition, table.modules, language)
            assert found is not None
            assert found.sections, link.id
            assert found.link == link
            titles = [line.title for section in found.sections for line in section.lines]
            assert len(set(titles)) == len(titles), (link.id, titles)
            for line in (line for section in found.sections for line in section.lines):
                assert line.question or line.cards, line
                if line.question is None:
                    continue
                told = question(line.question, table.edition, table.modules, language)
                assert told is not None
                assert (told.applies, told.in_play) == (True, True), line.question
                assert line.text == told.answer
                assert bool(line.citations) is (line.question in PRINTED)
                # Under a heading of ours an answer stands by itself: it is none to a question that nobody asked.
                if line.title != told.question:
                    first = told.answer.split()[0].strip(".,:")
                    assert first not in ("Yes", "No", "Ja", "Nein"), (line.question, told.answer)


@pytest.mark.parametrize("table", tables(), ids=str)
def test_nothing_on_a_page_is_about_what_a_table_does_not_have(table: Table) -> None:
    told = {
        line.question
        for link in pages(table.edition, table.modules)
        if link.sort == "written"
        for section in (page(link.id, table.edition, table.modules) or pytest.fail(link.id)).sections
        for line in section.lines
    }
    has = set(table.state.game.modules)
    if "make_sail" in has and "base" not in has:
        assert not {name for name in told if name and name.startswith(("expedition", "admiral", "jester"))}
    if table.solo:
        assert not told & {"others-how", "end-tie", "compensation-what"}
    if table.together:
        assert not told & {"end-tie", "end-last-turn", "coins-at-end", "contracts-points"}
    assert ("gambler-what" in told) == ("gambler" in has)
    assert ("ab-phase0" in told) == ("adventure_begins" in has)
    assert ("coop-first-card" in told) == ("jomc" in has and table.together)


def test_a_page_has_the_words_of_the_box() -> None:
    terms = {language: sentences(language)["terms"] for language in LANGUAGES}
    modules = ("base", "jomc", "make_sail_mix", "gambler", "adventure_begins")
    for name in EDITIONS:
        for language in LANGUAGES:
            own = {**terms[language]["pegasus"], **terms[language][name]}
            found = {link.id: link.title for link in pages(name, modules, language) if link.sort == "card"}
            assert found == {id: own[id.partition("-")[2]] for id in found}
            table = page("expeditions", name, modules, language)
            assert table is not None
            assert table.sections[0].lines[0].title == own["expedition"]
    sjg = page("end", "sjg", (), "en")
    assert sjg is not None
    assert any("influence points" in (line.text or "") for section in sjg.sections for line in section.lines)


@pytest.mark.parametrize("box", IN_THE_BOX, ids=str)
def test_the_tables_of_cards_have_every_card_of_the_box(box: tuple[str, tuple[str, ...]]) -> None:
    edition, modules = box
    counts = []
    for name in ("ships", "persons", "expeditions", "taxes"):
        found = page(name, edition, modules)
        cards = [kind for line in found.sections[0].lines for kind in line.cards] if found else []
        counts.append(sum(kind.count for kind in cards))
    assert tuple(counts) == IN_THE_BOX[box]


def test_every_card_that_is_hired_or_traded_has_its_page_and_says_what_it_does() -> None:
    modules = ("base", "jomc", "make_sail_mix", "gambler", "adventure_begins", *FANS)
    there = {link.id for link in pages("bigbox", modules) if link.sort == "card"}
    for kind in (kind for name in card_set_names() for kind in card_set(name).kinds):
        card = kind.card
        of = card.of if isinstance(card, Unknown) else card.kind
        if of == "ship" and isinstance(card, Ship | Unknown):
            assert f"ship-{card.color}" in there
        if of == "person" and isinstance(card, Person | Unknown):
            assert f"person-{card.type}" in there
    for name in there:
        found = page(name, "bigbox", modules)
        assert found is not None
        assert len(found.sections) == 2
        assert all(line.text for line in found.sections[1].lines), name


def test_a_person_in_short_has_as_many_swords_as_are_printed() -> None:
    short = read("pages")["in_short"]
    for kind in card_set("base").kinds:
        card = kind.card
        if isinstance(card, Person) and card.swords:
            assert short[f"person-{card.type}"]["en"].startswith(f"{card.swords} sword")
            assert short[f"person-{card.type}"]["de"].startswith(f"{card.swords} Säbel")


@pytest.mark.parametrize(("query", "modules", "found"), ASKED, ids=lambda one: str(one))
def test_a_page_is_found_by_its_name(query: str, modules: tuple[str, ...], found: list[str]) -> None:
    assert [link.id for link in search(query, "bigbox", modules).pages][: len(found) or None] == found


def test_what_a_table_does_not_play_has_no_page() -> None:
    assert page("contracts", "bigbox") is None
    assert page("person-admiral", "bigbox", ("make_sail",)) is None
    assert page("nothing", "bigbox") is None
    contracts, turn = (page(name, "bigbox", ("base", "jomc")) for name in ("contracts", "turn"))
    assert contracts is not None
    assert turn is not None
    assert (contracts.goals, turn.goals) == (True, False)


def test_pages_are_there_for_who_has_only_the_api(client: FlaskClient) -> None:
    listed: Any = client.get("/api/rules/pages", query_string={"edition": "pegasus", "lang": "de"})
    assert listed.json["pages"][0] == {
        "id": "turn",
        "sort": "written",
        "title": "Ein ganzer Zug",
        "lead": WRITTEN[0]["de"]["lead"],
        "drawing": WRITTEN[0]["drawing"],
    }
    again = client.get(
        "/api/rules/pages",
        query_string={"edition": "pegasus", "lang": "de"},
        headers={"If-None-Match": listed.headers["ETag"]},
    )
    assert again.status_code == 304
    table = {"edition": "bigbox", "modules": "base,jomc,coop", "lang": "en"}
    read_: Any = client.get("/api/rules/pages/turn", query_string=table).json
    first = read_["sections"][0]["lines"][0]
    assert (first["question"], first["title"]) == ("coop-first-card", "The first card")
    assert first["citations"][0]["document"] == "004"
    ships: Any = client.get("/api/rules/pages/ship-black", query_string=table).json
    assert {card["coins"] for card in ships["sections"][0]["lines"][0]["cards"]} >= {1, 4}
    missing: Any = client.get("/api/rules/pages/contracts", query_string={"edition": "pegasus"})
    assert (missing.status_code, missing.json["code"]) == (404, "no_such_page")
    assert client.get("/api/rules/pages", query_string={"edition": "chess"}).status_code == 422
    assert client.get("/api/rules/pages/turn", query_string={"lang": "fr"}).status_code == 422
    strange = "x" * 3000 + ",base,base,\u202e"
    assert client.get("/api/rules/pages", query_string={"modules": strange}).status_code == 200


def test_the_phones_engine_has_the_same_pages() -> None:
    asked = {"edition": "bigbox", "modules": ["base", "jomc"], "language": "de"}
    told = json.loads(bridge(json.dumps({"call": "pages", **asked})))["ok"]
    assert told == codec.pages_json(pages("bigbox", ("base", "jomc"), "de"))
    one = json.loads(bridge(json.dumps({"call": "page", "id": "persons", **asked})))["ok"]
    found = page("persons", "bigbox", ("base", "jomc"), "de")
    assert found is not None
    assert one["page"] == json.loads(json.dumps(codec.page_json(found)))
    assert json.loads(bridge(json.dumps({"call": "page", "id": "none"})))["ok"] == {"page": None}
