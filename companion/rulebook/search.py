"""Search: the questions that fit what somebody typed, the table's own edition and modules first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.engine.table.state import Game

from .answering import Answer, answer, here, in_play, playing
from .content import LANGUAGES, MENDS, MISSION_MEANS_EXPEDITION, Question, rulebook
from .desk_pages import PageLink, pages_in
from .index import Hit, Term, index
from .judging import judged
from .lexicon import spoken_language
from .slips import Slip, slip_in
from .sums import Sum, summed

# What is shown after the first must not be much less likely than it.
_FALL = 0.001
# Below this share of all that fits, the best is one of several that may be meant.
_SURE = 0.45
# Longer questions are cut: nobody asks one, and a search has to stay short.
LONGEST = 400
_MOST_TERMS = 40
_MOST_RESULTS = 20

# How likely beside the best an answer of the table itself has to be to lead.
_AS_GOOD = 0.15
_OTHER_EDITION, _OTHER_MODULE, _OWN_MODULE, _EXPANSION, _OTHER_WAY = 0.3, 0.3, 4.0, 0.7, 0.4
# Trust in the words of another edition: where none is named, and where another one is.
_NEAR_ANYWHERE, _NEAR_ELSEWHERE = 0.6, 0.3


@dataclass(frozen=True, slots=True)
class Results:
    """The answers that fit, best first, or that nothing does."""

    results: tuple[Answer, ...]
    nothing_fits: bool
    language: str
    # The first few are so close that the asker has to say which is meant.
    asks_back: bool = False
    # What the figures of the question come to.
    sum: Sum | None = None
    # The sentence tells of a slip: where it is corrected, one of MENDS.
    mends: str | None = None
    # The pages that the sentence names.
    pages: tuple[PageLink, ...] = ()


def search(
    query: str,
    edition: str | None = None,
    modules: Iterable[str] = (),
    language: str | None = None,
    limit: int = 5,
    game: Game | None = None,
) -> Results:
    """The answers to a question as players type it. Without a language the question's own is taken.

    `game` is a live table's: what the figures of the question come to is worked out by its rules.
    """
    text = query[:LONGEST]
    named = tuple(modules)
    played = playing(named)
    told = spoken_language(text)
    shown = language if language in LANGUAGES else told or LANGUAGES[0]
    # Asked in another language than the shown one, a question is looked up in its own.
    tried = dict.fromkeys((told or shown, shown, *LANGUAGES))
    ranked: list[Hit] = []
    for one in list(tried)[: 1 if told else 2]:
        found = _ranked(one, text, edition, played)
        if found and (not ranked or found[0].score > ranked[0].score):
            ranked = found
    count = max(0, min(limit, _MOST_RESULTS))
    best = max((hit.score for hit in ranked), default=0.0)
    near = [hit for hit in ranked if hit.score >= best * _FALL]
    answers = tuple(
        answer(rulebook().questions[hit.id], edition, played, shown, hit.score) for hit in near[:count]
    )
    asks_back = len(answers) > 1 and near[0].score < _SURE
    found_sum = summed(text, edition, named, game)
    slip = slip_in(text)
    lead = None
    if found_sum is not None:
        # The figures tell which is meant: what stands under a sum is its own rule.
        lead = found_sum.question
    elif slip is not None and (asks_back or (slip.plain and (slip.entered or not _mended(answers)))):
        lead = slip.question
    if lead is not None:
        asks_back, answers = False, _led_by(lead, answers, edition, played, shown)[:count]
    mends = _mends(slip) if slip is not None and answers else None
    pages = pages_in(text, edition, named, shown)
    return Results(answers, not answers and not ranked, shown, asks_back, found_sum, mends, pages)


def _mended(answers: Sequence[Answer]) -> bool:
    """Whether the first answer is about a rule against which there are slips."""
    return bool(answers) and answers[0].mends is not None


def _mends(slip: Slip) -> str:
    """Where such a slip is corrected."""
    broken = rulebook().questions.get(slip.question or "")
    return (broken.mends if broken else None) or MENDS[0]


def _led_by(
    name: str, answers: tuple[Answer, ...], edition: str | None, played: frozenset[str], language: str
) -> tuple[Answer, ...]:
    """The answers, that question first."""
    first = answer(rulebook().questions[name], edition, played, language)
    return (first, *(one for one in answers if one.id != name))


def _nearness(edition: str | None) -> float:
    if edition is None:
        return _NEAR_ANYWHERE
    return MISSION_MEANS_EXPEDITION.get(edition, _NEAR_ELSEWHERE)


def _ranked(language: str, text: str, edition: str | None, played: frozenset[str]) -> list[Hit]:
    wanted = index(language)
    terms: Sequence[Term] = wanted.query(text, _nearness(edition))[:_MOST_TERMS]
    found = judged(text, wanted, terms, wanted.hits(terms))
    if not found.fits:
        return []
    questions = rulebook().questions
    weighed = {
        name: share * _preference(questions[name], edition, played) for name, share in found.shares.items()
    }
    total, best = sum(weighed.values()), max(weighed.values())
    hits = [Hit(name, share / total) for name, share in weighed.items()]
    own = {name for name in weighed if here(questions[name], edition, played)}
    # What this table does not have comes last, unless it is clearly what was asked about.
    if any(weighed[name] >= best * _AS_GOOD for name in own):
        return sorted(hits, key=lambda hit: (hit.id not in own, -hit.score))
    return sorted(hits, key=lambda hit: -hit.score)


def _preference(question: Question, edition: str | None, played: frozenset[str]) -> float:
    if edition is not None and edition not in question.editions:
        return _OTHER_EDITION
    if not in_play(question, played):
        return _OTHER_MODULE
    if question.module == "base":
        return 1.0
    if not played and question.ways:
        return _OTHER_WAY
    return _OWN_MODULE if played else _EXPANSION
