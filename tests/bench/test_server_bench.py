"""Figures of the real server, as ratios of one run. Nothing is asserted about time: machines differ."""

from __future__ import annotations

import gzip
import json
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.bench.load import FAR_LIMITS, Line, post, seconds_for
from tests.services import Server, free_port

GAMES = sorted((Path(__file__).resolve().parents[1] / "data" / "games").glob("*.json.gz"))
SAILOR = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}
TURN = [{"type": "draw", "card": SAILOR}, {"type": "stop"}, {"type": "pass", "rest": True}]
CONNECTIONS = 4
BATCH = 25


def game(number: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(gzip.decompress(GAMES[number].read_bytes()))
    return found


def entries_of(found: dict[str, Any]) -> list[dict[str, Any]]:
    return [step for step in found["steps"] if not step.get("auto") and step["type"] != "finish_turn"]


def setup_of(found: dict[str, Any]) -> dict[str, Any]:
    return {key: found[key] for key in ("edition", "modules", "options", "players")}


@pytest.fixture
def server(start_server: Callable[..., Server]) -> Server:
    return start_server(**FAR_LIMITS)


@pytest.fixture
def bare_url(tmp_path: Path) -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "tests.bench.bare", str(port), str(tmp_path / "bare.db")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    for _ in range(200):
        try:
            urllib.request.urlopen(url + "/healthz", timeout=1).close()
            break
        except OSError:
            time.sleep(0.05)
    yield url
    process.terminate()
    process.wait()


def open_table(url: str, setup: dict[str, Any]) -> tuple[str, str]:
    """The path of a new table's entries, and its token."""
    line = Line(url)
    status, body = line.ask(post("/api/tables", json.dumps(setup).encode()))
    line.close()
    assert status == 201, body
    opened = json.loads(body)
    return f"/api/tables/{opened['code']}/entries", opened["token"]


def requests_of(path: str, token: str, entries: list[dict[str, Any]], since: int = 0) -> list[bytes]:
    return [
        post(path, json.dumps({"entry_id": f"e{n}", "base_revision": n, "entry": entry}).encode(), token)
        for n, entry in enumerate(entries, since)
    ]


def test_recording_against_a_bare_durable_commit(
    server: Server, bare_url: str, measured: Callable[[str, float], None]
) -> None:
    ours, bare = [], []
    ours_lines, bare_lines = ([Line(url) for _ in range(CONNECTIONS)] for url in (server.url, bare_url))
    for number in range(len(GAMES)):
        found = game(number)
        tables = [open_table(server.url, setup_of(found)) for _ in range(CONNECTIONS)]
        requests = [requests_of(path, token, entries_of(found)) for path, token in tables]
        # In small turns, so that whatever else the machine does meets both.
        for start in range(0, len(requests[0]) - BATCH, BATCH):
            batch = [one[start : start + BATCH] for one in requests]
            bare.append(BATCH * CONNECTIONS / seconds_for(bare_lines, batch))
            ours.append(BATCH * CONNECTIONS / seconds_for(ours_lines, batch))
    for line in (*ours_lines, *bare_lines):
        line.close()
    ratios = sorted(one / other for one, other in zip(ours, bare, strict=True))
    quarter = len(ratios) // 4
    print(
        f"\nPOST entries: {statistics.median(ours):.0f}/s, bare durable commit {statistics.median(bare):.0f}/s, "
        f"ratio {statistics.median(ratios):.2f} (half of {len(ratios)} turns between "
        f"{ratios[quarter]:.2f} and {ratios[-quarter]:.2f})"
    )
    measured("POSTs a second, of bare durable commits", statistics.median(ratios))


def test_entry_1000_against_entry_10(server: Server, measured: Callable[[str, float], None]) -> None:
    setup = {"edition": "pegasus", "modules": ["base"], "players": ["Ada", "Ben", "Cem"]}
    long, token = open_table(server.url, setup)
    line = Line(server.url)
    seconds_for([line], [requests_of(long, token, TURN * 330)])
    late: list[float] = []
    early: list[float] = []
    for number in range(60):
        short, other = open_table(server.url, setup)
        seconds_for([line], [requests_of(short, other, TURN * 3)])
        for n, entry in enumerate(TURN):
            for path, key, base, times in ((long, token, 990 + 3 * number, late), (short, other, 9, early)):
                [request] = requests_of(path, key, [entry], base + n)
                begun = time.perf_counter()
                status, body = line.ask(request)
                times.append(time.perf_counter() - begun)
                assert status == 201, body
    line.close()
    ratio = statistics.median(late) / statistics.median(early)
    print(
        f"\nentry 1,000: {statistics.median(late) * 1e6:.0f} us, entry 10: {statistics.median(early) * 1e6:.0f} us, "
        f"ratio {ratio:.2f}"
    )
    measured("POST 1,000, of POST 10", ratio)


def test_memory_of_a_thousand_open_tables(server: Server, measured: Callable[[str, float], None]) -> None:
    found = game(3)
    lines = [{"entry_id": f"e{n}", "entry": entry} for n, entry in enumerate(entries_of(found))]
    exported = json.dumps({"format": 1, "setup": setup_of(found), "lines": lines}).encode()
    open_table(server.url, setup_of(found))
    line = Line(server.url)
    line.ask(post("/api/tables/import", exported))
    empty = server.kilobytes
    for _ in range(500):
        open_table(server.url, setup_of(found))
    fresh = server.kilobytes
    for _ in range(200):
        status, body = line.ask(post("/api/tables/import", exported))
        assert status == 201, body
    full = server.kilobytes
    line.close()
    print(
        f"\na thousand open tables: {(fresh - empty) * 2 / 1024:.1f} MB just opened, "
        f"{(full - fresh) * 5 / 1024:.1f} MB after a whole game of {len(lines)} entries (the server alone: {empty / 1024:.0f} MB)"
    )
    measured(
        "memory of a table after a whole game, of its log", (full - fresh) / 200 / (len(exported) / 1024)
    )
