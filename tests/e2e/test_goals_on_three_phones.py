"""A whole game of contracts at one table of three phones: each player's turn is entered on the own phone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.engine.play import GAMES, entered_steps, recorded_game
from tests.services import Server

from .tables import Opened, come
from .touch import Thumb, play, remember_table

NAME = "04-bigbox-jomc-3p"
# A player's phone records for everybody once it was told to.
RECORDS = f"localStorage.setItem('harbormaster.settings', {json.dumps(json.dumps({'records': True}))})"


def seated(browser: Browser, url: str, opened: dict[str, Any], seat: int) -> tuple[BrowserContext, Page]:
    """The phone of that player, at the table: the keeper's has the first seat."""
    context = browser.new_context(
        base_url=url,
        viewport={"width": 390, "height": 844},
        is_mobile=True,
        has_touch=True,
        locale="en-GB",
        reduced_motion="reduce",
    )
    context.set_default_timeout(30_000)
    context.add_init_script(RECORDS)
    page = context.new_page()
    if seat:
        table = Opened(opened["code"], opened["token"], opened["view"])
        opened = {**opened, "token": come(page.request, url, table, f"player {seat}").token}
    remember_table(page, url, opened)
    page.goto(f"{url}/#/table/{opened['code']}")
    page.wait_for_selector("main[data-revision]")
    return context, page


@pytest.mark.soak
def test_a_whole_game_of_contracts_is_entered_by_three_players_on_their_own_phones(
    browser: Browser, live_server: Server
) -> None:
    record = recorded_game(next(path for path in GAMES if path.name.startswith(NAME)))
    body = {key: record[key] for key in ("edition", "modules", "options", "players")}
    server = browser.new_context(base_url=live_server.url)
    opened = server.request.post("/api/tables", data=body).json()
    phones = [seated(browser, live_server.url, opened, seat) for seat in range(3)]
    thumb = Thumb(phones[0][1], opened["code"], opened["token"])
    entered = [0, 0, 0]

    def goes_to_whose_turn_it_is() -> None:
        revision = thumb.page.locator("main[data-revision]").get_attribute("data-revision")
        # Whoever keeps the table lays the contracts out.
        seat = thumb.view()["active"] if thumb.page.locator(".ledger .menu").count() else 0
        entered[seat] += 1
        thumb.page = phones[seat][1]
        thumb.page.wait_for_selector(f'main[data-revision="{revision}"]')

    play(thumb, record, entered_steps(record), goes_to_whose_turn_it_is)
    assert thumb.view()["phase"] == "game_over"
    assert min(entered) > 20
    last = thumb.view()["revision"]
    for context, page in phones:
        page.wait_for_selector(f'main[data-revision="{last}"]')
        context.close()
    server.close()
