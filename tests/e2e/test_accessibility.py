"""Works for everybody: axe-core on every screen and state, nothing cut, contrasts, keyboard, reduced motion."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services import REPOSITORY, Server

from .fonts import not_shipped
from .layout import contrasts, fits, words_fit, words_fit_everywhere
from .phone import THEMES, Phone
from .screen import Screen
from .screens import PAIR, RED, SCREENS, SEAT, named
from .touch import rested_tap

AXE = REPOSITORY / "pwa" / "node_modules" / "axe-core" / "axe.min.js"
# Everything that WCAG 2.2 A and AA ask for and a program can see.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
RUN = """async (only) => {
  const found = await axe.run(document, { ...only, resultTypes: ['violations', 'incomplete'], rules: { 'target-size': { enabled: true }, ...only.rules } });
  // What lies half below a foot is scrolled to: layout.py asks whether it can be.
  const lies = ({ failureSummary }) => !failureSummary.includes('partially obscured');
  const told = ({ id, nodes }) => nodes.filter(lies).map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.replaceAll('\\n', ' ')}`);
  // A rule that did not come to its end has found nothing either.
  const broken = found.incomplete.filter(({ nodes }) => nodes.some(({ any, all, none }) => [...any, ...all, ...none].some(({ id }) => id === 'error-occurred')));
  return [...found.violations, ...broken].flatMap(told);
}"""
# Contrasts are looked at by themselves, in every theme and with what is drawn behind words.
BUT_CONTRASTS = {"runOnly": {"type": "tag", "values": RULES}, "rules": {"color-contrast": {"enabled": False}}}
TAB = {"type": "rawKeyDown", "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}


@pytest.fixture(scope="module")
def axe() -> str:
    return AXE.read_text()


def axe_finds(page: Page, only: dict[str, Any]) -> list[str]:
    return list(page.evaluate(RUN, only))


def walked(phone: Phone) -> list[str]:
    """What the Tab key does not come to, or comes to unseen."""
    # One more for what lies before and behind the page. Straight to the browser: there are thousands of them.
    keyboard = phone.context.new_cdp_session(phone.page)
    for _ in range(phone.page.evaluate("() => probes.beginWalk()") + 2):
        keyboard.send("Input.dispatchKeyEvent", TAB)
    keyboard.detach()
    return phone.probe("walked")


def looked_at(phone: Phone, screen: Screen, axe: str, *, everywhere: bool) -> list[str]:
    """Its sizes, rules by axe, contrasts in every theme, nothing moves unasked; a main screen also has every control by
    keyboard, and German. `everywhere`: in every language at every size, with every word's font.
    """
    page = phone.page
    found = not_shipped(page) if everywhere and screen.main else []
    if not screen.only_pictured:
        found += fits(phone, screen, everywhere=everywhere)
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(axe)
        found += phone.probe("moving")
        found += axe_finds(page, BUT_CONTRASTS)
    # A theme for each, so that all of them are seen; with soak each screen in all.
    found += contrasts(phone, THEMES if everywhere else (THEMES[sum(map(ord, screen.name)) % len(THEMES)],))
    if screen.main:
        found += walked(phone)
    if everywhere:
        found += words_fit_everywhere(phone)
    elif screen.main:
        found += words_fit(phone, ("de",))
    return [f"{screen}: {what}" for what in found]


def ways() -> list[list[Screen]]:
    """The screens to be looked at; where the way to one leads through another, both are on one way."""
    found: list[list[Screen]] = []
    for screen in SCREENS:
        before = next((way for way in found if screen.lies_behind(way[-1])), None)
        if before:
            before.append(screen)
        else:
            found.append([screen])
    return found


def looks() -> list[Any]:
    """Most main screens, and in the long run every state of all, everywhere."""
    told = [(way, " > ".join(map(str, way))) for way in ways()]
    short = [
        (way[: 1 + max(at for at, screen in enumerate(way) if screen.each_time)], name)
        for way, name in told
        if any(screen.each_time for screen in way)
    ]
    return [pytest.param(way, False, id=name) for way, name in short] + [
        pytest.param(way, True, id=f"{name}, everywhere", marks=pytest.mark.soak) for way, name in told
    ]


@pytest.mark.parametrize(("way", "everywhere"), looks())
def test_everybody_can_use(
    way: list[Screen], everywhere: bool, browser: Browser, harbor: Server, axe: str
) -> None:
    with Phone(browser, harbor.url) as phone:
        found: list[str] = []
        for before, screen in pairwise([None, *way]):
            phone.go_on(screen, before) if before else phone.reach(screen)
            if screen.each_time or everywhere:
                found += looked_at(phone, screen, axe, everywhere=everywhere)
        assert found + phone.uncaught == []


@dataclass
class Keys:
    """Somebody without a pointer."""

    page: Page

    def to(self, selector: str) -> None:
        """Tabs on until it has the focus."""
        for _ in range(90):
            if self.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
            self.page.keyboard.press("Tab")
        pytest.fail(f"the Tab key never comes to {selector}")

    def press(self, selector: str, shows: str) -> None:
        """Tabs there, presses it, waits for what follows."""
        self.to(selector)
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector(shows)


def revision(number: int) -> str:
    return f'main.table[data-revision="{number}"]'


def test_a_whole_turn_is_played_by_keyboard(browser: Browser, harbor: Server) -> None:
    with Phone(browser, harbor.url, touch=False) as phone:
        page, keys = phone.page, Keys(phone.page)
        page.goto(harbor.url)
        page.wait_for_selector(".glance")
        keys.press('a[href="#/new"]', SEAT.format(1))
        keys.to(SEAT.format(1))
        page.keyboard.type("Ada")
        page.keyboard.press("Enter")
        page.keyboard.type("Ben")
        keys.press(".foot .go", f"{revision(0)} .pad")
        keys.press(RED, ".pad.asking .pair:focus")
        keys.press(PAIR, revision(1))
        keys.press('[data-opens="person:settler"]', revision(2))
        keys.press(".k.act", f"{revision(3)} .cards.trade")
        keys.press(".card:not(.no)", revision(4))
        keys.press(".a.pass", revision(5))
        keys.press(".ledger .undo", revision(6))
        keys.press(".ledger .menu", "dialog nav")
        expect(page.locator(".kept-state p")).to_have_text(re.compile(r"table, since \d\d:\d\d; 6 entries$"))
        page.keyboard.press("Escape")
        page.wait_for_selector(".ledger .menu:focus")
        keys.press(".player .rest", ".disp")
        keys.press(".nav3 .mid", "main.table .players")
        assert phone.uncaught == []


def test_what_changes_does_not_move_where_less_motion_is_wanted(browser: Browser, harbor: Server) -> None:
    with Phone(browser, harbor.url) as phone:
        page = phone.reach(named("table-discover"))
        moved = []
        for step, shows in (
            (RED, ".pad.asking"),
            (PAIR, ".berth-in:nth-child(5)"),
            ('[data-opens="ship:blue"]', ".pad.asking"),
            ('[data-pick="base.ship.blue.s2.c2"]', ".acts.decide"),
            (".a.bad", ".harbor.bust"),
            (".ledger .menu", "dialog nav"),
        ):
            rested_tap(page.locator(step).first)
            page.wait_for_selector(shows)
            moved += phone.probe("moving")
        assert moved == []
