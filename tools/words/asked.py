"""Which texts a language has to have, going by the first one: its own forms for what is counted, and no more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

TERMS = "terms.pegasus."
# What a language has as it needs it: the words of the other boxes where they differ, and breaks in long words.
BOX = re.compile(r"terms\.(?!pegasus\.)")
SHORT = "short."
PLURALS = ("one", "few", "many", "other")


def needed(first: Mapping[str, str], forms: Sequence[str]) -> list[str]:
    """The ways of all texts that a room needs in a language with these plural forms, in the first language's order."""
    return list(_needed(first, forms))


def _needed(first: Mapping[str, str], forms: Sequence[str]) -> Iterator[str]:
    for way in first:
        if BOX.match(way) or way.startswith(SHORT):
            continue
        stem, form = counted(way, first)
        if form == "one":
            yield from (f"{stem}_{one}" for one in forms)
        elif form is None:
            yield way


def counted(way: str, among: Iterable[str]) -> tuple[str, str | None]:
    """The stem of a text that is said with a number, and its form; no form where it is said without."""
    stem, _, form = way.rpartition("_")
    if form in PLURALS and f"{stem}_one" in among and f"{stem}_other" in among:
        return stem, form
    return way, None


def of_first_box(way: str) -> str:
    """The same word for the box that came first."""
    return TERMS + way.split(".", 2)[2]


def general(way: str, first: Iterable[str]) -> str:
    """The same way, or that of the general form where the first language has not so many."""
    stem, _, form = way.rpartition("_")
    other = f"{stem}_other"
    return other if way not in first and form in PLURALS and counted(other, first)[1] else way


def model(way: str, first: Mapping[str, str]) -> str | None:
    """The text of the first language that says the same."""
    return first.get(general(way, first))
