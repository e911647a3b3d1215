"""What is completed or turned up before its card was read waits, and is paid by one entry once it is (`004 Missions`)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import History, Malformed, codec
from companion.engine.modules.adventure_begins import people

from .adventure import (
    PRIEST,
    SAILOR,
    SPACES,
    at,
    begun,
    code,
    drawn,
    event,
    open_templates,
    player,
    prepared,
    turned,
    view,
    whys,
)
from .play import correct, enter

FIRST_OF_TWO = {"missions": ["13"], "players": [{"display": [PRIEST], "coins": 9}] * 2}
READ = {"type": "learn_mission", "mission": 13, "first": {"coins": 2}, "crowns": 1}


def both_have_done_it(**more: Any) -> History:
    """Ann, then Bob complete mission 13, whose rewards nobody has read."""
    history = enter(event(at(**{**FIRST_OF_TWO, **more})), type="complete_mission", mission=13)
    stopped = enter(drawn(history, SAILOR), type="stop")
    return enter(enter(stopped, type="pass"), type="complete_mission", by=1, mission=13)


def figures(history: History) -> list[tuple[int, ...]]:
    return [tuple(one[key] for key in ("coins", "crowns", "vp")) for one in view(history)["players"]]


def test_rewards_that_nobody_has_read_wait_and_everybody_is_told() -> None:
    history = both_have_done_it()
    goal = view(history)["goals"][0]
    assert (goal["unread"], goal["unpaid"], goal["done_by"]) == (True, [0, 1], [0, 1])
    assert "rewards_wait" in whys(history)
    assert figures(history) == [(5, 0, 1), (5, 0, 1)]
    assert "waits" not in view(history)
    assert not open_templates(history, "pay_rewards")


def test_read_later_the_first_gets_the_small_reward_and_each_the_crowns_by_one_entry() -> None:
    history = enter(both_have_done_it(), **READ)
    assert "unread" not in view(history)["goals"][0]
    assert view(history)["waits"] == [
        {"goal": "mission.13", "seat": 0, "coins": 2, "crowns": 1, "points": 0, "module": "adventure_begins"},
        {"goal": "mission.13", "seat": 1, "coins": 0, "crowns": 1, "points": 0, "module": "adventure_begins"},
    ]
    (offered,) = open_templates(history, "pay_rewards")
    paid = enter(history, type="pay_rewards", by=offered["by"])
    assert figures(paid) == [(7, 1, 1), (5, 1, 1)]
    assert whys(paid) == ["mission_reward", "crowns", "crowns"]
    assert not {"waits"} & view(paid).keys()
    assert "unpaid" not in view(paid)["goals"][0]
    assert code(paid, type="pay_rewards") == "NO_EFFECT"
    assert correct(paid, type="undo").state == history.state


def test_points_come_with_the_crowns_whichever_card_is_read_first() -> None:
    spaces = [1, *SPACES[1:]]
    crowned = enter(enter(both_have_done_it(), **READ), type="learn_crowns", spaces=spaces)
    assert [one["points"] for one in view(crowned)["waits"]] == [1, 1]
    paid = enter(crowned, type="pay_rewards")
    late = enter(
        enter(enter(both_have_done_it(), **READ), type="pay_rewards"), type="learn_crowns", spaces=spaces
    )
    assert figures(paid) == figures(late) == [(7, 1, 2), (5, 1, 2)]
    assert [line["params"] for line in view(late)["last"]["ledger"][1:]] == [{"count": 1, "crowns": 1}] * 2


def test_what_the_table_has_paid_by_hand_is_not_paid_again() -> None:
    history = enter(both_have_done_it(), **READ)
    settled = enter(history, type="pay_rewards", already=True)
    assert (figures(settled), "waits" in view(settled)) == (figures(history), False)


def test_whoever_completes_it_once_it_is_read_is_paid_at_once_and_is_not_the_first() -> None:
    done = enter(event(at(**FIRST_OF_TWO)), type="complete_mission", mission=13)
    stopped = enter(drawn(enter(done, **READ), SAILOR), type="stop")
    second = enter(enter(stopped, type="pass"), type="complete_mission", by=1, mission=13)
    assert figures(second) == [(5, 0, 1), (5, 1, 1)]
    assert [one["seat"] for one in view(second)["waits"]] == [0]


def test_rewards_that_are_none_make_no_offer() -> None:
    history = enter(both_have_done_it(), type="learn_mission", mission=13)
    assert "unpaid" not in view(history)["goals"][0]
    assert not open_templates(history, "pay_rewards")


def test_a_mission_may_be_read_in_the_moment_in_which_it_is_completed() -> None:
    history = event(at(**FIRST_OF_TWO))
    body = {"type": "complete_mission", "mission": 13, "rewards": {"first": {"coins": 2}, "crowns": 1}}
    done = enter(history, **body)
    assert (figures(done)[0], "unread" in view(done)["goals"][0]) == ((7, 1, 1), False)
    assert whys(done)[0] == "mission_learned"
    assert correct(done, type="undo").state == history.state
    none = enter(history, type="complete_mission", mission=13, rewards={"crowns": 0})
    assert (figures(none)[0], view(none)["goals"][0].get("unpaid")) == ((5, 0, 1), None)
    for wrong in ({"coins": 2}, {"first": {"wine": 1}, "crowns": 10}):
        with pytest.raises(Malformed):
            enter(history, type="complete_mission", mission=13, rewards=wrong)


def test_a_marker_that_is_counted_away_takes_what_waits_along() -> None:
    history = enter(both_have_done_it(), type="count", mission_markers={"0": {"13": 0}})
    read = enter(history, **READ)
    assert [(one["seat"], one["coins"], one["crowns"]) for one in view(read)["waits"]] == [(1, 2, 1)]


def test_points_that_come_late_bring_the_end() -> None:
    rows = [{"display": [PRIEST], "vp": 11, "missions": ["10"], "coins": 9}, {}]
    history = event(at(missions=["10", "13"], players=rows))
    done = enter(history, type="complete_mission", mission=13)
    read = enter(enter(done, **READ), type="learn_crowns", spaces=[1, *SPACES[1:]])
    assert view(read)["end_triggered"] is False
    paid = enter(read, type="pay_rewards")
    assert (figures(paid)[0][2], view(paid)["end_triggered"]) == (12, True)
    assert view(paid)["last"]["reason"] == "END_TRIGGERED"


def test_a_chapter_that_was_lost_for_want_of_unread_points_is_won_once_they_are_paid() -> None:
    rows = [{"display": [PRIEST], "coins": 9}, {}]
    history = at("coop", missions=["13"], players=rows, month={"number": 1, "left": 1})
    history = enter(event(history), type="complete_mission", mission=13)
    history = turned(enter(history, type="learn_card_nine", markers=1, points=2))
    ended = enter(history, type="months_end", hourglass={"nine": True})
    assert view(ended)["ended"]["outcome"] == "lost"
    assert [one["what"] for one in view(ended)["learn"]] == ["mission"]
    paid = enter(enter(ended, **READ), type="pay_rewards")
    won = enter(paid, type="learn_crowns", spaces=[1, *SPACES[1:]])
    assert (view(won)["ended"]["outcome"], view(won)["campaign"]["next"]["chapter"]) == ("won", 2)


def test_nothing_is_paid_to_who_has_left() -> None:
    rows = [{"display": [PRIEST], "coins": 9}, {"display": [PRIEST], "coins": 9}, {}]
    history = enter(both_have_done_it(players=rows), type="pass", rest=True)
    gone = enter(enter(history, True, type="leave", by=0), **READ)
    assert [one["seat"] for one in view(gone)["waits"]] == [1]


def test_a_correction_of_who_completed_it_pays_the_right_one() -> None:
    history = enter(event(at(**FIRST_OF_TWO)), type="complete_mission", mission=13)
    paid = enter(enter(history, **READ), type="pay_rewards")
    assert figures(paid) == [(7, 1, 1), (9, 0, 1)]
    again = correct(
        paid,
        type="change",
        override=True,
        keep=True,
        revision=history.revision,
        entry={"type": "complete_mission", "mission": 13, "by": 1},
    )
    assert figures(again) == [(9, 0, 1), (7, 1, 1)]


# Events


def unread(history: History) -> History:
    return enter(history, type="reveal_event", unread=True)


def test_an_event_that_is_read_in_its_turn_holds_for_the_rest_of_it() -> None:
    history = unread(prepared())
    assert {"what": "event", "id": "0", "module": "adventure_begins"} in view(history)["learn"]
    assert view(history)["countdowns"][0]["events"][0]["state"] == "now"
    swords = [{"when": "discover", "what": "swords", "count": 2}]
    read = enter(history, type="learn_event", place=0, effects=swords)
    assert (player(read)["swords"], "waits" in view(read)) == (2, False)
    assert view(read)["countdowns"][0]["events"][0]["event"] == "discover.swords.2.active"
    assert code(read, type="learn_event", place=0, effects=swords) == "NO_EFFECT"


def test_an_event_that_is_read_later_pays_those_whom_it_meant_when_it_was_turned_up() -> None:
    history = turned(unread(prepared()))
    assert history.state.active == 1
    others = [{"when": "now", "what": "coins", "count": 2, "who": "others"}]
    read = enter(event(history), type="learn_event", place=0, effects=others)
    assert view(read)["waits"] == [
        {"seat": 1, "coins": 2, "crowns": 0, "points": 0, "module": "adventure_begins"}
    ]
    paid = enter(read, type="pay_rewards")
    assert [one["coins"] for one in view(paid)["players"]] == [3, 5]
    assert correct(paid, type="undo").state == read.state


def test_an_event_that_comes_again_is_read_then_and_pays_what_it_did_the_month_before() -> None:
    history = turned(unread(prepared("coop", 3)))
    history = turned(event(history))
    ended = enter(history, type="months_end", hourglass={"story": "12"})
    history = turned(enter(enter(ended, type="read_story", story=12), type="flip_events"))
    history = turned(event(history))
    crowns = [{"when": "now", "what": "crowns", "count": 1, "who": "active"}]
    again = enter(history, type="reveal_event", effects=crowns)
    assert [one["crowns"] for one in view(again)["players"]] == [0, 1, 0]
    assert [one["seat"] for one in view(again)["waits"]] == [0]


def test_what_waits_goes_along_where_a_table_is_taken_over() -> None:
    history = begun("competitive", 2)
    told = view(turned(unread(turned(history))))["countdowns"][0]["events"][1]
    waits = [{"place": 0, "seats": told["unread"][0]}]
    month = {"number": 1, "left": 1, "unread": waits, "turned": True}
    missions_ = [{"number": "13", "completed_by": ["Bob"], "unpaid": ["Bob"]}]
    again = at(missions=missions_, month=month)
    assert view(again)["goals"][0]["unpaid"] == [1]
    effects = [{"when": "now", "what": "coins", "count": 1, "who": "active"}]
    read = enter(enter(again, **READ), type="learn_event", place=0, effects=effects)
    assert [(one["seat"], one["coins"]) for one in view(read)["waits"]] == [(1, 1), (1, 2)]
    with pytest.raises(Malformed):
        at(month={**month, "unread": [{"place": 9, "seats": {}}]})


def test_an_undo_and_a_log_read_again_know_what_waits() -> None:
    history = enter(both_have_done_it(), **READ)
    again = codec.history_from_json(codec.history_json(enter(history, type="pay_rewards")))
    assert figures(again) == [(7, 1, 1), (5, 1, 1)]
    assert people.person(correct(again, type="undo").state, 0).crowns == 0
