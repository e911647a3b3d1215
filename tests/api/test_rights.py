"""Who may: nobody without the token of this very table, and no secret where it does not belong."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.api.conftest import DRAW, SETUP, OpenedTable

CALLS = [
    ("GET", ""),
    ("GET", "/score"),
    ("GET", "/entries"),
    ("GET", "/export"),
    ("POST", "/entries"),
    ("POST", "/corrections"),
]
BODY = {"entry_id": "a", "base_revision": 0, "entry": DRAW}


@pytest.fixture
def client(request: pytest.FixtureRequest, processes: tuple[Flask, ...]) -> FlaskClient:
    """As many processes as the test says, of which each call goes to the next one."""
    clients = [app.test_client() for app in processes[: getattr(request, "param", 1)]]
    turns = itertools.cycle([client.open for client in clients])
    clients[0].open = lambda *call, **more: next(turns)(*call, **more)  # type: ignore[method-assign]
    return clients[0]


@pytest.mark.parametrize("client", [1, 2], indirect=True)
@pytest.mark.parametrize(("method", "path"), CALLS)
@pytest.mark.parametrize(
    ("header", "status", "code"),
    [
        (None, 401, "unauthorized"),
        ("Bearer", 401, "unauthorized"),
        ("Basic dXNlcjpwYXNz", 401, "unauthorized"),
        ("Bearer forged", 403, "forbidden"),
        ("Bearer \xe9\xff", 403, "forbidden"),
        ("FOREIGN", 403, "forbidden"),
    ],
)
def test_every_call_at_a_table_needs_its_token(
    open_table: Callable[..., OpenedTable],
    table: OpenedTable,
    method: str,
    path: str,
    header: str | None,
    status: int,
    code: str,
) -> None:
    if header == "FOREIGN":
        header = f"Bearer {open_table().token}"
    headers = {"Authorization": header} if header else {}
    answer = table.client.open(
        table.url + path, method=method, headers=headers, json=BODY if method == "POST" else None
    )
    assert answer.json
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert ("WWW-Authenticate" in answer.headers) == (status == 401)
    assert table.revision == 0


def test_a_token_in_the_address_opens_nothing(table: OpenedTable) -> None:
    for name in ("token", "access_token", "Authorization"):
        assert table.client.get(f"{table.url}?{name}={table.token}").status_code == 401


@pytest.mark.parametrize("code", ["0000000000", "x", "A" * 500, "..%2f..", "%00", "\N{SNOWMAN}"])
def test_a_code_that_no_table_has_is_not_found(table: OpenedTable, code: str) -> None:
    answer = table.client.get(f"/api/tables/{code}", headers=table.headers)
    assert answer.status_code == 404
    assert answer.mimetype == "application/problem+json"


def test_guessing_is_slowed_down_and_who_has_the_token_is_not(make_app: Callable[..., Flask]) -> None:
    client = make_app(rate_limits=True, rate_guess="5 per minute").test_client()
    opened = client.post("/api/tables", json=SETUP).json
    assert opened
    right = {"Authorization": f"Bearer {opened['token']}"}
    statuses = [client.get(f"/api/tables/{n:010}", headers=right).status_code for n in range(7)]
    assert statuses == [404] * 5 + [429] * 2
    refused = client.get(f"/api/tables/{opened['code']}", headers={"Authorization": "Bearer forged"})
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) >= 1
    assert client.get(f"/api/tables/{opened['code']}", headers=right).status_code == 200


@pytest.mark.parametrize(
    ("limit", "path", "body"),
    [
        ("rate_open", "/api/tables", SETUP),
        ("rate_rulings", "/api/rulings", {"edition": "pegasus", "steps": [{"type": "create_game"}]}),
    ],
)
def test_opening_and_asking_have_a_rate(
    make_app: Callable[..., Flask], limit: str, path: str, body: object
) -> None:
    client = make_app(rate_limits=True, **{limit: "2 per minute"}).test_client()
    statuses = [client.post(path, json=body).status_code for _ in range(3)]
    assert statuses[:2] != [429, 429]
    assert statuses[2] == 429


def test_recording_has_a_rate_for_each_table(make_app: Callable[..., Flask]) -> None:
    client = make_app(rate_limits=True, rate_record="2 per minute").test_client()
    for _ in range(2):
        opened = client.post("/api/tables", json=SETUP).json
        assert opened
        table = OpenedTable(client, opened["code"], opened["token"])
        assert [table.enter(DRAW, base=n).status_code for n in range(3)] == [201, 201, 429]
        assert table.revision == 2


def test_no_token_and_no_code_reaches_a_log(
    make_app: Callable[..., Flask], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    client = make_app().test_client()
    opened = client.post("/api/tables", json=SETUP).json
    assert opened
    table = OpenedTable(client, opened["code"], opened["token"])
    table.enter(DRAW, base=0)
    table.enter(DRAW, base=0)
    client.get(table.url, headers={"Authorization": f"Bearer {table.token}x"})

    def broken(*_: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr("companion.tables.table.Table.read_end", broken)
    answer = table.get()
    assert answer.json
    assert (answer.status_code, answer.json["code"]) == (500, "internal")
    assert "out of order" in caplog.text
    assert "out of order" not in answer.text
    assert table.token not in caplog.text
    assert table.code not in caplog.text


def test_figures_for_hosts_name_no_table(table: OpenedTable, client: FlaskClient) -> None:
    table.enter(DRAW)
    figures = client.get("/metrics").text
    assert 'route="/api/tables/<code>/entries"' in figures
    assert table.code not in figures
    assert table.token not in figures
