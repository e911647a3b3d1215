"""The tour of docs/api.md is pasted as it stands, and prints what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.services import REPOSITORY, Server

TOUR = (REPOSITORY / "docs" / "api.md").read_text()
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", TOUR, re.MULTILINE | re.DOTALL)
DONE = "--- done ---"


@pytest.fixture
def server(start_server: Callable[..., Server]) -> Server:
    # Who has read enough of a stream leaves at its next sign of life.
    return start_server(STREAM_HEARTBEAT="1")


def printed(command: list[str], text: str, server: Server) -> str:
    environment = {**os.environ, "HARBORMASTER": server.url}
    done = subprocess.run(command, input=text, env=environment, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    return done.stdout


def test_the_shell_prints_what_the_tour_says(server: Server) -> None:
    script, said = "", []
    for (kind, block), (after, expected) in zip(BLOCKS, [*BLOCKS[1:], ("", "")], strict=True):
        if kind == "sh":
            script += f"{block.replace('http://127.0.0.1:8000', server.url)}\necho '{DONE}'\n"
            said.append(expected if after == "text" else "")
    assert len(said) > 5
    assert printed(["bash"], script, server).split(f"{DONE}\n")[:-1] == said


@pytest.mark.parametrize(
    ("kind", "command"),
    [
        ("python", [sys.executable, "-"]),
        ("js", [str(REPOSITORY / "scripts" / "with-node"), "node", "--input-type=module", "-"]),
    ],
)
def test_a_program_of_twenty_lines_plays_a_turn(kind: str, command: list[str], server: Server) -> None:
    (at,) = [number for number, (found, _) in enumerate(BLOCKS) if found == kind]
    assert len(BLOCKS[at][1].splitlines()) <= 20
    assert printed(command, BLOCKS[at][1], server) == BLOCKS[at + 1][1]
