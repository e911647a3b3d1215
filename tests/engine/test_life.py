"""Life at the table: somebody leaves, somebody joins late, other house rules, a pile shuffled early."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import History, Malformed, Refusal, codec, fold, open_history, record

from .play import correct, enter, entry, table

SHIP = {"kind": "ship", "color": "blue", "swords": 1, "coins": 1}
SKIFF = {"kind": "ship", "color": "green", "swords": 1, "coins": 1}
SAILOR = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}
CAPTAIN = {"kind": "person", "type": "captain", "cost": 4, "vp": 1}
# Of the 120 cards one is for five players only.
CARDS = 119


def turn(history: History, *cards: dict[str, Any]) -> History:
    """A turn in which nobody takes anything."""
    for card in cards or (SHIP,):
        history = enter(history, type="draw", card=card)
    return enter(enter(history, type="stop"), type="pass", rest=True)


def hired(history: History, seat: int, card: dict[str, Any] = SAILOR) -> History:
    """The active player hires that card, and the turn is over."""
    assert history.state.active == seat
    history = enter(enter(history, type="draw", card=card), type="stop")
    return enter(history, type="take", harbor_index=0)


def refused(history: History, **body: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        enter(history, **body)
    return caught.value


def told(history: History) -> list[tuple[str, int | None, int]]:
    assert history.last is not None
    return [(line.why, line.seat, line.coins) for line in history.last.ledger]


def cards(history: History) -> int:
    """Every card that lies anywhere; a coin is a card."""
    state = history.state
    owned = sum(player.coins + len(player.display) + len(player.expeditions) for player in state.players)
    lying = sum(card is not None for card in state.harbor) + len(state.expeditions)
    return state.draw_pile + state.discard_pile + owned + lying


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


def points(history: History, seat: int, vp: int) -> History:
    """The same table, as if the player had so many points."""

    players = list(history.state.players)
    players[seat] = players[seat]._replace(vp=vp)
    state = history.state._replace(players=tuple(players), triggered=True)
    return history._replace(state=state)


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
    assert caught.value.allowed


def test_a_place_that_is_left_is_counted_no_more() -> None:
    left = enter(table(), type="leave", by=2)
    for body in (
        {"type": "count", "coins": {"2": 1}},
        {"type": "join", "name": "Dot", "after": 2},
        {"type": "payment", "by": 0, "other": 2, "why": "compensation", "coins": 1, "times": 0},
    ):
        assert refused(left, **body).code == "HAS_LEFT"


# House rules


def test_other_house_rules_hold_from_now_on_and_not_before() -> None:
    history = table(edition="pegasus")
    governor = {"kind": "person", "type": "governor", "cost": 8, "vp": 0}

    def hire_governor(history: History) -> int:
        history = enter(history, type="count", coins={str(history.state.active): 9})
        for card in (governor, SHIP, SKIFF):
            history = enter(history, type="draw", card=card)
        history = enter(enter(history, type="stop"), type="take", harbor_index=0)
        return 0 if history.state.takes is None else history.state.takes.left

    # One card with two colors; a fresh governor gives another one only where the group plays it so.
    first = enter(history, type="rules", options={"governor_new": True})
    assert told(first) == [("house_rule", None, 0)]
    assert first.last is not None
    line = first.last.ledger[0]
    assert (line.rule, line.params) == (
        "governor_new",
        {"option": "governor_new", "value": True, "from": False},
    )
    assert codec.view_json(first)["options"] == {"governor_new": True}
    acting = [
        enter(
            enter(enter(one, type="count", coins={"0": 9}), type="draw", card=governor),
            type="draw",
            card=SHIP,
        )
        for one in (history, first)
    ]
    after = [enter(enter(one, type="stop"), type="take", harbor_index=0) for one in acting]
    assert [one.state.acting for one in after] == [1, 0]


def test_a_house_rule_can_be_taken_back_and_is_then_no_change_any_more() -> None:
    history = enter(table(), type="rules", options={"governor_new": True})
    again = enter(history, type="rules", options={"governor_new": False})
    assert again.state.game.rules.switches == table().state.game.rules.switches
    assert refused(again, type="rules", options={"governor_new": False}).code == "NO_EFFECT"


def test_what_is_chosen_at_the_set_up_stays_and_says_so() -> None:
    found = refused(table(), type="rules", options={"expedition_required": True})
    assert (found.code, found.params, found.rule) == (
        "OPTION_FIXED",
        {"option": "expedition_required"},
        "expedition_required",
    )
    assert refused(table("yucata"), type="rules", options={"required_vp": 16}).code == "OPTION_FIXED"


def test_an_end_that_stays_is_triggered_by_the_points_of_that_moment() -> None:
    open_end = table(end_trigger="end_of_round")
    history = points(turn(open_end), 0, 12)
    history = enter(history, type="rules", options={"end_trigger": "latched"})
    assert told(history) == [("house_rule", None, 0), ("end_triggered", 0, 0)]
    back = enter(history, type="rules", options={"end_trigger": "end_of_round"})
    assert back.state.triggered is False
    assert codec.view_json(back)["end_triggered"] is True


def test_a_table_with_settled_rules_changes_them_too() -> None:
    from companion.engine import settled

    setup = settled(codec.setup_from_json({"edition": "pegasus", "players": ["Ann", "Bob"]}))
    history = enter(open_history(setup), type="rules", options={"jester_empty_active": True})
    assert history.state.game.rules.switches.jester_empty_active
    again = codec.history_from_json(codec.history_json(history))
    assert codec.view_json(again) == codec.view_json(history)


# Piles


def test_a_pile_that_was_shuffled_early_holds_both_piles() -> None:
    history = turn(turn(table()), SHIP, SKIFF)
    assert (history.state.draw_pile, history.state.discard_pile) == (107, 3)
    shuffled = enter(history, type="reshuffle")
    assert (shuffled.state.draw_pile, shuffled.state.discard_pile) == (110, 0)
    assert shuffled.last is not None
    line = shuffled.last.ledger[0]
    assert (line.why, line.params, shuffled.last.reason) == (
        "reshuffled_early",
        {"cards": 3, "left": 107},
        "RESHUFFLED",
    )
    blue = history.state.game.deck.by_id["base.ship.blue.s1.c1"]
    assert (history.state.unseen[blue], shuffled.state.unseen[blue]) == (1, 3)
    assert cards(shuffled) == CARDS


def test_a_pile_shuffled_early_is_none_of_the_shuffles_of_this_turn() -> None:
    history = enter(turn(table("yucata")), type="draw", card=SKIFF)
    shuffled = enter(history, type="reshuffle")
    assert shuffled.state.reshuffles == 0
    assert refused(shuffled, type="reshuffle").code == "NO_EFFECT"


# In the log


def lived() -> History:
    """A game in which all of it has happened."""
    history = turn(hired(table(players=4), 0))
    history = enter(history, type="leave", by=3)
    history = enter(history, type="join", name="Eve", after=1)
    history = turn(history)
    history = enter(history, type="rules", options={"governor_new": True, "end_trigger": "end_of_round"})
    history = enter(history, type="reshuffle")
    return hired(history, 4, CAPTAIN) if history.state.players[4].coins >= 4 else turn(history)


def test_each_of_it_is_undone_and_redone_exactly() -> None:
    history = lived()
    states = [open_history(history.setup).state]
    for at in range(1, history.revision + 1):
        states.append(fold(history.setup, history.lines[:at]).state)
    for count in range(1, history.revision + 1):
        undone = correct(history, type="undo", count=count)
        assert undone.state == states[-1 - count]
        assert correct(undone, type="redo", count=count).state == history.state


def test_a_log_with_it_is_the_same_after_export_and_import() -> None:
    history = lived()
    again = codec.history_from_json(codec.history_json(history))
    assert codec.view_json(again) == codec.view_json(history)
    assert codec.lines_json(again) == codec.lines_json(history)


def test_a_correction_before_it_keeps_it() -> None:
    history = lived()
    corrected = correct(history, type="remove", revision=1, keep=True)
    assert codec.view_json(corrected)["order"] == codec.view_json(history)["order"]
    assert corrected.state.game.rules == history.state.game.rules
    assert correct(corrected, type="undo").state == history.state


def test_without_who_left_all_of_his_turns_are_still_to_be_had() -> None:
    history = lived()
    leave = next(n for n, line in enumerate(history.lines, 1) if line.entry and line.entry.type == "leave")
    corrected = correct(history, type="remove", revision=leave, keep=True)
    assert codec.view_json(corrected)["order"] == [0, 1, 4, 2, 3]
    assert corrected.state.players[3].coins == 3


def test_a_number_stays_whose_it_is_when_another_one_has_not_joined_after_all() -> None:
    history = enter(enter(table(), type="join", name="Dot", after=2), type="join", name="Eve", after=3)
    history = enter(history, type="count", coins={"4": 8})
    corrected = correct(history, type="remove", revision=1, keep=True)
    # Dot sat next to Eve: so Eve has no place to sit, unless she sits elsewhere.
    assert codec.lines_json(corrected)[1]["kept"]["fits"] is False
    elsewhere = enter(enter(table(), type="join", name="Dot", after=2), type="join", name="Eve", after=0)
    elsewhere = enter(elsewhere, type="count", coins={"4": 8})
    corrected = correct(elsewhere, type="remove", revision=1, keep=True)
    view = codec.view_json(corrected)
    assert view["order"] == [0, 4, 1, 2]
    assert (view["players"][4]["name"], view["players"][4]["coins"]) == ("Eve", 8)
    assert codec.view_json(codec.history_from_json(codec.history_json(corrected))) == view


def test_who_joined_before_after_all_takes_nobody_s_number() -> None:
    history = enter(turn(table()), type="join", name="Eve", after=0)
    history = enter(history, type="count", coins={"3": 8})
    join = {"type": "join", "name": "Dot", "after": 2}
    corrected = correct(history, type="insert", before=1, entry=join, keep=True)
    players = codec.view_json(corrected)["players"]
    assert [(players[seat]["name"], players[seat]["coins"]) for seat in (3, 4)] == [("Eve", 8), ("Dot", 3)]


def test_who_joined_by_another_name_keeps_the_number() -> None:
    history = enter(enter(table(), type="join", name="Eva", after=2), type="count", coins={"3": 8})
    right = {"type": "join", "name": "Eve", "after": 0, "coins": 5}
    corrected = correct(history, type="change", revision=1, entry=right, keep=True)
    view = codec.view_json(corrected)
    assert (view["order"], view["players"][3]["name"], view["players"][3]["coins"]) == (
        [0, 3, 1, 2],
        "Eve",
        8,
    )


def test_what_was_entered_for_who_had_left_by_then_changes_nothing_and_says_so() -> None:
    history = hired(turn(table()), 1)
    corrected = correct(history, type="insert", before=4, entry={"type": "leave", "by": 1}, keep=True)
    rows = [row for row in codec.lines_json(corrected) if row.get("kept", {}).get("fits") is False]
    assert [row["entry"]["type"] for row in rows] == ["draw", "stop", "take"]
    assert cards(corrected) == CARDS
    assert correct(corrected, type="undo").state == history.state


def test_the_account_of_who_joined_begins_with_what_he_was_given_and_ends_with_what_he_left() -> None:
    history = enter(enter(table(), type="join", name="Dot", after=0), type="leave", by=3)
    account = codec.account_json(history, 3)
    assert [(row["line"]["why"], row["balance"]) for row in account["bookings"]] == [
        ("left_coins", 0),
        ("joined_coins", 3),
    ]


def test_who_has_left_looks_at_a_table_where_nothing_is_to_come() -> None:
    history = enter(enter(turn(table()), type="draw", card=SHIP), type="leave", by=2)
    assert codec.outlook_json(history, 2)["part"] == "over"


def test_what_is_counted_is_explained_by_what_came_since_the_table_was_another() -> None:
    history = enter(turn(table()), type="join", name="Dot", after=0)
    history = enter(enter(history, type="draw", card={**SHIP, "coins": 2}), type="stop")
    history = enter(history, type="take", by=1, harbor_index=0)
    found = codec.slips_json(history, {"coins": {"1": 3}})
    assert found["reasons"][0]["kind"] == "not_paid"
    assert len(found["reasons"][0]["then"]["coins"]) == 4
    with pytest.raises(Malformed):
        codec.slips_json(history, {"coins": {"5": 3}})


def test_recording_it_is_pure() -> None:
    state = turn(table()).state
    before = state
    record(state, entry(turn(table()), type="leave", by=0))
    assert state == before
