"""One request keeps nobody else waiting, and takes no more than its share of memory."""

from __future__ import annotations

import contextlib
import http.client
import json
import select
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.tables import Aside, Busy
from tests import attacks
from tests.api.test_bad_input import problem
from tests.api.wire import Wire
from tests.services import Server

StartServer = Callable[..., Server]


def posted(client: FlaskClient, path: str, body: object) -> Any:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post(path, data=data, content_type="application/json")


def test_a_long_list_of_anything_is_refused_by_its_first_wrong_row(client: FlaskClient) -> None:
    answer = posted(client, "/api/tables/import", attacks.ones())
    problem(answer, 422, "malformed", "lines[0].entry_id")
    answer = posted(client, "/api/rulings", attacks.steps())
    problem(answer, 422, "malformed", "steps")
    answer = posted(client, "/api/tables/import", attacks.brackets())
    problem(answer, 413, "too_large")


@pytest.mark.parametrize("field", ["players", "modules"])
def test_a_list_is_measured_before_anybody_looks_into_it(client: FlaskClient, field: str) -> None:
    body = {"edition": "pegasus", "players": ["Ada", "Ben"], field: [1] * 20_000}
    answer = posted(client, "/api/tables", body)
    problem(answer, 422, "malformed", field)
    assert "at most" in answer.json["allowed"]


def test_more_cards_than_the_box_holds_are_no_table(client: FlaskClient) -> None:
    problem(posted(client, "/api/tables", attacks.ways_to_pay()), 422, "malformed")
    problem(posted(client, "/api/tables", attacks.full_table(90, 20)), 422, "malformed")


def test_a_table_that_is_too_much_work_is_refused_with_a_sentence(make_app: Callable[..., Flask]) -> None:
    client = make_app(fold_budget=1000).test_client()
    answer = posted(client, "/api/tables/import", attacks.passing_automatically(400, 40, 10))
    problem(answer, 422, "too_much_work")
    assert answer.json["revision"] > 1


def test_no_view_is_larger_than_a_full_table(client: FlaskClient) -> None:
    """By drawing, as a situation cannot hold them: a view of 23 MB before."""
    answer = posted(client, "/api/tables/import", attacks.drawn_expeditions())
    assert answer.status_code in (201, 422)
    assert len(answer.data) < 100_000


def test_who_comes_when_too_many_long_logs_wait_is_told_to_come_again() -> None:
    aside = Aside(most=1)
    refused: list[type[BaseException]] = []

    def second() -> None:
        with pytest.raises(Busy):
            aside(lambda: None, 1000)
        assert aside(lambda: 7, 10) == 7  # a short one does not wait
        refused.append(Busy)

    aside(second, 1000)
    assert refused == [Busy]
    assert aside(lambda: 5, 1000) == 5


def threads(server: Server) -> int:
    """How many threads the server's only worker has."""
    (worker,) = server.workers
    return len(list(Path(f"/proc/{worker}/task").iterdir()))


def test_others_are_answered_while_a_long_log_is_worked_out(start_server: StartServer) -> None:
    # With a budget that lets through what takes seconds.
    server = start_server(FOLD_BUDGET="100000000")
    body = json.dumps(attacks.passing_automatically(2000, 45, 11)).encode()
    attack = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    with Wire(server.url) as wire, contextlib.closing(attack):
        table = wire.open_table()
        assert wire.note(table, 0)[0] == 201

        def unanswered() -> bool:
            return not select.select([attack.sock], [], [], 0)[0]

        before = threads(server)
        attack.request("POST", "/api/tables/import", body, {"Content-Type": "application/json"})
        # It is worked out in a thread of its own, which comes with the first such log.
        while threads(server) == before:
            assert unanswered()
        assert wire.note(table, 1)[0] == 201
        assert unanswered()
        with attack.getresponse() as answer:
            assert answer.status == 201
            answer.read()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/tables/import", attacks.back_and_forth()),
        ("/api/tables/import", attacks.insert_after_insert()),
        ("/api/tables/import", attacks.passing_automatically()),
        ("/api/tables/import", attacks.drawn_expeditions()),
        ("/api/tables/import", attacks.ones()),
        ("/api/tables/import", attacks.brackets()),
        ("/api/tables", attacks.ways_to_pay()),
        ("/api/rulings", attacks.steps()),
    ],
    ids=["back_and_forth", "inserts", "passing", "expeditions", "ones", "brackets", "ways_to_pay", "steps"],
)
def test_every_attack_is_answered_and_the_server_stays(live_server: Server, path: str, body: object) -> None:
    with Wire(live_server.url) as wire:
        status, answer = wire.call("POST", path, body)
        assert status in (201, 400, 409, 413, 422), answer
        assert wire.call("GET", "/healthz")[0] == 200


def test_forty_imports_stay_within_the_memory_that_tables_may_have(make_app: Callable[..., Flask]) -> None:
    import tracemalloc

    room = 8_000_000
    app = make_app(kept_bytes=room)
    client = app.test_client()
    body = json.dumps(attacks.insert_after_insert(800)).encode()
    assert posted(client, "/api/tables/import", body).status_code == 201
    tracemalloc.start()
    for _ in range(12):
        assert posted(client, "/api/tables/import", body).status_code == 201
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size < 2 * room
