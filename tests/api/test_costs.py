"""Every call has its cost: the list of them is complete and true, and no class of calls keeps the others waiting."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

import companion.app
from companion.api import costs
from companion.api.costs import CALLS, FIXED, Cost
from companion.settings import Settings
from tests import attacks
from tests.api.conftest import SETUP
from tests.api.wire import Wire
from tests.services import Server

CROWD = 100
# Seconds of the server's work, which no other program on the machine makes more of. It was all others' calls together,
# minutes, where one class of them was worked out in the requests' own thread.
HEALTHY = 1.0
# Only what is refused, or asks at a table, counts there: tests/api/test_limits.py.
COUNTED_LATER = {"rate_refused", "rate_knock"}
CLASSES = {name: value for name, value in vars(costs).items() if isinstance(value, Cost)}

NOTHING: dict[str, Any] = {}
BODIES = {
    "POST /api/join": {"short_code": "AAAAAA"},
    "POST /api/tables/<code>/invitation": {"secret": "x"},
    "POST /api/tables/<code>/join": {"secret": "x"},
    "POST /api/remembered": {"games": []},
    "POST /api/tables/<code>/slips": {"coins": {"0": 7}},
    "POST /api/tables/<code>/corrections": {
        "entry_id": "c",
        "base_revision": 300,
        "correction": {"type": "undo", "count": 1},
    },
    "POST /api/tables/import": attacks.document([attacks.counted(n) for n in range(3)]),
}


def routes(app: Flask) -> set[str]:
    return {
        f"{method} {rule.rule}"
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or ()) - {"HEAD", "OPTIONS"}
    }


def made(client: FlaskClient, call: str, code: str, token: str, address: str = "10.0.0.1") -> int:
    """The status of a call, made at a table."""
    method, rule = call.split(" ")
    path = re.sub(r"<(int:)?\w+>", lambda part: "1" if part[1] else "x", rule.replace("<code>", code))
    body = None if method == "GET" else BODIES.get(call, NOTHING)
    headers = {"Authorization": f"Bearer {token}"}
    answer = client.open(
        path, method=method, json=body, headers=headers, environ_overrides={"REMOTE_ADDR": address}
    )
    answer.close()
    return answer.status_code


def opened(client: FlaskClient, number: int, lines: int = 0) -> tuple[str, str]:
    path, body = "/api/tables", SETUP
    if lines:
        path, body = "/api/tables/import", attacks.document([attacks.counted(n) for n in range(lines)])
    answer = client.post(path, json=body, environ_overrides={"REMOTE_ADDR": f"10.9.0.{number}"})
    return answer.json["code"], answer.json["token"]  # type: ignore[index]


def test_every_call_stands_in_the_list_and_nothing_else_does(app: Flask) -> None:
    assert routes(app) == set(CALLS)


def test_every_rate_is_a_setting_and_every_class_has_a_call() -> None:
    assert {rate for call in CALLS.values() for rate in call.rates} <= set(Settings.__slots__)
    assert {call.cost for call in CALLS.values()} == set(CLASSES.values())
    # What is made once needs no rate; all else has one, but for the addresses that each phone asks for once.
    free = {name for name, call in CALLS.items() if not call.rates and call.cost is not FIXED}
    assert free == {"GET /api/addresses"}


@pytest.mark.parametrize("rate", sorted({r for call in CALLS.values() for r in call.rates} - COUNTED_LATER))
def test_a_call_is_refused_over_each_of_its_rates(make_app: Callable[..., Flask], rate: str) -> None:
    client = make_app(rate_limits=True, **{rate: "1 per day"}).test_client()
    for number, (call, about) in enumerate(CALLS.items(), 1):
        if rate in about.rates:
            code, token = opened(client, number)
            token = "wrong" if rate == "rate_guess" else token
            found = [made(client, call, code, token, f"10.0.0.{number}") for _ in range(3)]
            assert found[-1] == 429, (call, found)


def test_what_is_made_once_is_never_refused(make_app: Callable[..., Flask]) -> None:
    rates = dict.fromkeys({r for call in CALLS.values() for r in call.rates}, "1 per day")
    client = make_app(rate_limits=True, **rates).test_client()
    for call, about in CALLS.items():
        if not about.rates:
            assert {made(client, call, "x", "x") for _ in range(3)} == {200}, call


def test_what_is_worked_out_aside_is_so_and_nothing_else(
    make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: set[str] = set()

    def elsewhere(_: int) -> Callable[[Callable[[], object]], object]:
        def run(work: Callable[[], object]) -> object:
            seen.add(f"{request.method} {request.url_rule}")
            return work()

        return run

    monkeypatch.setattr(companion.app, "elsewhere", elsewhere)
    client = make_app().test_client()
    for number, call in enumerate(CALLS, 1):
        # An entry goes after whatever there is, a correction through all of it.
        code, token = opened(client, number, 300)
        # An imported table rests: all of it is read before.
        known = set(seen)
        made(client, "GET /api/tables/<code>/entries", code, token)
        seen &= known
        made(client, call, code, token)
    assert seen == {call for call, about in CALLS.items() if about.cost.aside}


# --- a hundred at once ---


def evenings(games: int = 700) -> dict[str, Any]:
    """As much as may be looked back at in 2 MB: everybody has met everybody."""
    rows = [
        {
            "code": f"g{at}",
            "at": at,
            "edition": "pegasus",
            "modules": ["base"],
            "players": [
                {
                    "name": f"Player number {(at * 20 + seat * 7) % 300}",
                    "vp": 9,
                    "place": seat + 1,
                    "won": False,
                }
                for seat in range(20)
            ],
        }
        for at in range(games)
    ]
    return {"games": rows}


# One call of each class, as dear as it gets.
CROWDS: dict[str, tuple[str, str, Any]] = {
    "FIXED": ("GET", "/api/editions", None),
    "SMALL": ("GET", "/api/rules/questions", None),
    "LOG": ("GET", "{table}/evening", None),
    "SEARCH": ("GET", "{table}/goals/x/forgotten", None),
    "BODY": ("POST", "/api/remembered", evenings()),
    "STREAM": ("GET", "{table}/stream", None),
}


def test_each_class_has_its_crowd() -> None:
    assert set(CROWDS) == set(CLASSES)


@pytest.mark.parametrize("name", CROWDS)
def test_the_server_is_well_while_a_hundred_make_the_same_call(server: Server, name: str) -> None:
    method, path, body = CROWDS[name]
    with Wire(server.url) as wire:
        status, table = wire.call("POST", "/api/tables/import", attacks.passing_automatically(249, 48, 12))
    assert status == 201, table
    path = path.format(table=f"/api/tables/{table['code']}")
    headers = {"Authorization": f"Bearer {table['token']}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    waited = []
    # In a process of its own, whose work does not keep this one from hearing its answer.
    with ProcessPoolExecutor(1, get_context("spawn")) as elsewhere:
        crowd = elsewhere.submit(
            attacks.crowd, CROWD, server.port, method, path, data, headers, name == "STREAM"
        )
        while not waited or not crowd.done():
            started = server.processor_seconds
            with Wire(server.url) as wire:
                assert wire.call("GET", "/healthz")[0] == 200
            waited.append(server.processor_seconds - started)
        statuses = crowd.result()
    assert len(statuses) == CROWD
    # Whoever finds too many before is told to come again; streams of one phone are few.
    assert 200 in statuses
    assert set(statuses) <= {200, 429 if name == "STREAM" else 503}
    assert max(waited) < HEALTHY, f"{max(waited):.2f} s"
