"""Each test of the contract runs against SQLite and against a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.storage import Database, Store, open_database


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'folder' / 'tables.db'}"
    return str(request.getfixturevalue("empty_postgres_url"))


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    database = open_database(database_url)
    database.upgrade()
    yield database
    database.close()


@pytest.fixture
def store(database: Database) -> Store:
    return Store(database)
