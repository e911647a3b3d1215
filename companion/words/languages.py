"""Which languages are spoken, and which form of a sentence a number asks for in each of them.

A language is a line of languages.json, which the phone reads too, and a file of its name in every room that
says something. `counts` names the rule by which it counts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources


@dataclass(frozen=True, slots=True)
class Language:
    """`name` is what those who speak it call it; `forms` are those of a sentence that is said with a number."""

    name: str
    forms: tuple[str, ...]
    form: Callable[[int], str]


def one(number: int) -> str:
    """A card, two cards."""
    return "one" if number == 1 else "other"


def none_and_one(number: int) -> str:
    """None is said like one."""
    return "one" if number in (0, 1) else "other"


def few_and_many(number: int) -> str:
    """Three kinds of cards: 1; 2 to 4, 22 to 24; 0, 5 to 21."""
    if number == 1:
        return "one"
    return "few" if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else "many"


# The phone has them from its browser (Intl.PluralRules), in which `other` is for what is no whole number.
COUNTS: Mapping[str, tuple[tuple[str, ...], Callable[[int], str]]] = {
    "one": (("one", "other"), one),
    "none_and_one": (("one", "other"), none_and_one),
    "few_and_many": (("one", "few", "many", "other"), few_and_many),
}


def _spoken() -> dict[str, Language]:
    lines = json.loads(resources.files(__package__).joinpath("languages.json").read_text("utf-8"))
    return {key: Language(line["name"], *COUNTS[line["counts"]]) for key, line in lines.items()}


SPOKEN: Mapping[str, Language] = _spoken()
LANGUAGES = tuple(SPOKEN)
