"""A first evening: five cards explain the game while it is played, each when it matters first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services import Server

from .phone import Phone
from .phone_by_itself import draw_person, open_table
from .touch import rested_tap


@pytest.fixture
def table(browser: Browser, harbor: Server) -> Iterator[Page]:
    """A table of two that was opened with the lessons."""
    with Phone(browser, harbor.url) as phone:
        page = phone.page
        page.goto(harbor.url)
        open_table(page, ["Ada", "Ben"], lessons=True)
        yield page
        assert phone.uncaught == []


def lesson(page: Page, name: str) -> None:
    expect(page.locator(f"[data-lesson={name}]")).to_be_visible()


def test_each_lesson_comes_when_it_matters_and_goes_with_the_next_tap(table: Page) -> None:
    expect(table.locator(".lesson-card")).to_have_count(0)
    draw_person(table, "settler", 1)
    lesson(table, "draw")
    # The keys are free: the next card is drawn with the lesson still there, and takes it away.
    draw_person(table, "captain", 2)
    expect(table.locator(".lesson-card")).to_have_count(0)
    rested_tap(table.locator("[data-means=stop]"))
    lesson(table, "trade")
    expect(table.locator(".lesson-card .act-now")).to_contain_text("Ada may take 1")
    rested_tap(table.get_by_role("button", name="Got it"))
    expect(table.locator(".lesson-card")).to_have_count(0)
    rested_tap(table.get_by_role("button", name="Pass").first)
    lesson(table, "others")
    expect(table.locator(".lesson-card")).to_contain_text("pays Ada 1 coin")
    table.reload()
    table.wait_for_selector("main.table")
    lesson(table, "others")


def test_all_lessons_stand_on_a_page_that_says_which_comes_next(table: Page, harbor: Server) -> None:
    draw_person(table, "settler", 1)
    lesson(table, "draw")
    rested_tap(table.get_by_role("button", name="Got it"))
    rested_tap(table.locator(".ledger .menu"))
    rested_tap(table.get_by_role("link", name="First evening"))
    rows = table.locator(".less li")
    expect(rows).to_have_count(5)
    expect(rows.nth(0)).to_contain_class("done")
    expect(rows.nth(4)).to_contain_text("The race to 12")
    expect(table.locator(".foot .go")).to_contain_text("card 2 comes at the first Stop")
    rested_tap(rows.nth(1).get_by_role("link"))
    expect(table.locator("main[data-page=turn]")).to_be_visible()
