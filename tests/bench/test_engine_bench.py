"""How fast the engine records: whole recorded games, with ledger and everything allowed afterwards."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import pytest

from companion.engine import Line, allowed, append
from companion.engine.json import reading
from tests.bench.budget import GAMES, opened, plain_work, recorded
from tests.engine.play import random_game, table

ROUNDS = 15


@pytest.mark.parametrize("kind", GAMES)
def test_recording_an_entry_with_ledger_and_allowed(
    kind: str, measured: Callable[[str, float], None]
) -> None:
    prepared = [opened(recorded(name)) for name in GAMES[kind]]
    count = sum(len(lines) for _, lines in prepared)
    seconds, plain = [], []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        for history, lines in prepared:
            for line in lines:
                history, _ = append(history, line)
                allowed(history.state)
        seconds.append((time.perf_counter() - started) / count)
        started = time.perf_counter()
        for _ in range(100):
            plain_work()
        plain.append((time.perf_counter() - started) / 100)
    ratio = statistics.median(one / other for one, other in zip(seconds, plain, strict=True))
    print(
        f"\nengine, {kind}: {min(seconds) * 1e6:.1f} us per entry at best, "
        f"{statistics.median(seconds) * 1e6:.1f} us in the median, {count} entries"
    )
    measured(f"an entry of {kind}, of plain work that takes 100 us", ratio)


def test_the_thousandth_entry_against_the_tenth() -> None:
    """One table whose game goes on by undoing its end: the log grows, the game does not stop."""
    history = table("yucata", 4, required_vp=30)
    entries = [(found, body) for found, body in random_game(history, random.Random(7), 1000)]
    early, late = entries[9][0], entries[-1][0]
    figures = []
    for found in (early, late):
        line = found.lines[-1]
        # the same kind of entry at both ends of the log
        entry = next(t for t in allowed(found.state) if t.allowed and t.type in ("draw", "pass"))
        body = {"type": entry.type, "by": entry.by}
        if entry.type == "draw":
            body["card"] = "base.person.sailor.v1.p3"
        line = Line("next", reading.entry(body, found.state.game, found.setup.players))
        seconds = []
        for _ in range(ROUNDS * 20):
            started = time.perf_counter()
            allowed(append(found, line)[0].state)
            seconds.append(time.perf_counter() - started)
        figures.append(min(seconds))
    ratio = figures[1] / figures[0]
    print(f"\nengine: entry {len(entries)} takes {ratio:.2f} times as long as entry 10")
