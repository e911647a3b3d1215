"""Life at the table: somebody leaves, somebody joins late."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import Malformed, codec, open_history
from companion.words import words_for

from .life import CARDS, SHIP, SKIFF, cards, hired, points, refused, told, turn
from .play import enter, entry, table

# Somebody leaves


def test_who_leaves_leaves_persons_and_coins_to_the_discard_pile() -> None:
    history = turn(hired(table(), 0))
    assert (history.state.players[0].coins, history.state.discard_pile) == (0, 4)
    after = enter(enter(history, type="count", coins={"0": 2}), type="leave", by=0)
    state = after.state
    assert told(after) == [("left", 0, 0), ("left_coins", 0, -2), ("left_persons", 0, 0)]
    assert (state.players[0].coins, state.players[0].display, state.players[0].vp) == (0, (), 0)
    # Three coins for the sailor, a ship that nobody took; the two coins, the sailor.
    assert state.discard_pile == 4 + 2 + 1
    assert codec.view_json(after)["order"] == [1, 2]
    assert state.active == 2


def test_what_has_left_with_somebody_comes_again_after_the_next_shuffle() -> None:
    history = hired(table(), 0)
    sailors = history.state.game.deck.by_id["base.person.sailor.v1.p3"]
    assert history.state.unseen[sailors] == 6
    left = enter(history, type="leave", by=0)
    assert left.state.unseen[sailors] == 6
    assert enter(left, type="reshuffle").state.unseen[sailors] == 7
    assert cards(left) == CARDS


def test_an_expedition_that_was_claimed_is_out_of_the_game_with_who_has_it() -> None:
    history = open_history(
        codec.setup_from_json(
            {
                "edition": "pegasus",
                "players": ["Ann", "Bob", "Cem"],
                "situation": {
                    "players": [
                        {"coins": 1, "expeditions_owned": ["base.expedition.2captain"]},
                        {"coins": 2},
                        {"coins": 3},
                    ],
                    "active": 1,
                },
            }
        )
    )
    left = enter(history, type="leave", by=0)
    assert told(left)[-1] == ("left_expeditions", 0, 0)
    assert left.last is not None
    assert left.last.ledger[-1].params == {"count": 1}
    assert len(left.state.players[0].expeditions) == 1
    ranking = codec.score_json(left.state)["ranking"]
    assert [row["name"] for row in ranking] == ["Cem", "Bob"]


def test_a_seat_that_somebody_left_has_no_turn_and_no_part() -> None:
    history = enter(turn(table(players=4)), type="leave", by=2)
    history = enter(enter(enter(history, type="draw", card=SHIP), type="draw", card=SKIFF), type="stop")
    assert [history.state.acting, *(part["seat"] for part in codec.view_json(history)["parts"])] == [1, 3, 0]
    history = enter(history, type="pass", rest=True)
    assert history.state.active == 3
    assert refused(history, type="take", by=2, harbor_index=0).code == "HAS_LEFT"
    assert refused(history, type="leave", by=2).code == "HAS_LEFT"


def test_who_left_pays_no_tax_and_gains_no_bonus() -> None:
    history = enter(turn(table()), type="count", coins={"0": 13, "1": 13, "2": 1})
    history = enter(history, type="leave", by=2)
    history = enter(history, type="draw", card="base.tax.fewest_vp")
    # Half of 13 rounded down is 6; both have no points and gain one.
    assert told(history) == [
        ("tax_loss", 1, -6),
        ("tax_loss", 0, -6),
        ("tax_bonus", 1, 1),
        ("tax_bonus", 0, 1),
    ]


def test_between_turns_the_turn_of_who_leaves_is_the_next_one_s() -> None:
    left = enter(turn(table()), type="leave", by=1)
    assert (left.state.active, left.state.round, left.state.phase) == (2, 1, "discover")
    assert told(left)[-1] == ("turn_begins", 2, 0)


def test_a_turn_that_is_under_way_is_played_first_or_ended_as_it_stands() -> None:
    history = enter(table(), type="draw", card=SHIP)
    found = refused(history, type="leave", by=0)
    assert (found.code, found.overridable) == ("TURN_NOT_OVER", True)
    left = enter(history, True, type="leave", by=0)
    assert told(left)[:4] == [
        ("happened_anyway", None, 0),
        ("leftovers", None, 0),
        ("turn_begins", 1, 0),
        ("left", 0, 0),
    ]
    assert (left.state.active, left.state.harbor, left.state.game.start_player) == (1, (), 1)
    assert cards(left) == CARDS


def test_who_leaves_in_the_own_part_takes_nothing_more() -> None:
    history = enter(enter(enter(table(), type="draw", card=SHIP), type="draw", card=SKIFF), type="stop")
    history = enter(history, type="take", by=0, harbor_index=0)
    assert history.state.acting == 1
    left = enter(history, type="leave", by=1)
    assert told(left) == [
        ("passed", 1, 0),
        ("left", 1, 0),
        ("left_coins", 1, -3),
        ("part_begins", 2, 0),
    ]
    assert left.state.acting == 2


def test_when_the_last_of_a_round_leaves_before_his_turn_the_round_is_over() -> None:
    history = turn(turn(table()))
    assert history.state.active == 2
    left = enter(history, type="leave", by=2)
    assert (left.state.active, left.state.round) == (0, 2)


def test_when_the_last_of_the_last_round_leaves_the_game_is_over() -> None:
    history = turn(turn(table(edition="yucata", required_vp=12, end_trigger="latched")))
    history = points(history, 1, 12)
    left = enter(history, type="leave", by=2)
    assert left.state.phase == "game_over"
    assert codec.score_json(left.state)["final"] is True
    assert codec.score_json(left.state)["winners"] == ["Bob"]


def test_when_the_start_player_leaves_the_next_one_begins_each_round() -> None:
    history = enter(turn(table(players=4)), type="leave", by=0)
    assert (history.state.game.start_player, history.state.active, history.state.round) == (1, 1, 1)
    history = turn(turn(history))
    assert (history.state.active, history.state.round) == (3, 1)
    history = turn(history)
    assert (history.state.active, history.state.round) == (1, 2)


def test_everybody_who_is_left_has_had_equally_many_turns_when_the_start_player_leaves_in_the_last_round() -> (
    None
):
    history = points(turn(turn(table(players=4))), 1, 12)
    assert codec.view_json(history)["remaining_active"] == [2, 3]
    history = enter(history, type="leave", by=0)
    assert codec.view_json(history)["remaining_active"] == [2, 3]
    history = turn(turn(history))
    assert history.state.phase == "game_over"


def test_the_last_two_cannot_leave_each_other() -> None:
    found = refused(enter(table(), type="leave", by=1), type="leave", by=2)
    assert (found.code, found.params, found.overridable) == (
        "TOO_MANY_PLAYERS",
        {"count": 1, "min": 2, "max": 5},
        False,
    )


def test_once_the_game_is_over_nobody_leaves_and_nobody_joins() -> None:
    history = points(turn(turn(table())), 1, 12)
    history = turn(history)
    for body in (
        {"type": "leave", "by": 1},
        {"type": "join", "name": "Dot", "after": 0},
        {"type": "rules", "options": {"governor_new": True}},
        {"type": "reshuffle"},
    ):
        assert refused(history, **body).code == "GAME_OVER"


# Somebody joins late


def test_who_joins_late_has_the_coins_of_the_set_up_from_the_draw_pile() -> None:
    history = turn(table())
    before = history.state
    joined = enter(history, type="join", name="Dot", after=0)
    assert told(joined) == [("joined", 3, 0), ("joined_coins", 3, 3)]
    assert joined.state.players[3].coins == 3
    assert joined.state.draw_pile == before.draw_pile - 3
    assert codec.view_json(joined)["order"] == [0, 3, 1, 2]
    assert codec.view_json(joined)["players"][3]["name"] == "Dot"
    assert cards(joined) == CARDS


def test_the_coins_of_who_joins_may_be_others_or_none() -> None:
    assert enter(table(), type="join", name="Dot", after=2, coins=7).state.players[3].coins == 7
    none = enter(table(), type="join", name="Dot", after=2, coins=0)
    assert (none.state.players[3].coins, told(none)) == (0, [("joined", 3, 0)])
    row = codec.lines_json(none)[-1]
    assert row["entry"] == {"type": "join", "name": "Dot", "after": 2, "coins": 0}


def test_who_joins_plays_when_the_turn_comes_round() -> None:
    history = enter(turn(table()), type="join", name="Dot", after=1)
    assert [history.state.active, codec.view_json(history)["order"]] == [1, [0, 1, 3, 2]]
    history = turn(history)
    assert (history.state.active, history.state.round) == (3, 1)
    history = enter(enter(enter(history, type="draw", card=SHIP), type="draw", card=SKIFF), type="stop")
    assert [part["seat"] for part in codec.view_json(history)["parts"]] == [2, 0, 1]


def test_who_joins_where_the_turn_has_been_waits_for_the_next_round() -> None:
    history = enter(turn(table()), type="join", name="Dot", after=0)
    history = turn(turn(history))
    assert (history.state.active, history.state.round) == (0, 2)
    assert turn(history).state.active == 3


def test_who_joins_last_in_the_round_ends_it() -> None:
    history = turn(turn(turn(enter(table(), type="join", name="Dot", after=2))))
    assert (history.state.active, history.state.round) == (3, 1)
    history = turn(history)
    assert (history.state.active, history.state.round) == (0, 2)


def test_the_box_is_for_no_more_than_it_says_whoever_has_left() -> None:
    full = enter(table(players=5), type="leave", by=4)
    joined = enter(full, type="join", name="Fay", after=0)
    assert refused(full, type="join", name="Gil", after=0, seat=2).code == "NO_SEAT_LEFT"
    assert codec.view_json(joined)["order"] == [0, 5, 1, 2, 3]
    found = refused(joined, type="join", name="Gil", after=0)
    assert (found.code, found.params) == ("TOO_MANY_PLAYERS", {"count": 6, "min": 2, "max": 5})
    assert not found.overridable


def test_who_comes_back_has_a_new_place_by_the_same_name() -> None:
    history = enter(enter(table(players=4), type="leave", by=2), type="join", name="Cem", after=1)
    assert codec.view_json(history)["order"] == [0, 1, 4, 3]
    assert entry(history, type="leave", by="Cem").by == 4


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"type": "leave"}, "entry.by"),
        ({"type": "leave", "by": 3}, "entry.by"),
        ({"type": "leave", "by": 12}, "entry.by"),
        ({"type": "join", "after": 0}, "entry.name"),
        ({"type": "join", "name": "\u200d", "after": 0}, "entry.name"),
        ({"type": "join", "name": "ann", "after": 0}, "entry.name"),
        ({"type": "join", "name": "Dot"}, "entry.after"),
        ({"type": "join", "name": "Dot", "after": 3}, "entry.after"),
        ({"type": "join", "name": "Dot", "after": 0, "coins": -1}, "entry.coins"),
        ({"type": "join", "name": "Dot", "after": 0, "seat": 12}, "entry.seat"),
        ({"type": "rules"}, "entry.options"),
        ({"type": "rules", "options": {}}, "entry.options"),
        ({"type": "rules", "options": {"wishes": True}}, "options.wishes"),
        ({"type": "rules", "options": {"governor_new": 1}}, "options.governor_new"),
        ({"type": "count", "coins": {"7": 1}}, "entry.coins"),
        ({"type": "payment", "by": 0, "other": 9, "why": "trade", "coins": 1, "times": 0}, "entry.other"),
    ],
)
def test_what_cannot_be_meant_names_its_field(body: dict[str, Any], field: str) -> None:
    with pytest.raises(Malformed) as caught:
        enter(table(), **body)
    assert caught.value.field == field
    assert words_for("en").allowed(caught.value.takes)


def test_a_place_that_is_left_is_counted_no_more() -> None:
    left = enter(table(), type="leave", by=2)
    for body in (
        {"type": "count", "coins": {"2": 1}},
        {"type": "join", "name": "Dot", "after": 2},
        {"type": "payment", "by": 0, "other": 2, "why": "compensation", "coins": 1, "times": 0},
    ):
        assert refused(left, **body).code == "HAS_LEFT"
