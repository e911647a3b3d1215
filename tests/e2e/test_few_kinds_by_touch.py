"""The travel game without a network: keys for few kinds, numbers that are read off once, a ship under its Merchant."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.services import Server

from .phone_by_itself import rules_are_here, table_is_here
from .phones import NewPhone
from .tables import Recipe, Seat, open_table
from .touch import remember_table, rested_tap

SEATS = (
    Seat("Ada", 4, "makesail.person.merchant.red.v2.p6"),
    Seat("Ben", 4, "makesail.person.passenger.v2.p4"),
)
SAIL = Recipe(SEATS, edition="bigbox", modules=("make_sail",), active="Ada", row="", harbor="")


@pytest.mark.soak
def test_a_ship_of_unknown_numbers_is_read_off_and_lies_under_its_merchant_once_it_is_traded_with(
    new_phone: NewPhone, live_server: Server
) -> None:
    page = new_phone(shell=False)
    rules_are_here(page, live_server.url)
    opened = open_table(page.request, live_server.url, SAIL)
    told = {"code": opened.code, "token": opened.token, "view": opened.view}
    remember_table(page, live_server.url, told)
    page.goto(f"{live_server.url}/#/table/{opened.code}")
    page.wait_for_selector("main.table .pad.few")
    table_is_here(page, opened.code)
    page.context.set_offline(True)
    expect(page.locator(".row-exp")).to_have_count(0)
    rested_tap(page.locator('[data-opens="ship:red"]'))
    rested_tap(page.locator(".pair.other"))
    rested_tap(page.locator('[data-read="swords 1"]'))
    rested_tap(page.locator('[data-read="coins 1"]'))
    page.wait_for_selector('main.table[data-revision="1"]')
    # What was read off has its numbers on the pad from now on.
    rested_tap(page.locator('[data-opens="ship:red"]'))
    expect(page.locator('.pair[data-pick$=".red.s1.c1"]')).to_be_visible()
    rested_tap(page.locator('[data-opens="ship:red"]'))
    rested_tap(page.locator(".pad .k.act"))
    tile = page.locator(".cards.trade .card.red")
    expect(tile.locator(".stays")).to_contain_text("+1")
    rested_tap(tile)
    page.wait_for_selector('main.table[data-revision="3"]')
    ada = page.locator('.player:has(.name:text-is("Ada"))')
    expect(ada.locator('[data-under="red"] .mini.red')).to_have_count(1)
    expect(ada.locator(".way8 i.on")).to_have_count(3)
