"""Works for everybody: axe-core on every screen and state, contrasts, keyboard, reduced motion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.services import REPOSITORY, Server

from .fonts import not_shipped
from .layout import fits, german_fits
from .phone import THEMES, Phone
from .screens import PAIR, RED, SCREENS, SEAT, Screen

AXE = REPOSITORY / "pwa" / "node_modules" / "axe-core" / "axe.min.js"
# Everything that WCAG 2.2 A and AA ask for and a program can see.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
RUN = """async (only) => {
  // Short figures and drawn grounds count too: what lies below them is flat by then.
  axe.configure({ checks: [{ id: 'color-contrast', options: { ignoreLength: true, ignorePseudo: true } }] });
  const found = await axe.run(document, { ...only, resultTypes: ['violations'], rules: { 'target-size': { enabled: true }, ...only.rules } });
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.replaceAll('\\n', ' ')}`));
}"""
CONTRASTS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
# Contrasts are looked at by themselves, with what lies behind words laid flat.
BUT_CONTRASTS = {"runOnly": {"type": "tag", "values": RULES}, "rules": {"color-contrast": {"enabled": False}}}
TAB = {"key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}


@pytest.fixture(scope="module")
def axe() -> str:
    return AXE.read_text()


def axe_finds(page: Page, only: dict[str, Any]) -> list[str]:
    return list(page.evaluate(RUN, only))


@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_everybody_can_use(screen: Screen, browser: Browser, harbor: Server, axe: str) -> None:
    """One visit a screen: its fonts and sizes, rules and contrasts by axe, every control by keyboard, nothing moves unasked;
    then in German.
    """
    with Phone(browser, harbor.url) as phone:
        page = phone.reach(screen)
        misfits = (not_shipped(page) if screen.main else []) + fits(phone, screen)
        page.evaluate(axe)
        found = phone.probe("moving") + phone.uncaught
        found += axe_finds(page, BUT_CONTRASTS)
        for theme in THEMES:
            phone.look(theme)
            # A gradient's two ends; in between the contrast lies between theirs.
            for last in (False, True) if screen.main else (False,):
                if page.evaluate("(last) => probes.flatten(last)", last) or not last:
                    found += [f"{theme}: {what}" for what in axe_finds(page, CONTRASTS)]
                page.evaluate("() => probes.unflatten()")
        phone.look()
        # One more for what lies before and behind the page. Straight to the browser: there are thousands of them.
        keyboard = phone.context.new_cdp_session(page)
        for _ in range(page.evaluate("() => probes.beginWalk()") + 2):
            for kind in ("rawKeyDown", "keyUp"):
                keyboard.send("Input.dispatchKeyEvent", {"type": kind, **TAB})
        found += phone.probe("walked")
        if screen.main:
            misfits += german_fits(phone)
        assert misfits + found == []


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
        page.keyboard.press("Escape")
        page.wait_for_selector(".ledger .menu:focus")
        keys.press(".player .rest", ".disp")
        keys.press(".nav3 .mid", "main.table .players")
        assert phone.uncaught == []


def test_what_changes_does_not_move_where_less_motion_is_wanted(browser: Browser, harbor: Server) -> None:
    with Phone(browser, harbor.url) as phone:
        page = phone.reach(next(screen for screen in SCREENS if screen.name == "table-discover"))
        moved = []
        for step, shows in (
            (RED, ".pad.asking"),
            (PAIR, ".berth-in:nth-child(5)"),
            ('[data-opens="ship:blue"]', ".pad.asking"),
            ('[data-pick="base.ship.blue.s2.c2"]', ".acts.decide"),
            (".a.bad", ".harbor.bust"),
            (".ledger .menu", "dialog nav"),
        ):
            page.locator(step).first.tap()
            page.wait_for_selector(shows)
            moved += phone.probe("moving")
        assert moved == []
