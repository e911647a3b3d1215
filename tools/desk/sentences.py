"""The sentences that the rules desk learns from: each hand's, whole evenings', the desk's own, and those that ask it nothing."""

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
# Newcomers and careful people, who describe things, and whoever asks with figures: only on what they would ask.
PARTLY = "five"
ALL = tuple(sorted(path.stem for path in ASKED.glob("*.json") if path.stem != "nothing"))
HANDS = tuple(hand for hand in ALL if hand != PARTLY)
# Whoever asked what came up, and only then looked which questions of the desk answer it: nearest to what strangers ask.
EVENINGS = tuple(sorted(path.stem for path in (ASKED / "evenings").glob("*.json")))
# How much a sentence of an evening counts, and one of the desk's own, beside one of a hand.
EVENING_COUNTS, OWN_COUNTS = 8.0, 3.0


@dataclass(frozen=True)
class Sentence:
    """Something typed, and the question that it asks; `also`: others whose answer is right; `counts`: how much it tells."""

    text: str
    language: str
    id: str
    also: tuple[str, ...] = ()
    counts: float = 1.0


def sentences(hands: Iterable[str]) -> list[Sentence]:
    """What these hands wrote."""
    return [
        Sentence(text, language, question)
        for hand in hands
        for question, told in json.loads((ASKED / f"{hand}.json").read_text("utf-8")).items()
        for language in LANGUAGES
        for text in told[language]
    ]


def evenings(hands: Iterable[str]) -> list[Sentence]:
    """What these hands asked in an evening; what asks the desk nothing is among it."""
    return [
        Sentence(text, language, *(ids[:1] or [NOTHING]), tuple(ids[1:]), EVENING_COUNTS)
        for hand in hands
        for language, asked in json.loads((ASKED / "evenings" / f"{hand}.json").read_text("utf-8")).items()
        for text, ids in asked
    ]


def own() -> list[Sentence]:
    """The desk's own words for its questions."""
    return [
        Sentence(text, language, question.id, counts=OWN_COUNTS)
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
    told = sorted(
        (one.text, one.language, one.id, one.also)
        for one in (*sentences(ALL), *evenings(EVENINGS), *strange())
    )
    digest = hashlib.sha256(json.dumps(told, ensure_ascii=False).encode())
    digest.update(json.dumps(read("lexicon"), ensure_ascii=False).encode())
    return digest.hexdigest()[:16]
