"""How much is recorded: chosen on New table and in the menu, and nothing that was told of a harbor is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services import Server

from .light import HARBOR, QUIET, STOP, TAKES, TOLD
from .phone import Phone
from .screens import NAMED
from .tables import Opened, Recipe, open_table
from .touch import let_go, press, rested_tap

Sit = Callable[..., Phone]


@pytest.fixture
def sit(browser: Browser, harbor: Server) -> Iterator[Sit]:
    phones: list[Phone] = []

    def down(recipe: Recipe | None, address: str = "#/table/{code}") -> Phone:
        phone = Phone(browser, harbor.url, size={"width": 390, "height": 844})
        phones.append(phone)
        opened = [open_table(phone.context.request, harbor.url, recipe)] if recipe else []
        phone.tables = opened
        phone.remember(opened)
        phone.page.goto(f"{harbor.url}/{address.format(code=opened[0].code if opened else '')}")
        return phone

    yield down
    for phone in phones:
        assert phone.uncaught == []
        phone.close()


def shows(page: Page, revision: int) -> None:
    page.wait_for_selector(f'main.table[data-revision="{revision}"]')


def view(phone: Phone) -> dict[str, Any]:
    table: Opened = phone.tables[0]
    headers = {"Authorization": f"Bearer {table.token}"}
    answer = phone.context.request.get(f"{phone.url}/api/tables/{table.code}", headers=headers)
    return dict(answer.json())


def does(phone: Phone, *steps: str) -> None:
    for step in steps:
        phone.do(step, phone.tables)


def test_a_table_is_opened_that_records_the_harbor_at_stop_and_the_next_one_proposes_it(sit: Sit) -> None:
    phone = sit(None, "#/new")
    does(phone, *NAMED, "tap .chosen", "tap [data-kept=harbor]", "tap dialog .sticks", "tap .foot .go")
    phone.page.wait_for_selector("main.table .pad.peace")
    expect(phone.page.locator(".ledger .said b")).to_have_text("Harbor at Stop")
    does(phone, "go #/new", "wait .start.on")
    expect(phone.page.locator(".chosen")).to_contain_text("Harbor at Stop")


def test_what_was_told_of_a_harbor_outlives_a_look_elsewhere_and_a_reload(sit: Sit) -> None:
    phone = sit(HARBOR)
    does(phone, *TOLD, "tap .ledger .undo")
    expect(phone.page.locator(".k.lies")).to_contain_text("3 cards so far")
    phone.page.reload()
    does(phone, STOP)
    expect(phone.page.locator(".lie .card")).to_have_count(3)
    does(phone, "tap .lie .card >> nth=0")
    expect(phone.page.locator(".lie .card")).to_have_count(2)
    does(phone, "tap [data-opens='expedition:']", "tap [data-pick='base.expedition.2captain-1settler']")
    shows(phone.page, 2)
    expect(phone.page.locator(".lie .card")).to_have_count(2)
    does(phone, "tap .k.all")
    shows(phone.page, 3)
    expect(phone.page.locator(".cards.trade button.card")).to_have_count(2)
    does(phone, "tap .ledger .undo")
    shows(phone.page, 4)
    expect(phone.page.locator(".pad.peace")).to_be_visible()


def test_two_ships_of_a_color_are_no_harbor_unless_the_table_says_so(sit: Sit) -> None:
    phone = sit(HARBOR)
    red = ("tap [data-opens='ship:red']", "tap [data-pick='base.ship.red.s3.c2']")
    does(phone, STOP, *red, *red, "tap .k.all")
    expect(phone.page.get_by_role("dialog")).to_contain_text("would be a bust")
    does(phone, "tap dialog .a.quiet")
    shows(phone.page, 2)
    assert len(view(phone)["harbor"]) == 2


def test_a_key_pressed_and_slid_says_who_takes_what(sit: Sit) -> None:
    phone = sit(TAKES)
    phone.page.wait_for_selector(".takers .on")
    key = phone.page.locator("[data-opens='ship:red']")
    box = key.bounding_box()
    assert box is not None
    press(key)
    cell = phone.page.locator(".take-grid [data-pick^='3 '][data-pick$='.c2']")
    assert let_go(cell, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    shows(phone.page, 2)
    taken = view(phone)["taken"]
    assert [(one["seat"], one["card"]["coins"]) for one in taken] == [(3, 2)]
    does(phone, "tap .ledger .undo")
    shows(phone.page, 3)
    does(phone, "tap [data-taker='3']", "tap [data-opens='ship:red']", "tap .worth .pair >> nth=1")
    shows(phone.page, 4)
    assert [(one["seat"], one["card"]["coins"]) for one in view(phone)["taken"]] == [(3, 2)]


def test_nobody_else_slid_to_a_number_counts_the_next_harbor(sit: Sit) -> None:
    phone = sit(QUIET.but(played=("keeping takes", "lying 5", "take_card red.s3.c2 1")))
    key = phone.page.locator("[data-opens=end]")
    key.wait_for()
    press(key)
    assert let_go(phone.page.locator(".figures.over [data-pick='next 6']"), (0, 0))
    shows(phone.page, 5)
    table = view(phone)
    assert (table["active"], table["phase"], table["untold"]) == (2, "trade_hire", 6)


def test_more_is_recorded_from_the_menu_and_after_a_shuffle_the_pile_is_known(sit: Sit) -> None:
    phone = sit(HARBOR.but(played=("keeping harbor", "bust")))
    expect(phone.page.locator(".strip")).to_contain_text("pile not counted")
    does(phone, "tap .ledger .menu", "tap [data-way=keeping]", "tap dialog [data-kept=cards]")
    shows(phone.page, 3)
    expect(phone.page.locator(".pad .k.act")).to_contain_text("Stop")
    rested_tap(phone.page.locator(".ledger .menu"))
    does(phone, "tap [data-way=keeping]", "tap dialog .shuffled")
    shows(phone.page, 4)
    expect(phone.page.locator(".strip")).to_contain_text("cards in the pile")
