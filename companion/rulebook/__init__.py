"""The rules desk: questions about the rules, their answers and where they stand, and a search for them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.printed.editions import EDITIONS
from companion.engine.printed.manifests import WAYS
from companion.engine.table.state import State

from . import codec
from .answering import Answer, Other, answer, playing
from .content import (
    LANGUAGES,
    MENDS,
    MODULES,
    TOPICS,
    Citation,
    Question,
    RulebookError,
    Ruling,
    rulebook,
)
from .desk_pages import FORMS, SORTS, Page, PageLink, page, pages
from .facts import Fact, at_table
from .lexicon import spoken_language
from .search import Results, search

__all__ = [
    "EDITIONS",
    "FORMS",
    "LANGUAGES",
    "MENDS",
    "MODULES",
    "SORTS",
    "TOPICS",
    "WAYS",
    "Answer",
    "Citation",
    "Fact",
    "Other",
    "Page",
    "PageLink",
    "Question",
    "Results",
    "RulebookError",
    "Ruling",
    "at_table",
    "codec",
    "page",
    "pages",
    "playing",
    "question",
    "questions",
    "rulebook",
    "search",
    "search_at_table",
    "spoken_language",
]


def search_at_table(query: str, state: State, language: str | None = None, limit: int = 5) -> Results:
    """The answers to a question asked at a live table, by its rules and as it stands there."""
    setup = state.game.setup
    return search(query, setup.edition, setup.modules, language, limit, state)


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
    topic: str | None = None,
) -> tuple[Answer, ...]:
    """Every question, or those of one module or topic, or those that explain something, in the rulebook's order.

    `explains` is a rule (repel_swords), a reason code (ADMIRAL_PAID), an ability (admiral), a ruling (C33) or a
    switch (admiral_new); the question to which it leads comes first.
    """
    played = playing(modules)
    found = [
        question
        for question in rulebook().questions.values()
        if module in (None, question.module)
        and topic in (None, question.topic)
        and (explains is None or explains in question.explains)
    ]
    found.sort(key=lambda question: explains not in question.first_for)
    return tuple(answer(question, edition, played, language) for question in found)
