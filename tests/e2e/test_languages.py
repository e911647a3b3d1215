"""Whichever language is spoken: chosen by tap and by arrow key, taken from the phone, and with room for its words."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from companion.words import LANGUAGES, SPOKEN
from tests.services import Server

from .fonts import not_shipped
from .layout import whole, words_fit
from .phone import SMALL, Phone
from .screen import Screen
from .screens import named
from .tables import CALM, TRADE
from .touch import rested_tap

# The rules desk speaks these; test_accessibility looks at every screen in both.
DESK = ("en", "de")
OTHERS = [language for language in LANGUAGES if language not in DESK]
LAST = LANGUAGES[-1]
TABLE = ".quay > :is(.pad, .acts)"


def test_a_language_is_chosen_by_its_own_name(browser: Browser, harbor: Server) -> None:
    with Phone(browser, harbor.url, size=SMALL) as phone:
        page = phone.reach(Screen("settings", address="#/settings", shows=".seg.languages"))
        group = page.get_by_role("radiogroup").first
        names = group.locator("[role=radio]:not(:first-child) > span")
        assert names.all_inner_texts() == [one.name for one in SPOKEN.values()]
        assert [one.get_attribute("lang") for one in names.all()] == list(LANGUAGES)
        rested_tap(group.get_by_role("radio", name=SPOKEN[LAST].name, exact=True))
        spoken = page.locator("html")
        expect(spoken).to_have_attribute("lang", LAST)
        # From the last one the arrow leads round to what the phone itself speaks.
        page.keyboard.press("ArrowRight")
        expect(spoken).to_have_attribute("lang", "en")
        expect(group.get_by_role("radio", checked=True)).to_be_focused()
        page.keyboard.press("ArrowLeft")
        expect(spoken).to_have_attribute("lang", LAST)
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", LAST)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_is_spoken_to_in_its_language(language: str, browser: Browser, harbor: Server) -> None:
    with Phone(browser, harbor.url, settings={"size": "100"}, locale=f"{language}-CH") as phone:
        page = phone.reach(Screen("home", address="#/", shows=".foot a[href='#/new']"))
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert not_shipped(page) == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_rules_desk_says_which_language_it_speaks(
    language: str, browser: Browser, harbor: Server
) -> None:
    desk = named("rules-answer")
    with Phone(browser, harbor.url, size=SMALL, settings={"language": language}) as phone:
        page = phone.reach(desk)
        assert page.locator(".scroll > .remark").inner_text()
        expect(page.locator(".answer .q")).to_have_attribute("lang", "en")
        expect(page.locator(".answer .q")).to_contain_text("bust")
        for size in ("100", "200"):
            phone.look(size=size)
            assert whole(phone, f"text at {size} %") == []


@pytest.mark.parametrize("table", [CALM, TRADE], ids=("discover", "trade"))
def test_the_table_has_room_for_every_language(table: object, browser: Browser, harbor: Server) -> None:
    with Phone(browser, harbor.url) as phone:
        phone.reach(Screen("table", (table,), shows=TABLE))  # type: ignore[arg-type]
        assert words_fit(phone, OTHERS) == []
