"""How sure the desk is of what it found: what was learned and what the index knows, weighed together."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import mul

from .content import rulebook
from .hearing import PIECE, heard, meant, pieces
from .index import Hit, Index, Term
from .learned import NOTHING, learned
from .lexicon import OUTSIDE, words
from .manner import wants_advice

# Figures here were found by leaving out whole evenings (docs/rules-desk.md).
# How much the index's score counts beside the table's, in few words, and alone: where a module's question was never learned.
_INDEX, _FEW_WORDS, _ALONE = 4.0, 6.0, 16.0
# Whether a sentence is for the desk at all: how well the best question fits it and how well none does, how near the
# index comes, which share of its letters no sentence about this game has, how many of its words only this game has,
# words of elsewhere, whether it wants advice, and how long it is. Fitted earlier, on three hands of the measure too: what
# `tools/desk/worth.py` fits of evenings left out tells no better.
_FITS, _AT_LEAST = (0.93, -0.58, -0.8, -7.62, 0.08, -0.09, -3.09, 4.2), -12.83
_MOST_OWN, _LONG = 2, 24
# Of fewer words, and of what was never learned, the index alone knows better whether they are of this game.
_SHORT = 4


@dataclass(frozen=True, slots=True)
class Judged:
    """What fits a sentence, by question how likely it is meant, and whether it asks the desk anything at all."""

    shares: Mapping[str, float]
    fits: bool


def judged(text: str, wanted: Index, terms: Sequence[Term], hits: Sequence[Hit]) -> Judged:
    """What a sentence asks, by the index's hits and by what was learned."""
    found, told = weighed(text, wanted, hits)
    if not found:
        return Judged({}, False)
    first = max(found, key=found.__getitem__)
    likely = {name: math.exp(score - found[first]) for name, score in found.items()}
    total = sum(likely.values())
    if len(words(text)) < _SHORT or first in _unlearned():
        fits = wanted.confident(terms, hits)
    else:
        fits = bool(hits) and sum(map(mul, _FITS, told)) + _AT_LEAST >= 0
    return Judged({name: one / total for name, one in likely.items()}, fits)


def weighed(text: str, wanted: Index, hits: Sequence[Hit]) -> tuple[dict[str, float], tuple[float, ...]]:
    """How much speaks for each question, and what speaks for this game or against it."""
    features, known, unlearned = heard(text, wanted.lexicon.language), rulebook().questions, _unlearned()
    scores = learned().scores(features)
    none = scores.get(NOTHING, 0.0)
    # A question may have gone since.
    scores = {name: score for name, score in scores.items() if name in known}
    usual = _FEW_WORDS if len(words(text)) < _SHORT else _INDEX
    for hit in hits:
        share = _ALONE if hit.id in unlearned else usual
        scores[hit.id] = scores.get(hit.id, 0.0) + share * hit.score
    near = max((hit.score for hit in hits), default=0.0)
    return scores, (max(scores.values(), default=0.0), none, near, *_ours(text, features, wanted))


@cache
def _unlearned() -> frozenset[str]:
    return frozenset(rulebook().questions).difference(learned().ids)


def _ours(text: str, features: Sequence[str], wanted: Index) -> tuple[float, ...]:
    """What the words alone say for this game, or against it."""
    known, typed = wanted.lexicon, words(text)
    # A word with a typing error is one of this game; the last piece may be of a word that is still being typed.
    strange = [word for word in typed if len(word) >= PIECE and not meant(word, known.language)]
    told = [piece for word in strange for piece in pieces(word)][:-1]
    unheard = sum(piece not in learned().places for piece in told) / max(1, len(told))
    own = sum(map(known.telling, features))
    elsewhere = any((word if done else known.known(word)) == OUTSIDE for word, done in known.joined(typed))
    advice = wants_advice(text, known.language)
    return unheard, min(own, _MOST_OWN), elsewhere, advice, math.log(min(max(1, len(typed)), _LONG))
