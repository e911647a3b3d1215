"""The keeper's battery dies: another phone takes the keeper's place, and gives it back."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.services import Server

from .phone_by_itself import open_table
from .phone_engine import until
from .phones import NewPhone, invite_link, members_of, open_invite, records_for_all
from .touch import SAVED, rested_tap


def half_a_minute_later(server: Server, keeper: Page, page: Page) -> None:
    """On the server and on that page."""
    path = server.database_url.removeprefix("sqlite:///")
    with sqlite3.connect(path) as database:
        database.execute("UPDATE members SET claimed_at = claimed_at - 30")
        database.execute("UPDATE tables SET rights = rights + 1")
    # Whoever reads makes the server look.
    members_of(keeper, server.url)
    page.clock.fast_forward(31_000)


def test_a_player_takes_the_place_of_a_keeper_who_does_not_answer_and_gives_it_back(
    new_phone: NewPhone, start_server: Callable[..., Server]
) -> None:
    # Workers that share a file look for what another one has changed every second, a single one every fifteen.
    server = start_server(WORKERS="2")
    ada, ben = new_phone(engine=False), new_phone(engine=False)
    ada.goto(server.url)
    open_table(ada, ["Ada", "Ben"])
    until(ada, SAVED)
    ben.clock.install()
    ben.goto(invite_link(ada, server.url))
    rested_tap(ben.get_by_role("button", name="Ben"))
    records_for_all(ben)

    # Nobody answers: half a minute later Ben's phone keeps.
    open_invite(ben)
    rested_tap(ben.get_by_role("button", name="Keeper’s phone is gone"))
    expect(ben.get_by_text("Asking the keeper")).to_be_visible()
    expect(ada.locator("header.strip .state")).to_contain_text("Ben")
    half_a_minute_later(server, ada, ben)
    expect(ben.locator(".short-code")).to_be_visible(timeout=20_000)

    # The former keeper is there again and takes it back; the next claim is refused.
    open_invite(ada)
    rested_tap(ada.get_by_role("button", name="Be the keeper again"))
    expect(ada.locator(".short-code")).to_be_visible()
    rested_tap(ben.get_by_role("button", name="Keeper’s phone is gone"))
    rested_tap(ada.locator(".nod").get_by_role("button", name="No"))
    expect(ben.get_by_role("button", name="Keeper’s phone is gone")).to_be_visible()
    expect(ada.locator(".nod")).to_have_count(0)
