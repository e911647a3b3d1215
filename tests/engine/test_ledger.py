"""The ledger: its lines are the whole of what an entry moved."""

from __future__ import annotations

import random

import pytest

from companion.engine import codec

from .play import enter, random_game, table
from .test_view import SAILOR, ship, table_at


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


def test_a_claim_says_what_it_makes_in_points_and_how_many_were_given_up() -> None:
    priest = {"kind": "person", "type": "priest", "cost": 4, "vp": 1}
    lies = {"kind": "expedition", "need": ["priest", "priest"], "coins": 2, "vp": 4}
    rows = [
        {"id": name, "coins": 3, "display": [priest] * 2 * (name == "Ann")} for name in ("Ann", "Bob", "Cem")
    ]
    start = table_at(players=rows, expeditions=[lies])
    claimed = enter(start, type="claim_expedition", expedition_index=0, discard=["priest", "priest"])
    assert claimed.last is not None
    line = next(line for line in claimed.last.ledger if line.why == "expedition")
    assert (line.params["points"], line.params["given_up"]) == (2, 2)
    assert claimed.state.players[0].vp - start.state.players[0].vp == 2


def test_a_ship_repelled_says_how_many_cards_stay() -> None:
    start = table_at(harbor=[ship("blue"), SAILOR])
    repelled = enter(enter(start, type="draw", card=ship("red")), type="repel")
    assert repelled.last is not None
    line = next(line for line in repelled.last.ledger if line.why == "repelled")
    assert (line.params["needed"], line.params["swords"], line.params["cards"]) == (1, 1, 2)


def test_the_price_of_a_person_says_who_makes_it_cheaper_unless_it_ends_at_nothing_before() -> None:
    """000, Persons - Mademoiselle: 1 coin less, never below 0."""
    free = {**SAILOR, "type": "jack", "cost": 0}
    view = codec.view_json(table_at(harbor=[SAILOR, free, ship("blue")]))
    sailor, jack, pinnace = view["harbor"]
    assert (sailor["price"], sailor["price_by"]) == (2, [{"why": "mademoiselle", "count": -1}])
    assert jack["price"] == 0
    assert "price_by" not in jack
    assert "price_by" not in pinnace


def test_the_view_names_whose_part_of_this_turn_is_over() -> None:
    table_ = enter(table_at(harbor=[ship("blue"), ship("green")]), type="stop")
    assert "had_part" not in codec.view_json(table_)
    after = enter(table_, type="take", harbor_index=0)
    assert codec.view_json(after)["had_part"] == [0]
    assert "had_part" not in codec.view_json(enter(after, type="pass", rest=True))
