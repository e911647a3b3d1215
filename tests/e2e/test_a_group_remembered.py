"""What groups come back to: their name, who starts next, their evenings, and what they threw away by mistake."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.services import Server

from .phone import NO_ENGINE
from .phone_by_itself import first_visit, rules_are_here
from .tables import CALM, Opened, Recording, open_table
from .touch import remember_table, rested_tap

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "en-GB"}
GAME = Recording("26-pegasus-4p")
CREW = "Ada, Ben, Cleo, and Dan"
DAY = 86_400_000
FETCHED = """() => performance.getEntriesByType('resource')
  .some(({name, responseEnd}) => name.includes('/Chronicle-') && name.endsWith('.js') && responseEnd > 0)"""


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(**PHONE, service_workers="block")
    context.add_init_script(NO_ENGINE)
    yield context.new_page()
    context.close()


def played(page: Page, server: Server, days_ago: int = 1) -> Opened:
    opened = open_table(page.request, server.url, GAME)
    table = {"code": opened.code, "token": opened.token, "view": opened.view}
    remember_table(page, server.url, table, int(time.time() * 1000) - days_ago * DAY)
    return opened


def home(page: Page, server: Server) -> None:
    # Home looks at its tables when it comes up: it has to have been left before.
    page.goto(f"{server.url}/#/settings")
    page.wait_for_selector(".rules-here")
    page.goto(f"{server.url}/#/")
    page.wait_for_selector(".moored")


def managed(page: Page, row: Locator) -> Locator:
    rested_tap(row.locator(".flies"))
    page.wait_for_selector("dialog .mg")
    return page.locator("dialog .mg")


def names(page: Page, server: Server, opened: Opened) -> object:
    answer = page.request.get(
        f"{server.url}/api/tables/{opened.code}/members", headers={"Authorization": f"Bearer {opened.token}"}
    )
    return answer.json()["table_name"]


def test_a_group_plays_again_in_two_taps_and_whoever_sits_next_starts(phone: Page, harbor: Server) -> None:
    played(phone, harbor)
    home(phone, harbor)
    tile = phone.locator(".grp")
    expect(tile).to_contain_text(CREW)
    expect(tile).to_contain_text("yesterday, Ada won")
    expect(tile).to_contain_text("Ben starts")
    rested_tap(tile)
    expect(phone.locator(".st.on")).to_contain_text("Ben")
    rested_tap(phone.get_by_role("button", name="Open the table"))
    phone.wait_for_selector("main.table")
    expect(phone.locator(".strip h1")).to_contain_text("Ben")
    home(phone, harbor)
    # It is going on: it is continued, not played again.
    expect(phone.locator(".berth")).to_contain_text("Continue")
    expect(phone.locator(".grp")).to_have_count(0)


def test_the_same_group_again_is_dated_on_the_day_where_the_phone_is(
    browser: Browser, harbor: Server
) -> None:
    context = browser.new_context(**PHONE, service_workers="block", timezone_id="Pacific/Auckland")
    context.add_init_script(NO_ENGINE)
    page = context.new_page()
    opened = played(page, harbor)
    # In Greenwich it is Wednesday, the 25th.
    page.clock.set_fixed_time("2026-11-25T12:30:00Z")
    page.goto(f"{harbor.url}/#/table/{opened.code}/scores")
    rested_tap(page.get_by_role("button", name="Same group again"))
    page.wait_for_selector("main.table")
    home(page, harbor)
    expect(page.locator(".berth")).to_contain_text("Thursday table")
    page.goto(f"{harbor.url}/#/settings")
    with page.expect_download() as saved:
        rested_tap(page.get_by_role("button", name="Save everything to a file"))
    assert saved.value.suggested_filename == "harbormaster-2026-11-26.json"
    context.close()


def test_another_start_player_is_one_tap_on_a_seat_or_on_a_reason(phone: Page, harbor: Server) -> None:
    played(phone, harbor)
    home(phone, harbor)
    rested_tap(phone.locator(".grp"))
    rested_tap(phone.get_by_role("button", name="Last place"))
    expect(phone.locator(".st.on")).to_contain_text("Dan")
    rested_tap(phone.locator(".st", has_text="Cleo"))
    expect(phone.locator(".st.on")).to_contain_text("Cleo")
    rested_tap(phone.get_by_role("button", name="Change players"))
    phone.wait_for_selector("main.new-table .seatrow input")
    seats = phone.locator(".seatrow input").evaluate_all("(all) => all.map((one) => one.value)")
    assert [name for name in seats if name] == ["Ada", "Ben", "Cleo", "Dan"]


def test_a_group_gets_a_name_at_home_and_a_table_one_that_all_its_phones_see(
    phone: Page, harbor: Server
) -> None:
    opened = played(phone, harbor)
    home(phone, harbor)
    phone.locator(".grp").dispatch_event("contextmenu")
    rested_tap(phone.get_by_role("button", name="Rename"))
    phone.get_by_role("textbox", name="Name of the group").fill("  Thursday crew ")
    phone.keyboard.press("Enter")
    expect(phone.locator(".grp b")).to_have_text("Thursday crew")
    expect(phone.locator(".grp > span")).to_have_text(CREW)

    rested_tap(phone.get_by_role("link", name="Chronicle"))
    managed(phone, phone.locator(".evr"))
    rested_tap(phone.get_by_role("button", name="Rename"))
    phone.get_by_role("textbox", name="Name of the table").fill("The night of the jesters")
    rested_tap(phone.get_by_role("button", name="Done"))
    expect(phone.locator(".evr .mid > b")).to_have_text("The night of the jesters")
    for _ in range(100):
        if names(phone, harbor, opened) == "The night of the jesters":
            break
        phone.wait_for_function("() => new Promise((resolve) => requestAnimationFrame(() => resolve(true)))")
    assert names(phone, harbor, opened) == "The night of the jesters"
    phone.goto(f"{harbor.url}/#/table/{opened.code}")
    rested_tap(phone.locator(".ledger .menu"))
    expect(phone.locator(".kept-state p")).to_have_text("The night of the jesters; 368 entries")


def test_a_name_given_without_a_network_is_told_when_there_is_one(phone: Page, harbor: Server) -> None:
    opened = played(phone, harbor)
    phone.goto(f"{harbor.url}/#/chronicle")
    managed(phone, phone.locator(".evr"))
    phone.context.set_offline(True)
    rested_tap(phone.get_by_role("button", name="Rename"))
    phone.get_by_role("textbox", name="Name of the table").fill("Offline")
    rested_tap(phone.get_by_role("button", name="Done"))
    expect(phone.locator(".evr .mid > b")).to_have_text("Offline")
    assert names(phone, harbor, opened) is None
    with phone.expect_response(lambda answer: answer.request.method == "PATCH" and answer.ok):
        phone.context.set_offline(False)
    assert names(phone, harbor, opened) == "Offline"


def test_what_was_deleted_is_brought_back_where_it_was_and_from_the_chest(
    phone: Page, harbor: Server
) -> None:
    played(phone, harbor)
    phone.goto(f"{harbor.url}/#/chronicle")
    rested_tap(managed(phone, phone.locator(".evr")).filter(has_text="Delete"))
    gone = phone.locator(".gone")
    expect(gone).to_contain_text("30 days in the sea chest")
    rested_tap(gone.get_by_role("button", name="Undo"))
    expect(phone.locator(".placed")).to_contain_text("Ada 14")

    rested_tap(managed(phone, phone.locator(".evr")).filter(has_text="Delete"))
    phone.wait_for_selector(".gone")
    home(phone, harbor)
    expect(phone.locator(".grp")).to_have_count(0)
    phone.goto(f"{harbor.url}/#/chronicle")
    expect(phone.locator(".none")).to_contain_text("No game yet")
    rested_tap(phone.get_by_role("link", name="Archive"))
    rested_tap(phone.locator(".gone").get_by_role("button", name="Undo"))
    expect(phone.locator(".none")).to_contain_text("The sea chest is empty")
    home(phone, harbor)
    expect(phone.locator(".grp")).to_have_count(1)


def test_the_chronicle_tells_evenings_by_month_and_leads_to_each(phone: Page, harbor: Server) -> None:
    first, second = played(phone, harbor, 40), played(phone, harbor, 40)
    played(phone, harbor, 1)
    open_now = open_table(phone.request, harbor.url, CALM)
    remember_table(
        phone,
        harbor.url,
        {"code": open_now.code, "token": open_now.token, "view": open_now.view},
        int(time.time() * 1000),
    )
    phone.goto(f"{harbor.url}/#/chronicle")
    expect(phone.locator("header.top p")).to_have_text(re.compile(r"^3 games\s+on 2 evenings"))
    several = phone.get_by_role("button", name=re.compile("2 games"))
    rested_tap(several)
    within = phone.locator(".within .evr > a")
    expect(within).to_have_count(2)
    codes = {str(link.get_attribute("href")).split("/")[2] for link in within.all()}
    assert codes == {first.code, second.code}
    rested_tap(phone.locator(".filters .pill", has_text=CREW))
    rested_tap(phone.locator(".evr > a", has_text="14 to 14, by 13 coins to 9").first)
    phone.wait_for_selector("main.evening .facts")


def test_an_archived_game_is_out_of_sight_and_still_counts(phone: Page, harbor: Server) -> None:
    played(phone, harbor)
    phone.goto(f"{harbor.url}/#/chronicle")
    rested_tap(managed(phone, phone.locator(".evr")).filter(has_text="Archive"))
    expect(phone.locator(".evr")).to_have_count(0)
    expect(phone.locator("header.top p")).to_have_text(re.compile(r"^1 game\s+on 1 evening"))
    rested_tap(phone.get_by_role("link", name="Archive"))
    managed(phone, phone.locator(".evr"))
    rested_tap(phone.get_by_role("button", name="Restore from archive"))
    expect(phone.locator(".evr")).to_have_count(0)
    rested_tap(phone.get_by_role("link", name="Evenings"))
    expect(phone.locator(".evr")).to_have_count(1)


def test_a_player_over_all_evenings_is_what_the_games_came_to(phone: Page, harbor: Server) -> None:
    """The figures of the drawing that the evening's page was made after: twice the same game, and another."""
    played(phone, harbor, 40)
    played(phone, harbor, 1)
    phone.goto(f"{harbor.url}/#/chronicle/players")
    rows = phone.locator(".everybody li")
    expect(rows.first).to_contain_text("Ada")
    expect(rows.first).to_contain_text("won 2 of 2, 14.0 points on average")
    # Ada before Cleo by coins, Cleo before Ben, Ben before Dan: each twice.
    assert [row.locator("td").all_inner_texts() for row in phone.locator(".met tbody tr").all()] == [
        ["·", "2", "2", "2"],
        ["0", "·", "0", "2"],
        ["0", "2", "·", "2"],
        ["0", "0", "0", "·"],
    ]
    rested_tap(rows.filter(has_text="Cleo"))
    expect(phone.locator("h1")).to_have_text("Cleo")
    expect(phone.locator(".big b")).to_have_text(["0", "14.0", "5.0", "14"])
    assert phone.locator(".bars .figure").all_inner_texts() == ["14", "14"]
    assert phone.locator(".bars .place").all_inner_texts() == ["2.", "2."]
    unlucky = phone.locator(".honors li", has_text="Unluckiest")
    expect(unlucky).to_contain_text("2×")
    rested_tap(phone.locator(".bars a").last)
    phone.wait_for_selector("main.evening .facts")


