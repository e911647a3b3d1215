"""What the learned table is worth: how often the right question leads and is among three, with it and without, of hands
that it has not seen; and how refusing weighs what it knows, learned from the same hands.

    .venv-desk/bin/python -m tools.desk.worth one five

Each hand takes minutes: the table is learned anew without it.
"""

from __future__ import annotations

import math
import random
import sys

import numpy as np
from sklearn.linear_model import LogisticRegression

from companion.rulebook import judging, search
from companion.rulebook.index import index
from companion.rulebook.learned import NOTHING, Learned
from tools.desk.sentences import ALL, Sentence, own, sentences, strange
from tools.desk.train import table

# Enough to tell two percents apart, few enough for minutes.
MOST = 600
EMPTY = Learned((), {}, "", (), ())


def use(found: Learned) -> None:
    """Refuses nothing: only what is found is compared."""
    judging.learned = lambda: found  # type: ignore[assignment]
    judging._AT_LEAST = math.inf


def row(told: list[Sentence]) -> str:
    found = [
        (one, [answer.id for answer in search(one.text, None, (), one.language, 3).results]) for one in told
    ]
    first = sum(ids[:1] == [one.id] for one, ids in found)
    three = sum(one.id in ids for one, ids in found)
    count = len(told)
    return f"first {100 * first / count:.1f} %, three {100 * three / count:.1f} %"


def signs(one: Sentence) -> tuple[float, ...]:
    """What refusing weighs of a sentence."""
    wanted = index(one.language)
    return judging.weighed(one.text, wanted, wanted.hits(wanted.query(one.text, 0.6)))[1]


def main() -> None:
    chance = random.Random(1)
    not_ours = strange()
    chance.shuffle(not_ours)
    seen: list[tuple[float, ...]] = []
    ours: list[int] = []
    hands = sys.argv[1:] or list(ALL)
    for place, hand in enumerate(hands):
        apart = not_ours[place :: len(hands)] if len(hands) > 1 else not_ours[::3]
        rest = [one for one in not_ours if one not in apart]
        learnt = table([*own(), *sentences(set(ALL) - {hand}), *rest])
        told = chance.sample(whole := sentences([hand]), min(MOST, len(whole)))
        for name, found in (("with", learnt), ("without", EMPTY)):
            use(found)
            sys.stdout.write(f"{hand}, {name} the table: {row(told)}\n")
        use(learnt)
        for one in (*told, *apart):
            seen.append(signs(one))
            ours.append(int(one.id != NOTHING))
    fitted = LogisticRegression(C=1e3, class_weight="balanced", max_iter=5000).fit(
        np.array(seen), np.array(ours)
    )
    right = fitted.predict(np.array(seen)) == np.array(ours)
    sys.stdout.write(
        f"refusing: {', '.join(f'{one:.2f}' for one in fitted.coef_[0])}; {fitted.intercept_[0]:.2f}\n"
    )
    for kind in (1, 0):
        share = 100 * right[np.array(ours) == kind].mean()
        sys.stdout.write(f"  {'ours' if kind else 'not ours'}: {share:.1f} % told right\n")


if __name__ == "__main__":
    main()
