"""What an evening was like: from the result to its page, and from each figure to its lines; also without a network."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.services import Server

from .phone_by_itself import first_visit, rules_are_here
from .tables import CALM, Recording, open_table
from .touch import remember_table as remember
from .touch import rested_tap

# Its figures stand in the drawing that the page was made after.
GAME = Recording("26-pegasus-4p")


def evening_of(page: Page, server: Server) -> str:
    """From the result of that game to its evening."""
    opened = open_table(page.request, server.url, GAME)
    remember(page, server.url, {"code": opened.code, "token": opened.token, "view": opened.view})
    page.goto(f"{server.url}/#/table/{opened.code}/scores")
    rested_tap(page.get_by_role("link", name="The evening"))
    page.wait_for_selector(".from tbody td")
    return opened.code


def test_an_evening_tells_its_points_awards_and_coins(page: Page, harbor: Server) -> None:
    evening_of(page, harbor)
    expect(page.locator("h1")).to_have_text("Ada wins")
    expect(page.locator(".facts")).to_contain_text("12 rounds")
    expect(page.locator(".facts")).to_contain_text("205 cards")
    awards = dict(zip(page.locator(".awards b").all_inner_texts(), page.locator(".awards .w").all_inner_texts(), strict=True))  # fmt: skip
    assert awards == {
        "Unluckiest": "Cleo",
        "Fullest harbor": "Dan",
        "Best turn": "Cleo",
        "Gallows humor": "Ada",
        "Sharpest blade": "Cleo",
        "Boldest": "Cleo",
    }
    ada = page.locator(".from tbody tr").first
    assert ada.locator("td").all_inner_texts() == ["36", "5", "12", "17", "·", "3", "73"]
    slider = page.get_by_role("slider", name="Read a round")
    slider.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".legend").first).to_have_text("Round 1: Ada 0, Ben 1, Cleo 0, and Dan 0")


def test_an_award_leads_to_its_lines_in_the_log(page: Page, harbor: Server) -> None:
    evening_of(page, harbor)
    rested_tap(page.get_by_role("button", name="Unluckiest"))
    rounds = page.locator(".awards + .moments a")
    assert rounds.all_inner_texts() == ["Round 1", "Round 2", "Round 3", "Round 4", "Round 11"]
    rested_tap(rounds.last)
    entry = page.locator(".entsel")
    expect(entry).to_contain_text("Cleo")
    expect(entry).to_contain_text("busts")


def test_without_a_network_the_phone_works_the_evening_out_by_itself(page: Page, harbor: Server) -> None:
    first_visit(page, harbor.url)
    opened = open_table(page.request, harbor.url, GAME)
    remember(page, harbor.url, {"code": opened.code, "token": opened.token, "view": opened.view})
    rules_are_here(page, harbor.url)
    page.goto(f"{harbor.url}/#/table/{opened.code}/scores")
    page.wait_for_selector(".rank")
    page.context.set_offline(True)
    page.goto(f"{harbor.url}/#/table/{opened.code}/evening")
    page.wait_for_selector(".from tbody td")
    expect(page.locator(".facts")).to_contain_text("205 cards")


def test_an_evening_that_has_not_begun_says_so(page: Page, harbor: Server) -> None:
    opened = open_table(page.request, harbor.url, CALM.but(played=()))
    remember(page, harbor.url, {"code": opened.code, "token": opened.token, "view": opened.view})
    page.goto(f"{harbor.url}/#/table/{opened.code}/evening")
    expect(page.locator(".evening .scroll")).to_contain_text("Nothing played yet")


def test_an_evening_that_was_not_told_card_by_card_says_so(page: Page, harbor: Server) -> None:
    opened = open_table(page.request, harbor.url, CALM.but(harbor="", played=("keeping harbor", "bust")))
    remember(page, harbor.url, {"code": opened.code, "token": opened.token, "view": opened.view})
    page.goto(f"{harbor.url}/#/table/{opened.code}/evening")
    expect(page.locator(".facts")).to_contain_text("cards not counted")
