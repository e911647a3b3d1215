"""What a host may put between the server and its PostgreSQL, or do with it meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import psycopg
import pytest
import sqlalchemy as sa
from alembic import command
from psycopg.conninfo import conninfo_to_dict

from companion.storage import Database, DatabaseError, Store, StoredLine, Unavailable, open_database
from companion.storage import served as served_module
from companion.storage.database import read_url
from companion.storage.migrating import migrations
from companion.storage.served import alone
from tests.services import REPOSITORY, Postgres, running_pooler, running_postgres

PATIENCE = 20.0


@pytest.fixture
def served(empty_postgres_url: str) -> Iterator[Database]:
    database = open_database(empty_postgres_url)
    database.upgrade()
    yield database
    database.close()


@contextmanager
def before_the_names(database: Database) -> Iterator[Store]:
    """The database in the form before its last, with a table in it."""
    store = Store(database)
    store.open_table("ABC", "{}", "0" * 64)
    with database._alone() as connection:
        config = migrations()
        config.attributes["connection"] = connection
        command.downgrade(config, "0004")
    yield store


MIGRATE = ("-m", "companion", "migrate")
WSGI = ("-c", "import wsgi")


def told(*program: str, url: str) -> subprocess.CompletedProcess[str]:
    """What a program says of that database."""
    line = [sys.executable, "-W", "error", *program]
    environment = {**os.environ, "DATABASE_URL": url}
    return subprocess.run(line, cwd=REPOSITORY, env=environment, capture_output=True, text=True, timeout=60)


# --- migrations ---


def test_while_a_dump_runs_the_migration_waits_and_entries_do_not(served: Database) -> None:
    with before_the_names(served) as store, psycopg.connect(served.address) as dump:
        dump.execute("LOCK TABLE tables, log_lines IN ACCESS SHARE MODE")
        waits = threading.Event()
        migration = threading.Thread(target=served.upgrade, args=(lambda _: waits.set(), 10_000, 0.01))
        migration.start()
        assert waits.wait(PATIENCE)
        for revision in range(1, 21):
            store.append(1, StoredLine(revision, f"e{revision}", "{}"))
        assert not served.is_current()
        dump.rollback()
        migration.join(PATIENCE)
    assert served.is_current()
    assert len(store.lines(1)) == 20


def test_a_migration_that_never_gets_its_turn_says_so_and_changes_nothing(served: Database) -> None:
    said: list[str] = []
    with before_the_names(served), psycopg.connect(served.address) as dump:
        dump.execute("LOCK TABLE tables IN ACCESS SHARE MODE")
        with pytest.raises(DatabaseError, match="nothing was changed"):
            served.upgrade(said.append, tries=2, pause=0)
    assert len(said) == 1
    assert not served.is_current()


@pytest.mark.parametrize("program", [MIGRATE, WSGI])
def test_an_older_program_says_in_a_line_that_the_database_is_newer(
    database: Database, database_url: str, program: tuple[str, ...]
) -> None:
    with database.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    found = told(*program, url=database_url)
    assert found.returncode != 0
    assert found.stdout == ""
    assert found.stderr.startswith(
        "harbormaster: DATABASE_URL: a newer version of Harbormaster has made this"
    )
    assert found.stderr.count("\n") == 1


def test_the_form_of_another_version_takes_no_entries(database: Database) -> None:
    with database.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0004'"))
    with pytest.raises(Unavailable) as found:
        Store(database).ping()
    assert found.value.why == "other_form"


# --- several machines ---


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("postgresql://ada:pw@one:5432,two:5433/db", "one,two", "5432,5433"),
        ("postgres://one,[fd00::2]:6000/db?sslmode=require", "one,fd00::2", "5432,6000"),
        ("postgresql:///db?host=one:5432&host=two:5433", "one,two", "5432,5433"),
    ],
)
def test_an_address_may_name_several_machines(text: str, host: str, port: str) -> None:
    told = conninfo_to_dict(open_database(text).address)
    assert (told["host"], told["port"], told["dbname"]) == (host, port, "db")
    assert told["target_session_attrs"] == "read-write"


@pytest.mark.parametrize("named", ["host={0}/nobody,{0}", "host={0}:1&host={0}:5432"])
def test_a_machine_that_takes_no_connection_is_passed_over(
    postgres: Postgres, empty_postgres_url: str, named: str
) -> None:
    name = read_url(empty_postgres_url).database
    both = open_database(f"postgresql://postgres@/{name}?{named.format(postgres.folder)}")
    assert both.upgrade() > 0
    with psycopg.connect(both.address) as listener:
        assert listener.info.dbname == name
    both.close()


def test_a_machine_that_is_gone_without_a_word_is_given_up_within_seconds(served: Database) -> None:
    with served.engine.connect() as pooled, psycopg.connect(served.address) as listener:
        for connection in (pooled.connection.driver_connection, listener):
            asked = connection.info.get_parameters()  # type: ignore[union-attr]
            assert (asked["connect_timeout"], asked["tcp_user_timeout"]) == ("5", "5000")
            assert [asked[f"keepalives_{x}"] for x in ("idle", "interval", "count")] == ["10", "5", "2"]


def test_after_a_failover_entries_go_to_the_machine_that_takes_them(postgres: Postgres) -> None:
    one = postgres.create_database("failover")
    with running_postgres() as other:
        other.create_database("failover")
        for url in (one, other.url("failover")):
            database = open_database(url)
            database.upgrade()
            database.close()
        both = open_database(f"postgresql://postgres@/failover?host={postgres.folder},{other.folder}")
        store = Store(both)
        store.open_table("ABC", "{}", "0" * 64)
        with psycopg.connect(host=str(postgres.folder), user="postgres", autocommit=True) as primary:
            primary.execute("ALTER DATABASE failover SET default_transaction_read_only = on")
        # What it had at hand is of the old primary, which knew nothing of it when it was opened.
        with both.engine.connect() as connection:
            connection.execute(sa.text("SET default_transaction_read_only = on"))
            connection.commit()
        with pytest.raises(Unavailable) as found:
            store.ping()
        assert found.value.why == "read_only"
        store.ping()
        assert store.table("ABC") is None  # it is another machine
        both.close()
    postgres.drop_database("failover")


# --- a connection that has ended meanwhile ---


def end_the_connections(database: Database) -> None:
    """As a restart of PostgreSQL does it, or a firewall that takes a quiet connection for a dead one."""
    query = sa.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    with alone(database.url).connect() as other:
        other.execute(query)


def test_one_that_lay_unused_is_tried_before_it_is_used(
    served: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(served)
    table = store.open_table("ABC", "{}", "0" * 64)
    monkeypatch.setattr(served_module, "FRESH", -1.0)
    end_the_connections(served)
    store.append(table.id, StoredLine(1, "a", "{}"))
    end_the_connections(served)
    assert store.position(table.id).revision == 1


@pytest.mark.parametrize("what", ["append", "position"])
def test_one_that_was_used_just_now_is_said_to_be_gone_and_not_used_again(
    served: Database, what: str
) -> None:
    store = Store(served)
    table = store.open_table("ABC", "{}", "0" * 64)
    end_the_connections(served)
    with pytest.raises(Unavailable):
        store.append(table.id, StoredLine(1, "a", "{}")) if what == "append" else store.position(table.id)
    store.append(table.id, StoredLine(1, "a", "{}"))
    assert store.position(table.id).revision == 1


# --- how many there are ---


def test_workers_that_would_need_more_connections_than_there_are_are_refused(empty_postgres_url: str) -> None:
    # The cluster of the tests has 50, three of them reserved; each worker has one for news.
    for pool, workers, fits in ((46, 1, True), (22, 2, True), (47, 1, False), (23, 2, False)):
        database = open_database(empty_postgres_url, pool)
        said = rf"{workers} workers need up to 48 .*DATABASE_POOL={pool}.*allows 47.*max_connections"
        with nullcontext() if fits else pytest.raises(DatabaseError, match=said):
            database.refuse_misfit(workers)
        database.close()


def test_a_worker_never_holds_more_connections_than_its_pool(served: Database) -> None:
    database = open_database(served.address, pool=2)
    with database.engine.connect(), database.engine.connect():
        assert database.engine.pool.status().endswith(
            "Current Overflow: 0 Current Checked out connections: 2"
        )
        assert database.engine.pool._max_overflow == 0  # type: ignore[attr-defined]
    database.close()


# --- a pooler ---


@pytest.fixture(scope="module")
def pooler(postgres: Postgres) -> Iterator[Postgres]:
    with running_pooler(postgres) as pooler:
        yield pooler


def test_a_pooler_alone_is_refused_in_a_line(pooler: Postgres, served: Database) -> None:
    found = told(*MIGRATE, url=pooler.url(served.url.database or ""))
    assert found.returncode == 1
    assert found.stderr.startswith("harbormaster: DATABASE_URL leads to a pooler")
    assert found.stderr.count("\n") == 1


def test_a_pooler_that_passes_over_what_it_is_asked_for_is_refused_too(
    postgres: Postgres, served: Database
) -> None:
    name = served.url.database or ""
    with served.engine.begin() as connection:  # every connection has by itself what this program asks for
        connection.execute(sa.text(f'ALTER DATABASE "{name}" SET statement_timeout = 10000'))
    with running_pooler(postgres, ignored="options") as quiet:
        database = open_database(quiet.url(name), timeout=10)
        with pytest.raises(DatabaseError, match="leads to a pooler"):
            database.refuse_misfit(1)
        database.close()


def test_through_a_pooler_entries_are_kept_however_often_its_connections_change(
    pooler: Postgres, empty_postgres_url: str
) -> None:
    name = read_url(empty_postgres_url).database or ""
    database = open_database(pooler.url(name), direct=empty_postgres_url)
    database.refuse_misfit(20)  # none of the pool's are PostgreSQL's own
    assert database.upgrade() > 0
    store = Store(database)
    table = store.open_table("ABC", "{}", "0" * 64)
    for revision in range(1, 21):  # a statement that comes back often would be prepared
        store.append(table.id, StoredLine(revision, f"e{revision}", "{}"))
        store.ping()
    assert len(store.lines(table.id)) == 20
    database.close()
