"""What may come next: counted, and held against what the engine does when it comes."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from companion.engine import History, Line, append, codec, open_history
from companion.engine.entering.entries import Draw
from companion.engine.json import reading
from companion.engine.printed.cards import Unknown
from companion.engine.rules.odds import odds
from companion.engine.rules.record import record
from companion.engine.table.state import State

from .life import CARDS, SAILOR, SHIP, refused
from .play import GAMES, enter, entered_steps, recorded_game, table

RED = {"kind": "ship", "color": "red", "swords": 3, "coins": 2}
# In the middle of a turn, often enough to meet every kind of table, and seldom enough to be quick.
EVERY = 9


def told(history: History) -> dict[str, int] | None:
    found = codec.view_json(history).get("odds")
    return None if found is None else {one["what"]: one["count"] for one in found["outcomes"]}


def happens(state: State, card: Any) -> str:
    """What the engine does with that card."""
    after = record(state, Draw(card))
    if any(line.why == "bust" for line in after.ledger):
        return "bust"
    if any(decision.kind == "repel" and decision.must for decision in after.state.decisions):
        return "repel"
    return "color" if card.kind == "ship" else str(card.kind)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.split(".")[0])
def test_every_card_that_may_come_does_what_was_foreseen(path: Path) -> None:
    game = recorded_game(path)
    history = open_history(codec.setup_from_json(game))
    looked = 0
    for number, (step, _) in enumerate(entered_steps(game)):
        entry = reading.entry(step, history.state.game, history.setup.players)
        history, _ = append(history, Line(str(number), entry))
        foreseen = odds(history.state) if number % EVERY == 0 else None
        if foreseen is None:
            continue
        looked += 1
        state = history.state
        by_id = {str(kind.card.id): kind.card for kind in state.game.deck.kinds}
        for what, ids in foreseen.outcomes.items():
            for card in (by_id[one] for one in ids if not isinstance(by_id[one], Unknown)):
                assert happens(state, card) == what, card
        left = sum(sum(ids.values()) for ids in foreseen.outcomes.values())
        assert foreseen.cards == left
        assert foreseen.pile == state.draw_pile <= left
    assert looked or "coop" in path.name or "solo" in path.name


def test_the_share_of_busts_is_what_a_shuffled_pile_brings() -> None:
    history = enter(enter(table(), type="coach", on=True), type="draw", card=RED)
    foreseen = odds(history.state)
    assert foreseen is not None
    chance = random.Random(20)
    pile = [
        kind.card
        for kind, left in zip(history.state.game.deck.kinds, history.state.unseen, strict=True)
        if str(kind.card.id) in {one for ids in foreseen.outcomes.values() for one in ids}
        for _ in range(left)
    ]
    busts = sum(happens(history.state, chance.choice(pile)) == "bust" for _ in range(4000)) / 4000
    assert busts == pytest.approx(sum(foreseen.outcomes["bust"].values()) / foreseen.cards, abs=0.02)


def test_after_one_ship_nine_of_its_color_are_left_and_swords_send_some_of_them_away() -> None:
    history = enter(enter(table(), type="coach", on=True), type="draw", card=RED)
    found = told(history)
    assert found is not None
    # Ten ships of each of five colors, two to five players: one expedition stays in the box.
    assert (found["bust"], found["color"], found["tax"]) == (9, 40, 4)
    assert sum(found.values()) == CARDS - 1
    armed = enter(table(), type="coach", on=True)
    armed = enter(enter(armed, type="draw", card=SAILOR), type="stop")
    armed = enter(armed, type="take", harbor_index=0)
    while armed.state.active != 0:
        armed = enter(enter(enter(armed, type="draw", card=SHIP), type="stop"), type="pass", rest=True)
    found = told(enter(armed, type="draw", card=RED))
    assert found is not None
    assert found["bust"] + found["repel"] == 9
    assert found["repel"] > 0


def test_nobody_is_told_before_the_group_wants_to_know_and_everybody_from_then_on() -> None:
    fresh = table()
    assert "coach" not in codec.view_json(fresh)
    assert told(fresh) is None
    on = enter(fresh, type="coach", on=True)
    assert codec.view_json(on)["coach"] is True
    assert told(on) is not None
    assert [(line.why, line.rule) for line in on.last.ledger] == [("coach_on", "draw")] if on.last else False
    assert refused(on, type="coach", on=True).code == "NO_EFFECT"
    off = enter(on, type="coach", on=False)
    assert codec.view_json(off) == codec.view_json(fresh) | {
        key: codec.view_json(off)[key] for key in ("revision", "last", "undo")
    }
    assert refused(off, type="coach", on=False).code == "NO_EFFECT"


def test_no_card_is_foreseen_where_none_is_drawn_from_the_pile() -> None:
    on = enter(enter(table(), type="coach", on=True), type="draw", card=SHIP)
    assert told(enter(on, type="stop")) is None
    empty = enter(on, type="count", draw_pile=0, discard_pile=CARDS - 10)
    assert told(empty) is None
