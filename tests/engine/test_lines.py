"""A line of the log when it is new, and whom a correction reaches."""

from __future__ import annotations

import random

import pytest

from companion.engine import Correction, Line, append, codec, reached
from companion.engine.json import reading
from companion.engine.log import line_reading

from .play import GAMES, correct, enter, entered_steps, random_game, recorded_game, table

SAILOR = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}
SHIP = {"kind": "ship", "color": "red", "swords": 3, "coins": 2}


@pytest.mark.parametrize("path", GAMES[:3], ids=lambda path: path.name)
def test_the_newest_line_is_the_one_that_the_whole_log_would_give(path) -> None:
    record = recorded_game(path)
    keys = ("edition", "modules", "options", "players")
    from companion.engine import open_history

    history = open_history(codec.setup_from_json({key: record[key] for key in keys}))
    for number, (step, _) in enumerate(entered_steps(record)[:60]):
        entry = reading.entry(step, history.state.game, history.setup.players)
        after, done = append(history, Line(f"e{number}", entry))
        assert codec.newest_line_json(history, after, done) == codec.lines_json(after)[-1]
        history = after


def test_plain_entries_that_say_the_same_are_kept_once() -> None:
    game = table().state.game

    def read(**entry: object) -> object:
        return line_reading.line({"entry_id": "e", "entry": entry}, game).entry

    card = "base.person.sailor.v1.p3"
    assert read(type="draw", card=card) is read(type="draw", card=SAILOR)
    assert read(type="draw", card=card) is not read(type="draw", card=card, repel=False)
    assert read(type="pass", rest=True) is read(type="pass", rest=True)
    assert read(type="pass", rest=True) != read(type="pass")
    assert read(type="take", harbor_index=1, by=1) != read(type="take", harbor_index=1)


def test_the_newest_line_may_be_a_correction() -> None:
    before = enter(enter(table(), type="draw", card=SAILOR), type="draw", card=SHIP)
    for body in (
        {"type": "undo"},
        {"type": "remove", "revision": 1},
        {"type": "insert", "before": 2, "entry": {"type": "count", "draw_pile": 100}},
        {"type": "change", "revision": 1, "entry": {"type": "draw", "card": SHIP}},
    ):
        line = Line("c", None, line_reading.correction(body, before.state.game))
        after, done = append(before, line)
        assert codec.newest_line_json(before, after, done) == codec.lines_json(after)[-1], body


def drawn(*cards):
    history = table()
    for card in cards:
        history = enter(history, type="draw", card=card)
    return history


def test_undo_and_redo_reach_the_actions_that_they_take_back_and_bring_back() -> None:
    history = drawn(SAILOR, SAILOR, SHIP)
    assert reached(history.timeline, Correction("undo")) == (3,)
    assert set(reached(history.timeline, Correction("undo", count=2))) == {2, 3}
    assert set(reached(history.timeline, Correction("undo", to=1))) == {2, 3}
    undone = correct(history, type="undo", count=2)
    assert reached(undone.timeline, Correction("redo")) == (2,)
    assert set(reached(undone.timeline, Correction("redo", count=2))) == {2, 3}


def test_undo_of_a_correction_reaches_the_correction() -> None:
    changed = correct(drawn(SAILOR, SHIP), type="remove", revision=1)
    assert reached(changed.timeline, Correction("undo")) == (3,)


def test_change_remove_and_insert_reach_the_entry_that_they_name() -> None:
    history = drawn(SAILOR, SHIP)
    for kind in ("change", "remove", "insert"):
        assert reached(history.timeline, Correction(kind, revision=1)) == (1,)


def test_what_undo_reaches_is_what_no_longer_holds() -> None:
    chance = random.Random(5)
    for history, _ in random_game(table(), chance, limit=40):
        count = chance.randint(1, history.timeline.depth)
        after = correct(history, type="undo", count=count)
        gone = {held.revision for held in history.timeline.held} - {
            held.revision for held in after.timeline.held
        }
        assert set(reached(history.timeline, Correction("undo", count=count))) == gone
