"""Plays recorded games once for each line that it reads, and answers how long entries and views took.

`python tests/bench/rounds.py NAME...`, where `companion` and `tests` are those that are measured: an earlier commit's, too.
"""

from __future__ import annotations

import gzip
import json
import sys
import time
from pathlib import Path

import tests.engine.play
from companion.engine import Line, allowed, append, codec, open_history
from companion.engine.json import reading

DATA = Path(tests.engine.play.__file__).parents[1] / "data"


def main() -> None:
    prepared = []
    for name in sys.argv[1:]:
        record = json.loads(gzip.decompress((DATA / f"{name}.json.gz").read_bytes()))
        history = open_history(codec.setup_from_json(record))
        game, players = history.state.game, history.setup.players
        steps = enumerate(step for step, _ in tests.engine.play.entered_steps(record))
        prepared.append((history, [Line(str(n), reading.entry(step, game, players)) for n, step in steps]))
    for _ in sys.stdin:
        entries, views = 0.0, 0.0
        for history, lines in prepared:
            for line in lines:
                started = time.process_time()
                history, _recorded = append(history, line)
                allowed(history.state)
                between = time.process_time()
                codec.view_json(history)
                entries += between - started
                views += time.process_time() - between
        print(entries, views, flush=True)


main()
