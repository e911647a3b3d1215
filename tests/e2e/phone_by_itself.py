"""A phone that has been here before and answers by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, expect

from . import phone_store
from .phone_engine import bundle, until
from .phones import NewPhone
from .touch import Thumb, rested_tap

CONTROLLED = "navigator.serviceWorker.controller?.state === 'activated'"
ENGINE_FILES = "(await (await caches.open('harbormaster-engine')).keys()).length"
BOXES = {"pegasus": "Pegasus", "sjg": "Steve Jackson", "yucata": "Yucata", "bigbox": "Big Box"}
GAMES = {"make_sail": "Make Sail!", "adventure_begins": "Adventure"}
MIXED = {
    "gambler": "Gambler",
    "jomc_cards": "new cards",
    "make_sail_mix": "Make Sail!",
    "jomc": "Contracts that pay",
}
TILES = {"jomc": "Contracts"}
WAYS = {"coop": "Together", "solo": "Solo"}


def first_visit(page: Page, url: str) -> None:
    """Opens the app and stays until all of it is on the phone."""
    page.goto(url)
    until(page, CONTROLLED)
    until(page, f"{ENGINE_FILES} === {len(bundle()['files'])}")


class LocalThumb(Thumb):
    """A thumb whose table only the phone knows."""

    def view(self) -> dict[str, Any]:
        shown = int(self.page.locator("main[data-revision]").get_attribute("data-revision") or 0)
        view: dict[str, Any] = {"revision": -1}
        while view["revision"] != shown:  # it is on the screen a moment before it is in the database
            view = phone_store.tables(self.page)[self.code]["view"]
        return view


def rules_are_here(page: Page, url: str) -> None:
    """Waits until the phone answers by itself."""
    if page.url != f"{url}/#/settings":
        page.goto(f"{url}/#/settings")
    expect(page.get_by_text("The rules are on this phone")).to_be_visible(timeout=90_000)
    page.goto(f"{url}/#/")


def phones_with_rules(new_phone: NewPhone, url: str, count: int) -> list[Page]:
    """Phones that answer by themselves. They load at once, and none of them is opened again without a network."""
    phones = [new_phone(shell=False) for _ in range(count)]
    for phone in phones:
        phone.goto(f"{url}/#/settings")
    for phone in phones:
        rules_are_here(phone, url)
    return phones


def table_is_here(page: Page, code: str) -> None:
    """Waits until the phone has the whole log of a table, and can go on with it by itself."""
    read = phone_store.READ.replace("async ([database, store]) =>", "async (database, store) =>")
    until(
        page,
        f"(await ({read})('harbormaster-books', 'pages')).some((one) => one.code === '{code}' && one.document)",
    )


@contextmanager
def all_that_is_chosen(page: Page) -> Iterator[Locator]:
    """The sheet behind the line of a new table."""
    rested_tap(page.locator(".chosen"))
    sheet = page.get_by_role("dialog")
    yield sheet
    rested_tap(sheet.get_by_role("button", name="Back to the seats"))
    expect(sheet).to_have_count(0)


def open_table(
    page: Page,
    names: list[str],
    edition: str = "pegasus",
    modules: Sequence[str] = (),
    *,
    lessons: bool = False,
) -> str:
    """Opens a table at the harbor; returns its code on this phone."""
    rested_tap(page.locator('a[href="#/new"]'))
    rested_tap(page.get_by_role("radio", name=BOXES[edition]))
    tiles = GAMES | (TILES if edition == "bigbox" else {})
    mixed = [MIXED[module] for module in modules if module in MIXED and module not in tiles]
    for module in modules:
        if module in tiles:
            rested_tap(page.get_by_role("radio", name=tiles[module]))
    if mixed or lessons:
        with all_that_is_chosen(page) as sheet:
            for words in mixed:
                rested_tap(sheet.locator(".mod", has_text=words))
            if lessons:
                rested_tap(sheet.get_by_role("switch", name="Your first evening"))
    for module in modules:
        if module in WAYS:
            rested_tap(page.get_by_role("radio", name=WAYS[module]))
    seats = page.locator(".seatrow input")
    seats.first.wait_for()
    while seats.count() < len(names):
        rested_tap(page.get_by_role("button", name="Add a player"))
    for place, name in enumerate(names):
        page.get_by_role("textbox").nth(place).fill(name)
    rested_tap(page.locator(".foot .a.go"))
    page.wait_for_selector("main.table .pad, main.laying")
    return page.url.rpartition("/")[2]


def draw_person(page: Page, kind: str, revision: int) -> None:
    """Draws a person of that kind, the first printed card of it; the table is at `revision` then."""
    rested_tap(page.locator(f'[data-opens="person:{kind}"]'))
    page.wait_for_selector(f'.pad.asking, main.table[data-revision="{revision}"]')
    if page.locator(".pad.asking").count():
        rested_tap(page.locator("[data-pick]").first)
    # The engine may still be on its way to this phone.
    page.wait_for_selector(f'main.table[data-revision="{revision}"]', timeout=30_000)


def on_the_server(page: Page, url: str, code: str) -> dict[str, Any]:
    remote = phone_store.books(page)[code]["remote"]
    answer = page.request.get(
        f"{url}/api/tables/{remote['code']}/export", headers={"Authorization": f"Bearer {remote['token']}"}
    )
    exported: dict[str, Any] = answer.json()
    return exported
