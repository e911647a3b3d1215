"""Slips about contracts, put right by touch: a marker that stands elsewhere, one forgotten, one of the wrong player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services import Server

from . import phone_store
from .phone import Phone
from .screen import Screen
from .tables import Recipe, Seat
from .touch import rested_tap

CONTRACTS = ("explorer", "jinx", "speculator", "trade_master")
SEATS = (Seat("Ada", 4, ""), Seat("Ben", 4, "", "2captain"), Seat("Cleo", 4, ""))
TABLE = Recipe(
    SEATS,
    edition="bigbox",
    modules=("base", "jomc"),
    row="2priest-1settler",
    played=("draw sailor.v1.p3", "stop", "rest", "draw settler.v1.p4"),
    more={"contracts": [{"name": name} for name in CONTRACTS]},
)


@pytest.fixture
def page(browser: Browser, live_server: Server) -> Iterator[Page]:
    phone = Phone(browser, live_server.url)
    yield phone.reach(Screen("put-right", (TABLE,), shows="main.table .goals"))
    phone.close()


def done(page: Page) -> dict[str, Any]:
    code = page.evaluate("location.hash").split("/")[2]
    goals = phone_store.tables(page)[code]["view"]["goals"]
    return {goal["id"]: goal["done_by"] for goal in goals if goal["done_by"]}


def wrong(page: Page, goal: str) -> None:
    rested_tap(page.locator(f'[data-goal="{goal}"]'))
    rested_tap(page.locator("dialog [data-wrong]"))


def test_slips_about_contracts_are_put_right_by_touch(page: Page) -> None:
    table = "main.table[data-revision='{}']"
    # Cleo plays: that Ben could have completed the Explorer in his turn was forgotten.
    wrong(page, "explorer")
    rested_tap(page.locator('dialog [data-forgotten="1"]').first)
    page.wait_for_selector(table.format(5))
    assert done(page) == {"explorer": [1]}
    # The table sees a marker of Ada's on the Jinx.
    wrong(page, "jinx")
    rested_tap(page.locator('dialog [data-marker="0"]'))
    rested_tap(page.locator("dialog [data-counted]"))
    page.wait_for_selector(table.format(6))
    expect(page.locator(".ledger .said")).to_contain_text("Ada, Jinx: 1 of 1, not 0")
    assert done(page) == {"explorer": [1], "jinx": [0]}
    # It was Ada who had completed the Explorer: asked by the menu key.
    page.locator(".ledger .said").focus()
    page.keyboard.press("Shift+F10")
    rested_tap(page.locator("dialog [data-entry]", has_text="Explorer"))
    rested_tap(page.locator("dialog [data-other-way]", has_text="It was Ada"))
    page.wait_for_selector(table.format(7))
    assert done(page) == {"explorer": [0], "jinx": [0]}
