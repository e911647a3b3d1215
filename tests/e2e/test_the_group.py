"""Life at the table by touch: who leaves and who joins, other house rules, a pile shuffled early, a pause of days."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services import Server

from .phone import Phone
from .phone_engine import until
from .tables import CALM, END, TRADE, Opened, Recipe, open_table, record
from .touch import SAVED, rested_tap

DAYS = 3 * 24 * 3600 * 1000
# The phone has played on that long ago.
LONG_AGO = """async ([code, ago]) => {
  const database = await new Promise((resolve) => {
    const opening = indexedDB.open('harbormaster');
    opening.onsuccess = () => resolve(opening.result);
  });
  const work = database.transaction('tables', 'readwrite');
  const asked = work.objectStore('tables').get(code);
  asked.onsuccess = () => work.objectStore('tables').put({ ...asked.result, played: Date.now() - ago });
  await new Promise((resolve) => { work.oncomplete = resolve; });
  database.close();
}"""


class Sitting:
    """A phone at a table in mid-game, with the sheet about the group a few taps away."""

    def __init__(self, phone: Phone, table: Opened) -> None:
        self.phone, self.page, self.table = phone, phone.page, table

    def tap(self, *selectors: str) -> Page:
        for selector in selectors:
            rested_tap(self.page.locator(selector))
        return self.page

    def group(self) -> Page:
        return self.tap(".ledger .menu", '[data-way="crew"]')

    def view(self) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.table.token}"}
        return dict(self.phone.context.request.get(f"/api/tables/{self.table.code}", headers=headers).json())

    def elsewhere(self, entry: dict[str, Any]) -> None:
        """Another phone enters it, and this one has heard of it."""
        until(self.page, SAVED)
        table = replace(self.table, view=self.view())
        told = record(self.phone.context.request, self.phone.url, table, entry)
        self.page.wait_for_selector(f'main.table[data-revision="{told.view["revision"]}"]')

    def shown(self) -> list[str]:
        return self.page.locator(".player .name").all_inner_texts()


@pytest.fixture
def at_the_table(browser: Browser, live_server: Server) -> Iterator[Any]:
    phones: list[Phone] = []

    def sit(recipe: Recipe = CALM, met: Recipe | None = None, **settings: Any) -> Sitting:
        phone = Phone(browser, live_server.url, settings)
        phones.append(phone)
        table, *others = (
            open_table(phone.context.request, live_server.url, one) for one in (recipe, met) if one
        )
        phone.remember([table, *others])
        phone.page.goto(f"{live_server.url}/#/table/{table.code}")
        phone.page.wait_for_selector(".quay .acts, .quay .pad")
        return Sitting(phone, table)

    yield sit
    for phone in phones:
        phone.close()
        assert phone.uncaught == []


def test_names_are_put_right_at_any_time_and_seats_and_who_begins_until_a_card_is_drawn(
    at_the_table: Any,
) -> None:
    table = at_the_table(Recipe(names=("Ada", "Player 2", "Cleo")), met=END)
    page = table.group()
    # Whom nobody has named is one of those who played with this phone before.
    expect(page.locator(".crew .known button")).to_have_text(["Ben", "Dev"])
    table.tap('.crew .known button:has-text("Ben")')
    expect(page.locator(".crew .known")).to_have_count(0)
    table.tap('[aria-label="Let Cleo start"]')
    expect(page.locator('[aria-label="Cleo starts"]')).to_have_attribute("aria-pressed", "true")
    page.locator('[aria-label="Move Cleo with the arrow keys"]').press("ArrowUp")
    expect(page.locator('[aria-label="Move Cleo with the arrow keys"]')).to_be_focused()
    one, other = (page.locator(".crew .grip").nth(place).bounding_box() for place in (0, 2))
    assert one
    assert other
    page.mouse.move(one["x"] + 24, one["y"] + 24)
    page.mouse.down()
    page.mouse.move(other["x"] + 24, other["y"] + 36, steps=12)
    expect(page.locator(".crew .called b")).to_have_text(["Cleo", "Ben", "Ada"])
    # News of another phone, while the finger holds the row, takes nothing out of the hand.
    table.elsewhere({"type": "rename", "by": 1, "name": "Bea"})
    expect(page.locator(".crew .called b")).to_have_text(["Cleo", "Ben", "Ada"])
    page.mouse.up()
    expect(page.locator(".crew .called b")).to_have_text(["Cleo", "Bea", "Ada"])
    table.tap("dialog .ctr")
    expect(page.locator(".strip h1")).to_contain_text("Cleo")
    assert table.shown() == ["Cleo", "Bea", "Ada"]
    expect(page.locator(".said")).to_contain_text("Cleo, Bea")
    # A card lies there: the engine says why everybody stays, and a name is another matter.
    table.tap('[data-opens="ship:red"]', '[data-pick="base.ship.red.s3.c2"]')
    page = table.group()
    expect(page.locator("dialog .stay")).to_have_text(
        "A card was drawn: seats and start player stay as they are."
    )
    expect(page.locator(".crew .grip")).to_have_count(0)
    table.tap('[aria-label="Ada: change the name"]')
    page.locator("dialog input").fill("Eda")
    table.tap("dialog .a.go")
    expect(page.locator(".crew .called b")).to_have_text(["Cleo", "Bea", "Eda"])
    table.tap("dialog .ctr")
    until(page, SAVED)
    view = table.view()
    assert [view["players"][seat]["name"] for seat in view["order"]] == ["Cleo", "Bea", "Eda"]
    assert view["start_player"] == view["active"] == 2
    table.tap(".ledger .undo")
    expect(page.locator(".player .name").last).to_have_text("Ada")


def test_somebody_leaves_once_the_table_has_read_what_becomes_of_the_cards(at_the_table: Any) -> None:
    table = at_the_table()
    page = table.group()
    table.tap('.crew li:has-text("Cleo") .out')
    expect(page.locator("#crew-title")).to_have_text("Cleo leaves?")
    expect(page.locator(".comes b")).to_have_text(
        [
            "Cleo leaves the game",
            "Cleo −4: the coins are discarded",
            "To the discard pile: Jester, Trader, and Sailor",
            "Cleo’s Expedition is out of the game",
        ]
    )
    table.tap("dialog .a.go")
    expect(page.locator(".said b")).to_have_text("Cleo leaves the game")
    expect(page.locator(".player")).to_have_count(3)
    assert table.shown() == ["Ada", "Ben", "Dev"]
    # Four coins and three persons beside the 12 cards.
    assert table.view()["discard_pile"] == 19
    table.tap(".ledger .undo")
    expect(page.locator(".player")).to_have_count(4)
    assert table.view()["order"] == [0, 1, 2, 3]


def test_whose_turn_it_is_leaves_when_the_turn_has_ended_as_it_stands(at_the_table: Any) -> None:
    table = at_the_table(language="de")
    page = table.group()
    table.tap('.crew li:has-text("Ben") .out')
    expect(page.locator(".against")).to_contain_text("Ben ist noch am Zug.")
    expect(page.locator(".comes b").first).to_have_text("4 übrige Karten werden abgeworfen")
    table.tap("dialog .a.go")
    expect(page.locator(".strip h1")).to_contain_text("Cleo")
    assert table.shown() == ["Ada", "Cleo", "Dev"]
    assert table.view()["last"]["overridden"][0]["code"] == "TURN_NOT_OVER"


def test_somebody_joins_between_two_others_with_the_coins_that_were_agreed(at_the_table: Any) -> None:
    table = at_the_table()
    page = table.group()
    table.tap(".crew .in", "dialog .a.go")
    expect(page.locator("#crew-wrong")).to_have_text("Who sits here? Enter a name.")
    page.locator("dialog input").fill("ada")
    table.tap("dialog .a.go")
    expect(page.locator("#crew-wrong")).to_contain_text("Two players have this name.")
    page.locator("dialog input").fill("\u0412\u0435n")
    table.tap("dialog .a.go")
    expect(page.locator("#crew-alike")).to_contain_text("look the same. Keep both?")
    table.tap('dialog button:has-text("Make it Ben 2")')
    expect(page.locator("dialog input")).to_have_value("Ben 2")
    expect(page.locator("#crew-alike")).to_have_count(0)
    page.locator("dialog input").fill("Eve")
    table.tap('.ways button:has-text("between Ada and Ben")', "dialog .one-more", "dialog .a.go")
    expect(page.locator(".said b")).to_have_text("Eve joins, next after Ada")
    assert table.shown() == ["Ada", "Eve", "Ben", "Cleo", "Dev"]
    assert table.view()["players"][4]["coins"] == 4
    # The box is for no more.
    table.group()
    table.tap(".crew .in")
    expect(page.locator(".against")).to_have_text("This game is for 2 to 5 players, not 6.")
    expect(page.locator("dialog .a.go")).to_have_count(0)


def test_other_house_rules_hold_from_now_on_and_stand_in_the_log(at_the_table: Any) -> None:
    table = at_the_table()
    page = table.tap(".ledger .menu")
    expect(page.locator("dialog [data-way=house]")).to_contain_text("as printed")
    table.tap("dialog [data-way=house]")
    expect(page.locator("dialog .a.go")).to_be_disabled()
    expect(page.locator("dialog .mod")).to_have_count(7)
    table.tap('dialog .mod:has-text("Just-hired Governor")', "dialog .a.go")
    expect(page.locator(".said")).to_contain_text("From now on: Just-hired Governor, at once")
    expect(page.locator(".said")).to_contain_text("before it was from the next time")
    assert table.view()["options"] == {"governor_new": True}
    table.tap(".ledger .menu")
    expect(page.locator("dialog [data-way=house]")).to_contain_text("1 changed")
    page.goto(f"{table.phone.url}/#/table/{table.table.code}/log")
    expect(page.locator(".ent .hd").last).to_contain_text("From now on: Just-hired Governor, at once")


def test_a_pile_shuffled_early_is_put_right_with_four_taps(at_the_table: Any) -> None:
    table = at_the_table(TRADE)
    page = table.group()
    table.tap("dialog .shuffle")
    expect(page.locator(".comes b")).to_have_text("Reshuffled early: 12 cards to the 37 in the pile")
    table.tap("dialog .a.go")
    expect(page.locator(".said b")).to_have_text("Reshuffled early: 12 cards to the 37 in the pile")
    view = table.view()
    assert (view["draw_pile"], view["discard_pile"]) == (49, 0)


def test_after_a_pause_of_days_the_table_says_where_everybody_was(at_the_table: Any) -> None:
    table = at_the_table()
    page = table.page
    page.evaluate(LONG_AGO, [table.table.code, DAYS])
    page.reload()
    expect(page.locator("#paused-title")).to_have_text("Where you were")
    expect(page.locator(".paused-now b")).to_have_text("Ben discovers")
    expect(page.locator("dialog .would")).to_contain_text("Sailor")
    expect(page.locator("dialog .crew .coin")).to_have_text(["9", "5", "4", "11"])
    table.tap("dialog .a.go")
    expect(page.locator("dialog")).to_have_count(0)
    page.evaluate(LONG_AGO, [table.table.code, 60_000])
    page.reload()
    page.wait_for_selector(".quay .pad")
    expect(page.locator("dialog")).to_have_count(0)
