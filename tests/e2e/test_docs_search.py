"""The reference at /api/docs is searched as somebody types."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.services import Server


def test_the_search_leaves_what_is_asked_for(page: Page, harbor: Server) -> None:
    page.goto(f"{harbor.url}/api/docs")
    field, found = page.get_by_role("searchbox"), page.get_by_role("status")
    everything = page.locator("[data-find]:visible").count()

    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.type("cannot_afford")
    expect(found).to_have_text("1 found")
    expect(page.locator("#CANNOT_AFFORD")).to_be_visible()
    expect(page.locator("#CANNOT_PAY_COMPENSATION")).to_be_hidden()
    expect(page.locator("#calls")).to_be_hidden()

    # Words in any order; a key is found with its entry, which stays around it.
    field.fill("false draw repel")
    expect(page.locator("[id='entry-draw.repel']")).to_be_visible()
    expect(page.locator("#entry-draw h4")).to_be_visible()
    expect(page.locator("[id='entry-draw.learn']")).to_be_hidden()

    field.fill("galleon")
    expect(found).to_have_text("None found")
    page.get_by_role("button", name="Show everything").click()
    expect(field).to_be_focused()
    assert page.locator("[data-find]:visible").count() == everything

    # What a link leads to is there, whatever the search had left.
    field.fill("gift_required")
    page.locator("#GIFT_REQUIRED a").first.click()
    expect(page.locator("#rule-gift")).to_be_in_viewport()
    expect(field).to_have_value("")

    field.fill("tax")
    page.keyboard.press("Escape")
    expect(field).to_have_value("")
    expect(found).to_be_empty()
