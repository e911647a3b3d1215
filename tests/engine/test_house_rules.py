"""Life at the table: other house rules from now on, a pile shuffled early."""

from __future__ import annotations

from companion.engine import History, codec, open_history

from .life import CARDS, SHIP, SKIFF, cards, points, refused, told, turn
from .play import enter, table

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
