"""How fast the engine records beside how fast it was: `BEFORE=<commit> make bench ARGS=tests/bench/test_engine_before.py`.

Both play the same rounds in turn, as a machine's speed changes from one second to the next.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[2]
ROUNDS = 60


class Player:
    """One of the two, in a process of its own."""

    def __init__(self, stack: ExitStack, tree: Path, games: list[str]) -> None:
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
        self.round()

    def round(self) -> float:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def test_recording_an_entry_beside_an_earlier_commit(tmp_path: Path) -> None:
    before = os.environ.get("BEFORE")
    if not before:
        pytest.skip("BEFORE names the commit to compare with")
    tree = tmp_path / "before"
    subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, before], cwd=ROOT, check=True)
    try:
        with ExitStack() as stack:
            games = [path.name for path in (tree / "tests" / "data" / "games").glob("*.gz")]
            then, now = Player(stack, tree, games), Player(stack, ROOT, games)
            pairs = [(then.round(), now.round()) for _ in range(ROUNDS)]
            for player in (then, now):
                assert player.process.stdin
                player.process.stdin.close()
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)
    ratios = sorted(new / old for old, new in pairs)
    quarter = len(ratios) // 4
    print(
        f"\nengine: an entry takes {median(ratios):.2f} of the time at {before}"
        f" (half of {ROUNDS} pairs between {ratios[quarter]:.2f} and {ratios[-quarter - 1]:.2f})"
    )
