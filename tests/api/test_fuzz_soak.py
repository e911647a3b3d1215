"""A hundred thousand requests that are almost right: none fails in the server, and what it kept is what it showed."""

from __future__ import annotations

import http.client
import json
import os
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.api.fuzz import Fuzzer, Request, TableSeen
from tests.api.wire import Wire
from tests.services import Server

REQUESTS = int(os.environ.get("SOAK_REQUESTS", "100000"))
A_TABLE_FOR = 400
LONGEST_WAIT = 1.0


class Sender:
    """One connection, opened anew where the server has closed it."""

    def __init__(self, server: Server) -> None:
        self._port = server.port
        self._connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)

    def close(self) -> None:
        self._connection.close()

    def send(self, request: Request) -> tuple[int, Any]:
        for last in (False, True):
            try:
                self._connection.request(request.method, request.path, request.body, request.headers)
                with self._connection.getresponse() as answer:
                    data, kind = answer.read(), answer.headers.get_content_subtype()
                    return answer.status, json.loads(data or b"null") if kind.endswith("json") else None
            except (http.client.RemoteDisconnected, ConnectionError):
                self._connection.close()
                if last:
                    raise
        raise AssertionError("unreachable")


def learn(table: TableSeen, request: Request, status: int, answer: Any) -> None:
    """What an answer tells: the newest view, invites, tokens."""
    if status >= 300 or not isinstance(answer, dict) or not request.path.startswith((table.url, "/api/join")):
        return
    view = answer.get("view") or (answer if "allowed" in answer else None)
    if view and "dry_run" not in request.path:
        table.view = view
    if "secret" in answer:
        table.secrets.append(answer["secret"])
        table.short_codes.append(answer["short_code"])
    if answer.get("token"):
        table.tokens.append(answer["token"])


def shown(server: Server, table: TableSeen) -> list[Any]:
    with Wire(server.url, table.tokens[0]) as wire:
        answers = [wire.call("GET", table.url + path) for path in ("", "/entries", "/members", "/export")]
    for _, answer in answers:
        for member in answer.get("members", ()):
            member.pop("claims", None)  # seconds that pass
    return answers


@pytest.mark.soak
@pytest.mark.parametrize("kept_in", ["sqlite", "postgresql"])
def test_requests_that_are_almost_right_never_fail_in_the_server(
    start_server: Callable[..., Server], kept_in: str, request: pytest.FixtureRequest
) -> None:
    url = None if kept_in == "sqlite" else request.getfixturevalue("empty_postgres_url")
    server = start_server(url, RATE_LIMITS="off")
    fuzzer, sender, tables = Fuzzer(REQUESTS), Sender(server), list[TableSeen]()
    sender.send(Request("GET", "/api/rules/search?q=ship"))  # the index is made once
    statuses: Counter[int] = Counter()
    wrong: list[tuple[int, Request, Any]] = []
    waits: list[tuple[float, Request]] = []
    for number in range(REQUESTS // 2):
        if number % A_TABLE_FOR == 0:
            with Wire(server.url) as wire:
                table = TableSeen(wire.open_table(), [])
                table.tokens.append(str(wire.token))
                tables.append(table)
        one = fuzzer.request(table)
        began = time.monotonic()
        status, answer = sender.send(one)
        waited = time.monotonic() - began
        statuses[status] += 1
        if status >= 500:
            wrong.append((status, one, answer))
        if waited > LONGEST_WAIT:
            waits.append((waited, one))
        learn(table, one, status, answer)
        if status == 409 and isinstance(answer, dict) and answer.get("code") == "stale":
            table.view["revision"] = answer["revision"]
    sender.close()
    assert wrong == []
    assert waits == []
    assert statuses[201] > REQUESTS // 50  # that much of it was right
    before = [shown(server, table) for table in tables]
    server.stop()
    server.start()
    assert [shown(server, table) for table in tables] == before
    assert "Traceback" not in server.output
