"""Whole evenings on simulated phones: a network that fails, apps that crash, a server whose power goes.

The phones' own code runs in Node against a real server; `pwa/tests/voyages` is the way it is done. A failing run tells
the seed that repeats it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable

import pytest

from tests.services import REPOSITORY

Tell = Callable[[str, object], None]
MINUTES = 10
MISHAPS = ("reloads", "crashes", "withoutEngine")
OF_STORAGE = ("closed", "closedUnsaid", "lost", "refusedOpens", "failedWrites", "full")

# The seed says which of the recorded games is played: two of the shortest. `make soak` plays them all.
ALONE = (12, 14)
TOGETHER = (1002,)
FAILING = (14,)


def sail(tell: Tell, seeds: Iterable[int], phones: int = 1, storage: str = "holds") -> dict[str, int]:
    """The figures of these evenings; they are summed up at the end of the test run."""
    command = [REPOSITORY / "scripts" / "with-node", "node", "tests/voyages/run.mjs"]
    given = {
        "SEEDS": ",".join(map(str, seeds)),
        "PHONES": phones,
        "STORAGE": storage,
        "PYTHON": sys.executable,
    }
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


def test_server_and_phone_end_with_the_same_log_and_every_tap_in_it_once(record_property: Tell) -> None:
    figures = sail(record_property, ALONE)
    assert figures["runs"] == len(ALONE)
    for mishap in (*MISHAPS, "droppedRequests", "droppedAnswers", "doubled", "late", "offline"):
        assert figures[mishap] > 0, mishap
    assert figures["questions"] == 0


def test_five_phones_at_one_table_end_with_the_same_log(record_property: Tell) -> None:
    figures = sail(record_property, TOGETHER, phones=5)
    assert figures["runs"] == len(TOGETHER)
    for mishap in (*MISHAPS, "questions"):
        assert figures[mishap] > 0, mishap


def test_where_the_phones_storage_fails_a_tap_counts_once_or_its_loss_was_said(record_property: Tell) -> None:
    figures = sail(record_property, FAILING, storage="fails")
    assert figures["runs"] == len(FAILING)
    for mishap in (*OF_STORAGE, "said"):
        assert figures[mishap] > 0, mishap


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 501, 10))
def test_in_five_hundred_evenings_with_failing_storage_a_tap_counts_once_or_its_loss_was_said(
    record_property: Tell, seed: int
) -> None:
    assert sail(record_property, range(seed, seed + 10), storage="fails")["runs"] == 10


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 501, 20))
def test_five_hundred_evenings_end_with_the_same_log_and_every_tap_in_it_once(
    record_property: Tell, seed: int
) -> None:
    assert sail(record_property, range(seed, seed + 20))["runs"] == 20


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2001, 3001, 20))
def test_a_thousand_evenings_of_five_phones_end_with_the_same_log(record_property: Tell, seed: int) -> None:
    assert sail(record_property, range(seed, seed + 20), phones=5)["runs"] == 20
