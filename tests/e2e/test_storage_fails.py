"""The browser takes the phone's storage away: no tap vanishes, and nothing is called saved that is not."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

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
