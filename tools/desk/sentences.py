"""The sentences that the rules desk learns from: each hand's, the desk's own, and those that ask it nothing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from companion.rulebook.content import LANGUAGES, rulebook
from companion.rulebook.desks import read
from companion.rulebook.index import ways_of_asking
from companion.rulebook.learned import NOTHING

ASKED = Path(__file__).parent / "asked"
HANDS = ("one", "two", "three", "four", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
# Newcomers and careful people, who describe things, and whoever asks with figures: only on what they would ask.
ALL = (*HANDS, "five")


@dataclass(frozen=True)
class Sentence:
    """Something typed, and the question that it asks."""

    text: str
    language: str
    id: str


def sentences(hands: Iterable[str]) -> list[Sentence]:
    """What these hands wrote."""
    return [
        Sentence(text, language, question)
        for hand in hands
        for question, told in json.loads((ASKED / f"{hand}.json").read_text("utf-8")).items()
        for language in LANGUAGES
        for text in told[language]
    ]


def own() -> list[Sentence]:
    """The desk's own words for its questions."""
    return [
        Sentence(text, language, question.id)
        for question in rulebook().questions.values()
        for language in LANGUAGES
        for text in ways_of_asking(question, language)
    ]


def strange() -> list[Sentence]:
    """What is asked at a table, but not of the rules of this game."""
    told = json.loads((ASKED / "nothing.json").read_text("utf-8"))
    return [Sentence(text, language, NOTHING) for language in LANGUAGES for text in told[language]]


def made_from() -> str:
    """A hash of what the table depends on: the sentences, and the words that make terms of them.

    The desk's own words are left out: where they are put better, the index has them as they are, and the table is
    hardly worse.
    """
    told = sorted((one.text, one.language, one.id) for one in (*sentences(ALL), *strange()))
    digest = hashlib.sha256(json.dumps(told, ensure_ascii=False).encode())
    digest.update(json.dumps(read("lexicon"), ensure_ascii=False).encode())
    return digest.hexdigest()[:16]
