"""Merchants keep the ships of their color that their owner trades with."""

from __future__ import annotations

import json

import pytest

from companion.engine import Malformed, codec, fold, settled

from .make_sail import ALONE, MIXED, PASSENGER, UNKNOWN_RED, at, figures, merchant, refused, sailor, whys
from .play import correct, enter
from .test_random_games import all_cards
from .test_view import SAILOR, ship, templates
from .two_phones import meanwhile


def test_a_ship_of_a_merchants_color_goes_under_him_and_is_worth_a_point() -> None:
    before = at([ship("red", 3, 2), ship("blue")], [merchant("red")])
    (red, blue) = templates(codec.view_json(before), "take")
    assert (red["ship_to"], red["points"], red["coins"]) == ("under_merchant", 1, 2)
    assert "ship_to" not in blue
    assert "points" not in blue
    traded = enter(before, type="take", harbor_index=0)
    assert figures(traded, "under") == [["red"], [], []]
    assert figures(traded, "vp") == [3, 0, 0]
    assert figures(traded, "coins") == [7, 5, 5]
    assert traded.state.discard_pile == before.state.discard_pile
    (line,) = [one for one in codec.view_json(traded)["last"]["ledger"] if one["why"] == "under_merchant"]
    assert (line["rule"], line["seat"], line["params"]["card"]["color"]) == ("merchant", 0, "red")
    assert all_cards(traded.state) == all_cards(before.state)


def test_a_ship_of_another_color_is_discarded() -> None:
    before = at([ship("blue"), SAILOR], [merchant("red"), PASSENGER])
    traded = enter(before, type="take", harbor_index=0)
    assert figures(traded, "under") == [[], [], []]
    # With what was left in the harbor, as the turn was over with that.
    assert traded.state.discard_pile > before.state.discard_pile


def test_two_merchants_of_a_color_keep_a_ship_once() -> None:
    before = at([ship("red")], [merchant("red"), merchant("red", 8, 3)])
    assert figures(enter(before, type="take", harbor_index=0), "vp") == [6, 0, 0]


def test_a_merchant_just_hired_keeps_the_next_ship() -> None:
    governor = {"kind": "person", "type": "governor", "cost": 8, "vp": 0}
    rows = [{"id": "Ann", "coins": 9, "display": [governor]}, {"id": "Bob"}, {"id": "Cem"}]
    before = at([merchant("red"), ship("red")], players=rows)
    hired = enter(before, type="take", harbor_index=0)
    assert templates(codec.view_json(hired), "take")[0]["ship_to"] == "under_merchant"
    assert figures(enter(hired, type="take", harbor_index=1), "under") == [["red"], [], []]


def test_whoever_is_not_active_keeps_a_ship_too_and_pays_for_it() -> None:
    before = at([ship("red", 3, 2), SAILOR], others=[merchant("red")], acting="Bob")
    traded = enter(before, type="take", harbor_index=0)
    assert (figures(traded, "under"), figures(traded, "coins")) == ([[], ["red"], []], [6, 6, 5])


def test_a_trader_of_the_color_pays_as_ever() -> None:
    trader = {"kind": "person", "type": "trader", "color": "red", "cost": 3, "vp": 1}
    traded = enter(at([ship("red")], [merchant("red"), trader]), type="take", harbor_index=0)
    assert (figures(traded, "coins")[0], figures(traded, "under")[0]) == (7, ["red"])


def test_a_ship_that_pays_nothing_as_both_piles_are_empty_is_discarded() -> None:
    """C128."""
    before = at([ship("red"), SAILOR], [merchant("red")], draw_pile=0, discard_pile=0, takes_left=1)
    (red, _) = templates(codec.view_json(before), "take")
    assert "ship_to" not in red
    traded = enter(before, type="take", harbor_index=0)
    assert (figures(traded, "under")[0], figures(traded, "vp")[0], figures(traded, "coins")[0]) == ([], 2, 5)
    assert "unpaid" in whys(traded)
    one = at([ship("red", 3, 2), SAILOR], [merchant("red")], draw_pile=1, discard_pile=0, takes_left=1)
    assert figures(enter(one, type="take", harbor_index=0), "under")[0] == ["red"]


