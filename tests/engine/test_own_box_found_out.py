"""What a group finds out about its box, by chance, on two phones, and where a slip is looked for."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import (
    History,
    Malformed,
    Refusal,
    append,
    codec,
    extend,
    fold,
)
from companion.engine.json.reading import card_reader
from companion.engine.log.rebase import Rebased, rebase

from .own_box import (
    BOX,
    EXPEDITION,
    SAILOR,
    SAILOR4,
    SHIP,
    everywhere,
    with_box,
)
from .play import enter, played_on

ACTS = st.lists(
    st.sampled_from(("learn", "instead", "draw", "missing", "found", "play", "undo", "redo", "change")),
    max_size=20,
)


@given(acts=ACTS, seed=st.integers(0, 10_000), box=st.booleans())
@settings(max_examples=40, deadline=None)
def test_cards_are_conserved_and_replayed_whatever_a_group_finds_out_about_its_box(
    acts: list[str], seed: int, box: bool
) -> None:
    chance = random.Random(seed)
    history = with_box(BOX if box else {})
    for number, act in enumerate(acts):
        body = said(act, history, chance)
        if body is None:
            history = played_on(history, chance, 6)
            continue
        row = {"entry_id": f"act-{number}", "override": chance.random() < 0.5, **body}
        with suppress(Refusal, Malformed):
            history, _ = append(history, codec.line_from_json(row, history.state.game))
    state = history.state
    if not history.pardoned:
        assert everywhere(state) == state.game.deck.size
    assert len(state.unseen) == len(state.game.deck.kinds)
    assert all(left >= 0 for left in state.unseen)
    assert fold(history.setup, history.lines, kept=True).state == state
    again = codec.history_from_json(codec.history_json(history))
    assert codec.view_json(again) == codec.view_json(history)
    if state.game.box:
        told = codec.view_json(history)["box"]
        with_box({"own": told["own"], "missing": told["missing"]})
        reader = card_reader(history.state.game)
        assert all(reader.read(row["card"]["id"]) == reader.read(row["card"]) for row in told["own"])


def said(act: str, history: History, chance: random.Random) -> dict[str, Any] | None:
    own = chance.choice(
        (SAILOR4, EXPEDITION, {"kind": "ship", "color": "blue", "skull": True, "coins": 5}, SHIP)
    )
    name = chance.choice((SAILOR, SHIP, "base.person.governor.v0.p8"))
    if act == "learn":
        return {"entry": {"type": "learn", "card": own}}
    if act == "instead":
        return {"entry": {"type": "draw", "card": own, "learn": True, "instead_of": name}}
    if act == "draw":
        return {"entry": {"type": "draw", "card": own}}
    if act == "missing":
        return {"entry": {"type": "missing", "card": name, "count": chance.randint(1, 3)}}
    if act == "found":
        return {"entry": {"type": "draw", "card": name}}
    if act in ("undo", "redo"):
        return {"correction": {"type": act}}
    if act == "change" and history.timeline.held:
        revision = chance.choice(history.timeline.held).revision
        return {"correction": {"type": "remove", "revision": revision}}
    return None


def on_top(missing: list[dict[str, Any]], pending: list[dict[str, Any]]) -> Rebased:
    """Own lines of a new table on top of what others entered at it meanwhile."""
    empty = with_box({})
    game = empty.state.game
    others = [
        codec.line_from_json({"entry_id": f"other-{at}", "entry": row}, game)
        for at, row in enumerate(missing)
    ]
    mine = [{"entry_id": f"own-{at}", "entry": row} for at, row in enumerate(pending)]
    return rebase(extend(empty, others), others, mine)


@pytest.mark.parametrize(
    "entry",
    [{"type": "missing", "card": SHIP, "count": 2}, {"type": "learn", "card": SAILOR4, "instead_of": SAILOR}],
)
def test_what_two_phones_find_out_at_once_counts_once(entry: dict[str, Any]) -> None:
    done = on_top([entry], [entry])
    assert done.already == ("own-0",)
    assert done.history.revision == 1


def test_a_finding_holds_in_whichever_turn_it_arrives() -> None:
    turn = [{"type": "draw", "card": SHIP}, {"type": "stop"}, {"type": "pass", "rest": True}]
    done = on_top(turn, [{"type": "missing", "card": "base.ship.blue.s5.c4"}])
    assert done.stop is None
    assert done.history.state.game.box.missing == {"base.ship.blue.s5.c4": 1}


def test_the_same_card_learned_on_two_phones_is_asked_about() -> None:
    draw = {"type": "draw", "card": SAILOR4, "learn": True}
    done = on_top([draw], [draw])
    assert done.stop is not None
    assert done.stop.why == "twice"


def test_slips_are_looked_for_across_the_moment_in_which_a_card_was_learned() -> None:
    history = enter(with_box({}), type="draw", card="base.ship.red.s1.c1")
    history = enter(history, type="draw", card=SAILOR)
    history = enter(history, type="stop")
    history = enter(history, type="take", harbor_index=0)
    history = enter(history, type="pass", rest=True)
    history = enter(history, type="draw", card={**SAILOR4, "cost": 2}, learn=True, instead_of=SAILOR)
    history = enter(history, type="stop")
    history = enter(history, type="take", harbor_index=0)
    had = [player.coins for player in history.state.players]
    for more in (1, 2, -1):
        told = codec.slips_json(history, {"coins": {"0": had[0] + more}})
        assert told["missing"]["coins"] == {"0": more}
    # Bob's Sailor of 2 coins may have been the one of 3, which is no learned card any more.
    told = codec.slips_json(history, {"coins": {"1": had[1] - 1}})
    fixed = [
        one["repair"]["correction"]["entry"]
        for one in told["reasons"]
        if one["repair"] and "entry" in one["repair"].get("correction", {})
    ]
    drawn = [entry for entry in fixed if entry["type"] == "draw" and entry["card"].get("type") == "sailor"]
    assert drawn
    assert all("learn" not in entry for entry in drawn)
