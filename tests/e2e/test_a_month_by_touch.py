"""The Adventure Begins by touch: from the box to the second month, together, and without a network once the rules are here."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from tests.services import Server

from . import phone_store
from .phone_by_itself import first_visit, rules_are_here
from .touch import rested_tap

NAMES = ("Ada", "Ben", "Cleo")
CHARACTERS = {"cutthroat_mary": 3, "jean_blackbeard": 4, "officer_scott": 3}


class Thumb:
    """Taps, and waits until the table has gone on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.revision = 0

    def tap(self, selector: str) -> None:
        rested_tap(self.page.locator(selector).first)

    def enter(self, selector: str) -> None:
        self.tap(selector)
        self.revision += 1
        self.page.wait_for_selector(f'main[data-revision="{self.revision}"]')

    def turn(self) -> None:
        """A turn in which one card is drawn and nobody takes it."""
        self.page.wait_for_selector(".pad:not(.busy)")
        self.tap('[data-opens="person:jester"]')
        self.page.wait_for_selector(f'.pad.asking, main[data-revision="{self.revision + 1}"]')
        if self.page.locator(".pad.asking").count():
            self.tap("[data-pick]")
        self.revision += 1
        self.page.wait_for_selector(f'main[data-revision="{self.revision}"]')
        self.enter(".pad .k.act")
        self.enter(".acts .pass >> nth=-1")


def test_a_month_is_played_by_thumb_without_a_network_and_the_next_evening_knows_the_story(
    context: BrowserContext, page: Page, harbor: Server
) -> None:
    first_visit(page, harbor.url)
    rules_are_here(page, harbor.url)
    choose_the_adventure(page)
    context.set_offline(True)
    rested_tap(page.locator(".foot .a.go"))
    page.wait_for_selector('main.walking[data-step="characters"]')
    thumb = Thumb(page)

    for character, coins in CHARACTERS.items():
        thumb.tap(f'[data-character="{character}"]')
        thumb.enter(f'[data-read="coins {coins}"]')
    page.wait_for_selector('main.walking[data-step="story"]')
    thumb.tap('[data-add="ares"]')
    thumb.tap('[data-add="ares"]')
    thumb.enter(".foot .a.go")

    # A new event is told by its builder, and holds at once.
    thumb.tap('[data-event="new"]')
    thumb.tap('[data-effect="coins"]')
    expect(page.locator(".sheet .readback")).to_have_text("Everybody: coins +1")
    thumb.enter("[data-done]")
    assert {name: coins_of(page, name) for name in NAMES} == {"Ada": 4, "Ben": 5, "Cleo": 4}
    thumb.turn()
    # The next one is read off too: what is known already is a single tap.
    thumb.enter('[data-event="now.coins.1.all"]')
    assert coins_of(page, "Ada") == 5
    thumb.turn()

    # Nothing but Month's End is left: the hourglass of mission 10 is read once.
    page.wait_for_selector('main.walking[data-step="hourglass"]')
    thumb.tap('[data-glass="asks"]')
    for field, digits in (("done", "12"), ("missed", "13")):
        thumb.tap(f'[data-field="{field}"]')
        for digit in digits:
            thumb.tap(f'[data-digit="{digit}"]')
    thumb.enter(".foot .a.go")
    expect(page.locator("h1")).to_contain_text("13")
    thumb.tap('[data-add="lookout"]')
    thumb.enter(".foot .a.go")
    expect(page.locator(".flagline")).to_contain_text("Nobody has done Mission 10")
    thumb.enter(".foot .a.go")
    page.wait_for_selector("main.table .pad")

    # What stands of the story is kept on the phone.
    page.goto(f"{harbor.url}/#/adventure_begins/campaign")
    expect(page.locator(".chp.now")).to_contain_text("Chapter 1")
    expect(page.locator(".lab3").first).to_contain_text("3 of the 39 new cards")


def choose_the_adventure(page: Page, way: str = "Together", players: int = 3) -> None:
    rested_tap(page.locator('a[href="#/new"]'))
    rested_tap(page.get_by_role("radio", name="Big Box"))
    rested_tap(page.get_by_role("radio", name="Adventure"))
    rested_tap(page.get_by_role("radio", name=way))
    for place, name in enumerate(NAMES[:players]):
        while page.get_by_role("textbox").count() <= place:
            rested_tap(page.locator(".seatrow .add"))
        page.get_by_role("textbox").nth(place).fill(name)


def coins_of(page: Page, name: str) -> int:
    """The coins of a player, as the phone has them."""
    (table,) = phone_store.tables(page).values()
    return next(player["coins"] for player in table["view"]["players"] if player["name"] == name)
