"""What `tables/` may rely on, in every database that is supported."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import sqlalchemy as sa

from companion.storage import Conflict, Database, Moved, Store, StoredLine, Unavailable, open_database
from tests.storage.racing import race

HASH, OTHER = "0" * 64, "1" * 64


def line(revision: int, entry_id: str | None = None, body: str = '{"entry":{}}') -> StoredLine:
    return StoredLine(revision, entry_id or f"e{revision}", body)


def test_a_table_is_found_by_its_code_as_it_was_opened(store: Store) -> None:
    opened = store.open_table("ABC", '{"players":["Ada \U0001f3f4","Ben"]}', HASH)
    assert store.table("ABC") == opened
    assert store.table("ABD") is None


def test_a_taken_code_is_a_conflict_and_keeps_the_first_table(store: Store) -> None:
    first = store.open_table("ABC", "{}", HASH)
    with pytest.raises(Conflict):
        store.open_table("ABC", '{"other":1}', HASH)
    assert store.table("ABC") == first


def test_lines_come_back_in_their_order_from_any_revision(store: Store) -> None:
    table = store.open_table("ABC", "{}", HASH)
    other = store.open_table("XYZ", "{}", OTHER)
    lines = [line(n, body=f'{{"n":{n}}}') for n in range(1, 6)]
    for one in lines:
        store.append(table.id, one)
    store.append(other.id, line(1, body="{}"))
    assert store.lines(table.id) == lines
    assert store.lines(table.id, since=3) == lines[3:]
    assert (store.position(table.id).revision, store.position(other.id).revision) == (5, 1)


def test_a_new_table_is_at_revision_zero(store: Store) -> None:
    assert store.position(store.open_table("ABC", "{}", HASH).id).revision == 0


def test_a_revision_is_taken_once(store: Store) -> None:
    table = store.open_table("ABC", "{}", HASH)
    store.append(table.id, line(1, "first"))
    with pytest.raises(Conflict):
        store.append(table.id, line(1, "second"))
    assert [one.entry_id for one in store.lines(table.id)] == ["first"]


def test_an_entry_is_recorded_once_at_a_table(store: Store) -> None:
    table = store.open_table("ABC", "{}", HASH)
    other = store.open_table("XYZ", "{}", OTHER)
    store.append(table.id, line(1, "same"))
    with pytest.raises(Conflict):
        store.append(table.id, line(2, "same"))
    store.append(other.id, line(1, "same"))
    assert store.line_of_entry(table.id, "same") == line(1, "same")
    assert store.line_of_entry(table.id, "none") is None


def test_the_store_works_on_after_a_conflict(store: Store) -> None:
    table = store.open_table("ABC", "{}", HASH)
    store.append(table.id, line(1))
    for _ in range(30):  # more often than there are connections to lose
        with pytest.raises(Conflict):
            store.append(table.id, line(1, "late"))
    store.append(table.id, line(2))
    assert store.position(table.id).revision == 2


def test_a_table_with_a_log_is_kept_whole_or_not_at_all(store: Store) -> None:
    store.open_table("ABC", "{}", HASH, [line(1), line(2)])
    with pytest.raises(Conflict):
        store.open_table("XYZ", "{}", OTHER, [line(1, "twice"), line(2, "twice")])
    assert store.table("XYZ") is None


def test_a_line_belongs_to_a_table_that_is_there(store: Store) -> None:
    with pytest.raises(Moved):
        store.append(4711, line(1))


def test_a_line_outlives_the_process_that_wrote_it(store: Store, database_url: str) -> None:
    table = store.open_table("ABC", "{}", HASH)
    store.append(table.id, line(1))
    again = open_database(database_url)
    try:
        assert Store(again).lines(table.id) == [line(1)]
    finally:
        again.close()


def test_every_line_says_when_it_was_recorded(store: Store, database: Database) -> None:
    table = store.open_table("ABC", "{}", HASH)
    store.append(table.id, line(1))
    with database.engine.connect() as connection:
        assert connection.execute(sa.text("SELECT recorded_at FROM log_lines")).scalar()


def test_of_two_threads_one_takes_the_revision(store: Store) -> None:
    table = store.open_table("ABC", "{}", HASH)
    start = threading.Barrier(4)
    won: list[str] = []

    def write(name: str) -> None:
        start.wait()
        for revision in range(1, 11):
            try:
                store.append(table.id, line(revision, f"{name}-{revision}"))
            except Conflict:
                continue
            won.append(f"{name}-{revision}")

    threads = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == sorted(one.entry_id for one in store.lines(table.id))
    assert [one.revision for one in store.lines(table.id)] == list(range(1, 11))


def test_of_two_processes_one_takes_the_revision(store: Store, database_url: str) -> None:
    table = store.open_table("ABC", "{}", HASH)
    won = race(database_url, table.id, writers=2, revisions=40)
    assert sorted(won) == sorted(one.entry_id for one in store.lines(table.id))
    assert store.position(table.id).revision == 40


def test_a_database_that_is_gone_is_said_to_be_unavailable(tmp_path: Path) -> None:
    database = open_database(f"postgresql://nobody@/nothing?host={tmp_path}")
    with pytest.raises(Unavailable):
        Store(database).ping()
    database.close()
