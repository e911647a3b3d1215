"""How fast the engine is beside how fast it was: `BEFORE=<commit> make bench ARGS=tests/bench/test_engine_before.py`.

Both play the same rounds in turn, as a machine's speed changes from one second to the next.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import pytest

from tests.bench.budget import GAMES, ROOT

ROUNDS = 40


class Player:
    """One of the two, in a process of its own."""

    def __init__(self, stack: ExitStack, tree: Path, games: tuple[str, ...]) -> None:
        self.process = stack.enter_context(
            subprocess.Popen(
                [sys.executable, str(ROOT / "tests" / "bench" / "rounds.py"), *games],
                cwd=tree,
                env={**os.environ, "PYTHONPATH": str(tree)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        )
        assert self.process.stdin
        stack.callback(self.process.stdin.close)
        self.round()

    def round(self) -> list[float]:
        """Seconds for all entries, and for all views."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return [float(part) for part in self.process.stdout.readline().split()]


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The commit that `BEFORE` names, in a folder of its own."""
    commit = os.environ.get("BEFORE")
    if not commit:
        pytest.skip("BEFORE names the commit to compare with")
    tree = tmp_path_factory.mktemp("before") / "tree"
    subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, commit], cwd=ROOT, check=True)
    yield tree
    subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)


@pytest.mark.parametrize("kind", GAMES)
def test_the_engine_beside_an_earlier_commit(kind: str, before: Path) -> None:
    with ExitStack() as stack:
        then, now = Player(stack, before, GAMES[kind]), Player(stack, ROOT, GAMES[kind])
        pairs = [(then.round(), now.round()) for _ in range(ROUNDS)]
    told = []
    for part, what in enumerate(("an entry", "a view")):
        ratios = sorted(new[part] / old[part] for old, new in pairs)
        quarter = len(ratios) // 4
        told.append(f"{what} {median(ratios):.2f} ({ratios[quarter]:.2f} to {ratios[-quarter - 1]:.2f})")
    print(f"\nengine, {kind}, of the time at {os.environ['BEFORE']}: {', '.join(told)}")
