"""Plays recorded games once for each line that it reads, and answers how long that took.

`python -m tests.bench.rounds NAME...`, where `companion` and `tests` are those that are measured.
"""

from __future__ import annotations

import sys
import time

from companion.engine import allowed, append
from tests.bench import test_engine_bench as bench


def main() -> None:
    bench.GAMES = [path for path in bench.GAMES if path.name in sys.argv[1:]]
    prepared = bench.games()
    for _ in sys.stdin:
        started = time.process_time()
        for history, lines in prepared:
            for line in lines:
                history, _recorded = append(history, line)
                allowed(history.state)
        print(time.process_time() - started, flush=True)


main()
