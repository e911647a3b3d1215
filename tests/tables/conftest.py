"""Tables over one SQLite file, as one process or several see them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from companion.engine import History, Setup
from companion.storage import Database, People, Store, StoredLine, open_database
from companion.tables import Joined, Opened, Place, Tables
from companion.tables.lines import fold_log

SETUP = {"edition": "pegasus", "modules": ["base"], "players": ["Ada", "Ben", "Cem"]}
DRAW = {
    "entry": {"type": "draw", "card": {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}}
}
OWN = "a-token-that-a-phone-made-from-256-bits-of-chance"


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


@pytest.fixture
def keeper(tables: Tables, opened: Opened) -> Place:
    return tables.find(opened.table.code, opened.token)


@pytest.fixture
def secret(tables: Tables, keeper: Place) -> str:
    """Invites players to any free seat."""
    return tables.invite(keeper, "player", None, 60).secret


Come = Callable[..., Joined]


@pytest.fixture
def come(tables: Tables, opened: Opened, secret: str) -> Come:
    return lambda seat=None, name=None, token=None: tables.join(opened.table.code, secret, seat, name, token)


@pytest.fixture
def spectator(tables: Tables, opened: Opened, keeper: Place) -> Place:
    invited = tables.invite(keeper, "spectator", None, 60)
    return tables.join(opened.table.code, invited.secret, None, "Eve").place


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> list[Setup]:
    """The set-ups of the logs that are folded from here on."""
    folded: list[Setup] = []

    def noted(setup: Setup, stored: Sequence[StoredLine]) -> History:
        folded.append(setup)
        return fold_log(setup, stored)

    monkeypatch.setattr("companion.tables.table.fold_log", noted)
    return folded
