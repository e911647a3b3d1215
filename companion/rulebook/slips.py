"""Slips that players tell of: forgotten, too much, too little, entered wrongly. The rule alone does not mend them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from .content import LANGUAGES
from .desks import read
from .lexicon import OUTSIDE, Lexicon, lexicon, words

Phrases = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Slip:
    """The question whose rule was broken, as far as the words tell. `plain`: no other word is unknown here; `entered`: it
    was not the table's slip, but the phone's.
    """

    question: str | None
    plain: bool
    entered: bool


@cache
def _phrases(sort: str, language: str) -> Phrases:
    said = (tuple(words(phrase)) for phrase in read("slips")[sort][language].split(";"))
    return tuple(sorted(said, key=len, reverse=True))


@cache
def _leads() -> Mapping[str, str]:
    leads: Mapping[str, str] = read("slips")["leads"]
    return leads


def slip_in(text: str) -> Slip | None:
    """The slip that a sentence tells of."""
    for language in LANGUAGES:
        typed = words(text)
        told, typed = _without(typed, _phrases("tells", language))
        entered, typed = _without(typed, _phrases("enters", language))
        if told or entered:
            return _slip(typed, entered, lexicon(language))
    return None


def _without(typed: list[str], phrases: Phrases) -> tuple[bool, list[str]]:
    """Whether one of the phrases is there, and the words without it."""
    for phrase in phrases:
        for at in range(len(typed) - len(phrase) + 1):
            if tuple(typed[at : at + len(phrase)]) == phrase:
                return True, typed[:at] + typed[at + len(phrase) :]
    return False, typed


def _slip(typed: list[str], entered: bool, known: Lexicon) -> Slip:
    terms = [word if done else known.known(word) for word, done in known.joined(typed)]
    plain = None not in terms and OUTSIDE not in terms
    named = next((lead for term, lead in _leads().items() if term in terms), None)
    lead: str | None = read("slips")["enters_lead"] if entered else named
    return Slip(lead, plain and lead is not None, entered)
