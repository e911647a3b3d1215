"""Whole evenings on simulated phones: a network that fails, apps that crash, a server whose power goes.

The phones' own code runs in Node against a real server; `pwa/tests/voyages` is the way it is done. A failing run tells
the seed that repeats it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.services import REPOSITORY

Tell = Callable[[str, object], None]
EACH = 5
MINUTES = 10


def sail(tell: Tell, seed: int, runs: int, phones: int = 1) -> dict[str, int]:
    """The figures of so many evenings, one seed each; they are summed up at the end of the test run."""
    command = [REPOSITORY / "scripts" / "with-node", "node", "tests/voyages/run.mjs"]
    given = {"SEED": seed, "RUNS": runs, "PHONES": phones, "PYTHON": sys.executable}
    with subprocess.Popen(
        command,
        cwd=REPOSITORY / "pwa",
        env=os.environ | {name: str(value) for name, value in given.items()},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as phone:
        try:
            told, errors = phone.communicate(timeout=MINUTES * 60)
        except subprocess.TimeoutExpired:
            phone.terminate()
            raise
    assert phone.returncode == 0, errors
    figures: dict[str, int] = json.loads(told.splitlines()[-1])
    tell("voyages", figures)
    return figures


@pytest.mark.parametrize("seed", range(1, 11, EACH))
def test_server_and_phone_end_with_the_same_log_and_every_tap_in_it_once(
    record_property: Tell, seed: int
) -> None:
    figures = sail(record_property, seed, EACH)
    assert figures["runs"] == EACH
    for mishap in ("droppedRequests", "droppedAnswers", "doubled", "late", "offline", "reloads", "crashes"):
        assert figures[mishap] > 0, mishap
    assert figures["questions"] == 0


@pytest.mark.parametrize("seed", range(1001, 1011, EACH))
def test_five_phones_at_one_table_end_with_the_same_log(record_property: Tell, seed: int) -> None:
    figures = sail(record_property, seed, EACH, phones=5)
    assert figures["runs"] == EACH
    assert figures["questions"] > 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 501, 20))
def test_five_hundred_evenings_end_with_the_same_log_and_every_tap_in_it_once(
    record_property: Tell, seed: int
) -> None:
    assert sail(record_property, seed, 20)["runs"] == 20


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2001, 3001, 20))
def test_a_thousand_evenings_of_five_phones_end_with_the_same_log(record_property: Tell, seed: int) -> None:
    assert sail(record_property, seed, 20, phones=5)["runs"] == 20
