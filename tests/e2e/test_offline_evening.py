"""A whole evening without a network: open, play, end, look back, play again; all of it reaches the server later."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.engine.play import GAMES, entered_steps, recorded_game
from tests.services import Server

from . import phone_store
from .phone_by_itself import (
    LocalThumb,
    all_that_is_chosen,
    draw_person,
    first_visit,
    on_the_server,
    open_table,
    rules_are_here,
)
from .phone_engine import until
from .touch import SAVED, Step, play, rested_tap, tell_gestures

GAME = recorded_game(next(path for path in GAMES if path.name.startswith("02-pegasus-2p")))

# Writes down all that the connection's place has said, from the first moment of a page on.
LISTENS = """
window.said = [];
new MutationObserver(() => {
  const says = document.querySelector('header.strip .state')?.textContent;
  if (says && window.said.at(-1) !== says) window.said.push(says);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


def an_evening(page: Page, context: BrowserContext, url: str, steps: list[Step] | None) -> tuple[int, float]:
    """Opens a table, plays, looks back, plays again; returns the entries made and the gestures for a drawn card."""
    first_visit(page, url)
    rules_are_here(page, url)
    context.set_offline(True)

    code = open_table(page, GAME["players"])
    assert code.startswith("here-")
    thumb = LocalThumb(page, code, "")
    each = tell_gestures(thumb, "02-pegasus-2p", play(thumb, GAME, steps))
    made = len(phone_store.books(page)[code]["pending"])
    expect(page.locator("header.strip .state")).to_contain_text(f"Offline, {made} waiting")

    # The phone is shut in between; the log, and the next game of the same group.
    page.reload()
    if steps is None:
        rested_tap(page.locator(".quay .acts .a.go"))
        expect(page.locator("main.scores")).to_contain_text("wins", timeout=20_000)
    page.goto(f"{url}/#/table/{code}/log")
    expect(page.locator("main.log")).to_contain_text(GAME["players"][0], timeout=20_000)
    page.goto(f"{url}/#/")
    rested_tap(page.locator('a[href="#/new"]'))
    # What to take out of the box is told by the phone itself, and one tap still opens the table.
    with all_that_is_chosen(page) as sheet:
        expect(sheet.locator(".unpack .stp")).to_have_count(4)
    rested_tap(page.locator(".foot .a.go"))
    page.wait_for_selector("main.table .pad")
    again = page.url.rpartition("/")[2]
    assert again not in ("", code)
    draw_person(page, "jester", 1)

    context.set_offline(False)
    until(page, SAVED)
    wait_for_empty(page, code)
    kept = phone_store.books(page)
    exported = on_the_server(page, url, code)
    assert [line["entry_id"] for line in exported["lines"]] == [
        line["entry_id"] for line in kept[code]["document"]["lines"]
    ]
    assert len(exported["lines"]) == made
    assert kept[code]["pending"] == []
    return made, each


def test_an_evening_without_a_network_reaches_the_server_later(
    context: BrowserContext, page: Page, live_server: Server
) -> None:
    steps = entered_steps(GAME)[:18]
    made, _ = an_evening(page, context, live_server.url, steps)
    assert made > len(steps) / 2


@pytest.mark.soak
def test_a_whole_evening_without_a_network_reaches_the_server_later(
    context: BrowserContext, page: Page, live_server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    with capsys.disabled():
        made, each = an_evening(page, context, live_server.url, None)
    assert made > len(entered_steps(GAME)) / 2
    assert each <= 2.1, "a drawn card costs at most two gestures, one more only to decide on repelling"


# What no network has to do with is compared entry by entry in test_recorded_games_by_touch.py.
@pytest.mark.soak
@pytest.mark.parametrize(
    "name",
    [
        "01-bigbox-make_sail",
        "02-bigbox",
        "03-bigbox",
        "04-bigbox-jomc",
        "06-yucata-jomc",
        "07-bigbox-jomc-coop",
        "09-bigbox-jomc-solo",
        "10-bigbox",
    ],
)
def test_a_whole_game_with_each_module_is_played_without_a_network(
    name: str, context: BrowserContext, page: Page, live_server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    record = recorded_game(next(path for path in GAMES if path.name.startswith(name)))
    first_visit(page, live_server.url)
    rules_are_here(page, live_server.url)
    context.set_offline(True)
    code = open_table(page, record["players"], record["edition"], record["modules"])
    thumb = LocalThumb(page, code, "")
    drawn = play(thumb, record)
    with capsys.disabled():
        tell_gestures(thumb, f"{name}, without a network", drawn)
    view = thumb.view()
    assert (view["phase"], view["modules"]) == ("game_over", record["modules"])

    context.set_offline(False)
    until(page, SAVED)
    wait_for_empty(page, code)
    kept = [line["entry_id"] for line in phone_store.books(page)[code]["document"]["lines"]]
    assert [line["entry_id"] for line in on_the_server(page, live_server.url, code)["lines"]] == kept
    assert len(kept) == view["revision"]


def wait_for_empty(page: Page, code: str) -> None:
    """Waits until the server has everything of that table."""
    read = phone_store.READ.replace("async ([database, store]) =>", "async (database, store) =>")
    until(
        page,
        f"(await ({read})('harbormaster-books', 'pages')).every((one) => one.code !== '{code}' || (one.remote && one.pending.length === 0))",
    )


@pytest.mark.parametrize(
    "moment", [pytest.param("before the first entry", marks=pytest.mark.soak), "in mid-game"]
)
def test_a_table_of_the_servers_goes_on_when_the_network_goes(
    moment: str, context: BrowserContext, page: Page, live_server: Server
) -> None:
    page.goto(live_server.url)
    # Before the phone could open one by itself, for which a slow server would be reason enough.
    code = open_table(page, ["Ada", "Ben"])
    assert not code.startswith("here-")
    first_visit(page, live_server.url)
    rules_are_here(page, live_server.url)
    page.goto(f"{live_server.url}/#/table/{code}")
    page.wait_for_selector("main.table .pad")
    revision = 0
    if moment == "in mid-game":
        draw_person(page, "jester", 1)
        until(page, SAVED)
        revision = 1
    context.set_offline(True)
    draw_person(page, "admiral", revision + 1)
    expect(page.locator("header.strip .state")).to_contain_text("Offline, 1 waiting")
    page.reload()
    page.wait_for_selector(f'main.table[data-revision="{revision + 1}"]')
    rested_tap(page.locator(".pad .k.act"))
    page.wait_for_selector(f'main.table[data-revision="{revision + 2}"].trading')
    context.set_offline(False)
    until(page, SAVED)
    assert len(on_the_server(page, live_server.url, code)["lines"]) == revision + 2


def test_nothing_is_called_saved_after_a_reload_while_an_entry_waits(
    context: BrowserContext, page: Page, live_server: Server
) -> None:
    first_visit(page, live_server.url)
    rules_are_here(page, live_server.url)
    open_table(page, ["Ada", "Ben"])
    until(page, SAVED)
    context.set_offline(True)
    draw_person(page, "admiral", 1)
    page.add_init_script(LISTENS)
    page.reload()
    expect(page.locator("header.strip .state")).to_contain_text("Offline, 1 waiting")
    # The phone's engine is there: it answers the next tap.
    draw_person(page, "jester", 2)
    expect(page.locator("header.strip .state")).to_contain_text("Offline, 2 waiting")
    said = page.evaluate("window.said")
    assert said
    assert [one for one in said if "saved" in one] == []
    context.set_offline(False)
    until(page, SAVED)


def test_a_table_saved_to_a_file_is_opened_from_it_on_another_phone(
    context: BrowserContext, page: Page, live_server: Server
) -> None:
    first_visit(page, live_server.url)
    rules_are_here(page, live_server.url)
    context.set_offline(True)
    open_table(page, ["Ada", "Ben"])
    draw_person(page, "jester", 1)
    page.goto(f"{live_server.url}/#/settings")
    with page.expect_download() as saved:
        rested_tap(page.get_by_role("button", name="Save everything to a file"))
    expect(page.get_by_role("status")).to_contain_text("1 table saved to the file")
    assert context.browser is not None
    other = context.browser.new_context(has_touch=True, locale="en-GB")
    fresh = other.new_page()
    rules_are_here(fresh, live_server.url)
    fresh.goto(f"{live_server.url}/#/settings")
    fresh.locator('input[type="file"]').set_input_files(saved.value.path())
    expect(fresh.get_by_role("status")).to_contain_text("1 table opened")
    # Once more: it is known again, although nobody has looked at it yet.
    fresh.locator('input[type="file"]').set_input_files(saved.value.path())
    expect(fresh.get_by_role("link", name="Open the one already here")).to_be_visible()
    expect(fresh.get_by_role("status")).not_to_contain_text("opened")
    fresh.goto(f"{live_server.url}/#/")
    expect(fresh.locator("main.home .berth")).to_have_count(1)
    fresh.locator("main.home .berth").first.click()
    fresh.wait_for_selector('main.table[data-revision="1"]')
    until(fresh, SAVED)
    other.close()


def test_a_tap_in_one_tab_is_seen_in_the_other(
    context: BrowserContext, page: Page, live_server: Server
) -> None:
    first_visit(page, live_server.url)
    rules_are_here(page, live_server.url)
    open_table(page, ["Ada", "Ben"])
    other = context.new_page()
    rules_are_here(other, live_server.url)
    other.goto(page.url)
    context.set_offline(True)
    draw_person(page, "jester", 1)
    other.wait_for_selector('main.table[data-revision="1"]')
    draw_person(other, "admiral", 2)
    page.wait_for_selector('main.table[data-revision="2"]')
    context.set_offline(False)
    until(page, SAVED)
    until(other, SAVED)
