"""The index of one language: which question has which terms, and how near a query comes to it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from companion.engine.printed.cards import COLORS

from .content import LANGUAGES, OWN_WORDS, Question, rulebook
from .lexicon import FIGURE, OUTSIDE, Lexicon, lexicon, some_figure, united, words
from .spelling import Speller

# How much of a score is the nearest way of asking, the words of all ways of asking, and the whole text.
_NEAREST, _ASKED, _WHOLE = 0.5, 0.3, 0.2
# In comparing with one way of asking, how much more it counts what the query says than what it leaves out.
_QUERY_SHARE = 0.65
# A term that no question has says that the query may be about something else, the more so the less it
# otherwise says about this game. What is listed as outside of the rules says it clearly.
_UNKNOWN, _UNKNOWN_LIKELY, _UNKNOWN_BESIDE, _OUTSIDE = 0.75, 0.5, 0.3, 1.6
_NUMBER = 0.35
# How much words count: question words only decide between questions about the same thing, and a rare word
# outside of the lexicon is often rare by chance.
_ASKING, _WEAK, _UNLISTED = 0.3, 0.8, 0.75
# Below these a hit is a guess: for a query that names something of this game, and for one that does not.
_CONFIDENT, _CONFIDENT_UNTOLD = 0.4, 0.56
_SAME = 0.95
_TRUSTED = 0.6
_ANY_FIGURE = 0.7
# Trust in a word completed while it is typed.
_LONGER, _UNFINISHED = 0.75, 0.7
# A color's name may just stand for any color.
_COLOR = 0.6


@dataclass(frozen=True, slots=True)
class Term:
    """A term of a query: the terms it may stand for, with trust in each."""

    means: Mapping[str, float]
    weight: float


@dataclass(frozen=True, slots=True)
class Hit:
    """A question and how well it fits, from 0 to 1."""

    id: str
    score: float
    # How near the nearest way to ask it comes, from 0 to 1.
    nearest: float = 0.0


class Index:
    """All questions of one language."""

    def __init__(self, language: str) -> None:
        self.lexicon: Lexicon = lexicon(language)
        self._ids: list[str] = []
        self._way_of: list[int] = []
        self._way_weight: list[float] = []
        self._ways: dict[str, list[int]] = {}
        self._asked: dict[str, set[int]] = {}
        self._whole: dict[str, set[int]] = {}
        spelled: set[str] = set()
        ways: list[list[str]] = []
        for number, question in enumerate(rulebook().questions.values()):
            self._ids.append(question.id)
            for way in ways_of_asking(question, language):
                typed = words(way)
                spelled.update(typed)
                terms = united(self._as_meant(self.lexicon.terms_among(typed), question.module))
                for term in terms:
                    self._ways.setdefault(term, []).append(len(ways))
                    self._asked.setdefault(term, set()).add(number)
                self._way_of.append(number)
                ways.append(terms)
            for told in _told(question, language):
                for term in self._as_meant(self.lexicon.terms_of(told), question.module):
                    self._whole.setdefault(term, set()).add(number)
        for term, numbers in self._asked.items():
            self._whole.setdefault(term, set()).update(numbers)
        count = len(self._ids)
        self._rarity = {
            term: math.log(1 + (count - len(numbers) + 0.5) / (len(numbers) + 0.5)) * self._share(term)
            for term, numbers in self._whole.items()
        }
        self._rarest = math.log(1 + (count + 0.5) / 0.5)
        self._way_weight = [sum(map(self._rarity.__getitem__, terms)) for terms in ways]
        listed = {word for word in self.lexicon.terms if len(word) > 2}
        self.speller = Speller(spelled | listed | self.lexicon.stop)

    def _as_meant(self, terms: list[str], module: str) -> list[str]:
        """Where it has no meaning of its own, another edition's word is what it means elsewhere."""
        if module in OWN_WORDS:
            return terms
        return [self.lexicon.near.get(term, term) for term in terms]

    def _share(self, term: str) -> float:
        if term.startswith("?"):
            return _ASKING
        if term in self.lexicon.weak:
            return _WEAK
        return 1.0 if term in self.lexicon.own else _UNLISTED

    def query(self, text: str, near: float) -> list[Term]:
        """What a query says. `near`: trust in a word of another edition that may mean something else here."""
        typed = self.lexicon.joined(words(text))
        length = len(typed)
        typed = _colors_counted(typed, self.lexicon)
        typed += [(part, True) for word, done in typed if not done for part in self.lexicon.parts(word)]
        meanings: dict[tuple[str, ...], tuple[str, dict[str, float]]] = {}
        for number, (word, done) in enumerate(typed):
            last = number == length - 1
            # The word still being typed: alone it may be long unfinished, after others hardly.
            unfinished = 0.0 if not last or text.endswith(" ") else 1.0 if len(typed) == 1 else _UNFINISHED
            means = {word: 1.0} if done else self._means(word, unfinished)
            for term, trust in list(means.items()):
                if other := self.lexicon.near.get(term):
                    means[other] = max(means.get(other, 0.0), trust * near)
            if word in COLORS or means.keys() & set(COLORS):
                means["color"] = max(means.get("color", 0.0), _COLOR)
            if some_figure(word):
                means[FIGURE] = _ANY_FIGURE
            means.pop("", None)
            if means:
                meanings.setdefault(tuple(means), (word, means))
        telling = any(self._telling(means) for _, means in meanings.values())
        # Two words of this game, though none of it alone, make it likely too.
        likely = sum(self._of_the_game(means) for _, means in meanings.values()) > 1
        unknown = _UNKNOWN_BESIDE if telling else _UNKNOWN_LIKELY if likely else _UNKNOWN
        return [Term(means, self._weight(word, means, unknown)) for word, means in meanings.values()]

    def _means(self, word: str, unfinished: float) -> dict[str, float]:
        known = self.lexicon.known(word)
        if known is not None:
            return {known: 1.0}
        term = self.lexicon.term(word)
        if term in self._rarity or word.isdigit():
            return {term: 1.0}
        if unfinished and (longer := self.speller.endings(word)):
            return {self.lexicon.term(one): _LONGER * unfinished for one in longer}
        nearest, trust = self.speller.near(word)
        if nearest:
            return {self.lexicon.term(one): trust for one in nearest}
        if parts := self.speller.parts(word):
            return {self.lexicon.term(one): 0.9 for one in parts}
        return {term: 1.0}

    def _telling(self, means: Mapping[str, float]) -> bool:
        return any(trust >= _TRUSTED and self.lexicon.telling(term) for term, trust in means.items())

    def _of_the_game(self, means: Mapping[str, float]) -> bool:
        return any(
            trust >= _TRUSTED and term in self.lexicon.own and not term.isdigit()
            for term, trust in means.items()
        )

    def _plain(self, means: Mapping[str, float]) -> bool:
        """A word of the game, a number or a question word."""
        return self._of_the_game(means) or any(
            trust >= _TRUSTED and (term == FIGURE or term.isdigit() or term.startswith("?"))
            for term, trust in means.items()
        )

    def _weight(self, word: str, means: Mapping[str, float], unknown: float) -> float:
        # A number that no question names is only somebody's own figure.
        if word.isdigit() and word not in self._ways and not some_figure(word):
            return self._rarest * unknown * _NUMBER
        found = [self._rarity[term] for term in means if term in self._rarity]
        if found:
            return max(found)
        if OUTSIDE in means:
            return self._rarest * _OUTSIDE
        return self._rarest * unknown

    def confident(self, terms: Sequence[Term], hits: Sequence[Hit]) -> bool:
        """Whether the best hits are answers rather than guesses."""
        best = max((hit.score for hit in hits), default=0.0)
        if any(map(self._telling, (one.means for one in terms))):
            return best >= _CONFIDENT
        if any(hit.nearest >= _SAME for hit in hits):
            return True
        # "how many may I take": every word is of this game, though none of them of this game alone.
        meant = [one.means for one in terms]
        if any(map(self._of_the_game, meant)) and all(map(self._plain, meant)):
            return best >= _CONFIDENT
        said = [one for one in terms if not all(term.startswith("?") for term in one.means)]
        return len(said) > 1 and best >= _CONFIDENT_UNTOLD

    def hits(self, terms: Sequence[Term]) -> list[Hit]:
        """The questions that have anything of a query, unordered."""
        total = sum(term.weight for term in terms)
        if not total:
            return []
        ways: dict[int, float] = {}
        asked: dict[int, float] = {}
        whole: dict[int, float] = {}
        for term in terms:
            _add(ways, self._ways, term)
            _add(asked, self._asked, term)
            _add(whole, self._whole, term)
        nearest: dict[int, float] = {}
        for way, weight in ways.items():
            number = self._way_of[way]
            near = weight / (_QUERY_SHARE * total + (1 - _QUERY_SHARE) * self._way_weight[way])
            if near > nearest.get(number, 0.0):
                nearest[number] = near
        return [
            Hit(
                self._ids[number],
                _NEAREST * min(1.0, nearest.get(number, 0.0))
                + (_ASKED * asked.get(number, 0.0) + _WHOLE * weight) / total,
                nearest.get(number, 0.0),
            )
            for number, weight in whole.items()
        ]


