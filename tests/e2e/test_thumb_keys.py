"""The keys beside the last line: the table's menu with its lamp, a question, Undo, Redo and Back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services import Server

from .phone import Phone
from .screens import PAIR, RED
from .tables import CALM, TRADE, WEAK, Opened, Recipe, knock, open_table
from .touch import let_go, lift, press, rested_tap, slide_to

Sit = Callable[..., Page]
SETTLER = '[data-opens="person:settler"]'


@pytest.fixture
def sit(browser: Browser, harbor: Server) -> Iterator[Sit]:
    phones: list[Phone] = []

    def down(recipe: Recipe = CALM, language: str = "en", size: tuple[int, int] = (390, 844)) -> Page:
        width, height = size
        settings = {"language": language}
        phone = Phone(browser, harbor.url, size={"width": width, "height": height}, settings=settings)
        phones.append(phone)
        opened = open_table(phone.context.request, harbor.url, recipe)
        phone.remember([opened])
        phone.page.goto(f"{harbor.url}/#/table/{opened.code}")
        phone.page.wait_for_selector("main.table .quay > :is(.pad, .acts)")
        tables[phone.page] = opened
        return phone.page

    tables: dict[Page, Opened] = {}
    down.tables = tables  # type: ignore[attr-defined]
    yield down
    for phone in phones:
        assert phone.uncaught == []
        phone.close()


def shows(page: Page, revision: int) -> None:
    page.wait_for_selector(f'main.table[data-revision="{revision}"]')


def test_the_menu_is_a_key_for_the_thumb_and_leads_everywhere(sit: Sit) -> None:
    page = sit()
    key = page.get_by_role("button", name="Table menu. All saved")
    place = key.bounding_box()
    assert place is not None
    assert place["y"] > 844 / 2
    assert min(place["width"], place["height"]) >= 48
    assert page.locator(".strip").get_by_role("button").count() == 1  # the moment, which can be asked about
    for name, shown in (
        ("Log", "main .turn"),
        ("Scores", "main .rank"),
        ("Show large", "main.board"),
        ("Rules", ".field input"),
        ("Settings", ".seg"),
        ("Home", "main.home"),
    ):
        rested_tap(key)
        expect(page.get_by_role("dialog", name="Menu. All saved")).to_be_visible()
        rested_tap(page.locator("dialog nav").get_by_role("link", name=name))
        page.wait_for_selector(shown)
        page.go_back()
        page.wait_for_selector("main.table:not(.board) .pad")
    rested_tap(key)
    rested_tap(page.locator("dialog nav").get_by_role("button", name="Phones"))
    expect(page.get_by_role("heading", name="Join this table")).to_be_visible()


def test_the_lamp_says_by_word_and_drawing_that_entries_wait(sit: Sit) -> None:
    page = sit()
    page.context.set_offline(True)
    rested_tap(page.locator(SETTLER))
    expect(page.get_by_role("button", name="Table menu. Offline, 1 waiting")).to_be_visible()
    expect(page.locator(".ledger .lamp.away use[href$='lighthouse-off']")).to_be_visible()
    expect(page.locator(".strip .tells")).to_have_text("Offline, 1 waiting")
    rested_tap(page.locator(".ledger .menu"))
    expect(page.get_by_role("dialog")).to_contain_text("1 entry still only on this phone")


def test_the_menu_opens_although_the_network_goes_while_the_thumb_is_down(sit: Sit) -> None:
    page = sit()
    page.locator(".ledger .menu").hover()
    page.mouse.down()
    page.context.set_offline(True)
    expect(page.get_by_role("button", name="Table menu. Offline")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_role("dialog", name="Menu. Offline")).to_be_visible()


def test_who_knocks_is_one_tap_from_the_answer_and_moves_no_key(sit: Sit, harbor: Server) -> None:
    page = sit()
    before = page.locator(SETTLER).bounding_box()
    opened = sit.tables[page]  # type: ignore[attr-defined]
    knock(page.context.request, harbor.url, opened, "Mara")
    asks = page.get_by_role("button", name="Mara knocks")
    expect(asks).to_be_visible()
    assert page.locator(SETTLER).bounding_box() == before
    rested_tap(page.locator(".ledger .menu"))
    expect(page.get_by_role("button", name="Phones")).to_contain_text("Mara knocks")
    page.keyboard.press("Escape")
    rested_tap(asks)
    expect(page.get_by_text("Mara wants to join")).to_be_visible()


def test_back_closes_the_question_and_records_nothing(sit: Sit) -> None:
    page = sit()
    rested_tap(page.locator(RED))
    expect(page.locator(".pad.asking")).to_be_visible()
    assert page.locator(".ledger .undo").inner_text().startswith("Back")
    rested_tap(page.get_by_role("button", name="Back without answering"))
    expect(page.locator(".pad.asking")).to_have_count(0)
    shows(page, 1)
    expect(page.get_by_role("button", name="Undo the last entry")).to_be_enabled()


def test_what_was_taken_back_is_said_and_comes_again_by_the_key_beside(sit: Sit) -> None:
    page = sit()
    rested_tap(page.locator(SETTLER))
    shows(page, 2)
    rested_tap(page.get_by_role("button", name="Undo the last entry"))
    shows(page, 3)
    expect(page.locator(".ledger .said b")).to_have_text("Undone: Settler")
    expect(page.locator(".ledger .ask")).to_have_count(0)
    rested_tap(page.get_by_role("button", name="Redo the last undo"))
    shows(page, 4)
    expect(page.locator(".ledger .said b")).to_have_text("Settler joins")
    expect(page.locator(".ledger .redo")).to_have_count(0)
    # Whatever is entered next ends it.
    rested_tap(page.get_by_role("button", name="Undo the last entry"))
    expect(page.locator(".ledger .redo")).to_be_visible()
    rested_tap(page.locator(SETTLER))
    expect(page.locator(".ledger .ask")).to_be_visible()


def test_in_german_undo_and_back_are_two_words(sit: Sit) -> None:
    page = sit(language="de")
    assert page.locator(".ledger .undo").inner_text().startswith("Rückgängig")
    rested_tap(page.locator(RED))
    expect(page.locator(".ledger .undo")).to_contain_text(re.compile("^Zurück"))


def test_nobody_else_is_said_only_where_it_ends_no_untouched_part_of_ones_own(sit: Sit) -> None:
    page = sit(TRADE)
    keys = page.locator(".quay .acts .a.pass")
    expect(keys).to_have_text(
        [
            re.compile("Pass *Ben takes nothing, then Cleo"),
            re.compile("Nobody takes *Ben and all others pass"),
        ]
    )
    rested_tap(page.locator(".cards.trade button:not(.no, .took)").first)
    expect(keys).to_have_text(
        [
            re.compile("Pass *Ben takes no more, then Cleo"),
            re.compile("Nobody else *Ben is done, all others pass"),
        ]
    )
    rested_tap(keys.first)
    expect(keys).to_have_text(
        [
            re.compile("Pass *Cleo takes nothing, then Dev"),
            re.compile("Nobody else *Cleo and all others pass"),
        ]
    )
    # One tap for a turn in which nobody takes anything more.
    rested_tap(keys.last)
    expect(page.locator(".pad")).to_be_visible()


def test_a_pressed_key_shows_its_numbers_above_the_thumb_and_what_letting_go_does(sit: Sit) -> None:
    page = sit(CALM.but(seats=WEAK), size=(360, 640))
    key, fan, now = page.locator('[data-opens="ship:blue"]'), page.locator(".fan"), page.locator(".fan .now")
    five = page.locator('.fan [data-pick="base.ship.blue.s5.c3"]')
    place = key.bounding_box()
    assert place is not None
    press(key)
    expect(now).to_contain_text("Flute: slide to its numbers")
    panel = fan.bounding_box()
    assert panel is not None
    assert panel["y"] >= 0
    assert panel["y"] + panel["height"] <= place["y"]
    assert panel["width"] > 340
    assert key.bounding_box() == place
    # A second one of its color, and nobody has a sword: only the engine knows.
    slide_to(five)
    expect(now).to_contain_text(re.compile("5 *3 *Let go: drawn *a second one: bust"))
    # Let go beside: nothing happens, and the keys are there again.
    slide_to(page.locator(".k.act"))
    expect(now).to_contain_text("Let go: nothing is drawn")
    lift(page)
    expect(fan).to_have_count(0)
    expect(page.locator(".pad.asking")).to_have_count(0)
    # Let go on the key: the numbers stay, above it, to be tapped; beside them they go.
    press(key)
    lift(page)
    expect(now).to_contain_text("Which Flute?")
    assert fan.bounding_box() == panel
    rested_tap(page.locator(".pad .veil"))
    expect(fan).to_have_count(0)
    shows(page, 1)
    # Let go on a value: drawn, in one gesture; the key's edge is nearest to the screen's.
    press(page.locator('[data-opens="ship:black"]'))
    slide_to(page.locator(".fan [data-pick]").last)
    expect(now).to_contain_text("4 colors: 2 cards")
    lift(page)
    shows(page, 2)
    press(page.locator(RED))
    lift(page)
    rested_tap(page.locator(PAIR))
    shows(page, 3)
    # A tap that takes its time still draws where only one card can be meant.
    page.locator(SETTLER).tap()
    shows(page, 4)
    # And one more key of several, a row further down: also above its own key.
    press(page.locator('[data-opens="person:sailor"]'))
    assert let_go(page.locator(".fan [data-pick]").first, (0, 0))
    shows(page, 5)
