"""A group has played for a while and only now takes the phone; a "what if" becomes a table of its own."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from tests.services import Server

from . import phone_store
from .phone import SPEAK
from .phone_by_itself import all_that_is_chosen, draw_person, first_visit, on_the_server, rules_are_here
from .phone_engine import until
from .touch import SAVED, Thumb, rested_tap

NAMES = ("Ada", "Ben", "Cleo", "Dan")
COINS = (9, 3, 21, 0)
# Two Settlers, a Sailor of three prices, and a claimed Expedition; then nothing, an Admiral, a Governor.
CARDS = (("settler", "settler", "sailor.v3.p7", "2captain"), (), ("admiral.v3.p9",), ("governor",))


def tell_cards(thumb: Thumb, cards: tuple[str, ...]) -> None:
    for word in cards:
        kind, _, printed = word.partition(".")
        opens = "expedition:" if kind[0].isdigit() else f"person:{kind}"
        thumb.tap(f"[data-opens='{opens}']", "cards")
        if opens == "expedition:":
            thumb.tap(f"[data-pick='base.expedition.{kind}']", "cards")
        elif printed:
            thumb.tap(f"[data-pick='base.person.{word}']", "cards")
    thumb.tap(".persons .act", "on")


def test_a_group_that_already_plays_takes_the_phone_without_a_network(
    context: BrowserContext, page: Page, live_server: Server
) -> None:
    first_visit(page, live_server.url)
    rules_are_here(page, live_server.url)
    for language in ("de", "en"):
        page.evaluate(SPEAK, language)
        until(page, f"document.documentElement.lang === '{language}'")
    context.set_offline(True)
    rested_tap(page.locator('a[href="#/new"]'))
    for _ in NAMES[2:]:
        rested_tap(page.get_by_role("button", name="Add a player"))
    for place, name in enumerate(NAMES):
        page.get_by_role("textbox").nth(place).fill(name)
    with all_that_is_chosen(page) as sheet:
        rested_tap(sheet.get_by_role("switch", name="We’re already playing"))
    rested_tap(page.locator(".foot .go"))

    thumb = Thumb(page, "", "")
    for coins in COINS:
        if coins > 18:
            thumb.tap(".digit.on", "large")
        thumb.tap(f".digit >> text=/^{coins}$/", "coins")
    expect(page.locator(".ledger .said")).to_contain_text("33 coins in all")
    # One was wrong: a tap on the name, another number.
    thumb.tap(".mp", "corrected", 1)
    thumb.tap(".digit >> text=/^4$/", "corrected")
    expect(page.locator(".ledger .said")).to_contain_text("34 coins in all")
    rested_tap(page.get_by_role("button", name="Undo"))
    thumb.tap(".digit >> text=/^3$/", "corrected")
    rested_tap(page.locator(".quay .a.go"))
    tell_cards(thumb, CARDS[0])
    # The phone is shut in between: nothing of it is lost.
    phone_store.keeps(page, "middle", "seen", [0])
    page.reload()
    expect(page.locator(".mp").first).to_contain_text("4 cards, 9 points")
    for cards in CARDS[1:]:
        tell_cards(thumb, cards)
    assert thumb.gestures == {"coins": 4, "large": 1, "corrected": 3, "cards": 9, "on": 4}

    rested_tap(page.locator(".foot .go"))
    expect(page.locator(".note")).to_have_text("Whose turn is it? Tap a name.")
    rested_tap(page.get_by_role("radiogroup", name="Whose turn").get_by_role("radio", name="Cleo"))
    rested_tap(page.get_by_role("radiogroup", name="Who started").get_by_role("radio", name="Ben"))
    rested_tap(page.get_by_role("button", name="Add Expedition"))
    rested_tap(page.locator("dialog .exp:not(:disabled)").first)
    page.locator("#middle-count").fill("200")
    page.locator("#middle-count").press("Enter")
    expect(page.locator(".note")).to_contain_text("At most 79 cards in the pile")
    page.locator("#middle-count").fill("50")
    page.locator("#middle-count").press("Enter")
    expect(page.locator(".rest-why").last).to_contain_text("29 discarded")
    rested_tap(page.locator(".foot .go"))

    page.wait_for_selector("main.table .pad")
    code = page.url.rpartition("/")[2]
    assert code.startswith("here-")
    shown = page.locator(".player .name").all_text_contents()
    assert sorted(shown) == sorted(NAMES)
    expect(page.locator("header.strip")).to_contain_text("50")
    draw_person(page, "jester", 1)
    page.goto(f"{live_server.url}/#/table/{code}/log")
    began = page.locator(".began")
    expect(began).to_contain_text("Began mid-game")
    expect(began.locator(".mp", has_text="Ada")).to_contain_text("9 coins, 4 cards, 9 points")
    expect(began).to_contain_text(
        "Expedition in the middle: 1; 50 cards in the pile, 29 discarded. Cleo discovers."
    )

    context.set_offline(False)
    page.goto(f"{live_server.url}/#/table/{code}")
    page.wait_for_selector("main.table .ledger .menu")
    until(page, SAVED)
    situation = on_the_server(page, live_server.url, code)["setup"]["situation"]
    assert (situation["draw_pile"], situation["discard_pile"]) == (50, 29)
    # What is finished is not asked again.
    page.goto(f"{live_server.url}/#/new")
    with all_that_is_chosen(page) as sheet:
        expect(sheet.get_by_role("switch", name="We’re already playing")).not_to_be_checked()


def test_a_what_if_is_played_on_as_a_table_of_its_own(page: Page, live_server: Server) -> None:
    page.goto(f"{live_server.url}/#/rules/what-if")
    rested_tap(page.locator(".pen").nth(1))
    sheet = page.locator("dialog[open]")
    rested_tap(sheet.get_by_role("group", name="coins").get_by_role("button").last)
    rested_tap(sheet.locator("[data-opens='person:governor']"))
    expect(sheet.locator(".laid li")).to_have_count(1)
    rested_tap(sheet.locator(".a.go"))
    rested_tap(page.locator(".lies.add"))
    rested_tap(sheet.locator(".kinds button", has_text="Flute"))
    rested_tap(sheet.locator("[data-pick]").first)
    rested_tap(page.locator(".seats .who").nth(1))
    rested_tap(page.get_by_role("radio", name="Trade"))
    rested_tap(page.get_by_role("button", name="Play on from here"))

    expect(page.locator(".rest-q").first).to_contain_text("Trade & Hire: Player 2 is next")
    # Names are given where all players are named.
    rested_tap(page.locator(".dots a").first)
    page.get_by_role("textbox").nth(1).fill("Ben")
    rested_tap(page.locator(".dots a").last)
    rested_tap(page.locator(".foot .go", has_text="Ben"))
    page.wait_for_selector("main.table.trading")
    table = phone_store.tables(page)[page.url.rpartition("/")[2]]["view"]
    assert [(one["name"], one["coins"]) for one in table["players"]] == [
        ("Player 1", 3),
        ("Ben", 4),
        ("Player 3", 3),
    ]
    assert (table["acting"], table["takes"]["left"], len(table["harbor"])) == (1, 2, 1)
