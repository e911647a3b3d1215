"""The ledger: its lines are the whole of what an entry moved."""

from __future__ import annotations

import random

import pytest

from .play import random_game, table


@pytest.mark.parametrize("edition", ["pegasus", "sjg", "yucata", "bigbox"])
def test_the_lines_of_an_entry_make_up_what_every_player_has_more_or_less(edition: str) -> None:
    """So the sum of a player's lines is his net change, and no screen has to know what belongs to it."""
    modules = ("base", "gambler") if edition == "bigbox" else ("base",)
    for seed in range(4):
        start = table(edition, 4, modules)
        before = [player.coins for player in start.state.players]
        for history, _ in random_game(start, random.Random(seed)):
            assert history.last is not None
            after = [player.coins for player in history.state.players]
            moved = [0] * 4
            for line in history.last.ledger:
                if line.seat is not None:
                    moved[line.seat] += line.coins
            assert moved == [now - then for now, then in zip(after, before, strict=True)]
            before = after
