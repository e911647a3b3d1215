"""A request's id: in its answer and in the log, where lines may be JSON. Neither tells what nobody should know."""

from __future__ import annotations

import errno
import json
import re
import sqlite3
import urllib.request
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.api.test_told_to_nobody import TOKEN, answered
from tests.api.wire import Wire
from tests.services import Server


@pytest.mark.parametrize("path", ["/healthz", "/api/nothing", "/api/tables/AAAAAAAAAA", "/"])
def test_every_answer_carries_an_id_of_its_own(make_app: Callable[..., Flask], path: str) -> None:
    client = make_app().test_client()
    ids = {client.get(path).headers["X-Request-ID"] for _ in range(3)}
    assert len(ids) == 3
    assert all(re.fullmatch(r"[0-9a-f]{16}", one) for one in ids)


@pytest.mark.parametrize(
    ("settings", "given", "taken"),
    [
        ({"trusted_proxies": 1}, "a-b_c.1", True),
        ({"trusted_proxies": 1}, "a b", False),
        ({"trusted_proxies": 1}, "x" * 65, False),
        ({}, "a-b_c.1", False),
    ],
)
def test_the_id_of_a_proxy_is_taken_over_where_its_word_is_believed(
    make_app: Callable[..., Flask], settings: dict[str, Any], given: str, taken: bool
) -> None:
    answer = make_app(**settings).test_client().get("/healthz", headers={"X-Request-ID": given})
    assert (answer.headers["X-Request-ID"] == given) is taken


def test_lines_of_json_name_the_request_and_nothing_that_is_secret(
    start_server: Callable[..., Server],
) -> None:
    server = start_server(LOG_FORMAT="json", LOG_LEVEL="debug", WORKERS="2")
    with Wire(server.url) as wire:
        table = wire.open_table()
        assert wire.draw(table, 0)[0] == 201
        assert wire.draw(table, 0)[0] == 409
        assert wire.call("GET", f"{table}?token={TOKEN}")[0] == 200
    said = answered(
        server, b"GET /x HTTP/1.1\r\nHost : x\r\nAuthorization: Bearer " + TOKEN.encode() + b"\r\n\r\n"
    )
    assert said.startswith(b"HTTP/1.1 400")
    server.stop()
    lines = [json.loads(line) for line in server.output.splitlines()]
    assert all({"time", "level", "message"} <= set(line) for line in lines)
    requests = [line for line in lines if line["message"] == "answered"]
    assert [(line["route"], line["status"], line["code"]) for line in requests] == [
        ("/api/tables", 201, None),
        ("/api/tables/<code>/entries", 201, None),
        ("/api/tables/<code>/entries", 409, "stale"),
        ("/api/tables/<code>", 200, None),
    ]
    assert len({line["request"] for line in requests}) == 4
    assert all(0 <= line["seconds"] < 60 for line in requests)
    assert any("Invalid request" in line["message"] for line in lines)
    for secret in (TOKEN, wire.token, table.rpartition("/")[2]):
        assert secret
        assert secret not in server.output


def test_what_a_stream_says_when_it_ends_is_of_its_request(
    start_server: Callable[..., Server], tmp_path: Path
) -> None:
    file = tmp_path / "tables.db"
    server = start_server(f"sqlite:///{file}", LOG_FORMAT="json", WORKERS="2")  # which look every second
    with Wire(server.url) as wire:
        table = wire.open_table()
        follow = urllib.request.Request(f"{server.url}{table}/stream")
        follow.add_header("Authorization", f"Bearer {wire.token}")
        with urllib.request.urlopen(follow, timeout=20) as stream:
            assert stream.readline() == b"retry: 1000\n"
            with closing(sqlite3.connect(file, isolation_level=None)) as other:
                other.execute("DELETE FROM tables")
            while stream.read(1):
                pass
            asked = stream.headers["X-Request-ID"]
    server.stop()
    lines = [json.loads(line) for line in server.output.splitlines()]
    (ended,) = (line for line in lines if line["message"].startswith("a stream ended"))
    assert ended["request"] == asked


def test_a_line_that_cannot_be_written_fails_no_answer(
    make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(StringIO):
        tried = 0

        def write(self, _text: str) -> int:
            self.tried += 1
            raise OSError(errno.ENOSPC, "No space left on device")

    client, full = make_app(log_format="json").test_client(), Full()
    monkeypatch.setattr("sys.stderr", full)
    assert client.get("/api/editions").status_code == 200
    assert full.tried == 1
