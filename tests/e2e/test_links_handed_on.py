"""A link is handed on from every page, also from one that the browser does not call secure: the default at home."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.services import CHROMIUM_FLAGS, Server

from .conftest import UNOPTIMIZED
from .phone import NO_ENGINE
from .phones import open_invite
from .tables import Recording, open_table
from .touch import remember_table, rested_tap

NO_CLIPBOARD = "document.execCommand = () => false"


@pytest.fixture(scope="module")
def at_home(browser: Browser, chromium: Path) -> Iterator[Browser]:
    """A browser for which the server has a name in the network, so that its pages are not secure."""
    named = "--host-resolver-rules=MAP harbor.test 127.0.0.1"
    flags = [*CHROMIUM_FLAGS, UNOPTIMIZED, named]
    other = browser.browser_type.launch(executable_path=str(chromium), args=flags)
    yield other
    other.close()


@pytest.fixture
def context(at_home: Browser) -> Iterator[BrowserContext]:
    context = at_home.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    context.add_init_script(NO_ENGINE)
    yield context
    context.close()


def invited(page: Page, harbor: Server) -> str:
    """The sheet with the code is open; returns the address of the app."""
    url = f"http://harbor.test:{harbor.port}"
    opened = open_table(page.request, harbor.url, Recording("26-pegasus-4p", 20))
    remember_table(page, url, {"code": opened.code, "token": opened.token, "view": opened.view})
    page.goto(f"{url}/#/table/{opened.code}")
    page.wait_for_selector("main.table")
    assert page.evaluate("window.isSecureContext") is False
    open_invite(page)
    expect(page.locator(".short-code")).to_be_visible()
    return f"{url}/#/join/{opened.code}/"


def test_a_link_is_copied_where_the_browser_gives_no_clipboard(page: Page, harbor: Server) -> None:
    link = invited(page, harbor)
    rested_tap(page.get_by_role("button", name="Share the link"))
    expect(page.get_by_text("Copied")).to_be_visible()
    page.goto(link.split("#")[0] + "#/join")
    page.get_by_label("Your name, if you like").focus()
    page.keyboard.press("Control+V")
    assert page.get_by_label("Your name, if you like").input_value().startswith(link[:30])


def test_a_link_that_cannot_be_copied_is_shown(page: Page, harbor: Server) -> None:
    link = invited(page, harbor)
    page.evaluate(NO_CLIPBOARD)
    rested_tap(page.get_by_role("button", name="Share the link"))
    shown = page.get_by_label("The link")
    expect(shown).to_be_visible()
    assert shown.input_value().startswith(link)


def test_the_code_turns_to_another_address_and_says_which_one_a_phone_has_opened(
    page: Page, harbor: Server
) -> None:
    page.route(
        "**/api/addresses",
        lambda route: route.fulfill(
            json={
                "addresses": [
                    {"url": "http://192.168.1.20:8000", "opened": True},
                    {"url": "http://[fd00::2]:8000", "opened": False},
                ]
            }
        ),
    )
    invited(page, harbor)
    expect(page.locator(".qr .where")).to_have_text("192.168.1.20:8000")
    turn = page.get_by_role("button", name="A phone joined through this address")
    expect(turn).to_contain_text("address 1 of 2")
    rested_tap(turn)
    expect(page.locator(".qr .where")).to_have_text("[fd00::2]:8000")
    expect(page.get_by_role("button", name="Won’t open? Try another")).to_contain_text("address 2 of 2")
