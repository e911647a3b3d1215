"""A group that has never seen the app: opens a table, keeps the first turns, comes back, plays again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.services import Server

from .phones import NewPhone
from .touch import rested_tap


@pytest.fixture
def page(new_phone: NewPhone) -> Page:
    """The server answers: nothing is asked here of what the phone can do by itself."""
    return new_phone(390, 844, engine=False, shell=False)


@pytest.fixture
def table(page: Page, live_server: Server) -> Page:
    """The first table of a new phone, opened by hand."""
    page.goto(live_server.url)
    page.get_by_role("link", name="Open the first table").tap()
    for place, name in enumerate(["Ann", "Bob"]):
        page.get_by_role("textbox").nth(place).fill(name)
    page.get_by_role("button", name="Add a player").tap()
    page.get_by_role("textbox").nth(2).fill("Cem")
    page.get_by_role("button", name="Open the table").tap()
    expect(page.get_by_role("heading", name="Ann discovers")).to_be_visible()
    return page


def player(page: Page, name: str, figures: str) -> None:
    expect(page.get_by_role("button", name=re.compile(f"^{name}: {figures}"))).to_be_visible()


def draw_a_settler_and_a_flute(page: Page) -> None:
    page.get_by_role("button", name="Settler", exact=True).tap()
    expect(page.get_by_text("Settler joins the harbor").first).to_be_visible()
    rested_tap(page.locator('[data-opens="ship:blue"]'))
    rested_tap(page.locator('[data-pick="base.ship.blue.s1.c2"]'))
    expect(page.locator("main.table")).to_have_attribute("data-revision", "2")


def test_the_first_turn_explains_itself_and_can_be_taken_back(table: Page) -> None:
    draw_a_settler_and_a_flute(table)
    table.get_by_role("button", name=re.compile("^Stop")).tap()
    # too dear for three coins: the tile says why not, each figure once, with the rule's place
    table.locator(".cards.trade .card.no").tap()
    sheet = table.get_by_role("dialog")
    expect(sheet.locator(".sum")).to_have_text("Printed cost4To pay4Ann has3Short1")
    expect(sheet).not_to_contain_text("Too dear")
    expect(sheet).to_contain_text("Trade & Hire")
    table.keyboard.press("Escape")
    table.locator(".cards.trade .card:not(.no, .took)").tap()
    player(table, "Ann", "0 points, 5 coins")
    expect(table.get_by_role("heading", name="Bob trades and hires")).to_be_visible()
    table.get_by_role("button", name=re.compile("Undo")).tap()
    player(table, "Ann", "0 points, 3 coins")
    expect(table.get_by_role("heading", name="Ann trades and hires")).to_be_visible()


def test_what_happened_at_the_table_is_recorded_although_the_rules_forbid_it(table: Page) -> None:
    draw_a_settler_and_a_flute(table)
    table.get_by_role("button", name=re.compile("^Stop")).tap()
    table.locator(".cards.trade .card.no").tap()
    table.get_by_role("button", name=re.compile("happened anyway", re.IGNORECASE)).tap()
    table.get_by_role("button", name=re.compile("3 coins: all that Ann had")).tap()
    player(table, "Ann", "1 point, 0 coins")


def test_the_game_goes_on_after_the_phone_was_put_away(table: Page) -> None:
    draw_a_settler_and_a_flute(table)
    address = table.url
    table.goto("about:blank")
    table.goto(address)
    expect(table.locator("main.table")).to_have_attribute("data-revision", "2")
    table.goto(address.split("#")[0])
    table.get_by_role("link", name=re.compile("Continue")).tap()
    expect(table.get_by_role("heading", name="Ann discovers")).to_be_visible()


def test_the_same_group_opens_its_next_table_in_two_taps(table: Page) -> None:
    table.goto(table.url.split("#")[0])
    table.get_by_role("link", name=re.compile("New table")).tap()
    expect(table.get_by_role("textbox").nth(2)).to_have_value("Cem")
    table.get_by_role("button", name="Open the table").tap()
    expect(table.get_by_role("heading", name="Ann discovers")).to_be_visible()


def test_a_name_that_sits_there_already_is_pointed_out(page: Page, live_server: Server) -> None:
    page.goto(f"{live_server.url}/#/new")
    page.get_by_role("textbox").nth(0).fill("Ann")
    page.get_by_role("textbox").nth(1).fill("Ann")
    page.get_by_role("button", name="Open the table").tap()
    expect(page.locator('input[aria-invalid="true"]')).to_have_value("Ann")
    expect(page.get_by_role("alert").filter(has_text=re.compile(r"\w")).first).to_be_visible()
