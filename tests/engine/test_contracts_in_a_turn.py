"""Contracts that a turn brings: now or never, declined coins, kept ships."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import History

from .contracts import (
    MODULES,
    SAILOR_AT_3,
    TAX,
    asked,
    at,
    done,
    figures,
    four_colors,
    goal,
    offered,
    pirate,
    refused,
    two_ships,
    view,
    whys,
)
from .play import enter
from .test_random_games import all_cards
from .test_view import SAILOR, ship

# Now or never


def test_whoever_pays_a_tax_is_asked_and_the_next_card_lets_it_go() -> None:
    """C78, C137."""
    history = at("tax_inspector", coins=13)
    taxed = enter(history, type="draw", card=TAX)
    assert asked(taxed) == [(0, "tax_inspector"), (1, "tax_inspector"), (2, "tax_inspector")]
    (second,) = offered(taxed, "complete_contract", by=1, allowed=True)
    assert second["answers"] == "now_or_never"
    one = enter(taxed, type="complete_contract", by=1, contract="tax_inspector", at="tax")
    assert asked(one) == [(0, "tax_inspector"), (2, "tax_inspector")]
    gone = enter(one, type="draw", card=SAILOR)
    assert asked(gone) == []
    assert refused(gone, type="complete_contract", by=0, contract="tax_inspector") == "CONTRACT_MISSED"
    poor = enter(at("tax_inspector", coins=11), type="draw", card=TAX)
    assert refused(poor, type="complete_contract", by=0, contract="tax_inspector") == "CONTRACT_NOT_MET"


@pytest.mark.parametrize("own", [[], [pirate()]])
def test_each_bust_is_for_the_jinx_also_on_purpose(own: list[Any]) -> None:
    """C79."""
    history = at("jinx", own=own, harbor=[ship("red")])
    busted = enter(history, type="draw", card=ship("red", 1), repel=False)
    assert asked(busted) == [(0, "jinx")]
    assert refused(busted, type="complete_contract", by=1, contract="jinx") == "CONTRACT_ACTIVE_ONLY"
    assert done(enter(busted, type="complete_contract", by=0, contract="jinx", at="bust"), "jinx") == [0]
    gone = enter(busted, type="draw", card=SAILOR)
    assert asked(gone) == []
    assert refused(gone, type="complete_contract", by=0, contract="jinx") == "CONTRACT_MISSED"


def test_other_contracts_may_follow_a_bust() -> None:
    """C111."""
    history = at("mercenary", own=[pirate(), pirate()], harbor=[ship("red")])
    busted = enter(history, type="draw", card=ship("red", 6, 3), repel=False)
    assert done(enter(busted, type="complete_contract", by=0, contract="mercenary"), "mercenary") == [0]


def test_the_speculator_places_a_marker_at_three_colors_and_completes_the_next_time() -> None:
    """C80, C116."""
    history = at("speculator", harbor=two_ships())
    three = enter(history, type="draw", card=ship("green"))
    assert asked(three) == [(0, "speculator")]
    (step,) = offered(three, "contract_step")
    assert (step["figures"], step["answers"]) == ({"marker": 1, "of": 2}, "now_or_never")
    placed = enter(three, type="contract_step", contract="speculator")
    assert goal(placed, "speculator")["waiting"] == [{"seat": 0, "at": 1, "of": 2}]
    assert view(placed)["markers"]["0"] == {"free": 2, "waiting": 1, "placed": 0}
    fourth = enter(placed, type="draw", card=ship("red"))
    for later in (placed, fourth):
        assert refused(later, type="contract_step", contract="speculator") == "CONTRACT_NOT_MET"
    again = at({"name": "speculator", "progress": {"Ann": 1}}, harbor=two_ships())
    drawn = enter(again, type="draw", card=ship("green"))
    assert done(enter(drawn, type="contract_step", contract="speculator"), "speculator") == [0]
    going_on = enter(drawn, type="stop")
    assert done(going_on, "speculator") == [0]


def test_a_question_says_whether_leaving_it_changes_anything() -> None:
    """C116: the second occasion is nobody's to leave."""
    first = enter(at("speculator", harbor=two_ships()), type="draw", card=ship("green"))
    assert [one["about"] for one in view(first)["decisions"]] == [{"goal": "speculator"}]
    assert goal(enter(first, type="stop"), "speculator")["waiting"] == []
    waits = at({"name": "speculator", "progress": {"Ann": 1}}, harbor=two_ships())
    second = enter(waits, type="draw", card=ship("green"))
    assert [one["about"] for one in view(second)["decisions"]] == [{"goal": "speculator", "anyway": True}]
    assert done(enter(second, type="stop"), "speculator") == [0]


