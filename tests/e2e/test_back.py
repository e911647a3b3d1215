"""Back, by gesture or key, closes what is open, the last first, and leaves the screen only then."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.services import Server

from .phone import Phone
from .tables import CALM, open_table
from .test_missions_by_touch import Hand
from .touch import rested_tap


@pytest.fixture
def page(phone: Phone) -> Page:
    """A phone at a table to which it came from the harbor."""
    table = open_table(phone.context.request, phone.url, CALM)
    phone.remember([table])
    phone.page.goto(f"{phone.url}/#/")
    phone.page.wait_for_selector("main.home")
    phone.page.evaluate("(code) => { location.hash = `#/table/${code}`; }", table.code)
    phone.page.wait_for_selector("main.table .pad")
    return phone.page


def leaves(page: Page) -> None:
    """One step back, and the harbor is there."""
    page.go_back()
    page.wait_for_selector("main.home")


def opens_menu(page: Page) -> None:
    rested_tap(page.locator(".ledger .menu"))
    expect(page.locator("dialog .menu-keys")).to_be_visible()


def test_back_closes_the_menu_and_leaves_the_table_only_then(page: Page) -> None:
    opens_menu(page)
    page.go_back()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("main.table .pad")).to_be_visible()
    leaves(page)


def test_what_was_closed_by_a_tap_takes_no_step_of_its_own(page: Page) -> None:
    for _ in range(3):
        opens_menu(page)
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
    leaves(page)


def test_back_closes_what_is_open_in_the_order_in_which_it_was_opened(page: Page) -> None:
    rested_tap(page.locator('.pad [data-opens="ship:blue"]'))
    expect(page.locator(".pad.asking")).to_be_visible()
    opens_menu(page)
    page.go_back()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".pad.asking")).to_be_visible()
    page.go_back()
    expect(page.locator(".pad.asking")).to_have_count(0)
    expect(page.locator("main.table .pad")).to_be_visible()
    leaves(page)


def test_a_card_that_was_told_leaves_no_step_behind(page: Page) -> None:
    revision = int(page.locator("main.table").get_attribute("data-revision") or 0)
    rested_tap(page.locator('.pad [data-opens="person:jester"]'))
    rested_tap(page.locator(".pad.asking [data-pick]").first)
    page.wait_for_selector(f'main.table[data-revision="{revision + 1}"]')
    opens_menu(page)
    page.go_back()
    expect(page.locator("dialog")).to_have_count(0)
    leaves(page)


def test_a_way_out_of_the_menu_leads_back_to_the_table_and_from_there_to_the_harbor(page: Page) -> None:
    opens_menu(page)
    rested_tap(page.locator("dialog [data-way=log]"))
    page.wait_for_selector(".turn")
    page.go_back()
    page.wait_for_selector("main.table .pad")
    expect(page.locator("dialog")).to_have_count(0)
    leaves(page)


def test_a_page_that_is_loaded_anew_with_a_sheet_open_leaves_in_one_step(page: Page) -> None:
    opens_menu(page)
    page.reload()
    page.wait_for_selector("main.table .pad")
    leaves(page)


def test_back_closes_a_goals_sheet_and_the_correction_in_the_log(phone: Phone, harbor: Server) -> None:
    hand = Hand(phone, "adv-table", harbor.url)
    hand.tap('[data-goal="mission.15"]')
    expect(hand.page.locator("dialog")).to_be_visible()
    hand.page.go_back()
    expect(hand.page.locator("dialog")).to_have_count(0)
    table = hand.page.url
    hand.page.goto(f"{table}/log/{hand.revision}")
    rested_tap(hand.page.locator(".entsel").get_by_role("button", name="Correct it"))
    expect(hand.page.get_by_role("dialog")).to_be_visible()
    hand.page.go_back()
    expect(hand.page.get_by_role("dialog")).to_have_count(0)
    expect(hand.page.locator(".entsel")).to_be_visible()
