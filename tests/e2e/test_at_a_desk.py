"""At a desk, 1280 by 800: a game is kept by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services import Server

from .phone import Phone
from .screens import PAIR, RED
from .tables import CALM, TRADE, Recipe, Recording, open_table
from .test_accessibility import Keys, revision

DESK = {"width": 1280, "height": 800}
BLACK, SETTLER = '[data-opens="ship:black"]', '[data-opens="person:settler"]'
LONG = Recording("26-pegasus-4p", 190)
# Chips of the log wider than the half that they stand in.
FIVE = tuple(
    f"{name} of the northern islands"
    for name in ("Bartholomew", "Cleopatra", "Dorothea", "Emmanuel", "Frederica")
)
# How a key looks, whatever it says.
LOOKS = "(one) => { const { backgroundColor, boxShadow, color, opacity, transform } = getComputedStyle(one); return [backgroundColor, boxShadow, color, opacity, transform].join(); }"
SCROLLED = "([selector, side]) => document.querySelector(selector)[side] > 0"

Sit = Callable[..., Page]


@pytest.fixture
def sit(browser: Browser, harbor: Server) -> Iterator[Sit]:
    phones: list[Phone] = []

    def down(recipe: Recipe | Recording = CALM) -> Page:
        phone = Phone(browser, harbor.url, touch=False, size=DESK)
        phones.append(phone)
        opened = open_table(phone.context.request, harbor.url, recipe)
        phone.remember([opened])
        phone.page.goto(f"{harbor.url}/#/table/{opened.code}")
        phone.page.wait_for_selector("main.table .quay > :is(.pad, .acts)")
        phone.page.wait_for_selector(".stands .turn, .stands .show")
        return phone.page

    yield down
    for phone in phones:
        assert phone.uncaught == []
        phone.close()


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None, selector
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def slide(page: Page, key: str, *ways: str | tuple[float, float]) -> None:
    """Presses a key with the mouse, slides on, and lets go at the end."""
    x, y = middle(page, key)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 10, steps=3)
    page.wait_for_selector(".pad.asking")
    for way in ways:
        page.mouse.move(*(middle(page, way) if isinstance(way, str) else way), steps=4)
    page.mouse.up()


def wheel(page: Page, over: str, side: str = "scrollTop") -> None:
    page.locator(over).hover()
    page.mouse.wheel(0, 300)
    page.wait_for_function(SCROLLED, arg=[over, side])


def test_a_key_is_pressed_and_slid_from_by_mouse_and_nothing_stays_lit(sit: Sit) -> None:
    page = sit()
    looks = page.locator(BLACK).evaluate(LOOKS)
    settler = page.locator(SETTLER).evaluate(LOOKS)
    slide(page, RED, PAIR)
    page.wait_for_selector(revision(2))
    # Let go anywhere else, nothing is chosen.
    slide(page, BLACK, "[data-pick]", (20, 20))
    expect(page.locator(".pad.asking")).to_have_count(0)
    expect(page.locator(".press")).to_have_count(0)
    expect(page.locator(revision(2))).to_have_count(1)
    page.locator(SETTLER).click()
    page.wait_for_selector(revision(3))
    # The pointer rests where it clicked.
    assert page.locator(SETTLER).evaluate(LOOKS) == settler
    assert page.locator(BLACK).evaluate(LOOKS) == looks
    assert page.evaluate("getSelection().toString()") == ""


def test_the_other_mouse_button_and_the_menu_key_ask_what_a_long_press_asks(sit: Sit) -> None:
    page = sit()
    # One card only can be meant: a click would draw it.
    for by in ("mouse", "keyboard"):
        if by == "mouse":
            page.locator(SETTLER).click(button="right")
        else:
            page.locator(SETTLER).focus()
            page.keyboard.press("Shift+F10")
        page.wait_for_selector(".pad.asking [data-pick]")
        page.keyboard.press("Escape")
        expect(page.locator(".pad.asking")).to_have_count(0)
    page.wait_for_selector(revision(1))

    page = sit(TRADE)
    before = page.locator("main.table").get_attribute("data-revision")
    page.locator(".cards.trade button.card").first.click(button="right")
    page.wait_for_selector("dialog .cite")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("main.table")).to_have_attribute("data-revision", before or "")


def test_the_wheel_scrolls_what_scrolls_down_or_sideways(sit: Sit) -> None:
    page = sit(LONG)
    expect(page.locator(".stands .turn").last).to_be_in_viewport()
    # Older turns come above what is seen, which moves its figure: all of them are there.
    page.wait_for_selector(".stands .turn[data-round='1']", state="attached")
    page.locator(".stands .scroll").hover()
    before = page.evaluate("document.querySelector('.stands .scroll').scrollTop")
    page.mouse.wheel(0, -300)
    page.wait_for_function(
        "(before) => document.querySelector('.stands .scroll').scrollTop < before", arg=before
    )
    page.locator(".ledger .ask").click()
    # What stood there before scrolls too.
    page.wait_for_selector(".stands[data-side=rules] .asks a")
    wheel(page, ".stands .scroll")

    page = sit(Recipe(names=FIVE, played=("draw sailor.v2.p5", "stop", "rest")))
    wheel(page, ".stands .show", "scrollLeft")
    # The keys stay where they are.
    assert page.evaluate("scrollY") == 0


def test_the_keyboard_alone_records_a_turn_beside_a_long_log(sit: Sit) -> None:
    page = sit(LONG)
    keys = Keys(page)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="To the keys")).to_be_focused()
    expect(page.get_by_role("button", name="To the keys")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator(".cards.trade button").first).to_be_focused()
    at = int(page.locator("main.table").get_attribute("data-revision") or 0)
    keys.press(".cards.trade .card:not(.no)", revision(at + 1))
    keys.press(".a.pass:last-child", f"{revision(at + 2)} .pad")

    # The rows that a key opens are left by Escape, and the focus is where it was; so it is after a value was chosen.
    keys.press(RED, ".pad.asking .pair:focus")
    page.keyboard.press("Escape")
    expect(page.locator(RED)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector(".pad.asking .pair:focus")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(revision(at + 3))
    expect(page.locator(RED)).to_be_focused()
    # Arrows lead from key to key, and a letter from one that begins with it to the next.
    page.keyboard.press("ArrowRight")
    expect(page.locator(BLACK)).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    expect(page.locator(".k.act")).to_be_focused()
    page.keyboard.press("Control+j")
    page.keyboard.press("j")
    page.wait_for_function(
        'document.activeElement.matches(\'[data-opens="person:jack"], [data-opens="person:jester"]\')'
    )
    page.locator(".k.act").focus()
    page.keyboard.press("Shift+Tab")
    keys.press(".k.act", f"{revision(at + 4)} .cards.trade")

    page.get_by_role("radio", name="Log").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Rules")).to_be_focused()
    page.wait_for_selector(".stands[data-side=rules]")
    page.wait_for_selector(revision(at + 4))


def test_a_key_held_down_on_the_keyboard_draws_one_card(sit: Sit) -> None:
    page = sit()
    page.locator(RED).focus()
    page.keyboard.down("Enter")
    page.wait_for_selector(".pad.asking .pair:focus")
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.keyboard.press("Escape")
    expect(page.locator(".pad.asking")).to_have_count(0)
    page.wait_for_selector(revision(1))
