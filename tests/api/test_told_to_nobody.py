"""What a request says is told neither to the log nor to anybody else."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from tests import attacks
from tests.api.wire import Wire
from tests.services import Server

StartServer = Callable[..., Server]
TOKEN = "Hd3w8mTqZ0bq1m2lTnBvXc7yJrK5sPfGhA9uEoWiQxY"


def answered(server: Server, head: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        line.sendall(head)
        return b"".join(iter(lambda: line.recv(65536), b""))


def test_a_malformed_header_brings_no_token_into_the_log(start_server: StartServer) -> None:
    server = start_server(LOG_LEVEL="debug")
    token = TOKEN.encode()
    for header in (
        b"Authorization : Bearer " + token,
        b"Authorization Bearer " + token,
        b"Authorization: Bearer " + token + b"\x00",
        b"Authorization: x\r\n Bearer " + token,
        b"Bearer(" + token + b"): x",
        b"Transfer-Encoding: " + token,
        b"Content-Length: " + token,
        b"Expect: " + token,
    ):
        said = answered(
            server, b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + header + b"\r\nConnection: close\r\n\r\n"
        )
        assert said.split()[1] in (b"400", b"417", b"501"), (header, said)
        assert token not in said
    for line in (b"GET /" + token, token + b" / HTTP/1.1", b"GET /x HTTP/" + token):
        assert token not in answered(server, line + b"\r\nHost: x\r\n\r\n")
    assert "Invalid request" in server.output
    assert TOKEN not in server.output


def test_what_is_refused_aside_leaves_no_traceback_in_the_log(start_server: StartServer) -> None:
    server = start_server()
    with Wire(server.url) as wire:
        assert wire.call("POST", "/api/tables/import", attacks.ones())[0] == 422
        assert (
            wire.call("POST", "/api/tables/import", attacks.document([{"entry": {"type": "nothing"}}] * 9))[0]
            == 422
        )
        assert wire.call("POST", "/api/remembered", {"games": [7]})[0] == 422
        table = wire.open_table()
        assert wire.call("GET", f"{table}/berths/3")[0] == 422
    assert "Traceback" not in server.output
    assert "Malformed" not in server.output


@pytest.mark.parametrize(
    "path", ["//api/editions", "/api//editions", "//evil.example/api/editions", "/api/editions//"]
)
def test_two_slashes_lead_nowhere_else(client: FlaskClient, path: str) -> None:
    answer = client.get("/", environ_overrides={"PATH_INFO": path, "HTTP_HOST": "evil.example"})
    assert "Location" not in answer.headers
    assert answer.status_code in (200, 404)
