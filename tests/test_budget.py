"""What can be counted costs what `tests/bench/budget.json` says: no more, and where it costs less, that is written down."""

from __future__ import annotations

import pytest

from tests.bench.budget import COUNTED, budget

# What differs from run to run: the order of sets, where a dictionary grows; and with goals on the table, what is still
# remembered of the tests before.
CHANCE, WITH_GOALS = 0.03, 0.15
# From here on a gain is worth holding.
GAIN = 0.2
HOW = "`python -m tests.bench.budget` prints all of them, and with --write makes them the budget"


@pytest.mark.parametrize("name", COUNTED)
def test_costs_what_its_budget_says(name: str) -> None:
    may, now = budget()["counted"][name]["budget"], COUNTED[name]()
    chance = WITH_GOALS if name.endswith(("contracts", "adventure")) else CHANCE
    assert now <= may * (1 + chance), f"{name}: {now:,.0f}, and may be {may:,}. {HOW}"
    assert now >= may * (1 - GAIN), f"{name}: {now:,.0f}, which is less than the {may:,} it may be. {HOW}"


def test_every_budget_is_of_something_counted() -> None:
    assert budget()["counted"].keys() == COUNTED.keys()
