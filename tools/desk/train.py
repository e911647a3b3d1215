"""Learns from how players ask, and writes what the rules desk needs of it: companion/rulebook/data/learned.json.

    .venv-desk/bin/python -m tools.desk.train

It needs scikit-learn (requirements/desk.txt); the desk itself does not. The same sentences give the same table on
the same machine; another processor may round a weight the other way.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from companion.rulebook.content import LANGUAGES, rulebook
from companion.rulebook.hearing import heard
from companion.rulebook.learned import DIGITS, FURTHER, NOTHING, RARITY_STEP, STEP, ZERO, Learned
from tools.desk.sentences import ALL, Sentence, made_from, own, sentences, strange

TABLE = "companion/rulebook/data/learned.json"
# A feature that fewer sentences have tells little.
FEWEST = 8
# The margins of the vectors choose which weights stay, the largest of all: so many have room in the table.
# Few rounds do for that, and sentences that two questions share would take very many.
MARGIN, ROUNDS, KEPT = 0.5, 6, 300_000
# From margins to logits, and how the weights that stay are made better.
SCALE, STEPS, SPEED, SHRINK = 4.0, 20, 0.1, 1e-6


@dataclass(frozen=True)
class Space:
    """Which features there are, each with its place and rarity."""

    names: tuple[str, ...]
    places: dict[str, int]
    rarity: Any

    def matrix(self, heard_of: Iterable[Sequence[str]]) -> Any:
        """A row of length 1 for each sentence."""
        columns: list[int] = []
        ends, values = [0], []
        for features in heard_of:
            known = [self.places[one] for one in features if one in self.places]
            weights = self.rarity[known]
            columns += known
            values.append(weights / (np.sqrt((weights**2).sum()) or 1.0))
            ends.append(len(columns))
        data = np.concatenate(values).astype(np.float32)
        return sp.csr_matrix((data, columns, ends), shape=(len(ends) - 1, len(self.names)))


def space(heard_of: Sequence[Sequence[str]]) -> Space:
    """The features that several sentences have, with rarities as the table can tell them."""
    counts = Counter(feature for features in heard_of for feature in features)
    names = tuple(sorted(feature for feature, count in counts.items() if count >= FEWEST))
    rarity = np.array([np.log((1 + len(heard_of)) / (1 + counts[name])) + 1 for name in names])
    steps = np.clip(np.round(rarity * RARITY_STEP), 1, len(DIGITS))
    return Space(names, {name: place for place, name in enumerate(names)}, steps / RARITY_STEP)


def learn(told: Sequence[Sentence]) -> tuple[Space, tuple[str, ...], Any]:
    """The weights of every feature for every question, most of them zero."""
    heard_of = [heard(one.text, one.language) for one in told]
    found = space(heard_of)
    ids = (*rulebook().questions, NOTHING)
    number = {name: place for place, name in enumerate(ids)}
    x, y = found.matrix(heard_of), np.array([number[one.id] for one in told])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        first = LinearSVC(C=MARGIN, max_iter=ROUNDS, random_state=0).fit(x.astype(np.float64), y).coef_.T
    kept = np.abs(first) >= np.partition(np.abs(first), -KEPT, axis=None)[-KEPT]
    weights = _refined(x, y, (first * kept * SCALE).astype(np.float32), kept)
    lowest, highest = -ZERO, len(DIGITS) - 1 - ZERO
    return found, ids, np.clip(np.round(weights / STEP), lowest, highest).astype(int)


def _refined(x: Any, y: Any, weights: Any, kept: Any) -> Any:
    """The kept weights, so that all questions together are told apart best: cross entropy, by Adam."""
    back, count, row = x.T.tocsr(), x.shape[0], np.arange(x.shape[0])
    mean, spread = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        scores = x @ weights
        scores -= scores.max(axis=1, keepdims=True)
        shares = np.exp(scores)
        shares /= shares.sum(axis=1, keepdims=True)
        shares[row, y] -= 1
        slope = ((back @ shares) / count + SHRINK * weights) * kept
        mean = 0.9 * mean + 0.1 * slope
        spread = 0.99 * spread + 0.01 * slope * slope
        speed = SPEED * min(1.0, (STEPS - step + 5) / STEPS)
        weights = weights - speed * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)
    return weights


def packed(found: Space, ids: tuple[str, ...], weights: Any) -> dict[str, str]:
    """The table as companion/rulebook/learned.py reads it; features that speak for nothing are left out."""
    rows = sp.csr_matrix(weights)
    names, rarity, gaps, values = [], [], [], []
    for place, name in enumerate(found.names):
        mine = slice(rows.indptr[place], rows.indptr[place + 1])
        if mine.start == mine.stop:
            continue
        gap, last = "", -1
        for question in rows.indices[mine]:
            further, rest = divmod(int(question) - last - 1, len(DIGITS))
            gap, last = gap + FURTHER * further + DIGITS[rest], int(question)
        names.append(name)
        rarity.append(DIGITS[round(float(found.rarity[place]) * RARITY_STEP) - 1])
        gaps.append(gap)
        values.append("".join(DIGITS[int(value) + ZERO] for value in rows.data[mine]))
    return {
        "ids": " ".join(ids),
        "features": "\n".join(names),
        "rarity": "".join(rarity),
        "gaps": " ".join(gaps),
        "weights": " ".join(values),
    }


def table(told: Sequence[Sentence]) -> Learned:
    """What these sentences teach, as the desk would read it."""
    data = packed(*learn(told))
    features = data["features"].split("\n")
    return Learned(
        tuple(data["ids"].split(" ")),
        {feature: place for place, feature in enumerate(features)},
        data["rarity"],
        tuple(data["gaps"].split(" ")),
        tuple(data["weights"].split(" ")),
    )


def main() -> None:
    told = [*own(), *sentences(ALL), *strange()]
    data = {"made_from": made_from(), **packed(*learn(told))}
    with open(TABLE, "w", encoding="utf-8") as file:  # noqa: PTH123 (relative to the repository)
        json.dump(data, file, ensure_ascii=False, indent=0)
        file.write("\n")
    sys.stdout.write(f"{len(told)} sentences in {len(LANGUAGES)} languages -> {TABLE}\n")


if __name__ == "__main__":
    main()
