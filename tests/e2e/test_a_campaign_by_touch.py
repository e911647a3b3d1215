"""Two evenings of The Adventure Begins without a network: a chapter ends, the phone is shut, and the story goes on."""

from __future__ import annotations

import json
import random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.engine import codec, open_history
from tests.services import Server

from . import phone_store
from .adventure_by_touch import Adventurer
from .adventure_moves import EASY, Moves, as_json, next_evening
from .phone_by_itself import first_visit, on_the_server, rules_are_here
from .phone_engine import until
from .test_a_month_by_touch import NAMES, choose_the_adventure
from .test_offline_evening import wait_for_empty
from .touch import SAVED, rested_tap


@pytest.mark.soak
def test_two_evenings_of_a_story_without_a_network_reach_the_server_later(
    context: BrowserContext, page: Page, live_server: Server
) -> None:
    first_visit(page, live_server.url)
    rules_are_here(page, live_server.url)
    choose_the_adventure(page)
    context.set_offline(True)
    rested_tap(page.locator(".foot .a.go"))
    page.wait_for_selector('main.walking[data-step="characters"]')
    first = page.url.rpartition("/")[2]
    assert first.startswith("here-")
    setup = codec.setup_from_json(phone_store.books(page)[first]["document"]["setup"])
    moves = Moves(open_history(setup), random.Random(9), nine={"markers": 1, "points": 4}, needs=EASY)
    thumb = Adventurer(page, first)
    thumb.play(moves)
    ended = as_json(moves.history)
    assert ended["ended"]["outcome"] == "won"
    rested_tap(page.locator(".quay .acts .a.go"))
    page.wait_for_selector('main.chapter-end[data-outcome="won"]')
    rested_tap(page.locator('.chapter-end .ways-out a[href*="campaign"]'))
    expect(page.locator('.chp.now[data-chapter="2"]')).to_be_visible()

    # The phone is shut; the next evening begins where the story is kept.
    page.close()
    page = context.new_page()
    page.goto(live_server.url)
    page.goto(f"{live_server.url}/#/adventure_begins/campaign")
    expect(page.locator('.chp.won[data-chapter="1"]')).to_be_visible()
    expect(page.locator('.chp.now[data-chapter="2"]')).to_be_visible()
    added = ended["campaign"]["next"]["added"]
    expect(page.locator(".lab3").first).to_contain_text(f"{sum(added.values())} of the 39 new cards")
    rested_tap(page.locator("[data-go-on]"))
    page.wait_for_selector('main.walking[data-step="characters"]')
    second = page.url.rpartition("/")[2]
    thumb = Adventurer(page, second)
    evening = next_evening(moves, thumb.view())
    assert thumb.view()["campaign"] == as_json(evening.history)["campaign"]
    assert thumb.view()["campaign"]["added"] == added
    assert [player["name"] for player in thumb.view()["players"]] == list(NAMES)
    # The story's page leads back to the table that is being played at, and opens no second one.
    page.goto(f"{live_server.url}/#/adventure_begins/campaign")
    expect(page.locator("[data-go-on]")).to_have_attribute("href", f"#/table/{second}")
    rested_tap(page.locator("[data-go-on]"))
    page.wait_for_selector('main.walking[data-step="characters"]')
    thumb.play(evening, 40, lambda body: body["type"] == "flip_events")

    context.set_offline(False)
    until(page, SAVED)
    for code, history in ((first, moves.history), (second, evening.history)):
        wait_for_empty(page, code)
        exported = on_the_server(page, live_server.url, code)
        assert len(exported["lines"]) == history.revision
        assert codec.view_json(codec.history_from_json(exported)) == codec.view_json(history)
        told = json.loads(json.dumps(codec.setup_json(history.setup)))
        assert exported["setup"].get("campaign") == told.get("campaign")
