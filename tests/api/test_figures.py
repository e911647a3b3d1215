"""The folder in which several workers put their figures together: it goes with its server."""

from __future__ import annotations

import fcntl
import os
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.metrics.folder import PREFIX
from tests.services import Server

StartServer = Callable[..., Server]


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


def figures(server: Server) -> str:
    with urllib.request.urlopen(f"{server.url}/metrics", timeout=30) as answer:
        return str(answer.read().decode())


def folders(temporary: Path) -> list[Path]:
    return sorted(temporary.glob(f"{PREFIX}*"))


def test_the_folder_goes_with_the_server(start_server: StartServer, temporary: Path) -> None:
    server = start_server(WORKERS="2", TMPDIR=str(temporary))
    assert "harbormaster_requests_total" in figures(server)
    assert len(folders(temporary)) == 1
    server.stop()
    assert folders(temporary) == []


def test_a_worker_that_ends_takes_nothing_of_the_others_along(
    start_server: StartServer, temporary: Path
) -> None:
    server = start_server(WORKERS="2", TMPDIR=str(temporary))
    figures(server)
    ended = server.workers[0]
    os.kill(ended, 15)
    while Path(f"/proc/{ended}").exists():
        assert "harbormaster_requests_total" in figures(server)
    assert len(folders(temporary)) == 1


def test_a_worker_that_has_just_begun_its_file_keeps_no_figure_back(
    start_server: StartServer, temporary: Path
) -> None:
    server = start_server(WORKERS="2", TMPDIR=str(temporary))
    (folders(temporary)[0] / "counter_1.db").touch()
    assert "harbormaster_requests_total" in figures(server)


def test_a_start_removes_what_killed_servers_left_and_nothing_else(
    start_server: StartServer, temporary: Path
) -> None:
    killed = start_server(WORKERS="2", TMPDIR=str(temporary))
    killed.kill()
    (temporary / f"{PREFIX}of-an-older-version").mkdir()
    (temporary / "harbormaster-other").mkdir()
    used = temporary / f"{PREFIX}used"
    used.mkdir()
    (used / "gauge.db").write_bytes(b"x")
    lock = os.open(used, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_SH)
    start_server(WORKERS="2", TMPDIR=str(temporary))
    assert len(folders(temporary)) == 2
    assert (used / "gauge.db").exists()
    assert (temporary / "harbormaster-other").exists()
    os.close(lock)
