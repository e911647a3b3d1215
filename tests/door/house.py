"""Copies of the project with modules more: the toy and one that is not played with it, or a fan's card, the Smuggler. A
folder more below `modules` each, on the phone another one, and no other file touched.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent


def put_toys(folder: Path) -> None:
    for name in ("toy", "rival"):
        shutil.copytree(
            HERE / name,
            folder / "companion" / "engine" / "modules" / name,
            ignore=shutil.ignore_patterns("__pycache__"),
        )


def put_smuggler(folder: Path) -> None:
    for part, modules in (("engine", "companion/engine/modules"), ("phone", "pwa/src/modules")):
        shutil.copytree(HERE / "smuggler" / part, folder / modules / "smuggler")


def copied(folder: Path) -> Path:
    """The server's code as it is here."""
    shutil.copytree(ROOT / "companion", folder / "companion", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def with_toy(folder: Path) -> Path:
    put_toys(copied(folder))
    return folder


def told_by(evening: str, folder: Path) -> dict[str, Any]:
    """What is told by an evening of this room that is played with the code of that folder."""
    ran = subprocess.run(
        [sys.executable, str(HERE / evening), str(folder)],
        cwd=folder,
        env={"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return dict(json.loads(ran.stdout))
