"""What can be put right after a table was opened: names always, seats and who begins until a card was drawn."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import History, Malformed, codec, open_history
from companion.engine.modules.adventure_begins.people import people
from companion.words import words_for

from . import adventure
from .life import SHIP, refused, told, turn
from .play import correct, enter, table
from .test_rebase_by_chance import meanwhile

ORDER = {"type": "seats", "order": [0, 2, 1]}
STARTS = {"type": "seats", "start": 1}


def names(history: History) -> list[str]:
    return [row["name"] for row in codec.view_json(history)["players"]]


def around(history: History) -> list[int]:
    """Who plays one after the other, from the one whose turn it is on."""
    order: list[int] = codec.view_json(history)["order"]
    at = order.index(history.state.active)
    return order[at:] + order[:at]


# Names


def test_a_name_can_be_put_right_at_any_time_and_stands_in_all_that_was_entered_before() -> None:
    history = turn(turn(table()))
    named = enter(history, type="rename", by=0, name="Anna")
    assert (names(named), told(named)) == (["Anna", "Bob", "Cem"], [("renamed", 0, 0)])
    assert named.last is not None
    assert named.last.ledger[0].params == {"from": "Ann", "to": "Anna"}
    assert (named.state.active, named.state.players[0].coins) == (2, history.state.players[0].coins)
    over = codec.score_json(turn(named).state)
    assert "Anna" in [row["name"] for row in over["ranking"]]
    # Named by whom it is now.
    assert names(enter(named, type="rename", by="Anna", name="Ada")) == ["Ada", "Bob", "Cem"]


def test_a_name_is_put_right_also_when_the_game_is_over() -> None:
    history = table()
    state = history.state._replace(phase="game_over")
    assert names(enter(history._replace(state=state), type="rename", by=1, name="Bea")) == [
        "Ann",
        "Bea",
        "Cem",
    ]


def test_the_same_person_may_be_written_otherwise_and_nobody_else() -> None:
    assert names(enter(table(), type="rename", by=0, name="ANN")) == ["ANN", "Bob", "Cem"]
    for taken in ("bob", "Ｂob"):
        with pytest.raises(Malformed) as caught:
            enter(table(), type="rename", by=0, name=taken)
        assert (caught.value.field, caught.value.takes.key) == ("entry.name", "own_name")
    assert refused(table(), type="rename", by=0, name="Ann").code == "NO_EFFECT"
    left = enter(table(), type="leave", by=2)
    assert refused(left, type="rename", by=2, name="Dot").code == "HAS_LEFT"
    assert names(enter(left, type="rename", by=1, name="Cem")) == ["Ann", "Cem", "Cem"]


# Seats


def test_until_a_card_was_drawn_others_may_begin_and_sit_elsewhere() -> None:
    sat = enter(table(), **ORDER)
    assert (around(sat), told(sat)) == ([0, 2, 1], [("seated", None, 0)])
    assert sat.last is not None
    assert sat.last.ledger[0].params == {"seats": (0, 2, 1)}
    begins = enter(sat, **STARTS)
    assert (around(begins), told(begins)) == ([1, 0, 2], [("starts", 1, 0)])
    assert (begins.state.game.start_player, begins.state.acting) == (1, 1)
    # Nobody has another number, name or another's coins.
    assert names(begins) == ["Ann", "Bob", "Cem"]
    both = enter(table(), type="seats", order=["Cem", "Bob", "Ann"], start="Bob")
    assert (around(both), told(both)) == ([1, 0, 2], [("seated", None, 0), ("starts", 1, 0)])


def test_the_game_then_goes_round_from_who_begins() -> None:
    history = enter(enter(table(), **ORDER), **STARTS)
    seen = []
    for _ in range(4):
        seen.append((history.state.round, history.state.active))
        history = turn(history)
    assert seen == [(1, 1), (1, 0), (1, 2), (2, 1)]


def test_what_is_so_already_is_no_change_and_the_same_circle_is_told_as_the_group_tells_it() -> None:
    for body in ({"order": [0, 1, 2]}, {"start": 0}, {"order": [0, 1, 2], "start": 0}):
        assert refused(table(), type="seats", **body).code == "NO_EFFECT"
    sat = enter(table(), type="seats", order=[1, 2, 0])
    assert (around(sat), codec.view_json(sat)["order"]) == ([0, 1, 2], [1, 2, 0])


@pytest.mark.parametrize(
    ("keeping", "body"),
    [
        ("cards", {"type": "draw", "card": SHIP}),
        ("cards", {"type": "draw", "card": "base.tax.fewest_vp"}),
        ("harbor", {"type": "harbor", "cards": [SHIP]}),
        ("harbor", {"type": "bust"}),
        ("takes", {"type": "lying", "nobody": True}),
    ],
)
def test_once_a_card_was_drawn_everybody_stays_where_he_sits(keeping: str, body: dict[str, Any]) -> None:
    history = table() if keeping == "cards" else enter(table(), type="keeping", how=keeping)
    assert around(enter(history, **ORDER)) == [0, 2, 1]
    drawn = enter(history, **body)
    for change in (ORDER, STARTS):
        found = refused(drawn, **change)
        assert (found.code, found.overridable) == ("SEATS_STAY", False)
    # Taken back, the card was not drawn.
    assert around(enter(correct(drawn, type="undo"), **ORDER)) == [0, 2, 1]


def test_a_table_that_was_opened_in_mid_game_has_its_seats() -> None:
    players = [{"coins": 3}, {"coins": 4}]
    setup = {"edition": "pegasus", "players": ["Ann", "Bob"], "situation": {"players": players}}
    history = open_history(codec.setup_from_json(setup))
    assert refused(history, **STARTS).code == "SEATS_STAY"
    assert names(enter(history, type="rename", by=0, name="Ada")) == ["Ada", "Bob"]


def test_what_was_chosen_before_stays_with_its_player() -> None:
    history = adventure.prepared("competitive", 3)
    before = history.state
    sat = enter(history, type="seats", order=[0, 2, 1], start=2)
    assert around(sat) == [2, 1, 0]
    assert (people(sat.state), sat.state.players) == (people(before), before.players)
    # An event is a card that was drawn.
    assert refused(adventure.event(sat), **STARTS).code == "SEATS_STAY"


def test_who_has_left_or_joined_before_the_first_card_is_counted() -> None:
    history = enter(enter(table(), type="leave", by=0), type="join", name="Dot", after=1)
    assert history.state.active == 1
    sat = enter(history, type="seats", order=[3, 1, 2][::-1], start=3)
    assert around(sat) == [3, 2, 1]
    assert refused(history, type="seats", start=0).code == "HAS_LEFT"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"type": "rename", "name": "Dot"}, "entry.by"),
        ({"type": "rename", "by": 3, "name": "Dot"}, "entry.by"),
        ({"type": "rename", "by": 0}, "entry.name"),
        ({"type": "rename", "by": 0, "name": " "}, "entry.name"),
        ({"type": "seats"}, "entry.order"),
        ({"type": "seats", "order": [0, 1]}, "entry.order"),
        ({"type": "seats", "order": [0, 1, 1]}, "entry.order"),
        ({"type": "seats", "order": [0, 1, 3]}, "entry.order"),
        ({"type": "seats", "start": "Eve"}, "entry.start"),
    ],
)
def test_what_cannot_be_meant_names_its_field(body: dict[str, Any], field: str) -> None:
    with pytest.raises(Malformed) as caught:
        enter(table(), **body)
    assert caught.value.field == field
    assert words_for("en").allowed(caught.value.takes)


# In the log


def test_it_is_undone_exported_and_imported_like_any_entry() -> None:
    history = enter(enter(enter(table(), **ORDER), **STARTS), type="rename", by=1, name="Bea")
    played = turn(history)
    again = codec.history_from_json(codec.history_json(played))
    assert codec.view_json(again) == codec.view_json(played)
    assert codec.lines_json(again) == codec.lines_json(played)
    assert correct(history, type="undo", count=3).state == table().state
    corrected = correct(
        played, type="change", revision=4, entry={"type": "draw", "card": {**SHIP, "color": "red"}}
    )
    assert (around(corrected), names(corrected)) == (around(played), names(played))


def test_the_same_from_two_phones_is_one_and_what_others_overtook_is_asked() -> None:
    name = {"type": "rename", "by": 1, "name": "Bea"}
    found = meanwhile(table(), name, ORDER, own=[name, ORDER, STARTS])
    assert (found.stop, len(found.already), around(found.history)) == (None, 2, [1, 0, 2])
    late = meanwhile(table(), {"type": "draw", "card": SHIP}, own=[name, STARTS])
    assert (names(late.history)[1], late.stop and (late.stop.index, late.stop.why)) == ("Bea", (1, "refused"))
    twice = meanwhile(table(), {"type": "rename", "by": 0, "name": "Bea"}, own=[name])
    assert twice.stop is not None
    assert twice.stop.why == "refused"
