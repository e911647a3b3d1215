"""Lines that wait for the disk at the same moment go there in one transaction, and each is answered for itself."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.storage import Conflict, Moved, Store, StoredLine, StoredTable, Unavailable, group_commit

Outcomes = list[BaseException | None]


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def table(store: Store) -> StoredTable:
    return store.open_table("ABC", "{}", "0" * 64)


@pytest.fixture
def at_once(
    store: Store, table: StoredTable, monkeypatch: pytest.MonkeyPatch
) -> Callable[[list[tuple[StoredLine, int]]], Outcomes]:
    """Writes lines, each on such rights, from threads of their own: none goes on before all of them wait."""

    def write(lines: list[tuple[StoredLine, int]]) -> Outcomes:
        all_wait = threading.Barrier(len(lines))
        with ThreadPoolExecutor(len(lines)) as threads, monkeypatch.context() as meanwhile:
            meanwhile.setattr(group_commit.time, "sleep", lambda _: all_wait.wait(10))
            tried = [threads.submit(store.append, table.id, line, rights) for line, rights in lines]
            return [one.exception() for one in tried]

    return write


def test_each_is_answered_for_itself(
    store: Store, table: StoredTable, at_once: Callable[[list[tuple[StoredLine, int]]], Outcomes]
) -> None:
    store.append(table.id, StoredLine(1, "a", "{}"))
    said: list[str] = []
    assert store._embedded
    store._embedded._connection.set_trace_callback(said.append)
    outcomes = at_once(
        [
            (StoredLine(2, "b", "{}"), 0),
            (StoredLine(1, "taken", "{}"), 0),
            (StoredLine(3, "a", "{}"), 0),
            (StoredLine(4, "d", "{}"), 7),
            (StoredLine(5, "e", "{}"), 0),
        ]
    )
    assert [type(one) for one in outcomes] == [type(None), Conflict, Conflict, Moved, type(None)]
    assert [line.entry_id for line in store.lines(table.id)] == ["a", "b", "e"]
    assert [one for one in said if not one.startswith("INSERT")] == ["BEGIN IMMEDIATE", "COMMIT"]


def test_what_the_disk_does_not_take_is_refused_to_all_of_them(
    store: Store, table: StoredTable, at_once: Callable[[list[tuple[StoredLine, int]]], Outcomes]
) -> None:
    assert store._embedded
    store._embedded._connection.execute("PRAGMA max_page_count = 1")
    outcomes = at_once([(StoredLine(n, f"e{n}", "x" * 40_000), 0) for n in range(1, 4)])
    assert [one.why for one in outcomes if isinstance(one, Unavailable)] == ["full"] * 3
    assert store.lines(table.id) == []
    # Nothing is left open: with room again the next one goes through.
    store._embedded._connection.execute("PRAGMA max_page_count = 100000")
    store.append(table.id, StoredLine(1, "after", "{}"))
    assert [line.entry_id for line in store.lines(table.id)] == ["after"]


def test_a_missing_file_is_said_to_all_of_them(
    tmp_path: Path, at_once: Callable[[list[tuple[StoredLine, int]]], Outcomes]
) -> None:
    (tmp_path / "tables.db").unlink()
    outcomes = at_once([(StoredLine(n, f"e{n}", "{}"), 0) for n in range(1, 4)])
    assert [one.why for one in outcomes if isinstance(one, Unavailable)] == ["missing"] * 3
