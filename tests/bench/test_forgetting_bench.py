"""FORGET_AFTER where a million tables are kept: how long entries wait for it, and how long all of it takes."""

from __future__ import annotations

import datetime
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from companion.storage import Store, open_database

TABLES = 1_000_000
USED_LONG_AGO = 200_000  # the first ones; every hundredth of them has been played at since
LONG_AGO, LATELY = "'2020-01-01'", "'2026-01-01'"
FILL = f"""
INSERT INTO tables (code, setup, created_at)
  SELECT 'T' || n, '{{}}', CASE WHEN n <= {USED_LONG_AGO} THEN {LONG_AGO} ELSE {LATELY} END::timestamptz
  FROM generate_series(1, {TABLES}) AS n;
INSERT INTO members (table_id, number, token_hash, state, role, was_keeper)
  SELECT id, 1, md5(code), 'here', 'keeper', false FROM tables;
INSERT INTO log_lines (table_id, revision, entry_id, body, recorded_at)
  SELECT id, line, line, '{{"type": "draw"}}',
    CASE WHEN id <= {USED_LONG_AGO} AND mod(id, 100) > 0 THEN {LONG_AGO} ELSE {LATELY} END::timestamptz
  FROM tables, generate_series(1, 2) AS line;
INSERT INTO log_lines (table_id, revision, entry_id, body, recorded_at)
  SELECT id, line, line, '{{"type": "draw"}}', {LONG_AGO}::timestamptz
  FROM tables, generate_series(3, 400) AS line WHERE id <= 1000 AND mod(id, 100) > 0;
ANALYZE;
"""


@contextmanager
def timed(engine: sa.Engine) -> Iterator[list[float]]:
    """How long each statement takes, in seconds."""
    times: list[float] = []

    def before(connection: Connection, *_: object) -> None:
        connection.info["begun"] = time.perf_counter()

    def after(connection: Connection, *_: object) -> None:
        times.append(time.perf_counter() - connection.info["begun"])

    sa.event.listen(engine, "before_cursor_execute", before)
    sa.event.listen(engine, "after_cursor_execute", after)
    yield times


def test_forgetting_among_a_million_tables(
    empty_postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    database = open_database(empty_postgres_url, timeout=600)
    database.upgrade()
    with database.engine.begin() as connection:
        connection.exec_driver_sql(FILL)
    began = time.perf_counter()
    with timed(database.engine) as times:
        forgotten = Store(database).forget(datetime.datetime(2021, 1, 1, tzinfo=datetime.UTC))
    whole = time.perf_counter() - began
    assert forgotten == USED_LONG_AGO * 99 // 100
    with timed(database.engine) as again:
        assert Store(database).forget(datetime.datetime(2021, 1, 1, tzinfo=datetime.UTC)) == 0
    database.close()
    slow = sorted(times)
    with capsys.disabled():
        print(
            f"\nforgetting {forgotten:,} of {TABLES:,} tables: {len(times):,} steps in {whole:.0f} s, half of them under "
            f"{slow[len(slow) // 2] * 1000:.1f} ms, of a thousand all but one under {slow[-len(slow) // 1000] * 1000:.0f} ms, the longest {slow[-1] * 1000:.0f} ms; with nothing to forget "
            f"{len(again)} steps, the longest {max(again) * 1000:.0f} ms"
        )