def test_a_repelled_ship_and_one_that_is_left_lying_are_discarded() -> None:
    history = at([], [merchant("red"), {**sailor(), "swords": 9}], phase="discover", modules=MIXED)
    away = enter(history, type="draw", card=ship("red"), repel=True)
    assert (figures(away, "under")[0], away.state.discard_pile) == ([], history.state.discard_pile + 1)


def test_a_kept_ship_lies_in_no_pile_after_a_shuffle_either() -> None:
    card = "base.ship.red.s3.c2"
    before = at([ship("red", 3, 2), SAILOR], [merchant("red")])
    traded = enter(before, type="take", harbor_index=0)
    shuffled = enter(enter(traded, type="pass", rest=True), type="reshuffle")
    left = codec.view_json(shuffled)["unseen"][card]
    assert left == codec.view_json(at([SAILOR], [merchant("red")]))["unseen"][card] - 1


def test_points_under_merchants_bring_the_end_and_count_for_the_tax_and_the_score() -> None:
    rows = [
        {"id": "Ann", "coins": 5, "display": [merchant("red"), merchant("green")], "vp": 11},
        {"id": "Bob", "vp": 11},
        {"id": "Cem", "vp": 12},
    ]
    before = at([ship("red")], players=rows)
    traded = enter(before, type="take", harbor_index=0)
    assert codec.view_json(traded)["end_triggered"]
    taxed = enter(
        enter(traded, type="pass", rest=True) if traded.state.phase == "trade_hire" else traded,
        type="draw",
        card="base.tax.fewest_vp",
    )
    assert figures(taxed, "coins")[1] == 1
    (ann,) = [row for row in codec.score_json(traded.state)["ranking"] if row["name"] == "Ann"]
    assert {"label": "under_merchant", "vp": 1} in ann["items"]


def test_who_leaves_gives_his_merchants_and_their_ships_back() -> None:
    before = at([ship("red"), SAILOR], [merchant("red")])
    traded = enter(enter(before, type="take", harbor_index=0), type="pass", rest=True)
    gone = enter(traded, type="leave", by=0)
    assert (figures(gone, "under")[0], figures(gone, "vp")[0]) == ([], 0)
    assert "left_ships" in whys(gone)
    assert all_cards(gone.state) == all_cards(traded.state)
    assert correct(gone, type="undo", count=1).state == traded.state


def test_the_ships_under_merchants_can_be_counted() -> None:
    before = at([ship("red"), SAILOR], [merchant("red"), merchant("blue")])
    traded = enter(enter(before, type="take", harbor_index=0), type="pass", rest=True)
    less = enter(traded, type="count", under={"Ann": []})
    assert (figures(less, "under")[0], figures(less, "vp")[0], whys(less)) == ([], 4, ["card_gone"])
    assert less.state.discard_pile == traded.state.discard_pile + 1
    more = enter(less, type="count", under={"0": ["red"]})
    assert (figures(more, "under")[0], figures(more, "vp")[0], whys(more)) == (["red"], 5, ["card_there"])
    assert all_cards(more.state) == all_cards(traded.state)
    assert refused(more, type="count", under={"0": ["red", "blue"]}) == ("NOT_IN_THE_BOX", "count")
    again = codec.history_from_json(
        json.loads(json.dumps(codec.history_json(fold(settled(more.setup), more.lines))))
    )
    assert codec.view_json(again) == codec.view_json(more)


def test_a_situation_tells_which_ships_lie_under_merchants() -> None:
    history = at([SAILOR], [merchant("red")], under={"Ann": ["red", "red"]})
    assert (figures(history, "under"), figures(history, "vp")) == ([["red", "red"], [], []], [4, 0, 0])
    alone = at([SAILOR], [merchant("red")], modules=ALONE, under={"0": ["red"]})
    assert codec.view_json(alone)["unseen"][UNKNOWN_RED] == 2
    named = at(
        [SAILOR],
        [merchant("red")],
        modules=ALONE,
        under={"Ann": ["makesail.ship.red.s3.c2", "own.ship.red.s9.c9"]},
    )
    unseen = codec.view_json(named)["unseen"]
    assert (unseen["makesail.ship.red.s3.c2"], unseen[UNKNOWN_RED], unseen["own.ship.red.s9.c9"]) == (0, 2, 0)
    for wrong in (
        {"Ann": ["base.ship.blue.s9.c9"]},
        {"Ann": ["base.person.sailor.v1.p3"]},
        {"Zoe": ["red"]},
        {"Ann": ["ares"]},
        {"Ann": ["red"] * 90},
        [],
    ):
        with pytest.raises(Malformed):
            at([], [merchant("red")], under=wrong)


