"""A ship that brings somebody else a coin too: one tap more, among players with what each has then."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.services import Server

from .phone import Phone
from .tables import GIFT, open_table
from .touch import rested_tap


def test_a_ship_with_a_gift_is_traded_with_two_taps_and_the_other_gets_the_coin(
    browser: Browser, harbor: Server
) -> None:
    phone = Phone(browser, harbor.url, size={"width": 360, "height": 640}, settings={"language": "en"})
    opened = open_table(phone.context.request, harbor.url, GIFT)
    phone.remember([opened])
    page = phone.page
    page.goto(f"{harbor.url}/#/table/{opened.code}")
    rested_tap(page.locator('.cards.trade [data-index="0"]'))
    dev = page.locator('[data-question] [data-answer="3"]')
    expect(dev.locator(".fig2 .coin")).to_have_text(["11", "12"])
    box = dev.bounding_box()
    assert box is not None
    assert box["height"] >= 48
    # Nobody has to scroll to the last of them.
    assert box["y"] + box["height"] <= 640
    rested_tap(dev)
    page.wait_for_selector(f'main.table[data-revision="{opened.view["revision"] + 1}"]')
    expect(page.locator('.player:has(.name:text-is("Dev")) .coin b')).to_have_text("12")
    assert phone.uncaught == []
    phone.close()
