"""A correction never says no: what was entered after it follows its card, or is kept as it happened."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.engine import EngineError, History, Malformed, Refusal, append, codec, fold, open_history
from companion.engine.log import history

from .play import any_correction, correct, enter, played_on, random_game, table, unseen_cards
from .test_random_games import set_ups, stalled

SHIP = {"kind": "ship", "color": "red", "swords": 3, "coins": 2}
FLUTE = {"kind": "ship", "color": "blue", "swords": 1, "coins": 1}
SKIFF = {"kind": "ship", "color": "green", "swords": 1, "coins": 1}
SAILOR = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}
CAPTAIN = {"kind": "person", "type": "captain", "cost": 4, "vp": 1}
PRIEST = {"kind": "person", "type": "priest", "cost": 4, "vp": 1}
JESTER = {"kind": "person", "type": "jester", "cost": 5, "vp": 1}


def drawn(*cards: dict[str, Any]) -> History:
    found = table()
    for card in cards:
        found = enter(found, type="draw", by=0, card=card)
    return enter(found, type="stop", by=0)


def keeping(found: History, **body: Any) -> History:
    return correct(found, keep=True, **body)


def row(found: History, revision: int) -> dict[str, Any]:
    return codec.lines_json(found)[revision - 1]


def sound(found: History) -> None:
    """The same from the first line on, in one go and line by line, read back, and by whoever does not refuse."""
    view, rows = codec.view_json(found), codec.lines_json(found)
    again = fold(found.setup, found.lines)
    assert (codec.view_json(again), codec.lines_json(again)) == (view, rows)
    one = open_history(found.setup)
    for line in found.lines:
        one, _ = append(one, line)
    assert (codec.view_json(one), codec.lines_json(one)) == (view, rows)
    read = codec.history_from_json(json.loads(json.dumps(codec.history_json(found))), kept=True)
    assert (codec.view_json(read), codec.lines_json(read)) == (view, rows)


# --- kept as it happened ---


def test_whoever_cannot_pay_any_more_pays_what_he_has_and_the_entry_is_marked_with_its_cause() -> None:
    found = enter(drawn(SAILOR, SHIP), type="take", by=0, harbor_index=0)
    dearer = {"type": "draw", "by": 0, "card": JESTER}
    changed = keeping(found, type="change", revision=1, entry=dearer)
    assert (changed.state.players[0].coins, changed.state.players[0].display[0].type) == (0, "jester")
    marked = row(changed, 4)
    assert marked["kept"] == {"by": 5, "fits": True}
    assert marked["overridden"][0]["params"]["short"] == 2
    sound(changed)
    undone = correct(changed, type="undo")
    assert undone.state == found.state
    assert "kept" not in row(undone, 4)
    assert correct(undone, type="redo").state == changed.state


def test_one_correction_is_one_line_and_one_undo() -> None:
    found = enter(drawn(SAILOR, SHIP), type="take", by=0, harbor_index=0)
    removed = keeping(found, type="remove", revision=1)
    assert (removed.revision, removed.timeline.depth) == (found.revision + 1, found.timeline.depth + 1)


def test_a_take_follows_its_card_where_a_card_before_it_is_taken_out_or_put_in() -> None:
    found = enter(drawn(FLUTE, SAILOR), type="take", by=0, harbor_index=1)
    removed = keeping(found, type="remove", revision=1)
    assert row(removed, 4)["entry"]["harbor_index"] == 0
    assert [person.type for person in removed.state.players[0].display] == ["sailor"]
    put_in = keeping(found, type="insert", before=1, entry={"type": "draw", "by": 0, "card": PRIEST})
    assert row(put_in, 4)["entry"]["harbor_index"] == 2
    assert [person.type for person in put_in.state.players[0].display] == ["sailor"]
    for corrected in (removed, put_in):
        sound(corrected)
        assert correct(corrected, type="undo").state == found.state


def test_whoever_took_a_card_that_was_another_one_has_taken_the_other_one() -> None:
    found = enter(drawn(FLUTE, SHIP), type="take", by=0, harbor_index=0)
    changed = keeping(found, type="change", revision=1, entry={"type": "draw", "by": 0, "card": SAILOR})
    assert [person.type for person in changed.state.players[0].display] == ["sailor"]
    assert changed.pardoned == frozenset()


def test_a_take_whose_card_is_gone_changes_nothing_and_names_the_card() -> None:
    found = enter(drawn(FLUTE, SAILOR), type="take", by=0, harbor_index=1)
    gone = keeping(found, type="remove", revision=2)
    assert gone.state.players[0].display == ()
    marked = row(gone, 4)
    assert marked["kept"] == {"by": 5, "fits": False}
    assert (marked["reason"], marked["overridden"][0]["code"]) == ("NO_EFFECT", "CARD_GONE")
    assert marked["ledger"][0]["params"]["card"]["type"] == "sailor"
    # What comes to lie in its berth was never meant.
    other = keeping(gone, type="insert", before=3, entry={"type": "draw", "by": 0, "card": PRIEST})
    assert other.state.players[0].display == ()
    sound(other)


def test_a_kept_entry_can_be_repaired_or_dropped() -> None:
    found = enter(drawn(FLUTE, SAILOR), type="take", by=0, harbor_index=1)
    gone = keeping(found, type="remove", revision=2)
    repaired = keeping(gone, type="change", revision=4, entry={"type": "take", "by": 0, "harbor_index": 0})
    assert (repaired.state.players[0].coins, repaired.pardoned) == (4, frozenset())
    dropped = keeping(gone, type="remove", revision=4)
    assert (dropped.state.players[0].coins, dropped.pardoned) == (3, frozenset())
    for corrected in (repaired, dropped):
        sound(corrected)


def test_what_is_accepted_stays_as_it_stands_and_is_accepted_by_one_line_and_one_undo() -> None:
    found = enter(drawn(SAILOR, SHIP), type="take", by=0, harbor_index=0)
    found = keeping(found, type="change", revision=1, entry={"type": "draw", "by": 0, "card": JESTER})
    accepted = correct(found, type="accept", revision=4)
    assert accepted.state == found.state
    assert (row(accepted, 4)["kept"], row(accepted, 4)["accepted"]) == ({"by": 5, "fits": True}, 6)
    assert codec.view_json(accepted)["last"]["accepted"] == 6
    assert codec.consequences_json(found, accepted)["fits"] == [4]
    sound(accepted)
    undone = correct(accepted, type="undo")
    assert "accepted" not in row(undone, 4)
    assert row(correct(undone, type="redo"), 4)["accepted"] == 6


def test_what_happened_anyway_from_the_start_can_be_accepted_too() -> None:
    found = enter(drawn(JESTER, SHIP), True, type="take", by=0, harbor_index=0)
    accepted = correct(found, type="accept", revision=4)
    assert (accepted.state, row(accepted, 4)["accepted"]) == (found.state, 5)
    assert row(accepted, 4)["overridden"]
    # Where nothing stands against an entry, there is nothing to accept.
    assert "accepted" not in row(correct(accepted, type="accept", revision=1), 1)


def test_what_is_accepted_is_marked_again_where_another_correction_makes_it_hold_no_longer() -> None:
    found = enter(drawn(SAILOR, SHIP), type="take", by=0, harbor_index=0)
    found = keeping(found, type="change", revision=1, entry={"type": "draw", "by": 0, "card": JESTER})
    found = correct(found, type="accept", revision=4)
    found = keeping(found, type="change", revision=1, entry={"type": "draw", "by": 0, "card": SAILOR})
    assert "accepted" not in row(found, 4)
    dear = keeping(found, type="change", revision=1, entry={"type": "draw", "by": 0, "card": PRIEST})
    assert row(dear, 4)["kept"] == {"by": 8, "fits": True}
    assert "accepted" not in row(dear, 4)
    gone = keeping(correct(dear, type="accept", revision=4), type="remove", revision=1)
    assert row(gone, 4)["kept"] == {"by": 10, "fits": False}
    assert "accepted" not in row(gone, 4)
    sound(gone)


def test_what_was_put_right_says_by_which_line_and_what_it_was() -> None:
    found = enter(drawn(SAILOR, SHIP), type="take", by=0, harbor_index=0)
    found = keeping(found, type="change", revision=1, entry={"type": "draw", "by": 0, "card": JESTER})
    assert row(found, 1)["corrected"]["by"] == 5
    assert row(found, 1)["corrected"]["was"]["card"]["type"] == "sailor"
    assert [line["revision"] for line in codec.lines_json(found) if "corrected" in line] == [1]
    assert codec.lines_json(found, 3) == codec.lines_json(found)[3:]
    put_in = keeping(found, type="insert", before=2, entry={"type": "draw", "by": 0, "card": PRIEST})
    assert row(put_in, 6)["corrected"] == {"by": 6}
    out = keeping(found, type="remove", revision=2)
    assert (row(out, 2)["holds"], row(out, 2)["corrected"]["by"]) == (False, 6)
    none = keeping(found, type="replace", revision=2, count=1, entries=[])
    assert (row(none, 2)["holds"], row(none, 2)["corrected"]["by"]) == (False, 6)
    assert "corrected" not in row(correct(found, type="undo"), 1)


def test_where_nobody_busted_after_all_the_next_players_draw_still_ends_the_turn() -> None:
    found = enter(enter(table(), type="draw", by=0, card=SHIP), type="draw", by=0, card={**SHIP, "coins": 3})
    found = enter(found, type="draw", by=1, card=SAILOR)
    assert found.state.active == 1
    changed = keeping(found, type="change", revision=2, entry={"type": "draw", "by": 0, "card": FLUTE})
    assert (changed.state.active, [card.type for card in changed.state.harbor]) == (1, ["sailor"])
    assert row(changed, 3)["kept"] == {"by": 4, "fits": True}
    further = enter(changed, type="draw", by=1, card=PRIEST)
    sound(further)
    assert correct(correct(further, type="undo"), type="undo").state == found.state


def test_where_somebody_busted_the_rest_of_the_turn_is_marked_and_the_next_turn_is_not() -> None:
    found = enter(drawn(SHIP, FLUTE), type="take", by=0, harbor_index=0)
    found = enter(found, type="pass", by=1, rest=True)
    found = enter(found, type="draw", by=1, card=SAILOR)
    bust = {"type": "draw", "by": 0, "card": {**SHIP, "coins": 3}}
    changed = keeping(found, type="change", revision=2, entry=bust)
    rows = codec.lines_json(changed)
    assert [line["revision"] for line in rows if not line.get("kept", {"fits": True})["fits"]] == [3, 4, 5]
    assert (changed.state.active, changed.state.players[0].coins) == (1, 3)
    sound(changed)


def test_who_takes_in_a_later_part_lets_those_before_him_have_passed() -> None:
    found = enter(drawn(SHIP, FLUTE, SKIFF), type="take", by=0, harbor_index=0)
    found = enter(found, type="take", by=1, harbor_index=1)
    found = enter(found, type="take", by=2, harbor_index=2)
    removed = keeping(found, type="remove", revision=6)
    assert [player.coins for player in removed.state.players] == [6, 3, 3]
    assert row(removed, 7)["kept"] == {"by": 8, "fits": True}
    assert "passed" in [line["why"] for line in row(removed, 7)["ledger"]]


def test_the_cause_of_a_mark_is_the_correction_that_made_it() -> None:
    found = enter(drawn(SHIP, SAILOR), type="take", by=0, harbor_index=1)
    found = keeping(found, type="change", revision=2, entry={"type": "draw", "by": 0, "card": JESTER})
    found = keeping(found, type="change", revision=1, entry={"type": "draw", "by": 0, "card": FLUTE})
    assert row(found, 4)["kept"]["by"] == 5
    found = keeping(found, type="change", revision=2, entry={"type": "draw", "by": 0, "card": SAILOR})
    assert "kept" not in row(found, 4)
    found = keeping(found, type="change", revision=2, entry={"type": "draw", "by": 0, "card": CAPTAIN})
    assert row(found, 4)["kept"]["by"] == 8
    sound(found)


def test_a_correction_that_is_no_entry_itself_is_refused_for_its_own_reason() -> None:
    found = enter(drawn(SHIP, SAILOR), type="take", by=0, harbor_index=1)
    with pytest.raises(Refusal) as caught:
        keeping(found, type="change", revision=2, entry={"type": "draw", "by": 1, "card": SHIP})
    assert caught.value.code == "NOT_YOUR_TURN"
    with pytest.raises(Malformed):
        keeping(found, type="remove", revision=99)


def test_several_entries_are_replaced_by_one_correction() -> None:
    found = enter(drawn(SHIP, FLUTE), type="take", by=0, harbor_index=0)
    found = enter(found, type="take", by=1, harbor_index=1)
    swapped = [{"type": "take", "by": 0, "harbor_index": 1}, {"type": "take", "by": 1, "harbor_index": 0}]
    changed = keeping(found, type="replace", revision=4, count=2, entries=swapped)
    assert [player.coins for player in changed.state.players] == [5, 4, 3]
    assert [line["entry"].get("harbor_index") for line in codec.lines_json(changed)[3:5]] == [1, 0]
    sound(changed)
    assert correct(changed, type="undo").state == found.state
    with pytest.raises(Malformed):
        keeping(found, type="replace", revision=5, count=2, entries=swapped)
    with pytest.raises(Malformed):
        keeping(found, type="replace", revision=5, count=1, entries=[*swapped, *swapped])


def test_a_log_made_of_corrections_that_reach_over_everything_is_still_read_fast(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(history, "MOST_FOLLOWED", 10)
    found = enter(drawn(SHIP, FLUTE, SAILOR), type="take", by=0, harbor_index=2)
    for _ in range(4):
        found = keeping(found, type="change", revision=1, entry={"type": "draw", "by": 0, "card": SHIP})
    assert found.followed == 20
    found = keeping(found, type="remove", revision=3)
    assert not row(found, 5)["kept"]["fits"]
    sound(found)
    assert correct(found, type="undo", count=5).pardoned == frozenset()


# --- any correction on any game ---


def slip(
    bodies: list[dict[str, Any]], steps: list[History], at: int, chance: random.Random
) -> tuple[Any, Any]:
    """The game as it was entered with one slip, and the correction that puts it right; None where it cannot be."""
    kind = chance.choice(("wrong", "missing", "twice"))
    before = steps[at]
    right = bodies[at]
    berth = len(before.state.harbor)
    laid = len(steps[at + 1].state.harbor) > berth
    turn = (before.state.round, before.state.active)

    def moved(by: int) -> list[dict[str, Any]]:
        found = []
        for body, state in zip(bodies[at + 1 :], steps[at + 1 :], strict=False):
            same = laid and (state.state.round, state.state.active) == turn
            if same and body.get("harbor_index", -1) >= berth + (by < 0):
                body = {**body, "harbor_index": body["harbor_index"] + by}
            found.append(body)
        return found

    if kind == "wrong":
        # What is tapped is a card, not a berth: an expedition in the place of a ship would have moved the others.
        alike = [card for card in unseen_cards(before.state) if lies(card) == lies(right["card"])]
        wrong = {**right, "card": chance.choice(alike)}
        entered = [*bodies[:at], wrong, *bodies[at + 1 :]]
        return entered, lambda log: {"type": "change", "revision": at + 1, "entry": right}
    if kind == "missing":
        taken = any(
            body.get("harbor_index") == berth and (state.state.round, state.state.active) == turn
            for body, state in zip(bodies[at + 1 :], steps[at + 1 :], strict=False)
        )
        if (laid and taken) or at + 1 == len(bodies):
            return None, None
        return [*bodies[:at], *moved(-1)], lambda log: {"type": "insert", "before": at + 1, "entry": right}
    again = [*bodies[: at + 1], right, *moved(1)]
    return again, lambda log: {"type": "remove", "revision": at + 1}


def lies(card: str) -> bool:
    """Whether it comes to lie in the harbor."""
    return ".expedition." not in card and ".tax." not in card


@settings(max_examples=24)
@given(set_up=set_ups(), seed=st.integers(0, 2**32), length=st.integers(2, 60))
def test_a_correction_equals_having_entered_it_right_at_first(
    set_up: dict[str, Any], seed: int, length: int
) -> None:
    chance = random.Random(seed)
    steps, bodies = [open_history(codec.setup_from_json(set_up))], []
    for after, body in random_game(steps[0], chance, length):
        steps.append(after)
        bodies.append(body)
        if stalled(after.state):
            break
    draws = [at for at, body in enumerate(bodies) if body["type"] == "draw"]
    assume(draws)
    entered, correction = slip(bodies, steps, chance.choice(draws), chance)
    assume(entered is not None)
    found = steps[0]
    try:
        for body in entered:
            found = enter(found, **body)
    except EngineError:
        assume(False)
    right = keeping(found, **correction(found))
    assert right.state == steps[-1].state
    assert right.pardoned == frozenset()
    view = codec.view_json(correct(right, type="undo"))
    assert view.pop("undone") == {}
    assert {**view, "revision": 0, "redo": 0} == {**codec.view_json(found), "revision": 0}
    sound(right)


@settings(max_examples=24)
@given(set_up=set_ups(), seed=st.integers(0, 2**32), length=st.integers(2, 60))
def test_nothing_in_any_sequence_of_corrections_makes_a_log_unreadable(
    set_up: dict[str, Any], seed: int, length: int
) -> None:
    chance = random.Random(seed)
    found = open_history(codec.setup_from_json(set_up))
    found = played_on(found, chance, length)
    for _ in range(12):
        if not found.timeline.held:
            break
        body = any_correction(found, chance)
        try:
            after = correct(found, **body)
        except EngineError:
            continue
        if body["type"] not in ("undo", "redo"):
            undone = correct(after, type="undo")
            assert undone.state == found.state
            assert rows_of(undone) == rows_of(found)
        found = after
        found = played_on(found, chance, 2)
    sound(found)
    assert min(player.coins for player in found.state.players) >= 0


def rows_of(found: History) -> list[dict[str, Any]]:
    return [line for line in codec.lines_json(found) if line["holds"]]
