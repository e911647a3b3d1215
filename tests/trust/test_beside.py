"""The process of the trust pages, beside a real server."""

from __future__ import annotations

import os
import signal
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path, tls=tmp_path / "tls")
    try:
        yield server.start()
    finally:
        server.kill()


def pages(server: Server) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port + 1}/linux", timeout=30) as answer:
        return str(answer.read().decode())


def children(process: int) -> dict[int, str]:
    """The processes that it has started, each with the threads' names of gunicorn's workers left out."""
    return {
        int(child): Path(f"/proc/{child}/cmdline").read_text()
        for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()
    }


def listens_on(process: int, port: int) -> bool:
    """Whether a process holds the socket that listens there."""
    rows = (line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:])
    inodes = {row[9] for row in rows if row[1].endswith(f":{port:04X}") and row[3] == "0A"}
    held = {str(file.readlink()) for file in Path(f"/proc/{process}/fd").iterdir()}
    return any(f"socket:[{inode}]" in held for inode in inodes)


def of_the_pages(server: Server) -> int:
    """The process that shows the pages: the only one of the server's own that holds their port alone."""
    assert server.process
    mine = children(server.process.pid)
    found = [child for child in mine if listens_on(child, server.port + 1)]
    assert len(found) == 1
    return found[0]


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="finds the process by /proc")
def test_the_trust_pages_are_there_again_when_their_process_has_died(server: Server) -> None:
    assert "Harbormaster" in pages(server)
    first = of_the_pages(server)
    os.kill(first, signal.SIGKILL)
    # The port stays the server's own: this waits in line until somebody answers.
    assert "Harbormaster" in pages(server)
    assert of_the_pages(server) != first


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="finds the process by /proc")
def test_the_trust_pages_outlive_the_workers_that_are_started_anew(server: Server) -> None:
    assert server.process
    first, workers = of_the_pages(server), set(children(server.process.pid))
    server.process.send_signal(signal.SIGHUP)
    deadline = time.monotonic() + 30
    while workers - {first} & set(children(server.process.pid)) and time.monotonic() < deadline:
        pages(server)
    assert not workers - {first} & set(children(server.process.pid))
    assert of_the_pages(server) == first
