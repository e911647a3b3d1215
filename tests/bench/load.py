"""A client that costs little: whole requests as bytes, several connections, one answer awaited after the other."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

# Limits as a server has them, which this load does not reach: to count costs something, too.
FAR_LIMITS = {
    **dict.fromkeys(("RATE_OPEN", "RATE_OPEN_DAY", "RATE_RECORD", "RATE_READ"), "100000000 per minute"),
    "STORED_PER_ADDRESS": "100000000000",
}


class Line:
    """One kept connection."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._socket = socket.create_connection((parts.hostname or "", parts.port or 80), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, request: bytes) -> None:
        self._socket.sendall(request)

    def receive(self) -> tuple[int, bytes]:
        """Status and body of the next answer."""
        data = self._socket.recv(1 << 18)
        while b"\r\n\r\n" not in data:
            data += self._socket.recv(1 << 18)
        head, _, body = data.partition(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ", 1)[1].split(b"\r\n", 1)[0])
        while len(body) < length:
            body += self._socket.recv(1 << 18)
        return int(head[9:12]), body

    def ask(self, request: bytes) -> tuple[int, bytes]:
        self.send(request)
        return self.receive()

    def close(self) -> None:
        self._socket.close()


def post(path: str, body: bytes, token: str = "none") -> bytes:
    """A request as bytes."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def seconds_for(lines: Sequence[Line], requests: Sequence[Iterable[bytes]], status: int = 201) -> float:
    """How long it takes until all are answered with that status, each sequence on a connection of its own."""
    begun = time.perf_counter()
    for round_ in zip(*requests, strict=True):
        for line, request in zip(lines, round_, strict=True):
            line.send(request)
        for line in lines:
            found, body = line.receive()
            assert found == status, (found, body[:300])
    return time.perf_counter() - begun
