"""Recording at a table: once, in order, whoever writes, and never lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.engine import LineRefused, Malformed, Refusal, codec, settled
from companion.storage import Database, Store, StoredLine, Unavailable
from companion.tables import (
    Draft,
    EntryIdReused,
    Forbidden,
    LogFull,
    Opened,
    Stale,
    Table,
    Tables,
    UnknownTable,
)
from tests.tables.conftest import DRAW, SETUP


def count(cards: int) -> dict[str, Any]:
    """An entry that is possible at any time."""
    return {"entry": {"type": "count", "draw_pile": cards}}


def enter(table: Table, times: int) -> None:
    for _ in range(times):
        table.record(Draft(f"e{table.revision}", table.revision, count(table.revision)))


def test_a_table_is_found_by_its_code_however_it_is_typed(tables: Tables, opened: Opened) -> None:
    typed = opened.table.code.lower().replace("1", "l").replace("0", "o")
    assert tables.find(typed, opened.token).table is opened.table


def test_a_wrong_code_and_a_wrong_token_are_told_apart(tables: Tables, opened: Opened) -> None:
    with pytest.raises(UnknownTable):
        tables.find("0000000000", opened.token)
    with pytest.raises(Forbidden):
        tables.find(opened.table.code, tables.open(SETUP).token)


def test_the_token_is_nowhere_in_the_database(opened: Opened, database: Database) -> None:
    with database.engine.connect() as connection:
        dump = "\n".join(connection.connection.driver_connection.iterdump())  # type: ignore[union-attr]
    assert opened.table.code in dump
    assert opened.token not in dump


def test_codes_do_not_repeat_and_do_not_count_up(tables: Tables) -> None:
    codes = {tables.open(SETUP).table.code for _ in range(50)}
    assert len(codes) == 50
    assert {len(code) for code in codes} == {10}
    assert len({code[:5] for code in codes}) > 45


def test_an_entry_is_recorded_with_what_follows(opened: Opened) -> None:
    outcome = opened.table.record(Draft("a", 0, DRAW))
    assert outcome.revision == 1
    assert not outcome.known
    assert outcome.line["reason"] == "PLACED"
    assert opened.table.read().revision == 1


def test_sent_twice_it_counts_once(opened: Opened) -> None:
    opened.table.record(Draft("a", 0, DRAW))
    opened.table.record(Draft("b", 1, DRAW))
    again = opened.table.record(Draft("a", 0, DRAW))
    assert again.known
    assert (again.revision, again.line["entry_id"], again.history.revision) == (1, "a", 2)


def test_a_repeat_is_known_also_when_it_names_the_player_in_another_way(opened: Opened) -> None:
    opened.table.record(Draft("a", 0, {"entry": {**DRAW["entry"], "by": "Ada"}}))
    assert opened.table.record(Draft("a", 0, {"entry": {**DRAW["entry"], "by": 0}})).known


def test_a_repeat_that_the_rules_would_refuse_now_is_known_all_the_same(opened: Opened) -> None:
    opened.table.record(Draft("a", 0, DRAW))
    opened.table.record(Draft("b", 1, {"entry": {"type": "stop"}}))
    assert opened.table.record(Draft("b", 2, {"entry": {"type": "stop"}})).known


def test_an_id_belongs_to_one_entry(opened: Opened) -> None:
    opened.table.record(Draft("a", 0, DRAW))
    for content in ({"entry": {"type": "stop"}}, {**DRAW, "override": True}):
        with pytest.raises(EntryIdReused):
            opened.table.record(Draft("a", 1, content))
    assert opened.table.read().revision == 1


def test_an_entry_on_an_old_revision_is_told_what_it_missed(opened: Opened) -> None:
    for revision in range(3):
        opened.table.record(Draft(f"e{revision}", revision, DRAW))
    with pytest.raises(Stale) as caught:
        opened.table.record(Draft("late", 1, DRAW))
    assert caught.value.revision == 3
    assert [line["entry_id"] for line in caught.value.missing] == ["e1", "e2"]


def test_an_entry_on_a_revision_that_is_not_there_yet_is_stale_too(opened: Opened) -> None:
    with pytest.raises(Stale) as caught:
        opened.table.record(Draft("early", 7, DRAW))
    assert (caught.value.revision, list(caught.value.missing)) == (0, [])


def test_what_is_refused_or_malformed_is_not_recorded(opened: Opened) -> None:
    with pytest.raises(Refusal):
        opened.table.record(Draft("a", 0, {"entry": {"type": "stop"}}))
    with pytest.raises(Malformed):
        opened.table.record(Draft("b", 0, {"entry": {"type": "draw", "card": "no.such.card"}}))
    assert opened.table.read().revision == 0


def test_a_refused_entry_can_be_recorded_because_it_happened(opened: Opened) -> None:
    opened.table.record(Draft("a", 0, {"entry": {"type": "stop"}, "override": True}))
    [line] = codec.lines_json(opened.table.read(), 0)
    assert line["override"]
    assert line["overridden"][0]["code"] == "MUST_DRAW_FIRST"


def test_a_dry_run_answers_and_leaves_no_trace(
    opened: Opened, another_process: Callable[..., Tables]
) -> None:
    outcome = opened.table.record(Draft("a", 0, DRAW), dry_run=True)
    assert outcome.history.revision == 1
    assert opened.table.read().revision == 0
    assert another_process().find(opened.table.code, opened.token).read().revision == 0
    assert not opened.table.record(Draft("a", 0, DRAW)).known


def test_corrections_are_lines_like_any_other(opened: Opened) -> None:
    opened.table.record(Draft("a", 0, DRAW))
    opened.table.record(Draft("b", 1, {"correction": {"type": "undo"}}))
    assert opened.table.read().state.harbor == ()
    opened.table.record(Draft("c", 2, {"correction": {"type": "redo"}}))
    assert len(opened.table.read().state.harbor) == 1
    assert opened.table.read().revision == 3


def test_another_process_sees_the_same_table(opened: Opened, another_process: Callable[..., Tables]) -> None:
    for revision in range(5):
        opened.table.record(Draft(f"e{revision}", revision, count(50 + revision)))
    there = another_process().find(opened.table.code, opened.token)
    assert codec.view_json(there.read()) == codec.view_json(opened.table.read())


def test_a_process_catches_up_with_what_another_one_wrote(
    opened: Opened, another_process: Callable[..., Tables]
) -> None:
    there = another_process().find(opened.table.code, opened.token)
    opened.table.record(Draft("here", 0, DRAW))
    with pytest.raises(Stale) as caught:
        there.record(Draft("there", 0, DRAW))
    assert [line["entry_id"] for line in caught.value.missing] == ["here"]
    there.record(Draft("there", 1, DRAW))
    assert opened.table.read().revision == 2
    assert there.record(Draft("here", 0, DRAW)).known


def test_a_repeat_at_another_process_is_known_there(
    opened: Opened, another_process: Callable[..., Tables]
) -> None:
    there = another_process().find(opened.table.code, opened.token)
    opened.table.record(Draft("a", 0, DRAW))
    assert there.record(Draft("a", 0, DRAW)).known


def test_a_refusal_that_rests_on_old_knowledge_is_stale_instead(
    opened: Opened, another_process: Callable[..., Tables]
) -> None:
    there = another_process().find(opened.table.code, opened.token)
    opened.table.record(Draft("a", 0, DRAW))
    with pytest.raises(Stale):
        there.record(Draft("b", 0, {"entry": {"type": "stop"}}))


def test_a_lost_answer_is_found_again(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    append = Store.append

    def written_but_unanswered(self: Store, table_id: int, line: StoredLine, rights: int) -> None:
        append(self, table_id, line, rights)
        raise Unavailable

    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", written_but_unanswered)
        with pytest.raises(Unavailable):
            opened.table.record(Draft("a", 0, DRAW))
    assert opened.table.record(Draft("a", 0, DRAW)).known
    assert opened.table.read().revision == 1


def test_memory_holds_as_many_tables_as_there_is_room_for(
    another_process: Callable[..., Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.tables.kept.AT_REST", 1)
    room = 3 * another_process().open(SETUP).table.size + 8_000
    tables = another_process(kept=room)
    opened = [tables.open(SETUP) for _ in range(5)]
    assert tables.kept() == 3
    for one in opened:
        tables.find(one.table.code, one.token).record(Draft("a", 0, DRAW))
    assert tables.kept() == 3
    assert tables.kept_bytes() <= room
    assert [tables.find(one.table.code, one.token).read().revision for one in opened] == [1] * 5


def test_a_full_log_takes_no_more_but_still_knows_what_it_has(another_process: Callable[..., Tables]) -> None:
    table = another_process(max_lines=2).open(SETUP).table
    table.record(Draft("a", 0, DRAW))
    table.record(Draft("b", 1, DRAW))
    with pytest.raises(LogFull):
        table.record(Draft("c", 2, DRAW))
    assert table.record(Draft("b", 1, DRAW)).known
    assert table.read().revision == 2


def test_a_full_log_takes_what_leaves_fewer_entries_and_then_plays_on(
    another_process: Callable[..., Tables],
) -> None:
    tables = another_process(max_lines=3)
    table = tables.open(SETUP).table
    enter(table, 3)
    table.record(Draft("less", 3, {"correction": {"type": "remove", "revision": 2}}))
    enter(table, 1)
    with pytest.raises(LogFull):
        enter(table, 1)
    table.record(Draft("less still", 5, {"correction": {"type": "undo"}}))
    assert tables.load(codec.history_json(table.read())).history.revision == table.revision


def test_a_log_that_is_filled_and_emptied_again_and_again_ends(
    another_process: Callable[..., Tables],
) -> None:
    table = another_process(max_lines=3).open(SETUP).table
    with pytest.raises(LogFull):  # noqa: PT012
        for _ in range(10):
            enter(table, 3)
            table.record(
                Draft(f"u{table.revision}", table.revision, {"correction": {"type": "undo", "to": 0}})
            )
    held = len(table.read().timeline.held)
    for _ in range(held):
        table.record(Draft(f"u{table.revision}", table.revision, {"correction": {"type": "undo"}}))
    assert table.read().timeline.held == ()
    assert table.revision <= 3 * 3
    with pytest.raises(LogFull):
        enter(table, 1)


def test_an_exported_table_plays_on_elsewhere(opened: Opened, tables: Tables) -> None:
    for revision, content in enumerate((DRAW, count(60), {"correction": {"type": "undo"}})):
        opened.table.record(Draft(f"e{revision}", revision, content))
    copy = tables.load(codec.history_json(opened.table.read()))
    assert copy.table.code != opened.table.code
    assert codec.view_json(copy.history) == codec.view_json(opened.table.read())
    assert copy.table.record(Draft("e0", 0, DRAW)).known
    copy.table.record(Draft("on", 3, DRAW))
    assert opened.table.read().revision == 3


def test_an_import_that_does_not_fold_leaves_no_table(tables: Tables, database: Database) -> None:
    held = codec.setup_json(settled(codec.setup_from_json(SETUP)))
    refused = [{"entry_id": "a", "entry": {"type": "keep"}}]
    wrong = {"format": 1, "setup": held, "lines": refused}
    twice = {"format": 1, "setup": SETUP, "lines": [{"entry_id": "a", **DRAW}, {"entry_id": "a", **DRAW}]}
    for document, error in ((wrong, LineRefused), (twice, Malformed), ({}, Malformed)):
        with pytest.raises(error):
            tables.load(document)
    with database.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM tables").scalar() == 0


def test_an_import_longer_than_a_log_may_be_is_refused(another_process: Callable[..., Tables]) -> None:
    lines = [{"entry_id": f"e{n}", **DRAW} for n in range(4)]
    with pytest.raises(LogFull):
        another_process(max_lines=3).load({"format": 1, "setup": SETUP, "lines": lines})
