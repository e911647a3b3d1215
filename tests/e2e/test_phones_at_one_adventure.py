"""Two phones at one table of The Adventure Begins: what both enter at once is merged, what is the same counts once."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from companion.engine import codec
from tests.engine.adventure import at
from tests.services import Server

from . import phone_store
from .phone_by_itself import draw_person, phones_with_rules, table_is_here
from .phones import NewPhone
from .tables import Opened, come
from .test_goals_on_three_phones import RECORDS
from .test_offline_evening import wait_for_empty
from .touch import remember_table, rested_tap

FACTS = {"mission": {"10": {"crowns": 1, "hourglass": {"pay": True}}}}
COINS = 14


def two_phones_in_the_middle(new_phone: NewPhone, url: str) -> tuple[Page, Page, str]:
    """The keeper's and a player's at the last card of a month; both may record."""
    ann, bob = phones_with_rules(new_phone, url, 2)
    rows = [{"coins": COINS}, {"coins": COINS}, {}]
    history = at(month={"number": 1, "left": 0}, players=rows)
    setup = codec.setup_json(history.setup)
    setup["box"] = {**(setup.get("box") or {"own": [], "missing": {}}), "facts": FACTS}
    opened = ann.request.post(f"{url}/api/tables", data=setup).json()
    table = Opened(opened["code"], opened["token"], opened["view"])
    remember_table(ann, url, opened)
    bob.add_init_script(RECORDS)
    remember_table(bob, url, {**opened, "token": come(bob.request, url, table, "player 1").token})
    for page in (ann, bob):
        page.goto(f"{url}/#/table/{table.code}")
        page.wait_for_selector('main.walking[data-step="hourglass"]')
        table_is_here(page, table.code)
    return ann, bob, table.code


def both(ann: Page, bob: Page, code: str, taps: tuple[str, str], revision: int) -> None:
    """Each taps before the other's tap has come; afterwards both have the same."""
    bob.context.set_offline(True)
    for page, key in ((ann, taps[0]), (bob, taps[1])):
        before = shown(page)
        rested_tap(page.locator(key))
        page.wait_for_function(
            "(before) => Number(document.querySelector('main').dataset.revision) > before", arg=before
        )
    wait_for_empty(ann, code)
    bob.context.set_offline(False)
    same(ann, bob, code, revision)


def shown(page: Page) -> int:
    return int(page.locator("main[data-revision]").get_attribute("data-revision") or 0)


def same(ann: Page, bob: Page, code: str, revision: int) -> None:
    for page in (ann, bob):
        page.wait_for_selector(f'main[data-revision="{revision}"]')
        wait_for_empty(page, code)
    kept = [phone_store.books(page)[code] for page in (ann, bob)]
    assert [book["question"] for book in kept] == [None, None]
    ids = [[line["entry_id"] for line in book["document"]["lines"]] for book in kept]
    assert ids[0] == ids[1]
    assert len(ids[0]) == revision


def players(page: Page, code: str, key: str) -> list[Any]:
    return [player[key] for player in phone_store.tables(page)[code]["view"]["players"]]


@pytest.mark.soak
def test_what_two_phones_enter_at_once_at_months_end_is_merged_and_the_same_counts_once(
    new_phone: NewPhone, harbor: Server
) -> None:
    ann, bob, code = two_phones_in_the_middle(new_phone, harbor.url)
    rested_tap(ann.locator(".foot .a.go"))
    for page in (ann, bob):
        page.wait_for_selector('main.walking[data-step="pay"][data-revision="1"]')

    # Each pays for the own marker, both turn the cards over, both read the same event.
    both(ann, bob, code, ('[data-pays="0"]', '[data-pays="1"]'), 3)

    assert players(bob, code, "coins") == [COINS - 8, COINS - 8, 3]
    both(ann, bob, code, (".foot .a.go", ".foot .a.go"), 4)
    for page in (ann, bob):
        page.wait_for_selector("main.table .pad")
    draw_person(ann, "jester", 5)
    bob.wait_for_selector('main.table[data-revision="5"]')
    draw_person(bob, "admiral", 6)
    same(ann, bob, code, 6)
    both(ann, bob, code, (".pad .k.act", ".pad .k.act"), 7)
    both(ann, bob, code, (".acts .pass >> nth=-1", ".acts .pass >> nth=-1"), 8)
    both(ann, bob, code, ('[data-event="by-hand"]', '[data-event="by-hand"]'), 9)
    view = phone_store.tables(ann)[code]["view"]
    assert view["countdowns"][0]["number"] == 2
    assert [event["state"] for event in view["countdowns"][0]["events"]].count("now") == 1
