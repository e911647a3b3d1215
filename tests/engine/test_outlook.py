"""The outlook: what one player could take and pay, held to what then happens."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.engine import History, Malformed, Takes, codec, outlook

from .play import enter, random_game, table
from .test_view import SAILOR, ship, table_at

ADMIRAL = {"kind": "person", "type": "admiral", "cost": 5, "vp": 1}
JESTER = {"kind": "person", "type": "jester", "cost": 5, "vp": 1}
PRIEST = {"kind": "person", "type": "priest", "cost": 4, "vp": 1}
PRIESTS = {"kind": "expedition", "need": ["priest", "priest"], "coins": 2, "vp": 4}
FIVE = [*(ship(color) for color in ("yellow", "blue", "green", "red")), SAILOR]


def seen(history: History, seat: int) -> dict[str, Any]:
    return codec.outlook_json(history, seat)


def test_prices_are_ones_own_with_the_coin_for_the_active_player() -> None:
    history = table_at(harbor=[SAILOR, ship("red", 2, 3)])
    active, cem = seen(history, 0), seen(history, 2)
    assert [(one["coins"], one["allowed"]) for one in active["offers"]] == [(-2, True), (3, True)]
    hire, trade = cem["offers"]
    assert (hire["by"], hire["price"], hire["compensation"], hire["coins"]) == (2, 3, 1, -4)
    assert hire["refusal"]["code"] == "CANNOT_AFFORD"
    assert (trade["coins"], trade["allowed"]) == (2, True)


def test_coins_that_the_part_pays_first_count_towards_the_price() -> None:
    four, five = seen(table_at(harbor=FIVE[1:]), 1), seen(table_at(harbor=FIVE), 1)
    assert (four["coins"], four["due"]) == (0, [])
    assert four["short"] == [{"why": "admiral", "rule": "admiral", "count": 2, "cards": 4, "needed": 5}]
    assert (five["coins"], [line["coins"] for line in five["due"]], five["short"]) == (4, [4], [])
    assert five["due"][0]["rule"] == "admiral"
    assert [one["allowed"] for one in five["offers"]] == [True] * 5
    assert four["offers"][-1]["refusal"]["params"]["short"] == 4


def test_what_is_short_is_short_of_the_price_and_the_coin_for_the_active_player_together() -> None:
    """000, 2. Trade & Hire: the price is paid, and another 1 coin goes to the active player."""
    governor = {"kind": "person", "type": "governor", "cost": 7, "vp": 0}
    for coins, code in ((0, "CANNOT_AFFORD"), (4, "CANNOT_AFFORD"), (7, "CANNOT_PAY_COMPENSATION")):
        rows = [{"id": "Ann", "coins": 5}, {"id": "Bob", "coins": coins}, {"id": "Cem"}]
        before = table_at(players=rows, harbor=[governor])
        (others,), (own,) = seen(before, 1)["offers"], seen(before, 0)["offers"]
        assert (others["coins"], others["refusal"]["code"]) == (-8, code)
        assert others["refusal"]["params"] == {"price": 7, "needed": 8, "coins": coins, "short": 8 - coins}
        assert own["refusal"]["params"] == {"price": 7, "needed": 7, "coins": 5, "short": 2}
        told = enter(enter(before, type="stop"), type="pass")
        assert [one["refusal"] for one in seen(told, 1)["offers"]] == [others["refusal"]]


def test_a_bust_pays_jesters_and_nothing_else() -> None:
    rows = [{"id": "Ann", "coins": 5}, {"id": "Bob", "display": [JESTER, JESTER]}, {"id": "Cem"}]
    history = table_at(players=rows, harbor=[ship("red", 5)])
    assert [line["coins"] for line in seen(history, 1)["if_bust"]] == [2]
    assert seen(history, 2)["if_bust"] == []
    assert seen(enter(history, type="stop"), 1)["if_bust"] == []


def test_an_empty_harbor_pays_nobody_before_the_first_card() -> None:
    rows = [{"id": "Ann", "coins": 5}, {"id": "Bob", "display": [JESTER]}, {"id": "Cem"}]
    bob = seen(table_at(players=rows), 1)
    assert (bob["due"], bob["coins"]) == ([], 0)


def test_a_part_is_now_later_or_over_and_takes_run_out() -> None:
    history = enter(table_at(harbor=FIVE), type="stop")
    assert [seen(history, seat)["part"] for seat in range(3)] == ["now", "later", "later"]
    assert seen(history, 0)["takes"] == 2
    history = enter(history, type="take", harbor_index=1)
    assert seen(history, 0)["takes"] == 1
    history = enter(history, type="pass")
    assert [seen(history, seat)["part"] for seat in range(3)] == ["over", "now", "later"]
    assert (seen(history, 0)["offers"], seen(history, 0)["takes"]) == ([], 0)
    assert seen(history, 1)["due"] == []


def test_where_the_others_need_the_active_player_to_take_it_is_said() -> None:
    history = enter(table_at(harbor=FIVE), type="stop")
    assert seen(history, 1)["only_after_take"] is False
    strict = table(others_after_nothing=False)
    strict = enter(enter(strict, type="draw", card=ship("red", 5, 3)), type="stop")
    assert [seen(strict, seat)["only_after_take"] for seat in range(3)] == [False, True, True]


def test_an_expedition_is_shown_to_whoever_owns_what_it_takes_and_claimed_in_ones_own_turn() -> None:
    rows = [{"id": "Ann", "coins": 5}, {"id": "Bob", "display": [PRIEST, PRIEST]}, {"id": "Cem"}]
    history = table_at(players=rows, harbor=[SAILOR], expeditions=[PRIESTS])
    bob, cem = seen(history, 1), seen(history, 2)
    (claim,) = bob["claims"]
    assert (claim["allowed"], claim["discard"], claim["gain"]) == (True, ["priest", "priest"], 2)
    assert (bob["claims_now"], seen(history, 0)["claims_now"]) == (False, True)
    (missing,) = cem["claims"]
    assert missing["refusal"]["code"] == "EXPEDITION_MISSING_SYMBOLS"


@pytest.mark.parametrize("seat", [-1, 3, 10**30, "1", None, True, 1.0])
def test_a_seat_that_there_is_not_is_named(seat: object) -> None:
    with pytest.raises(Malformed) as wrong:
        codec.outlook_json(table(), seat)
    assert (wrong.value.field, wrong.value.takes) == ("seat", Takes("whole_number", {"least": 0, "most": 2}))


@pytest.mark.parametrize("edition", ["pegasus", "sjg", "yucata", "bigbox"])
def test_what_it_says_is_what_happens(edition: str) -> None:
    """Through random games: own offers are the templates, the next part pays and offers what was foretold."""
    foretold = 0
    for seed in range(12):
        before: History | None = None
        for history, body in random_game(table(edition, 4), random.Random(seed)):
            state = history.state
            if state.phase == "trade_hire":
                templates = [one for one in codec.view_json(history)["allowed"] if one["type"] == "take"]
                assert seen(history, state.acting)["offers"] == templates
            passes = body["type"] == "pass" and not body.get("rest") and not body.get("passing")
            if before and passes and state.phase == "trade_hire" and state.active == before.state.active:
                said = outlook(before.state, state.acting)
                following = (before.state.acting + 1) % 4 == state.acting
                if following:
                    assert said.coins == state.players[state.acting].coins
                    assert said.offers == outlook(state, state.acting).offers
                    assert state.takes is not None
                    assert said.takes == state.takes.left
                    foretold += 1
            before = history
    assert foretold > 20


def test_it_answers_at_every_moment_of_a_game_with_rules_that_can_be_explained() -> None:
    for history, _ in random_game(table("bigbox", 5, ("base", "gambler")), random.Random(5)):
        for seat in range(5):
            found = seen(history, seat)
            lines = [*found["due"], *found["if_bust"], *found["short"]]
            refusals = [one["refusal"] for one in (*found["offers"], *found["claims"]) if "refusal" in one]
            for one in (*lines, *refusals):
                assert codec.citations("bigbox", one["rule"])
