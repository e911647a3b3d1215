"""What the rules forbid and the group did all the same."""

from __future__ import annotations

import pytest

from companion.engine import Line, Refusal, append, codec

from .play import correct, enter, entry, table

SKULL = {"kind": "ship", "color": "red", "skull": True, "coins": 4}
GOVERNOR = {"kind": "person", "type": "governor", "cost": 8, "vp": 0}
THREE = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}
SHIP = {"kind": "ship", "color": "blue", "swords": 1, "coins": 1}


def overridden(history, **body):
    line = Line(f"line-{history.revision}", entry(history, **body), None, override=True)
    return append(history, line)


def test_a_hire_that_nobody_can_pay_takes_the_coins_there_are() -> None:
    history = enter(enter(table(), type="draw", card=GOVERNOR), type="stop")
    with pytest.raises(Refusal) as caught:
        enter(history, type="take", harbor_index=0)
    assert caught.value.overridable
    assert caught.value.params == {"price": 8, "needed": 8, "coins": 3, "short": 5}
    history, recorded = overridden(history, type="take", harbor_index=0)
    assert history.state.players[0].coins == 0
    assert recorded.ledger[0].why == "happened_anyway"
    hired = recorded.ledger[1]
    assert (hired.why, hired.coins, hired.params["price"], hired.params["cost"]) == ("hire", -3, 3, 8)
    assert recorded.overridden[0].code == "CANNOT_AFFORD"
    assert [(line.seat, line.params) for line in recorded.ledger if line.why == "short"] == [
        (0, {"count": 5})
    ]


def test_a_coin_that_nobody_gets_is_said() -> None:
    history = enter(enter(table(), type="draw", card={**SHIP, "coins": 2}), type="draw", card=THREE)
    history = enter(enter(history, type="stop"), type="take", harbor_index=0)
    history, recorded = overridden(history, type="take", by=1, harbor_index=1)
    assert (history.state.players[1].coins, history.state.players[0].coins) == (0, 5)
    assert [(line.seat, line.params) for line in recorded.ledger if line.why == "short"] == [
        (1, {"count": 1, "to": 0})
    ]


def test_whoever_hires_for_more_than_the_phone_shows_has_counted_the_own_coins() -> None:
    history = enter(enter(table(), type="draw", card=GOVERNOR), type="stop")
    history = enter(history, type="take", by=0, harbor_index=0, had=9)
    assert history.state.players[0].coins == 1
    assert [line.why for line in history.last.ledger][:2] == ["counted", "hire"]
    row = codec.lines_json(history)[-1]
    assert row["entry"]["had"] == 9
    assert "overridden" not in row
    undone = correct(history, type="undo")
    assert undone.state.players[0].coins == 3


def test_what_happened_anyway_stays_marked_in_the_log() -> None:
    history = enter(enter(table(), type="draw", card=GOVERNOR), type="stop")
    history, _ = overridden(history, type="take", harbor_index=0)
    row = codec.lines_json(history)[-1]
    assert row["override"] is True
    assert row["overridden"][0]["code"] == "CANNOT_AFFORD"
    assert row["ledger"][0]["params"] == {"code": "CANNOT_AFFORD", "rule": "hire"}


def test_a_skull_can_be_sent_away_where_the_group_did_so() -> None:
    with pytest.raises(Refusal, match="SKULL_NEVER_REPEL"):
        enter(table(), type="draw", card=SKULL, repel=True)
    history, _ = overridden(table(), type="draw", card=SKULL, repel=True)
    assert history.state.repelled == 1
    assert history.state.discard_pile == 1


def test_stopping_before_the_first_card_and_a_second_take_can_have_happened() -> None:
    history, _ = overridden(table(), type="stop")
    assert history.state.active == 1
    history = enter(enter(enter(table(), type="draw", card=SHIP), type="draw", card=GOVERNOR), type="stop")
    history = enter(history, type="take", harbor_index=0)
    with pytest.raises(Refusal, match="NO_TAKES_LEFT"):
        enter(history, type="take", by=0, harbor_index=1)
    history, _ = overridden(history, type="take", by=0, harbor_index=1)
    assert [person.type for person in history.state.players[0].display] == ["governor"]


def test_an_override_is_no_pass_for_what_has_no_meaning() -> None:
    with pytest.raises(Refusal, match="NOT_YOUR_TURN"):
        enter(table(), override=True, type="draw", by=1, card=SHIP)
    with pytest.raises(Refusal, match="NOT_A_SHIP"):
        enter(table(), override=True, type="draw", card=GOVERNOR, repel=True)


def test_counted_coins_and_piles_replace_the_figures_and_say_so() -> None:
    history = enter(table(), type="count", coins={"Bob": 7}, draw_pile=100)
    assert history.state.players[1].coins == 7
    assert history.state.draw_pile == 100
    whats = [line.params["what"] for line in history.last.ledger]
    assert whats == ["draw_pile", "coins"]
    assert correct(history, type="undo").state == table().state
