"""Screens and states at every size: nothing out of reach, nothing too small, no word cut off."""

from __future__ import annotations

from .phone import PHONE, SMALL, Phone
from .screens import Screen

SIZES = {
    "smallest phone": (320, 568),
    "phone on its side": (839, 412),
    "small phone on its side": (640, 360),
    "tablet": (768, 1024),
    "tablet on its side": (1024, 768),
    # A page of 1280 x 1024 at 400 % (WCAG 1.4.10).
    "page enlarged four times": (320, 256),
}


# Where a state differs most from a screen that is looked at in every size.
OTHER_STATES = ("page enlarged four times",)


def fits(phone: Phone, screen: Screen) -> list[str]:
    """Controls in reach, with room for a thumb, their words whole; at every size, at 200 %."""
    found: list[str] = []

    def ask(where: str, *probes: str) -> None:
        found.extend(f"{where}: {what}" for what in phone.probe(*probes))

    ask("phone", "sideways", "unreachable", "smallTargets", "clipped")
    for name, (width, height) in SIZES.items():
        if screen.main or name in OTHER_STATES:
            phone.turn(width, height)
            ask(name, "sideways", "unreachable")
    phone.turn(**SMALL)
    ask("small phone", "sideways", "unreachable", "smallTargets", "clipped")
    for size in ("130", "200") if screen.main else ("200",):
        phone.look(size=size)
        ask(f"text at {size} %", "sideways", "unreachable", "clipped")
    phone.look()
    phone.turn(**PHONE)
    return found


def german_fits(phone: Phone) -> list[str]:
    """Long German words fit too."""
    phone.speak("de")
    found = [f"German: {what}" for what in phone.probe("clipped", "sideways")]
    phone.turn(**SMALL)
    return found + [f"German, small phone: {what}" for what in phone.probe("clipped", "sideways")]
