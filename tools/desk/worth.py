"""What the learned table is worth: how often the right question leads and is among three, with it and without, of hands
that it has not seen; and how refusing weighs what it knows, learned from the same hands and from what measures are read.

    .venv-desk/bin/python -m tools.desk.worth two six nine

Each hand takes minutes: the table is learned anew without it.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from companion.rulebook import judging, search
from companion.rulebook.content import LANGUAGES
from companion.rulebook.index import index
from companion.rulebook.learned import NOTHING, Learned
from companion.rulebook.lexicon import words
from tools.desk.sentences import ALL, Sentence, own, sentences, strange
from tools.desk.train import table

# Enough to tell two percents apart, few enough for minutes.
MOST = 600
EMPTY = Learned((), {}, "", (), ())
# The measures that may be read (docs/rules-desk.md); the other hands tell whether it holds.
QUESTIONS = Path(__file__).parents[2] / "tests" / "data" / "questions"
READ = ("anna", "dirk", "emma")
# How much a sentence counts for refusing: whole evenings' questions more than what hands wrote one by one, and one that is
# not for the desk twice as much, as there are few.
LEFT_OUT, BY_ID, EVENING, NOT_OURS = 0.25, 0.5, 2.0, 2.0


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


def measures() -> Iterator[tuple[Sentence, float]]:
    """What was measured with and may be read, with how much it counts."""
    by_id = json.loads((QUESTIONS / "by_id.json").read_text("utf-8"))
    for language in LANGUAGES:
        for name, told in by_id["asked"].items():
            yield from ((Sentence(text, language, name), BY_ID) for text in told[language])
        yield from ((Sentence(text, language, NOTHING), EVENING) for text in by_id["unanswered"][language])
    for hand in READ:
        for one in json.loads((QUESTIONS / "hands" / f"{hand}.json").read_text("utf-8"))["asked"]:
            if one["kind"] != "now":
                yield Sentence(one["q"], one["language"], (one["ids"] or [NOTHING])[0]), EVENING


def main() -> None:
    chance = random.Random(1)
    not_ours = strange()
    chance.shuffle(not_ours)
    # The table that ships has not seen the measures.
    heard = [
        (signs(one), int(one.id != NOTHING), counts)
        for one, counts in measures()
        if len(words(one.text)) >= judging._SHORT
    ]
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
        heard += [(signs(one), int(one.id != NOTHING), LEFT_OUT) for one in (*told, *apart)]
    seen, ours, counts = (np.array(column) for column in zip(*heard, strict=True))
    fitted = LogisticRegression(C=1e3, max_iter=9000)
    fitted.fit(seen, ours, sample_weight=counts * np.where(ours == 0, NOT_OURS, 1))
    right = fitted.predict(seen) == ours
    sys.stdout.write(
        f"refusing: {', '.join(f'{one:.2f}' for one in fitted.coef_[0])}; {fitted.intercept_[0]:.2f}\n"
    )
    for kind in (1, 0):
        share = 100 * right[ours == kind].mean()
        sys.stdout.write(f"  {'ours' if kind else 'not ours'}: {share:.1f} % told right\n")


if __name__ == "__main__":
    main()
