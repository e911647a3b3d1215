"""A log that grows shares what came before, and whoever holds on to an earlier one sees nothing of it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.log.growing import Growing


@given(st.lists(st.tuples(st.integers(0, 30), st.integers()), max_size=60))
def test_whatever_grows_from_whichever_earlier_one_each_keeps_what_it_had(
    steps: list[tuple[int, int]],
) -> None:
    grown, meant = [Growing[int]()], [()]
    for which, item in steps:
        at = which % len(grown)
        grown.append(grown[at].with_one(item))
        meant.append((*meant[at], item))
    for one, items in zip(grown, meant, strict=True):
        assert tuple(one) == items
        assert len(one) == len(items)
        assert one == items
        assert one[:2] == items[:2]
        assert one[-3:] == items[-3:]


def test_nothing_is_found_beyond_its_end() -> None:
    short = Growing([1])
    short.with_one(2)
    assert [at for at in range(-3, 3) if _has(short, at)] == [-1, 0]


def test_two_that_hold_the_same_become_one() -> None:
    one, same, other = Growing([1, 2]), Growing([1, 2]), Growing([1, 3])
    assert one.or_same(same) is same
    assert one.or_same(other) is one


def _has(one: Growing[int], at: int) -> bool:
    try:
        one[at]
    except IndexError:
        return False
    return True


def test_growing_from_an_end_copies_nothing() -> None:
    one = Growing(range(1000))
    assert one.with_one(1).with_one(2)._shared is one._shared


def test_two_that_grow_at_the_same_moment_do_not_see_each_other() -> None:
    """As if another thread had grown between looking and adding."""
    one = Growing[str](["a"])

    class Slow(list[str]):
        def append(self, item: str) -> None:
            super().append("of the other thread")
            super().append(item)

    one._shared = Slow(one._shared)
    assert tuple(one.with_one("b")) == ("a", "b")
