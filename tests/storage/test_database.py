"""Addresses, migrations and what makes a write durable."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from psycopg import sql

from companion.storage import Database, DatabaseError, Store, StoredLine, open_database
from companion.storage.database import read_url
from companion.storage.migrating import migrations
from companion.storage.schema import NEWEST, metadata


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_way_to_write_a_postgresql_address_is_understood(scheme: str) -> None:
    url = read_url(f"{scheme}://ada:secret@db.example/tables")
    assert (url.drivername, url.host, url.database) == ("postgresql+psycopg", "db.example", "tables")


@pytest.mark.parametrize("text", ["", "nothing", "mysql://a/b", "postgresql+asyncpg://a/b"])
def test_other_addresses_are_refused_in_words(text: str) -> None:
    with pytest.raises(DatabaseError, match="DATABASE_URL"):
        read_url(text)


def test_an_at_sign_in_the_password_of_an_address_is_said() -> None:
    with pytest.raises(DatabaseError, match=r"DATABASE_URL has an @ in its password.*PGPASSWORD"):
        read_url("postgresql://ada:s@cret@db.example/tables")


def test_the_address_may_come_in_parts_with_any_password(
    empty_postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    password, url = "a@b:c/d%40 #?", read_url(empty_postgres_url)
    with psycopg.connect(empty_postgres_url.replace("+psycopg", ""), autocommit=True) as admin:
        admin.execute(
            sql.SQL("CREATE ROLE skipper LOGIN SUPERUSER PASSWORD {}").format(sql.Literal(password))
        )
    try:
        parts = {"HOST": str(url.query["host"]), "USER": "skipper", "PASSWORD": password}
        for name, value in {**parts, "DATABASE": str(url.database)}.items():
            monkeypatch.setenv(f"PG{name}", value)
        database = open_database("postgresql://")
        database.upgrade()
        Store(database).ping()
        with psycopg.connect(database.address) as listening:
            assert listening.info.password == password
        database.close()
    finally:
        monkeypatch.undo()
        with psycopg.connect(empty_postgres_url.replace("+psycopg", ""), autocommit=True) as admin:
            admin.execute("DROP OWNED BY skipper; DROP ROLE skipper")


def test_the_migrations_build_what_the_queries_are_written_against(database: Database) -> None:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_the_newest_form_is_that_of_the_last_migration() -> None:
    assert ScriptDirectory.from_config(migrations()).get_current_head() == NEWEST


def test_upgrading_again_changes_nothing(database: Database) -> None:
    assert database.is_current()
    database.upgrade()
    assert database.is_current()


def test_processes_that_start_together_migrate_once(database_url: str) -> None:
    program = (
        "from companion.storage import open_database\n"
        f"database = open_database({database_url!r}); database.upgrade(); database.close()"
    )
    running = [
        subprocess.Popen([sys.executable, "-W", "error", "-c", program], stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    errors = [process.communicate()[1] for process in running]
    assert errors == [""] * 3
    database = open_database(database_url)
    assert database.is_current()
    database.close()


def test_an_embedded_database_waits_for_the_disk(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'tables.db'}")
    database.upgrade()
    with database.engine.connect() as connection:
        found = {
            name: connection.execute(sa.text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    database.close()
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 20}


def test_a_reader_does_not_wait_for_a_writer(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'tables.db'}")
    database.upgrade()
    reading = database.engine.execution_options(isolation_level="AUTOCOMMIT")
    with database.engine.begin(), reading.connect() as reader:
        assert reader.execute(sa.text("SELECT count(*) FROM tables")).scalar() == 0
    database.close()


def test_an_error_of_the_database_names_no_values(database: Database) -> None:
    with pytest.raises(sa.exc.DBAPIError) as caught, database.engine.connect() as connection:
        connection.execute(sa.text("SELECT nothing FROM tables WHERE code = :code"), {"code": "SECRET"})
    assert "SECRET" not in str(caught.value)


def test_lines_of_an_earlier_form_were_entered_when_they_were_recorded(database: Database) -> None:
    store = Store(database)
    table = store.open_table("ABC", "{}", "0" * 64, [StoredLine(1, "imported", "{}")])
    store.append(table.id, StoredLine(2, "entered", "{}", 1))
    with database._alone() as connection:
        config = migrations()
        config.attributes["connection"] = connection
        command.downgrade(config, "0003")
        day = sa.text("UPDATE log_lines SET recorded_at = '2026-01-02 03:04:05+00:00'")
        connection.execute(day)
        command.upgrade(config, "head")
    imported, entered = store.lines(table.id)
    assert (imported.entered_at, imported.entered_as) == (None, None)
    # Whoever opened the table has no seat: it was the keeper's phone.
    assert (entered.entered_at, entered.entered_as) == (1_767_323_045, -1)
    again = store.table("ABC")
    assert again
    assert again.opened_at is not None
