"""The recorded games, entry by entry: real decks, four editions, two to five players."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.engine import Line, append, codec, fold, open_history, settled
from companion.engine.house.building import DOORS
from companion.engine.json import reading
from companion.engine.rules import ending

from .play import GAMES, correct, entered_steps, recorded_game

each_game = pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.split(".")[0])


LINES = {why: {*params} for door in DOORS.values() for why, params in door.lines.items()}
# What is told of a game that is won or lost by all.
TOGETHER = ("outcome", "reason", "winners", "points", "title")


def played(path: Path):
    record = recorded_game(path)
    history = open_history(codec.setup_from_json(record))
    for number, (step, checkpoint) in enumerate(entered_steps(record)):
        entry = reading.entry(step, history.state.game, history.setup.players)
        history, recorded = append(history, Line(str(number), entry))
        for line in recorded.ledger:
            assert {*line.params} <= LINES[line.why], line
        yield history, recorded, checkpoint


@each_game
def test_the_table_is_as_recorded_after_every_entry(path: Path) -> None:
    for number, (history, _, checkpoint) in enumerate(played(path)):
        state = history.state
        for figure in ("coins", "vp", "swords"):
            assert {player.name: getattr(player, figure) for player in state.players} == checkpoint[figure], (
                number
            )
        assert ending.triggered(state) == checkpoint["end_triggered"], number
        if not {"harbor", "discard_pile"} & set(checkpoint.get("loose", [])):
            piles = checkpoint["draw_pile"] + checkpoint["discard_pile"]
            assert state.draw_pile + state.discard_pile == piles


@each_game
def test_every_payment_stands_in_the_ledger_as_recorded(path: Path) -> None:
    record = recorded_game(path)
    paid: dict[tuple[str, str], int] = {}
    for history, recorded, _ in played(path):
        for line in recorded.ledger:
            if line.coins and line.seat is not None:
                key = (history.setup.players[line.seat], line.why)
                paid[key] = paid.get(key, 0) + line.coins
    wanted: dict[tuple[str, str], int] = {}
    for checkpoint in record["checkpoints"]:
        for line in checkpoint["ledger"]:
            key = (line["player"], line["why"])
            wanted[key] = wanted.get(key, 0) + line["delta"]
    assert paid == wanted


@each_game
def test_the_ranking_and_its_reason_are_as_recorded(path: Path) -> None:
    final = recorded_game(path)["final"]
    *_, (history, _, _) = played(path)
    score = codec.score_json(history.state)
    assert score["final"] is True
    if "outcome" in final:
        assert {key: score.get(key) for key in TOGETHER} == {key: final[key] for key in TOGETHER}
        return
    assert sorted(score["winners"]) == sorted(final["winners"])
    assert score["reason"] == final["reason"]
    assert {row["name"]: row["place"] for row in score["ranking"]} == final["places"]
    assert [row["name"] for row in score["ranking"]] == final["ranking"]
    assert sorted(score["ineligible"]) == sorted(final["ineligible"])


@each_game
def test_the_fold_of_the_log_is_the_table_and_survives_json(path: Path) -> None:
    *_, (history, _, _) = played(path)
    assert fold(history.setup, history.lines).state == history.state
    kept = fold(settled(history.setup), history.lines)
    again = codec.history_from_json(json.loads(json.dumps(codec.history_json(kept))))
    assert again.state == kept.state
    assert codec.view_json(again) == codec.view_json(history)


@each_game
def test_undoing_everything_and_redoing_it_is_exact(path: Path) -> None:
    tables = [history.state for history, _, _ in played(path)]
    *_, (history, _, _) = played(path)
    for count in (1, 7, len(tables) - 1):
        undone = correct(history, type="undo", count=count)
        assert undone.state == tables[len(tables) - 1 - count]
        assert correct(undone, type="redo", count=count).state == history.state
    assert correct(history, type="undo", count=len(tables)).state == open_history(history.setup).state
