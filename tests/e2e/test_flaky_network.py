"""Recorded games by thumb while the network, the server and the phone fail: no tap is lost, none counts twice."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Route

from tests.engine.play import GAMES, entered_steps, recorded_game
from tests.services import Server

from . import phone_store
from .phone_by_itself import LocalThumb, first_visit, on_the_server, open_table, rules_are_here
from .phone_engine import until
from .touch import SAVED, play, rested_tap

# Enough for every kind of trouble to come several times.
STEPS = 9
RUNS = {"24-bigbox-3p": 2}
MORE = {"02-pegasus-2p": 1, "32-yucata-4p": 3}


@dataclass
class Trouble:
    """What may go wrong between two taps, and on the way of a request; the seed says what does."""

    context: BrowserContext
    page: Page
    server: Server
    chance: random.Random
    offline: bool = False
    over: bool = False
    happened: Counter[str] = field(default_factory=Counter)

    def between_taps(self) -> None:
        drawn = self.chance.random()
        if drawn < 0.10:
            self.offline = not self.offline
            self.context.set_offline(self.offline)
            self.happened["network gone" if self.offline else "network back"] += 1
        elif drawn < 0.14 and self.server.process:
            self.server.kill()
            self.happened["server killed"] += 1
        elif drawn < 0.24 and not self.server.process:
            self.server.start()
        elif drawn < 0.30:
            shown = self.page.locator("main.table").get_attribute("data-revision")
            self.page.reload()
            self.page.wait_for_selector(f'main.table[data-revision="{shown}"] .quay > :is(.pad, .acts)')
            if self.page.locator("section.harbor.bust").count():  # shown again to whoever comes anew
                rested_tap(self.page.locator(".quay .acts .a.go"))
            self.happened["page reloaded"] += 1

    def on_the_way(self, route: Route) -> None:
        """A request may be lost, its answer may be lost, or it may come twice."""
        drawn = 1.0 if self.over else self.chance.random()
        try:
            if self.offline or drawn < 0.10:
                self.happened["requests lost"] += 1
                return route.abort()
            if "/stream" in route.request.url:  # it has no end to wait for
                return route.continue_()
            if drawn < 0.20:
                route.fetch()
                self.happened["answers lost"] += 1
                return route.abort()
            if drawn < 0.30:
                route.fetch()
                self.happened["requests doubled"] += 1
            return route.continue_()
        except Error:  # no server, or the page went away
            with suppress(Error):
                route.abort()

    def end(self) -> None:
        self.over, self.offline = True, False
        if not self.server.process:
            self.server.start()
        self.context.set_offline(False)


@pytest.mark.parametrize(
    ("name", "seed"), [*RUNS.items(), *(pytest.param(*run, marks=pytest.mark.soak) for run in MORE.items())]
)
def test_every_tap_reaches_the_server_exactly_once(
    name: str,
    seed: int,
    context: BrowserContext,
    page: Page,
    start_server: Callable[..., Server],
    capsys: pytest.CaptureFixture[str],
) -> None:
    record = recorded_game(next(path for path in GAMES if path.name.startswith(name)))
    steps = entered_steps(record)[:STEPS]
    server = start_server()
    first_visit(page, server.url)
    rules_are_here(page, server.url)
    code = open_table(page, record["players"], record["edition"])
    trouble = Trouble(context, page, server, random.Random(seed))
    context.route("**/api/tables/**", trouble.on_the_way)
    play(LocalThumb(page, code, ""), record, steps, trouble.between_taps)
    revision = int(page.locator("main.table").get_attribute("data-revision") or 0)
    trouble.end()
    until(page, SAVED)

    kept = phone_store.books(page)[code]
    lines = on_the_server(page, server.url, code)["lines"]
    ids = [line["entry_id"] for line in lines]
    assert ids == [line["entry_id"] for line in kept["document"]["lines"]]
    assert (kept["pending"], kept["question"]) == ([], None)
    assert len(ids) == len(set(ids)) == revision
    with capsys.disabled():
        told = ", ".join(f"{count} x {what}" for what, count in sorted(trouble.happened.items()))
        sys.stdout.write(f"\n{name}: {revision} entries, each on the server once; {told}\n")
