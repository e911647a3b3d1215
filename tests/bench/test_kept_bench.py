"""Beyond `KEPT_BYTES`: what an entry costs at a table that had to make room for others, what one takes in memory, and what it
costs to read one again.
"""

from __future__ import annotations

import gc
import gzip
import json
import statistics
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from companion.engine import at_rest, codec
from companion.storage import People, Store, open_database
from companion.tables import Tables
from tests.api.wire import Wire
from tests.bench.load import FAR_LIMITS
from tests.services import Server

GAMES = sorted((Path(__file__).resolve().parents[1] / "data" / "games").glob("*.json.gz"))
TABLES, LINES, ROUNDS = 40, 110, 5


class Evening:
    """Tables of a whole game's length at a server."""

    def __init__(self, server: Server) -> None:
        self.server, self.at = server, LINES
        self.tables: list[tuple[str, str]] = []
        for _ in range(TABLES):
            with Wire(server.url) as wire:
                path = wire.open_table()
                assert all(wire.note(path, revision)[0] == 201 for revision in range(LINES))
                self.tables.append((path, str(wire.token)))

    def round(self) -> tuple[float, float]:
        """Five entries at each table, in turn: processor time and time of each, in ms."""
        with Wire(self.server.url) as wire:
            before, begun = self.server.processor_seconds, time.perf_counter()
            for _ in range(5):
                for path, wire.token in self.tables:
                    assert wire.note(path, self.at)[0] == 201
                self.at += 1
            entries = 5 * TABLES
            took = time.perf_counter() - begun
            return (self.server.processor_seconds - before) / entries * 1e3, took / entries * 1e3


def test_an_entry_at_a_table_at_rest(
    start_server: Callable[..., Server], measured: Callable[[str, float], None]
) -> None:
    evenings = {
        "kept": Evening(start_server(**FAR_LIMITS)),
        "at rest": Evening(start_server(**FAR_LIMITS, KEPT_BYTES="1")),
    }
    found = {name: [evening.round() for _ in range(ROUNDS)] for name, evening in evenings.items()}
    kept, rest = (
        [statistics.median(column) for column in zip(*rows, strict=True)] for rows in found.values()
    )
    print(
        f"\nan entry after {LINES}: {kept[0]:.2f} ms of processor time at a kept table, {rest[0]:.2f} ms at one at rest; "
        f"to the answer {kept[1]:.2f} and {rest[1]:.2f} ms"
    )
    measured("an entry at a table at rest, of one that is kept", rest[0] / kept[0])


def test_what_a_table_takes_in_memory(measured: Callable[[str, float], None]) -> None:
    def folded() -> list[object]:
        return [codec.history_from_json(json.loads(document)) for document in documents]

    from companion.__main__ import recorded_game

    documents = [json.dumps(recorded_game(json.loads(gzip.decompress(file.read_bytes())))) for file in GAMES]
    folded()  # what all of them share
    tracemalloc.start()
    histories = folded()
    whole = tracemalloc.get_traced_memory()[0] / len(GAMES)
    resting = [at_rest(history) for history in histories]  # type: ignore[arg-type]
    histories.clear()
    gc.collect()  # Python holds on to some of what was let go of
    rest = tracemalloc.get_traced_memory()[0] / len(resting)
    tracemalloc.stop()
    print(f"\na whole game in memory: {whole / 1024:.0f} KB, at rest {rest / 1024:.0f} KB")
    measured("KB of a whole game in memory", whole / 1024)


def test_reading_a_table_again(tmp_path: Path, measured: Callable[[str, float], None]) -> None:
    from companion.__main__ import recorded_game

    def took(read: Callable[[], object]) -> float:
        begun = time.process_time()
        read()
        return (time.process_time() - begun) * 1e3

    database = open_database(f"sqlite:///{tmp_path / 'tables.db'}")
    database.upgrade(say=lambda _: None)
    tables = Tables(Store(database), People(database))

    def costs(file: Path) -> tuple[float, float, float]:
        table = tables.load(recorded_game(json.loads(gzip.decompress(file.read_bytes())))).table
        return took(table.read_end), took(table.read), took(lambda: tables._load(table.code).read_end())

    rows = [costs(file) for file in GAMES]
    database.close()
    rest, woken, again = (statistics.median(column) for column in zip(*rows, strict=True))
    print(
        f"\nreading a whole game at rest: {rest:.2f} ms, its log: {woken:.1f} ms, let go of: {again:.1f} ms"
    )
    measured("ms to read a table again that was let go of", again)
