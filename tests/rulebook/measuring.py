"""How well sentences that nobody learned from are understood, judged by the id of the question that they ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion import rulebook
from companion.rulebook.content import rulebook as loaded
from tests.rulebook.asking import load

# What is shown of an answer before its reasons: a Yes for a No is worse than a wrong topic.
VERDICTS = {"en": ("Yes", "No"), "de": ("Ja", "Nein")}
# What a table plays whose question is about a module.
PLAYED = {
    "base": ["base"],
    "gambler": ["base", "gambler"],
    "make_sail": ["make_sail"],
    "jomc_cards": ["base", "jomc_cards"],
    "jomc": ["base", "jomc"],
    "adventure_begins": ["adventure_begins"],
}


@dataclass(frozen=True)
class Table:
    """Where a question is asked: of which box, playing what. Nothing of both is nowhere."""

    edition: str | None = None
    modules: tuple[str, ...] = ()


NOWHERE = Table()


@dataclass(frozen=True)
class Told:
    """What the desk made of a sentence."""

    text: str
    language: str
    wanted: str
    table: Table
    ids: tuple[str, ...]
    asks_back: bool
    wrong_way: bool

    @property
    def first(self) -> bool:
        return self.ids[:1] == (self.wanted,)

    @property
    def three(self) -> bool:
        return self.wanted in self.ids


def tables(name: str) -> Iterator[Table]:
    """A table of every edition that has what the question is about."""
    question = loaded().questions[name]
    for edition in question.editions:
        yield Table(edition, (*PLAYED[question.module], *question.ways[:1]))


def tell(text: str, language: str, wanted: str, table: Table = NOWHERE) -> Told:
    """A sentence asked at a table, as a phone asks that shows answers in its language."""
    found = rulebook.search(text, table.edition, table.modules, language, 3)
    led = found.results[0].answer if found.results and not found.asks_back else ""
    right = rulebook.question(wanted, table.edition, table.modules, language)
    assert right is not None
    ids = tuple(answer.id for answer in found.results)
    against = ids[:1] != (wanted,) and {_verdict(led, language), _verdict(right.answer, language)} == {
        *VERDICTS[language]
    }
    return Told(text, language, wanted, table, ids, found.asks_back, against)


def _verdict(answer: str, language: str) -> str:
    return next(
        (one for one in VERDICTS[language] if answer.startswith((f"{one}.", f"{one},", f"{one}:"))), ""
    )


def asked() -> list[tuple[str, str, str]]:
    """Every sentence of the measure: its text, its language, its question."""
    return [
        (text, language, name)
        for name, told in load("questions/by_id.json")["asked"].items()
        for language in rulebook.LANGUAGES
        for text in told[language]
    ]


def unanswered(language: str) -> list[str]:
    """Sentences that ask nothing that the desk knows."""
    found: list[str] = load("questions/by_id.json")["unanswered"][language]
    return found


def refused(language: str) -> tuple[int, list[str]]:
    """How many sentences without an answer there are, and those that were answered all the same."""
    queries = unanswered(language)
    return len(queries), [
        query for query in queries if not rulebook.search(query, language=language).nothing_fits
    ]


def share(found: Iterable[bool]) -> float:
    """In percent."""
    each = list(found)
    return 100 * sum(each) / len(each)
