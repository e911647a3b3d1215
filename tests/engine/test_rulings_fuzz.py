"""Whatever is asked as a ruling, the answer is a figure of the table or a named refusal, never a crash."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import EngineError, Malformed, codec
from companion.engine.printed.editions import EDITIONS, edition

FILES = sorted((Path(__file__).parents[1] / "data" / "scenarios").glob("*.json"))
KNOWN = {"base", "gambler"}
CASES = [
    case
    for file in FILES
    for case in json.loads(file.read_text("utf-8"))["scenarios"]
    if set(case["modules"]) <= KNOWN
]
WORDS = sorted({word for case in CASES for word in json.dumps(case).split('"') if word.isidentifier()})
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-2, 13)
    | st.sampled_from([10**6, 10**40, -(10**40), 1.5, float("nan"), float("inf")])
    | st.sampled_from(["", "²", "\ud800", "A" * 500, *WORDS])
)
JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner),
    max_leaves=6,
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) below `value`."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in [(value, key), *places(value[key])]]


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    """The body of a worked case with something deleted, doubled, moved or replaced."""
    case = draw(st.sampled_from(CASES))
    other = draw(st.sampled_from(CASES))
    keys = ("modules", "situation", "steps")
    body = {"edition": draw(st.sampled_from(EDITIONS)), **json.loads(json.dumps({k: case[k] for k in keys}))}
    if draw(st.booleans()):
        body["steps"] += json.loads(json.dumps(other["steps"]))
    for _ in range(draw(st.integers(0, 2))):
        found = places(body)
        if not found:
            break
        container, key = draw(st.sampled_from(found))
        change = draw(st.sampled_from(["delete", "double", "move", "replace"]))
        if change == "delete":
            del container[key]
        elif change == "double" and isinstance(container, list):
            container.insert(key, container[key])
        elif change == "move":
            source, name = draw(st.sampled_from(places(other)))
            container[key] = json.loads(json.dumps(source[name]))
        else:
            container[key] = draw(JSON)
    return body


@settings(max_examples=800, derandomize=True, database=None)
@given(questions())
def test_a_question_is_answered_or_refused_by_name(body: dict[str, Any]) -> None:
    try:
        answer = codec.answer_ruling(body)
    except EngineError:
        return
    assert answer["result"] in ("allowed", "denied", "forced", "value")
    assert isinstance(answer["reason"], str)
    assert min(answer.get("coins", {"": 0}).values()) >= 0
    assert min(answer.get(pile, 0) for pile in ("draw_pile", "discard_pile", "harbor_size")) >= 0
    json.dumps(answer)


@settings(max_examples=200, derandomize=True, database=None)
@given(JSON)
def test_anything_at_all_in_place_of_a_question(body: object) -> None:
    with pytest.raises(EngineError):
        codec.answer_ruling(body)


def nested(depth: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("players", 10**4000),
        ("players", [{"id": "A"}] * 100_000),
        ("players", nested(900)),
        ("harbor", [{"kind": "ship", "color": "red", "swords": 1, "coins": 1}] * 100_000),
        ("harbor", nested(900)),
        ("expeditions", [{"kind": "expedition", "need": ["priest"] * 100_000}]),
        ("draw_pile", 10**4000),
        ("vp_history", {"A": [12] * 100_000}),
        ("phase", "x" * 1_000_000),
    ],
)
def test_too_much_is_malformed_at_once(place: str, value: object) -> None:
    situation = {"players": [{"id": "A"}, {"id": "B"}], place: value}
    body = {"edition": "yucata", "situation": situation, "steps": [{"type": "query", "what": "game_over"}]}
    began = time.perf_counter()
    with pytest.raises(Malformed):
        codec.answer_ruling(body)
    assert time.perf_counter() - began < 0.5


def test_the_longest_question_is_answered_soon() -> None:
    person = {"kind": "person", "type": "jack", "cost": 0, "vp": 1}
    # All that the box holds: 64 persons, 50 ships and 6 expeditions, most of it where it is looked at for one another.
    players = [{"id": name, "coins": 999, "display": []} for name in "ABCDEFGHIJKL"]
    players[0]["display"] = [person] * 50
    ship = {"kind": "ship", "color": "red", "swords": 1, "coins": 1}
    expedition = {"kind": "expedition", "need": ["priest"] * 6, "coins": 20, "vp": 1}
    body = {
        "edition": "bigbox",
        "modules": ["base", "gambler"],
        "situation": {
            "players": players,
            "active": "A",
            "harbor": [person] * 14 + [ship] * 50,
            "expeditions": [expedition] * 6,
        },
        "steps": [{"type": "claim_expedition", "by": "A", "expedition_index": 0, "discard": ["jack"] * 6}] * 6
        + [{"type": "query", "what": "ranking"}] * 54,
    }
    began = time.perf_counter()
    answer = codec.answer_ruling(body)
    assert time.perf_counter() - began < 2
    assert len(answer["display"]["A"]) == 14


@pytest.mark.parametrize("name", [name for name in EDITIONS if "gambler" not in edition(name).modules])
@pytest.mark.parametrize("step", [{"type": "create_game"}, {"type": "stop", "by": "A"}])
def test_a_module_of_another_box_is_refused(name: str, step: dict[str, Any]) -> None:
    answer = codec.answer_ruling({"edition": name, "modules": ["base", "gambler"], "steps": [step]})
    assert (answer["result"], answer["reason"]) == ("denied", "MODULE_REQUIRED")
    assert answer["params"] == {"module": "gambler"}
    assert answer["citations"]


def test_a_word_that_is_no_module_is_malformed() -> None:
    with pytest.raises(Malformed):
        codec.answer_ruling({"edition": "bigbox", "modules": ["dragons"], "steps": [{"type": "create_game"}]})
