"""How somebody asks: about this very moment of a game, openly or for a yes or no, and with which turn of the sense.

What words tell it is data (`manner.json`), in both languages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from .desks import read
from .lexicon import lexicon, stem, words

# What a cue says of the whole sentence rather than of one of its words.
NOW, MINE = "NOW", "MINE"
# Words of the longest phrase.
_LONGEST = 5
_SENTENCES = re.compile(r"(?<=[.?!])\s+")

Phrase = tuple[str, ...]
# Words of which each has to be there in one of its forms.
Cue = tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """What of a live table a sentence asks for: a topic of `facts`, and the questions that tell its rule."""

    topic: str
    leads: tuple[str, ...]


@cache
def _data() -> Mapping[str, Any]:
    data: Mapping[str, Any] = read("manner")
    return data


@cache
def _phrases(part: str, language: str) -> frozenset[Phrase]:
    return frozenset(tuple(words(phrase)) for phrase in _data()[part][language].split(";"))


@cache
def _single(part: str, language: str) -> frozenset[str]:
    return frozenset(words(_data()[part][language]))


@cache
def _moments(language: str) -> tuple[tuple[Cue, Moment], ...]:
    found = [
        (_cue(cue, language), Moment(topic, tuple(data["leads"])))
        for topic, data in _data()["moments"].items()
        for cue in data[language]
    ]
    # Who says more of it is more likely right.
    return tuple(sorted(found, key=lambda one: -len(one[0])))


def _cue(cue: str, language: str) -> Cue:
    return tuple(
        frozenset(form for word in part.split("|") for form in _forms(word, language)) for part in cue.split()
    )


def _forms(word: str, language: str) -> tuple[str, ...]:
    """A word as it is compared; terms and what a cue says of a whole sentence stay as they are."""
    typed = words(word)
    if word in (NOW, MINE) or word.startswith("?") or len(typed) != 1:
        return (word,)
    return (word, typed[0], stem(typed[0], language))


def speaks_of_now(text: str, language: str) -> bool:
    """Whether somebody speaks of himself or of this moment."""
    return not {NOW, MINE}.isdisjoint(_said(text, language))


def moments(text: str, language: str) -> list[Moment]:
    """What of the moment a sentence asks for, the likeliest first."""
    said = _said(text, language)
    return list(dict.fromkeys(moment for cue, moment in _moments(language) if _holds(cue, said)))


def _holds(cue: Cue, said: frozenset[str]) -> bool:
    return all(not part.isdisjoint(said) for part in cue)


def _said(text: str, language: str) -> frozenset[str]:
    typed, known = words(text), lexicon(language)
    joined = known.joined(typed)
    found = {*typed, *(stem(word, language) for word in typed)}
    found |= {word if done else known.known(word) or "" for word, done in joined}
    found |= {part for word, done in joined if not done for part in known.parts(word)}
    found |= {known.near[term] for term in found if term in known.near}
    if _has(typed, _phrases("now", language)):
        found.add(NOW)
    if not _single("mine", language).isdisjoint(typed):
        found.add(MINE)
    return frozenset(found)


def _has(typed: Sequence[str], phrases: frozenset[Phrase]) -> bool:
    """Whether one of the phrases is there: each of so many words in a row is looked up, as lists are long."""
    return any(
        tuple(typed[at : at + length]) in phrases
        for length in range(1, _LONGEST + 1)
        for at in range(len(typed) - length + 1)
    )


def wants_advice(text: str, language: str) -> bool:
    """Whether somebody wants an opinion, or to buy something: no rule says that."""
    return _has(words(text), _phrases("advice", language))


def wants_verdict(text: str, asked: str, language: str) -> bool:
    """Whether a sentence asks for a yes or no, and in the sense in which the desk's own question asks for it."""
    typed = _question(text, language)
    return not _open(typed, language) and _sense(typed, language) == _sense(words(asked), language)


def _question(text: str, language: str) -> list[str]:
    """The words of the sentence that asks, without what only leads to it or wants it agreed to."""
    parts = [part for part in _SENTENCES.split(text.strip()) if words(part)]
    asked = next(
        (part for part in reversed(parts) if part.rstrip().endswith("?")), parts[-1] if parts else ""
    )
    typed = words(asked)
    while typed and typed[0] in _single("fillers", language):
        typed = typed[1:]
    tags = _phrases("tags", language)
    length = next((one for one in range(_LONGEST, 0, -1) if tuple(typed[-one:]) in tags), 0)
    return typed[:-length] if 0 < length < len(typed) else typed


def _open(typed: Sequence[str], language: str) -> bool:
    """Asked with a question word, or for one of two."""
    asks = bool(typed) and typed[0] in _single("open", language)
    either = not _single("alternative", language).isdisjoint(typed)
    return asks or either or _has(typed, _phrases("anywhere_open", language))


def _sense(typed: Sequence[str], language: str) -> frozenset[str]:
    """What turns the sense of a question: a not, a must, what is over or given up."""
    return frozenset(
        sense for sense, listed in _data()["senses"].items() if _has(typed, _sensed(listed[language]))
    )


@cache
def _sensed(listed: str) -> frozenset[Phrase]:
    """`have_to` is two words."""
    return frozenset(tuple(words(phrase)) for phrase in listed.split())
