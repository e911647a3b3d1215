"""Coins that do not fit, by touch: the account, what explains the difference, and all coins at a glance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.services import Server

from .phone import Phone
from .phone_by_itself import first_visit, open_table, rules_are_here
from .tables import FOUR, Opened, Recipe, record
from .tables import open_table as opened
from .touch import rested_tap

# Ben, active, has traded a blue ship that pays 2, with his Governor's take left.
TRADED = Recipe(
    FOUR,
    harbor="blue.s1.c2 green.s3.c3 yellow.s2.c3 red.s3.c2",
    played=("draw sailor.v2.p5", "stop", "take 0"),
)
BEN = 1


class Hand:
    """A thumb that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, selector: str) -> None:
        rested_tap(self.page.locator(selector))
        self.taps += 1

    def coin(self, seat: int) -> None:
        self.tap(f".player:nth-child({seat + 1}) .purse")


@pytest.fixture
def at_the_table(browser: Browser, live_server: Server) -> Iterator[Any]:
    phones: list[Phone] = []

    def sit(recipe: Recipe = TRADED, **settings: Any) -> tuple[Page, Opened]:
        phone = Phone(browser, live_server.url, settings)
        phones.append(phone)
        table = opened(phone.context.request, live_server.url, recipe)
        phone.remember([table])
        phone.page.goto(f"{live_server.url}/#/table/{table.code}")
        phone.page.wait_for_selector(".quay .acts, .quay .pad")
        return phone.page, table

    yield sit
    for phone in phones:
        phone.close()
        assert phone.uncaught == []


def test_a_count_that_fits_is_two_taps_from_the_table(at_the_table: Any) -> None:
    page, table = at_the_table()
    hand = Hand(page)
    hand.coin(BEN)
    expect(page.locator("#account-title")).to_have_text("Ben has 7 coins")
    expect(page.locator(".acc li").first).to_contain_text("Flute 2")
    expect(page.locator(".acc .bal").first).to_have_text("7")
    hand.tap("dialog .fits")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".said b")).to_have_text("Ben counted 7: correct")
    assert hand.taps == 2
    assert table.code


def test_a_count_that_differs_is_written_down_with_three_taps(at_the_table: Any) -> None:
    page, _ = at_the_table()
    hand = Hand(page)
    hand.coin(BEN)
    hand.tap("dialog .pm.one-less")
    expect(page.locator("#account-title")).to_have_text("Ben: 1 coin missing")
    hand.tap("dialog .note")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(f".player:nth-child({BEN + 1}) .coin b")).to_have_text("6")
    expect(page.locator(".said b")).to_have_text("Ben has 6 coins, not 7")
    assert hand.taps == 3


def test_the_likeliest_slip_is_noted_at_its_entry_with_one_tap_more(at_the_table: Any) -> None:
    page, _ = at_the_table()
    hand = Hand(page)
    hand.coin(BEN)
    hand.tap("dialog .pm.one-less")
    hand.tap("dialog .pm.one-less")
    expect(page.locator("#account-title")).to_have_text("Ben: 2 coins missing")
    page.locator("dialog .guess").first.wait_for()
    row = page.locator("dialog .guess[data-kind=not_paid]").first
    expect(row).to_contain_text("Ben: a ship’s coins not paid")
    if row.locator(".mend").count() == 0:
        hand.tap("dialog .guess[data-kind=not_paid] .g >> nth=0")
    hand.tap("dialog .guess[data-kind=not_paid] .mend")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(f".player:nth-child({BEN + 1}) .coin b")).to_have_text("5")
    page.goto(page.url + "/log")
    expect(page.locator("main.log")).to_contain_text("not paid")
    expect(page.locator(".ent .counted").last).to_be_visible()


def test_all_coins_at_a_glance_and_whoever_differs_is_counted_in_place(at_the_table: Any) -> None:
    page, _ = at_the_table()
    hand = Hand(page)
    hand.coin(0)
    hand.tap("dialog .ways .a >> nth=1")
    expect(page.locator("#check-title")).to_have_text("All correct?")
    hand.tap(f"dialog .fit li:nth-child({BEN + 1}) .r")
    hand.tap(f"dialog .fit li:nth-child({BEN + 1}) .pm.one-less")
    hand.tap(f"dialog .fit li:nth-child({BEN + 1}) .pm.one-less")
    expect(page.locator("dialog .find")).to_contain_text("Find Ben’s coins")
    hand.tap("dialog .find")
    expect(page.locator("dialog .guess").first).to_be_visible()
    hand.tap("dialog .note")
    expect(page.locator(f".player:nth-child({BEN + 1}) .coin b")).to_have_text("5")


def test_the_piles_are_counted_with_the_coins(at_the_table: Any) -> None:
    page, _ = at_the_table()
    hand = Hand(page)
    hand.coin(0)
    hand.tap("dialog .ways .a >> nth=1")
    hand.tap("dialog .piles")
    had = int(page.locator("dialog .fit li:nth-child(5) output").inner_text())
    hand.tap("dialog .fit li:nth-child(5) .pm.one-less")
    expect(page.locator("dialog .find")).to_contain_text("Find the missing cards")
    hand.tap("dialog .note")
    expect(page.locator(".strip")).to_contain_text(f"{had - 1} cards in the pile")


