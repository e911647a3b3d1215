"""Seven tabs of one browser: it keeps six connections to a server at most, and each of them could be a stream."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.services import Server

from .phone_by_itself import open_table
from .phone_engine import until
from .phones import NewPhone, shows
from .touch import SAVED, rested_tap

TABS = 7


@pytest.fixture
def server(start_server: Callable[..., Server]) -> Server:
    """A server that notices soon which streams are closed."""
    return start_server(STREAM_HEARTBEAT="1", RATE_LIMITS="off")


@pytest.fixture
def tabs(new_phone: NewPhone, server: Server) -> list[Page]:
    first = new_phone(engine=False)
    first.goto(server.url)
    return [first, *(first.context.new_page() for _ in range(TABS - 1))]


def draw(page: Page) -> None:
    rested_tap(page.locator('[data-opens="person:admiral"]'))
    rested_tap(page.locator("[data-pick]").first)


def has_streams(page: Page, count: int) -> None:
    """Waits until the server has so many; the page asks it, so there is room for that too."""
    until(page, rf"/^harbormaster_open_streams\S* {count}\.0$/m.test(await (await fetch('/metrics')).text())")


def test_seven_tabs_at_one_table_share_one_stream_and_each_can_enter(tabs: list[Page]) -> None:
    open_table(tabs[0], ["Ada", "Ben"])
    for tab in tabs[1:]:
        tab.goto(tabs[0].url)
        tab.wait_for_selector("main.table .pad")
    for revision, tab in enumerate([tabs[-1], tabs[0], tabs[3]], start=1):
        draw(tab)
        for other in tabs:
            shows(other, revision)
            until(other, SAVED)
    has_streams(tabs[0], 1)


def test_where_the_tab_with_the_stream_is_closed_another_goes_on(tabs: list[Page]) -> None:
    open_table(tabs[0], ["Ada", "Ben"])
    for tab in tabs[1:]:
        tab.goto(tabs[0].url)
        tab.wait_for_selector("main.table .pad")
    for closed in range(TABS - 2):
        tabs[closed].close()
        draw(tabs[-1])
        shows(tabs[-2], closed + 1)
        until(tabs[-2], SAVED)
    has_streams(tabs[-1], 1)


def test_seven_tabs_at_seven_tables_leave_room_for_what_each_enters(tabs: list[Page], server: Server) -> None:
    for tab in tabs:
        tab.goto(server.url)
        open_table(tab, ["Ada", "Ben"])
    for tab in tabs:
        draw(tab)
        shows(tab, 1)
    has_streams(tabs[0], 3)
