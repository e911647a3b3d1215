"""Kept lightly: the same coins, points and displays as card by card, and what is not known then is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine import codec
from companion.engine.rules.ending import score
from companion.engine.table.manifests import keepings

from .lightly import lightly
from .play import GAMES, recorded_game

KEPT = [(path, how) for path in GAMES for how in keepings(recorded_game(path)["modules"])]


@pytest.mark.parametrize(
    ("path", "how"), KEPT, ids=lambda one: one.name.split(".")[0] if isinstance(one, Path) else one
)
def test_a_recorded_game_comes_to_the_same_coins_and_points(path: Path, how: str) -> None:
    turns = 0
    for told in lightly(recorded_game(path), how):
        if not told.between_turns:
            continue
        turns += 1
        whole, light = told.whole.state, told.light.state
        assert light.turn == whole.turn
        assert light.players == whole.players
        assert light.expeditions == whole.expeditions
        assert light.draw_pile + light.discard_pile == whole.draw_pile + whole.discard_pile
    assert turns > 10
    assert score(told.light.state) == score(told.whole.state)
    assert codec.score_json(told.light.state) == codec.score_json(told.whole.state)