def test_what_is_let_go_at_three_colors_does_not_come_again_at_four() -> None:
    """C115."""
    history = at("speculator", "major_speculator", harbor=two_ships())
    three = enter(history, type="draw", card=ship("green"))
    four = enter(three, type="draw", card=ship("red"))
    assert asked(four) == [(0, "major_speculator")]
    assert refused(four, type="contract_step", contract="speculator") == "CONTRACT_MISSED"
    assert done(enter(four, type="contract_step", contract="major_speculator"), "major_speculator") == [0]


def test_a_ship_that_is_repelled_does_not_count_and_a_marker_says_that_it_stays() -> None:
    history = at("speculator", harbor=two_ships(), own=[pirate()])
    sighted = enter(history, type="draw", card=ship("green"))
    assert asked(sighted) == [(0, "speculator")]
    away = enter(sighted, type="repel")
    assert asked(away) == []
    stays = enter(sighted, type="contract_step", contract="speculator")
    assert view(stays)["pending"] is None
    kept = enter(sighted, type="keep")
    assert asked(kept) == [(0, "speculator")]


def test_a_jump_by_the_gambler_counts_if_it_does_not_bust() -> None:
    gambler = {"kind": "person", "type": "gambler", "cost": 7, "vp": 1}
    history = at("speculator", "major_speculator", own=[gambler], modules=(*MODULES, "gambler"))
    four = [ship("yellow"), ship("blue"), ship("green"), ship("red")]
    jumped = enter(history, type="use_gambler", cards=four)
    assert asked(jumped) == [(0, "speculator"), (0, "major_speculator")]
    one = enter(jumped, type="contract_step", contract="speculator")
    assert done(enter(one, type="contract_step", contract="major_speculator"), "major_speculator") == [0]
    bust = enter(history, type="use_gambler", cards=[*four[:3], ship("green", 2)])
    assert asked(bust) == []
    assert refused(bust, type="contract_step", by=0, contract="speculator") == "CONTRACT_NOT_MET"
    assert refused(jumped, type="contract_step", by=1, contract="speculator") == "CONTRACT_ACTIVE_ONLY"


# Declined coins


def declining(color: str = "red", name: str = "frigate_nemesis", **told: Any) -> History:
    more = {"phase": "trade_hire", "acting": "Ann", "harbor": [ship(color, 3, 3), SAILOR_AT_3], **told}
    return at(name, **more)


def test_a_declined_ship_brings_no_coins_and_moves_the_marker() -> None:
    trader = {"kind": "person", "type": "trader", "color": "red", "cost": 3, "vp": 1}
    history = declining(own=[trader])
    plain, without = offered(history, "take", harbor_index=0)
    assert (plain["coins"], without["decline"], without["about"]) == (4, True, {"goal": "frigate_nemesis"})
    assert {key: without["figures"][key] for key in ("coins", "marker", "of")} == {
        "coins": 0,
        "marker": 1,
        "of": 3,
    }
    declined = enter(history, type="take", harbor_index=0, decline=True)
    assert (figures(declined, "coins")[0], "declined" in whys(declined)) == (5, True)
    assert goal(declined, "frigate_nemesis")["waiting"] == [{"seat": 0, "at": 1, "of": 3}]


def test_the_last_time_completes_at_once() -> None:
    history = declining("black", "galleon_nemesis")
    assert goal(history, "galleon_nemesis")["later"] is False
    once = at(
        {"name": "galleon_nemesis", "progress": {"Ann": 1}},
        phase="trade_hire",
        acting="Ann",
        harbor=[ship("black", 3, 3), SAILOR_AT_3],
    )
    completed = enter(once, type="take", harbor_index=0, decline=True)
    assert (done(completed, "galleon_nemesis"), figures(completed, "coins")[0]) == ([0], 11)


def test_whoever_is_not_active_needs_the_coin_before() -> None:
    """C77."""
    history = declining(acting="Bob", coins=0)
    assert refused(history, type="take", harbor_index=0, decline=True) == "CANNOT_PAY_COMPENSATION"
    rich = enter(declining(acting="Bob", coins=1), type="take", harbor_index=0, decline=True)
    assert figures(rich, "coins")[:2] == [2, 0]


def test_declining_for_nothing_is_refused() -> None:
    """C117."""
    assert refused(declining("blue"), type="take", harbor_index=0, decline=True) == "CONTRACT_NOT_MET"
    assert refused(declining(), type="take", harbor_index=1, decline=True) == "CONTRACT_NOT_MET"
    three = [{"name": name, "completed_by": ["Ann"]} for name in ("luminary", "bruja", "new_colony")]
    told = {"phase": "trade_hire", "acting": "Ann", "harbor": [ship("red"), SAILOR_AT_3]}
    assert refused(at("frigate_nemesis", *three, **told), type="take", harbor_index=0, decline=True) == (
        "CONTRACT_LIMIT"
    )
    completed = at({"name": "frigate_nemesis", "completed_by": ["Ann"]}, **told)
    assert refused(completed, type="take", harbor_index=0, decline=True) == "CONTRACT_TWICE"


