"""Recorded games kept lightly by thumb: what the screen shows after every turn is what was recorded, and what it costs."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.engine.play import GAMES, recorded_game
from tests.services import Server

from .light_by_touch import Cost, play_lightly, tell_cost
from .touch import Thumb, play, remember_table, rested_tap

BASE = [path.name.split(".")[0] for path in GAMES if recorded_game(path)["modules"] == ["base"]]


# The evening that New table counts by.
EVENING = "26-pegasus-4p"


def recorded(name: str) -> dict[str, Any]:
    return recorded_game(next(path for path in GAMES if path.name.startswith(name)))


def at_the_table(browser: Browser, url: str, name: str, how: str) -> tuple[Page, Thumb]:
    record = recorded(name)
    context = browser.new_context(
        base_url=url,
        viewport={"width": 390, "height": 844},
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
        locale="en-GB",
        reduced_motion="reduce",
    )
    page = context.new_page()
    body = {key: record[key] for key in ("edition", "modules", "options", "players")}
    opened = page.request.post(f"{url}/api/tables", data=body).json()
    if how != "cards":
        keeping = {"entry_id": "first", "base_revision": 0, "entry": {"type": "keeping", "how": how}}
        answer = page.request.post(
            f"{url}/api/tables/{opened['code']}/entries",
            data=keeping,
            headers={"Authorization": f"Bearer {opened['token']}"},
        )
        opened["view"] = answer.json()["view"]
    remember_table(page, url, opened)
    page.goto(f"{url}/#/table/{opened['code']}")
    return page, Thumb(page, opened["code"], opened["token"])


def kept(browser: Browser, url: str, name: str, how: str, turns: int | None = None) -> tuple[Cost, Thumb]:
    record = recorded(name)
    page, thumb = at_the_table(browser, url, name, how)
    uncaught: list[str] = []
    page.on("pageerror", lambda error: uncaught.append(str(error)))
    cost = play_lightly(thumb, record, how, turns)
    if turns is None:
        assert thumb.view()["phase"] == "game_over"
    assert uncaught == []
    page.context.close()
    return cost, thumb


@pytest.mark.parametrize(("how", "most"), [("takes", 0.8), ("harbor", 2.2)])
def test_the_first_turns_of_a_recorded_game_are_told_lightly_by_thumb(
    how: str, most: float, browser: Browser, live_server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    cost, thumb = kept(browser, live_server.url, "02-pegasus-2p", how, 12)
    with capsys.disabled():
        tell_cost("02-pegasus-2p", how, cost, thumb)
    assert cost.each <= most


@pytest.mark.soak
@pytest.mark.parametrize(("how", "most"), [("takes", 0.8), ("harbor", 2.0)])
def test_every_base_game_is_told_lightly_by_thumb(
    how: str, most: float, browser: Browser, live_server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    gestures = drawn = 0
    for name in BASE:
        cost, thumb = kept(browser, live_server.url, name, how)
        gestures, drawn = gestures + cost.gestures, drawn + cost.drawn
        with capsys.disabled():
            tell_cost(name, how, cost, thumb)
    assert gestures / drawn <= most


@pytest.mark.soak
def test_new_table_says_what_a_turn_of_a_recorded_evening_costs(
    browser: Browser, live_server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    costs = {how: kept(browser, live_server.url, EVENING, how)[0] for how in ("harbor", "takes")}
    turns, cards = costs["takes"].turns, costs["takes"].drawn
    page, thumb = at_the_table(browser, live_server.url, EVENING, "cards")
    assert play(thumb, recorded(EVENING)) == cards
    taps = {"cards": thumb.taps, **{how: cost.taps for how, cost in costs.items()}}
    with capsys.disabled():
        sys.stdout.write(f"\n{EVENING}: {turns} turns, {cards} cards, {taps} taps\n")
    page.goto(f"{live_server.url}/#/new")
    rested_tap(page.locator(".chosen"))
    for how, count in taps.items():
        rested_tap(page.locator(f"[data-kept={how}]"))
        expect(page.locator("dialog .taps")).to_have_text(f"{round(count / turns)} taps a\u00a0turn")
    page.context.close()
