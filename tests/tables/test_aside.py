"""What is told of the long folds that run aside."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.tables import Aside, Watch


class Noted(Watch):
    """Notes what it is told."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.works: list[float] = []
        self.there = 0

    def fold_comes(self) -> None:
        self.there += 1

    def fold_begins(self, waited: float) -> None:
        self.waits.append(waited)

    def fold_ends(self, took: float) -> None:
        self.there -= 1
        self.works.append(took)


def test_a_fold_that_is_given_up_before_its_turn_has_waited_and_taken_no_time() -> None:
    def no_turn(_work: Callable[[], object]) -> object:
        raise RuntimeError("can't start new thread")

    watch = Noted()
    with pytest.raises(RuntimeError):
        Aside(no_turn, watch=watch)(lambda: None)
    assert watch.there == 0
    assert watch.works == [0.0]
    assert watch.waits[0] >= 0
