"""From what somebody typed to terms: the words of all editions and of both languages meet in one term."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from .content import LANGUAGES
from .desks import read

# What the rulebooks say nothing about: where to buy, how long it takes, how to play well.
OUTSIDE = "outside"
# Any larger number: 18 coins are asked about like 17.
FIGURE = "#"
_LARGE = 14
_WORD = re.compile(r"[a-z0-9]+")
_ORDINAL = re.compile(r"^(\d+)(?:st|nd|rd|th|x)$")
# The marks above and below letters, once they are apart from them.
_MARKS = dict.fromkeys(range(0x300, 0x370))
_APOSTROPHE = re.compile("['’‘`´]")
# Endings by language, longest first, with the fewest letters that must be left before them.
_ENDINGS: Mapping[str, tuple[tuple[str, int], ...]] = {
    "en": (("ing", 4), ("ed", 3), ("es", 4), ("s", 3), ("e", 4)),
    "de": (("ern", 4), ("en", 3), ("em", 4), ("er", 5), ("es", 4), ("e", 3), ("n", 4), ("s", 4)),
}


def some_figure(term: str) -> bool:
    """Whether a term is a number that could as well be another."""
    return term.isdigit() and (len(term) > 2 or int(term) >= _LARGE)


def words(text: str) -> list[str]:
    """Lower case, without accents; ae, oe and ue count as umlauts, so that both ways to write meet."""
    letters = _APOSTROPHE.sub("", text.lower())
    if not letters.isascii():
        letters = unicodedata.normalize("NFKD", letters.replace("ß", "ss")).translate(_MARKS)
    folded = letters.replace("ae", "a").replace("oe", "o").replace("ue", "u")
    return [_ORDINAL.sub(r"\1", word) if word[0].isdigit() else word for word in _WORD.findall(folded)]


def stem(word: str, language: str) -> str:
    """The word without its ending. Light: better two stems for a word than one for two words."""
    if word.isdigit() or len(word) < 4:
        return word
    for ending, left in _ENDINGS[language]:
        if word.endswith(ending) and len(word) - len(ending) >= left and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    if language == "en" and len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiosl":
        word = word[:-1]
    return word


@dataclass(frozen=True, slots=True)
class Lexicon:
    """One language's words: which mean nothing, which mean the same, which mean something only together."""

    language: str
    stop: frozenset[str]
    terms: Mapping[str, str]
    own: frozenset[str]
    phrases: Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]
    # Terms that say little about what is asked: take, other, now, numbers.
    weak: frozenset[str]
    # A word that is another edition's word for something else: mission, character.
    near: Mapping[str, str]

    def telling(self, term: str) -> bool:
        """Whether a term alone shows that a question is about this game."""
        return term in self.own and term not in self.weak

    def known(self, word: str) -> str | None:
        """The term of a word that the lexicon lists, empty for one that means nothing."""
        if word in self.stop:
            return ""
        return self.terms.get(word) or self.terms.get(stem(word, self.language))

    def term(self, word: str) -> str:
        """The term of any word, empty for one that means nothing."""
        known = self.known(word)
        return stem(word, self.language) if known is None else known

    def parts(self, word: str) -> tuple[str, ...]:
        """The terms of a compound's two words, if both are listed: Startmünzen. Only German has such words."""
        if self.language != "de" or len(word) < 8 or word in self.terms:
            return ()
        for cut in range(len(word) - 4, 3, -1):
            left, right = word[:cut], self.terms.get(word[cut:])
            if right is None:
                continue
            for link in ("", "s", "n", "en"):
                if left.endswith(link) and (first := self.terms.get(left[: len(left) - len(link)])):
                    return first, right
        return ()

    def joined(self, found: Sequence[str]) -> list[tuple[str, bool]]:
        """The words, with groups of words put together; true: this is a term already."""
        out: list[tuple[str, bool]] = []
        index = 0
        while index < len(found):
            for group, term in self.phrases.get(found[index], ()):
                if tuple(found[index : index + len(group)]) == group:
                    out.append((term, True))
                    index += len(group)
                    break
            else:
                out.append((found[index], False))
                index += 1
        return out

    def terms_of(self, text: str) -> list[str]:
        """The terms of a text of our own, which needs no spelling help."""
        return self.terms_among(words(text))

    def terms_among(self, typed: Sequence[str]) -> list[str]:
        """The terms of such a text's words."""
        found = [
            term
            for word, done in self.joined(typed)
            for term in ((word,) if done else (self.term(word), *self.parts(word)))
        ]
        found += [FIGURE for term in found if some_figure(term)]
        return [term for term in found if term and term != OUTSIDE]


@cache
def lexicon(language: str) -> Lexicon:
    """The words of a language."""
    data = read("lexicon")
    listed_words = [
        (word, term) for term, listed in data["words"].items() for word in words(listed[language])
    ]
    terms: dict[str, str] = {}
    for word, term in listed_words:
        terms.setdefault(word, term)
    # What a word of its own means goes before what it means as the stem of another.
    for word, term in listed_words:
        terms.setdefault(stem(word, language), term)
    phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for term, listed in data["phrases"].items():
        for group in listed[language].split(";"):
            together = tuple(words(group))
            if together:
                phrases.setdefault(together[0], []).append((together, term))
    longest_first = {
        first: tuple(sorted(groups, key=lambda entry: -len(entry[0]))) for first, groups in phrases.items()
    }
    names = {stem(word, language) for word in words(data["names"][language])}
    own = {*data["words"], *data["phrases"], *data["near"], *names} - {OUTSIDE}
    return Lexicon(
        language=language,
        stop=frozenset(words(data["stop"][language])),
        terms=terms,
        own=frozenset(term for term in own if not term.startswith("?")),
        phrases=longest_first,
        weak=frozenset(data["weak"].split()),
        near=data["near"],
    )


@cache
def _typical(language: str) -> frozenset[str]:
    """Words that only this language has."""
    other = next(one for one in LANGUAGES if one != language)
    mine, theirs = lexicon(language), lexicon(other)
    return (mine.stop | set(mine.terms)) - (theirs.stop | set(theirs.terms))


def spoken_language(text: str) -> str | None:
    """The language of a question, as far as its words tell."""
    found = words(text)
    hits = {language: sum(word in _typical(language) for word in found) for language in LANGUAGES}
    # An umlaut says more than a word.
    if any(char in "äöüßÄÖÜ" for char in text):
        hits["de"] += 2
    best = max(LANGUAGES, key=hits.__getitem__)
    return best if sum(hits[best] == count for count in hits.values()) == 1 else None


def united(terms: Iterable[str]) -> list[str]:
    """The terms, each once."""
    return list(dict.fromkeys(terms))
