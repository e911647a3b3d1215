"""The browser takes the phone's storage away: no tap vanishes, and nothing is called saved that is not."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.services import Server

from . import phone_store
from .phone_by_itself import draw_person, on_the_server, open_table, rules_are_here
from .phone_engine import until
from .phones import NewPhone
from .touch import SAVED, rested_tap

STATE = ".ledger .menu .sr"

# What a browser may refuse, while `window.refuses` says so: from the first moment on where `REFUSED` is put before it.
STORAGE = """
for (const [what, of, method] of [['open', IDBFactory, 'open'], ['put', IDBObjectStore, 'put']]) {
  const real = of.prototype[method];
  of.prototype[method] = function (...given) {
    const name = (window.refuses ?? {})[what];
    if (!name) return real.apply(this, given);
    if (window.refuses.once) delete window.refuses[what];
    throw new DOMException('refused', name);
  };
}
"""


def refuses(page: Page, **what: str) -> None:
    page.evaluate("(what) => { window.refuses = what; }", what)


def clear(page: Page, url: str) -> None:
    """As a browser does that needs room, or a phone that puts a page to sleep: its databases are closed and gone."""
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "indexeddb"})
    session.detach()


@pytest.mark.parametrize("engine", [True, False], ids=["the phone answers", "the server answers"])
def test_a_tap_after_the_browser_has_closed_the_database_is_kept(
    new_phone: NewPhone, live_server: Server, engine: bool
) -> None:
    page = new_phone(engine=engine, shell=False)
    if engine:
        rules_are_here(page, live_server.url)
    else:
        page.goto(live_server.url)
    code = open_table(page, ["Ada", "Ben"])
    until(page, SAVED)
    clear(page, live_server.url)
    page.context.set_offline(True)
    rested_tap(page.locator('[data-opens="person:jester"]'))
    page.wait_for_selector('.pad.asking, main.table[data-revision="1"], .waits')
    if page.locator(".pad.asking").count():
        rested_tap(page.locator("[data-pick]").first)
    expect(page.locator("header.strip .state")).to_contain_text("Offline, 1 waiting")
    # The disk has it again: the page may be closed.
    assert len(phone_store.books(page)[code]["pending"]) == 1
    page.context.set_offline(False)
    page.wait_for_selector('main.table[data-revision="1"]')
    until(page, SAVED)
    assert len(on_the_server(page, live_server.url, code)["lines"]) == 1
    assert code in phone_store.tables(page)


@pytest.mark.parametrize("name", ["UnknownError", "QuotaExceededError"])
def test_a_tap_that_cannot_be_written_stays_on_the_screen_and_is_said(
    new_phone: NewPhone, live_server: Server, name: str
) -> None:
    page = new_phone(shell=False)
    page.add_init_script(STORAGE)
    rules_are_here(page, live_server.url)
    code = open_table(page, ["Ada", "Ben"])
    until(page, SAVED)
    refuses(page, put=name)
    page.context.set_offline(True)
    draw_person(page, "jester", 1)
    expect(page.locator("header.strip .state")).to_have_text("1 not saved")
    expect(page.locator(".ledger .said")).to_contain_text("on this page only")
    assert phone_store.books(page)[code]["pending"] == []
    # The server takes it; that the phone does not is said as long as it lasts.
    page.context.set_offline(False)
    says = "Phone full" if name == "QuotaExceededError" else "Phone isn’t saving"
    expect(page.locator("header.strip .state")).to_have_text(says)
    assert len(on_the_server(page, live_server.url, code)["lines"]) == 1
    refuses(page)
    until(page, SAVED)
    assert len(phone_store.books(page)[code]["document"]["lines"]) == 1


@pytest.mark.parametrize("engine", [True, False], ids=["the phone answers", "the server answers"])
def test_a_phone_that_may_keep_nothing_plays_by_the_server_and_says_so_on_every_screen(
    new_phone: NewPhone, live_server: Server, engine: bool
) -> None:
    page = new_phone(engine=engine, shell=False)
    page.add_init_script("window.refuses = { open: 'SecurityError' };" + STORAGE)
    note = page.locator(".not-kept")
    for address, says in (
        ("", "the server keeps it"),
        ("join", "You can join"),
        ("rules", "The rules work"),
        ("table/UNKNOWN", "can’t check right now"),
        ("new", "The server keeps the table"),
    ):
        page.goto(f"{live_server.url}/#/{address}")
        expect(note).to_contain_text("This phone saves nothing")
        expect(note).to_contain_text(says)
        expect(note.get_by_role("button", name="Try again")).to_be_enabled()
    if engine:
        rules_are_here(page, live_server.url)
    else:
        page.goto(f"{live_server.url}/#/")
    open_table(page, ["Ada", "Ben"])
    draw_person(page, "jester", 1)
    until(page, SAVED)
    # The next one of the same visit is known too, and so is the first.
    page.evaluate("location.hash = '#/'")
    rested_tap(page.locator("main.home .berth").first)
    page.wait_for_selector('main.table[data-revision="1"]')
    # Where it may keep something again, it does. What home asks for by itself has been refused by then.
    page.evaluate("location.hash = '#/'")
    page.wait_for_selector("main.home .berth")
    refuses(page)
    rested_tap(page.locator(".not-kept").get_by_role("button", name="Try again"))
    expect(note).to_have_count(0)
    assert len(phone_store.tables(page)) == 1


def test_a_database_that_fails_to_open_is_opened_by_the_next_try(
    new_phone: NewPhone, live_server: Server
) -> None:
    page = new_phone(engine=False)
    page.goto(live_server.url)
    open_table(page, ["Ada", "Ben"])
    until(page, SAVED)
    page.add_init_script("window.refuses = { open: 'UnknownError' };" + STORAGE)
    page.goto(f"{live_server.url}/#/new")
    page.reload()
    expect(page.locator(".not-kept")).to_be_visible()
    refuses(page)
    rested_tap(page.locator(".not-kept").get_by_role("button", name="Try again"))
    expect(page.locator(".not-kept")).to_have_count(0)
    expect(page.locator(".seatrow input").first).to_have_value("Ada")
