"""Whatever the oldest browsers that are meant lack has another way, and an older one is told so in one sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services import REPOSITORY, Server

from .phone import NO_ENGINE, Phone
from .screens import SCREENS
from .tables import CALM, open_table
from .touch import SAVED, rested_tap

# What came after the browsers of pwa/package.json, or is there in secure contexts alone.
NEWER = """for (const [home, ...names] of [
  [AbortSignal, 'any', 'timeout'], [Array, 'fromAsync'], [Array.prototype, 'toReversed', 'toSorted', 'toSpliced', 'with'],
  [Object, 'groupBy'], [Map, 'groupBy'], [Promise, 'try', 'withResolvers'], [URL, 'canParse', 'parse'],
  [Set.prototype, 'difference', 'intersection', 'isSubsetOf', 'isSupersetOf', 'symmetricDifference', 'union'],
  [String.prototype, 'isWellFormed', 'toWellFormed'], [Crypto.prototype, 'randomUUID', 'subtle'],
  [globalThis.Iterator?.prototype ?? {}, 'drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take', 'toArray'],
  [Navigator.prototype, 'canShare', 'clipboard', 'getBattery', 'locks', 'share', 'vibrate', 'wakeLock'],
  [ReadableStream.prototype, Symbol.asyncIterator, 'values'], [ReadableStream, 'from'],
  [Element.prototype, 'checkVisibility'], [HTMLElement.prototype, 'showPopover'], [Document.prototype, 'startViewTransition'],
  [window, 'CompressionStream', 'DecompressionStream', 'OffscreenCanvas', 'SharedWorker', 'requestIdleCallback', 'scheduler'],
]) for (const name of names) delete home[name];"""


@pytest.fixture
def phone(browser: Browser, live_server: Server) -> Iterator[Phone]:
    with Phone(browser, live_server.url, lent=False) as found:
        yield found
        assert found.uncaught == []


@pytest.mark.parametrize(
    "lacks", ["delete AbortSignal.timeout", NO_ENGINE, NEWER], ids=["a time limit", "an engine", "all of it"]
)
def test_an_old_browser_reaches_the_server_and_keeps_the_game(
    phone: Phone, live_server: Server, lacks: str
) -> None:
    phone.context.add_init_script(lacks)
    page = phone.page
    page.goto(f"{live_server.url}/#/new")
    for place, name in enumerate(("Ada", "Ben")):
        page.get_by_role("textbox").nth(place).fill(name)
    rested_tap(page.get_by_role("button", name="Open the table"))
    rested_tap(page.get_by_role("button", name="Settler", exact=True))
    page.wait_for_selector('main.table[data-revision="1"]')
    page.wait_for_function(SAVED)
    expect(page.locator("#too-old p:visible")).to_have_count(0)


def test_an_old_browser_hears_of_what_others_enter(phone: Phone) -> None:
    phone.context.add_init_script(NEWER)
    table = open_table(phone.context.request, phone.url, CALM)
    phone.remember([table])
    phone.page.goto(f"{phone.url}/#/table/{table.code}")
    phone.page.wait_for_selector("main.table .pad")
    shown = int(phone.page.locator("main.table").get_attribute("data-revision") or 0)
    phone.page.request.post(
        f"{phone.url}/api/tables/{table.code}/entries",
        headers={"Authorization": f"Bearer {table.token}"},
        data={"entry_id": "beside", "base_revision": shown, "entry": {"type": "coach", "on": True}},
    )
    phone.page.wait_for_selector(f'main.table[data-revision="{shown + 1}"]')


@pytest.mark.parametrize("screen", [one for one in SCREENS if one.each_time], ids=str)
def test_every_main_screen_comes_up_in_an_old_browser(phone: Phone, screen: object) -> None:
    phone.context.add_init_script(NEWER)
    phone.reach(screen)  # type: ignore[arg-type]


def test_what_is_built_has_no_word_that_an_old_browser_cannot_read() -> None:
    """One such sign, and nothing of the file is run."""
    built = [*(REPOSITORY / "pwa" / "dist" / "assets").glob("*.js"), REPOSITORY / "pwa" / "dist" / "sw.js"]
    assert len(built) > 20
    text = {file.name: file.read_text("utf-8") for file in built}
    beyond = re.compile(r"\(\?<[=!]|\bstatic\s*\{|\[\\p\{[^\]/]*--|/[dgimsuy]*v[dgimsuy]*\.test\(")
    assert [name for name, code in text.items() if beyond.search(code)] == []
    sheets = [file.read_text("utf-8") for file in (REPOSITORY / "pwa" / "dist" / "assets").glob("*.css")]
    assert [
        found for sheet in sheets for found in re.findall(r"[{;]&|color-mix\(|light-dark\(|oklch\(", sheet)
    ] == []


@pytest.mark.parametrize(
    ("lacks", "locale", "said"),
    [
        ("delete Array.prototype.at", "en-GB", "This browser is too old"),
        ("delete HTMLDialogElement.prototype.showModal", "de-AT", "Dieser Browser ist zu alt"),
        ("CSS.supports = (what) => !/dvh|has/.test(what)", "fr", "Ce navigateur est trop ancien"),
        ("CSS.supports = (what) => what !== 'container-type'", "pl-PL", "Ta przeglądarka jest za stara"),
        ("delete window.CSS", "xx", "This browser is too old"),
    ],
)
def test_a_browser_that_lacks_what_every_screen_needs_is_told_so_in_one_sentence(
    browser: Browser, live_server: Server, lacks: str, locale: str, said: str
) -> None:
    context = browser.new_context(base_url=live_server.url, locale=locale, service_workers="block")
    context.add_init_script(lacks)
    page = context.new_page()
    page.goto("/")
    told(page, said)
    context.close()


def test_a_browser_that_runs_no_module_is_told_so_too(browser: Browser, live_server: Server) -> None:
    context = browser.new_context(base_url=live_server.url, locale="nl-NL", service_workers="block")
    context.add_init_script("delete HTMLScriptElement.prototype.noModule")
    page = context.new_page()
    page.route("**/assets/*.js", lambda route: route.fulfill(body="?.", content_type="text/javascript"))
    page.goto("/")
    told(page, "Deze browser is te oud")
    context.close()


def told(page: Page, said: str) -> None:
    sentence = page.get_by_role("alert").filter(has_text=said)
    expect(sentence).to_be_visible()
    expect(page.locator("#too-old p:visible")).to_have_count(1)
    package = json.loads((REPOSITORY / "pwa" / "package.json").read_text("utf-8"))
    for oldest in package["browserslist"]:
        expect(sentence).to_contain_text(oldest.split(" >= ")[1])
