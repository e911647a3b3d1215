"""Somebody is removed, and does not come back by the link that is still on their phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.services import Server

from .phone_by_itself import open_table
from .phone_engine import until
from .phones import NewPhone, invite_link, members_of, open_invite
from .touch import SAVED, rested_tap


@pytest.mark.parametrize("end", [True, False])
def test_the_keeper_is_asked_whether_the_links_go_with_who_is_removed(
    new_phone: NewPhone, harbor: Server, end: bool
) -> None:
    ada, ben, again = (new_phone(engine=False) for _ in range(3))
    ada.goto(harbor.url)
    open_table(ada, ["Ada", "Ben"])
    until(ada, SAVED)
    link = invite_link(ada, harbor.url)
    ben.goto(link)
    rested_tap(ben.get_by_role("button", name="Ben"))
    ben.wait_for_selector("main.table")

    open_invite(ada)
    shown = ada.locator(".short-code")
    before = shown.inner_text()
    ask_to_remove(ada)
    rested_tap(ada.get_by_role("button", name="Don’t remove"))
    assert len(members_of(ada, harbor.url)) == 2
    rested_tap(ada.get_by_role("button", name="Remove", exact=True))
    rested_tap(ada.get_by_role("button", name="Remove and cancel" if end else "Remove, keep"))
    expect(ada.locator(".on-row")).to_have_count(1)
    # The code on the keeper's phone is one that lets in.
    if end:
        expect(shown).not_to_have_text(before)
    else:
        expect(shown).to_have_text(before)

    again.goto(link)
    if end:
        expect(again.locator("main")).to_contain_text("is no longer valid")
    else:
        expect(again.get_by_role("button", name="Ben")).to_be_visible()
    assert len(members_of(ada, harbor.url)) == 1


def ask_to_remove(page: Page) -> None:
    rested_tap(page.locator(".on-row").nth(1))
    rested_tap(page.get_by_role("button", name="Remove", exact=True))
    expect(page.get_by_role("alert")).to_contain_text("Ben is removed at once")
