"""The application in process, and a table at it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.app import create_app
from companion.settings import Settings
from companion.storage import Database, open_database

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


@pytest.fixture
def make_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Flask]]:
    """An application with settings of its own; what it has opened is closed after the test."""
    apps: list[Flask] = []
    databases: list[Database] = []

    def open_one(*address: Any) -> Database:
        databases.append(open_database(*address))
        return databases[-1]

    monkeypatch.setattr("companion.app.open_database", open_one)

    def make(**settings: Any) -> Flask:
        chosen = {
            "database_url": f"sqlite:///{tmp_path / 'api.db'}",
            "rate_limits": False,
            "pwa_dir": str(tmp_path / "no-phone"),
            **settings,
        }
        apps.append(create_app(Settings(**chosen)))
        return apps[-1]

    yield make
    for app in apps:
        app.extensions["harbormaster.live"].close()
    for database in databases:
        database.close()


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def open_table(client: FlaskClient) -> Callable[..., OpenedTable]:
    def open_one(**setup: Any) -> OpenedTable:
        answer = client.post("/api/tables", json={**SETUP, **setup})
        assert answer.status_code == 201, answer.text
        return OpenedTable(client, answer.json["code"], answer.json["token"])  # type: ignore[index]

    return open_one


@pytest.fixture
def table(open_table: Callable[..., OpenedTable]) -> OpenedTable:
    return open_table()


@pytest.fixture(params=["sqlite", "postgresql"])
def any_database(request: pytest.FixtureRequest) -> str | None:
    """Each database that a server may run on: None is the SQLite file that it makes for itself."""
    return request.getfixturevalue("empty_postgres_url") if request.param == "postgresql" else None
