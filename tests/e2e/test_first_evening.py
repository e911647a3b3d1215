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
    rested_tap(page.get_by_role("link", name="Open your first table"))
    for place, name in enumerate(["Ann", "Bob"]):
        page.get_by_role("textbox").nth(place).fill(name)
    rested_tap(page.get_by_role("button", name="Add a player"))
    page.get_by_role("textbox").nth(2).fill("Cem")
    rested_tap(page.get_by_role("button", name="Open the table"))
    expect(page.get_by_role("heading", name="Ann discovers")).to_be_visible()
    return page


def player(page: Page, name: str, figures: str) -> None:
    expect(page.get_by_role("button", name=re.compile(f"^{name}: {figures}"))).to_be_visible()


def draw_a_settler_and_a_flute(page: Page) -> None:
    rested_tap(page.get_by_role("button", name="Settler", exact=True))
    expect(page.get_by_text("Settler joins").first).to_be_visible()
    rested_tap(page.locator('[data-opens="ship:blue"]'))
    rested_tap(page.locator('[data-pick="base.ship.blue.s1.c2"]'))
    expect(page.locator("main.table")).to_have_attribute("data-revision", "2")


def test_the_first_turn_explains_itself_and_can_be_taken_back(table: Page) -> None:
    draw_a_settler_and_a_flute(table)
    rested_tap(table.get_by_role("button", name=re.compile("^Stop")))
    # too dear for three coins: the tile says why not, each figure once, with the rule's place
    rested_tap(table.locator(".cards.trade .card.no"))
    sheet = table.get_by_role("dialog")
    expect(sheet.locator(".sum dt")).to_have_text(["Printed cost", "To pay", "Ann has", "Short"])
    expect(sheet.locator(".sum dd")).to_have_text(["4", "4", "3", "1"])
    expect(sheet).not_to_contain_text("Too expensive")
    expect(sheet).to_contain_text("Trade & Hire")
    table.keyboard.press("Escape")
    rested_tap(table.locator(".cards.trade .card:not(.no, .took)"))
    player(table, "Ann", "0 points, 5 coins")
    expect(table.get_by_role("heading", name="Bob takes in Ann’s turn")).to_be_visible()
    rested_tap(table.get_by_role("button", name=re.compile("Undo")))
    player(table, "Ann", "0 points, 3 coins")
    expect(table.get_by_role("heading", name="Ann trades and hires")).to_be_visible()


def test_what_happened_at_the_table_is_recorded_although_the_rules_forbid_it(table: Page) -> None:
    draw_a_settler_and_a_flute(table)
    rested_tap(table.get_by_role("button", name=re.compile("^Stop")))
    rested_tap(table.locator(".cards.trade .card.no"))
    rested_tap(table.get_by_role("button", name=re.compile("record it anyway", re.IGNORECASE)))
    rested_tap(table.get_by_role("button", name=re.compile("3 coins: all that Ann had")))
    player(table, "Ann", "1 point, 0 coins")


def test_the_game_goes_on_after_the_phone_was_put_away(table: Page) -> None:
    draw_a_settler_and_a_flute(table)
    address = table.url
    table.goto("about:blank")
    table.goto(address)
    expect(table.locator("main.table")).to_have_attribute("data-revision", "2")
    table.goto(address.split("#")[0])
    rested_tap(table.get_by_role("link", name=re.compile("Continue")))
    expect(table.get_by_role("heading", name="Ann discovers")).to_be_visible()


def test_the_same_group_opens_its_next_table_in_two_taps(table: Page) -> None:
    table.goto(table.url.split("#")[0])
    rested_tap(table.get_by_role("link", name=re.compile("New table")))
    expect(table.get_by_role("textbox").nth(2)).to_have_value("Cem")
    rested_tap(table.get_by_role("button", name="Open the table"))
    expect(table.get_by_role("heading", name="Ann discovers")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ann", "Two players have this name"),
        ("\u3164", "invisible characters"),
        ("Bo\u200db", "invisible characters"),
    ],
    ids=["there already", "nothing", "something hidden"],
)
def test_a_name_that_cannot_be_is_pointed_out_with_the_reason(
    page: Page, live_server: Server, name: str, said: str
) -> None:
    page.goto(f"{live_server.url}/#/new")
    page.get_by_role("textbox").nth(0).fill("Ann")
    page.get_by_role("textbox").nth(1).fill(name)
    rested_tap(page.get_by_role("button", name="Open the table"))
    wrong = page.locator('input[aria-invalid="true"]')
    expect(wrong).to_have_value(name)
    expect(page.locator(f"#{wrong.get_attribute('aria-describedby')}")).to_contain_text(said)
    expect(page.get_by_role("alert").filter(has_text=re.compile(r"\w")).first).to_be_visible()


def test_two_names_that_look_the_same_are_asked_about_and_either_answer_opens_the_table(
    page: Page, live_server: Server
) -> None:
    page.goto(f"{live_server.url}/#/new")
    cyrillic = "\u0412\u0435n"
    page.get_by_role("textbox").nth(0).fill("Ben")
    page.get_by_role("textbox").nth(1).fill(cyrillic)
    question = page.get_by_role("group", name="look the same")
    expect(question).to_be_visible()
    rested_tap(page.get_by_role("button", name="Open the table"))
    expect(question.get_by_role("button", name="Keep both")).to_be_focused()
    rested_tap(question.get_by_role("button", name="Make it Ben 2"))
    expect(page.get_by_role("textbox").nth(1)).to_have_value("Ben 2")
    expect(question).to_have_count(0)
    page.get_by_role("textbox").nth(1).fill(cyrillic)
    rested_tap(question.get_by_role("button", name="Keep both"))
    expect(page.get_by_role("textbox").nth(1)).to_be_focused()
    rested_tap(page.get_by_role("button", name="Open the table"))
    expect(page.get_by_role("heading", name="Ben discovers")).to_be_visible()
    player(page, cyrillic, "")
