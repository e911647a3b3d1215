"""A phone that slept through some entries shows what a phone shows that was awake."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.engine.play import GAMES
from tests.services import Server

from .phone import Phone
from .phone_engine import until
from .tables import Opened, Recording, open_table
from .touch import SAVED

# What stands on the screen, but for what moves and whether news come by themselves.
SHOWN = """() => [...document.querySelectorAll('main.table h1, main.table .player, main.table .alone, main.table .harbor, main.table .goals, main.table .ledger .said, main.table .quay .acts, main.scores')]
  .map((part) => [part.className, part.textContent.replace(/\\s+/g, ' '), [...part.querySelectorAll('[data-index], [data-berth]')].map((one) => [...one.classList].sort().join(' ')).join()].join(' | '))"""
# Each game is long; whether one wakes differently is seen in its first rounds, with some busts in them.
ENTRIES = 80


def played(name: str) -> list[dict[str, Any]]:
    """The entries of the game, with an undo and a redo now and then."""
    chance = random.Random(name)
    found: list[dict[str, Any]] = []
    for line in Recording(name, ENTRIES).export()["lines"]:
        found.append({"entry": line["entry"]})
        if chance.random() < 0.1:
            found += [{"correction": {"type": "undo"}}, {"correction": {"type": "redo"}}]
    return found


def post(page: Page, url: str, table: Opened, number: int, body: dict[str, Any]) -> None:
    place = "entries" if "entry" in body else "corrections"
    answer = page.request.post(
        f"{url}/api/tables/{table.code}/{place}",
        headers={"Authorization": f"Bearer {table.token}"},
        data={"entry_id": f"sleep-{number}", "base_revision": number, **body},
    )
    assert answer.status == 201, answer.text()


def shows(page: Page, revision: int) -> list[str]:
    page.wait_for_selector(f'main[data-revision="{revision}"]:not([aria-busy="true"])')
    until(page, SAVED)
    # Words that are chosen by the room they have are there with the frame in which they are drawn.
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    return list(page.evaluate(SHOWN))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(path.name, marks=() if path.name.startswith("15-pegasus") else pytest.mark.soak)
        for path in GAMES
        if "jomc" not in path.name
    ],
)
def test_what_a_phone_shows_after_its_sleep_is_what_another_one_shows(
    name: str, browser: Browser, harbor: Server
) -> None:
    chance = random.Random(name)
    with Phone(browser, harbor.url) as awake, Phone(browser, harbor.url) as sleeper:
        table = open_table(awake.context.request, harbor.url, Recording(name, 0))
        for phone in (awake, sleeper):
            phone.remember([table])
            phone.page.goto(f"{harbor.url}/#/table/{table.code}")
            phone.page.wait_for_selector("main.table .pad")
        bodies, revisions = iter(played(name)), itertools.count()
        slept = 0
        for body in bodies:
            sleeper.context.set_offline(True)
            some = [body, *itertools.islice(bodies, chance.randint(0, 7))]
            for one in some:
                revision = next(revisions)
                post(awake.page, harbor.url, table, revision, one)
                seen = shows(awake.page, revision + 1)
            sleeper.context.set_offline(False)
            slept += 1
            assert shows(sleeper.page, revision + 1) == seen, (revision, some)
        assert slept > 5
