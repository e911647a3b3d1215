"""A group that already plays with contracts takes the phone; a "what if" of that table is played on from there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.services import Server

from . import phone_store
from .phone_by_itself import all_that_is_chosen
from .touch import Thumb, rested_tap

FIVE = ("bruja", "maritime_supremacy", "galleon_nemesis", "explorer", "pirates_nest")


def shown(page: Page) -> dict:
    view: dict = phone_store.tables(page)[page.url.rpartition("/")[2]]["view"]
    return view


@pytest.mark.soak
def test_a_game_of_contracts_is_told_and_a_what_if_of_it_played_on(page: Page, live_server: Server) -> None:
    page.goto(f"{live_server.url}/#/new")
    for place, name in enumerate(("Ada", "Ben")):
        page.get_by_role("textbox").nth(place).fill(name)
    rested_tap(page.get_by_role("radio", name="Big Box"))
    rested_tap(page.get_by_role("radio", name="Contracts"))
    rested_tap(page.get_by_role("radio", name="Together"))
    with all_that_is_chosen(page) as sheet:
        rested_tap(sheet.get_by_role("switch", name="We’re already playing"))
    expect(page.locator(".dots li")).to_have_count(5)
    rested_tap(page.locator(".foot .go"))
    thumb = Thumb(page, "", "")
    for coins in (9, 3):
        thumb.tap(f".digit >> text=/^{coins}$/", "coins")
    rested_tap(page.locator(".quay .a.go"))
    for _ in range(2):
        thumb.tap(".persons .act", "on")
    for name in FIVE:
        thumb.tap(f'[data-pick-goal="{name}"]', "picked")
    # Ben has completed the Explorer, Ada has declined once and kept a red ship.
    thumb.tap('[data-marker="explorer 1"]', "markers")
    thumb.tap('[data-marker="galleon_nemesis 0"]', "markers")
    thumb.tap('[data-keeps="red 0"]', "markers")
    decks = page.locator(".told-goals ~ .stepper")
    expect(decks).to_have_count(2)
    for _ in range(3):
        rested_tap(decks.first.get_by_role("button").first)
    rested_tap(decks.last.get_by_role("button").last)
    rested_tap(page.locator(".foot .go"))
    rested_tap(page.get_by_role("radiogroup", name="Whose turn").get_by_role("radio", name="Ada"))
    rested_tap(page.locator(".foot .go"))

    page.wait_for_selector("main.table .goals")
    first = shown(page)
    goals = {goal["id"]: goal for goal in first["goals"]}
    assert (goals["explorer"]["done_by"], first["kept"]["0"]) == ([1], ["red"])
    assert goals["galleon_nemesis"]["waiting"] == [{"seat": 0, "at": 1, "of": 2}]
    (pile,) = first["countdowns"]
    assert (pile["of"] - pile["left"], pile["aside"]) == (3, 1)

    # The log begins with what was told.
    at_table = page.url
    page.goto(f"{at_table}/log")
    began = page.locator(".began-goals li")
    expect(began).to_have_count(5)
    expect(began.nth(3)).to_contain_text("Done by Ben")
    expect(began.nth(2)).to_contain_text("Ada has done 1 of 2")

    # The same table as a "what if": one marker more, asked about, and played on.
    page.goto(f"{at_table}/rules/what-if")
    rested_tap(page.locator("[data-goals-told]"))
    thumb.tap('dialog [data-marker="galleon_nemesis 1"]', "markers")
    rested_tap(page.locator("dialog .acts .go"))
    rested_tap(page.get_by_role("button", name="May Ada complete Bruja?"))
    expect(page.locator(".verdict .ans")).to_have_text("No.")
    rested_tap(page.get_by_role("button", name="Play on from here"))
    rested_tap(page.locator(".foot .go"))
    page.wait_for_selector("main.table .goals")
    again = shown(page)
    assert {goal["id"]: goal["waiting"] for goal in again["goals"]}["galleon_nemesis"] == [
        {"seat": 0, "at": 1, "of": 2},
        {"seat": 1, "at": 1, "of": 2},
    ]
    assert [again["kept"], again["countdowns"]] == [first["kept"], first["countdowns"]]
