"""A fan's card, the Smuggler: twelve files at most in two folders, and no other file touched."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.words import LANGUAGES
from tests.conforming import conforming
from tools.words.checking import check

from .house import HERE, ROOT, put_smuggler, told_by

PAID = {"why": "smuggler_bust", "seat": 0, "coins": 1, "rule": "smuggler", "params": {"count": 1}}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What says something, with the Smuggler in it."""
    folder = tmp_path_factory.mktemp("fan")
    passed_over = shutil.ignore_patterns("__pycache__", "node_modules", "dist", "*.ts", "*.svelte")
    for name in ("companion", "docs", "pwa", "tools"):
        shutil.copytree(ROOT / name, folder / name, ignore=passed_over)
    put_smuggler(folder)
    return folder


@pytest.fixture(scope="module")
def told(tree: Path) -> dict[str, Any]:
    return told_by("fans_evening.py", tree)


def test_he_is_twelve_files_at_most() -> None:
    assert len([file for file in (HERE / "smuggler").rglob("*") if file.is_file()]) <= 12


def test_he_pays_his_owner_whoever_busts(told: dict[str, Any]) -> None:
    for player in ("Ben", "Ada"):
        assert [line for line in told[player]["ledger"] if line["why"] == "smuggler_bust"] == [PAID]
    coins = [
        told[answer]["view"]["players"][0]["coins"] - told[answer]["view"]["players"][1]["coins"]
        for answer in ("hired", "Ben", "Ada")
    ]
    assert coins == [0, 1, 2]
    conforming(told["specification"])("Recorded", told["Ben"])


def test_a_coin_of_his_that_nobody_paid_is_found(told: dict[str, Any]) -> None:
    found = [(one["kind"], one["params"].get("why")) for one in told["slips"]["reasons"]]
    assert ("not_paid", "smuggler_bust") in found


def test_he_lies_in_no_box(told: dict[str, Any]) -> None:
    sets = [one for step in told["unpacking"]["steps"] for one in step.get("sets", ())]
    assert sets
    assert "smuggler" not in {one["set"] for one in sets}


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_rules_desk_explains_him(told: dict[str, Any], language: str) -> None:
    first = told["desk"][language]["results"][0]
    assert (first["id"], first["topic"], first["citations"]) == ("smuggler-what", "smuggler", [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_he_speaks_every_language(tree: Path, told: dict[str, Any], language: str) -> None:
    assert check(language, tree) == []
    assert told["rules"][language]
