"""The upgrade that a host tries before it is done: `make rehearse`."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.services import REPOSITORY


def rehearsed(*version: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.rehearse", *version]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("version", "code", "said"),
    [
        ("", 2, "Which version do you come from? make rehearse FROM=a tag or a commit\n"),
        ("v0", 1, "rehearse: git knows no 'v0'; FROM takes a tag or a commit\n"),
    ],
)
def test_a_version_that_nobody_knows_is_said_in_a_line(version: str, code: int, said: str) -> None:
    found = rehearsed(version)
    assert (found.returncode, found.stderr) == (code, said)


@pytest.mark.soak
def test_games_and_phones_come_along_and_the_copy_leads_back() -> None:
    found = rehearsed("HEAD")
    assert found.returncode == 0, found.stderr
    for database in ("sqlite", "postgresql"):
        assert f"{database}: 22 of 22 games are known to the older version" in found.stdout
    assert found.stdout.count("the older version has every score again") == 2
