"""The ledger: its lines are the whole of what an entry moved."""

from __future__ import annotations

import random

import pytest

from .play import enter, random_game, table
from .test_view import ship, table_at


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


def test_whoever_passes_has_taken_so_many_cards_before_or_none() -> None:
    """So that nobody "takes nothing more" who has taken nothing."""
    colors = ("yellow", "blue", "green", "red")
    table_ = enter(table_at(harbor=[ship(color) for color in colors]), type="stop")
    none = enter(table_, type="pass")
    one = enter(enter(table_, type="take", harbor_index=0), type="pass")
    passed = [
        next(line for line in found.last.ledger if line.why == "passed")
        for found in (none, one)
        if found.last
    ]
    assert [line.params for line in passed] == [{}, {"taken": 1}]


@pytest.mark.parametrize(("sailors", "tied"), [(["Ann"], 1), (["Ann", "Bob"], 2), (["Ann", "Bob", "Cem"], 3)])
def test_a_tax_bonus_says_how_many_tied_for_it(sailors: list[str], tied: int) -> None:
    """000, 1. Discover (Tax Increase): everybody tied gains it; one alone is tied with nobody."""
    sailor = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}
    rows = [
        {"id": name, "coins": 3, "display": [sailor] * (name in sailors)} for name in ("Ann", "Bob", "Cem")
    ]
    taxed = enter(table_at(players=rows), type="draw", card={"kind": "tax", "bonus": "most_swords"})
    assert taxed.last is not None
    bonus = [line for line in taxed.last.ledger if line.why == "tax_bonus"]
    assert [line.params["count"] for line in bonus] == [tied] * tied
