"""The rules desk: questions about the rules, their answers and where they stand, and a search for them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.editions import EDITIONS

from . import codec
from .content import LANGUAGES, MODULES, Citation, Question, RulebookError, Ruling, rulebook
from .lexicon import spoken_language
from .search import Answer, Other, Results, answer, playing, search

__all__ = [
    "EDITIONS",
    "LANGUAGES",
    "MODULES",
    "Answer",
    "Citation",
    "Other",
    "Question",
    "Results",
    "RulebookError",
    "Ruling",
    "codec",
    "playing",
    "question",
    "questions",
    "rulebook",
    "search",
    "spoken_language",
]


def question(
    id: str,  # noqa: A002 (it is the question's id everywhere)
    edition: str | None = None,
    modules: Iterable[str] = (),
    language: str = "en",
) -> Answer | None:
    """One question, answered for a table; None where there is none of that id."""
    found = rulebook().questions.get(id)
    return answer(found, edition, playing(modules), language) if found else None


def questions(
    module: str | None = None,
    explains: str | None = None,
    edition: str | None = None,
    modules: Iterable[str] = (),
    language: str = "en",
) -> tuple[Answer, ...]:
    """Every question, or those of one module, or those that explain something: in the rulebook's order.

    `explains` is a reason code (ADMIRAL_PAID), an ability (admiral), a ruling (C33) or a switch (admiral_new).
    """
    played = playing(modules)
    return tuple(
        answer(found, edition, played, language)
        for found in rulebook().questions.values()
        if module in (None, found.module) and (explains is None or explains in found.explains)
    )
