"""Which slip it was: random games with one planted slip, noticed by one to three counted figures."""

from __future__ import annotations

import os
import random
import time
from collections import Counter

from companion.engine.json.writing import card as card_json
from companion.engine.log.slips import Found, search
from companion.engine.log.slips.kinds import Slip
from tests.engine.planting import KINDS, Planted, planted
from tests.engine.play import entry

# Of each kind; 2,000 games and more in all, which take about a quarter of an hour (SLIP_GAMES=30: two minutes).
GAMES = int(os.environ.get("SLIP_GAMES", "260"))
# How easily each slip is made (`slips/kinds.py`) was weighed on the seeds without a name (SLIP_SEEDS=""), never on these.
SEEDS = os.environ.get("SLIP_SEEDS", "measured")
TRIES = 400


def is_it(slip: Slip, what: Planted, found: Found) -> bool:
    """The slip that was planted, by its place and by what it says."""
    course = found.course
    revision, turn = course.items[slip.place].revision, course.turns[slip.place]
    if slip.kind != what.kind:
        return False
    if what.kind in ("not_paid", "paid_twice"):
        return (revision, slip.params["why"], slip.seat) == (what.revision, what.why, what.seat)
    if what.kind in ("numbers", "neighbour"):
        return revision == what.revision and card_json(slip.params["to"]) == what.card
    if what.kind == "taker":
        return revision == what.revision and slip.params["to"] == what.seat
    if what.kind == "missed_draw":
        # Which card it was does not show where nobody took it.
        named = slip.params.get("card")
        tax = what.card is not None and what.card["kind"] == "tax"
        return turn == what.turn and ((card_json(named) == what.card) if named else not tax)
    if what.kind == "doubled_draw":
        return revision in (what.revision, what.revision - 1)
    return revision == what.revision


def rank(what: Planted, found: Found) -> tuple[int | None, bool]:
    """Where the planted slip stands among the reasons, or the group of equals that has it; whether it is named."""
    for place, reason in enumerate(found.reasons):
        if is_it(reason.slip, what, found):
            first = next(at for at, other in enumerate(found.reasons) if other.outcome == reason.outcome)
            return first, True
        if any(is_it(slip, what, found) for slip in reason.equals):
            first = next(at for at, other in enumerate(found.reasons) if other.outcome == reason.outcome)
            return min(first, place), False
    return None, False


def test_the_planted_slip_is_among_the_five() -> None:
    count: Counter[tuple[str, str]] = Counter()
    seconds: list[tuple[float, int]] = []
    for kind in KINDS:
        for seed in range(GAMES * TRIES):
            if count[kind, "games"] == GAMES:
                break
            chance = random.Random(f"{SEEDS} {kind} {seed}".strip())
            what = planted(chance, kind, chance.randint(1, 3))
            if what is None:
                continue
            count[kind, "games"] += 1
            counted = entry(what.phone, **what.count)
            started = time.process_time()
            found = search(what.phone, counted)  # type: ignore[arg-type]
            seconds.append((time.process_time() - started, len(what.phone.timeline.held)))
            place, named = rank(what, found)
            count[kind, "found"] += place is not None
            count[kind, "first"] += place == 0
            count[kind, "equals"] += place is not None and not named
    print(f"\n{'slip':14}{'games':>7}{'found':>8}{'first':>8}{'found as one of equals':>25}")
    for kind in (*KINDS, ""):
        row = {
            what: sum(number for (one, name), number in count.items() if name == what and kind in ("", one))
            for what in ("games", "found", "first", "equals")
        }
        share = max(1, row["games"])
        print(
            f"{kind or 'all':14}{row['games']:>7}{row['found'] / share:>8.1%}{row['first'] / share:>8.1%}"
            f"{row['equals']:>25}"
        )
    seconds.sort()
    times = [taken for taken, _ in seconds]
    print(
        f"search: {times[len(times) // 2] * 1000:.0f} ms in the median, {times[len(times) * 95 // 100] * 1000:.0f} ms"
        f" for 95 %, {times[-1] * 1000:.0f} ms at most (aim: below 300), {max(length for _, length in seconds)} entries"
    )
    games = sum(count[kind, "games"] for kind in KINDS)
    assert sum(count[kind, "found"] for kind in KINDS) >= 0.9 * games
    assert sum(count[kind, "first"] for kind in KINDS) >= 0.6 * games
