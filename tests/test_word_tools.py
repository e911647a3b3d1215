"""tools.words: what it gathers and spreads again, and that it finds what is wrong with a language."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from companion.words import LANGUAGES
from companion.words.reader import sentences
from tools.words import errors
from tools.words.checking import ROOM, SAME, check
from tools.words.dropped import dropped, glossary
from tools.words.elsewhere import desk
from tools.words.inserted import badly_inserted, faults
from tools.words.moving import gather, spread
from tools.words.rooms import ROOT, flat, read, rooms


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_gathered_and_spread_again_is_what_it_was(language: str, tmp_path: Path) -> None:
    files = [ROOT / room / f"{language}.json" for room in rooms()]
    spread(language, json.loads(json.dumps(gather(language))), copied(tmp_path))
    for file in files:
        assert (tmp_path / file.relative_to(ROOT)).read_text("utf-8") == file.read_text("utf-8"), file


def test_what_is_still_to_be_said_is_asked_for_and_written_once_it_is(tmp_path: Path) -> None:
    root, room = copied(tmp_path), "companion/words"
    (root / room / "de.json").unlink()
    gathered = gather("de", root)
    asked = {
        "refusals.NOT_A_SHIP",
        "terms.pegasus.swords",
        "terms.sjg.swords",
        "ledger.leftovers.title_other",
    }
    assert asked <= gathered[room].keys()
    assert gathered[room]["refusals.NOT_A_SHIP"] == {"en": "That card isn’t a ship.", "de": None}
    # A word that no box has otherwise is asked for once.
    assert "terms.yucata.harbor" not in gathered[room]
    gathered[room]["refusals.NOT_A_SHIP"]["de"] = "Kein Schiff."
    spread("de", gathered, root)
    assert json.loads((root / room / "de.json").read_text("utf-8")) == {
        "refusals": {"NOT_A_SHIP": "Kein Schiff."}
    }
    with pytest.raises(ValueError, match="attic"):
        spread("de", {"attic": {}}, root)


@pytest.mark.parametrize(
    ("way", "text", "complaint"),
    [
        ("refusals.NOT_A_SHIP", None, "missing refusals.NOT_A_SHIP"),
        ("refusals.NOT_A_BOAT", "Kein Boot.", "superfluous refusals.NOT_A_BOAT"),
        ("refusals.NOT_A_SHIP", "", "empty, or space around it, refusals.NOT_A_SHIP: ''"),
        ("refusals.HAS_LEFT", "Weg.", "gap left out in refusals.HAS_LEFT: ['name']"),
        ("refusals.NOT_A_SHIP", "Schiff: {ship}.", "gap nobody fills in refusals.NOT_A_SHIP: ['ship']"),
        ("refusals.NOT_A_SHIP", "Boot: {term.boat}!", "no such term in refusals.NOT_A_SHIP: ['boat']"),
        ("refusals.NOT_A_SHIP", "Kein { ship }.", "odd braces in refusals.NOT_A_SHIP: 'Kein { ship }.'"),
        (
            "refusals.NO_SEAT_LEFT",
            "{count} {term.swords}",
            "one could be many in refusals.NO_SEAT_LEFT: '{count} {term.swords}'",
        ),
        (
            "refusals.NOT_A_SHIP",
            "That card isn’t a ship.",
            "still English refusals.NOT_A_SHIP: 'That card isn’t a ship.'",
        ),
        (
            "refusals.HAS_LEFT",
            "{name} hat es gelernt.",
            "refusals.HAS_LEFT says 'gelernt', not 'merken; Kartenliste': '{name} hat es gelernt.'",
        ),
        ("pad.stop", "Jetzt aufhören", "no room for 14 letters, only 9, in pad.stop: 'Jetzt aufhören'"),
        ("ledger.leftovers.title_other", None, "missing ledger.leftovers.title_other"),
        ("ledger.leftovers.title_few", "{count}, ein paar", "superfluous ledger.leftovers.title_few"),
    ],
)
def test_a_fault_is_found(way: str, text: str | None, complaint: str, tmp_path: Path) -> None:
    root = copied(tmp_path)
    room = "pwa/src/words" if way.startswith("pad.") else "companion/words"
    file = root / room / "de.json"
    words = json.loads(file.read_text("utf-8"))
    *folders, key = way.split(".")
    node = words
    for folder in folders:
        node = node[folder]
    node.pop(key, None)
    if text is not None:
        node[key] = text
    file.write_text(json.dumps(words), "utf-8")
    assert check("de", root) == [f"{room}: {complaint}"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_known_fault_is_found_where_it_is(language: str) -> None:
    assert faults(language)
    for fault in faults(language):
        assert fault.finds.search(fault.example), fault.why


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{name} reveals an {term.expedition}", "an before a consonant: 'Hans reveals an Mission'"),
        ("{name} takes a {card}", "a before a vowel: 'Óscar takes a Admiral'"),
        ("{name} keeps his card", "a person of one sex: 'Hans keeps his card'"),
        ("It’s {name}’ turn", "a genitive without its s: 'It’s Hans’ turn'"),
    ],
)
def test_a_name_or_a_card_that_a_sentence_does_not_bear_is_found(text: str, complaint: str) -> None:
    boxes = sentences("en")["terms"]
    assert list(badly_inserted("en", {"x": text}, boxes)) == [f"x, {complaint}"]


def test_every_label_whose_room_is_known_is_said() -> None:
    assert {way for room in rooms() for way in flat(read(room, "en"))} >= set(ROOM)


def test_a_dropped_word_is_found_but_where_it_means_something_else() -> None:
    assert [*dropped("en", {"a": "The card lies there.", "b": "The card is there."})] == [
        "a says 'lies', not 'is, is there, is on the table': 'The card lies there.'"
    ]
    assert [*dropped("en", {"welcome.practice": "Practice alone first"})] == []
    # "part" is a word like any other where the project is described.
    assert [*dropped("en", {"a": "one part of the house"}, documents=True)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_may_say_a_dropped_word_does(language: str) -> None:
    every: dict[str, list[str]] = {}
    for room in rooms():
        for way, text in flat(read(room, language)).items():
            every.setdefault(way, []).append(text)
    for way, text in desk(language).items():
        every.setdefault(way, []).append(text)
    for term in glossary(language):
        for way in term.but:
            assert any(map(term.dropped.search, every.get(way, ()))), (term.use, way)


def test_the_list_of_errors_is_what_is_said() -> None:
    assert (ROOT / errors.DOCUMENT).read_text("utf-8") == errors.document(), "python -m tools.words errors"
    for room, ways in errors.PHONE.items():
        said = errors.told(room)
        for way in ways:
            assert any(f"{one}.".startswith((f"{way}.", f"{way}_")) for one in said), (room, way)


def test_a_word_is_the_english_one_where_the_list_says_so() -> None:
    unlisted = check("de", same={})
    assert "companion/words: still English terms.pegasus.person: 'Person'" in unlisted
    assert all(": still English " in line for line in unlisted)
    assert check("de", same={**SAME, "de": [*SAME["de"], "Harbour"]}) == ["same.json: nothing says 'Harbour'"]


def copied(to: Path) -> Path:
    """The rooms with their files, at another place."""
    for room in rooms():
        (to / room).mkdir(parents=True)
        for language in LANGUAGES:
            shutil.copy(ROOT / room / f"{language}.json", to / room)
    return to
