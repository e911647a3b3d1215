"""Contracts, each player for himself: laid out, completed, worth coins and points."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import Malformed, codec, fold
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
    four_colors,
    goal,
    laid,
    offered,
    pirate,
    refused,
    two_ships,
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
