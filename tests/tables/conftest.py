"""Tables over one SQLite file, as one process or several see them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.storage import Database, People, Store, open_database
from companion.tables import Opened, Tables

SETUP = {"edition": "pegasus", "modules": ["base"], "players": ["Ada", "Ben", "Cem"]}


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = open_database(f"sqlite:///{tmp_path / 'tables.db'}")
    database.upgrade()
    yield database
    database.close()


@pytest.fixture
def another_process(database: Database) -> Callable[..., Tables]:
    """Tables that share nothing with others but the log."""
    return lambda **limits: Tables(Store(database), People(database), **limits)


@pytest.fixture
def tables(another_process: Callable[..., Tables]) -> Tables:
    return another_process()


@pytest.fixture
def opened(tables: Tables) -> Opened:
    return tables.open(SETUP)
