"""The first screen is light: somebody opens it at the table, on a slow network."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.services import Server

from .phone import Phone
from .weight import CODE, CODE_OF_FIRST_SCREEN, FONT, FONTS_OF_FIRST_SCREEN, shipped, weight

LATER_NEVER = """
  const wait = window.setTimeout;
  window.setTimeout = (work, after = 0, ...rest) => (after < 1500 ? wait(work, after, ...rest) : 0);
"""


def test_the_first_screen_weighs_no_more_than_it_may(browser: Browser, harbor: Server) -> None:
    with Phone(browser, harbor.url) as phone:
        # What comes by itself a while after it is not to come while it is weighed, however busy the machine is.
        phone.page.add_init_script(LATER_NEVER)
        sizes = shipped(phone.context.new_cdp_session(phone.page))
        phone.page.goto(harbor.url, wait_until="load")
        phone.page.wait_for_selector(".foot a[href='#/new']")
        assert 0 < weight(sizes, CODE) <= CODE_OF_FIRST_SCREEN
        assert 0 < weight(sizes, FONT) <= FONTS_OF_FIRST_SCREEN
