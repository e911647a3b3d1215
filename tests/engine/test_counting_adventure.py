"""Mission markers, crowns, items and events as a table sees them, where the phone shows others."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import EngineError, History, Malformed, Refusal, codec
from companion.engine.modules.adventure_begins import missions, month, people
from companion.engine.modules.adventure_begins.missions import ITEMS

from .adventure import SPACES, at, begun, played, prepared, view, whys
from .play import correct, enter
from .test_random_games import assert_sound

# 52 takes two turns.
LYING = [{"number": "10", "completed_by": ["Ann"]}, {"number": "13"}, {"number": "52", "waiting": ["Bob"]}]


def told(**more: Any) -> History:
    return enter(at(missions=LYING, **more), type="learn_crowns", spaces=SPACES)


def seat(history: History, which: int = 0) -> Mapping[str, Any]:
    found: Mapping[str, Any] = view(history)["players"][which]
    return found


def refused(history: History, **body: Any) -> str:
    with pytest.raises(Refusal) as caught:
        enter(history, type="count", **body)
    return caught.value.code


def test_a_marker_that_stands_there_frees_what_was_behind_it_and_gains_nothing() -> None:
    history = told()
    after = enter(history, type="count", mission_markers={"Ann": {"13": 1}, "1": {"52": 2}})
    assert [goal["done_by"] for goal in view(after)["goals"]] == [[0], [0], [1]]
    assert view(after)["markers"] == {
        "0": {"free": 2, "waiting": 0, "placed": 2},
        "1": {"free": 3, "waiting": 0, "placed": 1},
    }
    assert (people.trophy(after.state, 0), seat(after, 1)["character"]["open"]) == (True, True)
    for which in (0, 1):
        assert [seat(after, which)[key] for key in ("coins", "crowns", "vp")] == [
            seat(history, which)[key] for key in ("coins", "crowns", "vp")
        ]
    lines = [line["params"] for line in view(after)["last"]["ledger"]]
    assert lines[-1] == {"mission": "52", "from": 1, "to": 2, "of": 2}
    assert correct(after, type="undo").state == history.state


def test_a_marker_that_does_not_stand_there_is_back_on_the_character() -> None:
    after = enter(told(), type="count", mission_markers={"0": {"10": 0}, "1": {"52": 0, "10": 1}})
    goals = view(after)["goals"]
    assert ([goal["done_by"] for goal in goals], goals[2]["waiting"]) == ([[1], [], []], [])
    assert seat(after)["character"]["open"] is False


def test_the_points_are_there_already_when_the_trophy_comes_by_counting() -> None:
    history = told(players=[{"vp": 12}, {}])
    assert view(history)["end_triggered"] is False
    after = enter(history, type="count", mission_markers={"Ann": {"13": 1}})
    assert view(after)["end_triggered"] is True


def test_markers_that_were_paid_for_are_counted_too() -> None:
    after = enter(told(), type="count", markers_paid={"Ann": 1})
    assert (people.trophy(after.state, 0), whys(after)) == (True, ["markers_paid_counted"])
    assert seat(enter(after, type="count", markers_paid={"0": 0}))["openings"][1]["open"] is False


def test_nobody_has_more_than_four_markers() -> None:
    assert refused(told(), mission_markers={"Ann": {"13": 1}}, markers_paid={"Ann": 3}) == "MISSION_LIMIT"


def test_crowns_are_counted_with_their_points() -> None:
    after = enter(told(players=[{"crowns": 7}, {}]), type="count", crowns={"Ann": 4})
    assert (seat(after)["crowns"], seat(after)["vp"]) == (4, 1)


def test_an_item_that_nobody_saw_come_was_in_the_draw_pile() -> None:
    history = told()
    after = enter(history, type="count", items={"Ann": ["rum", "book_of_rituals"]})
    assert seat(after)["items"] == ["rum", "book_of_rituals"]
    assert history.state.draw_pile - after.state.draw_pile == 2
    assert_sound(after.state)
    back = enter(enter(after, type="count", items={"Ann": []}), type="count", items={"Bob": ["rum"]})
    assert (seat(back)["items"], seat(back, 1)["items"], back.state.discard_pile) == ([], ["rum"], 1)
    assert_sound(back.state)


def test_events_above_months_end_are_as_many_as_the_table_counts() -> None:
    history = begun("competitive", 2)
    size = len(month.month(history.state).deck)
    after = enter(history, type="count", events_left=size - 3)
    (found,) = view(after)["countdowns"]
    assert (found["left"], found["of"], whys(after)) == (size - 2, size + 1, ["events_counted"])
    assert correct(after, type="undo").state == history.state
    # What had been turned up and lies on the deck again is what comes next.
    again = enter(prepared("competitive", 2), type="count", events_left=size - 1)
    assert month.month(enter(again, type="count", events_left=size).state).at == 0
    assert refused(history, events_left=size + 1) == "NOT_IN_THE_BOX"


def test_no_event_lies_above_months_end_that_lies_open() -> None:
    history = enter(
        at(month={"number": 2, "left": 0}), type="months_end", hourglass={"pay": True, "nine": True}
    )
    assert refused(history, events_left=1) == "WRONG_PHASE"


@pytest.mark.parametrize(
    "body",
    [
        {"mission_markers": {"Ann": {"14": 1}}},
        {"mission_markers": {"Ann": {"10": 2}}},
        {"mission_markers": {"Ann": {"10": -1}}},
        {"mission_markers": {"Zoe": {}}},
        {"mission_markers": {"Ann": 3}},
        {"markers_paid": {"Ann": 5}},
        {"events_left": 15},
        {"events_left": "many"},
        {"items": {"Ann": ["wine"]}},
    ],
)
def test_what_cannot_be_there_is_not_counted(body: Any) -> None:
    with pytest.raises(Malformed):
        enter(told(), type="count", **body)


def test_what_was_counted_goes_round_as_json() -> None:
    history = enter(
        told(), type="count", mission_markers={"Bob": {"13": 1}}, markers_paid={"Bob": 1}, events_left=1
    )
    line = codec.lines_json(history)[-1]
    assert line["entry"] == {
        "type": "count",
        "mission_markers": {"1": {"13": 1}},
        "markers_paid": {"1": 1},
        "events_left": 1,
    }
    assert codec.view_json(codec.history_from_json(codec.history_json(history))) == codec.view_json(history)


def any_count(history: History, chance: random.Random) -> dict[str, Any]:
    """Something counted of a table, sensible or not."""
    state = history.state
    by = str(chance.randrange(len(state.players)))
    numbers = [one.name for one in missions.laid(state)] or ["10"]
    some = chance.sample(numbers, min(2, len(numbers)))
    bodies: list[dict[str, Any]] = [
        {"mission_markers": {by: {number: chance.randint(0, 2) for number in some}}},
        {"markers_paid": {by: chance.randint(0, 2)}},
        {"crowns": {by: chance.randint(0, 25)}},
        {"items": {by: chance.choices(ITEMS, k=chance.randint(0, 3))}},
        {"events_left": chance.randint(0, 9)},
    ]
    found = chance.sample(bodies, chance.randint(1, 3))
    return {"type": "count", **{key: value for one in found for key, value in one.items()}}


@settings(max_examples=12, deadline=None)
@given(
    way=st.sampled_from(("competitive", "coop", "solo", "variable")),
    players=st.integers(2, 4),
    seed=st.integers(0, 2**32),
)
def test_whatever_is_counted_nothing_is_lost_and_an_undo_is_exact(way: str, players: int, seed: int) -> None:
    chance = random.Random(seed)
    history = prepared(way, 1 if way == "solo" else players)
    size = 0
    for _ in range(6):
        for after, _ in played(history, chance, limit=10):
            history = after
            size = len(month.month(history.state).deck)
        if history.state.phase == "game_over":
            break
        before = history
        with suppress(EngineError):
            history = enter(before, **any_count(before, chance))
            assert correct(history, type="undo").state == before.state
        assert_sound(history.state)
        now = month.month(history.state)
        assert len(now.deck) == size
        assert 0 <= now.at <= size
        for which in range(len(history.state.players)):
            marks = view(history)["markers"][str(which)]
            gone = sum(marks.values()) + people.person(history.state, which).paid
            assert gone == missions.MARKERS
    assert codec.view_json(codec.history_from_json(codec.history_json(history))) == codec.view_json(history)
