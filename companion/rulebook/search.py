"""Search: the questions that fit what somebody typed, the table's own edition and modules first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.engine.printed.manifests import WAYS
from companion.engine.table.state import State

from .answering import Answer, answer, has_verdict, here, in_play, playing, without_verdict
from .content import LANGUAGES, MENDS, NEAR, Question, rulebook
from .desk_pages import PageLink, pages_in
from .facts import about
from .index import Hit, Term, index
from .judging import judged
from .lexicon import lexicon, spoken_language
from .manner import moments, speaks_of_now, wants_verdict
from .slips import Slip, slip_in

# What is shown after the first must not be much less likely than it.
_FALL = 0.001
# Below this share of all that fits, the best is one of several that may be meant; a yes or no has to be surer.
_SURE, _SURE_OF_VERDICT = 0.35, 0.75
# Above this it is rather the best than what a slip's own words name.
_MORE_LIKELY = 0.7
# Longer questions are cut: nobody asks one, and a search has to stay short.
LONGEST = 400
_MOST_TERMS = 40
_MOST_RESULTS = 20

# How likely beside the best an answer of the table itself has to be to lead.
_AS_GOOD = 0.15
_OTHER_EDITION, _OTHER_MODULE, _OWN_MODULE, _EXPANSION, _OTHER_WAY = 0.3, 0.3, 4.0, 0.7, 0.02
# A question about another way to play than the table's, or than the one that the sentence names.
_NOT_THIS_WAY, _THIS_WAY = 0.02, 2.0
# Trust in the words of another edition: where none is named, and where another one is.
_NEAR_ANYWHERE, _NEAR_ELSEWHERE = 0.6, 0.3
# How likely a question about the moment has to be to tell its rule rather than the usual one of that kind.
_MEANT = 0.3
# Which share of all that fits has to be about the same fact, where whoever asks speaks of this moment.
_ONE_FACT = 0.4


@dataclass(frozen=True, slots=True)
class Results:
    """The answers that fit, best first, or that nothing does."""

    results: tuple[Answer, ...]
    nothing_fits: bool
    language: str
    # The first few are so close that the asker has to say which is meant.
    asks_back: bool = False
    # It asks about this moment of a live table: what the first answer comes to there goes before its rule.
    now: bool = False
    # The sentence tells of a slip: where it is corrected, one of MENDS.
    mends: str | None = None
    # The pages that the sentence names.
    pages: tuple[PageLink, ...] = ()


@dataclass(frozen=True, slots=True)
class _Place:
    """Who asks: of which box, playing what; `ways`: the ways to play that the sentence itself names."""

    edition: str | None
    played: frozenset[str]
    ways: frozenset[str]

    def has(self, question: Question) -> bool:
        return here(question, self.edition, self.played)

    def plays_otherwise(self, question: Question) -> bool:
        """Whether a question is about another way to play."""
        meant = self.played.intersection(WAYS) or self.ways
        return bool(question.ways and meant) and meant.isdisjoint(question.ways)


def search(
    query: str,
    edition: str | None = None,
    modules: Iterable[str] = (),
    language: str | None = None,
    limit: int = 5,
    state: State | None = None,
) -> Results:
    """The answers to a question as players type it. Without a language the question's own is taken.

    `state` is a live table's: what is asked about this moment is told as it stands there.
    """
    text = query[:LONGEST]
    named = tuple(modules)
    told = spoken_language(text)
    shown = language if language in LANGUAGES else told or LANGUAGES[0]
    spoken = told or shown
    place = _Place(edition, playing(named), frozenset(lexicon(spoken).terms_of(text)).intersection(WAYS))
    # Asked in another language than the shown one, a question is looked up in its own.
    tried = dict.fromkeys((spoken, shown, *LANGUAGES))
    ranked: list[Hit] = []
    for one in list(tried)[: 1 if told else 2]:
        found = _ranked(one, text, place)
        if found and (not ranked or found[0].score > ranked[0].score):
            ranked = found
    count = max(0, min(limit, _MOST_RESULTS))
    best = max((hit.score for hit in ranked), default=0.0)
    near = [hit for hit in ranked if hit.score >= best * _FALL]
    asks_back = len(near) > 1 and count > 1 and near[0].score < _SURE
    slip = slip_in(text)
    asked_now = None if state is None or slip is not None else _asked_now(text, spoken, near, place, state)
    lead = None
    if slip is not None and (asks_back or (slip.plain and (slip.entered or not _mended(near)))):
        lead = slip.question
    elif asked_now is not None:
        lead = asked_now
    if lead is not None:
        score = next((hit.score for hit in near if hit.id == lead), 0.0)
        asks_back, near = False, [Hit(lead, score), *(hit for hit in near if hit.id != lead)]
    answers = tuple(
        answer(rulebook().questions[hit.id], edition, place.played, shown, hit.score) for hit in near[:count]
    )
    if answers and not (near[0].score >= _SURE_OF_VERDICT and _same_sense(text, spoken, near[0])):
        said = without_verdict(answers[0].answer)
        # What only limits a yes or no has to wait until it is clear which is meant.
        asks_back = asks_back or (lead is None and len(answers) > 1 and has_verdict(said))
        answers = (replace(answers[0], answer=said), *answers[1:])
    mends = _mends(slip) if slip is not None and answers else None
    pages = pages_in(text, edition, named, shown)
    now = lead is not None and lead == asked_now
    return Results(answers, not answers and not ranked, shown, asks_back, now, mends, pages)


def _same_sense(text: str, language: str, hit: Hit) -> bool:
    """Whether a yes or no to the desk's question is one to what was asked."""
    return wants_verdict(text, rulebook().questions[hit.id].texts[language].question, language)


