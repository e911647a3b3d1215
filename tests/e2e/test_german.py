"""Long German words fit."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.services import Server

from .screens import PHONE, SCREENS, SMALL, Phone, Screen


@pytest.mark.parametrize("screen", [screen for screen in SCREENS if screen.main], ids=str)
def test_german_fits(screen: Screen, browser: Browser, harbor: Server) -> None:
    with Phone(browser, harbor.url, settings={"language": "de"}, size=SMALL) as phone:
        phone.reach(screen)
        found = [f"small phone: {what}" for what in phone.probe("clipped", "sideways")]
        phone.turn(**PHONE)
        found += [f"phone: {what}" for what in phone.probe("clipped", "sideways")]
    assert found == []
