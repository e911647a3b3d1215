"""What each layer takes of an entry's way through the application, from its environment to the bytes of the answer."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from limits.strategies import FixedWindowRateLimiter

from companion.api import entries, replies
from companion.api.limits import Limits
from companion.api.rights import Rights
from companion.engine import codec
from companion.metrics.instruments import Metrics
from companion.storage import Store
from companion.tables.table import Table
from tests.api.conftest import Apps
from tests.bench.budget import GAMES, posted, recorded
from tests.engine.play import entered_steps

ROUNDS = 7
LAYERS: dict[str, tuple[tuple[Any, str], ...]] = {
    "validation": ((entries, "read_json"), (entries, "fits"), (codec, "line_from_json")),
    "rights": ((Rights, "place"),),
    "limits": (
        (FixedWindowRateLimiter, "hit"),
        (FixedWindowRateLimiter, "test"),
        (Limits, "room_for_entries"),
    ),
    "fold": ((Table, "_appended"),),
    "commit": ((Store, "append"),),
    "view": ((codec, "view_json"),),
    "lines for those who follow": ((Table, "_move"),),
    "JSON": ((replies, "reply"),),
    "metrics": ((Metrics, "answered"),),
}
REST = "Flask, and what is between"


class Stopwatch:
    """Time by layer; what one layer calls of another counts there alone."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self._open = [REST]
        self._since = time.perf_counter()

    def turn(self, layer: str | None = None) -> None:
        """From here on it is that layer's time, or that of the one which it was called by."""
        now = time.perf_counter()
        self.seconds[self._open[-1]] += now - self._since
        self._since = now
        if layer is None:
            self._open.pop()
        else:
            self._open.append(layer)

    def within(self, layer: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, on the clock."""

        def timed(*given: Any, **named: Any) -> Any:
            self.turn(layer)
            try:
                return work(*given, **named)
            finally:
                self.turn()

        return timed


def test_the_layers_of_a_post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Stopwatch()
    for layer, places in LAYERS.items():
        for place, name in places:
            monkeypatch.setattr(place, name, watch.within(layer, getattr(place, name)))
    monkeypatch.setattr(entries, "reply", replies.reply)
    record = recorded(GAMES["base"][0])
    setup = {key: record[key] for key in ("edition", "modules", "options", "players")}
    steps = [step for step, _ in entered_steps(record)]
    apps, rounds = Apps(tmp_path), []
    ask = partial(posted, apps.make(log_level="warning", rate_limits=True, rate_record="1000000/minute"))
    for _ in range(ROUNDS):
        table = ask("/api/tables", setup)
        path = f"/api/tables/{table['code']}/entries"
        watch.turn()
        watch.seconds.clear()
        watch._open = [REST]
        for number, step in enumerate(steps):
            body = {"entry_id": f"e{number}", "base_revision": number, "entry": step}
            assert ask(path, body, table["token"])["revision"] == number + 1
        watch.turn(REST)
        rounds.append(dict(watch.seconds))
    apps.close()
    middle = sorted(rounds, key=lambda one: sum(one.values()))[ROUNDS // 2]
    whole = sum(middle.values())
    print(f"\na POST inside the application: {whole / len(steps) * 1e6:.0f} us")
    for layer, seconds in sorted(middle.items(), key=lambda one: -one[1]):
        print(f"  {seconds / len(steps) * 1e6:6.1f} us {seconds / whole:6.1%}  {layer}")