def _asked_now(text: str, language: str, near: Sequence[Hit], place: _Place, state: State) -> str | None:
    """The question that tells what is asked about this moment of a live table, where something is to be told of it."""
    questions = rulebook().questions
    for moment in moments(text, language):
        if not any(about(moment.topic)(state)):
            continue
        meant = (hit.id for hit in near if hit.score >= _MEANT)
        for name in (*meant, *moment.leads):
            if moment.topic in questions[name].at_table and place.has(questions[name]):
                return name
    if not speaks_of_now(text, language):
        return None
    # Several may be meant, and the same fact answers them all.
    shares: dict[str, float] = {}
    for hit in near:
        for topic in questions[hit.id].at_table[:1]:
            shares[topic] = shares.get(topic, 0.0) + hit.score
    topic = max(shares, key=shares.__getitem__, default="")
    if shares.get(topic, 0.0) < _ONE_FACT:
        return None
    lead = next(hit.id for hit in near if questions[hit.id].at_table[:1] == (topic,))
    return lead if near[0].id == lead or near[0].score < _SURE else None


def _mended(near: Sequence[Hit]) -> bool:
    """Whether the best is likely meant, and about a rule against which there are slips."""
    best = near[0] if near else None
    return best is not None and best.score > _MORE_LIKELY and rulebook().questions[best.id].mends is not None


def _mends(slip: Slip) -> str:
    """Where such a slip is corrected."""
    broken = rulebook().questions.get(slip.question or "")
    return (broken.mends if broken else None) or MENDS[0]


def _nearness(edition: str | None) -> float:
    if edition is None:
        return _NEAR_ANYWHERE
    return NEAR.get(edition, _NEAR_ELSEWHERE)


def _ranked(language: str, text: str, place: _Place) -> list[Hit]:
    wanted = index(language)
    terms: Sequence[Term] = wanted.query(text, _nearness(place.edition))[:_MOST_TERMS]
    found = judged(text, wanted, terms, wanted.hits(terms))
    if not found.fits:
        return []
    questions = rulebook().questions
    weighed = {name: share * _preference(questions[name], place) for name, share in found.shares.items()}
    total, best = sum(weighed.values()), max(weighed.values())
    hits = [Hit(name, share / total) for name, share in weighed.items()]
    own = {name for name in weighed if place.has(questions[name])}
    # What this table does not have comes last, unless it is clearly what was asked about.
    apart = any(weighed[name] >= best * _AS_GOOD for name in own)
    return sorted(
        hits,
        key=lambda hit: (
            place.plays_otherwise(questions[hit.id]),
            apart and hit.id not in own,
            -hit.score,
        ),
    )


def _preference(question: Question, place: _Place) -> float:
    if place.edition is not None and place.edition not in question.editions:
        return _OTHER_EDITION
    if place.plays_otherwise(question):
        return _NOT_THIS_WAY
    if not in_play(question, place.played):
        return _OTHER_MODULE
    if question.module == "base":
        return 1.0
    if not place.played and question.ways:
        return _THIS_WAY if place.ways else _OTHER_WAY
    return _OWN_MODULE if place.played else _EXPANSION
