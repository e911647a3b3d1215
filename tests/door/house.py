"""A copy of the project with the toy module in it, and one that is not played with it: two folders more below `modules`,
and no other file touched.
"""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent


def put_toys(folder: Path) -> None:
    for name in ("toy", "rival"):
        shutil.copytree(
            HERE / name,
            folder / "companion" / "engine" / "modules" / name,
            ignore=shutil.ignore_patterns("__pycache__"),
        )


def with_toy(folder: Path) -> Path:
    """The server's code as it is here, and the toy."""
    shutil.copytree(ROOT / "companion", folder / "companion", ignore=shutil.ignore_patterns("__pycache__"))
    put_toys(folder)
    return folder
