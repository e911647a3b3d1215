"""A slip put right from the table by touch, in few gestures; and what is kept as it happened, in words first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services import Server

from . import phone_store
from .phone import Phone
from .phone_by_itself import first_visit, open_table, rules_are_here
from .phones import NewPhone
from .screen import Screen
from .screens import DEARER, PAIR, RED, SPENT
from .tables import CALM, TRADE, Recipe, Seat
from .touch import rested_tap

LIFTED = """async () => {
  const from = performance.now();
  while (performance.now() - from < 100) await new Promise((resolve) => requestAnimationFrame(resolve));
}"""
STAYED = "document.querySelector('main.table').dataset.revision"


@dataclass
class Hand:
    """Gestures on one table, counted."""

    page: Page
    gestures: int = 0

    def tap(self, selector: str) -> None:
        key = self.page.locator(selector).first
        rested_tap(key)
        self.gestures += 1

    def hold(self, selector: str) -> None:
        box = self.page.locator(selector).first.bounding_box()
        assert box
        touch = self.page.context.new_cdp_session(self.page)
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        self.page.wait_for_selector("dialog")
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        # Nobody lifts a thumb and taps in the same frame.
        self.page.evaluate(LIFTED)
        self.gestures += 1

    def view(self) -> dict[str, Any]:
        code = self.page.url.rpartition("/")[2]
        found: dict[str, Any] = phone_store.tables(self.page)[code]["view"]
        return found

    def at(self, revision: int) -> None:
        self.page.wait_for_selector(f'main.table[data-revision="{revision}"]')
        expect(self.page.locator("dialog")).to_have_count(0)

    def coins(self) -> dict[str, int]:
        found: dict[str, int] = self.page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll('.player')].map((line) =>
              [line.querySelector('.name').textContent, Number(line.querySelectorAll('.rest .f')[1].textContent.replace(/[^0-9]/g, '') || 0)]))"""
        )
        return found


@pytest.fixture
def at_table(browser: Browser, live_server: Server) -> Iterator[Any]:
    """A phone at a table that came to be as the recipe says."""
    phones = []

    def reach(recipe: Recipe, *does: str, shows: str = "main.table") -> Hand:
        phone = Phone(browser, live_server.url)
        phones.append(phone)
        return Hand(phone.reach(Screen("put-right", (recipe,), does=does, shows=shows)))

    yield reach
    for phone in phones:
        phone.close()


# Two turns, with all that is easily entered wrongly: a payment, numbers, who took what.
OLD = Recipe(
    (Seat("Ada", 4, "captain.v1.p4 captain.v1.p4 jack.v1.p6"), Seat("Ben", 4, ""), Seat("Cleo", 4, "")),
    active="Ada",
    row="2captain",
    played=(
        "claim 0 captain captain",
        "draw red.s3.c2",
        "draw blue.s2.c2",
        "draw green.s3.c3",
        "stop",
        "take 0",
        "take 1",
        "rest",
        "draw sailor.v1.p3",
    ),
)
OLD_CONTRACTS = OLD.but(
    edition="bigbox",
    modules=("base", "jomc"),
    more={"contracts": [{"name": name} for name in ("explorer", "jinx", "speculator", "trade_master")]},
)
SAID = ".ledger .said"

DRAWN = CALM.but(played=("draw red.s3.c2", "draw sailor.v2.p5"))
TWO_TAKEN = Recipe(
    played=("draw red.s3.c2", "draw blue.s2.c2", "draw green.s3.c3", "stop", "take 0", "take 1")
)


def test_not_this_card_takes_three_taps_and_one_undo(at_table: Any) -> None:
    hand = at_table(DRAWN)
    hand.tap('[data-berth="3"] .card')
    hand.tap("dialog .not")
    hand.tap('dialog [data-pick="base.ship.red.s6.c3"]')
    hand.at(3)
    assert hand.gestures <= 3
    expect(hand.page.locator('[data-berth="3"] .card')).to_contain_text("6 swords")
    # The sailor that was drawn after it lies where it lay.
    expect(hand.page.locator('[data-berth="4"] .card')).to_contain_text("Sailor")
    hand.tap(".ledger .undo")
    hand.at(4)
    expect(hand.page.locator('[data-berth="3"] .card')).to_contain_text("3 swords")
    expect(hand.page.locator(".ledger .said b")).to_have_text("Correction undone")


