"""A name is what can be seen of it, in every script and with the joiners and signs that its writers use."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import Malformed, codec, open_history
from companion.engine.entering.names import kept_name, known_as, typed_name
from companion.engine.opening.beginning import beginning

from .life import SKIFF
from .play import enter, table

WRITTEN: dict[str, list[str]] = json.loads(
    (Path(__file__).parents[1] / "data" / "names.json").read_text("utf-8")
)
NAMES = [name for names in WRITTEN.values() for name in names]

# What shows nothing, whatever stands beside it: fillers, fillers of half a width, marks of direction, what is no longer
# used, what is for programs.
NOTHING = (
    "\u00ad\u061c\u115f\u1160\u17b4\u17b5\u200e\u200f\u202a\u202c\u202e\u2060\u2061\u2064\u2066\u2069\u206a\u206f"
    "\u3164\ufeff\uffa0\ufff0\ufff9\ufffb\ufffc\ufffe\ufdd0\U0001bca0\U0001d159\U0001d173\U000e0001\U000e0fff\U0010ffff"
)
# What shows nothing where its writers have no use for it.
IN_ITS_PLACE = (
    "\u034f\u180b\u180e\u180f\u200b\u200c\u200d\u2800\ufe00\ufe0e\ufe0f\U000e0100\U000e0067\U000e007f"
    "\U00013430\U00013441\U00016fe4"
)
WITHOUT = st.sampled_from(NOTHING + IN_ITS_PLACE)
# No marks, which the signs below could belong to.
LATIN = st.text(st.sampled_from("abcABC xyzß'-."), min_size=1, max_size=8).filter(
    lambda text: text.strip() != ""
)
MIXED = st.text(
    st.one_of(
        st.characters(),
        WITHOUT,
        st.sampled_from("".join(NAMES)),
        st.sampled_from("\u094d\u0301\u17d2 \u00a0"),
    ),
    max_size=12,
)


def takes(name: str) -> bool:
    try:
        typed_name(name, "name")
    except Malformed:
        return False
    return True


def set_up(*names: str, **more: Any) -> dict[str, Any]:
    return {"edition": "pegasus", "modules": ["base"], "players": list(names), **more}


@pytest.mark.parametrize("language", WRITTEN)
def test_names_of_every_language_are_kept_as_they_are_written(language: str) -> None:
    for name in WRITTEN[language]:
        assert typed_name(f" {name}\t", "name") == unicodedata.normalize("NFC", name)
        assert typed_name(unicodedata.normalize("NFD", name), "name") == unicodedata.normalize("NFC", name)


def test_names_of_thirty_languages_and_more_are_tried() -> None:
    assert len(WRITTEN) > 60
    joined = [name for name in NAMES if any(unicodedata.category(sign) == "Cf" for sign in name)]
    assert len(joined) > 30


@pytest.mark.parametrize("sign", NOTHING + IN_ITS_PLACE, ids=lambda sign: f"U+{ord(sign):04X}")
def test_what_shows_nothing_is_no_name_and_in_none_where_nobody_writes_it(sign: str) -> None:
    for name in (sign, sign * 3, f"{sign} {sign}", f"Ben{sign}", f"{sign}Ben", f"B{sign}n", f"Ben {sign}"):
        assert not takes(name), ascii(name)


@pytest.mark.parametrize(
    "name",
    [
        "\u0301",
        "\u0301Ann",
        "Ann \u0301",
        "\u20e3",
        "Ann\u200d",
        "\u200dAnn",
        "علی\u200c",
        "\u200cعلی",
        "علی\u200c\u200cرضا",
        "علی\u200cBen",
        "नेहा\u200d",
        "สม\u200b",
        "สม\u200b\u200bชาย",
        "❤\ufe0f\ufe0f",
        "\U0001f469\u200d",
        "\U0001f469\u200d\u200d\U0001f680",
        "\U0001f3f4\U000e0067",
        "A\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "1\ufe0f",
        "葛\U000e0100\U000e0101",
        "\u180e\u1820",
        "\u2800\u2801",
    ],
    ids=ascii,
)
def test_a_joiner_has_something_to_join_and_a_mark_something_to_stand_on(name: str) -> None:
    assert not takes(name)


def test_signs_that_are_newer_than_this_python_can_be_seen() -> None:
    newer = next(chr(code) for code in range(0x1FA70, 0x20000) if unicodedata.category(chr(code)) == "Cn")
    assert takes(newer)
    assert takes(f"\U0001f469\u200d{newer}")


@given(LATIN, WITHOUT, LATIN)
def test_nothing_can_be_hidden_between_latin_letters(before: str, sign: str, after: str) -> None:
    assert takes(before + after)
    assert not takes(before + sign + after)


@given(st.text(WITHOUT, max_size=12))
def test_nothing_is_made_of_what_shows_nothing(name: str) -> None:
    assert not takes(name)


@settings(max_examples=400)
@given(MIXED)
def test_what_is_taken_is_seen_and_taken_again_as_it_is(name: str) -> None:
    if takes(name):
        read = typed_name(name, "name")
        assert typed_name(read, "name") == kept_name(read, "name") == read
        assert known_as(read).strip()
        seen = [
            sign
            for sign in read
            if unicodedata.category(sign)[0] in "LNPS" or unicodedata.category(sign) in ("Cn", "Cf")
        ]
        assert set(seen) - set(NOTHING + IN_ITS_PLACE)
        assert not set(read) & set(NOTHING)


@settings(max_examples=400)
@given(MIXED)
def test_known_as_is_the_same_for_whatever_case_and_form_a_name_has(name: str) -> None:
    known = known_as(name)
    assert known_as(known) == known
    assert known_as(unicodedata.normalize("NFD", name)) == known_as(unicodedata.normalize("NFC", name))
    assert known_as(f"  {name} ").strip() == known.strip()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Ann", "\uff21nn"),
        ("Ann Lee", "Ann\u00a0 Lee"),
        ("Groß", "GROSS"),
        ("Zoe\u0301", "Zoé"),
        ("علی\u200cرضا", "علیرضا"),
        ("श्\u200dयाम", "श्याम"),
        ("❤\ufe0f", "❤"),
        ("葛\U000e0100城", "葛城"),
        ("ﾊﾅｺ", "ハナコ"),
    ],
)
def test_two_names_that_nobody_tells_apart_are_one(one: str, other: str) -> None:
    with pytest.raises(Malformed) as caught:
        codec.setup_from_json(set_up("Cem", one, other))
    assert caught.value.field == "players[2]"
    late = open_history(codec.setup_from_json(set_up(one, "Cem")))
    with pytest.raises(Malformed) as caught:
        enter(late, type="join", name=other, after=0)
    assert caught.value.field == "entry.name"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ben", "Веn"),
        ("Zoe", "Zoë"),
        ("Ann Lee", "Annlee"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\U0001f469\U0001f467"),
        (WRITTEN["Emoji"][2], "\U0001f3f4"),
    ],
)
def test_names_that_differ_in_what_is_seen_are_two(one: str, other: str) -> None:
    history = open_history(codec.setup_from_json(set_up(one, other)))
    assert [player.name for player in history.state.players] == [one, other]


BEFORE = ("\u3164", "A\u115fda", "\u2800")


def earlier(*, joined: str = BEFORE[2], names: tuple[str, ...] = BEFORE[:2]) -> dict[str, Any]:
    """A table as a version wrote it that took such names."""
    opened = open_history(beginning(codec.setup_from_json(set_up("Ann", "Bob"))))
    history = enter(opened, type="join", name="Dot", after=1)
    document = codec.history_json(enter(history, type="draw", card=SKIFF))
    document["setup"]["players"] = list(names)
    document["lines"][0]["entry"]["name"] = joined
    return document


def told(document: dict[str, Any], kept: bool) -> list[str]:
    read = codec.history_from_json(document, kept=kept)
    assert all(line.unread is None for line in read.lines)
    return [player.name for player in read.state.players]


def test_names_that_were_taken_before_stay_readable() -> None:
    assert told(earlier(), kept=True) == list(BEFORE)
    other_version = earlier()
    other_version["setup"]["settled"]["engine"] = "before"
    assert told(other_version, kept=False) == list(BEFORE)
    assert told(earlier(names=("Ann", "A\u2800nn"), joined="Ａnn"), kept=True) == ["Ann", "A\u2800nn", "Ａnn"]


@pytest.mark.parametrize(
    "change",
    [lambda document: document["setup"].pop("settled"), lambda document: None],
    ids=["nobody", "these"],
)
def test_a_file_by_these_rules_is_held_to_them(change: Callable[[dict[str, Any]], object]) -> None:
    for document in (earlier(names=("Ann", "Bob")), earlier(joined="Dot")):
        change(document)
        with pytest.raises(Malformed):
            codec.history_from_json(document)


def test_a_correction_that_names_somebody_is_read_as_a_new_name_is() -> None:
    history = enter(table(), type="join", name="Dot", after=1)
    correction = {"type": "change", "revision": 1, "entry": {"type": "join", "name": "\u3164", "after": 1}}
    with pytest.raises(Malformed):
        codec.line_from_json({"entry_id": "a", "correction": correction}, history.state.game)


def test_of_the_signs_for_programs_only_those_that_stand_before_a_number_are_seen() -> None:
    shown = {
        chr(code)
        for code in range(sys.maxunicode)
        if takes(chr(code)) and unicodedata.category(chr(code)) == "Cf"
    }
    assert {unicodedata.name(sign).partition(" ")[0] for sign in shown} == {"ARABIC", "SYRIAC", "KAITHI"}
