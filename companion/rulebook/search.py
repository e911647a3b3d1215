"""Search: the questions that fit what somebody typed, the table's own edition and modules first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from companion.engine.table.editions import EDITIONS
from companion.engine.table.state import Game

from .citing import ordered
from .content import (
    GAMES_OF_THEIR_OWN,
    LANGUAGES,
    MENDS,
    MISSION_MEANS_EXPEDITION,
    MODULES,
    PLAYED_WITH,
    WAYS,
    Citation,
    Question,
    Ruling,
    Variant,
    rulebook,
)
from .index import Hit, Term, index
from .judging import judged
from .lexicon import spoken_language
from .slips import Slip, slip_in
from .sums import Sum, summed
from .terms import spoken

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
    # Where a slip against this rule is put right, one of MENDS.
    mends: str | None = None
    score: float = 1.0


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
    # The sentence tells of a slip: where it is put right, one of MENDS.
    mends: str | None = None


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
    return Results(answers, not answers and not ranked, shown, asks_back, found_sum, mends)


def _mended(answers: Sequence[Answer]) -> bool:
    """Whether the first answer is about a rule against which there are slips."""
    return bool(answers) and answers[0].mends is not None


def _mends(slip: Slip) -> str:
    """Where such a slip is put right."""
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
    here = {name for name in weighed if _here(questions[name], edition, played)}
    # What this table does not have comes last, unless it is clearly what was asked about.
    if any(weighed[name] >= best * _AS_GOOD for name in here):
        return sorted(hits, key=lambda hit: (hit.id not in here, -hit.score))
    return sorted(hits, key=lambda hit: -hit.score)


def _here(question: Question, edition: str | None, played: Collection[str]) -> bool:
    return (edition is None or edition in question.editions) and _in_play(question, played)


def _in_play(question: Question, played: Collection[str]) -> bool:
    """Whether the table has the cards, and plays in the way, that the question is about; True where no table asks."""
    if not played:
        return True
    if question.module != "base" and question.module not in played:
        return False
    return not question.ways or not {*question.ways}.isdisjoint(played)


def _preference(question: Question, edition: str | None, played: frozenset[str]) -> float:
    if edition is not None and edition not in question.editions:
        return _OTHER_EDITION
    if not _in_play(question, played):
        return _OTHER_MODULE
    if question.module == "base":
        return 1.0
    if not played and question.ways:
        return _OTHER_WAY
    return _OWN_MODULE if played else _EXPANSION


def playing(modules: Iterable[str]) -> frozenset[str]:
    """What the questions call a table's modules and its way to play; names that they do not know are left out."""
    named = (name for module in modules for name in (module, *PLAYED_WITH.get(module, ())))
    return frozenset(name for name in named if name in MODULES or name in WAYS or name in PLAYED_WITH)


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
        in_play=_in_play(question, played),
        mends=question.mends,
        score=score,
    )


def _asked(question: Question, edition: str | None, language: str) -> str:
    return spoken(question.texts[language].question, None if question.literal else edition, language)


def _own(question: Question, edition: str | None, played: Collection[str]) -> Variant | None:
    """Whose answer counts at this table, if not everybody's: the one that says most of it, a module more than an edition."""
    holds = {edition, *played}
    if "base" in played:
        # Mixed into the base game, these leave its rules as they are.
        holds.difference_update(GAMES_OF_THEIR_OWN)
    found = [variant for variant in question.variants if holds.issuperset(variant.where)]
    return max(found, key=_telling, default=None)


def _telling(variant: Variant) -> tuple[int, bool]:
    return len(variant.where), variant.where[0] not in EDITIONS


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
