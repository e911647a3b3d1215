"""Undo, redo, and correcting an earlier entry."""

from __future__ import annotations

import pytest

from companion.engine import Malformed, Refusal, codec, fold

from .play import correct, enter, table

SHIP = {"kind": "ship", "color": "red", "swords": 3, "coins": 2}
SAILOR = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}
PRIEST = {"kind": "person", "type": "priest", "cost": 4, "vp": 1}


def bought_a_sailor():
    """Ann draws a Sailor and a ship, stops, hires the Sailor; Bob and Cem pass."""
    history = enter(table(), type="draw", card=SAILOR)
    history = enter(history, type="draw", card=SHIP)
    history = enter(history, type="stop")
    history = enter(history, type="take", harbor_index=0)
    return enter(history, type="pass", rest=True)


def test_undo_is_a_line_of_the_log_and_redo_brings_back_what_it_took() -> None:
    before = bought_a_sailor()
    undone = correct(before, type="undo", count=2)
    assert undone.revision == before.revision + 1
    assert undone.state.players[0].coins == 3
    again = correct(undone, type="redo", count=2)
    assert again.state == before.state
    assert fold(again.setup, again.lines).state == before.state


def test_undo_goes_back_to_a_named_revision() -> None:
    undone = correct(bought_a_sailor(), type="undo", to=2)
    assert [line["holds"] for line in codec.lines_json(undone)] == [True, True, False, False, False, False]


def test_a_new_entry_clears_what_could_be_redone() -> None:
    undone = correct(bought_a_sailor(), type="undo", count=2)
    changed = enter(undone, type="take", harbor_index=1)
    with pytest.raises(Refusal, match="NOTHING_TO_REDO"):
        correct(changed, type="redo")


def test_there_is_nothing_to_undo_at_a_fresh_table() -> None:
    with pytest.raises(Refusal, match="NOTHING_TO_UNDO"):
        correct(table(), type="undo")


def test_a_changed_entry_changes_everything_after_it() -> None:
    changed = correct(
        bought_a_sailor(), type="change", revision=1, entry={"type": "draw", "card": {**SAILOR, "cost": 2}}
    )
    assert changed.state.players[0].coins == 1
    assert changed.state.active == 1
    rows = codec.lines_json(changed)
    assert rows[0]["entry"]["card"]["cost"] == 2
    assert rows[5]["correction"]["type"] == "change"


def test_a_change_that_a_later_entry_contradicts_is_refused_and_names_that_entry() -> None:
    history = bought_a_sailor()
    with pytest.raises(Refusal) as caught:
        correct(history, type="change", revision=1, entry={"type": "draw", "card": {**SAILOR, "cost": 9}})
    assert caught.value.code == "LATER_ENTRY_FAILS"
    assert caught.value.params == {"revision": 4, "code": "CANNOT_AFFORD"}


def test_a_removed_and_an_inserted_entry_are_undone_like_any_other() -> None:
    history = bought_a_sailor()
    inserted = correct(history, type="insert", before=3, entry={"type": "draw", "card": PRIEST})
    assert inserted.state.draw_pile == history.state.draw_pile - 1
    assert correct(inserted, type="undo").state == history.state
    removed = correct(inserted, type="remove", revision=6)
    assert removed.state == history.state
    assert correct(correct(removed, type="undo"), type="undo").state == history.state


def test_a_correction_names_an_entry_that_holds() -> None:
    undone = correct(bought_a_sailor(), type="undo", count=1)
    with pytest.raises(Malformed) as caught:
        correct(undone, type="remove", revision=5)
    assert caught.value.field == "correction.revision"
