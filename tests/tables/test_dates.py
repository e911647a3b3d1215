"""When a line was entered and at whose phone; an imported table keeps its dates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.engine import LineRefused, Malformed
from companion.storage import Database, Store, StoredLine
from companion.tables import Draft, Opened, Place, Tables
from tests.tables.conftest import DRAW, SETUP, Come

Another = Callable[..., Tables]
NOW, EVENING = 1_800_000_000, 1_700_000_000


@pytest.fixture
def tables(another_process: Another) -> Tables:
    return another_process(clock=lambda: float(NOW))


def told(place: Place) -> list[tuple[Any, Any]]:
    return [(line.get("at"), line.get("phone")) for line in place.table.lines_json(0)]


def test_a_line_says_when_it_was_entered_and_at_whose_phone(
    keeper: Place, come: Come, another_process: Another, opened: Opened
) -> None:
    keeper.record(Draft("a", 0, DRAW))
    come(1, "Ben").place.record(Draft("b", 1, {"entry": {"type": "count", "draw_pile": 7}}))
    assert told(keeper) == [(NOW, "keeper"), (NOW, 1)]
    # Also where another process reads it, and to whoever follows the table.
    there = another_process().find(opened.table.code, opened.token)
    assert told(there) == told(keeper)
    assert b'"phone":1' in keeper.table.lines_written(1)[0][1]


def test_a_phone_without_a_network_tells_later_when_it_was_and_no_phone_tells_the_future(
    keeper: Place,
) -> None:
    keeper.record(Draft("a", 0, DRAW, at=EVENING))
    keeper.record(Draft("b", 1, {"correction": {"type": "undo"}}, at=NOW + 999))
    assert [at for at, _ in told(keeper)] == [EVENING, NOW]
    # The same line again is known, whatever its phone says of the time.
    assert keeper.record(Draft("a", 2, DRAW, at=EVENING + 5)).known


def test_a_table_that_a_phone_opened_by_itself_keeps_its_day(tables: Tables) -> None:
    assert tables.open(SETUP, opened_at=EVENING).table.opened_at == EVENING
    assert tables.open(SETUP, opened_at=NOW + 999).table.opened_at == NOW
    assert tables.open(SETUP).table.opened_at == NOW


def test_export_and_import_and_export_are_equal(keeper: Place, come: Come, tables: Tables) -> None:
    ben = come(1, "Ben").place
    jester = {"type": "draw", "card": {"kind": "person", "type": "jester", "cost": 5, "vp": 1}}
    ship = {"type": "draw", "card": {"kind": "ship", "color": "red", "swords": 3, "coins": 2}}
    contents: list[dict[str, Any]] = [
        DRAW,
        {"entry": ship},
        {"entry": {"type": "stop"}},
        {"entry": {"type": "take", "by": 0, "harbor_index": 0}},
        {"correction": {"type": "change", "revision": 1, "entry": jester}},
        {"correction": {"type": "accept", "revision": 4}},
        {"entry": {"type": "count", "draw_pile": 40, "coins": {"1": 9}}},
        {"entry": {"type": "payment", "by": 0, "why": "hire", "coins": -1, "times": 0}},
        {"correction": {"type": "insert", "before": 3, "entry": DRAW["entry"], "keep": True}},
        {"correction": {"type": "replace", "revision": 2, "count": 1, "entries": [ship]}},
        {"correction": {"type": "remove", "revision": 7, "keep": False}},
        {"correction": {"type": "undo", "count": 1}},
    ]
    for revision, content in enumerate(contents):
        by = ben if content.get("entry", {}).get("type") == "count" else keeper
        by.record(Draft(f"e{revision}", revision, content, at=EVENING + 60 * revision))
    marked = keeper.table.lines_json(3)[0]
    assert (marked["kept"]["by"], marked["accepted"]) == (5, 6)
    exported = keeper.exported()
    assert exported["opened"] == NOW
    copy = tables.load({**exported, "opened": EVENING})
    again = tables.find(copy.table.code, copy.token)
    assert again.exported() == {**exported, "opened": EVENING}
    rows = [{key: row[key] for key in row if key != "member"} for row in keeper.table.lines_json(0)]
    assert again.table.lines_json(0) == rows
    # Nobody at the new table has entered any of it.
    assert {line.member for line in copy.table.backing.store.lines(copy.table.id)} == {None}


def test_a_line_of_an_earlier_form_has_no_time_and_keeps_none(
    opened: Opened, keeper: Place, database: Database, another_process: Another
) -> None:
    body = '{"entry":{"type":"draw_request"}}'
    Store(database).append(opened.table.id, StoredLine(1, "old", body, 1))
    exported = another_process().find(opened.table.code, opened.token).exported()
    assert exported["lines"] == [{"entry_id": "old", "entry": {"type": "draw_request"}}]
    copy = another_process().load({key: exported[key] for key in exported if key != "opened"})
    assert copy.table.exported()["lines"] == exported["lines"]
    assert "opened" not in copy.table.exported()


@pytest.mark.parametrize(
    ("beside", "field"),
    [
        ({"at": 946_080_000_000}, "at"),  # the year 31950
        ({"at": -1}, "at"),
        ({"at": True}, "at"),
        ({"at": "yesterday"}, "at"),
        ({"phone": 99}, "phone"),
        ({"phone": "Ada"}, "phone"),
    ],
)
def test_a_date_that_cannot_be_is_refused_with_its_line(
    tables: Tables, beside: dict[str, Any], field: str
) -> None:
    lines = [{"entry_id": "a", **DRAW}, {"entry_id": "b", **DRAW, **beside}]
    with pytest.raises(Malformed) as caught:
        tables.load({"format": 1, "setup": SETUP, "lines": lines})
    assert caught.value.field == f"lines[1].{field}"
    with pytest.raises(Malformed, match="opened"):
        tables.load({"format": 1, "setup": SETUP, "lines": [], "opened": 946_080_000_000})


def test_what_is_wrong_with_a_file_is_said_with_its_line(opened: Opened, tables: Tables) -> None:
    """Also where the line reads well, and only cannot come where it stands."""
    setup = opened.table.exported()["setup"]
    fine = {"entry_id": "a", **DRAW}
    wrong = {
        "keep": {"entry": {"type": "keep"}},
        "undo": {"correction": {"type": "undo", "count": 5}},
        "take": {"entry": {"type": "take", "by": 0, "harbor_index": 0}},
    }
    for content in wrong.values():
        with pytest.raises(LineRefused) as caught:
            tables.load({"format": 1, "setup": setup, "lines": [fine, {"entry_id": "b", **content}]})
        assert caught.value.revision == 2
    for correction in (
        {"type": "change", "revision": 9, "entry": DRAW["entry"], "keep": True},
        {"type": "remove", "revision": 9},
        {"type": "accept", "revision": 9},
    ):
        lines = [fine, {"entry_id": "b", "correction": correction}]
        with pytest.raises(Malformed) as unclear:
            tables.load({"format": 1, "setup": setup, "lines": lines})
        assert unclear.value.field == "lines[1].correction.revision"
