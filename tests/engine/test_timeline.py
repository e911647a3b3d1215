"""Going back and forth in a log: what it comes to, and that it costs steps, not copies."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import Correction, EngineError, Line, TooMuchWork, append, codec, extend, fold
from companion.engine.entering.entries import Count
from companion.engine.log import history, replaying

from .play import correct, enter, table

Plain = list[tuple[int, int]]  # the entries that hold: revision, what was counted


class Copies:
    """The same by the plainest means: a copy of everything after every action."""

    def __init__(self) -> None:
        self.past: list[Plain] = [[]]
        self.future: list[Plain] = []

    def follow(self, revision: int, body: dict[str, int | str]) -> None:
        now = list(self.past[-1])
        kind, number = body["type"], int(body["number"])
        if kind == "undo":
            assert 0 < number < len(self.past)
            for _ in range(number):
                self.future.append(self.past.pop())
            return
        if kind == "redo":
            assert 0 < number <= len(self.future)
            for _ in range(number):
                self.past.append(self.future.pop())
            return
        if kind != "count":
            place = [found for found, _ in now].index(number)
        if kind == "count":
            now.append((revision, number))
        elif kind == "remove":
            del now[place]
        elif kind == "insert":
            now.insert(place, (revision, revision % 50))
        else:
            now[place] = (number, revision % 50)
        self.past.append(now)
        self.future.clear()


def line(revision: int, kind: str, number: int) -> Line:
    name = f"e{revision}"
    if kind == "count":
        return Line(name, Count(draw_pile=number))
    if kind in ("undo", "redo"):
        return Line(name, None, Correction(kind, count=number))
    right = None if kind == "remove" else Count(draw_pile=revision % 50)
    return Line(name, None, Correction(kind, revision=number, entry=right))


KINDS = st.sampled_from(["count"] * 4 + ["undo", "undo", "redo", "remove", "insert", "change"])


@settings(max_examples=60)
@given(st.lists(st.tuples(KINDS, st.integers(1, 40)), max_size=120))
def test_what_holds_is_what_copying_everything_would_give(wishes: list[tuple[str, int]]) -> None:
    plain, found = Copies(), table()
    for kind, number in wishes:
        revision = found.revision + 1
        try:
            plain.follow(revision, {"type": kind, "number": number})
        except (AssertionError, ValueError):
            with pytest.raises(EngineError):
                append(found, line(revision, kind, number))
            continue
        found, _ = append(found, line(revision, kind, number))
        held = [(item.revision, item.entry.draw_pile) for item in found.timeline.held]
        assert held == plain.past[-1]
        assert (found.timeline.depth, found.timeline.redoable) == (len(plain.past) - 1, len(plain.future))
        if held:
            assert found.state.draw_pile == held[-1][1]
    again = fold(found.setup, found.lines)
    assert codec.view_json(again) == codec.view_json(found)
    rows = codec.lines_json(again)
    assert rows == codec.lines_json(found)
    middle = len(rows) // 2
    assert codec.lines_json(found, middle) == rows[middle:]
    assert codec.lines_json(found, middle // 2, middle) == rows[middle // 2 : middle]
    start = fold(found.setup, found.lines[:middle])
    assert codec.view_json(extend(start, found.lines[middle:])) == codec.view_json(found)


def counted(number: int) -> list[Line]:
    return [line(revision, "count", revision % 50) for revision in range(1, number + 1)]


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries were recorded."""
    times, record = [0], history.record

    def count(*arguments: object) -> object:
        times[0] += 1
        return record(*arguments)

    for room in (history, replaying):
        monkeypatch.setattr(room, "record", count)
    return times


def test_lines_since_a_revision_repeat_nothing_of_long_before(recorded: list[int]) -> None:
    found = fold(table().setup, counted(1000))
    recorded[0] = 0
    assert [row["revision"] for row in codec.lines_json(found, 990)] == list(range(991, 1001))
    assert recorded[0] <= 64
    recorded[0] = 0
    assert codec.lines_json(found, 100, 101)[0]["revision"] == 101
    assert 0 < recorded[0] <= 64
    recorded[0] = 0
    assert codec.lines_json(found, 1000) == []
    assert recorded[0] == 0


def test_undo_of_one_entry_repeats_few(recorded: list[int]) -> None:
    found = fold(table().setup, counted(1000))
    recorded[0] = 0
    undone = correct(found, type="undo")
    assert recorded[0] <= 64
    assert undone.state.draw_pile == 999 % 50


def test_undo_to_the_very_first_table_and_back_again() -> None:
    found = fold(table().setup, counted(100))
    empty = correct(found, type="undo", count=100)
    assert empty.state == table().state
    assert correct(empty, type="redo", count=100).state == found.state


def test_going_back_and_forth_over_many_changes_keeps_no_copies() -> None:
    """One import of 227 KB: hundreds of inserts, then undo and redo over all of them, again and again."""
    many = 600
    lines = counted(many)
    lines += [line(revision, "insert", 1) for revision in range(many + 1, 2 * many + 1)]
    for revision in range(2 * many + 1, 2 * many + 301):
        lines.append(line(revision, "undo" if revision % 2 else "redo", many))
    setup = table().setup
    tracemalloc.start()
    found = fold(setup, lines)
    size, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.timeline.depth == 2 * many
    assert size < 3_000_000
    assert peak < 6_000_000


def test_a_log_whose_work_is_more_than_its_budget_is_refused(recorded: list[int]) -> None:
    setup = table().setup
    assert fold(setup, counted(50), budget=50).revision == 50
    with pytest.raises(TooMuchWork) as caught:
        fold(setup, counted(500), budget=50)
    assert caught.value.revision == 51
    assert recorded[0] <= 101 + 1


def test_a_full_table_costs_more_of_the_budget() -> None:
    found = table()
    for _ in range(5):
        found = enter(found, True, type="draw", card="base.person.sailor.v1.p3")
    full = history.effort(found.state)
    assert full >= history.effort(table().state) == 1


def test_what_an_undo_took_back_and_a_bust_swept_away_is_told_to_whoever_slept_through_it() -> None:
    found = table()
    for card in ("base.ship.red.s3.c2", "base.person.settler.v1.p4"):
        found = enter(found, type="draw", card=card)
    assert "undone" not in codec.view_json(found)
    back = codec.view_json(correct(found, type="undo"))["undone"]["entry"]
    assert (back["type"], back["card"]["id"]) == ("draw", "base.person.settler.v1.p4")
    assert "undone" not in codec.view_json(correct(correct(found, type="undo"), type="redo"))
    bust = enter(found, type="draw", card="base.ship.red.s6.c3")
    (line,) = [one for one in codec.view_json(bust)["last"]["ledger"] if one["why"] == "bust"]
    swept = ["base.ship.red.s3.c2", "base.person.settler.v1.p4", "base.ship.red.s6.c3"]
    assert [card["id"] for card in line["params"]["swept"]] == swept
