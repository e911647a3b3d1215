"""Answers that are remembered for what has not changed."""

from __future__ import annotations

from companion.engine.printed.cards import Ship
from companion.engine.table.lately import lately

RED, OTHER_RED = Ship("red", 1, 1, id="one"), Ship("red", 1, 1, id="other")


def test_an_answer_is_for_the_very_same_parts_only() -> None:
    """Cards are equal by their numbers, and still not the same."""
    asked: list[Ship] = []

    @lately(8)
    def name_of(of: tuple[Ship, int]) -> str | None:
        asked.append(of[0])
        return of[0].id

    assert RED == OTHER_RED
    assert [name_of((ship, 1)) for ship in (RED, OTHER_RED, RED, OTHER_RED)] == ["one", "other"] * 2
    assert len(asked) == 2


def test_no_more_is_remembered_than_it_may() -> None:
    """What was asked for long ago is worked out again, and nothing lives on that is in nobody's hands."""
    asked: list[int] = []

    @lately(8)
    def twice(of: tuple[int]) -> int:
        asked.append(of[0])
        return 2 * of[0]

    numbers = [1000 + at for at in range(100)]
    assert [twice((one,)) for one in numbers * 2] == [2 * one for one in numbers * 2]
    assert len(asked) == 200
