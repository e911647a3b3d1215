"""What was learned from how players ask: for each feature of a sentence, which questions it speaks for and against.

`tools/desk/train.py` makes `data/learned.json` from the sentences in `tools/desk/asked/`; here it is only read. Each
feature has two texts of one character a question: how many questions further on, and how much. Both are decoded when
a sentence first has the feature, so reading the table costs next to nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from .desks import read

# One character each, none that JSON would have to escape; the last one only goes further.
DIGITS = "".join(chr(code) for code in range(35, 127) if chr(code) not in "\\~")
FURTHER = "~"
# The weight zero, what a weight's step is worth, and how finely a feature's rarity is told.
ZERO, STEP, RARITY_STEP = 45, 1.0, 8
# What stands for no question of the desk at all.
NOTHING = ""

_VALUE = {digit: value for value, digit in enumerate(DIGITS)}


@dataclass(frozen=True, slots=True)
class Learned:
    """The table, as it lies in the data."""

    ids: tuple[str, ...]
    places: Mapping[str, int]
    rarity: str
    gaps: tuple[str, ...]
    weights: tuple[str, ...]

    def scores(self, features: Iterable[str]) -> dict[str, float]:
        """How much a sentence speaks for each question; those without a word for or against are left out."""
        known = [place for one in features if (place := self.places.get(one)) is not None]
        rarities = [(_VALUE[self.rarity[place]] + 1) / RARITY_STEP for place in known]
        length = math.sqrt(sum(one * one for one in rarities))
        sums: dict[int, float] = {}
        for place, rarity in zip(known, rarities, strict=True):
            share = STEP * rarity / length
            for question, weight in self._row(place):
                sums[question] = sums.get(question, 0.0) + share * weight
        return {self.ids[question]: total for question, total in sums.items()}

    def _row(self, place: int) -> tuple[tuple[int, int], ...]:
        return _decoded(self.gaps[place], self.weights[place])


@cache
def _decoded(gaps: str, weights: str) -> tuple[tuple[int, int], ...]:
    question, row = -1, []
    told = iter(weights)
    for gap in gaps:
        if gap == FURTHER:
            question += len(DIGITS)
            continue
        question += _VALUE[gap] + 1
        row.append((question, _VALUE[next(told)] - ZERO))
    return tuple(row)


@cache
def learned() -> Learned:
    """The table that the desk is shipped with."""
    data = read("learned")
    features = data["features"].split("\n")
    return Learned(
        tuple(data["ids"].split(" ")),
        {feature: place for place, feature in enumerate(features)},
        data["rarity"],
        tuple(data["gaps"].split(" ")),
        tuple(data["weights"].split(" ")),
    )
