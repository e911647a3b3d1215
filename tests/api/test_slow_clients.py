"""Clients that keep a connection busy and say nothing: they are let go, and the others do not notice."""

from __future__ import annotations

import contextlib
import socket
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.api.wire import Wire
from tests.services import Server

StartServer = Callable[..., Server]
HEAD = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
HALF = HEAD + b'Content-Length: 100\r\n\r\n{"edition"'
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


def impatient(folder: Path, tls: Path | None = None) -> Iterator[Server]:
    """A server that waits for nobody longer than a second."""
    server = Server(f"sqlite:///{folder / 'tables.db'}", folder, {"REQUEST_TIMEOUT": "1"}, tls=tls)
    try:
        yield server.start()
    finally:
        server.kill()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from impatient(tmp_path_factory.mktemp("impatient"))


@pytest.fixture(scope="module")
def tls_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("impatient-tls")
    yield from impatient(folder, folder / "tls")


def connect(server: Server, address: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), 20, (address, 0))


def everything(connection: socket.socket) -> bytes:
    """What comes until the other end closes."""
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := connection.recv(65536):
            found += piece
    return found


@pytest.mark.parametrize("begun", [HALF, CHUNKED + b"20\r\n{", CHUNKED], ids=["length", "chunk", "no chunk"])
def test_half_a_body_has_its_time(server: Server, begun: bytes) -> None:
    with connect(server) as connection:
        connection.sendall(begun)
        answer = everything(connection)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b'"code":"too_slow"' in answer
    assert "Traceback" not in server.output


def test_a_body_that_drips_has_no_more_time(server: Server) -> None:
    with connect(server) as connection:
        connection.sendall(HALF)
        connection.settimeout(0.1)
        answer = b""
        for _ in range(200):
            with contextlib.suppress(TimeoutError):
                answer = connection.recv(65536)
                break
            connection.sendall(b" ")
    assert answer.startswith(b"HTTP/1.1 408 ")


def test_half_bodies_from_one_address_shut_out_nobody_else(start_server: StartServer) -> None:
    server = start_server(CONNECTIONS_PER_ADDRESS="20")
    with contextlib.ExitStack() as waiting:
        for _ in range(60):
            connection = waiting.enter_context(connect(server))
            with contextlib.suppress(ConnectionError):
                connection.sendall(HALF)
        with connect(server) as one_more:
            with contextlib.suppress(ConnectionError):
                one_more.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert everything(one_more) == b""
        with connect(server, "127.0.0.2") as other:
            other.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert everything(other).startswith(b"HTTP/1.1 200 ")
    assert server.output.count("connections open") == 1
    assert "Traceback" not in server.output


def test_a_place_is_free_again_when_its_connection_ends(start_server: StartServer) -> None:
    server = start_server(CONNECTIONS_PER_ADDRESS="20")
    for _ in range(60):
        with connect(server) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert everything(connection).startswith(b"HTTP/1.1 200 ")
    assert "connections open" not in server.output


def test_behind_a_proxy_its_connections_are_not_one_clients(start_server: StartServer) -> None:
    server = start_server(CONNECTIONS_PER_ADDRESS="2", TRUSTED_PROXIES="1")
    with contextlib.ExitStack() as phones:
        for _ in range(6):
            wire = phones.enter_context(Wire(server.url))
            assert wire.call("GET", "/healthz")[0] == 200


@pytest.mark.parametrize(
    "body",
    [
        CHUNKED + b"zz\r\n{}\r\n0\r\n\r\n",
        CHUNKED + b"-1\r\n{}\r\n0\r\n\r\n",
        CHUNKED + b"2\r\n{}XX0\r\n\r\n",
        CHUNKED + b"2;\x00=\r\n{}\r\n0\r\n\r\n",
        CHUNKED + b"2\r\n{}\r\n0\r\nbad trailer\r\n\r\n",
        CHUNKED + b"f" * 9000,
    ],
    ids=["no number", "negative", "no end", "extension", "trailer", "endless"],
)
def test_a_malformed_chunk_is_the_clients_fault(live_server: Server, body: bytes) -> None:
    before = live_server.output.count("Traceback")
    with connect(live_server) as connection:
        connection.sendall(body)
        answer = everything(connection)
    assert answer.startswith(b"HTTP/1.1 4"), answer[:80]
    assert live_server.output.count("Traceback") == before


def test_a_handshake_that_never_comes_has_its_time(tls_server: Server) -> None:
    before = tls_server.output.count("TLS handshake failed")
    with connect(tls_server) as silent:
        assert everything(silent) == b""
    # The line is written after the connection is closed, and before anybody else is answered.
    assert tls_server.answers()
    assert tls_server.output.count("TLS handshake failed") == before + 1


def test_a_broken_handshake_is_one_line(tls_server: Server) -> None:
    before = tls_server.output.count("\n")
    with connect(tls_server) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        everything(plain)
    with connect(tls_server) as distrusting, pytest.raises(ssl.SSLCertVerificationError):
        ssl.create_default_context().wrap_socket(distrusting, server_hostname="localhost")
    # The server reads of it after this side has gone: until its next answer it has.
    assert tls_server.answers()
    assert "Traceback" not in tls_server.output
    assert tls_server.output.count("\n") - before in (1, 2)
