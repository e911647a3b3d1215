"""A copy of the project with the toy module in it: a folder more below `modules`, and no other file touched."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOY = Path(__file__).parent / "toy"


def with_toy(folder: Path) -> Path:
    """The server's code as it is here, and the toy."""
    shutil.copytree(ROOT / "companion", folder / "companion", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(TOY, folder / "companion" / "engine" / "modules" / "toy")
    return folder
