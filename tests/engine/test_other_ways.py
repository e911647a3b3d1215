"""Slips about contracts: the wrong player, the wrong one, a ship for its coins after all, forgotten, entered too late."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import History, Malformed, codec

from .contracts import at, done, figures, goal, pirate
from .play import enter
from .test_repairs import put_right
from .together import SAILOR, TAX

RED = {"kind": "ship", "color": "red", "swords": 1, "coins": 2}


def ways(history: History, revision: int | None = None) -> list[dict[str, Any]]:
    found = codec.other_ways_json(history, history.revision if revision is None else revision)
    return [dict(one) for one in found["ways"]]


def moments(history: History, name: str) -> list[dict[str, Any]]:
    return [dict(one) for one in codec.forgotten_json(history, name)["moments"]]


def parts() -> History:
    """Bob's part in Ann's turn, and all have what the Mercenary asks for."""
    three = [pirate(), pirate()]
    others = {"Cem": {"display": three}}
    told: dict[str, Any] = {"phase": "trade_hire", "acting": "Bob", "harbor": [RED]}
    return at("mercenary", "explorer", own=three, others=three, players=others, **told)


def test_a_contract_of_the_wrong_player_is_put_right_by_one_correction() -> None:
    history = enter(parts(), type="complete_contract", by="Bob", contract="mercenary")
    found = codec.other_ways_json(history, history.revision)
    assert found["seat"] == 1
    others = {one["seat"]: one for one in found["ways"] if one["goal"] == "mercenary"}
    assert sorted(others) == [0, 2]
    assert "anyway" not in others[0]
    assert others[2]["anyway"]["code"] == "NOT_YOUR_TURN"
    after = put_right(history, others[0]["correction"])
    assert (done(after, "mercenary"), figures(after, "coins")) == ([0], [8, 5, 5])
    after = put_right(history, others[2]["correction"])
    assert done(after, "mercenary") == [2]
    assert done(put_right(history, found["nobody"]), "mercenary") == []


def test_the_wrong_contract_tapped_is_another_one_of_that_player() -> None:
    told = {"Bob": {"expeditions_owned": 1}}
    history = at(
        "mercenary",
        "explorer",
        others=[pirate(), pirate()],
        players=told,
        phase="trade_hire",
        acting="Bob",
        harbor=[RED],
    )
    wrong = enter(history, type="complete_contract", by="Bob", contract="mercenary")
    (right,) = [one for one in ways(wrong) if one.get("goal") == "explorer"]
    assert (right["seat"], "anyway" in right) == (1, False)
    after = put_right(wrong, right["correction"])
    assert (done(after, "mercenary"), done(after, "explorer")) == ([], [1])


def test_a_ship_taken_for_its_coins_was_declined_or_the_other_way_round() -> None:
    history = at("frigate_nemesis", phase="trade_hire", harbor=[RED])
    traded = enter(history, type="take", by="Ann", harbor_index=0)
    (declined,) = ways(traded)
    assert (declined["goal"], declined["entry"]["decline"]) == ("frigate_nemesis", True)
    after = put_right(traded, declined["correction"])
    assert goal(after, "frigate_nemesis")["waiting"] == [{"seat": 0, "at": 1, "of": 3}]
    assert figures(after, "coins")[0] == 5
    (back,) = ways(after, 1)
    assert "decline" not in back["entry"]
    assert figures(put_right(after, back["correction"]), "coins")[0] == 7


def test_a_repelled_ship_was_kept_or_let_go() -> None:
    history = at("pirates_nest", own=[pirate()])
    drawn = enter(history, type="draw", card={**RED, "coins": 1})
    kept = enter(drawn, type="repel", harbor_index=0)
    (let_go,) = ways(kept)
    assert let_go["entry"]["keep"] is False
    assert codec.view_json(kept)["kept"]["0"] == ["red"]
    assert codec.view_json(put_right(kept, let_go["correction"]))["kept"]["0"] == []


def test_a_forgotten_contract_goes_where_it_could_have_been_completed() -> None:
    history = enter(parts(), type="pass", by="Bob")
    history = enter(history, type="pass", by="Cem")
    history = enter(history, type="draw", by="Bob", card=SAILOR)
    found = moments(history, "mercenary")
    assert [(one["seat"], one["before"], one["turn"]) for one in found][-2:] == [
        (0, 1, [1, 0]),
        (1, 1, [1, 0]),
    ]
    (cems,) = [one for one in found if one["seat"] == 2]
    after = put_right(history, cems["correction"])
    assert (done(after, "mercenary"), figures(after, "coins")[2]) == ([2], 8)
    assert "late" not in cems


def test_a_marker_that_was_forgotten_at_a_tax_can_still_be_placed() -> None:
    history = enter(at("tax_inspector", coins=12), type="draw", card=TAX)
    history = enter(history, type="draw", card=SAILOR)
    found = moments(history, "tax_inspector")
    assert [(one["seat"], one["before"]) for one in found] == [(0, 2), (1, 2), (2, 2)]
    assert done(put_right(history, found[1]["correction"]), "tax_inspector") == [1]


def test_a_contract_entered_too_late_is_moved_and_the_first_space_is_his() -> None:
    history = enter(parts(), type="complete_contract", by="Ann", contract="mercenary")
    history = enter(history, type="complete_contract", by="Bob", contract="mercenary")
    assert done(history, "mercenary") == [0, 1]
    (bobs,) = [one for one in moments(history, "mercenary") if one["seat"] == 1]
    assert (bobs["before"], bobs["late"]) == (1, 2)
    after = put_right(history, bobs["correction"])
    assert (done(after, "mercenary"), figures(after, "coins")) == ([1, 0], [7, 8, 5])


def test_other_entries_have_no_other_way_and_only_what_holds_has_any() -> None:
    history = enter(at("mercenary"), type="draw", card=SAILOR)
    assert ways(history) == []
    assert moments(history, "jinx") == []
    with pytest.raises(Malformed):
        codec.other_ways_json(history, 9)
