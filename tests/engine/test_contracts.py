"""Contracts, each player for himself: laid out, completed, worth coins and points."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import History, Malformed, codec, fold
from companion.engine import settled as settled_setup

from .contracts import (
    FOUR,
    MODULES,
    SAILOR_AT_3,
    TAX,
    asked,
    at,
    done,
    figures,
    goal,
    laid,
    offered,
    pirate,
    refused,
    view,
    whys,
)
from .play import correct, enter, random_game, table
from .test_random_games import all_cards, play_through
from .test_view import SAILOR, ship
from .two_phones import meanwhile


def test_nothing_is_played_before_the_contracts_lie_there() -> None:
    opened = table("bigbox", 3, (*MODULES, "gambler"))
    shown = view(opened)
    assert (shown["laying"]["count"], len(shown["laying"]["pool"])) == (4, 16)
    assert "goals" not in shown
    assert [one["type"] for one in shown["allowed"] if one["allowed"]] == ["lay_contracts"]
    for body in (
        {"type": "draw", "card": SAILOR},
        {"type": "stop"},
        {"type": "use_gambler", "cards": [SAILOR]},
    ):
        assert refused(opened, **body) == "CONTRACTS_NOT_LAID"
    lying = enter(opened, type="lay_contracts", contracts=list(FOUR))
    assert [one["id"] for one in view(lying)["goals"]] == list(FOUR)
    assert "laying" not in view(lying)
    assert refused(lying, type="lay_contracts", contracts=list(FOUR)) == "NO_EFFECT"


@pytest.mark.parametrize(
    "names",
    [
        FOUR[:3],
        (*FOUR[:3], FOUR[0]),
        (*FOUR[:3], "nobody"),
        (*FOUR[:3], "small_estate"),
        (*FOUR, "luminary"),
    ],
)
def test_four_of_the_sixteen_lie_there_each_once(names: tuple[str, ...]) -> None:
    with pytest.raises(Malformed, match="contracts"):
        enter(table("bigbox", 3, MODULES), type="lay_contracts", contracts=list(names))


def test_the_earlier_the_more_coins_and_points_from_the_second_on() -> None:
    own = [pirate(), pirate(), {"kind": "person", "type": "settler", "cost": 4, "vp": 1}]
    own += [{"kind": "person", "type": "gunner", "cost": 4, "vp": 1}]
    own += [{"kind": "person", "type": "clerk", "color": "red", "cost": 4, "vp": 1}]
    taken = {"name": "mercenary", "completed_by": ["Bob"]}
    history = at(taken, "new_colony", "trade_outpost", own=own)
    (first,) = offered(history, "complete_contract", contract="mercenary", allowed=True)
    assert (first["figures"], first["about"]) == ({"coins": 2, "points": 0}, {"goal": "mercenary"})
    one = enter(history, type="complete_contract", by=0, contract="mercenary")
    assert (done(one, "mercenary"), figures(one, "coins")[0]) == ([1, 0], 7)
    two = enter(one, type="complete_contract", contract_index=1)
    three = enter(two, type="complete_contract", contract="trade_outpost")
    assert [figures(found, "vp")[0] for found in (history, one, two, three)] == [5, 5, 6, 8]
    assert (figures(three, "coins")[0], view(three)["markers"]["0"]["free"]) == (7 + 3 + 4, 0)
    assert view(three)["contract_points"] == {"0": 3, "1": 0, "2": 0}
    assert all_cards(three.state) == all_cards(history.state)
    row = next(row for row in codec.score_json(three.state)["ranking"] if row["seat"] == 0)
    assert {"label": "contracts", "vp": 3} in row["items"]


def test_each_once_a_player_and_three_in_all() -> None:
    own = [pirate(), pirate()]
    three = [{"name": name, "completed_by": ["Ann"]} for name in ("luminary", "bruja", "new_colony")]
    history = at("mercenary", *three, own=own)
    assert refused(history, type="complete_contract", contract="mercenary") == "CONTRACT_LIMIT"
    assert refused(history, type="complete_contract", contract="bruja") == "CONTRACT_TWICE"


def test_without_a_free_space_it_is_completed_for_no_coins() -> None:
    """C74."""
    history = at({"name": "mercenary", "spaces": []}, own=[pirate(), pirate()])
    full = enter(history, type="complete_contract", contract="mercenary")
    many = {"name": "mercenary", "spaces": [2], "completed_by": ["Bob"]}
    none = enter(at(many, own=[pirate(), pirate()]), type="complete_contract", contract="mercenary")
    assert (figures(full, "coins")[0], figures(none, "coins")[0]) == (8, 5)
    assert done(none, "mercenary") == [1, 0]


def test_the_second_and_third_may_bring_the_end() -> None:
    done_before = [{"name": name, "completed_by": ["Ann"]} for name in ("luminary", "bruja")]
    history = at("mercenary", *done_before, own=[pirate(), pirate()], players={"Ann": {"vp": 10}})
    after = enter(history, type="complete_contract", contract="mercenary")
    assert view(after)["last"]["reason"] == "END_TRIGGERED"
    assert view(after)["end_triggered"]


def test_what_is_missing_is_said_and_shown() -> None:
    history = at("mercenary", "thrifty_staff", own=[pirate(), SAILOR_AT_3], others=[pirate()])
    enough = goal(history, "mercenary")
    assert enough["progress"][:2] == [
        {"seat": 0, "have": 3, "need": 3},
        {"seat": 1, "have": 2, "need": 3},
    ]
    assert (enough["can"], enough["later"], enough["now"]) == ([0], True, False)
    (found,) = offered(history, "complete_contract", contract="thrifty_staff", by=0)
    assert (found["refusal"]["code"], found["refusal"]["params"]["have"]) == ("CONTRACT_NOT_MET", 1)
    assert refused(history, type="complete_contract", by=1, contract="mercenary") == "NOT_YOUR_TURN"
    anyway = enter(history, True, type="complete_contract", by=0, contract="thrifty_staff")
    assert done(anyway, "thrifty_staff") == [0]


def test_each_player_sees_what_is_in_reach_in_whoevers_turn_it_is() -> None:
    history = at("mercenary", "explorer", "jinx", others=[pirate(), pirate()])
    (mercenary, explorer, *_) = codec.outlook_json(history, 1)["goals"]
    assert (mercenary["contract"], mercenary["allowed"], mercenary["figures"]["coins"]) == (
        "mercenary",
        True,
        3,
    )
    assert (explorer["allowed"], explorer["refusal"]["code"]) == (False, "CONTRACT_NOT_MET")
    assert "goals" not in codec.outlook_json(table(), 1)


# In whose time


def test_whoever_is_not_active_completes_in_the_own_part_and_after_its_last_card() -> None:
    """C112, C114."""
    told = {"phase": "trade_hire", "acting": "Bob", "harbor": [SAILOR_AT_3, ship("red"), ship("blue")]}
    history = at("mercenary", others=[pirate()], **told)
    hired = enter(history, type="take", harbor_index=0)
    assert view(hired)["acting"] == 2
    assert goal(hired, "mercenary")["can"] == [1]
    assert done(enter(hired, type="complete_contract", by=1, contract="mercenary"), "mercenary") == [1]
    cem = at("mercenary", players={"Cem": {"display": [pirate()]}}, **{**told, "acting": "Cem"})
    over = enter(cem, type="take", harbor_index=0)
    assert done(enter(over, type="complete_contract", by=2, contract="mercenary"), "mercenary") == [2]
    drawn = enter(over, type="draw", card=SAILOR)
    assert refused(drawn, type="complete_contract", by=2, contract="mercenary") == "NOT_YOUR_TURN"


def test_the_active_player_completes_in_others_parts_and_until_the_next_card() -> None:
    told = {"phase": "trade_hire", "acting": "Bob", "harbor": [SAILOR_AT_3, ship("red")]}
    history = at("mercenary", own=[pirate(), pirate()], **told)
    assert done(enter(history, type="complete_contract", by=0, contract="mercenary"), "mercenary") == [0]
    over = enter(history, type="pass", rest=True)
    assert done(enter(over, type="complete_contract", by=0, contract="mercenary"), "mercenary") == [0]
    drawn = enter(over, type="draw", card=SAILOR)
    assert refused(drawn, type="complete_contract", by=0, contract="mercenary") == "NOT_YOUR_TURN"


def test_after_the_last_card_of_the_last_part_it_still_ends_the_round() -> None:
    before = [{"name": name, "completed_by": ["Cem"]} for name in ("luminary", "bruja")]
    players = {"Cem": {"vp": 9, "display": [pirate()]}}
    told = {"phase": "trade_hire", "acting": "Cem", "harbor": [SAILOR_AT_3], "start_player": "Bob"}
    history = at("mercenary", *before, players=players, coins=9, **told)
    hired = enter(history, type="take", harbor_index=0)
    assert (view(hired)["phase"], view(hired)["active"]) == ("discover", 1)
    over = enter(hired, type="complete_contract", by=2, contract="mercenary")
    assert (view(over)["phase"], figures(over, "vp")[2]) == ("game_over", 12)


def test_a_part_with_an_empty_harbor_is_one_too() -> None:
    """C113."""
    told = {"phase": "trade_hire", "acting": "Ann", "harbor": [ship("red")]}
    history = at("mercenary", others=[pirate(), pirate()], **told)
    taken = enter(history, type="take", harbor_index=0)
    assert view(taken)["active"] == 1
    third = at("mercenary", players={"Cem": {"display": [pirate(), pirate()]}}, **told)
    taken = enter(third, type="take", harbor_index=0)
    assert done(enter(taken, type="complete_contract", by=2, contract="mercenary"), "mercenary") == [2]
    drawn = enter(taken, type="draw", card=SAILOR)
    assert refused(drawn, type="complete_contract", by=2, contract="mercenary") == "NOT_YOUR_TURN"


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


def two_ships() -> list[dict[str, Any]]:
    return [ship("yellow"), ship("blue")]


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


def four_colors() -> dict[str, Any]:
    return {"Ann": {"kept_ships": ["yellow", "blue", "green", "black"]}}


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


# Yucata


def test_at_yucata_everything_completes_by_itself_and_says_so() -> None:
    """C71, C72."""
    told = {"phase": "trade_hire", "acting": "Ann", "harbor": [SAILOR_AT_3, ship("red")]}
    history = at("mercenary", "thrifty_staff", own=[pirate(2, 3)], edition="yucata", **told)
    assert offered(history, "complete_contract") == []
    hired = enter(history, type="take", harbor_index=0)
    assert (done(hired, "mercenary"), figures(hired, "coins")[0]) == ([0], 5)
    assert "contract" in whys(hired)


def test_at_yucata_the_best_paid_goes_first_with_one_cube_left() -> None:
    before = [{"name": name, "completed_by": ["Ann"]} for name in ("luminary", "bruja")]
    told = {"phase": "trade_hire", "acting": "Ann", "harbor": [SAILOR_AT_3, ship("red")], "edition": "yucata"}
    three = [pirate(1, 3) for _ in range(3)]
    history = at("mercenary", "thrifty_staff", *before, own=three[:2], **told)
    only = enter(history, type="take", harbor_index=0)
    assert (done(only, "mercenary"), view(only)["markers"]["0"]["free"]) == ([0], 0)
    fewer = [{**one, "swords": 0} for one in three[:2]]
    history = at("mercenary", "thrifty_staff", *before, own=[*fewer, pirate(2, 3)], **told)
    both = enter(history, type="take", harbor_index=0)
    assert (done(both, "mercenary"), done(both, "thrifty_staff")) == ([], [0])


def test_at_yucata_taxes_busts_and_colors_need_no_entry() -> None:
    """C110, C133."""
    taxed = enter(at("tax_inspector", edition="yucata", coins=13), type="draw", card=TAX)
    assert done(taxed, "tax_inspector") == [0, 1, 2]
    busted = enter(at("jinx", edition="yucata", harbor=[ship("red")]), type="draw", card=ship("red", 3, 2))
    assert (done(busted, "jinx"), asked(busted)) == ([0], [])
    three = enter(at("speculator", edition="yucata", harbor=two_ships()), type="draw", card=ship("green"))
    assert goal(three, "speculator")["waiting"] == [{"seat": 0, "at": 1, "of": 2}]
    own = [pirate()]
    sighted = enter(
        at("speculator", edition="yucata", harbor=two_ships(), own=own), type="draw", card=ship("green")
    )
    assert goal(sighted, "speculator")["waiting"] == []
    going_on = enter(sighted, type="draw", card=SAILOR)
    assert goal(going_on, "speculator")["waiting"] == [{"seat": 0, "at": 1, "of": 2}]


def test_by_themselves_or_by_hand_is_a_house_rule() -> None:
    told = {"phase": "trade_hire", "acting": "Ann", "harbor": [SAILOR_AT_3, ship("red")]}
    history = at("mercenary", own=[pirate()], options={"contract_moment": "automatic"}, **told)
    assert done(enter(history, type="take", harbor_index=0), "mercenary") == [0]
    by_hand = at("mercenary", own=[pirate()], edition="yucata", options={"contract_moment": "prompt"}, **told)
    assert done(enter(by_hand, type="take", harbor_index=0), "mercenary") == []


# The log


def test_undo_corrections_and_the_log_itself_keep_contracts() -> None:
    history = at("mercenary", "pirates_nest", own=[pirate(), pirate()], players=four_colors())
    one = enter(history, type="complete_contract", contract="mercenary")
    two = enter(one, type="draw", card=ship("red"), repel=True)
    assert correct(two, type="undo", count=2).state == history.state
    without = correct(two, type="remove", revision=1)
    assert (done(without, "mercenary"), done(without, "pirates_nest")) == ([], [0])
    kept = fold(settled_setup(two.setup), two.lines)
    again = codec.history_from_json(json.loads(json.dumps(codec.history_json(kept))))
    assert codec.view_json(again) == codec.view_json(kept)


def test_the_same_contract_tapped_on_two_phones_is_one() -> None:
    history = at("mercenary", own=[pirate(), pirate()])
    tap = {"type": "complete_contract", "by": 0, "contract": "mercenary"}
    found = meanwhile(history, tap, own=[tap])
    assert (done(found.history, "mercenary"), len(found.already), found.stop) == ([0], 1, None)
    laying = {"type": "lay_contracts", "contracts": list(FOUR)}
    assert len(meanwhile(table("bigbox", 3, MODULES), laying, own=[laying]).already) == 1


def test_a_situation_of_contracts_is_checked() -> None:
    for row in (
        {"name": "nobody"},
        {"name": "mercenary", "completed_by": ["Zoe"]},
        {"name": "frigate_nemesis", "progress": {"Ann": 3}},
        {"name": "mercenary", "spaces": "all"},
    ):
        with pytest.raises(Malformed, match="contracts"):
            at(row)
    with pytest.raises(Malformed, match="kept_ships"):
        at("pirates_nest", players={"Ann": {"kept_ships": ["pink"]}})


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ({"what": "contracts_setup"}, {"face_up": 4, "pool": 16, "markers_each": 3}),
        ({"what": "contract_points", "completed": [0, 1, 2, 3]}, {"points": [0, 0, 1, 3]}),
        ({"what": "contract_in_pool", "name": "ransom"}, {"value": False}),
        ({"what": "contract_in_pool", "name": "jinx"}, {"value": True}),
    ],
)
def test_what_is_set_up_can_be_asked_for(step: dict[str, Any], expected: dict[str, Any]) -> None:
    body = {"edition": "bigbox", "modules": list(MODULES), "situation": {"players": 3}}
    answer = codec.answer_ruling({**body, "steps": [{"type": "query", **step}]})
    assert {key: answer[key] for key in expected} == expected


def test_contracts_without_the_new_cards_are_not_played() -> None:
    """C83."""
    body = {"edition": "bigbox", "modules": ["base", "jomc_contracts_only"], "situation": {"players": 3}}
    answer = codec.answer_ruling({**body, "steps": [{"type": "create_game"}]})
    assert (answer["result"], answer["reason"], answer["rule"]) == (
        "denied",
        "MODULE_REQUIRED",
        "contract_module",
    )


def ruling(
    contract: dict[str, Any], *steps: dict[str, Any], edition: str = "bigbox", **told: Any
) -> tuple[str, str]:
    """What becomes of the last step of A, who has nothing yet."""
    players = [{"id": "A", "coins": 0, "display": []}, {"id": "B", "coins": 0, "display": []}]
    situation = {"players": players, "active": "A", "contracts": [contract], **told}
    body = {"edition": edition, "modules": list(MODULES), "situation": situation, "steps": list(steps)}
    answer = codec.answer_ruling(body)
    return answer["result"], answer["reason"]


@pytest.mark.parametrize(
    ("contract", "told", "expected"),
    [
        ({"name": "tax_inspector"}, {"last_tax_paid_turns_ago": 1}, ("denied", "CONTRACT_MISSED")),
        (
            {"name": "tax_inspector", "requirement_met": True},
            {"turns_since_met": 1},
            ("denied", "CONTRACT_MISSED"),
        ),
        (
            {"name": "mercenary", "requirement_met": True},
            {"turns_since_met": 1},
            ("allowed", "CONTRACT_DONE"),
        ),
        ({"name": "jinx"}, {"phase": "busted"}, ("allowed", "CONTRACT_DONE")),
        (
            {"name": "mercenary", "requirement_met": True},
            {"phase": "trade_hire_end"},
            ("allowed", "CONTRACT_DONE"),
        ),
    ],
)
def test_a_ruling_knows_what_was_before(
    contract: dict[str, Any], told: dict[str, Any], expected: tuple[str, str]
) -> None:
    assert ruling(contract, {"type": "complete_contract", "by": "A", "contract_index": 0}, **told) == expected


def test_a_ruling_looks_at_what_has_completed_by_itself() -> None:
    steps = ({"type": "draw", "by": "A", "card": ship("green")}, {"type": "auto_check", "by": "A"})
    first = {"name": "speculator"}
    assert ruling(first, *steps, edition="yucata", harbor=two_ships()) == ("forced", "CONTRACT_PROGRESS")
    second = {"name": "speculator", "progress": {"A": 1}}
    assert ruling(second, *steps, edition="yucata", harbor=two_ships()) == ("forced", "CONTRACT_DONE")


# By chance

PLAYED = (
    ("bigbox", MODULES),
    ("yucata", MODULES),
    ("bigbox", (*MODULES, "gambler")),
    ("bigbox", (*MODULES, "make_sail_mix")),
)


@pytest.mark.parametrize(
    ("edition", "modules"), PLAYED, ids=lambda part: "+".join(part) if part is tuple else None
)
@settings(max_examples=3)
@given(players=st.integers(2, 5), seed=st.integers(0, 2**32), lively=st.sampled_from((0, 0.06)))
def test_a_random_game_with_contracts_keeps_every_promise(
    edition: str, modules: tuple[str, ...], players: int, seed: int, lively: float
) -> None:
    play_through(table_of(edition, modules, players), seed, lively)


@pytest.mark.soak
@pytest.mark.parametrize(("edition", "modules"), PLAYED)
@settings(max_examples=300)
@given(players=st.integers(2, 5), seed=st.integers(0, 2**32), lively=st.sampled_from((0, 0.06)))
def test_many_random_games_with_contracts_keep_every_promise(
    edition: str, modules: tuple[str, ...], players: int, seed: int, lively: float
) -> None:
    play_through(table_of(edition, modules, players), seed, lively)


def table_of(edition: str, modules: tuple[str, ...], players: int) -> dict:
    names = ["Ann", "Bob", "Cem", "Dot", "Eve"][:players]
    return {"edition": edition, "modules": list(modules), "options": {}, "players": names}


@pytest.mark.parametrize("edition", ["bigbox", "yucata"])
def test_nobody_ever_has_more_than_three_markers_or_other_points(edition: str) -> None:
    for seed in range(3):
        history = laid("mercenary", "speculator", "frigate_nemesis", "pirates_nest", edition=edition)
        for after, _ in random_game(history, random.Random(seed), 300):
            shown = view(after)
            for seat, row in shown["markers"].items():
                assert row["free"] + row["waiting"] + row["placed"] == 3
                assert shown["contract_points"][seat] == (0, 0, 1, 3)[row["placed"]]
            for colors in shown["kept"].values():
                assert len(set(colors)) == len(colors) < 5
