"""What lies before a player after all: the table is right, and every card is somewhere."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import History, Malformed, Refusal, codec, open_history
from companion.engine.json import writing

from .play import correct, enter, played_on, table
from .test_random_games import set_ups

SAILOR = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}
CAPTAIN = {"kind": "person", "type": "captain", "cost": 4, "vp": 1}
PIRATE = {"kind": "person", "type": "pirate", "cost": 5, "vp": 1, "swords": 2}
CAPTAINS = {"kind": "expedition", "need": ["captain", "captain"], "coins": 2, "vp": 4}


def hired() -> History:
    """Ann has hired a Sailor for her three coins."""
    found = enter(table(), type="draw", by=0, card=SAILOR)
    return enter(enter(found, type="stop", by=0), type="take", by=0, harbor_index=0)


def cards_of(found: History) -> int:
    """Every card of the box is in a pile, face down as a coin, in the harbor, in the row or before a player."""
    state = found.state
    lying = [card for card in state.harbor if card is not None]
    owned = sum(len(one.display) + len(one.expeditions) + one.coins for one in state.players)
    return state.draw_pile + state.discard_pile + len(lying) + len(state.expeditions) + owned


def out(found: History, name: str) -> int:
    return int(codec.view_json(found)["unseen"][name])


def test_a_person_that_is_not_there_is_discarded_with_his_points_and_swords() -> None:
    before = hired()
    after = enter(before, type="count", display={"0": []})
    ann = after.state.players[0]
    assert (ann.vp, ann.swords, ann.display) == (0, 0, ())
    assert after.state.discard_pile == before.state.discard_pile + 1
    assert cards_of(after) == cards_of(before)
    assert [line["why"] for line in codec.view_json(after)["last"]["ledger"] if line["rule"] == "count"] == [
        "card_gone"
    ]


def test_a_card_moves_from_one_player_to_the_other_in_one_entry() -> None:
    before = hired()
    after = enter(before, type="count", display={"Ann": [], "Bob": [SAILOR]})
    ann, bob = after.state.players[:2]
    assert (ann.vp, bob.vp, bob.swords) == (0, 1, 1)
    assert (after.state.draw_pile, after.state.discard_pile, after.state.unseen) == (
        before.state.draw_pile,
        before.state.discard_pile,
        before.state.unseen,
    )


def test_a_card_that_nobody_saw_leaves_the_draw_pile() -> None:
    before = table()
    name = "base.person.pirate.v1.p5"
    after = enter(before, type="count", display={"1": [PIRATE]}, expeditions={"1": [CAPTAINS]})
    bob = after.state.players[1]
    assert (bob.vp, bob.swords, bob.expedition_count) == (5, 2, 1)
    assert out(after, name) == out(before, name) - 1
    assert after.state.draw_pile == before.state.draw_pile - 2
    assert cards_of(after) == cards_of(before)


def test_more_than_the_box_holds_is_refused_and_changes_nothing() -> None:
    before = table()
    with pytest.raises(Refusal) as refused:
        enter(before, type="count", display={"1": [CAPTAIN] * 9})
    assert refused.value.reason.code == "NOT_IN_THE_BOX"


@pytest.mark.parametrize(
    "entry", [{"display": {"0": [CAPTAINS]}}, {"expeditions": {"0": [SAILOR]}}, {"display": {}}]
)
def test_what_is_no_such_card_is_named(entry: dict[str, Any]) -> None:
    with pytest.raises(Malformed, match="entry"):
        enter(table(), type="count", **entry)


@settings(max_examples=15, deadline=None)
@given(set_ups(), st.integers(0, 2**32), st.integers(5, 60))
def test_counting_conserves_cards_and_undo_is_exact(set_up: Any, seed: int, entries: int) -> None:
    chance = random.Random(seed)
    before = played_on(open_history(codec.setup_from_json(set_up)), chance, entries)
    owners = [seat for seat, player in enumerate(before.state.players) if player.display]
    if not owners:
        return
    seat = chance.choice(owners)
    display = list(before.state.players[seat].display)
    given_away = display.pop(chance.randrange(len(display)))
    other = (seat + 1) % len(before.state.players)
    theirs = [*before.state.players[other].display, given_away]
    shown = {
        str(one): [writing.card(person) for person in persons]
        for one, persons in ((seat, display), (other, theirs))
    }
    after = enter(before, type="count", display=shown)
    assert cards_of(after) == cards_of(before)
    points = [player.vp for player in after.state.players]
    assert sum(points) == sum(player.vp for player in before.state.players)
    assert correct(after, type="undo", count=1).state == before.state
    again = codec.history_from_json(codec.history_json(after))
    assert codec.view_json(again) == codec.view_json(after)
