"""Home fills the window at every width: the drawing ends nowhere, what is read stays in one column."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.services import Server

from .phone import THEMES, Phone
from .screens import WHOLE, named
from .tables import CALM, Recording, open_table

SIZES = ((390, 844), (600, 900), (768, 1024), (1024, 768), (1280, 800), (1920, 1080))
# Its edges in whole pixels, where it is drawn: [left, top, right, bottom].
EDGES = """() => Object.fromEntries(['.home', '.hero', '.moored', '.dock', '.foot'].map((one) => {
  const { left, top, right, bottom } = document.querySelector(one).getBoundingClientRect();
  return [one, [left, top, right, bottom].map(Math.round)];
}))"""
# What can be seen behind sky and water at their edges: anything but home itself would be a seam.
BEHIND = """([width, height]) => [[0, 0], [width - 1, 0], [0, height - 1], [width - 1, height - 1], [0, height / 2], [width - 1, height / 2]]
  .filter(([x, y]) => !document.elementFromPoint(x, y)?.closest('.home')).map(([x, y]) => `nothing of home at ${x}, ${y}`)"""


@pytest.mark.parametrize("theme", THEMES)
def test_home_has_no_seam_and_one_column_at_every_width(theme: str, browser: Browser, harbor: Server) -> None:
    home = named("home-tables")
    with Phone(browser, harbor.url) as phone:
        page = phone.reach(home)
        phone.look(theme)
        for width, height in SIZES:
            phone.turn(width, height)
            assert page.evaluate(BEHIND, [width, height]) == [], (width, height)
            edges = page.evaluate(EDGES)
            beside = width > height
            hero, foot = edges[".hero"], edges[".foot"]
            assert edges[".home"] == [0, 0, width, height], (width, height)
            assert hero[:2] == [0, 0], (width, height)
            # The picture goes on to the other half, or to the edge of the window.
            assert hero[2] == (foot[0] if beside else width), (width, height)
            assert hero[3] == (height if beside else edges[".moored"][1]), (width, height)
            assert foot[2:] == [width, height], (width, height)
            middles = {(edges[part][0] + edges[part][2]) // 2 for part in (".moored", ".dock", ".foot")}
            assert max(middles) - min(middles) <= 1, (width, height)
            assert edges[".moored"][2] - edges[".moored"][0] <= 34 * 16, (width, height)


def test_a_large_screen_shows_the_last_evenings_and_leads_to_the_board(
    browser: Browser, harbor: Server
) -> None:
    with Phone(browser, harbor.url) as phone:
        page, server = phone.page, phone.context.request
        played = (WHOLE, Recording("24-bigbox-3p"), Recording("28-sjg-4p"))
        on, *over = (open_table(server, phone.url, one) for one in (CALM, *played))
        phone.remember([on, *over])
        page.reload()
        page.wait_for_selector(".grp")
        expect(page.locator(".last-evenings, .dock [href$=board]")).to_have_count(0)
        phone.turn(1280, 800)
        evenings = page.locator(".last-evenings a")
        expect(evenings).to_have_count(3)
        # As the recorded games ended.
        assert [told.split("\n")[0] for told in page.locator(".last-evenings .told").all_inner_texts()] == [
            "Ada 14, Cleo 14, Ben 12, Dan 11",
            "Ben 13, Ada 5, Cleo 4",
            "Ada 13, Cleo 10, Ben 9, Dan 7",
        ]
        assert page.evaluate(
            "document.querySelector('.moored').scrollHeight <= document.querySelector('.moored').clientHeight"
        )
        evenings.nth(1).click()
        page.wait_for_url(f"**/#/table/{over[1].code}/evening")
        page.go_back()
        page.locator(".dock [href$=board]").click()
        page.wait_for_url(f"**/#/table/{on.code}/board")
        assert phone.uncaught == []
