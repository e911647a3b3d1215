"""The rights matrix: every call by everybody, at one process and at two that take turns, on both databases.

Between two, each process has known everybody in another place before: what holds is what was changed last.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.storage import Database, open_database
from tests.api.conftest import DRAW, SETUP

_names = itertools.count(1)


def entry() -> dict[str, Any]:
    return {"entry_id": f"m{next(_names)}", "base_revision": 1, "entry": DRAW}


def undo() -> dict[str, Any]:
    return {"entry_id": f"m{next(_names)}", "base_revision": 1, "correction": {"type": "undo"}}


# Who, in the order of the columns below.
EVERYBODY = (
    "keeper",
    "former keeper",
    "player",
    "without a seat",
    "spectator",
    "asking",
    "removed",
    "stranger",
)
ALL_READ = (200, 200, 200, 200, 200, 403, 403, 403)


def by_keeper(status: int) -> tuple[int, ...]:
    """Only the keeper gets that far."""
    return (status, *(403,) * 7)


MATRIX: dict[tuple[str, str, Callable[[], Any] | None], tuple[int, ...]] = {
    ("GET", "", None): ALL_READ,
    ("GET", "/score", None): ALL_READ,
    ("GET", "/entries", None): ALL_READ,
    ("GET", "/export", None): ALL_READ,
    ("GET", "/members", None): ALL_READ,
    ("GET", "/players/0/outlook", None): ALL_READ,
    ("GET", "/players/0/account", None): ALL_READ,
    ("GET", "/evening", None): ALL_READ,
    ("POST", "/slips", lambda: {"coins": {"0": 1}}): ALL_READ,
    ("POST", "/entries?dry_run=true", entry): (200, 200, 200, 403, 403, 403, 403, 403),
    ("POST", "/corrections?dry_run=true", undo): (200, 403, 403, 403, 403, 403, 403, 403),
    ("POST", "/invites", dict): by_keeper(201),
    ("GET", "/invites", None): by_keeper(200),
    ("DELETE", "/invites/99", None): by_keeper(404),
    ("PATCH", "/members", lambda: {"keeper_only": False}): by_keeper(200),
    ("PATCH", "/members", lambda: {"table_name": "Thursday"}): (200, 200, 200, 403, 403, 403, 403, 403),
    ("PATCH", "/members/1", lambda: {"role": "spectator"}): by_keeper(200),
    ("POST", "/members/99/answer", lambda: {"approve": True}): by_keeper(404),
    ("DELETE", "/members/99", None): (404, 404, 404, 404, 404, 403, 403, 403),
    ("DELETE", "/members/1", None): by_keeper(422),
    ("POST", "/keeper", lambda: {"member": 1}): by_keeper(200),
    ("DELETE", "/members/1/claim", None): by_keeper(204),
    ("DELETE", "/doubt", None): (204, 204, 204, 204, 204, 403, 403, 403),
}


class Turns:
    """Clients of several processes: each call goes to the next one."""

    def __init__(self, clients: list[FlaskClient]) -> None:
        self._next = itertools.cycle(clients)
        self.clients = clients

    def __call__(self, method: str, path: str, token: str | None = None, body: object = None) -> TestResponse:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return next(self._next).open(path, method=method, headers=headers, json=body)


@dataclass
class Crowd:
    """A table with somebody in every place."""

    call: Turns
    url: str = ""
    tokens: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)

    def by(self, who: str, method: str, path: str, body: object = None, status: int = 0) -> Any:
        answer = self.call(method, self.url + path, self.tokens[who], body)
        assert not status or answer.status_code == status, answer.text
        return answer

    def comes(self, who: str, secret: str, **wish: Any) -> None:
        answer = self.call("POST", f"{self.url}/join", None, {"secret": secret, **wish})
        assert answer.status_code == 201, answer.text
        found: Any = answer.json
        self.tokens[who], self.numbers[who] = found["token"], found["member"]

    def everybody_is_seen_by_every_process(self) -> None:
        for client in self.call.clients:
            for token in self.tokens.values():
                client.get(self.url, headers={"Authorization": f"Bearer {token}"})


@pytest.fixture(params=["sqlite 1", "sqlite 2", "postgresql 2"])
def call(
    request: pytest.FixtureRequest, make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Turns]:
    kind, processes = request.param.split()
    settings: dict[str, Any] = {}
    opened: list[Database] = []

    def open_one(*address: Any, **watched: Any) -> Database:
        opened.append(open_database(*address, **watched))
        opened[-1].upgrade()
        return opened[-1]

    if kind == "postgresql":
        settings["database_url"] = request.getfixturevalue("empty_postgres_url")
    monkeypatch.setattr("companion.app.open_database", open_one)
    apps = [make_app(**settings) for _ in range(int(processes))]
    yield Turns([app.test_client() for app in apps])
    for database in opened:
        database.close()


@pytest.fixture
def crowd(call: Turns) -> Crowd:
    """Everybody has been something else before, and every process has seen them so."""
    crowd = Crowd(call)
    opened: Any = call("POST", "/api/tables", None, SETUP).json
    crowd.url, crowd.tokens["opened"] = f"/api/tables/{opened['code']}", opened["token"]
    crowd.by("opened", "POST", "/entries", {**entry(), "base_revision": 0}, 201)
    invite = crowd.by("opened", "POST", "/invites", {}, 201).json
    crowd.comes("former keeper", invite["secret"], seat=0)
    crowd.comes("without a seat", invite["secret"], seat=1)
    crowd.comes("spectator", invite["secret"], seat=2)
    crowd.comes("player", invite["secret"])
    crowd.comes("removed", invite["secret"])
    asks: Any = call("POST", "/api/join", None, {"short_code": invite["short_code"]}).json
    crowd.tokens["asking"], crowd.tokens["stranger"] = asks["token"], "a-stranger"
    crowd.by("opened", "POST", "/keeper", {"member": crowd.numbers["removed"]}, 200)
    crowd.everybody_is_seen_by_every_process()
    crowd.by("opened", "POST", "/keeper", {"member": 1}, 200)
    crowd.by("opened", "POST", "/keeper", {"member": crowd.numbers["former keeper"]}, 200)
    crowd.everybody_is_seen_by_every_process()
    crowd.by("opened", "POST", "/keeper", {"member": 1}, 200)
    removed = crowd.numbers["removed"]
    crowd.by("opened", "DELETE", f"/members/{removed}?keep_invites=true", None, 204)
    for who, place in (
        ("without a seat", {"seat": None}),
        ("spectator", {"role": "spectator"}),
        ("player", {"seat": 2}),
    ):
        crowd.by("opened", "PATCH", f"/members/{crowd.numbers[who]}", place, 200)
    crowd.tokens["keeper"] = crowd.tokens.pop("opened")
    return crowd


def test_everybody_may_what_their_place_allows_at_every_process(crowd: Crowd) -> None:
    found = {
        (method, path): tuple(
            crowd.by(who, method, path, body() if body else None).status_code for who in EVERYBODY
        )
        for (method, path, body) in MATRIX
    }
    assert found == {(method, path): statuses for (method, path, _), statuses in MATRIX.items()}


def test_who_records_is_decided_at_every_process_alike(crowd: Crowd) -> None:
    revision = 1
    for who, allowed in (("player", True), ("former keeper", True), ("spectator", False), ("removed", False)):
        body = {**entry(), "base_revision": revision}
        crowd.by(who, "POST", "/entries", body, 201 if allowed else 403)
        revision += allowed
