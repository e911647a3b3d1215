"""The coach: one switch for the table, what may come next on every phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services import Server

from .phone import Phone
from .phone_by_itself import first_visit, table_is_here
from .phone_by_itself import open_table as open_here
from .tables import CALM, Opened, come, open_table
from .touch import rested_tap


@pytest.fixture
def keeper(browser: Browser, harbor: Server) -> Iterator[tuple[Phone, Opened]]:
    with Phone(browser, harbor.url) as phone:
        opened = open_table(phone.context.request, harbor.url, CALM)
        phone.remember([opened])
        phone.page.goto(f"{harbor.url}/#/table/{opened.code}")
        phone.page.wait_for_selector("main.table")
        yield phone, opened
        assert phone.uncaught == []


def switched(page: Page, on: bool) -> None:
    rested_tap(page.locator(".ledger .menu"))
    rested_tap(page.locator("[data-way=coach]"))
    rested_tap(page.get_by_role("switch", name="Coach for the whole table"))
    expect(page.locator("button.busts")).to_have_count(int(on))


def outcomes(page: Page) -> dict[str, int]:
    rows = page.locator(".coachl li").all()
    return {row.evaluate("(row) => row.classList[0]"): int(row.locator(".n").inner_text()) for row in rows}


def test_what_may_come_is_on_every_phone_of_the_table_with_the_sum_behind_it(
    keeper: tuple[Phone, Opened], browser: Browser, harbor: Server
) -> None:
    phone, opened = keeper
    expect(phone.page.locator(".odds")).to_have_count(0)
    with Phone(browser, harbor.url) as other:
        other.remember([come(other.context.request, harbor.url, opened, "player 0")])
        other.page.goto(f"{harbor.url}/#/table/{opened.code}")
        switched(phone.page, on=True)
        expect(other.page.locator("button.busts")).to_be_visible()
        rested_tap(phone.page.locator("button.busts"))
        phone.page.wait_for_selector(".coachl li")
        seen = outcomes(phone.page)
        view = phone.context.request.get(
            f"{harbor.url}/api/tables/{opened.code}", headers={"Authorization": f"Bearer {opened.token}"}
        ).json()
        assert seen == {one["what"]: one["count"] for one in view["odds"]["outcomes"]}
        assert sum(seen.values()) == view["odds"]["cards"] == sum(view["unseen"].values())
        expect(phone.page.get_by_role("dialog")).to_contain_text(f"{view['odds']['cards']} cards unseen")
        rested_tap(phone.page.get_by_role("switch"))
        expect(phone.page.locator(".odds")).to_have_count(0)
        expect(other.page.locator(".odds")).to_have_count(0)


def test_undo_takes_the_switch_back_and_the_log_tells_of_it(
    keeper: tuple[Phone, Opened], harbor: Server
) -> None:
    phone, _ = keeper
    switched(phone.page, on=True)
    expect(phone.page.locator(".ledger .said")).to_contain_text("The coach is on")
    rested_tap(phone.page.locator(".tool.undo"))
    expect(phone.page.locator(".odds")).to_have_count(0)


def test_the_bar_moves_no_card_and_no_key_when_it_comes(keeper: tuple[Phone, Opened]) -> None:
    page = keeper[0].page
    places = """() => [...document.querySelectorAll('.pad [data-opens], .pad [data-pick], .player')].map((key) => {
      const { left, top, width, height } = key.getBoundingClientRect();
      return [left, top, width, height].map(Math.round);
    })"""
    page.wait_for_selector(".pad [data-opens]")
    before = page.evaluate(places)
    switched(page, on=True)
    assert page.evaluate(places) == before
    assert page.evaluate(
        "() => document.querySelector('.harbor').scrollHeight <= document.querySelector('.harbor').clientHeight + 1"
    )


def test_a_phone_without_a_network_counts_by_itself(page: Page, harbor: Server) -> None:
    first_visit(page, harbor.url)
    table_is_here(page, open_here(page, ["Ada", "Ben"]))
    page.context.set_offline(True)
    switched(page, on=True)
    expect(page.locator(".busts span[aria-hidden]")).to_have_text("bust: 0 of 119")
