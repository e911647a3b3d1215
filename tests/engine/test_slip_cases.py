"""Small games with one slip of each kind, counted at the table: the first guess is the slip.

The phone says the same guesses in words (`pwa/src/screens/table/slips.test.ts`).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.engine import History, append, codec

from .planting import KINDS
from .play import correct, enter, table

FILE = Path(__file__).parents[2] / "pwa" / "src" / "fixtures" / "slips.json"
CASES = json.loads(FILE.read_text("utf-8"))["cases"]


def played(case: dict[str, Any]) -> History:
    history = table("pegasus", 3)
    for entry in case["entries"]:
        history = enter(history, **entry)
    return history


def mended(history: History, repair: dict[str, Any]) -> History:
    line = codec.line_from_json({"entry_id": "repair", **repair}, history.state.game)
    return append(history, line)[0]


def test_there_is_a_game_for_every_kind_of_slip() -> None:
    assert {case["first"]["kind"] for case in CASES} == set(KINDS)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_first_guess_is_what_went_wrong(case: dict[str, Any]) -> None:
    history = played(case)
    found = codec.slips_json(history, case["counted"])["reasons"][0]
    assert {key: found[key] for key in case["first"]} == case["first"]
    assert found["left"] == 0
    assert (history.state.round, history.state.active) == (case["round"], case["active"])


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_went_wrong_is_put_right_by_one_line_and_one_undo(case: dict[str, Any]) -> None:
    history = played(case)
    reason = codec.slips_json(history, case["counted"])["reasons"][0]
    if reason["repair"] is None:
        # Nobody knows which card it was.
        assert (reason["kind"], "card" in reason["params"]) == ("missed_draw", False)
        return
    after = mended(history, reason["repair"])
    assert after.revision == history.revision + 1
    for seat, coins in case["counted"].get("coins", {}).items():
        assert after.state.players[int(seat)].coins == coins
    for pile in ("draw_pile", "discard_pile"):
        assert getattr(after.state, pile) == case["counted"].get(pile, getattr(after.state, pile))
    assert correct(after, type="undo").state == history.state


def test_a_taker_who_had_passed_is_put_right_by_one_replacement() -> None:
    """The pass of before and the take of another are one correction."""
    history = table("pegasus", 3)
    for entry in (
        {"type": "draw", "card": "base.ship.yellow.s2.c3"},
        {"type": "draw", "card": "base.ship.blue.s1.c2"},
        {"type": "stop"},
        {"type": "take", "harbor_index": 0},
        {"type": "pass", "by": 1},
        {"type": "take", "harbor_index": 1, "by": 2},
    ):
        history = enter(history, **entry)
    coins = [player.coins for player in history.state.players]
    counted = {"coins": {"1": coins[1] + 1, "2": coins[2] - 1}}
    reason = codec.slips_json(history, counted)["reasons"][0]
    assert (reason["kind"], reason["params"]["to"]) == ("taker", 1)
    correction = reason["repair"]["correction"]
    assert (correction["type"], correction["revision"], correction["count"]) == ("replace", 5, 2)
    assert [entry["type"] for entry in correction["entries"]] == ["take"]
    after = mended(history, reason["repair"])
    assert [player.coins for player in after.state.players] == [coins[0], coins[1] + 1, coins[2] - 1]
    assert correct(after, type="undo").state == history.state
