"""What one worker more costs: entries through nginx and PostgreSQL, where a table has its worker and where it has none.

One worker, four behind the shipped configuration, and four that share a port take turns in one run. `AFFINITY_TURNS=3
AFFINITY_SECONDS=4 make bench ARGS=tests/bench/test_affinity_bench.py` tries it for a shorter time.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest

from tests.api.wire import SETUP, Wire
from tests.bench.load import FAR_LIMITS, post
from tests.bench.test_live_bench import PATIENCE, Keeper, Phone
from tests.bench.test_server_bench import TURN
from tests.proxy import Proxy, prepared, running
from tests.services import Postgres, Server, free_port

SECONDS = float(os.environ.get("AFFINITY_SECONDS", "4"))
TURNS = int(os.environ.get("AFFINITY_TURNS", "6"))
TABLES, STREAMS, CONNECTIONS = 40, 2, 16
MODERATE = 100
TICKS = os.sysconf("SC_CLK_TCK")
# What nginx refuses, and that it closes a connection after a thousand requests, would end the bench.
UNLIMITED = ((r" +limit_(conn|req) .*", ""), (r"send_timeout", "keepalive_requests 1000000; send_timeout"))


class Spent(NamedTuple):
    """Seconds of processor time."""

    server: float
    nginx: float
    postgres: float
    load: float

    def since(self, before: Spent) -> Spent:
        return Spent(*(now - then for now, then in zip(self, before, strict=True)))


class Turn(NamedTuple):
    entries: int
    seconds: float
    spent: Spent

    def each(self, seconds: float) -> float:
        """Milliseconds for an entry."""
        return seconds / self.entries * 1000


@dataclass
class House:
    name: str
    server: Server
    proxy: Proxy
    database: int
    tables: list[tuple[str, str]] = field(default_factory=list)
    revisions: list[int] = field(default_factory=lambda: [0] * TABLES)
    phones: list[list[Phone]] = field(default_factory=list)
    keepers: list[Keeper] = field(default_factory=list)
    quarter: list[Turn] = field(default_factory=list)
    moderate: list[Turn] = field(default_factory=list)
    full: list[Turn] = field(default_factory=list)

    def spent(self) -> Spent:
        assert self.server.process
        assert self.proxy.process
        own = os.times()
        return Spent(
            used(self.server.process.pid),
            used(self.proxy.process.pid),
            used(self.database),
            own.user + own.system,
        )

    async def open(self) -> None:
        """Tables, the phones that follow them, and the connections that enter."""
        with Wire(self.proxy.url) as wire:
            for _ in range(TABLES):
                status, opened = wire.call("POST", "/api/tables", SETUP)
                assert status == 201, opened
                self.tables.append((f"/api/tables/{opened['code']}", opened["token"]))
        for path, token in self.tables:
            request = f"GET {path}/stream HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n\r\n"
            self.phones.append(
                [await self.connect(lambda r=request: Phone(r.encode())) for _ in range(STREAMS)]
            )  # type: ignore[misc]
        for phone in (one for group in self.phones for one in group):
            await asyncio.wait_for(phone.ready.wait(), PATIENCE)
        self.keepers = [await self.connect(Keeper) for _ in range(CONNECTIONS)]

    async def connect(self, make: Callable[[], asyncio.Protocol]) -> Keeper | Phone:
        parts = urlsplit(self.proxy.url)
        _, made = await asyncio.get_running_loop().create_connection(make, parts.hostname, parts.port)
        return made  # type: ignore[return-value]

    async def turn(self, seconds: float, rate: float | None) -> Turn:
        """Entries for so long: so many in a second, or each connection one after the other."""
        before, begun, entries = self.spent(), time.perf_counter(), 0

        async def enter_often(own: int) -> None:
            nonlocal entries
            mine, number = range(own, TABLES, CONNECTIONS), 0
            while time.perf_counter() < begun + seconds:
                if rate:
                    due = begun + (number + own / CONNECTIONS) * CONNECTIONS / rate
                    await asyncio.sleep(max(0.0, due - time.perf_counter()))
                table = mine[number % len(mine)]
                path, token = self.tables[table]
                revision = self.revisions[table]
                entry = TURN[revision % len(TURN)]
                body = {"entry_id": f"e{revision}", "base_revision": revision, "entry": entry}
                request = post(f"{path}/entries", json.dumps(body).encode(), token)
                status = await asyncio.wait_for(self.keepers[own].enter(request), PATIENCE)
                assert status == 201, status
                self.revisions[table] += 1
                number, entries = number + 1, entries + 1

        await asyncio.gather(*(enter_often(own) for own in range(CONNECTIONS)))
        took = time.perf_counter() - begun
        await self.everybody_has_everything()
        return Turn(entries, took, self.spent().since(before))

    async def everybody_has_everything(self) -> None:
        deadline = time.perf_counter() + PATIENCE
        while any(
            len(phone.came) < self.revisions[n] for n, group in enumerate(self.phones) for phone in group
        ):
            assert time.perf_counter() < deadline, "entries were lost"
            await asyncio.sleep(0.02)

    def close(self) -> None:
        for one in (*self.keepers, *(phone for group in self.phones for phone in group)):
            one.transport.abort()

    def told(self) -> str:
        lines = [f"  {self.name}:"]
        kinds = (
            (f"{MODERATE // 4}/s", self.quarter),
            (f"{MODERATE}/s", self.moderate),
            ("full speed", self.full),
        )
        for kind, turns in ((kind, turns) for kind, turns in kinds if turns):
            server, nginx, postgres, load = (
                statistics.median(one.each(one.spent[part]) for one in turns) for part in range(4)
            )
            rate = statistics.median(one.entries / one.seconds for one in turns)
            lines.append(
                f"    {kind}: {rate:.0f} entries/s; an entry {server:.2f} ms of the server's processes,"
                f" {nginx:.2f} of nginx, {postgres:.2f} of PostgreSQL, {load:.2f} of this load"
            )
        return "\n".join(lines)


def used(process: int) -> float:
    """The processor time of a process, of those that it has started and, of these, of those that have ended."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    total = sum(int(one) for one in fields[11:15]) / TICKS
    for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
        try:
            total += used(int(child))
        except FileNotFoundError:
            continue
    return total


