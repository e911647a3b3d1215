"""Everybody arrives at once: thousands of phones join, look at their table and follow it, as after a talk or a restart.

`PHONES=500 make bench ARGS=tests/bench/test_arrivals_bench.py` tries it with fewer.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import time
from collections import Counter
from collections.abc import Callable
from urllib.parse import urlsplit

from tests.api.wire import Wire
from tests.services import Server

PHONES = int(os.environ.get("PHONES", "4500"))
PHONES_PER_TABLE = 36
PATIENCE = 300.0


def invited(server: Server, tables: int) -> list[tuple[str, bytes]]:
    """Tables, each with the body by which one comes in to watch."""
    found = []
    with Wire(server.url) as wire:
        for _ in range(tables):
            path = wire.open_table()
            status, invite = wire.call("POST", f"{path}/invites", {"role": "spectator"})
            assert status == 201, invite
            found.append((path, json.dumps({"secret": invite["secret"]}).encode()))
    return found


class Phone:
    """It joins, reads the table, and follows it: what it was answered, and when it hears its table."""

    def __init__(self, number: int, server: Server, table: tuple[str, bytes]) -> None:
        self.host, self.port = "127.0.0.1", urlsplit(server.url).port
        # An address of its own, as the rates are counted by address.
        self.address = f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"
        self.path, self.body = table
        self.answers: list[int] = []
        self.reader: asyncio.StreamReader
        self.writer: asyncio.StreamWriter

    async def arrive(self) -> float:
        begun = time.perf_counter()
        self.reader, self.writer = await asyncio.open_connection(
            self.host, self.port, local_addr=(self.address, 0)
        )
        joined = json.loads(await self.ask("POST", "/join", self.body) or b"{}")
        token = joined.get("token", "")
        await self.ask("GET", "", token=token)
        await self.ask("GET", "/stream", token=token, until=b"event: members")
        return time.perf_counter() - begun

    async def ask(
        self, method: str, what: str, body: bytes = b"", token: str = "", until: bytes = b""
    ) -> bytes:
        """Sends, and reads the answer; of a stream so much of it."""
        head = f"{method} {self.path}{what} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        self.writer.write(head.encode() + body)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        self.answers.append(int(answer[9:12]))
        if until and self.answers[-1] == 200:
            return await self.reader.readuntil(until)
        length = int(answer.lower().split(b"content-length: ", 1)[1].split(b"\r\n", 1)[0])
        return await self.reader.readexactly(length)


async def arrival(server: Server) -> str:
    tables = invited(server, -(-PHONES // PHONES_PER_TABLE))
    phones = [Phone(n, server, tables[n % len(tables)]) for n in range(PHONES)]
    begun = time.perf_counter()
    took = await asyncio.wait_for(
        asyncio.gather(*(one.arrive() for one in phones), return_exceptions=True), PATIENCE
    )
    whole = time.perf_counter() - begun
    failed = Counter(type(one).__name__ for one in took if not isinstance(one, float))
    waits = sorted(one for one in took if isinstance(one, float))
    for one in phones:
        if hasattr(one, "writer"):
            one.writer.transport.abort()
    answers = Counter(status for one in phones for status in one.answers)
    return (
        f"{PHONES} phones at {len(tables)} tables at once: all in after {whole:.0f} s (half of them after "
        f"{waits[len(waits) // 2]:.0f} s); answers {dict(sorted(answers.items()))}, broken connections {dict(failed)} "
        f"(aim: no 503, none broken)"
    )


def serving(start_server: Callable[..., Server], url: str | None) -> Server:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard) if hard > soft else (soft, hard))
    # The keepers and their tables come from this one address, before.
    return start_server(url, RATE_OPEN="100000 per minute", RATE_OPEN_DAY="100000 per day", LOG_LEVEL="error")


def test_everybody_arrives_at_sqlite(start_server: Callable[..., Server]) -> None:
    print(f"\nSQLite, one worker: {asyncio.run(arrival(serving(start_server, None)))}")


def test_everybody_arrives_at_postgresql(
    start_server: Callable[..., Server], empty_postgres_url: str
) -> None:
    print(f"\nPostgreSQL, one worker: {asyncio.run(arrival(serving(start_server, empty_postgres_url)))}")