def _colors_counted(typed: list[tuple[str, bool]], known: Lexicon) -> list[tuple[str, bool]]:
    """Colors listed one by one as their number, the same one twice as a doubled color."""
    named = [term for word, done in typed if (term := word if done else known.known(word)) in COLORS]
    if len(set(named)) >= 3:
        rest = [(word, done) for word, done in typed if (word if done else known.known(word)) not in COLORS]
        return [(str(len(set(named))), True), ("color", True), ("different", True), *rest]
    if len(set(named)) < len(named):
        return [*typed, ("same", True), ("2", True)]
    return typed


def _add(scores: dict[int, float], postings: Mapping[str, list[int] | set[int]], term: Term) -> None:
    if len(term.means) == 1:
        for meant, trust in term.means.items():
            weight = term.weight * trust
            for number in postings.get(meant, ()):
                scores[number] = scores.get(number, 0.0) + weight
        return
    best: dict[int, float] = {}
    for meant, trust in term.means.items():
        for number in postings.get(meant, ()):
            best[number] = max(best.get(number, 0.0), trust)
    for number, trust in best.items():
        scores[number] = scores.get(number, 0.0) + term.weight * trust


def ways_of_asking(question: Question, language: str) -> list[str]:
    """Every way to ask a question: its own words, others', and the wrong belief that it corrects."""
    text = question.texts[language]
    beliefs = rulebook().beliefs
    return [text.question, *text.aliases, *(beliefs[key].told[language] for key in question.corrects)]


def _told(question: Question, language: str) -> list[str]:
    text = question.texts[language]
    told = (variant.answers[language] for variant in question.variants if not variant.only_there)
    return [text.answer, text.why, *told]


@cache
def index(language: str) -> Index:
    """The index of a language, made when it is first asked for."""
    if language not in LANGUAGES:
        raise ValueError(language)
    return Index(language)
