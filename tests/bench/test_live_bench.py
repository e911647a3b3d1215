"""Many tables with several phones each: how soon everybody has an entry, what a stream costs, and that none is lost.

`LIVE_SECONDS=10 LIVE_TABLES=1000 make bench ARGS="-k live"` tries it for a shorter time.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest

from companion.engine import codec
from tests.api.wire import SETUP, Wire
from tests.bench.load import FAR_LIMITS, post
from tests.services import Server

SECONDS = float(os.environ.get("LIVE_SECONDS", "120"))
TABLES = int(os.environ.get("LIVE_TABLES", "1000"))
STREAMS = 4
ENTRIES_A_SECOND = 100
PATIENCE = 30.0
# Tables after which every worker has loaded what it loads once.
WARMING_UP = min(50, TABLES // 2)

PERSONS = [
    card["id"]
    for card in codec.catalogue_json()["sets"][0]["cards"]
    if card["kind"] == "person"
    for _ in range(card["count"])
]


class Phone(asyncio.Protocol):
    """One stream: notes which revision came when."""

    def __init__(self, request: bytes) -> None:
        self._request = request
        self._rest = b""
        self.came: list[tuple[int, float]] = []
        self.ready = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b"id: "):
                self.came.append((int(line[4:]), now))
            elif line.startswith(b"event: members"):
                self.ready.set()


class Keeper(asyncio.Protocol):
    """One connection that enters, one entry after the other."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._data = b""
        self._answer: asyncio.Future[int] | None = None

    def data_received(self, data: bytes) -> None:
        self._data += data
        head, found, body = self._data.partition(b"\r\n\r\n")
        if not found or self._answer is None:
            return
        length = int(head.lower().split(b"content-length: ", 1)[1].split(b"\r\n", 1)[0])
        if len(body) >= length:
            self._data, answer, self._answer = b"", self._answer, None
            answer.set_result(int(head[9:12]))

    def enter(self, request: bytes) -> asyncio.Future[int]:
        self._answer = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return self._answer


def entry(number: int) -> bytes:
    drawn = {"type": "draw", "card": PERSONS[number % len(PERSONS)]}
    return json.dumps({"entry_id": f"e{number}", "base_revision": number, "entry": drawn}).encode()


async def evening(server: Server, tables: list[tuple[str, str]]) -> tuple[str, float, float]:
    """Everybody follows, entries come one after the other, and everything is counted."""
    loop = asyncio.get_running_loop()
    parts = urlsplit(server.url)
    phones: list[list[Phone]] = []
    for path, token in tables:
        if len(phones) == WARMING_UP:
            before = server.kilobytes
        request = (
            f"GET {path}/stream HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
        )
        made = [
            await loop.create_connection(lambda r=request: Phone(r), parts.hostname, parts.port)  # type: ignore[misc]
            for _ in range(STREAMS)
        ]
        phones.append([phone for _, phone in made])
        for phone in phones[-1]:
            await asyncio.wait_for(phone.ready.wait(), PATIENCE)
    memory = (server.kilobytes - before) / ((len(tables) - WARMING_UP) * STREAMS)

    keepers = [
        (await loop.create_connection(Keeper, parts.hostname, parts.port))[1] for _ in range(ENTRIES_A_SECOND)
    ]
    sent: dict[tuple[int, int], float] = {}
    answered: list[float] = []
    begun = time.perf_counter()

    async def enter_often(own: int) -> None:
        """One entry a second, at the tables of this keeper in turn."""
        mine = range(own, len(tables), len(keepers))
        number = 0
        while (due := begun + number + own / len(keepers)) < begun + SECONDS:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            table, revision = mine[number % len(mine)], number // len(mine)
            path, token = tables[table]
            request = post(f"{path}/entries", entry(revision), token)
            sent[table, revision + 1] = at = time.perf_counter()
            status = await asyncio.wait_for(keepers[own].enter(request), PATIENCE)
            assert status == 201, status
            answered.append(time.perf_counter() - at)
            number += 1

    await asyncio.gather(*(enter_often(own) for own in range(len(keepers))))
    revisions = [0] * len(tables)
    for table, revision in sent:
        revisions[table] = max(revisions[table], revision)
    deadline = time.perf_counter() + PATIENCE
    while any(len(p.came) < revisions[n] for n, group in enumerate(phones) for p in group):
        assert time.perf_counter() < deadline, "entries were lost"
        await asyncio.sleep(0.1)
    lags = []
    for table, group in enumerate(phones):
        for phone in group:
            assert [revision for revision, _ in phone.came] == list(range(1, revisions[table] + 1))
            lags += [at - sent[table, revision] for revision, at in phone.came]
            phone.transport.abort()
    for keeper in keepers:
        keeper.transport.abort()

    def milliseconds(values: list[float]) -> str:
        values = sorted(values)
        at95 = values[int(len(values) * 0.95)]
        return f"median {statistics.median(values) * 1e3:.0f} ms, p95 {at95 * 1e3:.0f} ms, worst {values[-1] * 1e3:.0f} ms"

    told = (
        f"{len(sent)} entries in {SECONDS:.0f} s to {len(tables)} tables with {STREAMS} streams each, none lost:\n"
        f"  from POST to the other phones: {milliseconds(lags)}\n"
        f"  from POST to its answer: {milliseconds(answered)}\n"
        f"  memory: {memory:.1f} KB for a stream with its quarter of a table"
    )
    return told, sorted(lags)[int(len(lags) * 0.95)] * 1e3, memory


@pytest.fixture
def server(start_server: Callable[..., Server]) -> Callable[..., Server]:
    environment = {**FAR_LIMITS, "STREAMS_PER_ADDRESS": "100000", "LOG_LEVEL": "warning"}
    return lambda url=None, **more: start_server(url, **environment, **more)


def open_tables(server: Server) -> list[tuple[str, str]]:
    tables = []
    with Wire(server.url) as wire:
        for _ in range(TABLES):
            status, opened = wire.call("POST", "/api/tables", SETUP)
            assert status == 201
            tables.append((f"/api/tables/{opened['code']}", opened["token"]))
    return tables


def test_live_with_sqlite(server: Callable[..., Server], measured: Callable[[str, float], None]) -> None:
    running = server()
    told, late, memory = asyncio.run(evening(running, open_tables(running)))
    print(f"\nSQLite, one worker: {told}")
    measured("ms from a POST to the other phones, 95 of 100", late)
    measured("KB for a stream with its part of a table", memory)


def test_live_with_postgresql_and_two_workers(
    server: Callable[..., Server], empty_postgres_url: str, measured: Callable[[str, float], None]
) -> None:
    running = server(empty_postgres_url, WORKERS="2")
    told, late, _ = asyncio.run(evening(running, open_tables(running)))
    print(f"\nPostgreSQL, two workers: {told}")
    measured("ms from a POST to the other phones, two workers, 95 of 100", late)
