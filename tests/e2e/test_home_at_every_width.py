"""Home fills the window at every width: the drawing ends nowhere, what is read stays in one column."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.services import Server

from .phone import THEMES, Phone
from .screens import SCREENS

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
    home = next(screen for screen in SCREENS if screen.name == "home-tables")
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
