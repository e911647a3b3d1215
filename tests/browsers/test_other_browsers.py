"""Firefox and WebKit: a whole recorded game, an evening without a network, several phones at one table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from playwright.sync_api import Page

from tests.e2e import phone_store
from tests.e2e.phone_by_itself import CONTROLLED, LocalThumb, draw_person, on_the_server, open_table
from tests.e2e.phone_engine import until
from tests.e2e.phones import invite_link, records_for_all, shows
from tests.e2e.touch import SAVED, Thumb, play, remember_table, rested_tap, tell_gestures
from tests.engine.play import GAMES, entered_steps, recorded_game
from tests.services import Missing, Server

from . import windows
from .glass import Glass

# Mozilla's driver warns about itself.
pytestmark = [
    pytest.mark.browsers,
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning"),
]

GAME = recorded_game(next(path for path in GAMES if path.name.startswith("02-pegasus-2p")))
RULES_HERE = "document.body.textContent.includes('The rules are on this phone')"


@pytest.fixture(params=["firefox", "webkit"])
def driver(request: pytest.FixtureRequest) -> Iterator[Any]:
    try:
        with getattr(windows, request.param)() as window:
            yield window
    except Missing as missing:
        # Never skipped: a run without the browser would claim what it has not tried.
        pytest.fail(str(missing), pytrace=False)


@pytest.fixture
def server(start_server: Callable[..., Server]) -> Server:
    return start_server(RATE_LIMITS="off")


@pytest.fixture
def page(driver: Any, server: Server) -> Iterator[Page]:
    """It quacks like Playwright's; an exception that nobody caught in it fails the test."""
    glass = Glass(driver, server.url)
    yield cast("Page", glass)
    assert glass.uncaught() == ""


def test_a_whole_recorded_game_is_kept_by_thumb_and_every_figure_is_right(
    page: Page, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    body = {key: GAME[key] for key in ("edition", "modules", "options", "players")}
    opened = page.request.post(f"{server.url}/api/tables", data=body).json()
    remember_table(page, server.url, opened)
    page.goto(f"{server.url}/#/table/{opened['code']}")
    thumb = Thumb(page, opened["code"], opened["token"])
    drawn = play(thumb, GAME)
    assert thumb.view()["phase"] == "game_over"
    with capsys.disabled():
        assert tell_gestures(thumb, "02-pegasus-2p", drawn) <= 2.1


def test_an_evening_without_the_server_reaches_it_later(page: Page, server: Server) -> None:
    page.goto(server.url)
    until(page, CONTROLLED)
    page.goto(f"{server.url}/#/settings")
    until(page, RULES_HERE)
    server.kill()

    page.goto(f"{server.url}/#/")
    code = open_table(page, GAME["players"])
    assert code.startswith("here-")
    thumb = LocalThumb(page, code, "")
    steps = entered_steps(GAME)[:30]
    play(thumb, GAME, steps)
    made = len(phone_store.books(page)[code]["pending"])
    assert made > len(steps) / 2
    # The app is shut in between.
    page.reload()
    page.wait_for_selector("main.table .pad, main.table .acts")
    page.goto(f"{server.url}/#/table/{code}/log")
    page.wait_for_selector("main.log .turn")
    page.goto(f"{server.url}/#/table/{code}")

    server.start()
    until(page, SAVED)
    exported = on_the_server(page, server.url, code)
    assert len(exported["lines"]) == made
    assert phone_store.books(page)[code]["pending"] == []


def test_two_phones_share_a_table_and_see_what_the_other_enters(
    page: Page, server: Server, new_phone: Callable[..., Page]
) -> None:
    ada = new_phone(engine=False)
    ada.goto(server.url)
    open_table(ada, ["Ada", "Ben"])
    until(ada, SAVED)
    page.goto(invite_link(ada, server.url))
    rested_tap(page.get_by_role("button", name="Ben"))
    records_for_all(page)
    draw_person(ada, "jester", 1)
    shows(page, 1)
    draw_person(page, "admiral", 2)
    shows(ada, 2)
    assert "Admiral" in page.locator("section.harbor").inner_text()
    ada.locator(".ledger .undo").tap()
    shows(page, 3)
    assert "Admiral" not in page.locator("section.harbor").inner_text()
