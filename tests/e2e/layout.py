"""Screens and states at every size, in every language and theme: nothing out of reach, too small, cut off or too faint."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import product

from companion.words import LANGUAGES

from .phone import PHONE, SMALL, THEMES, Phone
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
LYING = (667, 375)
# Where nothing may be cut, in the long run with text of both sizes and in every language.
WHOLE_AT = ((SMALL["width"], SMALL["height"]), (390, 844), LYING, (320, 568), (1280, 800))
TEXT_SIZES = ("100", "200")
# Where screens with a thumb held down are reached anew.
HELD_AT = ((SMALL["width"], SMALL["height"]), (390, 844))

# What is so on purpose: the message, where, and why.
ALLOWED = (
    # A word that is wider than the phone breaks before it leaves it.
    (r'" is broken within', "200 %"),
    # On its side the ledger's second line may end in dots: its tap tells all.
    (r"button\.said.* is cut by", "667 x 375"),
)


def whole(phone: Phone, where: str, *, as_it_lies: bool = False) -> list[str]:
    """What is cut, broken within or beside its box; `as_it_lies`: also parts of a table that cover each other."""
    probes = ("cut", "sideways", *(("covered",) if as_it_lies else ()))
    return [
        f"{where}: {what}"
        for what in phone.probe(*probes)
        if not any(place in where and re.search(words, what) for words, place in ALLOWED)
    ]


def fits(phone: Phone, screen: Screen, *, everywhere: bool) -> list[str]:
    """Controls in reach, with room for a thumb, their words whole: on a phone, and on a small one with the largest text,
    where there is least room (`everywhere`: a main screen at every size).
    """
    found: list[str] = []

    def ask(where: str, *probes: str) -> None:
        found.extend(f"{where}: {what}" for what in phone.probe(*probes))

    # What a thumb slides to may be lower than what it is put on.
    ask("phone", "sideways", "unreachable", *(() if screen.held else ("smallTargets",)))
    if screen.held:
        return found
    if everywhere and screen.main:
        for name, (width, height) in SIZES.items():
            # A sheet is as wide as the phone, and scrolls: it has the least room where it is lowest.
            if screen.whole or name in FOR_SHEETS:
                phone.turn(width, height)
                ask(name, "sideways", "unreachable")
    if everywhere and screen.main and screen.whole:
        phone.turn(**SMALL)
        ask("small phone", "sideways", "unreachable", "smallTargets")
        phone.look(size="130")
        ask("text at 130 %", "sideways", "unreachable")
    phone.look(size="200")
    phone.turn(**SMALL)
    found += whole(phone, "small phone, text at 200 %")
    ask("small phone, text at 200 %", "unreachable", "smallTargets")
    phone.look()
    phone.turn(**PHONE)
    return found


def words_fit(
    phone: Phone,
    languages: Iterable[str],
    sizes: Iterable[tuple[int, int]] = ((SMALL["width"], SMALL["height"]), LYING),
    text_sizes: tuple[str, ...] = ("100",),
) -> list[str]:
    """Nothing is cut, whatever the language; one visit, turned and spoken to in place, turned only with no thumb held down."""
    found: list[str] = []
    held = phone.screen is not None and phone.screen.held
    if held:
        sizes, text_sizes = (
            ((phone.size["width"], phone.size["height"]),),
            (phone.settings.get("size", "100"),),
        )
    for language in languages:
        phone.speak(language)
        for (width, height), text in product(sizes, text_sizes):
            if not held:
                phone.turn(width, height)
                phone.look(size=text)
            # Text of twice the size, and the smallest of all phones: there the sky lies below the water, and is scrolled to.
            as_it_lies = text == "100" and (width, height) != (320, 568)
            where = f"{language}, {width} x {height}, text at {text} %"
            found += whole(phone, where, as_it_lies=as_it_lies)
        if not held:
            phone.look()
    if not held:
        phone.turn(**PHONE)
    phone.speak("en")
    return found


def words_fit_everywhere(phone: Phone) -> list[str]:
    found = words_fit(phone, LANGUAGES, WHOLE_AT, TEXT_SIZES)
    if phone.screen and phone.screen.held:
        for (width, height), text in product(HELD_AT, TEXT_SIZES):
            with Phone(phone.browser, phone.url, {"size": text}, {"width": width, "height": height}) as anew:
                anew.reach(phone.screen)
                found += words_fit(anew, LANGUAGES)
    return found


def contrasts(phone: Phone, themes: Iterable[str] = THEMES) -> list[str]:
    """Words and figures too faint on what lies below them, drawn or not."""
    found: list[str] = []
    for theme in themes:
        phone.look(theme)
        # What is found is looked at once more: the picture may be of a moment in which something still moved.
        found += [f"{theme}: {what}" for what in phone.faint() and phone.faint()]
    phone.look()
    return found
