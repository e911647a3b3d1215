"""The app brings its fonts along: every screen (test_accessibility), without a network, the saved picture, rare letters."""

from __future__ import annotations

import re
from dataclasses import replace

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.services import Server

from .fonts import SHIPPED, drawn_with, not_shipped
from .phone import Phone
from .phone_by_itself import first_visit
from .screens import named
from .tables import ended
from .touch import rested_tap

RARE = "Żaneta Őry"
SCORES = named("scores-coins")
# What the canvas writes, with the font that it was told, and whether the app brings that one and has it there.
WRITTEN = """() => {
  window.written = [];
  const fillText = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (words, ...where) {
    const family = this.font.match(/("[^"]+"|[\\w-]+)(?=,)/)[0].replaceAll('"', '');
    const here = [...document.fonts].some((face) => face.family.replaceAll('"', '') === family && face.status === 'loaded');
    window.written.push([words, family, here && document.fonts.check(this.font.replace(/,.*/, ''), words)]);
    return fillText.call(this, words, ...where);
  };
}"""
SHIFTED = """() => new Promise((resolve) => {
  let sum = 0;
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { sum += value; }));
  observer.observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => {
    observer.takeRecords().forEach(({ value }) => { sum += value; });
    resolve(sum);
  }));
})"""


def test_the_first_screen_is_drawn_once_in_the_shipped_fonts(page: Page, live_server: Server) -> None:
    page.goto(live_server.url)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert not_shipped(page) == []
    assert page.evaluate(SHIFTED) < 0.001
    # Letters that are not on the screen cost nothing.
    fetched = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert len([name for name in fetched if name.endswith(".woff2")]) == len(SHIPPED)


def test_the_app_opens_where_its_fonts_do_not_come(page: Page, live_server: Server) -> None:
    page.route("**/*.woff2", lambda route: route.abort())
    page.goto(live_server.url)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert not_shipped(page) != []


def test_the_fonts_are_there_without_a_network(
    context: BrowserContext, page: Page, live_server: Server
) -> None:
    first_visit(page, live_server.url)
    context.set_offline(True)
    fresh = context.new_page()
    fresh.goto(f"{live_server.url}/#/new")
    fresh.locator("[data-seat] input").first.fill(RARE)
    fresh.wait_for_function("document.fonts.status === 'loaded'")
    assert not_shipped(fresh) == []
    assert RARE in drawn_with(fresh)


def test_the_picture_is_written_in_the_fonts_of_the_page_whatever_the_names(
    browser: Browser, harbor: Server
) -> None:
    game = ended(7, 4)
    seats = (replace(game.seats[0], name=RARE), *game.seats[1:])
    with Phone(browser, harbor.url) as phone:
        page = phone.reach(replace(SCORES, tables=(game.but(seats=seats),)))
        assert not_shipped(page) == []
        page.evaluate(WRITTEN)
        rested_tap(page.get_by_role("link", name="Show friends"))
        expect(page.get_by_role("img", name=re.compile("^The picture: "))).to_be_visible()
        written = page.evaluate("window.written")
    assert RARE in [words for words, _, _ in written]
    assert {family for _, family, _ in written} == SHIPPED
    assert [words for words, _, there in written if not there] == []