def test_a_card_that_is_held_asks_for_its_numbers_at_once(at_table: Any) -> None:
    hand = at_table(DRAWN)
    hand.hold('[data-berth="3"] .card')
    hand.tap('dialog [data-pick="base.ship.red.s6.c3"]')
    hand.at(3)
    assert hand.gestures == 2


@pytest.mark.parametrize("recipe", [OLD, OLD_CONTRACTS], ids=["base", "contracts"])
def test_an_old_slip_takes_three_gestures_from_the_table_and_one_undo(at_table: Any, recipe: Recipe) -> None:
    hand = at_table(recipe)
    before = hand.view()
    paid = [one["type"] for one in before["players"][0]["display"]]
    assert (hand.coins()["Ada"], paid) == (9, ["jack"])
    # Wrong numbers, seven entries ago: the red ship brings a coin more.
    hand.hold(SAID)
    expect(hand.page.locator("dialog [data-entry='9']")).to_have_attribute("aria-pressed", "true")
    hand.tap("dialog [data-entry='2']")
    hand.tap('dialog [data-pick="base.ship.red.s6.c3"]')
    hand.at(10)
    assert (hand.gestures, hand.coins()["Ada"]) == (3, 10)
    # What is held of a player is what changed their coins last: it was Cleo, a turn ago.
    hand.gestures = 0
    hand.hold(".player[data-seat='1'] .purse")
    hand.tap("dialog .took-by [data-seat='2']")
    hand.at(11)
    assert (hand.gestures, hand.coins()["Ben"], hand.coins()["Cleo"]) == (2, 4, 5)
    # Another payment, at the very beginning.
    hand.gestures = 0
    hand.hold(SAID)
    hand.tap("dialog [data-entry='1']")
    hand.tap("dialog [data-likely='claim_expedition']")
    hand.at(12)
    paid = [one["type"] for one in hand.view()["players"][0]["display"]]
    assert (hand.gestures, paid) == (3, ["captain"])
    for revision in (13, 14, 15):
        hand.tap(".ledger .undo")
        hand.at(revision)
    assert hand.view()["players"] == before["players"]


def test_somebody_else_took_it_takes_two_taps_and_lets_who_was_entered_pass(at_table: Any) -> None:
    hand = at_table(TWO_TAKEN)
    assert hand.coins() == {"Ada": 6, "Ben": 4, "Cleo": 3}
    hand.tap('[data-berth="1"] .took')
    expect(hand.page.locator('dialog [data-seat="2"]')).to_contain_text("Ben passes")
    hand.tap('dialog [data-seat="2"]')
    hand.at(7)
    assert hand.gestures <= 3
    hand.tap(".ledger .undo")
    hand.at(8)
    assert hand.coins() == {"Ada": 6, "Ben": 4, "Cleo": 3}


def test_two_takers_are_swapped_by_one_tap(at_table: Any) -> None:
    hand = at_table(TWO_TAKEN)
    before = hand.coins()
    hand.tap('[data-berth="1"] .took')
    hand.tap('dialog [data-seat="0"]:has-text("and Ben took")')
    hand.at(7)
    # Both ships bring the same, and each pays or gets the coin as before.
    assert hand.coins() == before
    expect(hand.page.locator('[data-berth="0"] .took')).to_contain_text("Ben")


def test_it_did_not_happen_lays_the_card_back(at_table: Any) -> None:
    hand = at_table(TWO_TAKEN)
    hand.tap('[data-berth="1"] .took')
    hand.tap("dialog .acts.two .a:has(use[href$='close'])")
    hand.at(7)
    expect(hand.page.locator('[data-berth="1"] button.card[data-index="1"]')).to_be_visible()


