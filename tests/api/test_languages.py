"""Problems speak the reader's language, in the words of the group's box."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.api.problems import BY_STATUS
from companion.words import LANGUAGES, words_for
from tests.api.conftest import OpenedTable

API = Path(__file__).resolve().parents[2] / "companion" / "api"


@pytest.mark.parametrize(
    ("accepted", "language", "sentence"),
    [
        ("", "en", "Draw at least one card before stopping."),
        ("en-GB,en;q=0.9", "en", "Draw at least one card before stopping."),
        ("de", "de", "Erst mindestens eine Karte ziehen, dann aufhören."),
        ("de-AT,de;q=0.9,en;q=0.8", "de", "Erst mindestens eine Karte ziehen, dann aufhören."),
        ("xx, de;q=0.5", "de", "Erst mindestens eine Karte ziehen, dann aufhören."),
        ("xx", "en", "Draw at least one card before stopping."),
        (";;;q=x", "en", "Draw at least one card before stopping."),
    ],
)
def test_a_refusal_is_said_in_the_language_asked_for(
    table: OpenedTable, accepted: str, language: str, sentence: str
) -> None:
    body = {"entry_id": "a", "base_revision": 0, "entry": {"type": "stop"}}
    answer = table.post("/entries", body, **{"Accept-Language": accepted})
    assert answer.json
    assert answer.json["detail"] == sentence
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"]


def test_each_language_has_a_refusal_of_its_own(table: OpenedTable) -> None:
    said = {}
    for language in LANGUAGES:
        body = {"entry_id": "a", "base_revision": 0, "entry": {"type": "stop"}}
        answer = table.post("/entries", body, **{"Accept-Language": f"{language}-CH, xx;q=0.1"})
        assert answer.headers["Content-Language"] == language
        assert answer.json
        said[language] = answer.json["detail"]
    assert len(set(said.values())) == len(LANGUAGES)


def test_a_refusal_names_the_player_by_name(table: OpenedTable) -> None:
    answer = table.enter({"type": "stop", "by": "Ben"})
    assert answer.json
    assert "Ada" in answer.json["detail"]


def test_a_refusal_uses_the_words_of_the_box(open_table: Callable[..., OpenedTable]) -> None:
    said = {}
    for edition in ("pegasus", "sjg"):
        table = open_table(edition=edition)
        card = {"kind": "expedition", "need": ["captain", "captain"]}
        assert table.enter({"type": "draw", "card": card}).status_code == 201
        answer = table.enter({"type": "claim_expedition", "expedition_index": 0})
        assert answer.json
        said[edition] = answer.json["detail"]
    assert "Expedition" in said["pegasus"]
    assert "Mission" in said["sjg"]


def test_an_unknown_address_is_said_in_german_too(client: FlaskClient) -> None:
    answer = client.get("/api/nothing", headers={"Accept-Language": "de"})
    assert answer.json
    assert answer.json["title"] == "Hier ist nichts"


def test_every_problem_has_its_words_in_every_language() -> None:
    raised = set(BY_STATUS.values())
    for file in API.glob("*.py"):
        raised |= set(re.findall(r'Problem\(\s*\d+,\s*"([a-z_]+)"', file.read_text()))
    assert {"too_deep", "stale", "malformed"} <= raised
    for language in LANGUAGES:
        assert raised | {"refused"} <= set(words_for(language).problems)


def test_params_are_said_as_people_say_them() -> None:
    words = words_for("en")
    assert words.refusal("WRONG_PHASE", "pegasus", {"phase": "trade_hire"}).endswith("Trade & Hire.")
    missing = words.refusal("EXPEDITION_MISSING_SYMBOLS", "bigbox", {"missing": ["captain", "priest"]})
    assert "Captain, Priest" in missing
    person = words.refusal("EXPEDITION_WRONG_PERSON", "bigbox", {"person": "mademoiselle"})
    assert person.startswith("Señorita")


def test_a_name_with_braces_is_not_filled_in() -> None:
    said = words_for("en").refusal("NOT_YOUR_TURN", "pegasus", {"seat": 0}, ["{term.swords}"])
    assert "{term.swords}" in said


def test_an_unknown_refusal_is_no_error() -> None:
    assert words_for("en").refusal("NEW_CODE", "pegasus", {"x": json.loads("[1]")}) == ""
