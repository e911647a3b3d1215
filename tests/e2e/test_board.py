"""The tablet in the middle of the table: read from two metres, nothing on it to be entered."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.services import Server

from .phone import NO_ENGINE
from .screens import SECOND
from .tables import CALM, Opened, Prepared, Recipe, Recording, open_table
from .test_table_layout import ELEVEN_CONTRACTS, FIVE_CONTRACTS
from .touch import remember_table

TABLET = {
    "viewport": {"width": 1280, "height": 800},
    "has_touch": True,
    "locale": "en-GB",
    "service_workers": "block",
}
# Each player's way: how many fields are reached, and on which field the boat is.
WAYS = """() => [...document.querySelectorAll('.lane')].map((lane) => {
  const boat = lane.querySelector('.boat').getBoundingClientRect();
  const middle = boat.left + boat.width / 2;
  const fields = [...lane.querySelectorAll('.fields i')].map((field) => field.getBoundingClientRect());
  return [lane.querySelectorAll('.fields .on').length, 1 + fields.findIndex(({ left, right }) => left - 3 <= middle && middle <= right + 3), Number(lane.querySelector('.boat').innerText)];
})"""
SIZES = """(selectors) => selectors.map((selector) => Math.min(...[...document.querySelectorAll(selector)].map((one) => parseFloat(getComputedStyle(one).fontSize))))"""


@pytest.fixture
def tablets(browser: Browser) -> Iterator[list[BrowserContext]]:
    opened: list[BrowserContext] = []
    yield opened
    for context in opened:
        context.close()


def on_the_board(
    browser: Browser,
    tablets: list[BrowserContext],
    server: Server,
    played: Recipe | Recording | Prepared,
    **more: str,
) -> tuple[Page, Opened]:
    context = browser.new_context(**TABLET, **more)
    tablets.append(context)
    context.add_init_script(NO_ENGINE)
    page = context.new_page()
    page.clock.install()
    opened = open_table(page.request, server.url, played)
    remember_table(page, server.url, {"code": opened.code, "token": opened.token, "view": opened.view})
    page.goto(f"{server.url}/#/table/{opened.code}/board")
    page.wait_for_selector(f'main.board[data-revision="{opened.view["revision"]}"]')
    return page, opened


def goes_bust(page: Page, server: Server, opened: Opened) -> None:
    answer = page.request.post(
        f"{server.url}/api/tables/{opened.code}/entries",
        headers={"Authorization": f"Bearer {opened.token}"},
        data={"entry_id": "lets-go", "base_revision": opened.view["revision"], "entry": {"type": "keep"}},
    )
    assert answer.status == 201, answer.text()


def test_everything_is_large_enough_for_two_metres(
    browser: Browser, tablets: list[BrowserContext], harbor: Server
) -> None:
    page, _ = on_the_board(browser, tablets, harbor, CALM)
    names, figures, said = page.evaluate(SIZES, [".lane .nm", ".lane :is(.vp, .coin)", ".bw .line > b"])
    assert names >= 40
    assert figures >= 33
    assert said >= 40
    assert page.evaluate(
        "[document.documentElement.scrollWidth <= innerWidth, document.documentElement.scrollHeight <= innerHeight]"
    ) == [True, True]


# Whose words are too small, or lie outside of the window or of what holds them.
UNREAD = """() => [...document.querySelectorAll('.bh *, .row3 *, .claims3 *, .tide *, .bw .line *')].flatMap((one) => {
  if (one.closest('.sr') || ![...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()) || !one.checkVisibility()) return [];
  const { top, bottom, left, right } = one.getBoundingClientRect();
  const holder = (one.closest('.claim3, .row3') ?? document.documentElement).getBoundingClientRect();
  const size = parseFloat(getComputedStyle(one).fontSize) * (one.currentCSSZoom ?? 1);
  const out = top < 0 || bottom > innerHeight || left < holder.left - 1 || right > holder.right + 1 || one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow === 'hidden';
  return size < 20.9 || out ? [`${one.className} "${one.textContent.trim()}" ${size}`] : [];
})"""


@pytest.mark.parametrize(
    "table",
    [Prepared("adv-table"), Prepared("adv-crew"), FIVE_CONTRACTS, ELEVEN_CONTRACTS],
    ids=["together", "four", "four contracts", "eleven contracts"],
)
def test_what_modules_have_on_the_table_is_whole_and_read_from_two_metres(
    table: Recipe | Prepared, browser: Browser, tablets: list[BrowserContext], harbor: Server
) -> None:
    page, opened = on_the_board(browser, tablets, harbor, table)
    assert page.evaluate(UNREAD) == []
    assert page.locator(".row3").count() == len(opened.view["players"])
    assert page.locator(".claim3").count() == len(opened.view["goals"]) + len(opened.view["expeditions"])
    assert page.evaluate(
        "document.querySelector('.rows').scrollHeight <= document.querySelector('.rows').clientHeight"
    )


def test_each_boat_is_on_the_field_of_its_points(
    browser: Browser, tablets: list[BrowserContext], harbor: Server
) -> None:
    page, opened = on_the_board(browser, tablets, harbor, Recording("26-pegasus-4p", 240))
    ways = page.evaluate(WAYS)
    assert [points for _, _, points in ways] == [player["vp"] for player in opened.view["players"]]
    assert all(reached == points for reached, _, points in ways if points <= 12)
    assert all(field == max(1, min(points, 12)) for _, field, points in ways)
    assert page.locator(".lane").filter(has=page.locator(".nx")).count() == 1


def test_a_bust_fills_the_board_for_four_seconds(
    browser: Browser, tablets: list[BrowserContext], harbor: Server
) -> None:
    page, opened = on_the_board(browser, tablets, harbor, SECOND)
    goes_bust(page, harbor, opened)
    expect(page.locator("h1")).to_have_text(re.compile("Ben.*bust"))
    expect(page.locator(".moment-of p")).to_have_text("A second Flute, and Ben keeps it.")
    expect(page.locator(".nextup")).to_have_text("Cleo discovers")
    page.clock.fast_forward(3_000)
    expect(page.locator(".moment-of")).to_be_visible()
    page.clock.fast_forward(2_000)
    expect(page.locator(".moment-of")).to_have_count(0)
    expect(page.locator("h1")).to_have_text("Cleo discovers")


def test_where_nothing_may_move_a_bust_stays_until_the_next_card(
    browser: Browser, tablets: list[BrowserContext], harbor: Server
) -> None:
    page, opened = on_the_board(browser, tablets, harbor, SECOND, reduced_motion="reduce")
    goes_bust(page, harbor, opened)
    expect(page.locator(".moment-of")).to_be_visible()
    page.clock.fast_forward(60_000)
    expect(page.locator(".moment-of")).to_be_visible()


def test_the_winner_is_there_with_everybody_in_their_order(
    browser: Browser, tablets: list[BrowserContext], harbor: Server
) -> None:
    page, _ = on_the_board(browser, tablets, harbor, Recording("26-pegasus-4p"))
    expect(page.locator("h1")).to_have_text("Ada wins")
    assert page.locator(".standings b:not(.vp b, .coin b)").all_inner_texts() == ["Ada", "Cleo", "Ben", "Dan"]


@pytest.mark.parametrize("way", ["tap", "key"])
def test_a_tap_anywhere_leads_back_and_so_does_the_keyboard(
    way: str, browser: Browser, tablets: list[BrowserContext], harbor: Server
) -> None:
    page, opened = on_the_board(browser, tablets, harbor, CALM)
    if way == "tap":
        page.touchscreen.tap(640, 300)
    else:
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    page.wait_for_url(f"**/#/table/{opened.code}")
