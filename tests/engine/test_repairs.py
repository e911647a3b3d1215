"""The common slips: what the engine offers to put right about a card, each by one correction."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import History, Line, Malformed, append, codec, open_history
from companion.engine.log import line_reading

from .play import correct, enter, played_on, table
from .test_random_games import set_ups

SHIP = {"kind": "ship", "color": "red", "swords": 3, "coins": 2}
FLUTE = {"kind": "ship", "color": "blue", "swords": 1, "coins": 1}
SKIFF = {"kind": "ship", "color": "green", "swords": 1, "coins": 1}
GALLEON = {"kind": "ship", "color": "black", "swords": 4, "coins": 2}
SAILOR = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}


def trading(*cards: dict[str, Any], players: int = 4) -> History:
    found = table(players=players)
    for card in cards:
        found = enter(found, type="draw", by=0, card=card)
    return enter(found, type="stop", by=0)


def put_right(found: History, correction: dict[str, Any]) -> History:
    line = line_reading.entered_line(
        {"entry_id": f"right-{found.revision}", "correction": correction}, found.state.game
    )
    assert line.correction
    assert line.correction.keep
    return append(found, Line(line.entry_id, None, line.correction))[0]


def taker(found: History, berth: int, seat: int, swap: bool = False) -> dict[str, Any]:
    takers = codec.repairs_json(found, berth=berth)["take"]["takers"]
    return next(one for one in takers if one["seat"] == seat and ("swap" in one) == swap)


def coins(found: History) -> list[int]:
    return [player.coins for player in found.state.players]


def test_a_draw_names_the_place_that_its_card_fills_and_whether_it_was_read_off_then() -> None:
    told = {"kind": "person", "type": "merchant", "color": "green", "cost": 7, "vp": 3}
    found = enter(table("bigbox", modules=("make_sail",)), type="draw", card=told)
    again = enter(enter(enter(found, type="stop"), type="pass", rest=True), type="reshuffle")
    again = enter(again, type="draw", card=told)
    for history, taught, which in ((found, True, {"revision": 1}), (again, False, {"berth": 0})):
        drawn = codec.repairs_json(history, **which)["drawn"]
        assert (drawn["fills"], drawn["taught"]) == ("makesail.unknown.merchant.green", taught)
    assert "fills" not in codec.repairs_json(enter(table(), type="draw", card=SHIP), revision=1)["drawn"]


def test_a_card_in_the_harbor_names_the_entry_that_laid_it() -> None:
    found = enter(table(), type="draw", by=0, card=SHIP)
    expedition = {"kind": "expedition", "need": ["priest", "priest"], "coins": 2, "vp": 4}
    found = enter(found, type="draw", by=0, card=expedition)
    found = enter(found, type="draw", card=FLUTE)
    told = codec.repairs_json(found, berth=1)
    assert (told["card"]["color"], told["take"]) == ("blue", None)
    assert (told["drawn"]["revision"], told["drawn"]["nth"]) == (3, 3)
    assert (told["drawn"]["entry"]["type"], told["drawn"]["entry"]["by"]) == ("draw", 0)
    with pytest.raises(Malformed):
        codec.repairs_json(found, berth=2)


def test_a_card_that_was_put_in_later_is_known_by_its_own_entry() -> None:
    found = enter(enter(table(), type="draw", by=0, card=SHIP), type="draw", by=0, card=FLUTE)
    found = correct(found, type="insert", before=1, entry={"type": "draw", "by": 0, "card": SKIFF}, keep=True)
    revisions = [codec.repairs_json(found, berth=berth)["drawn"]["revision"] for berth in range(3)]
    assert revisions == [3, 1, 2]


def test_a_card_of_the_gambler_is_known_by_its_place_among_the_four() -> None:
    cards = [
        "base.person.sailor.v1.p3",
        "base.person.priest.v1.p4",
        "base.person.captain.v1.p4",
        "base.person.settler.v1.p4",
    ]
    situation = {
        "players": [
            {"id": "Ann", "coins": 3, "display": [{"kind": "person", "type": "gambler", "cost": 7, "vp": 1}]},
            {"id": "Bob", "coins": 3},
        ],
        "active": "Ann",
    }
    body = {
        "edition": "bigbox",
        "modules": ["base", "gambler"],
        "options": {},
        "players": ["Ann", "Bob"],
        "situation": situation,
    }
    found = enter(open_history(codec.setup_from_json(body)), type="use_gambler", by=0, cards=cards)
    told = codec.repairs_json(found, berth=2)
    assert (told["drawn"]["revision"], told["drawn"]["at"], told["card"]["type"]) == (1, 2, "captain")


def test_somebody_later_took_it_and_who_was_entered_passes() -> None:
    found = enter(trading(SHIP, FLUTE, SKIFF, GALLEON), type="take", by=0, harbor_index=0)
    found = enter(found, type="take", by=0, harbor_index=3)
    found = enter(found, type="take", by=1, harbor_index=1)
    told = taker(found, 1, 3)
    assert (told["coins"], told["passes"], told.get("anyway")) == (0, [1, 2], None)
    right = put_right(found, told["correction"])
    assert right.revision == found.revision + 1
    assert coins(right) == [8, 3, 3, 3]
    assert right.pardoned == frozenset()
    assert correct(right, type="undo").state == found.state


def test_somebody_who_had_passed_took_it() -> None:
    found = enter(trading(SHIP, FLUTE, SKIFF), type="take", by=0, harbor_index=0)
    found = enter(found, type="pass", by=1)
    found = enter(found, type="pass", by=2)
    found = enter(found, type="take", by=3, harbor_index=1)
    assert found.state.active == 1
    told = codec.repairs_json(found, revision=8)["take"]
    early = next(one for one in told["takers"] if one["seat"] == 1)
    right = put_right(found, early["correction"])
    assert (right.state.active, right.pardoned) == (1, frozenset())
    assert [line["holds"] for line in codec.lines_json(right)].count(True) == found.revision
    assert right.state.players[1].coins == 3
    assert right.state.players[3].coins == 3


def test_whoever_has_taken_all_that_he_may_took_it_anyway() -> None:
    found = enter(trading(SHIP, FLUTE, SKIFF), type="take", by=0, harbor_index=0)
    found = enter(found, type="take", by=1, harbor_index=1)
    told = taker(found, 1, 0)
    assert told["anyway"]["code"] == "NO_TAKES_LEFT"
    right = put_right(found, told["correction"])
    assert coins(right) == [6, 3, 3, 3]
    assert right.state.acting == 1


def test_two_that_took_each_others_cards_are_swapped_by_one_correction() -> None:
    found = enter(trading(SHIP, FLUTE, SAILOR), type="take", by=0, harbor_index=0)
    found = enter(found, type="take", by=1, harbor_index=1)
    swap = taker(found, 1, 0, swap=True)
    assert (swap["swap"]["revision"], swap["swap"]["card"]["color"], swap["swap"]["coins"]) == (5, "red", 1)
    right = put_right(found, swap["correction"])
    assert coins(right) == [5, 4, 3, 3]
    assert (right.state.acting, right.revision, right.pardoned) == (2, found.revision + 1, frozenset())


def test_what_did_not_happen_is_a_pass_where_the_turn_went_on() -> None:
    found = enter(trading(SHIP, FLUTE, SKIFF), type="take", by=0, harbor_index=0)
    found = enter(found, type="take", by=1, harbor_index=1)
    found = enter(found, type="take", by=2, harbor_index=2)
    assert found.state.active == 1
    nobody = codec.repairs_json(found, revision=6)["take"]["nobody"]
    right = put_right(found, nobody)
    assert (coins(right), right.pardoned, right.state.active) == ([6, 3, 3, 3], frozenset(), 1)
    last = codec.repairs_json(found, revision=7)["take"]["nobody"]
    right = put_right(found, last)
    assert (coins(right), right.pardoned, right.state.active) == ([6, 3, 3, 3], frozenset(), 1)


def test_what_did_not_happen_just_now_is_open_again() -> None:
    found = enter(trading(SHIP, FLUTE, SKIFF), type="take", by=0, harbor_index=0)
    found = enter(found, type="take", by=1, harbor_index=1)
    right = put_right(found, codec.repairs_json(found, berth=1)["take"]["nobody"])
    assert (right.state.acting, right.state.phase, coins(right)) == (1, "trade_hire", [5, 3, 3, 3])


@settings(max_examples=60)
@given(set_up=set_ups(), seed=st.integers(0, 2**32), length=st.integers(5, 60))
def test_whoever_took_it_the_game_goes_on_and_undo_is_exact(
    set_up: dict[str, Any], seed: int, length: int
) -> None:
    found = open_history(codec.setup_from_json(set_up))
    found = played_on(found, random.Random(seed), length)
    takes = [item.revision for item in found.timeline.held if item.entry.type == "take"]
    for revision in takes[-3:]:
        told = codec.repairs_json(found, revision=revision)
        assert told["drawn"] is None or told["drawn"]["revision"] < revision
        for one in told["take"]["takers"]:
            right = put_right(found, one["correction"])
            assert correct(right, type="undo").state == found.state
            owner = [item for item in right.timeline.held if getattr(item.entry, "by", None) == one["seat"]]
            assert owner
        right = put_right(found, told["take"]["nobody"])
        assert correct(right, type="undo").state == found.state
    for berth in [place for place, card in enumerate(found.state.harbor) if card is not None]:
        assert codec.repairs_json(found, berth=berth)["drawn"]


def test_a_card_in_the_harbor_says_what_it_comes_to_for_each_who_may_still_take_it() -> None:
    # 000 2. Trade and Hire: printed figures for the active player, everybody else gives him a coin on top.
    found = enter(enter(table(players=4), type="draw", by=0, card=SHIP), type="draw", by=0, card=SAILOR)
    assert worth(found, 0) == [(0, 2), (1, 1), (2, 1), (3, 1)]
    # Each begins with three coins, and the Sailor costs three.
    assert worth(found, 1) == [(0, -3), (1, -4), (2, -4), (3, -4)]
    refused = [one["by"] for one in codec.repairs_json(found, berth=1)["offers"] if not one["allowed"]]
    assert refused == [1, 2, 3]
    found = enter(enter(found, type="stop", by=0), type="take", by=0, harbor_index=0)
    found = enter(found, type="pass", by=0) if found.state.acting == 0 else found
    assert worth(found, 0) == []
    assert worth(found, 1) == [(1, -4), (2, -4), (3, -4)]


def worth(found: History, berth: int) -> list[tuple[int, int]]:
    return [(one["by"], one["coins"]) for one in codec.repairs_json(found, berth=berth)["offers"]]
