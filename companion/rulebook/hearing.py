"""What a sentence says to the learned table: its terms, its words, pairs of both, and pieces of words."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from companion.engine.printed.cards import COLORS

from .index import index
from .lexicon import FIGURE, some_figure, stem, words

# Words and pieces are marked, so that neither is taken for a term.
_WORD, _PIECE = "~", "^"
# Shorter pieces say too little, longer ones miss typing errors.
PIECE = 4
# A word that nobody knows may be one of so many.
_MEANT = 2
_REMEMBERED = 1000


def heard(text: str, language: str) -> list[str]:
    """The features of a sentence, each once. Terms are the same in both languages, all others are not."""
    known = index(language).lexicon
    typed = words(text)
    found: dict[str, None] = {}
    row: list[str] = []
    for word, done in known.joined(typed):
        if done:
            found[word] = None
            row.append(word)
            continue
        plain = _WORD + stem(word, language)
        found[plain] = None
        term = known.known(word)
        if term:
            found[term] = None
        elif term is None:
            if some_figure(word):
                found[term := FIGURE] = None
            elif word.isdigit():
                found[term := word] = None
            else:
                for other in meant(word, language):
                    found[other] = None
                    term = term or other
        for part in known.parts(word):
            found[part] = None
        if term in COLORS:
            term = "color"
            found[term] = None
        row.append(term or plain)
    for first, second in pairwise(row):
        found[f"{first} {second}"] = None
    for word in typed:
        found.update(dict.fromkeys(pieces(word)))
    return list(found)


def pieces(word: str) -> list[str]:
    """A word's pieces, in their order."""
    whole = f"{_PIECE}{word}{_PIECE}"
    return [_PIECE + whole[start : start + PIECE] for start in range(len(whole) - PIECE + 1)]


@lru_cache(_REMEMBERED)
def meant(word: str, language: str) -> tuple[str, ...]:
    """The terms that a word may stand for which is not listed as it is written."""
    wanted = index(language)
    if word in wanted.speller or len(word) < PIECE:
        return ()
    nearest, _ = wanted.speller.near(word)
    near = nearest[:_MEANT] or (*wanted.speller.parts(word),)
    return tuple(term for one in near if (term := wanted.lexicon.known(one)))
