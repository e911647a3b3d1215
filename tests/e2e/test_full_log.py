"""A table whose log is full: the phone says what to do, and once it is done the table plays on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.services import Server

from .phone_by_itself import draw_person, on_the_server, open_table, rules_are_here
from .phone_engine import until
from .phones import NewPhone
from .touch import SAVED, rested_tap


@pytest.mark.soak
def test_a_full_log_says_what_to_do_and_undo_makes_room(
    new_phone: NewPhone, start_server: Callable[..., Server]
) -> None:
    server = start_server(MAX_LOG_LINES="3")
    page = new_phone()
    page.goto(server.url)
    rules_are_here(page, server.url)
    code = open_table(page, ["Ada", "Ben"])
    for revision, kind in enumerate(("sailor", "pirate", "priest"), 1):
        draw_person(page, kind, revision)
    until(page, SAVED)
    rested_tap(page.locator('[data-opens="person:captain"]'))
    page.wait_for_selector(".pad.asking, .decide")
    if page.locator(".pad.asking").count():
        rested_tap(page.locator("[data-pick]").first)
    question = page.locator(".decide")
    expect(question).to_contain_text("Undo or remove")
    rested_tap(question.get_by_role("button").first)
    expect(question).to_have_count(0)
    rested_tap(page.locator(".tool.undo"))
    page.wait_for_selector('main.table[data-revision="4"]')
    until(page, SAVED)
    draw_person(page, "captain", 5)
    until(page, SAVED)
    assert len(on_the_server(page, server.url, code)["lines"]) == 5
