"""The questions of the rules desk, loaded from the files of all desks and checked on load."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.engine.printed.editions import EDITIONS, edition, sections
from companion.engine.printed.manifests import WAYS, played_in

from .desks import desks, merged, put_beside, read

LANGUAGES = ("en", "de")
# Where each edition's rules stand. Document 001, a retelling, is never cited.
DOCUMENT = {name: edition(name).document for name in EDITIONS}
BASE = "base"

Json = Mapping[str, Any]
# Which editions have the cards that a question is about.
MODULES: Mapping[str, tuple[str, ...]] = {
    name: tuple(one for one in EDITIONS if name in played_in(one))
    for name in (BASE, *(desk.module for desk in desks() if desk.about == desk.module))
}
# What else questions call a module that a table plays.
PLAYED_WITH: Mapping[str, tuple[str, ...]] = {
    desk.module: tuple(desk.data["played_with"]) for desk in desks() if "played_with" in desk.data
}
# Mixed into the base game, these leave its rules as they are.
GAMES_OF_THEIR_OWN = tuple(desk.module for desk in desks() if desk.data.get("own_rules"))
# Where a word that elsewhere is another edition's word for something else has its own meaning (`near` of the lexicon).
OWN_WORDS = tuple(desk.module for desk in desks() if desk.data.get("own_words"))
_BOXES = read("editions")
# How likely such a word means that something else, by the edition that prints it.
NEAR: Mapping[str, float] = _BOXES["near"]
# What questions are about, in the large; each has its file of them.
TOPICS: tuple[str, ...] = tuple(
    dict.fromkeys((*_BOXES["topics"], *(topic for desk in desks() for topic in desk.topics())))
)
# Where what was forgotten or entered wrongly is corrected: the table's log, or the count of what lies there.
MENDS = ("log", "count")
_RANKS = {desk.module: desk.rank for desk in desks()}


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
    places = {name: tuple(map(_citation, cited)) for name, cited in read("places").items()}
    switches: dict[str, str] = read("rulings")
    more: dict[str, list[Json]] = {}
    for said in (said for desk in desks() for said in desk.says("answers")):
        for name, data in said.items():
            more.setdefault(name, []).append(data)
    questions: dict[str, Question] = {}
    for topic in TOPICS:
        for data in _in_order(topic):
            question = _question(merged(data, more.pop(data["id"], [])), topic, places, switches)
            if question.id in questions:
                raise RulebookError(f"{question.id} is there twice")
            questions[question.id] = question
    if more:
        raise RulebookError(f"no such questions: {sorted(more)}")
    beliefs = {
        key: Belief(data["source"], {language: data[language] for language in LANGUAGES})
        for key, data in read("beliefs").items()
    }
    for question in questions.values():
        missing = [other for other in question.related if other not in questions]
        missing += [belief for belief in question.corrects if belief not in beliefs]
        if missing:
            raise RulebookError(f"{question.id} names {missing}")
    return Rulebook(questions, beliefs)


def _in_order(topic: str) -> list[Json]:
    """The questions of a topic, those of modules last but where one stands `after` another."""
    rows: list[Json] = []
    for data in read(f"questions/{topic}"):
        if "after" in data:
            put_beside(rows, data, [row["id"] for row in rows].index(data["after"]))
        else:
            rows.append(data)
    return rows


def _citation(place: str) -> Citation:
    document, section = place[:3], place[4:]
    lines = sections()["sections"].get(document, {}).get(section)
    if lines is None:
        raise RulebookError(f"no such place: {place}")
    return Citation(document, section, lines)


def _question(
    data: Json,
    topic: str,
    places: Mapping[str, tuple[Citation, ...]],
    switches: Mapping[str, str],
) -> Question:
    name, module = data["id"], data.get("module", BASE)
    variants = tuple(
        sorted((_variant(where, said) for where, said in data.get("answers", {}).items()), key=_telling)
    )
    named = {part for variant in variants for part in variant.where}
    if module not in MODULES or not named <= {*MODULES, *PLAYED_WITH, *EDITIONS, *WAYS}:
        raise RulebookError(f"{name}: no such module, edition or way to play")
    ways = tuple(data.get("ways", ()))
    if not set(ways) <= set(WAYS):
        raise RulebookError(f"{name}: no such way to play")
    mends = data.get("mends")
    if mends not in (None, *MENDS):
        raise RulebookError(f"{name}: a slip is corrected in one of {MENDS}")
    return Question(
        id=name,
        module=module,
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


def _telling(variant: Variant) -> tuple[int, bool, int]:
    """Who says most of a table comes first; of those who say as much ways to play, then the highest module."""
    ranks = (_RANKS.get(part, 0) for part in variant.where)
    return -len(variant.where), not set(variant.where) <= set(WAYS), -max(ranks)


def _text(data: Mapping[str, Any]) -> Text:
    return Text(data["question"], data["answer"], data["why"], tuple(data["aliases"]))


def _round_robin(groups: list[tuple[Citation, ...]]) -> tuple[Citation, ...]:
    """The places in their order, each place once."""
    return tuple(dict.fromkeys(citation for group in groups for citation in group))
