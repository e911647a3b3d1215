"""The application in process, one for all tests that only use it, and a table at it."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import companion.app
from companion.app import create_app
from companion.settings import Settings
from companion.storage import Database
from tests.services import Server

SETUP = {"edition": "pegasus", "modules": ["base"], "players": ["Ada", "Ben", "Cem"]}
SAILOR = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}
DRAW = {"type": "draw", "card": SAILOR}
_numbers = itertools.count(1)


@dataclass
class OpenedTable:
    """A table as its keeper's phone uses it."""

    client: FlaskClient
    code: str
    token: str
    headers: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.headers = {"Authorization": f"Bearer {self.token}"}

    @property
    def url(self) -> str:
        return f"/api/tables/{self.code}"

    def get(self, path: str = "", **headers: str) -> TestResponse:
        return self.client.get(self.url + path, headers={**self.headers, **headers})

    def post(self, path: str, body: object, **headers: str) -> TestResponse:
        return self.client.post(self.url + path, json=body, headers={**self.headers, **headers})

    def enter(self, entry: object, base: int | None = None, **more: Any) -> TestResponse:
        """Posts an entry on the newest revision, with an id of its own."""
        body = {"entry_id": f"e{next(_numbers)}", "base_revision": self.revision if base is None else base}
        return self.post("/entries", {**body, "entry": entry, **more})

    def correct(self, correction: object, **more: Any) -> TestResponse:
        body = {"entry_id": f"e{next(_numbers)}", "base_revision": self.revision}
        return self.post("/corrections", {**body, "correction": correction, **more})

    @property
    def revision(self) -> int:
        return int(self.get().json["revision"])  # type: ignore[index]


class Apps:
    """Applications over one folder, closed with all that they have opened."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._apps: list[Flask] = []
        self._databases: list[Database] = []

    def make(self, **settings: Any) -> Flask:
        chosen = {
            "database_url": f"sqlite:///{self._folder / 'api.db'}",
            "rate_limits": False,
            "pwa_dir": str(self._folder / "no-phone"),
            **settings,
        }
        open_database = companion.app.open_database

        def open_one(*address: Any, **watched: Any) -> Database:
            self._databases.append(open_database(*address, **watched))
            return self._databases[-1]

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(companion.app, "open_database", open_one)
            self._apps.append(create_app(Settings(**chosen)))
        return self._apps[-1]

    def close(self) -> None:
        for app in self._apps:
            app.extensions["harbormaster.tables"].live.close()
        for database in self._databases:
            database.close()


@pytest.fixture
def make_app(tmp_path: Path) -> Iterator[Callable[..., Flask]]:
    """An application with settings, figures and a database of its own: `make_app(rate_limits=True)`."""
    apps = Apps(tmp_path)
    yield apps.make
    apps.close()


@pytest.fixture(scope="session")
def processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, Flask]]:
    """Two processes of one server, made once: every test has tables of its own at them."""
    apps = Apps(tmp_path_factory.mktemp("api"))
    yield apps.make(), apps.make()
    apps.close()


@pytest.fixture
def app(processes: tuple[Flask, Flask]) -> Flask:
    """For all that needs no settings of its own, and looks at nothing but its own tables."""
    return processes[0]


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def opened_at(client: FlaskClient, **setup: Any) -> OpenedTable:
    answer = client.post("/api/tables", json={**SETUP, **setup})
    assert answer.status_code == 201, answer.text
    return OpenedTable(client, answer.json["code"], answer.json["token"])  # type: ignore[index]


@pytest.fixture
def open_table(client: FlaskClient) -> Callable[..., OpenedTable]:
    return functools.partial(opened_at, client)


@pytest.fixture
def table(open_table: Callable[..., OpenedTable]) -> OpenedTable:
    return open_table()


@pytest.fixture
def only_table(make_app: Callable[..., Flask]) -> OpenedTable:
    """The only table of an application of its own."""
    return opened_at(make_app().test_client())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A process of its own for all tests of a module, which asks nobody to wait."""
    folder = tmp_path_factory.mktemp("server")
    server = Server(f"sqlite:///{folder / 'tables.db'}", folder, {"RATE_LIMITS": "off"})
    yield server.start()
    server.kill()


@pytest.fixture(params=["sqlite", "postgresql"])
def any_database(request: pytest.FixtureRequest) -> str | None:
    """Each database that a server may run on: None is the SQLite file that it makes for itself."""
    return request.getfixturevalue("empty_postgres_url") if request.param == "postgresql" else None