def test_a_take_put_right_leaves_the_ship_with_whoever_has_the_merchant() -> None:
    before = at([ship("red", 3, 2), SAILOR], [merchant("red")])
    taken = enter(before, type="take", harbor_index=0)
    taking = codec.repairs_json(taken, revision=taken.revision)["take"]
    (bob,) = [one for one in taking["takers"] if one["seat"] == 1]
    right = correct(taken, **bob["correction"])
    assert (figures(right, "under"), figures(right, "vp")) == ([[], [], []], [2, 0, 0])
    assert figures(correct(taken, **taking["nobody"]), "under") == [[], [], []]
    assert correct(right, type="undo", count=1).state == taken.state


def test_another_taker_explains_a_ship_that_does_not_lie_on_the_discard_pile() -> None:
    """Ann's Merchant keeps the ship; taken by Bob it would be discarded."""
    before = at([ship("red", 1, 3), SAILOR], [merchant("red")])
    taken = enter(enter(before, type="take", harbor_index=0), type="pass", rest=True)
    right = enter(enter(before, type="take", by=1, harbor_index=0, passing=True), type="pass", rest=True)
    counted = {"coins": {str(seat): player.coins for seat, player in enumerate(right.state.players)}}
    counted |= {"draw_pile": right.state.draw_pile, "discard_pile": right.state.discard_pile}
    found = codec.slips_json(taken, counted)["reasons"][0]
    assert (found["kind"], found["left"], found["params"]["to"]) == ("taker", 0, 1)


def test_the_outlook_of_whoever_has_a_merchant_tells_where_a_ship_goes() -> None:
    offers = codec.outlook_json(at([ship("red"), SAILOR], others=[merchant("red")]), 1)["offers"]
    assert [one.get("ship_to") for one in offers] == ["under_merchant", None]
    lying = codec.view_json(at([ship("red")], [merchant("red")], phase="discover"))["harbor"][0]
    assert (lying["ship_to"], lying["points"]) == ("under_merchant", 1)


def test_a_trade_and_what_others_entered_meanwhile_keep_the_ship_with_its_owner() -> None:
    before = at([ship("red"), SAILOR], [merchant("red")], takes_left=1)
    found = meanwhile(before, {"type": "count", "coins": {"1": 4}}, own=[{"type": "take", "harbor_index": 0}])
    assert found.stop is None
    assert figures(found.history, "under") == [["red"], [], []]


def test_a_ruling_says_where_a_ship_goes_and_what_stands_in_the_booklet() -> None:
    rows = [{"id": "Ann", "display": [{"kind": "person", "type": "merchant", "color": "red"}]}, {"id": "Bob"}]
    situation = {"players": rows, "phase": "trade_hire", "harbor": [ship("red"), ship("blue")]}
    body = {"edition": "bigbox", "modules": ["make_sail"], "situation": situation}
    told = [
        codec.answer_ruling({**body, "steps": [{"type": "take", "by": "Ann", "harbor_index": index}]})
        for index in (0, 1)
    ]
    assert [(one["ship_to"], one["vp"]["Ann"], one["discarded"]) for one in told] == [
        ("under_merchant", 1, 0),
        ("discard", 0, 1),
    ]
    assert "Profession Abilities - Merchant" in {place["section"] for place in told[0]["citations"]}
    step = {"type": "draw", "card": {"kind": "tax", "bonus": "fewest_vp", "threshold": 9, "down_to": 8}}
    tax = codec.answer_ruling({**body, "situation": {**situation, "phase": "discover"}, "steps": [step]})
    assert tax["reason"] == "BELOW_TAX_THRESHOLD"
