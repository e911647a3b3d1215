"""How long tables stay, how many an address opens in a day, and who sees the figures."""

from __future__ import annotations

import datetime
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from flask import Flask

from companion.settings import Settings, SettingsError
from companion.storage import Database, Store, StoredLine, open_database
from companion.storage.store import FORGOTTEN_AT_ONCE
from companion.tables import Tables
from tests.api.conftest import DRAW, SETUP, OpenedTable
from tests.services import Server, free_port

LONG_AGO = "2020-01-01 00:00:00"
THEN = datetime.datetime(2021, 1, 1, tzinfo=datetime.UTC)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    sqlite = f"sqlite:///{tmp_path / 'tables.db'}"
    url = sqlite if request.param == "sqlite" else request.getfixturevalue("empty_postgres_url")
    database = open_database(url)
    database.upgrade()
    yield database
    database.close()


def test_only_tables_at_which_nothing_was_entered_are_forgotten(database: Database) -> None:
    store = Store(database)
    for number in range(120):
        store.open_table(f"OLD{number}", "{}", f"{number:064}")
    old = store.open_table("OLDUSED", "{}", "a" * 64)
    with database.engine.begin() as connection:
        connection.execute(sa.text(f"UPDATE tables SET created_at = '{LONG_AGO}'"))
    store.append(old.id, StoredLine(1, "a", "{}"))
    store.open_table("NEW", "{}", "b" * 64)
    assert store.forget(THEN) == 120
    assert store.table("OLD7") is None
    assert store.table("OLDUSED")
    assert store.table("NEW")
    with database.engine.connect() as connection:
        assert connection.execute(sa.text("SELECT count(*) FROM members")).scalar() == 2


def opened_long_ago(database: Database, count: int) -> Store:
    store = Store(database)
    for number in range(count):
        store.open_table(f"OLD{number}", "{}", f"{number:064}")
    with database.engine.begin() as connection:
        connection.execute(sa.text(f"UPDATE tables SET created_at = '{LONG_AGO}'"))
    return store


def test_a_table_at_which_something_is_entered_just_then_is_not_forgotten(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened_long_ago(database, 2)
    look, table = store._unused, store.table("OLD0")
    assert table

    def then_somebody_plays(*asked: Any) -> Any:
        found = look(*asked)
        if found and found[1]:
            store.append(table.id, StoredLine(1, "a", "{}"))
        return found

    monkeypatch.setattr(store, "_unused", then_somebody_plays)
    assert store.forget(THEN) == 1
    assert len(store.lines(table.id)) == 1


def test_forgetting_goes_in_small_steps_and_after_each_it_is_the_others_turn(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened_long_ago(database, 3 * FORGOTTEN_AT_ONCE + 1)
    steps: list[int] = []

    def note(_: Any, cursor: Any, statement: str, *__: Any) -> None:
        if statement.startswith("DELETE"):
            steps.append(cursor.rowcount)

    sa.event.listen(database.engine, "after_cursor_execute", note)
    monkeypatch.setattr("companion.storage.store.time.sleep", lambda _: steps.append(-1))
    store.forget(THEN)
    assert steps == [FORGOTTEN_AT_ONCE, -1, FORGOTTEN_AT_ONCE, -1, FORGOTTEN_AT_ONCE, -1, 1, -1]


def test_forgetting_reads_no_table_from_end_to_end(empty_postgres_url: str) -> None:
    database = open_database(empty_postgres_url)
    database.upgrade()
    asked: list[tuple[str, Any]] = []
    store = opened_long_ago(database, 1)
    sa.event.listen(database.engine, "after_cursor_execute", lambda *a: asked.append((a[2], a[3])))
    assert store.forget(THEN) == 1
    with psycopg.connect(database.address) as connection:
        connection.execute("SET enable_seqscan = off")  # or few rows would be read without their index
        for statement, values in asked:
            if "tables" in statement:
                plan = "\n".join(
                    row[0] for row in connection.execute(f"EXPLAIN {statement}".encode(), values)
                )
                assert "tables_pkey" in plan
                assert "log_lines_pkey" in plan or "FOR UPDATE" in statement
                assert "Seq Scan" not in plan
    assert len(asked) >= 3
    database.close()


def test_a_forgotten_table_is_not_there_for_a_process_that_has_it_in_memory(
    only_table: OpenedTable, tmp_path: Path
) -> None:
    table = only_table
    tables: Tables = table.client.application.extensions["harbormaster.tables"]
    with sqlite3.connect(tmp_path / "api.db") as connection:
        connection.execute(f"UPDATE tables SET created_at = '{LONG_AGO}'")
    connection.close()
    assert tables.forget(30) == 1
    assert table.get().status_code == 404
    assert table.post("/entries", {"entry_id": "a", "base_revision": 0, "entry": DRAW}).status_code == 404
    assert table.get("/members").status_code == 404


def test_a_server_forgets_what_its_host_does_not_want_to_keep(
    start_server: Callable[..., Server], only_table: OpenedTable, tmp_path: Path
) -> None:
    file = tmp_path / "api.db"
    assert only_table.revision == 0
    with sqlite3.connect(file) as connection:
        connection.execute(f"UPDATE tables SET created_at = '{LONG_AGO}'")
    start_server(f"sqlite:///{file}").stop()
    assert connection.execute("SELECT count(*) FROM tables").fetchone() == (1,)
    server = start_server(f"sqlite:///{file}", FORGET_AFTER="30")
    while connection.execute("SELECT count(*) FROM tables").fetchone() != (0,):
        assert server.answers()
    connection.close()


def test_an_address_opens_so_many_tables_a_day(make_app: Callable[..., Flask]) -> None:
    client = make_app(rate_limits=True, rate_open_day="3 per day").test_client()
    statuses = [client.post("/api/tables", json=SETUP).status_code for _ in range(4)]
    assert statuses == [201, 201, 201, 429]


def test_a_host_can_close_the_figures(make_app: Callable[..., Flask]) -> None:
    client = make_app(metrics="off").test_client()
    assert client.get("/metrics").status_code == 404
    assert client.get("/healthz").status_code == 200


def status(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        refused.close()
        return refused.code


def test_the_figures_can_have_a_port_of_their_own(start_server: Callable[..., Server]) -> None:
    port = free_port()
    server = start_server(METRICS=f"127.0.0.1:{port}")
    apart = f"http://127.0.0.1:{port}"
    assert status(f"{server.url}/metrics") == 404
    assert status(f"{apart}/metrics") == 200
    assert status(f"{apart}/healthz") == 404
    assert status(f"{server.url}/healthz") == 200


@pytest.mark.parametrize("text", ["maybe", "9100", ":9100", "host:", "host:99999", "host:port"])
def test_where_the_figures_are_is_on_off_or_an_address(text: str) -> None:
    with pytest.raises(SettingsError, match="METRICS"):
        Settings.from_environment({"METRICS": text})
