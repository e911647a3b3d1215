"""The Adventure Begins by touch in the middle of a month: a mission from its sheet, a sale and a ship kept for what it
carries, three cards looked at of which one goes back, the end of a month, and steps that a reload leaves as they were.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.services import Server

from . import phone_store
from .phone import Phone
from .tables import Prepared, open_table
from .touch import rested_tap


class Hand:
    """A phone at one of these tables; it enters, and waits until the table has gone on."""

    def __init__(self, phone: Phone, name: str, url: str) -> None:
        table = open_table(phone.context.request, url, Prepared(name))
        self.revision = table.view["revision"]
        self.page: Page = phone.page
        phone.remember([table])
        self.page.goto(f"{url}/#/table/{table.code}")
        self.page.wait_for_selector(f'main[data-revision="{self.revision}"] .ledger')

    def tap(self, selector: str) -> None:
        rested_tap(self.page.locator(selector).first)

    def enter(self, selector: str) -> None:
        self.tap(selector)
        self.revision += 1
        self.page.wait_for_selector(f'main[data-revision="{self.revision}"]')

    def reload(self) -> None:
        """A locked phone, or one that was put away."""
        phone_store.written(self.page)
        self.page.reload()
        self.page.wait_for_selector("main .ledger")

    def line(self, name: str, what: str) -> Any:
        return self.page.locator(f'.player:has(.name:text-is("{name}")) {what}')


def test_a_mission_is_completed_from_its_sheet_which_says_what_it_changes(
    phone: Phone, harbor: Server
) -> None:
    hand = Hand(phone, "adv-table", harbor.url)
    hand.tap('[data-goal="mission.15"]')
    expect(hand.page.locator('dialog [data-way="1"]')).to_contain_text(
        "coins 4 to 6, Crowns 3 to 5, +1 point"
    )
    hand.enter('dialog [data-way="1"]')
    expect(hand.line("Ben", ".cr")).to_have_text("5")
    expect(hand.line("Ben", ".coin b")).to_have_text("6")
    # Both ships have been given up, the bread is still there, and a third opening is free.
    expect(hand.line("Ben", ".rest > .sr")).to_contain_text("3 of 4 openings free, 5 Crowns, Bread")
    expect(hand.line("Ben", ".openings .open")).to_have_count(3)
    expect(hand.page.locator('[data-goal="mission.15"] .mno')).to_have_text("15")


def test_rum_is_sold_by_the_offer_and_a_ship_is_kept_for_its_bread_with_one_tap(
    phone: Phone, harbor: Server
) -> None:
    hand = Hand(phone, "adv-trade", harbor.url)
    hand.tap(".quay .offer")
    hand.tap('dialog .a:has-text("Sell the rum")')
    for _ in range(3):
        hand.tap(".stepper button >> nth=-1")
    hand.enter('[data-answer="number"]')
    expect(hand.line("Ben", ".coin b")).to_have_text("7")
    expect(hand.page.locator(".quay .offer")).to_have_count(0)
    half = hand.page.locator('.card.split[data-index="1"] .half').nth(1)
    expect(half).to_contain_text("Bread")
    box = half.bounding_box()
    assert box is not None
    assert box["height"] >= 48
    hand.enter('.card.split[data-index="1"] .half >> nth=1')
    expect(hand.line("Ben", ".rest > .sr")).to_contain_text("Bread, Bread")
    expect(hand.line("Ben", ".coin b")).to_have_text("7")


def test_a_lookout_tells_three_cards_and_sees_what_each_would_do(phone: Phone, harbor: Server) -> None:
    hand = Hand(phone, "adv-lookout", harbor.url)
    hand.tap(".takes .chip")
    for key in ("ship:blue", "person:governor", "ship:black"):
        hand.tap(f'[data-opens="{key}"]')
        if hand.page.locator(".pad.asking").count():
            hand.tap(".pad [data-pick]")
    expect(hand.page.locator("[data-keep]")).to_have_count(3)
    expect(hand.page.locator('[data-keep="0"] .what.bad')).to_be_visible()
    expect(hand.page.locator('[data-keep="2"]')).to_contain_text("3 colors then")
    hand.enter('[data-keep="2"]')
    expect(hand.page.locator(".takes .chip")).to_have_count(0)
    expect(hand.page.locator(".pad .k.act")).to_be_visible()


def test_an_unread_mission_is_read_while_it_is_completed_and_the_sum_answers_at_once(
    phone: Phone, harbor: Server
) -> None:
    hand = Hand(phone, "adv-bare", harbor.url)
    hand.tap('[data-goal="mission.15"]')
    key = hand.page.locator('dialog [data-way="1"]')
    expect(key).to_be_disabled()
    hand.tap('dialog [data-first="coins 2"]')
    hand.tap('dialog [data-crowns="1"]')
    expect(key).to_contain_text("+2 coins, +2 Crowns")
    expect(hand.page.locator("dialog .takes3")).to_contain_text("then Ben has")
    hand.enter('dialog [data-way="1"]')
    expect(hand.line("Ben", ".cr")).to_have_text("5")
    expect(hand.line("Ben", ".coin b")).to_have_text("6")
    expect(hand.page.locator('[data-goal="mission.15"] .unread')).to_have_count(0)


def test_a_mission_that_is_read_later_waits_on_its_tile_and_is_paid_by_one_tap(
    phone: Phone, harbor: Server
) -> None:
    hand = Hand(phone, "adv-bare", harbor.url)
    hand.tap('[data-goal="mission.15"]')
    hand.enter('dialog [data-later="1"]')
    expect(hand.line("Ben", ".coin b")).to_have_text("4")
    expect(hand.page.locator('[data-goal="mission.15"] .unread.due')).to_be_visible()
    hand.tap('[data-goal="mission.15"]')
    hand.tap('dialog [data-learn="mission"]')
    hand.tap('[data-first="coins 2"]')
    hand.tap('[data-crowns="1"]')
    hand.enter(".foot .a.go")
    offer = hand.page.locator(".quay .offer[data-pays]")
    expect(offer).to_contain_text("Pay Ben")
    hand.enter(".quay .offer[data-pays]")
    expect(hand.line("Ben", ".cr")).to_have_text("5")
    expect(hand.line("Ben", ".coin b")).to_have_text("6")
    expect(offer).to_have_count(0)
    hand.enter(".ledger .undo")
    expect(offer).to_be_visible()
    expect(hand.line("Ben", ".coin b")).to_have_text("4")


def test_what_an_event_did_by_hand_is_counted_in_one_sheet_and_one_entry(
    phone: Phone, harbor: Server
) -> None:
    hand = Hand(phone, "adv-event", harbor.url)
    hand.enter('[data-event="by-hand"]')
    before = {name: hand.line(name, ".coin b").text_content() for name in ("Ada", "Ben")}
    hand.tap('dialog [data-more="coins 1"]')
    hand.tap('dialog [data-more="crowns 1"]')
    hand.tap('dialog [data-adding="0"]')
    hand.tap('dialog [data-add="0 book_of_rituals"]')
    expect(hand.page.locator("dialog .note1")).to_have_count(2)
    hand.enter("dialog [data-counted]")
    expect(hand.line("Ben", ".coin b")).to_have_text(str(int(before["Ben"] or 0) + 1))
    expect(hand.line("Ada", ".rest > .sr")).to_contain_text("Book of Rituals")


def test_crowns_are_given_back_at_the_players_own_page(phone: Phone, harbor: Server) -> None:
    hand = Hand(phone, "adv-pad", harbor.url)
    hand.tap('.player:has(.name:text-is("Ben")) >> nth=0')
    hand.tap('[data-entry="return_crowns"]')
    hand.tap('dialog [data-number="2"]')
    expect(hand.page.locator(".adventurer .cr")).to_have_text("1")


def test_the_card_that_was_put_back_is_drawn_with_one_tap_and_another_one_is_asked_about(
    phone: Phone, harbor: Server
) -> None:
    hand = Hand(phone, "adv-on-top", harbor.url)
    expect(hand.page.locator("[data-on-top]")).to_contain_text("Pinnace")
    hand.enter("[data-on-top]")
    expect(hand.page.locator(".cards .card.yellow")).to_have_count(1)
    hand.enter(".ledger .undo")
    # Somebody says another card: the one that was put back after all.
    for selector in ('[data-opens="ship:black"]', ".pad [data-pick]"):
        hand.tap(selector)
    hand.enter('[data-top="was"]')
    expect(hand.page.locator(".cards .card.yellow")).to_have_count(1)
    hand.enter(".ledger .undo")
    for selector in ('[data-opens="ship:black"]', ".pad [data-pick]"):
        hand.tap(selector)
    hand.enter('[data-top="other"]')
    expect(hand.page.locator(".cards .card.black")).to_have_count(1)
    expect(hand.page.locator("[data-on-top]")).to_have_count(0)


def test_a_mission_earned_by_the_last_take_is_completed_before_the_month_is_judged(
    phone: Phone, harbor: Server
) -> None:
    hand = Hand(phone, "adv-still", harbor.url)
    # Nobody draws before the month is judged.
    expect(hand.page.locator(".ledger .said")).to_contain_text("Nothing entered yet")
    expect(hand.page.locator(".two-ways b")).to_have_text(["done: card 13", "open: card 12"])
    expect(hand.page.locator("[data-go-on]")).to_contain_text("Mission 10 stays open, then card 12")
    hand.enter('[data-complete="mission.10"]')
    # Now the check mark is lit; undo, menu and rules are on the foot of every step.
    expect(hand.page.locator(".two-ways .taken")).to_have_text(re.compile("done: card 13"))
    hand.enter(".ledger .undo")
    hand.enter('[data-complete="mission.10"]')
    hand.tap(".ledger .menu")
    expect(hand.page.locator("dialog .menu-keys [data-way=log]")).to_be_visible()
    hand.tap("dialog .away button")
    hand.enter(".foot .a.go")
    expect(hand.page.locator("h1")).to_contain_text("13")
    hand.enter(".ledger .undo")
    expect(hand.page.locator('main[data-step="hourglass"]')).to_be_visible()


KEPT = (
    ("adv-story", ("[data-add=ares]",) * 5 + ("[data-add=mixed]",) * 8, ".adds .on b", ["5", "8"]),
    ("adv-coins", ("[data-more='1']", "[data-more='2']"), ".sharing output", ["0", "+1", "+1"]),
    ("adv-four", ("[data-digit='3']", "[data-digit='3']", "[data-digit=ok]", "[data-digit='4']"), ".fourth .mno", ["33", "4", "", ""]),
    ("adv-setup", ("[data-character=don_ferdinando]", "[data-read='color red']"), "dialog [data-read].on", [""]),
    ("adv-event", ("[data-event=new]", "[data-effect=trade]"), "dialog .readback", ["Everybody: ships pay +1"]),
    ("adv-still-glass", ("[data-go-on]", "[data-glass=asks]", "[data-digit='1']", "[data-digit='6']"), ".field b", ["10", "16", "…"]),
    ("adv-unread", ("[data-goal='mission.16']", "[data-icon=swords]", "[data-icon=coins]"), ".part b", ["Cutlasses", "coins"]),
    ("adv-lookout", (".takes .chip", "[data-opens='ship:blue']", ".pad [data-pick]", "[data-opens='person:governor']"), ".ledger .said b", ["Card 3 of 3?"]),
)  # fmt: skip


@pytest.mark.parametrize(("view", "taps", "where", "told"), KEPT, ids=[row[0] for row in KEPT])
def test_what_was_tapped_of_a_step_is_still_there_after_a_reload(
    phone: Phone, harbor: Server, view: str, taps: tuple[str, ...], where: str, told: list[str]
) -> None:
    hand = Hand(phone, view, harbor.url)
    for selector in taps:
        hand.tap(selector)
    shown = hand.page.locator(where)
    expect(shown).to_have_text(told)
    hand.reload()
    expect(shown).to_have_text(told)
