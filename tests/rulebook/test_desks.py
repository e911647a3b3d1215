"""What the modules say of themselves is read as one with what the desk says of the base game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion import rulebook
from companion.rulebook import judging
from companion.rulebook.desks import desks, merged, put_beside
from companion.rulebook.learned import learned


def test_modules_come_by_their_rank_and_each_has_its_own() -> None:
    ranks = [desk.rank for desk in desks()]
    assert len(ranks) > 5
    assert sorted(set(ranks)) == ranks


@pytest.mark.parametrize(
    ("common", "more", "said"),
    [
        (["a", "b"], [["c"], ["d"]], ["a", "b", "c", "d"]),
        (["a", "*", "b"], [["c"], ["d"]], ["a", "c", "d", "b"]),
        (["a"], [["*", "c"], ["d"], ["e", "*"]], ["a", "e", "d", "c"]),
        (["a", "*"], [], ["a"]),
        (None, [["c"]], ["c"]),
        ({"a": ["b"], "c": 1}, [{"a": ["d"], "e": ["*", "f"]}], {"a": ["b", "d"], "c": 1, "e": ["f"]}),
        ({"en": "coin gold"}, [{"en": "loot"}], {"en": "coin gold; loot"}),
    ],
)
def test_what_modules_say_stands_where_it_is_told(common: Any, more: list[Any], said: Any) -> None:
    assert merged(common, more) == said


def test_what_is_put_beside_something_is_further_away_than_what_was_there() -> None:
    rows: list[Any] = [{"id": 1}, {"id": 2}]
    for name, place in (("a", 0), ("b", 0)):
        put_beside(rows, {"id": name, "after": 1}, place)
    for name in ("c", "d"):
        put_beside(rows, {"id": name, "before": 2}, [row["id"] for row in rows].index(2))
    assert [row["id"] for row in rows] == [1, "a", "b", "d", "c", 2]


def test_a_question_that_was_never_learned_is_found_by_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is with those of a module that somebody just put there."""
    name, known = "clerk-what", learned()
    without = replace(known, ids=tuple("" if one == name else one for one in known.ids))
    monkeypatch.setattr(judging, "learned", lambda: without)
    monkeypatch.setattr(judging, "_unlearned", judging._unlearned.__wrapped__)
    for asked in ("what does the clerk do", "was macht ein Kontorist"):
        assert rulebook.search(asked, "bigbox", ["base", "jomc_cards"]).results[0].id == name
