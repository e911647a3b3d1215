"""What an evening was like, against recorded games and against small evenings told by hand."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion.engine import EngineError, History, codec, open_history

from .play import (
    GAMES,
    any_correction,
    correct,
    enter,
    entered_steps,
    played_on,
    random_game,
    recorded_game,
    table,
)
from .test_recorded_games import played

SHIP, SAME_COLOR = "base.ship.yellow.s1.c2", "base.ship.yellow.s2.c3"
ADMIRAL, SKIFF = "base.person.admiral.v3.p9", "base.ship.red.s1.c1"
# Corrections of what lies on the table are in no recorded game; both of a Jester's are one there too.
JESTERS = {"jester_bust": "jester", "jester_empty": "jester"}


def told(history: History) -> dict[str, Any]:
    return dict(codec.evening_json(history))


def award(evening: dict[str, Any], code: str) -> dict[str, Any] | None:
    return next((one for one in evening["awards"] if one["code"] == code), None)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.split(".")[0])
def test_an_evening_is_what_was_recorded(path: Path) -> None:
    record = recorded_game(path)
    *_, (history, _, end) = played(path)
    names = record["players"]
    drawn, repelled, hired, busts = Counter(), Counter(), Counter(), Counter()
    income: Counter[tuple[str, str]] = Counter()
    lay: list[str] = []
    for step, after in entered_steps(record):
        by = step.get("by")
        if step["type"] in ("draw", "use_gambler"):
            drawn[by] += len(step["cards"]) if "cards" in step else 1
            repelled[by] += step.get("repel") is True
            swept = lay and not after["harbor"] and not step.get("repel")
            busts[by] += bool(swept or after["active"] != by)
        if step["type"] == "take" and step["card"]["kind"] == "person" and not step.get("as_item"):
            hired[by] += 1
        lay = after["harbor"]
    for checkpoint in record["checkpoints"]:
        for line in checkpoint["ledger"]:
            if line["delta"] > 0:
                income[line["player"], JESTERS.get(line["why"], line["why"])] += line["delta"]
    evening = told(history)
    last = evening["rounds"][-1]
    assert dict(zip(names, last["coins"], strict=True)) == end["coins"]
    assert dict(zip(names, last["vp"], strict=True)) == record["final"]["vp"]
    assert [one["round"] for one in evening["rounds"]] == list(range(history.state.round + 1))
    assert {one["name"]: one["drawn"] for one in evening["players"]} == {name: drawn[name] for name in names}
    assert {one["name"]: len(one["repelled"]) for one in evening["players"]} == {
        n: repelled[n] for n in names
    }
    assert {one["name"]: sum(one["hired"].values()) for one in evening["players"]} == {
        n: hired[n] for n in names
    }
    assert {one["name"]: len(one["busts"]) for one in evening["players"]} == {
        name: busts[name] for name in names
    }
    paid = {(one["name"], part["why"]): part["coins"] for one in evening["players"] for part in one["income"]}
    assert paid == dict(income)


@pytest.mark.parametrize("seed", range(3))
def test_every_figure_leads_to_lines_that_say_so(seed: int) -> None:
    history = table("pegasus", 4)
    for step, (after, _) in enumerate(random_game(history, random.Random(seed))):
        history = after
        if step > 250:
            break
    evening, lines = told(history), {line["revision"]: line for line in codec.lines_json(history)}
    for player in evening["players"]:
        for why, moments in (("bust", player["busts"]), ("repelled", player["repelled"])):
            own = [line["why"] == why and line.get("seat") == player["seat"] for at in moments for line in lines[at["revision"]]["ledger"]]  # fmt: skip
            assert own.count(True) == len(moments)
        for part in player["income"]:
            rows = [line for at in part["moments"] for line in lines[at["revision"]]["ledger"]]
            mine = [line["coins"] for line in rows if line.get("seat") == player["seat"] and JESTERS.get(line["why"], line["why"]) == part["why"] and line.get("coins", 0) > 0]  # fmt: skip
            assert sum(mine) == part["coins"]


def busted(times: int = 1) -> History:
    """Ann, Ben and Cleo draw two ships of a color that they cannot repel, one after the other."""
    history = table("pegasus", 3)
    for _ in range(times):
        for card in (SHIP, SAME_COLOR):
            history = enter(history, type="draw", card=card)
    return history


def test_a_bust_is_remembered_with_its_round_and_its_line() -> None:
    evening = told(busted())
    assert [one["busts"] for one in evening["players"]] == [[{"revision": 2, "round": 1}], [], []]
    assert [one["drawn"] for one in evening["players"]] == [2, 0, 0]


def test_once_is_no_bad_luck_and_twice_is() -> None:
    assert award(told(busted(3)), "unluckiest") is None
    assert award(told(busted(5)), "unluckiest") == {
        "code": "unluckiest",
        "seats": [0, 1],
        "value": 2,
        "times": 1,
        "moments": [{"revision": n, "round": r} for n, r in ((2, 1), (8, 2), (4, 1), (10, 2))],
    }


def test_a_payment_that_was_left_out_is_no_income_and_one_made_twice_counts_twice() -> None:
    history = enter(enter(table("pegasus", 3), type="draw", card=SHIP), type="stop")
    history = enter(history, type="take", harbor_index=0)
    left_out = enter(history, type="payment", by=0, why="trade", coins=2, times=0)
    twice = enter(history, type="payment", by=0, why="trade", coins=2, times=2)
    paid = [told(one)["players"][0]["income"][0]["coins"] for one in (history, left_out, twice)]
    assert paid == [2, 0, 4]


def test_what_was_taken_back_is_not_remembered() -> None:
    assert told(correct(busted(), type="undo", count=2))["players"] == told(table("pegasus", 3))["players"]


def test_a_card_that_was_another_one_changes_the_evening() -> None:
    mended = correct(busted(), type="change", revision=2, entry={"type": "draw", "card": SKIFF}, keep=True)
    assert [one["busts"] for one in told(mended)["players"]] == [[], [], []]


def test_a_turn_is_worth_the_points_it_brought_to_whose_it_was() -> None:
    names = ["Ann", "Bob", "Cem"]
    situation = {"players": [{"id": name, "coins": 20} for name in names], "round": 4, "active": "Bob"}
    body = {"edition": "pegasus", "modules": ["base"], "players": names, "situation": situation}
    history = open_history(codec.setup_from_json(body))
    for card in (ADMIRAL, SKIFF):
        history = enter(history, type="draw", card=card)
    history = enter(enter(history, type="stop"), type="take", harbor_index=0)
    while history.state.turn == (4, 1):
        history = enter(history, type="pass")
    evening = told(history)
    assert evening["players"][1]["hired"] == {"admiral": 1}
    assert award(evening, "best_turn") == {
        "code": "best_turn", "seats": [1], "value": 3, "times": 1, "moments": [{"revision": history.revision, "round": 4}],
    }  # fmt: skip
    # Points of a table that was taken over are counted from there.
    assert evening["rounds"][0]["round"] == 3


@pytest.mark.parametrize("seed", range(12))
def test_whatever_happened_at_the_table_and_in_its_log_an_evening_ends_as_the_table_stands(seed: int) -> None:
    chance = random.Random(seed)
    history = played_on(table("bigbox", 3 + seed % 3), chance, 60, lively=0.15)
    for _ in range(8):
        with suppress(EngineError):
            history = correct(history, **any_correction(history, chance))
    history = played_on(history, chance, 20, lively=0.15)
    evening, players = told(history), codec.view_json(history)["players"]
    assert evening["rounds"][-1]["coins"] == [one["coins"] for one in players]
    assert evening["rounds"][-1]["vp"] == [one["vp"] for one in players]
    rounds = [one["round"] for one in evening["rounds"]]
    assert rounds == sorted(set(rounds))
    holding = {item.revision for item in history.timeline.held}
    moments = [at for one in evening["players"] for at in (*one["busts"], *one["repelled"])]
    assert {at["revision"] for at in moments} <= holding


def test_an_empty_evening_is_how_everybody_began() -> None:
    evening = told(table("pegasus", 3))
    assert evening["rounds"] == [{"round": 1, "vp": [0, 0, 0], "coins": [3, 3, 3]}]
    assert evening["awards"] == []
