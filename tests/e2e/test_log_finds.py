"""The log to find things in: by round, by what is marked, by player; and a table that comes back from a file."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, expect

from tests.services import Server

from .phone import NO_ENGINE
from .screens import START
from .tables import Opened, Recording, open_table
from .test_seats_and_log import IN_SIGHT, PHONE
from .touch import remember_table, rested_tap

GAME = Recording("26-pegasus-4p", 120)
JESTER = "base.person.jester.v1.p5"


@pytest.fixture
def phone(browser: Browser) -> Any:
    context = browser.new_context(**PHONE)
    context.add_init_script(NO_ENGINE)
    yield context.new_page()
    context.close()


def log_of(page: Page, url: str, recipe: Any) -> Opened:
    opened = open_table(page.request, url, recipe)
    remember_table(page, url, {"code": opened.code, "token": opened.token, "view": opened.view})
    page.goto(f"{url}/#/table/{opened.code}/log")
    page.wait_for_selector(".turn")
    return opened


def in_sight(page: Page) -> None:
    # Turns beside it take their true height within a few frames.
    with suppress(TimeoutError):
        page.wait_for_function(
            f"() => {{ const {{ top, bottom }} = ({IN_SIGHT})(); return top >= -1 && (bottom <= 1 || top <= 16); }}",
            timeout=5000,
        )
    place = page.evaluate(IN_SIGHT)
    assert place["top"] >= -1, place
    assert place["bottom"] <= 1 or place["top"] <= 16, place


def test_the_rail_leads_to_a_round_by_a_tap_by_sliding_and_by_keys(phone: Page, live_server: Server) -> None:
    log_of(phone, live_server.url, GAME)
    rail = phone.get_by_role("slider", name="Round")
    # The newest round lies under the thumb.
    expect(rail).to_have_attribute("aria-valuenow", "5")
    box = rail.bounding_box()
    assert box
    assert box["height"] >= 48

    def first_round() -> str:
        return phone.evaluate(
            """() => { const top = document.querySelector('.scroll').getBoundingClientRect().top + 4;
            return [...document.querySelectorAll('.turn')].find((one) => one.getBoundingClientRect().bottom > top).dataset.round; }"""
        )

    y = box["y"] + box["height"] / 2
    phone.touchscreen.tap(box["x"] + box["width"] * 0.3, y)
    expect(rail).to_have_attribute("aria-valuenow", "2")
    phone.wait_for_function(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
    )
    assert first_round() == "2"
    phone.mouse.move(box["x"] + box["width"] * 0.1, y)
    phone.mouse.down()
    phone.mouse.move(box["x"] + box["width"] * 0.7, y, steps=6)
    phone.mouse.up()
    expect(rail).to_have_attribute("aria-valuetext", "Round 4, 3 busts")
    rail.focus()
    phone.keyboard.press("Home")
    expect(rail).to_have_attribute("aria-valuetext", "Round 1, 1 bust")
    phone.keyboard.press("ArrowRight")
    expect(rail).to_have_attribute("aria-valuenow", "2")


def test_the_entry_that_is_open_stays_in_sight_while_the_log_grows_is_corrected_and_other_chips_are_chosen(
    phone: Page, live_server: Server
) -> None:
    opened = log_of(phone, live_server.url, GAME)
    rested_tap(phone.locator(".ent", has_text=" hires the ").nth(-3))
    expect(phone.locator(".entsel")).to_have_count(1)
    chosen = phone.locator(".entsel").get_attribute("data-revision")
    in_sight(phone)
    for chip in ("Ada", "Ben", "All"):
        rested_tap(phone.locator(".show button", has_text=chip))
        expect(phone.locator(".entsel")).to_have_attribute("data-revision", str(chosen))
        in_sight(phone)
    draw = {"type": "draw", "card": JESTER}
    head = {"Authorization": f"Bearer {opened.token}"}
    address = f"{live_server.url}/api/tables/{opened.code}"
    body = {"entry_id": "more", "base_revision": 120, "entry": draw}
    assert phone.request.post(f"{address}/entries", data=body, headers=head).status == 201
    expect(phone.get_by_text("121 entries")).to_be_visible()
    in_sight(phone)
    # Something above it is taken out.
    gone = {"entry_id": "gone", "base_revision": 121, "correction": {"type": "remove", "revision": 2}}
    assert phone.request.post(f"{address}/corrections", data=gone, headers=head).status == 201
    expect(phone.get_by_text("120 entries")).to_be_visible()
    expect(phone.locator(".entsel")).to_have_attribute("data-revision", str(chosen))
    in_sight(phone)


def test_what_is_marked_leads_to_its_cause_and_is_right_so_by_one_tap_and_one_undo(
    phone: Page, live_server: Server
) -> None:
    played = START.but(played=("draw sailor.v1.p3", "draw red.s3.c2", "stop", "take 0"))
    opened = log_of(phone, live_server.url, played)
    head = {"Authorization": f"Bearer {opened.token}"}
    address = f"{live_server.url}/api/tables/{opened.code}"
    change = {"type": "change", "revision": 1, "entry": {"type": "draw", "card": JESTER}}
    body = {"entry_id": "c", "base_revision": 4, "correction": change}
    assert phone.request.post(f"{address}/corrections", data=body, headers=head).status == 201
    chip = phone.get_by_role("button", name="Marked 1")
    rested_tap(chip)
    # What was and what is, by which phone, and what it did.
    swap = phone.locator(".swap")
    expect(swap).to_contain_text("on the keeper’s phone; 1 later entry is marked since")
    expect(swap.locator(".old, .nu")).to_have_count(2)
    rested_tap(phone.locator(".ent:has(.anyway)"))
    in_sight(phone)
    rested_tap(phone.get_by_role("button", name="because of the correction in round 1"))
    expect(phone.locator(".entsel")).to_have_attribute("data-revision", "1")
    rested_tap(phone.locator(".ent:has(.anyway)"))
    rested_tap(phone.get_by_role("button", name="That’s right"))
    # The flag is gone, the entry stays open, and it says who said so.
    expect(phone.get_by_text("The table says it’s right")).to_be_visible()
    expect(phone.locator(".entsel")).to_have_attribute("data-revision", "4")
    expect(phone.get_by_role("button", name="Marked 0")).to_be_visible()
    lines = phone.request.get(f"{address}/entries", headers=head).json()["lines"]
    assert (lines[-1]["correction"], lines[3]["accepted"]) == ({"type": "accept", "revision": 4}, 6)
    undo = {"entry_id": "u", "base_revision": 6, "correction": {"type": "undo"}}
    assert phone.request.post(f"{address}/corrections", data=undo, headers=head).status == 201
    expect(phone.get_by_role("button", name="Marked 1")).to_be_visible()
    rested_tap(phone.get_by_role("button", name="It was different"))
    expect(phone.get_by_role("dialog").get_by_text("What really happened?")).to_be_visible()


def test_a_table_goes_to_a_file_and_comes_back_with_its_dates_and_is_recognised(
    browser: Browser, live_server: Server, tmp_path: Path
) -> None:
    context = browser.new_context(**PHONE)
    page = context.new_page()
    opened = log_of(page, live_server.url, Recording("26-pegasus-4p", 12))
    head = {"Authorization": f"Bearer {opened.token}"}
    exported = page.request.get(f"{live_server.url}/api/tables/{opened.code}/export", headers=head).json()
    page.goto(f"{live_server.url}/#/settings")
    page.get_by_text("The rules are on this phone").wait_for(timeout=60_000)

    def choose(name: str, document: object) -> None:
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(document))
        page.get_by_label("Open a saved file").set_input_files(file)

    late = {**exported, "lines": [*exported["lines"][:4], {**exported["lines"][4], "at": 946_080_000_000}]}
    choose("late", {**late, "lines": [{**late["lines"][0], "entry_id": "other"}, *late["lines"][1:]]})
    wrong = page.get_by_role("alert")
    expect(wrong).to_have_text("Table 1 in the file: line 5 is wrong: “at” isn’t valid there")
    # The table itself has been seen by this phone's engine once it is opened there.
    page.goto(f"{live_server.url}/#/table/{opened.code}/log")
    page.wait_for_selector(".turn")
    page.goto(f"{live_server.url}/#/settings")
    choose("same", exported)
    known = page.get_by_role("link", name="Open the one already here")
    expect(known).to_have_attribute("href", f"#/table/{opened.code}")
    rested_tap(page.get_by_role("button", name="Import it as a new table"))
    expect(page.get_by_text("1 table opened")).to_be_visible(timeout=20_000)
    page.goto(f"{live_server.url}/#/")
    berth = page.locator(".berth a, a.berth").first
    code = re.search(r"table/([^/]+)", str(berth.get_attribute("href")))
    assert code
    assert code[1] != opened.code
    rested_tap(berth)
    page.goto(f"{live_server.url}/#/table/{code[1]}/log")
    # Its evening, not today's.
    expect(page.locator(".ent time").first).to_have_attribute("datetime", re.compile("^2026-09-21T23:4"))
    context.close()
