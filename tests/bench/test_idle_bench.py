"""Phones that follow tables at which nothing happens: what each of them costs in memory, and all of them in work.

`PHONES=500 IDLE_SECONDS=20 make bench ARGS=tests/bench/test_idle_bench.py` tries it with fewer.
"""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import time
from collections.abc import Callable
from functools import partial
from urllib.parse import urlsplit

from tests.api.wire import Wire
from tests.bench.test_kept_bench import worked
from tests.bench.test_live_bench import Phone, kilobytes
from tests.services import Server

PHONES = int(os.environ.get("PHONES", "5000"))
SECONDS = float(os.environ.get("IDLE_SECONDS", "45"))
PHONES_PER_TABLE = 40
PATIENCE = 120.0


async def idle(server: Server, tables: list[tuple[str, str]]) -> str:
    loop, parts = asyncio.get_running_loop(), urlsplit(server.url)
    gc.freeze()
    before = kilobytes(server)
    phones: list[Phone] = []
    for number in range(PHONES):
        path, token = tables[number % len(tables)]
        head = (
            f"GET {path}/stream?entered=true HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n\r\n"
        )
        _, phone = await loop.create_connection(partial(Phone, head.encode()), parts.hostname, parts.port)
        phones.append(phone)
        if number % 50 == 49:
            await asyncio.wait_for(phones[-1].ready.wait(), PATIENCE)
    for phone in phones:
        await asyncio.wait_for(phone.ready.wait(), PATIENCE)
    memory = (kilobytes(server) - before) / PHONES
    work, begun = worked(server), time.perf_counter()
    await asyncio.sleep(SECONDS)
    share = (worked(server) - work) / (time.perf_counter() - begun)
    with Wire(server.url, tables[0][1]) as wire:
        sent = time.perf_counter()
        assert wire.note(tables[0][0], 0)[0] == 201
        heard = [phone for number, phone in enumerate(phones) if number % len(tables) == 0]
        while any(not phone.came for phone in heard):
            await asyncio.sleep(0.001)
    late = max(phone.came[0][1] for phone in heard) - sent
    for phone in phones:
        phone.transport.abort()
    return (
        f"{PHONES} phones follow {len(tables)} tables and nothing happens: {memory:.1f} KB each (aim: 15), "
        f"{share:.0%} of a core (aim: 15 %); an entry is with all {len(heard)} phones of its table after {late * 1e3:.0f} ms"
    )


def test_idle_streams(start_server: Callable[..., Server]) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    many = ("CONNECTIONS_PER_ADDRESS", "STREAMS_PER_ADDRESS", "STREAMS_PER_MEMBER")
    server = start_server(RATE_LIMITS="off", LOG_LEVEL="warning", **dict.fromkeys(many, "100000"))
    tables = []
    for _ in range(-(-PHONES // PHONES_PER_TABLE)):
        with Wire(server.url) as wire:
            tables.append((wire.open_table(), str(wire.token)))
            assert wire.call("GET", tables[-1][0])[0] == 200
    print(f"\n{asyncio.run(idle(server, tables))}")
