"""What a slip comes to without going through the log is what comes of putting it right in the log."""

from __future__ import annotations

import random

import pytest

from companion.engine import History, Line, append
from companion.engine.log.slips.candidates import candidates
from companion.engine.log.slips.carry import Carry
from companion.engine.log.slips.differences import outcome_between
from companion.engine.log.slips.mending import mending
from companion.engine.log.slips.replay import Course

from .play import random_game, table

# Of so many slips one is put right.
EVERY = 23


def shuffled_game(seed: int) -> History:
    """A game whose draw pile was used up at least once."""
    history = table("pegasus", 4)
    for step, (after, _) in enumerate(random_game(history, random.Random(f"carried {seed}"))):
        history = after
        if step > 240:
            break
    return history


@pytest.mark.parametrize("seed", range(3))
def test_a_slip_comes_to_the_same_carried_and_put_right(seed: int) -> None:
    history = shuffled_game(seed)
    course = Course(history)
    carry = Carry(course)
    assert any(line.why == "reshuffled" for done in course.done for line in done.ledger)
    alike: set[str] = set()
    before_a_shuffle = 0
    slips = [slip for slip in candidates(course, range(len(course.items))) if not slip.loose]
    for slip in random.Random(seed).sample(slips, len(slips) // EVERY):
        line = mending(course, slip, slip.edits)
        outcome = carry.carried(slip.shift, slip.since, slip.owned)
        open_yet = course.in_the_last_turn(slip.place) or carry.shuffles_before(slip.shift, slip.since)
        if line is None or outcome is None or open_yet:
            continue
        mended, _ = append(history, line if isinstance(line, Line) else Line("mended", None, line))
        if mended.pardoned:
            # Something after it would not have happened: such a slip is no guess.
            continue
        assert outcome_between(history.state, mended.state) == outcome, slip
        alike.add(slip.kind)
        later = course.done[slip.since :]
        before_a_shuffle += any(line.why == "reshuffled" for done in later for line in done.ledger)
    assert {"not_paid", "paid_twice", "numbers"} <= alike
    assert before_a_shuffle
