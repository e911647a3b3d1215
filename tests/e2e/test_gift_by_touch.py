"""A card that goes to somebody else than by a tap, or in more ways than one: by one tap more, or by sliding from its tile."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.engine.play import GAMES, entered_steps, recorded_game
from tests.services import Server

from .phone import Phone
from .tables import GIFT, Recording, open_table
from .touch import Thumb, hold, lift, passing, press, rested_tap, slide_to, take

GAME = "03-bigbox-jomc_cards-4p"
# Ada trades with the ship and Cleo gets its coin; Ben and Cleo pass; Dan hires.
GIVEN = 96


def test_a_ship_with_a_gift_is_traded_with_two_taps_and_the_other_gets_the_coin(
    browser: Browser, harbor: Server
) -> None:
    phone = Phone(browser, harbor.url, size={"width": 360, "height": 640}, settings={"language": "en"})
    opened = open_table(phone.context.request, harbor.url, GIFT)
    phone.remember([opened])
    page = phone.page
    page.goto(f"{harbor.url}/#/table/{opened.code}")
    rested_tap(page.locator('.cards.trade [data-index="0"]'))
    dev = page.locator('[data-question] [data-answer="3"]')
    expect(dev.locator(".fig2 .coin")).to_have_text(["11", "12"])
    box = dev.bounding_box()
    assert box is not None
    assert box["height"] >= 48
    # Nobody has to scroll to the last of them.
    assert box["y"] + box["height"] <= 640
    rested_tap(dev)
    page.wait_for_selector(f'main.table[data-revision="{opened.view["revision"] + 1}"]')
    expect(page.locator('.player:has(.name:text-is("Dev")) .coin b')).to_have_text("12")
    assert phone.uncaught == []
    phone.close()


def test_sliding_from_its_tile_a_card_goes_to_whoever_takes_it_and_its_gift_to_whoever_gets_it(
    browser: Browser, harbor: Server
) -> None:
    record = recorded_game(next(path for path in GAMES if path.name.startswith(GAME)))
    steps, players = entered_steps(record), record["players"]
    phone = Phone(browser, harbor.url, size={"width": 360, "height": 640}, settings={"language": "en"})
    opened = open_table(phone.context.request, harbor.url, Recording(GAME, GIVEN))
    revision = opened.view["revision"]
    phone.remember([opened])
    page = phone.page
    page.goto(f"{harbor.url}/#/table/{opened.code}")
    thumb = Thumb(page, opened.code, opened.token, slides=True)
    fan = page.locator(".fan")

    # Let go beside: nothing happens. Let go on the tile: they stay, to be tapped; beside them they go.
    tile = page.locator(f'.cards.trade [data-opens="{steps[GIVEN + 3][0]["harbor_index"]}"]')
    press(tile)
    expect(fan.locator(".now")).to_contain_text("Who takes?")
    panel = fan.bounding_box()
    assert panel is not None
    assert panel["y"] >= 0
    assert all(box["height"] >= 48 for one in fan.locator(".pair").all() if (box := one.bounding_box()))
    slide_to(page.locator(".quay .acts .a.pass").first)
    expect(fan.locator(".now")).to_contain_text("Let go: nothing is entered")
    lift(page)
    expect(fan).to_have_count(0)
    press(tile)
    lift(page)
    expect(fan.locator(".pair")).to_have_count(4)
    rested_tap(page.locator(".harbor .veil"))
    expect(fan).to_have_count(0)
    # Held still it is asked about, as ever.
    assert not hold(tile)
    expect(page.get_by_role("dialog")).to_contain_text("Sailor")
    lift(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    thumb.settled(revision)

    assert take(thumb, steps[GIVEN][0], players) == 1
    thumb.settled(revision + 1)
    thumb.shows(steps[GIVEN][1])
    done, checkpoint = passing(thumb, steps, GIVEN + 1, players)
    assert done == 3
    thumb.settled(revision + 2)
    thumb.shows(checkpoint)
    assert thumb.gestures == {"take": 2}
    # One gesture, and one to take it back.
    rested_tap(page.get_by_role("button", name="Undo the last entry"))
    thumb.shows(steps[GIVEN][1])
    assert phone.uncaught == []
    phone.close()