def ratios(of: Sequence[Turn], to: Sequence[Turn]) -> list[float]:
    return sorted(
        one.each(one.spent.server) / other.each(other.spent.server) for one, other in zip(of, to, strict=True)
    )


def ratio(of: Sequence[Turn], to: Sequence[Turn]) -> str:
    pairs = ratios(of, to)
    return f"{statistics.median(pairs):.2f} ({pairs[0]:.2f} to {pairs[-1]:.2f})"


@pytest.fixture
def houses(postgres: Postgres, tmp_path: Path) -> Iterator[list[House]]:
    database = int((postgres.folder / "data" / "postmaster.pid").read_text().splitlines()[0])
    with ExitStack() as stack:
        made = []
        for name, workers, own in (
            ("one worker", 1, True),
            ("four workers", 4, True),
            ("four that share", 4, False),
        ):
            first, folder = free_port(beside=workers - 1), tmp_path / name.replace(" ", "-")
            (folder / "nginx").mkdir(parents=True)
            settings = {
                **FAR_LIMITS,
                "LOG_LEVEL": "warning",
                "DATABASE_POOL": "2",
                "WORKERS": str(workers),
                "WORKER_PORTS": str(first) if own else "0",
            }
            server = Server(postgres.create_database(folder.name), folder, settings)
            stack.callback(server.kill)
            server.start()
            ports = range(first, first + workers) if own else [server.port]
            proxy = stack.enter_context(
                running(prepared(folder / "nginx", "one-host.conf", ports, UNLIMITED))
            )
            made.append(House(name, server, proxy, database))
        yield made


async def evening(houses: list[House]) -> None:
    try:
        await compare(houses)
    finally:
        for house in houses:
            house.close()


async def compare(houses: list[House]) -> None:
    for house in houses:
        await house.open()
        await house.turn(2, None)
    for _ in range(TURNS):
        houses[0].quarter.append(await houses[0].turn(SECONDS, MODERATE / 4))
        for house in houses:
            house.moderate.append(await house.turn(SECONDS, MODERATE))
        for house in houses:
            house.full.append(await house.turn(SECONDS, None))


def test_affinity(houses: list[House], measured: Callable[[str, float], None]) -> None:
    asyncio.run(evening(houses))
    one, four, sharing = houses
    print(
        f"\n{TABLES} tables with {STREAMS} streams each, {TURNS} turns of {SECONDS:.0f} s, {os.cpu_count()} cores:\n"
        + "\n".join(house.told() for house in houses)
        + "\n  the server's processor time for an entry, against one worker:\n"
        f"    four workers: {ratio(four.moderate, one.moderate)} at {MODERATE}/s, "
        f"{ratio(four.full, one.full)} at full speed\n"
        f"    four workers at {MODERATE}/s, against one that has as little to do as each of them: "
        f"{ratio(four.moderate, one.quarter)}\n"
        f"    four that share: {ratio(sharing.moderate, one.moderate)} at {MODERATE}/s, "
        f"{ratio(sharing.full, one.full)} at full speed"
    )
    for name, quick, slow in (
        ("100 a second", four.moderate, one.moderate),
        ("full speed", four.full, one.full),
    ):
        measured(
            f"an entry's processor time with four workers, of one, {name}",
            statistics.median(ratios(quick, slow)),
        )
