"""Learns from how players ask, and writes what the rules desk needs of it: companion/rulebook/data/learned.json.

    .venv-desk/bin/python -m tools.desk.train

It needs numpy and scipy (requirements/desk.txt); the desk itself does not. The same sentences give the same table on
the same machine; another processor may round a weight the other way.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from companion.rulebook.content import LANGUAGES, rulebook
from companion.rulebook.hearing import heard
from companion.rulebook.learned import DIGITS, FURTHER, NOTHING, RARITY_STEP, STEP, ZERO, Learned
from tools.desk.sentences import ALL, EVENINGS, Sentence, evenings, made_from, own, sentences, strange

TABLE = "companion/rulebook/data/learned.json"
# A feature that fewer sentences have tells little.
FEWEST = 14
# So many weights have room in the table: first all are learned, each time by other chances, then the largest alone, anew.
KEPT, TIMES, ALL_ROUNDS, KEPT_ROUNDS = 260_000, 3, 10, 10
# A part of each sentence is left unheard each time, so that no question hangs on one word.
UNHEARD, BATCH, SPEED, SHRINK = 0.4, 1024, 0.1, 1e-6
# How much the first, the second ... of the questions that answer a sentence is meant by it.
MEANT = (1.0, 0.35, 0.2, 0.1)


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
    x, counts = found.matrix(heard_of), np.array([one.counts for one in told], dtype=np.float32)
    chance, wanted = np.random.default_rng(0), _wanted(told, ids)
    none = np.zeros((len(found.names), len(ids)), dtype=np.float32)
    learnt = [_fitted(x, wanted, counts, none, chance, rounds=ALL_ROUNDS, speed=SPEED) for _ in range(TIMES)]
    weights = np.mean(learnt, axis=0)
    largest = np.abs(weights)
    kept = largest >= np.partition(largest, -KEPT, axis=None)[-KEPT]
    weights = _fitted(
        x, wanted, counts, weights * kept, chance, rounds=KEPT_ROUNDS, speed=SPEED / 2, kept=kept
    )
    return found, ids, np.clip(np.round(weights / STEP), -ZERO, len(DIGITS) - 1 - ZERO).astype(int)


def _wanted(told: Sequence[Sentence], ids: Sequence[str]) -> Any:
    """By how much each sentence means each question; a row is 1 in all."""
    number = {name: place for place, name in enumerate(ids)}
    columns: list[int] = []
    shares: list[float] = []
    ends = [0]
    for one in told:
        meant = (one.id, *one.also)[: len(MEANT)]
        columns += [number[name] for name in meant]
        shares += [share / sum(MEANT[: len(meant)]) for share in MEANT[: len(meant)]]
        ends.append(len(columns))
    return sp.csr_matrix((shares, columns, ends), shape=(len(told), len(ids)), dtype=np.float32)


def _fitted(
    x: Any, wanted: Any, counts: Any, weights: Any, chance: Any, *, rounds: int, speed: float, kept: Any = 1.0
) -> Any:
    """Weights that tell all questions apart: cross entropy, by Adam, in small parts with some of the features unheard."""
    mean, spread = np.zeros_like(weights), np.zeros_like(weights)
    step, steps = 0, rounds * -(-x.shape[0] // BATCH)
    for _ in range(rounds):
        order = chance.permutation(x.shape[0])
        for part in np.split(order, range(BATCH, len(order), BATCH)):
            step += 1
            some = x[part]
            some.data = some.data * (chance.random(len(some.data)) > UNHEARD) / (1 - UNHEARD)
            scores = some @ weights
            shares = np.exp(scores - scores.max(axis=1, keepdims=True))
            shares /= shares.sum(axis=1, keepdims=True)
            against = (shares - wanted[part].toarray()) * counts[part, None]
            slope = (some.T @ against / len(part) + SHRINK * weights) * kept
            mean = 0.9 * mean + 0.1 * slope
            spread = 0.99 * spread + 0.01 * slope * slope
            pace = speed * (1 - (step - 1) / steps)
            weights = weights - pace * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)
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
    told = [*own(), *sentences(ALL), *evenings(EVENINGS), *strange()]
    data = {"made_from": made_from(), **packed(*learn(told))}
    with open(TABLE, "w", encoding="utf-8") as file:  # noqa: PTH123 (relative to the repository)
        json.dump(data, file, ensure_ascii=False, indent=0)
        file.write("\n")
    sys.stdout.write(f"{len(told)} sentences in {len(LANGUAGES)} languages -> {TABLE}\n")


if __name__ == "__main__":
    main()
