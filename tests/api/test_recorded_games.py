"""Whole games with a real deck, kept through the API: after every entry the table is as it was on the table."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import OpenedTable
from tests.conforming import Conforms, committed

GAMES = sorted((Path(__file__).resolve().parents[1] / "data" / "games").glob("*.json.gz"))
# One game of every edition, and one that ends otherwise. That all of them are as they were on the table is the engine's
# (tests/engine/test_recorded_games.py): here it is that the API tells what the engine says.
PLAYED = (
    "01-bigbox-make_sail",
    "02-bigbox-make_sail_mix",
    "02-pegasus-2p",
    "03-bigbox-jomc",
    "04-bigbox-jomc",
    "06-yucata-jomc",
    "07-bigbox-jomc-coop",
    "08-bigbox-jomc-coop",
    "09-bigbox-jomc-solo",
    "24-bigbox-3p",
    "28-sjg-4p",
    "32-yucata-4p",
    "54-bigbox-3p-expedition",
)


@pytest.fixture(scope="module")
def conforms() -> Conforms:
    return committed()


def entries_of(game: dict[str, Any]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Each entry with the table after it; what happens by itself belongs to the entry before."""
    pairs: list[tuple[dict[str, Any], dict[str, Any]]] = []
    for step, after in zip(game["steps"], game["checkpoints"], strict=True):
        if step.get("auto") or step["type"] == "finish_turn":
            pairs[-1] = (pairs[-1][0], after)
        else:
            pairs.append((step, after))
    return pairs


def test_no_recorded_game_is_left_out() -> None:
    assert len(GAMES) >= 22


def each(file: Path) -> Any:
    name = file.name.split(".")[0]
    return pytest.param(file, id=name, marks=() if name.startswith(PLAYED) else pytest.mark.soak)


@pytest.mark.parametrize("file", [each(file) for file in GAMES])
def test_a_game_is_kept_from_the_first_card_to_the_win(
    open_table: Callable[..., OpenedTable], conforms: Conforms, file: Path
) -> None:
    game = json.loads(gzip.decompress(file.read_bytes()))
    table = open_table(**{key: game[key] for key in ("edition", "modules", "options", "players")})
    for revision, (step, after) in enumerate(entries_of(game)):
        answer = table.enter(step, base=revision)
        assert answer.status_code == 201, (revision, step, answer.text)
        conforms("Recorded", answer.json)
        view = answer.json["view"]  # type: ignore[index]
        for key in ("coins", "vp", "swords"):
            assert {p["name"]: p[key] for p in view["players"]} == after[key], (revision, step)
        assert view["end_triggered"] == after["end_triggered"], (revision, step)
        if not {"harbor", "discard_pile"} & set(after.get("loose", [])):
            piles = view["draw_pile"] + view["discard_pile"]
            assert piles == after["draw_pile"] + after["discard_pile"], (revision, step)
    score = table.get("/score").json
    assert score
    conforms("Score", score)
    conforms("View", table.get().json)
    conforms("Log", table.get("/entries").json)
    conforms("Evening", table.get("/evening").json)
    conforms("Export", table.get("/export").json)
    for seat in range(len(game["players"])):
        conforms("Outlook", table.get(f"/players/{seat}/outlook").json)
        conforms("Account", table.get(f"/players/{seat}/account").json)
    assert score["final"]
    assert sorted(score["winners"]) == sorted(game["final"]["winners"])
    assert score["reason"] == game["final"]["reason"]
    if "outcome" in game["final"]:
        told = {key: score.get(key) for key in ("outcome", "points", "title")}
        assert told == {key: game["final"][key] for key in told}
    else:
        assert {row["name"]: row["place"] for row in score["ranking"]} == game["final"]["places"]
