"""Many phones that follow while nothing happens: what each holds of the worker's memory, and what all take of a core.

Of the memory a waiting greenlet alone, with its stack, is about 9 KB; the environment of its request is about 2 KB.
`IDLE_STREAMS=1000 IDLE_SECONDS=20 make bench ARGS=tests/bench/test_idle_bench.py` tries it with fewer.
"""

from __future__ import annotations

import asyncio
import os
import resource
import time
from collections.abc import Callable
from contextlib import closing
from urllib.parse import urlsplit

from tests.api.wire import SETUP, Wire
from tests.bench.load import FAR_LIMITS, Line, post
from tests.bench.test_live_bench import Phone, entry
from tests.services import Server

STREAMS = int(os.environ.get("IDLE_STREAMS", "5000"))
SECONDS = float(os.environ.get("IDLE_SECONDS", "40"))
PHONES = 4  # at each table
FROM_AN_ADDRESS = 200  # fewer than the limit for one
ENTRIES = 50
PATIENCE = 30.0


async def follow(server: Server, tables: list[tuple[str, str]], taken: int) -> list[list[Phone]]:
    """Several phones at each table, from as many addresses as it takes; `taken` have come before."""
    loop, parts = asyncio.get_running_loop(), urlsplit(server.url)
    groups = []
    for path, token in tables:
        request = (
            f"GET {path}/stream HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
        )
        group = []
        for _ in range(PHONES):
            own = (f"127.0.1.{1 + taken // FROM_AN_ADDRESS}", 0)
            taken += 1
            _, phone = await loop.create_connection(
                lambda r=request: Phone(r), parts.hostname, parts.port, local_addr=own
            )  # type: ignore[misc]
            group.append(phone)
        for phone in group:
            await asyncio.wait_for(phone.ready.wait(), PATIENCE)
        groups.append(group)
    return groups


async def idle(server: Server, tables: list[tuple[str, str]]) -> tuple[str, float, float]:
    """All come; nothing happens; then an entry here and there."""
    first = await follow(server, tables[:25], 0)  # what is loaded once is no stream's
    before = server.kilobytes
    groups = first + await follow(server, tables[25:], 25 * PHONES)
    held = (server.kilobytes - before) / (PHONES * (len(tables) - 25))

    used, begun = server.processor_seconds, time.perf_counter()
    await asyncio.sleep(SECONDS)
    share = (server.processor_seconds - used) / (time.perf_counter() - begun)

    lags = []
    for number in range(ENTRIES):
        at = number * len(tables) // ENTRIES
        path, token = tables[at]
        sent = time.perf_counter()
        status = await asyncio.to_thread(enter, server, path, token)
        assert status == 201, status
        deadline = sent + PATIENCE
        while not all(phone.came for phone in groups[at]):
            assert time.perf_counter() < deadline, "an entry was lost"
            await asyncio.sleep(0.001)
        lags += [came - sent for phone in groups[at] for _, came in phone.came]
    for group in groups:
        for phone in group:
            phone.transport.abort()
    lags.sort()
    told = (
        f"{PHONES * len(tables)} streams at {len(tables)} tables, quiet for {SECONDS:.0f} s:\n"
        f"  memory of a stream: {held:.1f} KB\n"
        f"  processor: {share:.1%} of a core\n"
        f"  an entry to the phones meanwhile: median {lags[len(lags) // 2] * 1e3:.0f} ms, worst {lags[-1] * 1e3:.0f} ms"
    )
    return told, held, share


def enter(server: Server, path: str, token: str) -> int:
    """The status of the answer to a first entry."""
    with closing(Line(server.url)) as line:
        return line.ask(post(f"{path}/entries", entry(0), token))[0]


def test_idle_streams(start_server: Callable[..., Server], measured: Callable[[str, float], None]) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    server = start_server(None, **FAR_LIMITS, LOG_LEVEL="warning")
    tables = []
    with Wire(server.url) as wire:
        for _ in range(STREAMS // PHONES):
            status, opened = wire.call("POST", "/api/tables", SETUP)
            assert status == 201
            path, token = f"/api/tables/{opened['code']}", opened["token"]
            wire.token = token
            assert wire.call("GET", f"{path}/entries?since=0")[0] == 200
            tables.append((path, token))
        told, held, share = asyncio.run(idle(server, tables))
    print(f"\nSQLite, one worker: {told}")
    measured("KB for an idle stream", held)
    measured("of a core for 5,000 idle streams", share * 5000 / STREAMS)
