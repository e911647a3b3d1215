"""A question as it is answered at a table: whose answer counts there, and what the rules say elsewhere."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from companion.engine.printed.editions import EDITIONS
from companion.engine.printed.manifests import WAYS

from .citing import ordered
from .content import (
    GAMES_OF_THEIR_OWN,
    MODULES,
    PLAYED_WITH,
    Citation,
    Question,
    Ruling,
    Variant,
    rulebook,
)
from .terms import spoken

_VERDICTS = tuple(f"{verdict}{mark}" for verdict in ("Yes", "No", "Ja", "Nein") for mark in ".,:;")
# The yes or no before a sentence that says something without it, unlike a mere condition.
_VERDICT = re.compile(
    r"^(?:Yes|No|Ja|Nein)[.,:;] +(?!(?:unless|if|once|not|and|but|außer|wenn|sobald|auch|und|aber)\b)(?=\w)"
)


@dataclass(frozen=True, slots=True)
class Other:
    """What the rules say elsewhere: in which editions or modules, and what."""

    where: tuple[str, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class Related:
    """A question beside another one."""

    id: str
    question: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A question with its answer for one edition, in one language."""

    id: str
    module: str
    ways: tuple[str, ...]
    topic: str
    question: str
    answer: str
    why: str
    citations: tuple[Citation, ...]
    rulings: tuple[Ruling, ...]
    related: tuple[Related, ...]
    others: tuple[Other, ...]
    # It corrects something that is told wrongly about the game.
    corrects: bool
    # False: the asked edition has no such cards; the answer is another edition's.
    applies: bool
    # False: the table that asks plays without the cards or the way to play that it is about.
    in_play: bool
    # Where a slip against this rule is corrected, one of MENDS.
    mends: str | None = None
    score: float = 1.0


def here(question: Question, edition: str | None, played: Collection[str]) -> bool:
    return (edition is None or edition in question.editions) and in_play(question, played)


def in_play(question: Question, played: Collection[str]) -> bool:
    """Whether the table has the cards, and plays in the way, that the question is about; True where no table asks."""
    if not played:
        return True
    if question.module != "base" and question.module not in played:
        return False
    return not question.ways or not {*question.ways}.isdisjoint(played)


def playing(modules: Iterable[str]) -> frozenset[str]:
    """What the questions call a table's modules and its way to play; names that they do not know are left out.

    Who names no way to play plays in the usual one.
    """
    named = {name for module in modules for name in (module, *PLAYED_WITH.get(module, ()))}
    known = named.intersection((*MODULES, *WAYS, *PLAYED_WITH))
    return frozenset(known if not known or known.intersection(WAYS) else {*known, WAYS[0]})


def answer(
    question: Question,
    edition: str | None = None,
    played: Collection[str] = (),
    language: str = "en",
    score: float = 1.0,
) -> Answer:
    """A question as it is answered for an edition and modules."""
    text = question.texts[language]
    words = None if question.literal else edition
    beside = [rulebook().questions[other] for other in question.related]
    own = _own(question, edition, played)
    said = own.answers[language] if own else text.answer
    why = (own and own.whys.get(language)) or text.why
    return Answer(
        id=question.id,
        module=question.module,
        ways=question.ways,
        topic=question.topic,
        question=_asked(question, edition, language),
        answer=spoken(said, words, language),
        why=spoken(why, words, language),
        citations=ordered(question.citations, edition),
        rulings=question.rulings,
        related=tuple(Related(other.id, _asked(other, edition, language)) for other in beside),
        others=_others(question, own, language),
        corrects=bool(question.corrects),
        applies=edition is None or edition in question.editions,
        in_play=in_play(question, played),
        mends=question.mends,
        score=score,
    )


def has_verdict(said: str) -> bool:
    """Whether an answer begins with a yes or no."""
    return said.startswith(_VERDICTS)


def without_verdict(said: str) -> str:
    """The sentence alone, for whoever may have asked the other way round; as it is where it says nothing alone."""
    rest = _VERDICT.sub("", said)
    return rest[:1].upper() + rest[1:]


def _asked(question: Question, edition: str | None, language: str) -> str:
    return spoken(question.texts[language].question, None if question.literal else edition, language)


def _own(question: Question, edition: str | None, played: Collection[str]) -> Variant | None:
    """Whose answer counts at this table, if not everybody's."""
    holds = holding(edition, played)
    return next((variant for variant in question.variants if holds.issuperset(variant.where)), None)


def holding(edition: str | None, played: Collection[str]) -> frozenset[str | None]:
    """What of edition, modules and way to play tells a table's rules from those of others."""
    # Mixed into the base game, these leave its rules as they are.
    without = GAMES_OF_THEIR_OWN if "base" in played else ()
    return frozenset({edition, *played}.difference(without))


def _others(question: Question, own: Variant | None, language: str) -> tuple[Other, ...]:
    """Every other answer, those who say the same together."""
    told: dict[str, list[str]] = {}
    common = question.texts[language].answer
    said = own.answers[language] if own else common
    for variant in question.variants:
        if not variant.only_there:
            told.setdefault(variant.answers[language], []).append(variant.name)
    if own is not None and own.where[0] not in EDITIONS:
        told.setdefault(common, []).append("base")
    elif own is not None:
        # The common answer, for the editions that have none of their own.
        named = {variant.name for variant in question.variants}
        rest = [one for one in question.editions if one not in named]
        if rest:
            told.setdefault(common, []).extend(rest)
    told.pop(said, None)
    return tuple(
        Other(
            tuple(where),
            spoken(text, where[0] if where[0] in EDITIONS and not question.literal else None, language),
        )
        for text, where in told.items()
    )
