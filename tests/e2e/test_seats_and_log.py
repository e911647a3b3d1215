"""Seats in order by finger and by keyboard; the log read, a card corrected, turns taken back and brought back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.engine.play import GAMES, entered_steps, recorded_game
from tests.services import Server

from .touch import remember_table, rested_tap

PHONE: dict[str, Any] = {
    "viewport": {"width": 412, "height": 839},
    "is_mobile": True,
    "has_touch": True,
    "locale": "en-GB",
    "reduced_motion": "reduce",
}


@pytest.fixture
def phone(browser: Browser, live_server: Server) -> Any:
    context = browser.new_context(base_url=live_server.url, **PHONE)
    yield context.new_page()
    context.close()


def seated(page: Page) -> list[str]:
    return page.eval_on_selector_all(".seatrow input", "inputs => inputs.map((one) => one.value)")


def drag(page: Page, start: int, end: int) -> None:
    """A finger on one grip, let go on another once the row is where the finger is."""
    # While it is dragged its place is kept by a row that cannot be seen.
    names = page.locator(".seatrow input")
    name = names.nth(start).input_value()
    touch = page.context.new_cdp_session(page)
    page.locator(".grip").nth((start + end) // 2).evaluate(
        "(grip) => grip.scrollIntoView({ block: 'center' })"
    )
    one, other = (page.locator(".grip").nth(place).bounding_box() for place in (start, end))
    assert one
    assert other
    x, y = one["x"] + 20, one["y"] + 20
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(15):
        at = y + (other["y"] - one["y"]) * step / 14
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": at}]})
        page.wait_for_timeout(25)
    expect(names.nth(end)).to_have_value(name)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_seats_are_put_in_order_by_finger_by_keyboard_and_by_buttons(
    phone: Page, live_server: Server
) -> None:
    phone.goto(f"{live_server.url}/#/new")
    for place, name in enumerate(("Ada", "Ben")):
        phone.get_by_role("textbox").nth(place).fill(name)
    phone.get_by_role("textbox").nth(1).press("Enter")
    phone.keyboard.type("Cleo")
    assert seated(phone) == ["Ada", "Ben", "Cleo"]
    phone.locator(".grip").nth(0).focus()
    phone.keyboard.press("ArrowDown")
    expect(phone.get_by_role("button", name=re.compile("Move Ada"))).to_be_focused()
    assert seated(phone) == ["Ben", "Ada", "Cleo"]
    rested_tap(phone.locator(".grip").nth(2))
    rested_tap(phone.get_by_role("button", name="Cleo sits earlier"))
    assert seated(phone) == ["Ben", "Cleo", "Ada"]
    rested_tap(phone.locator(".grip").nth(1))
    # Its keys fold away, and the rows below them move.
    expect(phone.get_by_role("button", name="Cleo sits earlier")).to_have_count(0)
    drag(phone, 2, 0)
    expect(phone.get_by_role("textbox").nth(0)).to_have_value("Ada")
    assert seated(phone) == ["Ada", "Ben", "Cleo"]


def test_a_table_opens_with_a_seat_that_has_no_name_and_whoever_was_removed_can_be_put_back(
    phone: Page, live_server: Server
) -> None:
    phone.goto(f"{live_server.url}/#/new")
    rested_tap(phone.get_by_role("button", name="Add a player"))
    for width, height in ((360, 640), (390, 844)):
        phone.set_viewport_size({"width": width, "height": height})
        assert phone.locator(".scroll").evaluate("(page) => page.scrollHeight - page.clientHeight") == 0
    expect(phone.locator(".chosen")).to_contain_text("110 cards in the pile")
    # No keyboard covers the page before somebody wants to write.
    expect(phone.get_by_role("textbox").nth(2)).not_to_be_focused()
    for place, name in enumerate(("Ada", "Ben")):
        phone.get_by_role("textbox").nth(place).fill(name)
    phone.get_by_role("button", name="Remove Ben").focus()
    phone.keyboard.press("Enter")
    assert seated(phone) == ["Ada", ""]
    expect(phone.get_by_role("button", name="Put Ben back")).to_be_focused()
    phone.keyboard.press("Enter")
    assert seated(phone) == ["Ada", "Ben", ""]
    rested_tap(phone.get_by_role("button", name="Open the table"))
    expect(phone.locator(".player .name")).to_have_text(["Ada", "Ben", "Player 3"])
    # The next table knows who has a name, and offers one who left.
    phone.goto(f"{live_server.url}/#/new")
    expect(phone.get_by_role("textbox").nth(2)).to_have_attribute("placeholder", "Player 3")
    assert seated(phone) == ["Ada", "Ben", ""]
    rested_tap(phone.get_by_role("button", name="Remove Ben"))
    rested_tap(phone.locator(".known").get_by_role("button", name="Ben"))
    assert seated(phone) == ["Ada", "Ben"]


# How far the opened entry is from the upper edge of what scrolls, and how much of it lies below the lower one.
IN_SIGHT = """() => {
  const entry = document.querySelector('.entsel').getBoundingClientRect();
  const scroll = document.querySelector('.scroll');
  const box = scroll.scrollHeight > scroll.clientHeight + 1 ? scroll.getBoundingClientRect() : { top: 0, bottom: innerHeight };
  return { top: entry.top - box.top, bottom: entry.bottom - box.bottom };
}"""


def middle_of_a_game(page: Page, url: str) -> dict[str, Any]:
    record = recorded_game(next(path for path in GAMES if path.name.startswith("26-pegasus-4p")))
    body = {key: record[key] for key in ("edition", "modules", "options", "players")}
    opened = page.request.post(f"{url}/api/tables", data=body).json()
    head = {"Authorization": f"Bearer {opened['token']}"}
    for revision, (entry, _) in enumerate(list(entered_steps(record))[:60]):
        data = {"entry_id": f"e{revision}", "base_revision": revision, "entry": entry}
        answer = page.request.post(f"{url}/api/tables/{opened['code']}/entries", data=data, headers=head)
        assert answer.status == 201, answer.text()
    return opened


def test_the_log_takes_back_brings_back_and_corrects_with_the_consequences_first(
    phone: Page, live_server: Server
) -> None:
    opened = middle_of_a_game(phone, live_server.url)
    remember_table(phone, live_server.url, opened)
    phone.goto(f"{live_server.url}/#/table/{opened['code']}/log")
    expect(phone.get_by_text("60 entries")).to_be_visible()
    hire = phone.locator(".ent", has_text=" hires the ").last
    rested_tap(hire)
    chosen = phone.locator(".entsel")
    gone = chosen.get_by_text(re.compile("this and [0-9]+ later|only this entry"))
    expect(gone).to_be_visible()
    expect(chosen.locator(".cite").first).to_contain_text("Port Royal, rules of 2014")

    rested_tap(chosen.get_by_role("button", name="Correct it"))
    sheet = phone.get_by_role("dialog")
    rested_tap(sheet.get_by_role("button", name="Something else was done"))
    rested_tap(sheet.get_by_role("button", name=re.compile("passes$")).first)
    expect(sheet.get_by_role("heading", name="What changes")).to_be_visible()
    rested_tap(sheet.get_by_role("button", name="Back to the log"))
    expect(phone.get_by_text("60 entries")).to_be_visible()

    rested_tap(chosen.get_by_role("button", name="Undo back to here"))
    redo = phone.get_by_role("button", name=re.compile("^Redo one entry"))
    expect(redo).to_be_visible()
    expect(phone.get_by_text("60 entries")).to_have_count(0)
    # One step at a time: the figure says how many are left.
    while redo.count():
        left = int(re.search("([0-9]+) can be", redo.inner_text())[1])  # type: ignore[index]
        rested_tap(redo)
        if left == 1:
            expect(redo).to_have_count(0)
        else:
            expect(redo).to_contain_text(f"{left - 1} can be")
    expect(phone.get_by_text("60 entries")).to_be_visible()


def test_an_entry_that_is_opened_is_in_sight(phone: Page, live_server: Server) -> None:
    opened = middle_of_a_game(phone, live_server.url)
    remember_table(phone, live_server.url, opened)
    for width, height, size in ((412, 839, "100"), (360, 640, "100"), (320, 568, "100"), (360, 640, "200")):
        phone.set_viewport_size({"width": width, "height": height})
        phone.goto(f"{live_server.url}/#/")
        phone.goto(f"{live_server.url}/#/table/{opened['code']}/log")
        expect(phone.get_by_text("60 entries")).to_be_visible()
        phone.evaluate("(size) => { document.documentElement.dataset.size = size }", size)
        for entry in (
            phone.locator(".ent").last,
            phone.locator(".run button").last,
            phone.locator(".ent").nth(-3),
        ):
            rested_tap(entry)
            expect(phone.locator(".entsel")).to_have_count(1)
            # The whole of it, or its beginning where it is taller than what scrolls.
            place = phone.evaluate(IN_SIGHT)
            assert place["top"] >= -1, (width, size, place)
            assert place["bottom"] <= 1 or place["top"] <= 16, (width, size, place)
