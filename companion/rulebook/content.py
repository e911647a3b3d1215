"""The questions of the rules desk, loaded from data/ and checked on load."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from companion.engine.printed.editions import EDITIONS, edition, sections

LANGUAGES = ("en", "de")
# Where each edition's rules stand. Document 001, a retelling, is never cited.
DOCUMENT = {name: edition(name).document for name in EDITIONS}


def read(name: str) -> Any:
    """A data file of this package."""
    return json.loads(resources.files(__package__).joinpath("data", name).read_text("utf-8"))


_BOXES = read("editions.json")
# Which editions have the cards that a question is about.
MODULES: Mapping[str, tuple[str, ...]] = {key: tuple(found) for key, found in _BOXES["modules"].items()}
# The ways to play that a question may be about.
WAYS: tuple[str, ...] = tuple(_BOXES["ways"])
# What else questions call a module that a table plays.
PLAYED_WITH: Mapping[str, tuple[str, ...]] = {
    key: tuple(found) for key, found in _BOXES["played_with"].items()
}
# Mixed into the base game, these leave its rules as they are.
GAMES_OF_THEIR_OWN: tuple[str, ...] = tuple(_BOXES["games_of_their_own"])
# Where "mission" means an expedition, "character" a person.
MISSION_MEANS_EXPEDITION: Mapping[str, float] = _BOXES["mission_means_expedition"]
# Where what was forgotten or entered wrongly is corrected: the table's log, or the count of what lies there.
MENDS = ("log", "count")
# What questions are about, in the large; each has its file of them.
TOPICS: tuple[str, ...] = tuple(_BOXES["topics"])
# Where a mission is one, and no other word for an expedition.
WITH_MISSIONS: tuple[str, ...] = tuple(_BOXES["with_missions"])


class RulebookError(ValueError):
    """A data file says something that cannot be."""


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a rule stands: a document, one of its sections, its lines for maintainers."""

    document: str
    section: str
    lines: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """A point where the documents differ or are silent, and the switch that settles it."""

    id: str
    switch: str


@dataclass(frozen=True, slots=True)
class Text:
    """A question in one language, and other ways to ask it."""

    question: str
    answer: str
    why: str
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Variant:
    """Another answer, with its reason, where all of `where` hold: an edition, modules, a way to play."""

    where: tuple[str, ...]
    answers: Mapping[str, str]
    # By language, where the common reason does not fit this answer.
    whys: Mapping[str, str]
    # Told where it holds, and not beside the answers of other tables, to which it would say nothing.
    only_there: bool

    @property
    def name(self) -> str:
        """As it stands in the data, its parts joined by `+`."""
        return "+".join(self.where)


@dataclass(frozen=True, slots=True)
class Question:
    """One question with its answer, and those that differ by edition, module or way to play (`variants`)."""

    id: str
    module: str
    # The ways to play that it is about; none where it is about all.
    ways: tuple[str, ...]
    # What it is about, in the large: the data file it stands in.
    topic: str
    texts: Mapping[str, Text]
    variants: tuple[Variant, ...]
    citations: tuple[Citation, ...]
    rulings: tuple[Ruling, ...]
    related: tuple[str, ...]
    reasons: tuple[str, ...]
    abilities: tuple[str, ...]
    corrects: tuple[str, ...]
    # The engine's rules, persons, cards and figures to which this is the first answer.
    first_for: tuple[str, ...]
    # What of a live table is worked out beside the answer (facts.py).
    at_table: tuple[str, ...]
    # Where a slip against its rule is corrected, one of MENDS.
    mends: str | None
    # A question about the editions' words keeps every edition's words as they are.
    literal: bool

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions that have what the question is about."""
        return MODULES[self.module]

    @property
    def explains(self) -> tuple[str, ...]:
        """The engine's rules, codes, persons, rulings and switches that the answer is about."""
        ruled = (name for ruling in self.rulings for name in (ruling.id, ruling.switch))
        return (*self.first_for, *self.reasons, *self.abilities, *ruled)


@dataclass(frozen=True, slots=True)
class Belief:
    """Something wrong that is told about the game. It is searched for, never shown."""

    source: str
    told: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything the rules desk knows, in its order."""

    questions: Mapping[str, Question]
    beliefs: Mapping[str, Belief]


@cache
def rulebook() -> Rulebook:
    """The questions, checked: every place, ruling and related question that one names exists."""
    places = {name: tuple(map(_citation, cited)) for name, cited in read("places.json").items()}
    switches: dict[str, str] = read("rulings.json")
    questions: dict[str, Question] = {}
    for name in TOPICS:
        for data in read(f"questions/{name}.json"):
            question = _question(data, name, places, switches)
            if question.id in questions:
                raise RulebookError(f"{question.id} is there twice")
            questions[question.id] = question
    beliefs = {
        key: Belief(data["source"], {language: data[language] for language in LANGUAGES})
        for key, data in read("beliefs.json").items()
    }
    for question in questions.values():
        missing = [other for other in question.related if other not in questions]
        missing += [belief for belief in question.corrects if belief not in beliefs]
        if missing:
            raise RulebookError(f"{question.id} names {missing}")
    return Rulebook(questions, beliefs)


def _citation(place: str) -> Citation:
    document, section = place[:3], place[4:]
    lines = sections()["sections"].get(document, {}).get(section)
    if lines is None:
        raise RulebookError(f"no such place: {place}")
    return Citation(document, section, lines)


def _question(
    data: Mapping[str, Any],
    topic: str,
    places: Mapping[str, tuple[Citation, ...]],
    switches: Mapping[str, str],
) -> Question:
    name = data["id"]
    variants = tuple(_variant(where, said) for where, said in data.get("answers", {}).items())
    named = {part for variant in variants for part in variant.where}
    if data["module"] not in MODULES or not named <= {*MODULES, *PLAYED_WITH, *EDITIONS, *WAYS}:
        raise RulebookError(f"{name}: no such module, edition or way to play")
    ways = tuple(data.get("ways", ()))
    if not set(ways) <= set(WAYS):
        raise RulebookError(f"{name}: no such way to play")
    mends = data.get("mends")
    if mends not in (None, *MENDS):
        raise RulebookError(f"{name}: a slip is corrected in one of {MENDS}")
    return Question(
        id=name,
        module=data["module"],
        ways=ways,
        topic=topic,
        texts={language: _text(data[language]) for language in LANGUAGES},
        variants=variants,
        citations=_round_robin([places[place] for place in data["cite"]]),
        rulings=tuple(Ruling(ruling, switches[ruling]) for ruling in data.get("rulings", ())),
        related=tuple(data["related"]),
        reasons=tuple(data.get("reasons", ())),
        abilities=tuple(data.get("abilities", ())),
        corrects=tuple(data.get("corrects", ())),
        first_for=tuple(data.get("first_for", ())),
        at_table=tuple(data.get("at_table", ())),
        mends=mends,
        literal=data.get("literal", False),
    )


def _variant(where: str, said: Mapping[str, Any]) -> Variant:
    return Variant(
        tuple(where.split("+")),
        {language: said[language] for language in LANGUAGES},
        said.get("why", {}),
        said.get("only_there", False),
    )


def _text(data: Mapping[str, Any]) -> Text:
    return Text(data["question"], data["answer"], data["why"], tuple(data["aliases"]))


def _round_robin(groups: list[tuple[Citation, ...]]) -> tuple[Citation, ...]:
    """The places in their order, each place once."""
    return tuple(dict.fromkeys(citation for group in groups for citation in group))