def test_a_line_of_the_account_opens_its_entry_to_be_put_right(at_the_table: Any) -> None:
    page, _ = at_the_table()
    hand = Hand(page)
    hand.coin(BEN)
    hand.tap("dialog .acc li button >> nth=0")
    expect(page.locator("dialog [data-entry][aria-pressed=true]")).to_have_text("Ben takes the Flute")
    hand.tap("dialog .took-by [data-seat] >> nth=0")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".said b")).to_have_text("Corrected")
    assert hand.taps == 3


def test_whoever_pays_too_little_is_asked_to_count(at_the_table: Any) -> None:
    page, _ = at_the_table(
        Recipe(FOUR, harbor="blue.s1.c2 pirate.v3.p9", played=("draw green.s3.c3", "stop"))
    )
    hand = Hand(page)
    for selector in (".cards.trade .card.no", "dialog .a.quiet", "dialog .really >> nth=0"):
        hand.tap(selector)
    offer = page.locator(".ledger .offer")
    expect(offer).to_contain_text("Ben paid 3 coins too little")
    rested_tap(offer)
    expect(page.locator("#account-title")).to_have_text("Ben has 0 coins")


def test_what_lies_before_a_player_is_put_right_as_it_is_seen(at_the_table: Any) -> None:
    page, _ = at_the_table()
    page.goto(f"{page.url}/player/{BEN}")
    hand = Hand(page)
    hand.tap(".disp .other")
    rested_tap(page.get_by_role("button", name="Remove Pirate"))
    hand.tap("dialog .add")
    hand.tap("dialog [data-kind='person:jester']")
    hand.tap("dialog .num >> nth=1")
    hand.tap("dialog .note")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".does")).to_contain_text("Jester")
    expect(page.locator(".does")).not_to_contain_text("Pirate")
    page.goto(page.url.replace(f"/player/{BEN}", "/log"))
    expect(page.locator(".ent", has=page.locator(".counted")).last).to_be_visible()
    rested_tap(page.locator(".ent").last)
    expect(page.locator(".entsel")).to_contain_text("Ben doesn’t have Pirate")
    expect(page.locator(".entsel")).to_contain_text("Ben has Jester too")


def test_the_table_is_asked_every_few_rounds_once_it_wishes_so(
    at_the_table: Any, live_server: Server
) -> None:
    before = Recipe(FOUR, active="Dev", phase="trade_hire", harbor="blue.s1.c2", row="2captain")
    page, table = at_the_table(before, check=2)
    expect(page.locator(".ledger .offer")).to_have_count(0)
    # Round 8 begins; with two rounds between it is asked in the ninth.
    table = record(page.request, live_server.url, table, "rest")
    page.wait_for_selector('main.table[data-revision="1"]')
    expect(page.locator(".ledger .offer")).to_have_count(0)
    page.evaluate(
        "localStorage.setItem('harbormaster.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('harbormaster.settings')), check: 7 }))"
    )
    page.reload()
    rested_tap(page.locator(".ledger .offer"))
    expect(page.locator("#check-title")).to_have_text("All correct?")
    page.keyboard.press("Escape")
    record(page.request, live_server.url, table, "draw sailor.v2.p5")
    expect(page.locator(".ledger .offer")).to_have_count(0)


def test_german_says_it_too(at_the_table: Any) -> None:
    page, _ = at_the_table(language="de")
    hand = Hand(page)
    hand.coin(BEN)
    expect(page.locator("#account-title")).to_have_text("Ben hat 7 Münzen")
    hand.tap("dialog .pm.one-more")
    expect(page.locator("#account-title")).to_have_text("Ben: 1 Münze zu viel")
    expect(page.locator("dialog .guess").first).to_be_visible()
    expect(page.locator("dialog")).to_contain_text("Am wahrscheinlichsten")


def test_without_a_network_the_phones_own_engine_explains_it(
    context: BrowserContext, page: Page, live_server: Server
) -> None:
    first_visit(page, live_server.url)
    rules_are_here(page, live_server.url)
    context.set_offline(True)
    open_table(page, ["Ada", "Ben"])
    rested_tap(page.locator('[data-opens="ship:red"]'))
    rested_tap(page.locator('[data-pick="base.ship.red.s3.c2"]'))
    rested_tap(page.locator(".k.act"))
    rested_tap(page.locator(".cards.trade .card").first)
    expect(page.locator(".player").first.locator(".coin b")).to_have_text("5")
    hand = Hand(page)
    hand.coin(0)
    hand.tap("dialog .pm.one-less")
    hand.tap("dialog .pm.one-less")
    expect(page.locator("dialog .guess").first).to_contain_text("not paid")
    hand.tap("dialog .guess .mend >> nth=0")
    expect(page.locator(".player").first.locator(".coin b")).to_have_text("3")
