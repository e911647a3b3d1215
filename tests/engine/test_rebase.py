"""Two phones at once: what is merged, what is one and the same tap, and what the group is asked."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import append, codec, open_history
from companion.engine.log import line_reading
from companion.engine.log.rebase import rebase

from .play import enter, table
from .two_phones import (
    CAPTAIN,
    FLUTE,
    PRIEST,
    REST,
    SAILOR,
    SKIFF,
    STOP,
    drawn,
    harbor,
    in_trade,
    meanwhile,
    rows,
)

# --- what commutes is merged ---


def test_cards_that_two_phones_drew_are_both_there() -> None:
    found = meanwhile(table(), drawn(FLUTE), own=[drawn(SAILOR), drawn(SKIFF)])
    assert found.stop is None
    assert harbor(found.history) == ["blue", "sailor", "green"]


def test_a_count_is_possible_whatever_others_did() -> None:
    found = meanwhile(table(), drawn(FLUTE), STOP, REST, own=[{"type": "count", "draw_pile": 70}])
    assert (found.stop, found.history.state.draw_pile) == (None, 70)


def test_takes_of_different_cards_by_different_players_are_both_there() -> None:
    history = in_trade(SAILOR, FLUTE, SKIFF)
    others = ({"type": "take", "harbor_index": 1},)
    found = meanwhile(history, *others, own=[{"type": "take", "by": 1, "harbor_index": 2}])
    assert found.stop is None
    assert harbor(found.history) == ["sailor"]


def test_a_take_follows_its_card_when_others_cards_came_before_it() -> None:
    own = [drawn(SAILOR), STOP, {"type": "take", "harbor_index": 0}]
    found = meanwhile(table(), drawn(FLUTE), own=own)
    assert found.stop is None
    assert harbor(found.history) == ["blue"]
    assert codec.line_json(found.lines[2])["entry"]["harbor_index"] == 1


# --- one thing tapped twice ---


@pytest.mark.parametrize("by", [{}, {"by": 0}])
def test_a_second_stop_never_advances_the_turn_again(by: dict[str, Any]) -> None:
    history = enter(table(), **drawn(FLUTE))
    found = meanwhile(history, STOP, own=[{**STOP, **by}])
    assert (found.stop, found.lines, len(found.already)) == (None, (), 1)
    assert (found.history.state.phase, found.history.state.acting) == ("trade_hire", 0)


@pytest.mark.parametrize("passed", [{"type": "pass"}, REST, {"type": "pass", "by": 0}])
def test_a_second_pass_never_passes_for_the_next_player(passed: dict[str, Any]) -> None:
    history = in_trade(SAILOR, FLUTE)
    once = meanwhile(history, passed, own=[{"type": "count", "draw_pile": 70}]).history
    found = meanwhile(history, passed, own=[passed])
    assert (found.stop, found.lines, len(found.already)) == (None, (), 1)
    assert (found.history.state.active, found.history.state.acting) == (once.state.active, once.state.acting)


def test_the_same_take_from_two_phones_is_one() -> None:
    history = in_trade(SAILOR, FLUTE)
    take = {"type": "take", "harbor_index": 1}
    found = meanwhile(history, take, own=[take, {"type": "pass", "by": 1}])
    assert (found.stop, len(found.already)) == (None, 1)
    assert [line.entry.by for line in found.lines if line.entry] == [1]


@pytest.mark.parametrize("decided", ["repel", "keep"])
def test_the_same_decision_about_a_ship_is_one(decided: str) -> None:
    history = enter(in_trade(SAILOR), type="take", harbor_index=0)
    while history.state.active != 0:  # the others draw a card each and nobody wants it
        history = enter(enter(enter(history, **drawn(PRIEST)), **STOP), **REST)
    history = enter(history, **drawn(FLUTE))
    assert codec.view_json(history)["pending"]
    found = meanwhile(history, {"type": decided}, own=[{"type": decided}, drawn(SKIFF)])
    assert (found.stop, len(found.already), len(found.lines)) == (None, 1, 1)


def test_different_decisions_about_one_ship_are_asked_about() -> None:
    history = enter(table(), **drawn(FLUTE))
    found = meanwhile(history, STOP, own=[drawn(SKIFF)])
    assert found.stop
    assert (found.stop.why, found.history.revision) == ("refused", 2)


def test_a_pass_is_entered_where_the_others_took_theirs_back() -> None:
    history = in_trade(SAILOR, FLUTE)
    game = history.state.game
    passing, undoing = (
        line_reading.line({"entry_id": "p", "entry": {"type": "pass"}}, game),
        line_reading.line({"entry_id": "u", "correction": {"type": "undo", "count": 1}}, game),
    )
    confirmed = append(append(history, passing)[0], undoing)[0]
    found = rebase(confirmed, [passing, undoing], rows({"type": "pass"}))
    assert (found.stop, found.already) == (None, ())
    assert found.history.state.acting == 1


def test_what_waits_behind_a_tap_that_others_made_too_goes_on() -> None:
    history = enter(table(), **drawn(FLUTE))
    found = meanwhile(history, STOP, own=[STOP, {"type": "take", "harbor_index": 0}])
    assert (found.stop, len(found.already), len(found.lines)) == (None, 1, 1)
    assert harbor(found.history) == []


# --- what the group is asked ---


def test_the_same_card_drawn_by_two_phones_is_asked_about_and_decided_by_the_group() -> None:
    own = rows(drawn(FLUTE))
    found = meanwhile(table(), drawn(FLUTE), own=own)
    assert found.stop
    assert found.stop.why == "twice"
    assert harbor(found.history) == ["blue"]
    two = meanwhile(table(), drawn(PRIEST), own=own, sure=True)
    assert two.stop is None


def test_a_card_that_others_drew_and_took_back_is_not_asked_about() -> None:
    history = table()
    game = history.state.game
    theirs = [
        line_reading.line({"entry_id": "d", "entry": drawn(FLUTE)}, game),
        line_reading.line({"entry_id": "u", "correction": {"type": "undo", "count": 1}}, game),
    ]
    confirmed = append(append(history, theirs[0])[0], theirs[1])[0]
    found = rebase(confirmed, theirs, rows(drawn(FLUTE)))
    assert found.stop is None
    assert harbor(found.history) == ["blue"]


@pytest.mark.parametrize(
    "late",
    [STOP, {**STOP, "by": 0}, drawn(SKIFF), {"type": "repel"}, {"type": "keep"}, REST, {"type": "pass"}],
)
@pytest.mark.parametrize("players", [2, 3])
def test_what_was_meant_for_one_turn_is_never_entered_for_another(late: dict[str, Any], players: int) -> None:
    """The others have ended the turn and are in the next one, in the same phase as the own entry was made in."""
    history = table(players=players)
    if late["type"] == "pass":
        history = enter(enter(enter(history, **drawn(SAILOR)), **drawn(FLUTE)), **STOP)
        others = [REST, drawn(PRIEST), drawn(SKIFF), STOP]
    else:
        history = enter(history, **drawn(SAILOR))
        others = [STOP, REST, drawn(PRIEST)]
    # Where the others passed in the same words, it is the same pass; here they mean it by somebody's name.
    others = [{**one, "by": 0} if one == REST and late != REST else one for one in others]
    found = meanwhile(history, *others, own=[late])
    confirmed = history.revision + len(others)
    assert found.history.revision == confirmed
    assert found.already or (found.stop and found.stop.why in ("stale", "refused"))


def test_a_turn_of_the_same_player_a_round_later_is_another_turn() -> None:
    history = enter(table(players=2), **drawn(SAILOR))
    others = [drawn(FLUTE), STOP, REST, drawn(PRIEST), STOP, REST, drawn(SKIFF)]
    late = rows(drawn(CAPTAIN, by=0))
    found = meanwhile(history, *others, own=late)
    assert found.history.state.active == 0
    assert found.stop
    assert (found.stop.why, found.history.revision) == ("stale", history.revision + len(others))


def test_a_take_of_a_card_that_others_took_is_asked_about() -> None:
    history = in_trade(SAILOR, FLUTE, SKIFF)
    others = ({"type": "take", "harbor_index": 1}, {"type": "take", "by": 1, "harbor_index": 2})
    found = meanwhile(history, *others, own=[{"type": "take", "by": 2, "harbor_index": 2}])
    assert found.stop
    assert found.stop.why == "stale"


def test_an_expedition_is_claimed_by_its_card_and_not_by_its_place() -> None:
    need = [
        {"kind": "expedition", "need": [symbol, symbol], "coins": 2, "vp": 4}
        for symbol in ("priest", "captain")
    ]
    history = table()
    display = [
        {"kind": "person", "type": kind, "cost": 4, "vp": 1}
        for kind in ("priest", "priest", "captain", "captain")
    ]
    situation = {
        "players": [{"id": "Ann", "coins": 3, "display": display}, {"id": "Bob", "coins": 3}],
        "active": "Ann",
        "expeditions": need,
    }
    body = {
        "edition": "pegasus",
        "modules": ["base"],
        "options": {},
        "players": ["Ann", "Bob"],
        "situation": situation,
    }
    history = open_history(codec.setup_from_json(body))
    found = meanwhile(
        history,
        {"type": "claim_expedition", "expedition_index": 0},
        own=[{"type": "claim_expedition", "expedition_index": 1}],
    )
    assert found.stop is None
    assert codec.line_json(found.lines[0])["entry"]["expedition_index"] == 0
    assert found.history.state.players[0].expedition_count == 2
    twice = meanwhile(
        history,
        {"type": "claim_expedition", "expedition_index": 0},
        own=[{"type": "claim_expedition", "expedition_index": 0}],
    )
    assert (twice.stop, len(twice.already)) == (None, 1)
    assert twice.history.state.players[0].expedition_count == 1
