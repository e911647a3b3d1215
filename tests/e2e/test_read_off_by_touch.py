"""Cards read off by touch: in as few taps as there are numbers, not at all, wrongly and put right at once or in the log."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.engine.adventure import opened
from tests.services import Server

from . import phone_store
from .adventure_moves import Moves
from .phone import Phone
from .test_an_adventure_by_touch import at_table
from .test_missions_by_touch import Hand
from .touch import rested_tap

TYBUK = ("[data-opens='person:tybuk']", ".pad .pair.other")


@pytest.fixture
def hand(phone: Phone, harbor: Server) -> Hand:
    return Hand(phone, "adv-fresh", harbor.url)


def kept(hand: Hand) -> Any:
    """The table as the phone keeps it, at what is on the screen."""
    code = hand.page.url.rpartition("/table/")[2].split("/")[0]
    view = phone_store.tables(hand.page)[code]["view"]
    assert view["revision"] == hand.revision
    return view


def own(view: Any) -> list[str]:
    return sorted(row["card"]["id"] for row in view["box"]["own"] if row["card"].get("type") == "tybuk")


def reads(hand: Hand, *figures: str) -> None:
    for figure in figures[:-1]:
        hand.tap(f'dialog [data-read="{figure}"]')
    hand.enter(f'dialog [data-read="{figures[-1]}"]')


def lies(hand: Hand, berth: int) -> Any:
    return hand.page.locator(f'[data-berth="{berth}"] .card')


def test_tybuk_brothers_are_asked_for_their_cutlasses_with_a_tap_for_each_number(hand: Hand) -> None:
    for key in TYBUK:
        hand.tap(key)
    expect(hand.page.locator("dialog .row-head.next")).to_contain_text("Cost")
    hand.tap('dialog [data-read="cost 6"]')
    expect(hand.page.locator("dialog .row-head.next")).to_contain_text("Influence points")
    hand.tap('dialog [data-read="vp 2"]')
    expect(hand.page.locator("dialog .row-head.next")).to_contain_text("Cutlasses")
    hand.enter('dialog [data-read="swords 2"]')
    assert kept(hand)["harbor"][-1]["card"]["swords"] == 2


def test_a_ship_with_bread_is_read_off_in_two_taps_and_has_a_key_from_then_on(hand: Hand) -> None:
    hand.tap("[data-opens='ship:green']")
    hand.tap("[data-with=bread]")
    expect(hand.page.locator(".ledger .said b")).to_have_text("Bread: which numbers?")
    hand.enter("[data-pick='base.ship.green.s3.c2']")
    card = kept(hand)["harbor"][-1]["card"]
    assert (card["swords"], card["coins"], card["items"]) == (3, 2, ["bread"])
    hand.tap("[data-opens='ship:green']")
    expect(hand.page.locator(f"[data-pick='{card['id']}']")).to_be_visible()


def test_ares_pirates_are_asked_for_two_things(hand: Hand) -> None:
    hand.tap("[data-opens='ship:ares']")
    expect(hand.page.locator("dialog .read-off")).to_have_count(2)
    reads(hand, "swords 5", "items medicinal_herbs")
    assert kept(hand)["harbor"][-1]["card"]["coins"] == 1


def test_what_nobody_can_tell_lies_in_fog_and_is_asked_for_when_it_is_hired(hand: Hand) -> None:
    for key in TYBUK:
        hand.tap(key)
    hand.enter('dialog [data-read="unread"]')
    expect(lies(hand, 1)).to_contain_text("not entered yet")
    expect(lies(hand, 1).locator(".fog")).to_be_visible()
    hand.enter(".pad .k.act")
    # The table looks at it again: its numbers are asked for, then it is hired.
    hand.tap(".cards.trade [data-index='1']")
    expect(hand.page.locator("dialog [data-read='unread']")).to_have_count(0)
    reads(hand, "cost 3", "vp 1", "swords 1")
    hand.enter(".cards.trade [data-index='1']")
    ada = kept(hand)["players"][0]
    assert (ada["coins"], [one["type"] for one in ada["display"]][-1]) == (2, "tybuk")


def test_a_misread_card_is_put_right_at_once_with_two_taps(hand: Hand) -> None:
    for key in TYBUK:
        hand.tap(key)
    before = own(kept(hand))
    reads(hand, "cost 6", "vp 2", "swords 2")
    rested_tap(lies(hand, 1))
    hand.tap("dialog .not")
    sheet = hand.page.locator("dialog")
    expect(sheet.locator(".read-off button.on")).to_have_count(3)
    expect(sheet).to_contain_text("No other Tybuk Brothers changes.")
    hand.tap('dialog [data-read="swords 1"]')
    expect(sheet.locator("button.was")).to_contain_text("entered")
    hand.enter("dialog [data-reread]")
    view = kept(hand)
    assert view["harbor"][-1]["card"]["swords"] == 1
    assert own(view) == [*before, view["harbor"][-1]["card"]["id"]]
    hand.enter(".ledger .undo")
    assert kept(hand)["harbor"][-1]["card"]["swords"] == 2


def corrects(page: Page, url: str, revision: int) -> None:
    page.goto(url)
    page.wait_for_selector("main[data-revision]")
    page.goto(f"{url}/log/{revision}")
    opened_line = page.locator(f'.entsel[data-revision="{revision}"]')
    rested_tap(opened_line.get_by_role("button", name="Correct it"))


def records(page: Page) -> None:
    sheet = page.get_by_role("dialog")
    rested_tap(sheet.get_by_role("button", name="Record the correction"))
    expect(sheet).to_have_count(0)


def test_a_misread_card_is_put_right_late_from_the_log(hand: Hand) -> None:
    for key in TYBUK:
        hand.tap(key)
    reads(hand, "cost 6", "vp 2", "swords 2")
    misread = hand.revision
    hand.enter("[data-opens='person:settler']")
    hand.enter(".pad .k.act")
    table = hand.page.url
    corrects(hand.page, table, misread)
    hand.tap('dialog [data-way="card"]')
    hand.tap('dialog [data-read="cost 5"]')
    hand.tap("dialog [data-reread]")
    expect(hand.page.get_by_role("dialog")).to_contain_text("All 2 later entries stay.")
    records(hand.page)
    hand.revision += 1
    hand.page.goto(table)
    hand.page.wait_for_selector(f'main.table[data-revision="{hand.revision}"]')
    view = kept(hand)
    assert [one["card"].get("cost") for one in view["harbor"]][1:] == [5, 4]
    assert "own.person.tybuk.v2.p6.s2" not in own(view)


@pytest.mark.soak
def test_a_character_and_a_story_are_put_right_in_the_log_as_they_were_entered(
    page: Page, harbor: Server
) -> None:
    moves = Moves(opened("competitive", 2), random.Random(1))
    thumb = at_table(page, harbor.url, moves)
    thumb.play(moves, 3, lambda body: body["type"] == "read_story")
    table = page.url
    lines = {line["entry"]["type"]: line for line in map(as_line, moves.history.lines)}
    assert {"choose_character", "read_story"} <= set(lines)
    was = thumb.view()["players"][0]
    corrects(page, table, 1)
    rested_tap(page.locator('dialog [data-way="step"]'))
    coins = was["character"].get("coins", was["coins"])
    rested_tap(page.locator(f'dialog [data-read="coins {coins + 1}"]'))
    rested_tap(page.locator("dialog [data-again]"))
    records(page)
    corrects(page, table, 3)
    rested_tap(page.locator('dialog [data-way="step"]'))
    rested_tap(page.locator('dialog [data-add="lookout"]'))
    expect(page.locator('dialog .add:has([data-add="lookout"])')).to_contain_text("entered: ")
    rested_tap(page.locator("dialog .foot .a.go"))
    records(page)
    page.goto(table)
    thumb.revision += 2
    page.wait_for_selector(f'main[data-revision="{thumb.revision}"]')
    now = thumb.view()
    assert now["players"][0]["coins"] == was["coins"] + 1
    assert sum(now["unseen"].values()) > 0


def as_line(line: Any) -> Any:
    return {"entry": {"type": line.entry.type}}