def test_without_a_network_the_phone_looks_back_by_itself(page: Page, harbor: Server) -> None:
    first_visit(page, harbor.url)
    known = played(page, harbor)
    rules_are_here(page, harbor.url)
    page.goto(f"{harbor.url}/#/chronicle")
    expect(page.locator(".evr")).to_contain_text("by 13 coins to 9")
    managed(page, page.locator(".evr"))
    rested_tap(page.get_by_role("button", name="Rename"))
    field = page.get_by_role("textbox", name="Name of the table")
    field.fill("\u2800\u3164")
    rested_tap(page.get_by_role("button", name="Done"))
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#no-name")).to_contain_text("invisible characters")
    played(page, harbor, 40)
    page.context.set_offline(True)
    page.goto(f"{harbor.url}/#/chronicle/player/Ada")
    expect(page.locator(".big b").first).to_have_text("1")
    expect(page.get_by_role("status")).to_contain_text("One game couldn’t be read offline")
    page.goto(f"{harbor.url}/#/table/{known.code}/share")
    expect(page.locator(".frame img")).to_be_visible()
    rested_tap(page.get_by_role("button", name="A link to watch"))
    expect(page.get_by_role("status")).to_contain_text("on the right network?")


def test_a_screen_that_the_network_did_not_bring_says_what_to_do(phone: Page, harbor: Server) -> None:
    played(phone, harbor)
    phone.route("**/assets/Chronicle-*.js", lambda route: route.abort())
    home(phone, harbor)
    rested_tap(phone.get_by_role("link", name="Chronicle"))
    expect(phone.get_by_role("alert")).to_contain_text("No network")
    phone.unroute("**/assets/Chronicle-*.js")
    rested_tap(phone.get_by_role("button", name="Try again"))
    expect(phone.locator(".evr")).to_have_count(1)


def test_without_a_service_worker_every_screen_opens_in_flight_mode_once_the_phone_was_quiet(
    phone: Page, harbor: Server
) -> None:
    played(phone, harbor)
    home(phone, harbor)
    phone.wait_for_function(FETCHED)
    phone.context.set_offline(True)
    rested_tap(phone.get_by_role("link", name="Chronicle"))
    expect(phone.locator(".evr")).to_have_count(1)
