"""The keeper on a tablet: the phone's keys unchanged at the right hand, log, rules, coins, scores and displays beside them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services import Server

from .layout import contrasts
from .phone import Phone
from .tables import Opened, Recording, open_table
from .test_accessibility import AXE, BUT_CONTRASTS, axe_finds
from .touch import rested_tap

TABLET, UPRIGHT, PHONE = (1280, 800), (800, 1280), (412, 839)
PLAYED = Recording("26-pegasus-4p", 190)
SIDES = ("Log", "Rules", "Coins", "Scores", "Displays")
KEYS = """() => ['.helm', '.harbor', '.quay'].map((one) => {
  const { left, top, right, bottom } = document.querySelector(one).getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
})"""
# What hangs out of its half, or lies over the other one.
OVER = """() => {
  const edge = document.querySelector('.helm').getBoundingClientRect().left;
  return [...document.querySelectorAll('.sky *, dialog *')].filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > edge + 1).map((one) => one.className);
}"""


# A figure stands in the middle of its coin or shield.
BESIDE_ITS_DRAWING = """() => {
  const middle = (one) => { const { left, right } = one.getBoundingClientRect(); return (left + right) / 2; };
  return [...document.querySelectorAll('.stands :is(.coin, .vp)')].filter((one) => Math.abs(middle(one) - middle(one.querySelector('b'))) > 2).map((one) => one.parentElement.textContent);
}"""


@pytest.fixture
def keeper(browser: Browser, harbor: Server) -> Iterator[tuple[Phone, Opened]]:
    with Phone(browser, harbor.url) as phone:
        opened = open_table(phone.context.request, harbor.url, PLAYED)
        phone.remember([opened])
        phone.page.goto(f"{harbor.url}/#/table/{opened.code}")
        phone.page.wait_for_selector("main.table")
        phone.turn(*TABLET)
        phone.page.wait_for_selector(".stands .turn")
        yield phone, opened
        assert phone.uncaught == []


def side(page: Page, name: str) -> None:
    rested_tap(page.get_by_role("radio", name=name))
    page.wait_for_selector(f".stands[data-side={name.lower()}] > *")


def test_the_keys_stay_where_they_are_whatever_stands_beside_them(keeper: tuple[Phone, Opened]) -> None:
    phone, _ = keeper
    page = phone.page
    keys = page.evaluate(KEYS)
    address, title = page.url, page.title()
    page.evaluate(AXE.read_text())
    for name in SIDES:
        side(page, name)
        assert page.evaluate(KEYS) == keys
        assert page.evaluate(OVER) == []
        assert page.evaluate(BESIDE_ITS_DRAWING) == []
        assert axe_finds(page, BUT_CONTRASTS) == []
        assert contrasts(phone, ("night", "day")) == []
    rested_tap(page.locator(".ledger .menu"))
    page.wait_for_selector("dialog nav")
    assert page.evaluate(KEYS) == keys
    assert page.evaluate(OVER) == []
    page.keyboard.press("Escape")
    assert (page.url, page.title()) == (address, title)


def test_the_left_hand_has_the_keys_at_the_left_as_wide_as_the_right_hand(
    keeper: tuple[Phone, Opened],
) -> None:
    phone, opened = keeper
    page = phone.page
    width = page.locator(".quay").bounding_box()["width"]  # type: ignore[index]
    page.goto(f"{phone.url}/#/settings")
    rested_tap(page.get_by_role("switch", name="Left-handed"))
    page.goto(f"{phone.url}/#/table/{opened.code}")
    page.wait_for_selector(".stands .turn")
    box = page.locator(".quay").bounding_box()
    assert box is not None
    assert (box["x"], box["width"]) == (0, width)
    rested_tap(page.locator(".ledger .menu"))
    sheet = page.locator("dialog[open]").bounding_box()
    assert sheet is not None
    assert sheet["x"] >= width


def test_what_is_recorded_at_the_right_is_in_the_log_at_the_left(keeper: tuple[Phone, Opened]) -> None:
    phone, _ = keeper
    page = phone.page
    rested_tap(page.locator(".acts .pass").first)
    # Whoever records passes for Ada; nobody scrolls for it.
    entry = page.locator(".stands .turn").last
    expect(entry).to_contain_text("Ada passes")
    expect(entry.locator(".passes, .ent").last).to_be_in_viewport()
    rested_tap(page.locator(".ledger .undo"))
    expect(page.locator(".stands .turn").last).not_to_contain_text("Ada passes")


def test_a_way_to_the_log_or_the_rules_turns_what_stands_beside_and_leaves_the_keys(
    keeper: tuple[Phone, Opened],
) -> None:
    phone, _ = keeper
    page = phone.page
    address = page.url
    rested_tap(page.locator(".ledger .ask"))
    page.wait_for_selector(".stands[data-side=rules] .asks a")
    question = page.locator(".stands .asks a b").first.inner_text()
    rested_tap(page.locator(".stands .asks a").first)
    expect(page.locator(".stands .answer")).to_contain_text(question)
    rested_tap(page.locator(".stands .seek .back"))
    expect(page.locator(".stands .answer")).to_have_count(0)
    side(page, "Coins")
    rested_tap(page.locator(".purses .acc").first.locator("a").first)
    expect(page.locator(".stands[data-side=log] .entsel")).to_be_in_viewport()
    rested_tap(page.locator(".stands .entsel .acts .a").last)
    page.wait_for_selector("dialog .choices")
    assert page.evaluate(OVER) == []
    page.keyboard.press("Escape")
    assert page.url == address


def test_by_keyboard_and_upright_it_is_the_same_table(keeper: tuple[Phone, Opened]) -> None:
    phone, _ = keeper
    page = phone.page
    page.get_by_role("radio", name="Log").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="Displays")).to_be_focused()
    page.wait_for_selector(".owns .mt")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".stands[data-side=log]")).to_be_visible()
    for size in (UPRIGHT, PHONE):
        phone.turn(*size)
        expect(page.locator(".beside-keys")).to_have_count(0)
        expect(page.locator(".quay .acts .pass").first).to_be_visible()
    phone.turn(*TABLET)
    page.wait_for_selector(".stands .turn")
