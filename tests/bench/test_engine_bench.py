"""How fast the engine records: whole recorded games, with ledger and everything allowed afterwards."""

from __future__ import annotations

import random
import time

from companion.engine import Line, allowed, append, codec, open_history
from companion.engine.json import reading
from tests.engine.play import GAMES, entered_steps, random_game, recorded_game, table

ROUNDS = 7


def games() -> list:
    prepared = []
    for path in GAMES:
        record = recorded_game(path)
        history = open_history(codec.setup_from_json(record))
        entries = [
            reading.entry(step, history.state.game, history.setup.players)
            for step, _ in entered_steps(record)
        ]
        prepared.append((history, [Line(str(number), entry) for number, entry in enumerate(entries)]))
    return prepared


def test_recording_an_entry_with_ledger_and_allowed() -> None:
    prepared = games()
    count = sum(len(lines) for _, lines in prepared)
    seconds = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        for history, lines in prepared:
            for line in lines:
                history, _ = append(history, line)
                allowed(history.state)
        seconds.append(time.perf_counter() - started)
    best, middle = min(seconds) / count * 1e6, sorted(seconds)[ROUNDS // 2] / count * 1e6
    print(
        f"\nengine: {best:.1f} us per entry at best, {middle:.1f} us in the median (aim: at most 60), {count} entries"
    )


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
