"""Every worked case in tests/data/scenarios, for every edition that it names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.engine import codec
from companion.engine.printed.editions import edition
from companion.engine.printed.manifests import WAYS

FILES = sorted((Path(__file__).parents[1] / "data" / "scenarios").glob("*.json"))
CASES = [case for file in FILES for case in json.loads(file.read_text("utf-8"))["scenarios"]]
IN_ORDER = {"ranking", "remaining_active", "prices", "points", "rewards"}
# What a case tells its reader; no figure of the answer.
REMARKS = {
    "true",
    "then",
    "where",
    "exception",
    "method",
    "warn",
    "trace",
    "toggle",
    "detail",
    "note",
    "confirm",
}
SHORTHANDS = ("variant:", "option:")


def playable(case: dict, name: str) -> bool:
    modules = {module for module in case["modules"] if not module.startswith(SHORTHANDS)}
    return modules <= {*edition(name).modules, *WAYS}


RUNS = [(case, name) for case in CASES for name in case["profiles"] if playable(case, name)]


def same(want: object, got: object, in_order: bool) -> bool:
    if isinstance(want, dict):
        return isinstance(got, dict) and all(
            key in got and same(value, got[key], key in IN_ORDER) for key, value in want.items()
        )
    if isinstance(want, list) and isinstance(got, list) and not in_order:
        return sorted(map(str, want)) == sorted(map(str, got))
    return type(want) is type(got) and want == got


@pytest.mark.parametrize(
    ("case", "name"), RUNS, ids=lambda part: part if isinstance(part, str) else part["id"]
)
def test_the_answer_carries_every_figure_of_the_case(case: dict, name: str) -> None:
    body = {"edition": name, **{key: case[key] for key in ("modules", "situation", "steps")}}
    got = codec.answer_ruling(body)
    wanted = {key: value for key, value in case["expected"].items() if key not in REMARKS}
    wrong = {
        key: (value, got.get(key))
        for key, value in wanted.items()
        if not same(value, got.get(key), key in IN_ORDER)
    }
    assert not wrong, case["title"]


def test_all_cases_of_the_base_game_and_the_gambler_are_run() -> None:
    assert len([case for case in CASES if set(case["modules"]) <= {"base", "gambler"}]) >= 89
    assert len(RUNS) >= 321


def test_the_answer_explains_itself_by_rule_and_place() -> None:
    refused = codec.answer_ruling(
        {
            "edition": "bigbox",
            "situation": {"players": [{"id": "A"}, {"id": "B"}], "active": "A", "phase": "discover"},
            "steps": [{"type": "stop", "by": "A"}],
        }
    )
    assert refused["reason"] == "MUST_DRAW_FIRST"
    assert refused["citations"][0]["document"] == "004"
    assert refused["overridable"] is True
