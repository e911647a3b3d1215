"""Screens and states at every size: nothing out of reach, nothing too small, no word cut off."""

from __future__ import annotations

from collections.abc import Iterable

from .phone import PHONE, SMALL, Phone
from .screen import Screen

SIZES = {
    "smallest phone": (320, 568),
    "phone on its side": (839, 412),
    "small phone on its side": (640, 360),
    "tablet": (768, 1024),
    "tablet on its side": (1024, 768),
    # A page of 1280 x 1024 at 400 % (WCAG 1.4.10).
    "page enlarged four times": (320, 256),
}


FOR_SHEETS = ("page enlarged four times",)


def fits(phone: Phone, screen: Screen, *, everywhere: bool) -> list[str]:
    """Controls in reach, with room for a thumb, their words whole: on a phone, and on a small one with the largest text,
    where there is least room (`everywhere`: a main screen at every size).
    """
    found: list[str] = []

    def ask(where: str, *probes: str) -> None:
        found.extend(f"{where}: {what}" for what in phone.probe(*probes))

    ask("phone", "sideways", "unreachable", "smallTargets", "clipped")
    if everywhere and screen.main:
        for name, (width, height) in SIZES.items():
            # A sheet is as wide as the phone, and scrolls: it has the least room where it is lowest.
            if screen.whole or name in FOR_SHEETS:
                phone.turn(width, height)
                ask(name, "sideways", "unreachable")
    if everywhere and screen.main and screen.whole:
        phone.turn(**SMALL)
        ask("small phone", "sideways", "unreachable", "smallTargets", "clipped")
        phone.look(size="130")
        ask("text at 130 %", "sideways", "unreachable", "clipped")
    phone.look(size="200")
    phone.turn(**SMALL)
    ask("small phone, text at 200 %", "sideways", "unreachable", "smallTargets", "clipped")
    phone.look()
    phone.turn(**PHONE)
    return found


def words_fit(phone: Phone, languages: Iterable[str], *, everywhere: bool) -> list[str]:
    """The long words of other languages fit too, on a small phone first of all."""
    found: list[str] = []
    for language in languages:
        phone.speak(language)
        if everywhere:
            found += [f"{language}: {what}" for what in phone.probe("clipped", "sideways")]
        phone.turn(**SMALL)
        found += [f"{language}, small phone: {what}" for what in phone.probe("clipped", "sideways")]
        phone.turn(**PHONE)
    phone.speak("en")
    return found
