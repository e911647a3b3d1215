"""A second tap on something that has changed under the finger, or that has just been used, does nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.services import Server

from .phone import Phone
from .screens import PAIR, RED
from .tables import CALM, TRADE, Opened, Recipe, open_table
from .touch import let_go, press

SETTLER, CAPTAIN = '[data-opens="person:settler"]', '[data-opens="person:captain"]'


# Presses are stamped with the moment they are meant to be at, so that a slow machine does not make a tap late.
STAMPED = """{
  const { get } = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp');
  Object.defineProperty(Event.prototype, 'timeStamp', { get() { return window.stamp ?? get.call(this); } });
}"""


@dataclass
class Finger:
    """Taps by the touch screen itself, each at a moment of its own choice."""

    page: Page
    clock: float = 0.0

    def middle(self, selector: str) -> tuple[float, float]:
        box = self.page.locator(selector).first.bounding_box()
        assert box is not None, selector
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def tap(self, at: tuple[float, float], after: float = 2.0) -> None:
        """`after`: seconds since the tap before it."""
        self.clock += after
        self.page.evaluate("(seconds) => { window.stamp = seconds * 1000; }", self.clock)
        self.page.touchscreen.tap(*at)


@dataclass
class Table:
    """A table on a phone, and what the server has of it."""

    phone: Phone
    opened: Opened
    finger: Finger

    @property
    def page(self) -> Page:
        return self.phone.page

    def shows(self, revision: int) -> None:
        self.page.wait_for_selector(f'main.table[data-revision="{revision}"]')

    def revision(self) -> int:
        return int(self.page.locator("main.table").get_attribute("data-revision") or -1)

    def entries(self) -> list[dict[str, Any]]:
        """What is entered and holds."""
        answer = self.page.request.get(
            f"{self.phone.url}/api/tables/{self.opened.code}/entries",
            headers={"Authorization": f"Bearer {self.opened.token}"},
        )
        return [line["entry"] for line in answer.json()["lines"] if line["holds"] and "entry" in line]

    def double_tap(self, selector: str, after: float = 0.11) -> None:
        """The second tap comes once the first one has changed the table: the finger cannot know that yet."""
        at, before = self.finger.middle(selector), self.revision()
        self.finger.tap(at)
        self.shows(before + 1)
        self.finger.tap(at, after)


Sit = Callable[[Recipe], Table]


@pytest.fixture
def sit(browser: Browser, harbor: Server) -> Iterator[Sit]:
    phones: list[Phone] = []

    def down(recipe: Recipe) -> Table:
        phone = Phone(browser, harbor.url)
        phones.append(phone)
        phone.page.add_init_script(STAMPED)
        opened = open_table(phone.context.request, harbor.url, recipe)
        phone.remember([opened])
        phone.page.goto(f"{harbor.url}/#/table/{opened.code}")
        phone.page.wait_for_selector("main.table .quay > :is(.pad, .acts)")
        return Table(phone, opened, Finger(phone.page))

    yield down
    for phone in phones:
        assert phone.uncaught == []
        phone.close()


def types(entries: list[dict[str, Any]]) -> list[str]:
    return [one["type"] for one in entries]


def test_a_double_tap_on_a_person_draws_one(sit: Sit) -> None:
    table = sit(CALM)
    table.double_tap(SETTLER)
    table.finger.tap(table.finger.middle(CAPTAIN))
    table.shows(3)
    assert types(table.entries()) == ["draw"] * 3
    assert [one["card"].get("type") for one in table.entries()] == ["sailor", "settler", "captain"]


def test_the_same_person_is_drawn_again_a_third_of_a_second_later(sit: Sit) -> None:
    table = sit(CALM)
    table.double_tap(SETTLER, after=0.34)
    table.shows(3)


def test_two_keys_side_by_side_are_tapped_as_fast_as_one_can(sit: Sit) -> None:
    table = sit(CALM)
    (left, y), (right, _) = table.finger.middle(SETTLER), table.finger.middle(CAPTAIN)
    edge = (left + right) / 2
    table.finger.tap((edge - 8, y))
    table.finger.tap((edge + 8, y), 0.1)
    table.shows(3)
    assert [one["card"]["type"] for one in table.entries()[1:]] == ["settler", "captain"]


def test_what_was_opened_before_the_last_tap_is_answered_stays_open(sit: Sit) -> None:
    table = sit(CALM)
    held: list[Route] = []
    table.page.route("**/entries", lambda route: held.append(route))
    table.finger.tap(table.finger.middle(SETTLER))
    table.finger.tap(table.finger.middle(RED))
    table.page.wait_for_selector(".pad.asking")
    held.pop().continue_()
    table.shows(2)
    table.page.unroute("**/entries")
    table.finger.tap(table.finger.middle(PAIR))
    table.shows(3)
    assert [one["card"].get("color") for one in table.entries()] == [None, None, "red"]


def test_a_double_tap_on_a_ship_with_one_value_left_draws_one(sit: Sit) -> None:
    table = sit(CALM)
    table.finger.tap(table.finger.middle(RED))
    table.page.wait_for_selector(".pad.asking")
    table.double_tap(PAIR)
    table.finger.tap(table.finger.middle(SETTLER))
    table.shows(3)
    assert [one["card"].get("type") for one in table.entries()] == ["sailor", None, "settler"]


def test_a_double_tap_on_a_card_takes_it_and_hires_nothing_for_the_next_player(sit: Sit) -> None:
    # Ben takes his second card, so that it is Cleo's part when the finger comes down again.
    table = sit(TRADE.but(played=(*TRADE.played, "take 0")))
    table.double_tap(".cards.trade button.card:not(.no, .took)")
    table.finger.tap(table.finger.middle(".a.pass"))
    table.shows(5)
    assert types(table.entries())[-3:] == ["take", "take", "pass"]


def test_a_double_tap_on_pass_passes_for_one_player(sit: Sit) -> None:
    table = sit(TRADE)
    table.double_tap(".a.pass")
    table.finger.tap(table.finger.middle(".a.pass"))
    table.shows(4)
    assert types(table.entries())[-2:] == ["pass", "pass"]
    assert table.page.locator(".player .name").nth(3).text_content() in table.page.title()


def test_a_double_tap_on_stop_takes_nothing_of_what_lies_there_then(sit: Sit) -> None:
    table = sit(CALM)
    table.double_tap(".k.act")
    table.finger.tap(table.finger.middle(".a.pass"))
    table.shows(3)
    assert types(table.entries()) == ["draw", "stop", "pass"]


def test_a_double_tap_on_undo_takes_back_one_entry(sit: Sit) -> None:
    table = sit(TRADE)
    table.double_tap(".ledger .undo")
    table.finger.tap(table.finger.middle(SETTLER))
    table.shows(4)
    assert types(table.entries()) == ["draw", "draw"]


def test_a_double_tap_on_a_card_that_cannot_be_hired_opens_what_it_says_and_stays_there(sit: Sit) -> None:
    table = sit(TRADE)
    at = table.finger.middle(".cards.trade .card.no")
    table.finger.tap(at)
    table.page.wait_for_selector("dialog .cite")
    table.finger.tap(at, 0.11)
    table.page.keyboard.press("Tab")
    assert table.page.locator("dialog .cite").count() == 1


def test_a_slide_is_no_scroll_that_the_next_tap_would_stop(sit: Sit) -> None:
    """Chromium took a tap soon after a quick slide for the one that ends a fling, and sent no click."""
    table = sit(CALM)
    table.page.evaluate(
        "() => { window.scrolls = []; addEventListener('touchmove', (event) => window.scrolls.push(!event.defaultPrevented)); }"
    )
    start = table.finger.middle(RED)
    press(table.page.locator(RED).first)
    assert let_go(table.page.locator(".pad [data-pick]").last, start)
    table.shows(2)
    moves = table.page.evaluate("() => window.scrolls")
    assert moves
    assert not any(moves)


def test_keys_are_pressed_as_fast_as_one_can(browser: Browser, harbor: Server) -> None:
    with Phone(browser, harbor.url, touch=False) as phone:
        opened = open_table(phone.context.request, harbor.url, CALM)
        phone.remember([opened])
        phone.page.goto(f"{harbor.url}/#/table/{opened.code}")
        phone.page.locator(SETTLER).focus()
        phone.page.keyboard.press("Enter")
        phone.page.keyboard.press("Enter")
        phone.page.wait_for_selector('main.table[data-revision="3"]')
