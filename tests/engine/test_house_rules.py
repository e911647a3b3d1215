"""Life at the table: other house rules from now on, a pile shuffled early."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engine import History, Malformed, codec, open_history
from companion.engine.printed.editions import Edition, edition, read_options, rules_for
from companion.engine.printed.manifests import FIRST_CARD, HouseRule

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


HIGH_TAX = HouseRule((10, 12, 14), FIRST_CARD, ("make_sail",))


def with_high_tax(found: Edition) -> Edition:
    return replace(found, house_rules={**found.house_rules, "tax_threshold": HIGH_TAX})


def test_a_house_rule_of_figures_takes_the_values_that_it_names() -> None:
    found = with_high_tax(edition("bigbox"))
    assert read_options(found, {"tax_threshold": 14}) == {"tax_threshold": 14}
    with pytest.raises(Malformed) as wrong:
        read_options(found, {"tax_threshold": 13})
    assert wrong.value.takes.params["choices"] == (10, 12, 14)


@pytest.mark.parametrize(("modules", "threshold"), [(("base",), 14), (("make_sail",), 9)])
def test_a_house_rule_leaves_the_value_of_a_module_that_it_names(
    modules: tuple[str, ...], threshold: int
) -> None:
    found = with_high_tax(edition("bigbox"))
    rules = rules_for(found, {"tax_threshold": 14}, 3, modules=modules)
    assert rules.switches.tax_threshold == threshold


def test_a_house_rule_for_the_beginning_is_fixed_once_a_card_is_drawn() -> None:
    def played(history: History) -> History:
        rules = replace(history.state.game.rules, edition=with_high_tax(history.state.game.rules.edition))
        game = replace(history.state.game, rules=rules)
        return history._replace(state=history.state._replace(game=game))

    before = played(table("bigbox"))
    assert (
        enter(before, type="rules", options={"tax_threshold": 10}).state.game.rules.switches.tax_threshold
        == 10
    )
    drawn = played(enter(table("bigbox"), type="draw", card=SHIP))
    next_turn = played(turn(table("bigbox")))
    for history in (drawn, next_turn):
        found = refused(history, type="rules", options={"tax_threshold": 10})
        assert (found.code, found.params) == ("OPTION_FIXED", {"option": "tax_threshold"})


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
