"""Whole recorded games on a phone's screen, by thumb only, with the table compared after every entry."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.engine.play import GAMES, recorded_game
from tests.gestures import gestures
from tests.services import Server

from .touch import Thumb, play, remember_table, tell_gestures

PLAYED = {
    "01-bigbox-make_sail-3p": {"width": 390, "height": 844},
    "02-bigbox-make_sail_mix-gambler-3p": {"width": 360, "height": 640},
    "02-pegasus-2p": {"width": 360, "height": 640},
    "03-bigbox-jomc_cards-4p": {"width": 390, "height": 844},
    "04-bigbox-jomc-3p": {"width": 390, "height": 844},
    "05-bigbox-jomc-5p": {"width": 390, "height": 844},
    "06-yucata-jomc-4p": {"width": 360, "height": 640},
    "07-bigbox-jomc-coop-2p": {"width": 390, "height": 844},
    "08-bigbox-jomc-coop-4p": {"width": 390, "height": 844},
    "09-bigbox-jomc-solo-1p": {"width": 360, "height": 640},
    # Four new kinds of persons: more than the sixth column holds.
    "10-bigbox-jomc_cards-gambler-5p": {"width": 390, "height": 844},
    "28-sjg-4p": {"width": 412, "height": 839},
    "44-yucata-5p": {"width": 412, "height": 839},
}


# 02-pegasus-2p is played without a network in `make test` (test_offline_evening.py).
@pytest.mark.soak
@pytest.mark.parametrize("name", PLAYED)
def test_a_whole_game_is_kept_by_thumb_and_every_figure_is_right(
    name: str, browser: Browser, live_server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    record = recorded_game(next(path for path in GAMES if path.name.startswith(name)))
    context = browser.new_context(
        base_url=live_server.url,
        viewport=PLAYED[name],
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
        locale="en-GB",
        reduced_motion="reduce",
    )
    page = context.new_page()
    uncaught: list[str] = []
    page.on("pageerror", lambda error: uncaught.append(str(error)))
    body = {key: record[key] for key in ("edition", "modules", "options", "players")}
    opened = page.request.post(f"{live_server.url}/api/tables", data=body).json()
    remember_table(page, live_server.url, opened)
    page.goto(f"{live_server.url}/#/table/{opened['code']}")
    thumb = Thumb(page, opened["code"], opened["token"], slides=True)
    drawn = play(thumb, record)
    assert page.locator("main.table").get_attribute("data-revision") == str(thumb.view()["revision"])
    assert thumb.view()["phase"] == "game_over"
    assert uncaught == []
    context.close()
    with capsys.disabled():
        each = tell_gestures(thumb, name, drawn)
    assert each <= 1.1, "a drawn card costs one gesture, one more only to decide on repelling"
    counted = gestures(record)
    assert {what: thumb.gestures.get(what, 0) for what in counted.gestures} == counted.gestures
    if not counted.goals:
        assert thumb.taps == counted.taps.total()
