"""What can be counted costs what `tests/bench/budget.json` says: no more, and where it costs less, that is written down."""

from __future__ import annotations

import pytest

from tests.bench.budget import COUNTED, PYTHON, budget

# What differs from run to run: the order of sets, where a dictionary grows. And with goals on the table what is still
# remembered of the tests before, and in another Python what it calls.
CHANCE, MUCH = 0.03, 0.15
# From here on a gain is worth holding.
GAIN = 0.2
HOW = "`python -m tests.bench.budget` prints all of them, and with --write makes them the budget"


@pytest.mark.parametrize("name", COUNTED)
def test_costs_what_its_budget_says(name: str) -> None:
    known = budget()
    may, now, same = known["counted"][name]["budget"], COUNTED[name](), known["python"] == PYTHON
    chance = CHANCE if same and not name.endswith(("contracts", "adventure")) else MUCH
    assert now <= may * (1 + chance), f"{name}: {now:,.0f}, and may be {may:,}. {HOW}"
    assert not same or now >= may * (1 - GAIN), (
        f"{name}: {now:,.0f}, which is less than the {may:,} it may be. {HOW}"
    )


def test_every_budget_is_of_something_counted() -> None:
    assert budget()["counted"].keys() == COUNTED.keys()