def test_the_card_that_was_taken_can_be_another_one(at_table: Any) -> None:
    hand = at_table(TRADE.but(played=(*TRADE.played, "take 1")))
    hand.tap('[data-berth="1"] .took')
    hand.tap("dialog .acts.two .a:has(use[href$='again'])")
    hand.tap('dialog [data-berth="2"]')
    hand.at(4)
    expect(hand.page.locator('[data-berth="2"] .took')).to_be_visible()
    expect(hand.page.locator('[data-berth="1"] button.card[data-index="1"]')).to_be_visible()


def test_what_is_kept_is_said_first_marked_in_the_log_and_can_be_taken_out(at_table: Any) -> None:
    hand = at_table(SPENT, *DEARER, shows="dialog .kept-one")
    page = hand.page
    expect(page.locator("dialog .kept-one")).to_contain_text("Ada was 2 coins short")
    rested_tap(page.get_by_role("button", name="Leave it as it was"))
    assert page.evaluate(STAYED) == "4"
    for step in DEARER:
        hand.tap(step.removeprefix("tap "))
    rested_tap(page.get_by_role("button", name="Record the correction"))
    hand.at(5)
    page.goto(page.url + "/log")
    rested_tap(page.get_by_role("button", name="Marked 1"))
    rested_tap(page.locator(".ent:has(.anyway)"))
    expect(page.locator(".entsel .anyway")).to_contain_text("Ada was 2 coins short")
    rested_tap(page.get_by_role("button", name="because of the correction in round 1"))
    expect(page.locator(".entsel")).to_contain_text("Sailor drawn")
    rested_tap(page.get_by_role("button", name="Marked 1"))
    rested_tap(page.locator(".ent:has(.anyway)"))
    rested_tap(page.get_by_role("button", name="Remove it"))
    rested_tap(page.get_by_role("button", name="Record the correction"))
    # It is told as taken out where it stood, and nothing is marked any more.
    expect(page.locator(".entsel .struck")).to_contain_text("Ada took a card")
    expect(page.get_by_role("button", name="Marked 0")).to_be_visible()


def test_a_kept_entry_leads_to_its_place_in_the_log(at_table: Any) -> None:
    hand = at_table(SPENT, *DEARER, shows="dialog .kept-one")
    hand.tap("dialog .kept-one")
    expect(hand.page.locator(".entsel")).to_contain_text("Ada hires the Sailor")


def test_it_happened_anyway_asks_what_was_really_paid(at_table: Any) -> None:
    for key, coins, marked in ((0, 0, True), (1, 0, False)):
        hand = at_table(TRADE, "tap .cards.trade .card.no", "tap dialog .a.quiet", shows="dialog .really")
        rested_tap(hand.page.locator("dialog .really").nth(key))
        hand.at(3)
        assert hand.coins()["Ben"] == coins
        hand.page.goto(hand.page.url + "/log")
        hand.page.wait_for_selector(".turn")
        assert (hand.page.locator(".anyway").count() > 0) is marked


def test_a_slip_is_put_right_without_a_network(new_phone: NewPhone, live_server: Server) -> None:
    page = new_phone()
    first_visit(page, live_server.url)
    rules_are_here(page, live_server.url)
    page.context.set_offline(True)
    open_table(page, ["Ada", "Ben", "Cleo"])
    hand = Hand(page)
    hand.tap(RED)
    hand.tap(PAIR)
    page.wait_for_selector('main.table[data-revision="1"]', timeout=30_000)
    hand.gestures = 0
    hand.tap('[data-berth="0"] .card')
    hand.tap("dialog .not")
    hand.tap('dialog [data-pick="base.ship.red.s6.c3"]')
    hand.at(2)
    assert hand.gestures <= 3
    expect(page.locator('[data-berth="0"] .card')).to_contain_text("6 swords")
