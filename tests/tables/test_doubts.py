"""A card that two phones drew: the same one, or two? Asked of all, answered once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.engine import Malformed
from companion.tables import NoDoubt, NotAllowed, Opened, Place, Tables
from tests.tables.conftest import DRAW, Come

ASKED = {"entry_id": "mine", **DRAW}


def doubts(place: Place) -> dict[int, Any]:
    members: Any = place.members_json()["members"]
    return {one["member"]: one["doubt"] for one in members if "doubt" in one}


def test_a_doubt_is_seen_by_all_and_answered_once_by_whoever_may_enter(
    keeper: Place, come: Come, spectator: Place
) -> None:
    ben = come(seat=1).place
    number = ben.member.number
    ben.doubt(ASKED)
    asked = doubts(keeper)[number]
    assert (asked["entry_id"], asked["entry"]["card"]["type"]) == ("mine", "sailor")
    assert doubts(spectator) == doubts(keeper)
    with pytest.raises(NotAllowed):
        spectator.settle(number, True)
    keeper.settle(number, False)
    ben.settle(number, True)
    assert doubts(ben)[number]["same_card"] is False
    ben.doubt(ASKED)  # asked again after a lost answer
    assert doubts(ben)[number]["same_card"] is False
    ben.doubt(None)
    assert doubts(keeper) == {}
    with pytest.raises(NoDoubt):
        keeper.settle(number, True)


def test_a_new_doubt_is_without_the_answer_to_the_last(keeper: Place, come: Come) -> None:
    ben = come(seat=1).place
    ben.doubt(ASKED)
    keeper.settle(ben.member.number, True)
    ben.doubt({**ASKED, "entry_id": "next"})
    assert doubts(keeper)[ben.member.number]["entry_id"] == "next"
    assert "same_card" not in doubts(keeper)[ben.member.number]


def test_only_a_draw_is_doubted_and_only_by_who_may_enter(come: Come, spectator: Place) -> None:
    ben = come(seat=1).place
    with pytest.raises(Malformed, match="draw"):
        ben.doubt({"entry_id": "mine", "entry": {"type": "stop"}})
    with pytest.raises(NotAllowed):
        spectator.doubt(ASKED)
    assert doubts(ben) == {}


def test_another_process_knows_of_a_doubt(
    another_process: Callable[..., Tables], come: Come, opened: Opened
) -> None:
    ben = come(seat=1).place
    there = another_process().find(opened.table.code, opened.token)
    ben.doubt(ASKED)
    there.read()
    assert list(doubts(there)) == [ben.member.number]
