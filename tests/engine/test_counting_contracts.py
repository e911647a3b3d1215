"""Markers as a table sees them, where the phone shows others."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import History, Malformed, codec

from .contracts import at, done, figures, goal, laid, refused, view
from .play import correct, enter

SPECULATOR = {"name": "speculator", "progress": {"Bob": 1}}


def points(history: History) -> list[Any]:
    return figures(history, "vp")


def test_a_marker_that_stands_there_is_a_contract_completed_with_its_points_and_without_its_coins() -> None:
    history = at({"name": "mercenary", "completed_by": ["Ann"]}, "explorer", SPECULATOR)
    markers = {"Ann": {"explorer": 1}, "Bob": {"explorer": 1, "speculator": 2}}
    after = enter(history, type="count", markers=markers)
    assert [done(after, name) for name in ("mercenary", "explorer", "speculator")] == [[0], [0, 1], [1]]
    assert (points(history), points(after)) == ([0, 0, 0], [1, 1, 0])
    assert figures(after, "coins") == figures(history, "coins")
    assert view(after)["markers"]["1"] == {"free": 1, "waiting": 0, "placed": 2}
    assert correct(after, type="undo").state == history.state
    told = [line["params"] for line in view(after)["last"]["ledger"]]
    assert told[-1] == {"contract": "speculator", "from": 1, "to": 2, "of": 2}


def test_a_marker_that_does_not_stand_there_is_back_with_its_player() -> None:
    history = at({"name": "mercenary", "completed_by": ["Ann", "Bob"]}, SPECULATOR)
    after = enter(history, type="count", markers={"0": {"mercenary": 0}, "1": {"speculator": 0}})
    assert (done(after, "mercenary"), goal(after, "speculator")["waiting"]) == ([1], [])
    assert [one.get("seat") for one in goal(after, "mercenary")["spaces"]] == [1, None, None, None, None]
    assert view(after)["markers"]["0"]["free"] == 3


def test_what_was_counted_goes_round_as_json() -> None:
    history = enter(laid(), type="count", markers={"Cem": {"explorer": 1}})
    (_, line) = codec.lines_json(history)
    assert line["entry"] == {"type": "count", "markers": {"2": {"explorer": 1}}}
    assert codec.view_json(codec.history_from_json(codec.history_json(history))) == codec.view_json(history)


@pytest.mark.parametrize(
    "markers",
    [{"Ann": {"jinx": 1}}, {"Ann": {"explorer": 2}}, {"Ann": {"explorer": -1}}, {"Zoe": {}}, {"Ann": 3}],
)
def test_markers_stand_on_contracts_that_lie_there(markers: Any) -> None:
    with pytest.raises(Malformed):
        enter(at("explorer"), type="count", markers=markers)


def test_nobody_has_more_than_three_markers() -> None:
    every = {"mercenary": 1, "explorer": 1, "tax_inspector": 1, "jinx": 1}
    assert refused(laid(), type="count", markers={"Ann": every}) == "CONTRACT_LIMIT"
