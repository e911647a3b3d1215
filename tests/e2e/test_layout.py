"""Every screen and state at every size: nothing out of reach, nothing too small, no word cut off."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.services import Server

from .screens import PHONE, SCREENS, SMALL, Phone, Screen

SIZES = {
    "smallest phone": (320, 568),
    "phone on its side": (839, 412),
    "small phone on its side": (640, 360),
    "tablet": (768, 1024),
    "tablet on its side": (1024, 768),
    # A page of 1280 x 1024 at 400 % (WCAG 1.4.10).
    "page enlarged four times": (320, 256),
}


@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_fits_every_screen(screen: Screen, browser: Browser, harbor: Server) -> None:
    """One visit a screen: controls in reach, with room for a thumb, their words whole; at every size, at 200 %."""
    found: list[str] = []

    def ask(where: str, *probes: str) -> None:
        found.extend(f"{where}: {what}" for what in phone.probe(*probes))

    with Phone(browser, harbor.url) as phone:
        phone.reach(screen)
        ask("phone", "sideways", "unreachable", "smallTargets", "clipped")
        for name, (width, height) in SIZES.items():
            phone.turn(width, height)
            ask(name, "sideways", "unreachable")
        phone.turn(**SMALL)
        ask("small phone", "sideways", "unreachable", "smallTargets", "clipped")
        for size in ("130", "200"):
            phone.look(size=size)
            ask(f"text at {size} %", "sideways", "unreachable", "clipped")
    assert found == []


@pytest.mark.parametrize("screen", [screen for screen in SCREENS if screen.main], ids=str)
def test_german_fits(screen: Screen, browser: Browser, harbor: Server) -> None:
    with Phone(browser, harbor.url, settings={"language": "de"}, size=SMALL) as phone:
        phone.reach(screen)
        found = [f"small phone: {what}" for what in phone.probe("clipped", "sideways")]
        phone.turn(**PHONE)
        found += [f"phone: {what}" for what in phone.probe("clipped", "sideways")]
    assert found == []
