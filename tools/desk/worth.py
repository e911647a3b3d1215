"""What the learned table is worth: how often a right question leads and is among three, with it and without, of evenings
that it has not seen; and how refusing weighs what it knows, learned from the same evenings.

    .venv-desk/bin/python -m tools.desk.worth

It takes minutes: the table is learned anew without each part of the evenings.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Sequence

import numpy as np
from sklearn.linear_model import LogisticRegression

from companion.rulebook import judging, search
from companion.rulebook.index import index
from companion.rulebook.learned import NOTHING, Learned
from companion.rulebook.lexicon import words
from tools.desk.sentences import ALL, EVENINGS, Sentence, evenings, own, sentences, strange
from tools.desk.train import table

PARTS = 4
EMPTY = Learned((), {}, "", (), ())
# One that is not for the desk counts more, as there are few.
NOT_OURS = 2.0


def use(found: Learned) -> None:
    """Refuses nothing: only what is found is compared."""
    judging.learned = lambda: found  # type: ignore[assignment]
    judging._AT_LEAST = math.inf


def row(told: Sequence[Sentence]) -> str:
    found = [
        ({one.id, *one.also}, [answer.id for answer in search(one.text, None, (), one.language, 3).results])
        for one in told
    ]
    first = sum(not right.isdisjoint(ids[:1]) for right, ids in found)
    three = sum(not right.isdisjoint(ids) for right, ids in found)
    return f"first {100 * first / len(told):.1f} %, three {100 * three / len(told):.1f} %, of {len(told)}"


def signs(one: Sentence) -> tuple[float, ...]:
    """What refusing weighs of a sentence."""
    wanted = index(one.language)
    return judging.weighed(one.text, wanted, wanted.hits(wanted.query(one.text, 0.6)))[1]


def main() -> None:
    not_ours = strange()
    random.Random(1).shuffle(not_ours)
    heard: list[tuple[tuple[float, ...], int]] = []
    for part in range(PARTS):
        apart, rest = not_ours[part::PARTS], [one for at, one in enumerate(not_ours) if at % PARTS != part]
        left_out = EVENINGS[part::PARTS]
        learnt = table([*own(), *sentences(ALL), *evenings({*EVENINGS}.difference(left_out)), *rest])
        told = evenings(left_out)
        for name, found in (("with", learnt), ("without", EMPTY)):
            use(found)
            ours = row([one for one in told if one.id != NOTHING])
            sys.stdout.write(f"{', '.join(left_out)}, {name} the table: {ours}\n")
        use(learnt)
        heard += [
            (signs(one), int(one.id != NOTHING))
            for one in (*told, *apart)
            if len(words(one.text)) >= judging._SHORT
        ]
    seen, ours = (np.array(column) for column in zip(*heard, strict=True))
    fitted = LogisticRegression(C=1e3, max_iter=9000)
    fitted.fit(seen, ours, sample_weight=np.where(ours == 0, NOT_OURS, 1))
    right = fitted.predict(seen) == ours
    sys.stdout.write(
        f"refusing: {', '.join(f'{one:.2f}' for one in fitted.coef_[0])}; {fitted.intercept_[0]:.2f}\n"
    )
    for kind in (1, 0):
        share = 100 * right[ours == kind].mean()
        sys.stdout.write(f"  {'ours' if kind else 'not ours'}: {share:.1f} % told right\n")


if __name__ == "__main__":
    main()
