"""Tables at rest: their end goes on as the whole would, and the log is folded again only for what goes back in it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine import Setup, append, at_rest, codec, entered_at_rest, open_history
from companion.tables import Draft, Opened, Place, Tables
from tests.tables.conftest import SETUP

GAMES = sorted((Path(__file__).resolve().parents[1] / "data" / "games").glob("*.json.gz"))


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.name.split(".")[0])
def test_a_game_at_rest_is_the_game(file: Path) -> None:
    game = json.loads(gzip.decompress(file.read_bytes()))
    setup = codec.setup_from_json({key: game[key] for key in ("edition", "modules", "options", "players")})
    whole = open_history(setup)
    end = at_rest(whole)
    steps = [step for step in game["steps"] if not step.get("auto") and step["type"] != "finish_turn"]
    for number, step in enumerate(steps):
        line = codec.line_from_json({"entry_id": f"e{number}", "entry": step}, end.state.game)
        assert line.entry
        (after, done), (rested, also) = append(whole, line), entered_at_rest(end, line, line.entry)
        assert codec.newest_line_json(end, rested, also) == codec.newest_line_json(whole, after, done)
        assert codec.view_json(rested) == codec.view_json(after)
        whole, end = after, rested
    assert at_rest(whole).revision == end.revision == len(steps)


def count(cards: int) -> dict[str, Any]:
    """An entry that is possible at any time."""
    return {"entry": {"type": "count", "draw_pile": cards}}


UNDO = {"correction": {"type": "undo", "count": 1}}


class Two:
    """Two tables in room for one: whoever looks at one puts the other to rest."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.opened: list[Opened] = [tables.open(SETUP) for _ in range(2)]

    def places(self) -> Iterator[Place]:
        for one in self.opened:
            yield self.tables.find(one.table.code, one.token)

    def enter(self, revision: int, what: dict[str, Any]) -> None:
        for place in self.places():
            place.record(Draft(f"e{revision}", revision, what))


@pytest.fixture
def two(another_process: Callable[..., Tables]) -> Two:
    return Two(another_process(kept=1))


def test_entries_and_views_at_rest_fold_nothing(two: Two, folds: list[Setup]) -> None:
    for revision in range(10):
        two.enter(revision, count(revision))
        assert [place.read_end().revision for place in two.places()] == [revision + 1] * 2
    assert folds == []
    assert [one.table.is_awake for one in two.opened].count(True) <= 1


def test_a_table_that_nobody_used_for_a_while_rests(
    tables: Tables, folds: list[Setup], monkeypatch: pytest.MonkeyPatch
) -> None:
    unused, used = (tables.open(SETUP) for _ in range(2))
    place = tables.find(used.table.code, used.token)
    assert unused.table.is_awake
    monkeypatch.setattr("companion.tables.kept.UNUSED", -1)
    place.record(Draft("e0", 0, count(1)))
    assert tables.find(used.table.code, used.token).read().revision == 1
    assert (unused.table.is_awake, used.table.is_awake) == (False, True)
    assert tables.find(unused.table.code, unused.token).read_end().revision == 0
    assert folds == []


def test_an_imported_table_rests_until_somebody_goes_back_in_its_log(
    tables: Tables, opened: Opened, folds: list[Setup]
) -> None:
    place = tables.find(opened.table.code, opened.token)
    for revision in range(3):
        place.record(Draft(f"e{revision}", revision, count(revision)))
    again = tables.load(opened.table.exported())
    came = tables.find(again.table.code, again.token)
    assert codec.view_json(came.read_end()) == codec.view_json(place.read_end())
    assert [row for row, _ in again.table.lines_entered(0)] == [1, 2, 3]
    came.record(Draft("e3", 3, count(3)))
    assert folds == []
    came.record(Draft("e4", 4, UNDO))
    assert (came.read().state.draw_pile, len(folds)) == (2, 1)


def test_what_goes_back_in_the_log_finds_all_of_it(two: Two, folds: list[Setup]) -> None:
    for revision in range(5):
        two.enter(revision, count(revision))
    two.enter(5, UNDO)
    for place in two.places():
        view = codec.view_json(place.read_end())
        assert (view["undo"], view["redo"], view["revision"]) == (4, 1, 6)
        assert view["undone"] == {"entry": {"type": "count", "draw_pile": 4}}
        rows = place.table.lines_json(0)
        assert [row["revision"] for row in rows] == [1, 2, 3, 4, 5, 6]
        assert all(row["member"] for row in rows)
    assert folds


def test_a_table_at_rest_hears_what_another_process_wrote(
    two: Two, another_process: Callable[..., Tables], folds: list[Setup]
) -> None:
    two.enter(0, count(1))
    elsewhere = another_process().find(two.opened[0].table.code, two.opened[0].token)
    elsewhere.record(Draft("there", 1, count(2)))
    folds.clear()
    place = next(two.places())
    assert codec.view_json(place.read_end())["last"]["entry"] == {"type": "count", "draw_pile": 2}
    assert folds == []