def test_a_gift_and_a_clerk_work_with_a_declined_ship() -> None:
    """C118."""
    clerk = {"kind": "person", "type": "clerk", "color": "red", "cost": 4, "vp": 1}
    gift = {**ship("red", 6, 3), "gift": True}
    history = declining(own=[clerk], harbor=[gift, SAILOR_AT_3, ship("blue")])
    declined = enter(history, type="take", harbor_index=0, decline=True, gift_to=1)
    assert (figures(declined, "coins"), view(declined)["takes"]["left"]) == ([5, 6, 5], 1)


def test_a_declined_ship_does_not_go_under_a_merchant() -> None:
    merchant = {"kind": "person", "type": "merchant", "color": "red", "cost": 6, "vp": 2}
    modules = (*MODULES, "make_sail_mix")
    history = declining(own=[merchant], modules=modules)
    declined = enter(history, type="take", harbor_index=0, decline=True)
    assert figures(declined, "under")[0] == []
    assert all_cards(declined.state) == all_cards(history.state)


# Pirates' Nest


def test_the_first_repelled_ship_of_each_color_is_kept_and_lies_in_no_pile() -> None:
    """C81."""
    history = at("pirates_nest", own=[pirate(), pirate()])
    kept = enter(history, type="draw", card=ship("red"), repel=True)
    assert (view(kept)["kept"]["0"], kept.state.discard_pile) == (["red"], history.state.discard_pile)
    second = enter(kept, type="draw", card=ship("red", 3, 2), repel=True)
    assert (view(second)["kept"]["0"], second.state.discard_pile) == (["red"], kept.state.discard_pile + 1)
    assert all_cards(second.state) == all_cards(history.state)


def test_the_player_may_let_it_go() -> None:
    """C120."""
    history = at("pirates_nest", own=[pirate(), pirate()])
    let_go = enter(history, type="draw", card=ship("red"), repel=True, keep=False)
    assert view(let_go)["kept"]["0"] == []
    sighted = enter(history, type="draw", card=ship("red"))
    assert len(offered(sighted, "repel")) == 2
    assert view(enter(sighted, type="repel", keep=False))["kept"]["0"] == []
    assert view(enter(sighted, type="repel"))["kept"]["0"] == ["red"]


def test_the_fifth_color_completes_and_discards_them_all() -> None:
    history = at("pirates_nest", own=[pirate(), pirate()], players=four_colors())
    completed = enter(history, type="draw", card=ship("red"), repel=True)
    assert (done(completed, "pirates_nest"), view(completed)["kept"]["0"]) == ([0], [])
    assert completed.state.discard_pile == history.state.discard_pile + 5
    assert view(completed)["last"]["reason"] == "CONTRACT_DONE"
    assert all_cards(completed.state) == all_cards(history.state)
    again = enter(completed, type="draw", card=ship("blue", 2, 2), repel=True)
    assert view(again)["kept"]["0"] == []


def test_without_a_marker_nothing_is_kept() -> None:
    """C119."""
    three = [{"name": name, "completed_by": ["Ann"]} for name in ("luminary", "bruja", "new_colony")]
    history = at("pirates_nest", *three, own=[pirate(), pirate()])
    assert view(enter(history, type="draw", card=ship("red"), repel=True))["kept"]["0"] == []


def test_who_leaves_gives_the_kept_ships_back_and_who_joins_has_three_markers() -> None:
    history = at("pirates_nest", own=[pirate()], players=four_colors())
    gone = enter(history, type="leave", by=0)
    assert (view(gone)["kept"]["0"], "left_kept" in whys(gone)) == ([], True)
    assert all_cards(gone.state) == all_cards(history.state)
    joined = enter(gone, type="join", name="Dot", after=1, coins=0)
    assert view(joined)["markers"]["3"]["free"] == 3


def test_who_leaves_without_a_person_leaves_the_points_of_contracts_too() -> None:
    done = [{"name": name, "completed_by": ["Ann"]} for name in ("jinx", "explorer", "bruja")]
    history = at(*done)
    assert view(history)["players"][0]["vp"] == 3
    assert view(enter(history, type="leave", by=0))["players"][0]["vp"] == 0


def test_kept_ships_are_counted_where_the_table_has_others() -> None:
    history = at("pirates_nest", own=[pirate()], players=four_colors())
    fewer = enter(history, type="count", kept={"0": ["yellow", "blue"]})
    assert (view(fewer)["kept"]["0"], whys(fewer)) == (["yellow", "blue"], ["card_gone", "card_gone"])
    more = enter(fewer, type="count", kept={"Ann": ["yellow", "blue", "green"]})
    assert view(more)["kept"]["0"] == ["yellow", "blue", "green"]
    assert all_cards(more.state) == all_cards(history.state)
