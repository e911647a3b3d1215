"""What each phone sees: a player's own view, a watcher's, and how the keeper's nod gives a place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services import Server

from .phone import Phone
from .phone_engine import until
from .phones import open_invite
from .tables import CALM, FOUR, TRADE, Opened, Recipe, come, invite, open_table
from .touch import rested_tap

MINE = ".mine-card"


class Table:
    """Phones at one table; each is closed at the end, and none has an exception that nobody caught."""

    def __init__(self, browser: Browser, url: str, recipe: Recipe) -> None:
        self.browser, self.url = browser, url
        self.phones: list[Phone] = []
        first = self.phone()
        self.opened = open_table(first.context.request, url, recipe)
        self.keeper = self.comes(first, self.opened)

    def phone(self, **settings: Any) -> Phone:
        self.phones.append(Phone(self.browser, self.url, settings))
        return self.phones[-1]

    def comes(self, phone: Phone, key: Opened) -> Page:
        phone.remember([key])
        phone.page.goto(f"{self.url}/#/table/{key.code}")
        phone.page.wait_for_selector("main.table")
        return phone.page

    def joins(self, place: str, **settings: Any) -> Page:
        phone = self.phone(**settings)
        return self.comes(phone, come(phone.context.request, self.url, self.opened, place))

    def knocks(self, name: str) -> Page:
        """Types the short code and the name."""
        phone = self.phone()
        code = invite(phone.context.request, self.url, self.opened)["short_code"]
        phone.page.goto(f"{self.url}/#/join")
        phone.page.get_by_label("Code on the keeper’s phone").fill(code)
        phone.page.get_by_label("Your name, if you like").fill(name)
        rested_tap(phone.page.get_by_role("button", name="Ask to join"))
        return phone.page

    def members(self) -> list[dict[str, Any]]:
        answer = self.keeper.request.get(
            f"{self.url}/api/tables/{self.opened.code}/members",
            headers={"Authorization": f"Bearer {self.opened.token}"},
        )
        return list(answer.json()["members"])


@pytest.fixture
def sits_down(browser: Browser, live_server: Server) -> Iterator[Any]:
    tables: list[Table] = []

    def sit(recipe: Recipe = CALM) -> Table:
        tables.append(Table(browser, live_server.url, recipe))
        return tables[-1]

    yield sit
    for phone in (phone for table in tables for phone in table.phones):
        phone.close()
        assert phone.uncaught == []


def nets(page: Page, count: int = 6) -> list[str]:
    expect(page.locator(MINE)).to_have_count(count)
    return [text.strip() for text in page.locator(f"{MINE} .net").all_inner_texts()]


def test_a_players_view_follows_the_keepers_taps(sits_down: Any) -> None:
    table = sits_down(TRADE)
    ada, cleo = table.joins("player 0"), table.joins("player 2")
    expect(ada.locator(".player").first).to_contain_text("Ada")
    # Two Admirals pay Ada 4 first: with 13 coins she can pay for everything; Cleo has 4.
    expect(ada.locator(".mine-head")).to_contain_text("with 13 coins then")
    expect(ada.locator(".own-row").first).to_contain_text("Ada +4: 2 Admirals, 6 cards")
    expect(ada.locator(f"{MINE}.no")).to_have_count(0)
    assert nets(ada) == ["+1", "+2", "+3", "−6", "+1", "−9"]
    assert nets(cleo) == ["+2", "+2", "+2", "−6", "+1", "−9"]
    expect(cleo.locator(f"{MINE}.no")).to_have_count(2)
    expect(cleo.locator(f"{MINE}.no").first).to_contain_text("2 coins short")
    # The keeper takes two ships for Ben: four cards are left, and the Admirals have nothing to count.
    for index in (0, 1):
        rested_tap(table.keeper.locator(f'.cards.trade .card[data-index="{index}"]'))
        # What a card comes to now is known with the answer to the take before.
        table.keeper.wait_for_selector(f'main.table[data-revision="{3 + index}"]')
    expect(ada.locator(MINE)).to_have_count(4)
    expect(ada.locator(".mine-head")).to_contain_text("9 coins")
    expect(ada.locator(".own-row", has_text="Admiral")).to_contain_text("pays from 5 cards")
    # Nobody has entered anything but the keeper, and a tap on the own view records nothing.
    rested_tap(ada.locator(MINE).first)
    expect(ada.get_by_role("dialog")).to_contain_text("To Ben")
    rested_tap(ada.get_by_role("dialog").get_by_role("button").last)
    assert ada.locator("main.table").get_attribute("data-revision") == "4"


def test_the_pad_comes_to_a_player_with_the_own_part_and_by_a_tap_at_any_time(sits_down: Any) -> None:
    table = sits_down(TRADE)
    cleo = table.joins("player 2")
    expect(cleo.locator(".mine")).to_be_visible()
    assert cleo.locator(".cards.trade").count() == 0
    rested_tap(table.keeper.get_by_role("button", name="Pass, Ben"))
    rested_tap(cleo.locator(".cards.trade .card:not(.no, .took)").first)
    expect(cleo.locator(".mine-head")).to_contain_text("You’re done taking")
    rested_tap(cleo.locator(".mine .to-pad"))
    expect(cleo.locator(".quay .a.pass").first).to_be_visible()
    # The menu gives the own view back.
    rested_tap(cleo.locator(".ledger .menu"))
    rested_tap(cleo.get_by_role("switch", name="Record for everybody"))
    rested_tap(cleo.get_by_role("button", name="Back to the table"))
    expect(cleo.locator(".mine")).to_be_visible()


def test_where_only_the_keeper_records_a_player_sees_the_own_view_in_the_own_part_too(sits_down: Any) -> None:
    table = sits_down()
    ben = table.joins("player 1")
    expect(ben.locator(".pad")).to_be_visible()
    open_invite(table.keeper)
    rested_tap(table.keeper.get_by_role("switch", name="Only the keeper records"))
    expect(ben.locator(".mine-head")).to_contain_text("only the keeper records")
    assert ben.locator(".pad, .mine .to-pad").count() == 0


def test_a_watcher_has_no_pad_and_learns_how_to_get_a_seat(sits_down: Any) -> None:
    table = sits_down()
    mara = table.joins("spectator")
    watching = mara.locator(".watching")
    expect(watching).to_contain_text("You’re only watching")
    expect(watching).to_contain_text("Ben discovers")
    expect(watching).to_contain_text("ask the keeper")
    for way in ("", "/player/1"):
        mara.goto(f"{table.url}/#/table/{table.opened.code}{way}")
        mara.wait_for_selector(".quay .watching")
        # Also on the way: what this phone may is known before the server says it again.
        assert mara.locator(".pad, .acts.decide").count() == 0
    mara.reload()
    mara.wait_for_selector(".quay :is(.pad, .watching)")
    assert mara.locator(".pad").count() == 0
    # The keeper gives it a seat: it lands there by itself.
    mara.goto(f"{table.url}/#/table/{table.opened.code}")
    open_invite(table.keeper)
    rested_tap(table.keeper.locator(".on-row", has_text="Phone 2"))
    rested_tap(table.keeper.get_by_role("button", name="Choose a seat"))
    rested_tap(table.keeper.locator(".who-on .acts").get_by_role("button", name="Cleo"))
    expect(mara.locator(MINE)).to_have_count(4)
    expect(mara.locator(".player").first).to_contain_text("Cleo")


def test_a_player_without_a_seat_chooses_a_free_one(sits_down: Any) -> None:
    table = sits_down()
    table.joins("player 1")
    dev = table.joins("player")
    expect(dev.locator(".seats-free button")).to_have_text(["Ada", "Cleo", "Dev"])
    rested_tap(dev.locator(".seats-free").get_by_role("button", name="Dev"))
    expect(dev.locator(MINE)).to_have_count(4)


def test_a_phone_says_at_once_that_its_network_is_gone_and_catches_up(sits_down: Any) -> None:
    table = sits_down()
    cleo = table.joins("player 2")
    expect(cleo.locator(MINE)).to_have_count(4)
    cleo.context.set_offline(True)
    # Long before the stream's silence would tell.
    expect(cleo.locator("header.strip .state")).to_have_text("Offline")
    expect(cleo.get_by_role("button", name="Table menu. Offline")).to_be_visible()
    rested_tap(table.keeper.locator('[data-opens="person:jester"]'))
    rested_tap(table.keeper.locator("[data-pick]").first)
    cleo.context.set_offline(False)
    expect(cleo.locator(MINE)).to_have_count(5)
    expect(cleo.get_by_role("button", name="Table menu. All saved")).to_be_visible()
    expect(cleo.locator("header.strip .state")).to_have_count(0)


def test_who_is_removed_is_told_so_and_shown_the_way_back(sits_down: Any) -> None:
    table = sits_down()
    cleo = table.joins("player 2")
    expect(cleo.locator(MINE)).to_have_count(4)
    open_invite(table.keeper)
    rested_tap(table.keeper.locator(".on-row", has_text="Cleo"))
    rested_tap(table.keeper.get_by_role("button", name="Remove", exact=True))
    rested_tap(table.keeper.get_by_role("button", name="Remove and cancel links"))
    expect(cleo.locator("header.strip .state")).to_contain_text("No access")
    assert cleo.locator(".mine, .pad").count() == 0
    rested_tap(cleo.get_by_role("link", name="Join a table"))
    expect(cleo.get_by_label("Code on the keeper’s phone")).to_be_visible()


def test_a_watchers_log_is_only_read(sits_down: Any) -> None:
    table = sits_down()
    mara = table.joins("spectator")
    mara.goto(f"{table.url}/#/table/{table.opened.code}/log")
    rested_tap(mara.locator(".run button, .ent").first)
    expect(mara.locator(".entsel .acts .a")).to_have_count(2)
    expect(mara.locator(".entsel .acts .a:disabled")).to_have_count(2)


def test_a_knock_gets_its_seat_by_one_tap_of_the_keeper(sits_down: Any) -> None:
    table = sits_down()
    cleo = table.knocks("cleo")
    rested_tap(table.keeper.get_by_text("cleo knocks"))
    rested_tap(table.keeper.get_by_role("button", name="Let in as Cleo"))
    expect(cleo.locator(MINE)).to_have_count(4)
    assert "join" not in cleo.url
    expect(cleo.locator(".player").first).to_contain_text("Cleo")
    assert [(one["role"], one["seat"]) for one in table.members()] == [("keeper", None), ("player", 2)]


def test_a_knock_is_seen_on_the_log_and_answered_from_there(sits_down: Any) -> None:
    table = sits_down()
    table.keeper.goto(f"{table.url}/#/table/{table.opened.code}/log")
    table.keeper.wait_for_selector("main.log .turn")
    cleo = table.knocks("Cleo")
    rested_tap(table.keeper.get_by_role("link", name="Cleo knocks"))
    rested_tap(table.keeper.get_by_role("button", name="Cleo knocks"))
    rested_tap(table.keeper.get_by_role("button", name="Let in as Cleo"))
    expect(cleo.locator(MINE)).to_have_count(4)


@pytest.mark.parametrize("where", ["", "/player/2", "/log"])
def test_the_own_turn_is_felt_wherever_one_looks(sits_down: Any, where: str) -> None:
    table = sits_down(TRADE)
    cleo = table.joins("player 2", vibration=True)
    cleo.emulate_media(reduced_motion="no-preference")
    cleo.evaluate(
        "() => { window.felt = []; navigator.vibrate = (pattern) => window.felt.push(pattern) > 0; }"
    )
    cleo.goto(f"{table.url}/#/table/{table.opened.code}{where}")
    cleo.wait_for_selector("main :is(.mine, .abl, .turn)")
    assert cleo.evaluate("window.felt") == []
    rested_tap(table.keeper.get_by_role("button", name="Pass, Ben"))
    until(cleo, "window.felt.some(([first]) => first === 30)")


def test_a_second_phone_takes_over_where_a_battery_died_by_a_code_or_by_the_link(sits_down: Any) -> None:
    table = sits_down()
    dead = table.joins("player 0")
    dead.close()
    again = table.knocks("Ada")
    rested_tap(table.keeper.get_by_text("Ada knocks"))
    likely = table.keeper.get_by_role("button", name="Let in as Ada")
    expect(likely).to_contain_text("a second phone")
    rested_tap(likely)
    expect(again.locator(MINE)).to_have_count(4)
    again.close()
    # By the link: her name says that the keeper is asked; the keeper's sheet is still open.
    third = table.phone()
    secret = invite(third.context.request, table.url, table.opened)["secret"]
    third.page.goto(f"{table.url}/#/join/{table.opened.code}/{secret}")
    rested_tap(third.page.get_by_role("button", name="Ada"))
    expect(third.page.get_by_text("Asking the keeper")).to_be_visible()
    rested_tap(table.keeper.get_by_role("button", name="Let in as Ada"))
    expect(third.page.locator(MINE)).to_have_count(4)
    assert [one["seat"] for one in table.members()] == [None, 0, 0, 0]


def test_a_seat_that_was_taken_meanwhile_is_said_and_the_knock_waits(sits_down: Any) -> None:
    table = sits_down()
    mara = table.knocks("Mara")
    rested_tap(table.keeper.get_by_text("Mara knocks"))
    ben = table.keeper.locator(".nod").get_by_role("button", name="Ben")
    expect(ben).to_be_visible()
    # The keeper's phone has not heard that Ben's seat is taken when it says yes.
    table.keeper.route(
        "**/answer",
        lambda route: (table.joins("player 1"), route.continue_()),
        times=1,
    )
    rested_tap(ben)
    expect(table.keeper.locator(".invite .problem")).to_contain_text("Choose another one")
    expect(mara.get_by_text("Asking the keeper")).to_be_visible()
    rested_tap(table.keeper.get_by_role("button", name="Only watch"))
    expect(mara.locator(".watching")).to_be_visible()


def test_expeditions_that_could_be_paid_for_wait_for_the_own_turn(sits_down: Any) -> None:
    owns = replace(FOUR[0], display="priest.v1.p4 priest.v1.p4 settler.v1.p4")
    table = sits_down(CALM.but(seats=(owns, *FOUR[1:])))
    ada = table.joins("player 0")
    row = ada.locator(".own-row", has_text="on your turn")
    expect(row).to_have_count(1)
    rested_tap(row)
    dialog = ada.get_by_role("dialog")
    expect(dialog).to_contain_text("Ada gives up: Priest, Priest, and Settler")
    expect(dialog.locator(".cite")).to_contain_text("Port Royal")
