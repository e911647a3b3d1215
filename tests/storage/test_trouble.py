"""A database that is locked, full, read-only, damaged or gone: said as what it is, and nothing is acknowledged."""

from __future__ import annotations

import gc
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa

from companion.__main__ import main
from companion.storage import Database, People, Store, StoredLine, StoredTable, Unavailable, open_database
from companion.storage import errors as storage_errors

HASH = "0" * 64


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def database_url(file: Path) -> str:
    return f"sqlite:///{file}"


@pytest.fixture
def table(store: Store) -> StoredTable:
    return store.open_table("ABC", "{}", HASH)


def writes(store: Store, database: Database, table: StoredTable) -> list[str]:
    """Why each kind of write is refused; empty where it is not."""
    people = People(database)
    found = []
    for write in (
        lambda: store.append(table.id, StoredLine(1, "a", "{}")),
        lambda: store.open_table("XYZ", "{}", "1" * 64),
        lambda: people.change(table.id, people.rights(table.id), ()),
        store.ping,
    ):
        try:
            write()
        except Unavailable as error:
            found.append(error.why)
    return found


def test_a_written_line_is_there_for_every_other_connection(file: Path) -> None:
    store = Store(open_database(f"sqlite:///{file}"))
    store._database.upgrade()
    gc.collect()  # nobody else holds the database
    table = store.open_table("ABC", "{}", HASH)
    store.append(table.id, StoredLine(1, "a", "{}"))
    other = sqlite3.connect(file)
    assert other.execute("SELECT revision FROM log_lines").fetchall() == [(1,)]
    other.close()
    assert store._embedded._connection.isolation_level is None
    store._database.close()


def test_a_deleted_file_takes_no_more_writes(
    store: Store, database: Database, table: StoredTable, file: Path
) -> None:
    store.append(table.id, StoredLine(9, "z", "{}"))
    file.unlink()
    assert writes(store, database, table) == ["missing"] * 4
    assert not file.exists()


def test_a_file_in_its_place_is_not_taken_for_it(
    store: Store, database: Database, table: StoredTable, file: Path
) -> None:
    other = file.with_name("other.db")
    with sqlite3.connect(other) as copy:
        assert store.table("ABC")
        copy.execute("CREATE TABLE t (x)")
    copy.close()
    other.replace(file)
    assert writes(store, database, table) == ["missing"] * 4


def test_a_lost_write_ahead_log_is_noticed(
    store: Store, database: Database, table: StoredTable, file: Path
) -> None:
    store.append(table.id, StoredLine(9, "z", "{}"))
    file.with_name(f"{file.name}-wal").unlink()
    assert writes(store, database, table) == ["missing"] * 4


def test_a_file_that_may_only_be_read_says_so(store: Store, database: Database, table: StoredTable) -> None:
    store._embedded._connection.execute("PRAGMA query_only = ON")
    engine = database.engine
    sa.event.listen(engine, "checkout", lambda driver, *_: driver.execute("PRAGMA query_only = ON").close())
    assert writes(store, database, table) == ["read_only"] * 4
    assert store.table("ABC")


def test_a_full_disk_says_so(store: Store, table: StoredTable) -> None:
    store._embedded._connection.execute("PRAGMA max_page_count = 1")

    def fill() -> None:
        for revision in range(1, 100):
            store.append(table.id, StoredLine(revision, f"e{revision}", "x" * 4000))

    with pytest.raises(Unavailable) as full:
        fill()
    assert full.value.why == "full"


def test_a_damaged_file_says_so(store: Store, database: Database, table: StoredTable, file: Path) -> None:
    database.close()
    with file.open("r+b") as pages:
        pages.seek(4096)
        pages.write(b"\xff" * (file.stat().st_size - 4096))
    again = open_database(f"sqlite:///{file}")
    with pytest.raises(Unavailable) as damaged:
        Store(again).lines(table.id)
    assert damaged.value.why == "corrupt"
    again.close()


def test_a_locked_file_is_waited_for_without_stopping_the_process(
    store: Store, table: StoredTable, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    waits = threading.Event()
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            other.execute("ROLLBACK")  # whoever held it is done
        waits.wait(seconds)

    monkeypatch.setattr(storage_errors.time, "sleep", sleep)
    store.append(table.id, StoredLine(1, "a", "{}"))
    assert len(slept) == 3
    assert store.lines(table.id) == [StoredLine(1, "a", "{}")]
    other.close()


def test_a_file_that_stays_locked_is_given_up_and_can_be_read(
    store: Store, database: Database, table: StoredTable, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage_errors, "PATIENCE", 0.1)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert writes(store, database, table) == ["locked"] * 4
    assert store.table("ABC") == table
    other.close()
    assert writes(store, database, table) == []


BROKEN = {
    "no database": (b"this is no database at all" * 400, "damaged"),
    "cut off": (b"SQLite format 3\0" + b"\0" * 4000, "damaged"),
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("command", ["migrate", "serve"])
def test_a_start_says_in_a_line_what_is_wrong(file: Path, command: str, content: tuple[bytes, str]) -> None:
    file.write_bytes(content[0])
    done = subprocess.run(
        [sys.executable, "-m", "companion", command],
        env={"DATABASE_URL": f"sqlite:///{file}", "PORT": "0"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert content[1] in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_start_with_a_database_that_cannot_be_written_says_so(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def read_only(_: Store) -> None:
        raise Unavailable("read_only")

    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    monkeypatch.setattr(Store, "ping", read_only)
    assert main(["migrate"]) == 1
    error = capsys.readouterr().err
    assert "can only be read" in error
    assert error.count("\n") == 1


def test_a_statement_of_postgresql_has_its_time(empty_postgres_url: str) -> None:
    database = open_database(empty_postgres_url, timeout=1)
    database.upgrade()
    store = Store(database)
    table = store.open_table("ABC", "{}", HASH)
    with database.engine.connect() as holding:
        holding.execute(sa.text("LOCK TABLE log_lines IN EXCLUSIVE MODE"))
        with pytest.raises(Unavailable):
            store.append(table.id, StoredLine(1, "a", "{}"))
    store.append(table.id, StoredLine(1, "a", "{}"))
    database.close()


def test_a_postgresql_that_only_reads_is_not_ready(empty_postgres_url: str) -> None:
    database = open_database(empty_postgres_url)
    database.upgrade()
    store = Store(database)
    with database.engine.connect() as connection:
        connection.execute(
            sa.text("ALTER DATABASE " + database.url.database + " SET default_transaction_read_only = on")
        )  # type: ignore[operator]
        connection.commit()
    database.engine.dispose()
    with pytest.raises(Unavailable) as refused:
        store.ping()
    assert refused.value.why == "read_only"
    database.close()
