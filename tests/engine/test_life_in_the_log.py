"""Whoever comes and goes, in the log: undone, corrected, exported, counted."""

from __future__ import annotations

import pytest

from companion.engine import History, Malformed, codec, fold, open_history, record

from .life import CAPTAIN, CARDS, SHIP, cards, hired, turn
from .play import correct, enter, entry, table


def lived() -> History:
    """A game in which all of it has happened."""
    history = turn(hired(table(players=4), 0))
    history = enter(history, type="leave", by=3)
    history = enter(history, type="join", name="Eve", after=1)
    history = turn(history)
    history = enter(history, type="rules", options={"governor_new": True, "end_trigger": "end_of_round"})
    history = enter(history, type="reshuffle")
    return hired(history, 4, CAPTAIN) if history.state.players[4].coins >= 4 else turn(history)


def test_each_of_it_is_undone_and_redone_exactly() -> None:
    history = lived()
    states = [open_history(history.setup).state]
    for at in range(1, history.revision + 1):
        states.append(fold(history.setup, history.lines[:at]).state)
    for count in range(1, history.revision + 1):
        undone = correct(history, type="undo", count=count)
        assert undone.state == states[-1 - count]
        assert correct(undone, type="redo", count=count).state == history.state


def test_a_log_with_it_is_the_same_after_export_and_import() -> None:
    history = lived()
    again = codec.history_from_json(codec.history_json(history))
    assert codec.view_json(again) == codec.view_json(history)
    assert codec.lines_json(again) == codec.lines_json(history)


def test_a_correction_before_it_keeps_it() -> None:
    history = lived()
    corrected = correct(history, type="remove", revision=1, keep=True)
    assert codec.view_json(corrected)["order"] == codec.view_json(history)["order"]
    assert corrected.state.game.rules == history.state.game.rules
    assert correct(corrected, type="undo").state == history.state


def test_without_who_left_all_of_his_turns_are_still_to_be_had() -> None:
    history = lived()
    leave = next(n for n, line in enumerate(history.lines, 1) if line.entry and line.entry.type == "leave")
    corrected = correct(history, type="remove", revision=leave, keep=True)
    assert codec.view_json(corrected)["order"] == [0, 1, 4, 2, 3]
    assert corrected.state.players[3].coins == 3


def test_a_number_stays_whose_it_is_when_another_one_has_not_joined_after_all() -> None:
    history = enter(enter(table(), type="join", name="Dot", after=2), type="join", name="Eve", after=3)
    history = enter(history, type="count", coins={"4": 8})
    corrected = correct(history, type="remove", revision=1, keep=True)
    # Dot sat next to Eve: so Eve has no place to sit, unless she sits elsewhere.
    assert codec.lines_json(corrected)[1]["kept"]["fits"] is False
    elsewhere = enter(enter(table(), type="join", name="Dot", after=2), type="join", name="Eve", after=0)
    elsewhere = enter(elsewhere, type="count", coins={"4": 8})
    corrected = correct(elsewhere, type="remove", revision=1, keep=True)
    view = codec.view_json(corrected)
    assert view["order"] == [0, 4, 1, 2]
    assert (view["players"][4]["name"], view["players"][4]["coins"]) == ("Eve", 8)
    assert codec.view_json(codec.history_from_json(codec.history_json(corrected))) == view


def test_who_joined_before_after_all_takes_nobody_s_number() -> None:
    history = enter(turn(table()), type="join", name="Eve", after=0)
    history = enter(history, type="count", coins={"3": 8})
    join = {"type": "join", "name": "Dot", "after": 2}
    corrected = correct(history, type="insert", before=1, entry=join, keep=True)
    players = codec.view_json(corrected)["players"]
    assert [(players[seat]["name"], players[seat]["coins"]) for seat in (3, 4)] == [("Eve", 8), ("Dot", 3)]


def test_who_joined_by_another_name_keeps_the_number() -> None:
    history = enter(enter(table(), type="join", name="Eva", after=2), type="count", coins={"3": 8})
    right = {"type": "join", "name": "Eve", "after": 0, "coins": 5}
    corrected = correct(history, type="change", revision=1, entry=right, keep=True)
    view = codec.view_json(corrected)
    assert (view["order"], view["players"][3]["name"], view["players"][3]["coins"]) == (
        [0, 3, 1, 2],
        "Eve",
        8,
    )


def test_what_was_entered_for_who_had_left_by_then_changes_nothing_and_says_so() -> None:
    history = hired(turn(table()), 1)
    corrected = correct(history, type="insert", before=4, entry={"type": "leave", "by": 1}, keep=True)
    rows = [row for row in codec.lines_json(corrected) if row.get("kept", {}).get("fits") is False]
    assert [row["entry"]["type"] for row in rows] == ["draw", "stop", "take"]
    assert cards(corrected) == CARDS
    assert correct(corrected, type="undo").state == history.state


def test_the_account_of_who_joined_begins_with_what_he_was_given_and_ends_with_what_he_left() -> None:
    history = enter(enter(table(), type="join", name="Dot", after=0), type="leave", by=3)
    account = codec.account_json(history, 3)
    assert [(row["line"]["why"], row["balance"]) for row in account["bookings"]] == [
        ("left_coins", 0),
        ("joined_coins", 3),
    ]


def test_who_has_left_looks_at_a_table_where_nothing_is_to_come() -> None:
    history = enter(enter(turn(table()), type="draw", card=SHIP), type="leave", by=2)
    assert codec.outlook_json(history, 2)["part"] == "over"


def test_what_is_counted_is_explained_by_what_came_since_the_table_was_another() -> None:
    history = enter(turn(table()), type="join", name="Dot", after=0)
    history = enter(enter(history, type="draw", card={**SHIP, "coins": 2}), type="stop")
    history = enter(history, type="take", by=1, harbor_index=0)
    found = codec.slips_json(history, {"coins": {"1": 3}})
    assert found["reasons"][0]["kind"] == "not_paid"
    assert len(found["reasons"][0]["then"]["coins"]) == 4
    with pytest.raises(Malformed):
        codec.slips_json(history, {"coins": {"5": 3}})


def test_recording_it_is_pure() -> None:
    state = turn(table()).state
    before = state
    record(state, entry(turn(table()), type="leave", by=0))
    assert state == before
