"""The Adventure Begins: what its booklet says of events, ships, items and persons, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import Malformed, Refusal
from companion.engine.table.draft import cards_in

from .adventure import (
    BOOK,
    BREAD,
    CROWN,
    INNKEEPER,
    LOOKOUT,
    PLACES,
    PRIEST,
    SAILOR,
    SHIPS,
    TAX,
    at,
    begun,
    code,
    drawn,
    event,
    month,
    open_templates,
    player,
    prepared,
    through,
    turned,
    view,
    whys,
)
from .play import correct, enter
from .test_random_games import assert_sound

# Events


def test_a_turn_begins_with_an_event_that_may_be_left_out_only_by_a_group_that_says_so() -> None:
    before = prepared()
    assert code(before, type="draw", card=SAILOR) == "EVENT_FIRST"
    assert enter(before, True, type="draw", card=SAILOR).state.drawn == 1
    after = event(before, {"when": "now", "what": "coins", "count": 2, "who": "others"})
    assert [one["coins"] for one in view(after)["players"]] == [3, 5]
    assert code(after, type="reveal_event", effects=[{"what": "by_hand"}]) == "NO_EFFECT"
    assert enter(after, type="draw", card=SAILOR).state.drawn == 1


def test_an_event_holds_for_its_turn_in_prices_ships_cards_and_swords() -> None:
    dearer = drawn(event(prepared(), {"when": "trade_hire", "what": "price", "count": 1}), SAILOR)
    assert view(dearer)["harbor"][0]["price"] == 4
    richer = drawn(event(prepared(), {"when": "trade_hire", "what": "trade", "count": 1}), SHIPS[0])
    stopped = enter(richer, type="stop")
    assert view(stopped)["allowed"][0]["coins"] == 2
    assert player(enter(stopped, type="take", harbor_index=0))["coins"] == 5
    poorer = drawn(event(prepared(), {"when": "trade_hire", "what": "trade", "count": -2}), SHIPS[0])
    assert player(enter(enter(poorer, type="stop"), type="take", harbor_index=0))["coins"] == 3
    more = event(prepared(), {"when": "trade_hire", "what": "takes", "count": 1, "who": "active"})
    assert view(more)["takes"]["total"] == 2
    armed = event(prepared(), {"when": "discover", "what": "swords", "count": 2})
    assert player(armed)["swords"] == 2
    assert whys(enter(armed, type="draw", card=SHIPS[0], repel=True))[-1] == "repelled"
    unarmed = event(prepared(), {"when": "discover", "what": "no_repel"})
    assert code(unarmed, type="draw", card=SHIPS[0], repel=True) == "NO_SAILOR_OR_PIRATE"
    over = enter(enter(drawn(dearer), type="stop"), type="pass", rest=True)
    assert view(event(over))["takes"]["total"] == 1


def test_no_ship_is_repelled_where_the_event_forbids_it() -> None:
    pirates = at(players=[{"display": [{"kind": "person", "type": "pirate", "cost": 9, "vp": 3}]}, {}])
    quiet = event(pirates, {"when": "discover", "what": "no_repel"})
    assert code(quiet, type="draw", card=SHIPS[0], repel=True) == "EVENT_NO_REPEL"
    assert "decisions" not in view(enter(quiet, type="draw", card=SHIPS[0]))
    offered = [one["what"] for one in view(enter(quiet, type="coach", on=True))["odds"]["outcomes"]]
    assert "repel" not in offered


def test_where_an_event_names_a_color_only_those_ships_stay() -> None:
    pirates = at(players=[{"display": [{"kind": "person", "type": "pirate", "cost": 9, "vp": 3}]}, {}])
    quiet = event(pirates, {"when": "discover", "what": "no_repel", "color": "red"})
    with pytest.raises(Refusal) as caught:
        enter(quiet, type="draw", card=SHIPS[1], repel=True)
    assert (caught.value.code, caught.value.params) == ("EVENT_NO_REPEL", {"color": "red"})
    assert "decisions" not in view(enter(quiet, type="draw", card=SHIPS[1]))
    asked = enter(quiet, type="draw", card=SHIPS[0])
    assert [one["type"] for one in open_templates(asked, "repel")] == ["repel"]
    assert whys(enter(asked, type="repel"))[-1] == "repelled"
    busting = view(enter(drawn(quiet, SHIPS[0], SHIPS[1]), type="coach", on=True))["odds"]["outcomes"]
    cards = {one["what"]: set(one["cards"]) for one in busting}
    assert {".red." in name for name in cards["repel"]} == {False}
    assert "base.ship.red.s1.c1" in cards["bust"]
    assert "base.ship.blue.s1.c1" in cards["repel"]


@pytest.mark.parametrize(("own", "against"), [(0, "NO_SAILOR_OR_PIRATE"), (1, "NOT_ENOUGH_SWORDS")])
def test_an_event_that_takes_a_cutlass_leaves_nobody_with_fewer_than_none(own: int, against: str) -> None:
    sailors = [{"kind": "person", "type": "sailor", "cost": 3, "vp": 1}] * own
    before = at(players=[{"display": sailors}, {}])
    weak = event(before, {"when": "discover", "what": "swords", "count": -2})
    assert player(weak)["swords"] == 0
    assert code(weak, type="draw", card=SHIPS[0], repel=True) == against
    both = event(before, {"when": "discover", "what": "swords", "count": -2, "who": "all"})
    taxed = enter(both, type="draw", card={"kind": "tax", "bonus": "most_swords", "threshold": 12})
    assert [one["coins"] for one in view(taxed)["players"]] == [4, 4], "all are tied with none"


def test_month_by_month_the_deck_is_turned_over_with_a_new_event_on_top() -> None:
    history = through(prepared("coop", 3), 2)
    assert month(history)["due"] is True
    assert code(history, type="reveal_event", effects=[{"what": "by_hand"}]) == "NO_EFFECT"
    ended = enter(history, type="months_end", hourglass={"asks": "10", "done": "11", "missed": "12"})
    assert [(one["id"], one["state"]) for one in view(ended)["steps"]] == [
        ("judged", "done"),
        ("story", "open"),
        ("flip", "next"),
    ]
    assert view(ended)["steps"][1]["story"] == "12"
    assert code(ended, type="draw", card=SAILOR) == "STEP_FIRST"
    assert code(ended, type="flip_events") == "STEP_FIRST"
    assert code(ended, type="read_story", story=11) == "STORY_ORDER"
    read = enter(ended, type="read_story", story=12, adds={PLACES["mixed"]: 4})
    flipped = enter(read, type="flip_events")
    assert month(flipped)["number"] == 2
    assert [one["state"] for one in month(flipped)["events"]] == ["ahead"] * 4
    assert "event" not in month(flipped)["events"][0]
    assert month(flipped)["events"][1]["event"] == month(history)["events"][0]["event"]
    # Whoever has turned up Month's End still plays on, and the next player has the new event.
    later = turned(flipped)
    assert (later.state.active, month(later)["due"]) == (0, True)
    assert len(open_templates(later, "reveal_event")) == 3
    first = turned(event(later, {"when": "now", "what": "coins", "count": 1}))
    (known,) = open_templates(first, "reveal_event")
    assert known["event"] == "trade_hire.by_hand.0.all"
    other = [{"when": "discover", "what": "swords", "count": 1}]
    assert code(first, type="reveal_event", effects=other) == "EVENT_ORDER"


@pytest.mark.parametrize("taker", [1, 2], ids=["whose turn begins", "whose part was the last"])
def test_a_mission_earned_by_the_last_take_of_a_month_counts_before_months_end_asks(taker: int) -> None:
    history = at(month={"number": 1, "left": 1}, missions=["13"], players=[{"coins": 9}] * (taker + 1))
    history = enter(drawn(event(history), PRIEST), type="stop")
    history = enter(history, type="pass", passing=True, by=taker - 1)
    history = enter(history, type="take", by=taker, harbor_index=0)
    assert (month(history)["due"], history.state.active) == (True, 1)
    assert taker in view(history)["goals"][0]["can"]
    history = enter(history, type="complete_mission", by=taker, mission=13)
    glass = {"asks": "13", "done": "16", "missed": "17"}
    judged = enter(history, type="months_end", hourglass=glass)
    assert [row["story"] for row in view(judged)["steps"] if row["id"] == "story"] == ["16"]


# Ships, items and persons


def test_a_ship_is_traded_with_or_kept_for_what_it_carries() -> None:
    history = enter(drawn(begun(), BOOK), type="stop")
    plain, kept = open_templates(history, "take")
    assert (plain["coins"], kept["figures"]["coins"], kept["as_item"]) == (1, 0, True)
    after = enter(history, type="take", harbor_index=0, as_item=True)
    assert (player(after)["coins"], player(after)["items"]) == (3, ["book_of_rituals"])
    assert_sound(after.state)
    assert correct(after, type="undo").state == history.state
    assert player(enter(history, type="take", harbor_index=0))["coins"] == 4


def test_who_is_not_active_pays_for_a_kept_ship_and_may_pay_with_its_bonus() -> None:
    captain = {"kind": "person", "type": "captain", "cost": 4, "vp": 1, "color": "ares"}
    poor = at(harbor=[BOOK, BREAD], phase="trade_hire", acting="Bob", players=[{}, {"coins": 0}])
    keep = {"type": "take", "by": 1, "as_item": True}
    assert code(poor, harbor_index=0, **keep) == "CANNOT_PAY_COMPENSATION"
    rich = at(
        harbor=[BOOK, BREAD],
        phase="trade_hire",
        acting="Bob",
        players=[{}, {"coins": 0, "display": [captain]}],
    )
    after = enter(rich, harbor_index=0, **keep)
    assert [one["coins"] for one in view(after)["players"]] == [4, 0]
    assert code(rich, harbor_index=1, **keep) == "CANNOT_PAY_COMPENSATION"
    wide = enter(rich, type="rules", options={"ab_cps_bonus": "every_item_ship"})
    assert player(enter(wide, harbor_index=1, **keep), 1)["items"] == ["bread"]


def test_a_ship_may_pay_a_crown_instead_of_coins() -> None:
    history = enter(drawn(event(at()), CROWN), type="stop")
    plain, _ = open_templates(history, "take")
    assert (plain["coins"], plain["crowns"]) == (0, 1)
    assert player(enter(history, type="take", harbor_index=0))["crowns"] == 1


def test_six_colors_let_the_active_player_take_four_cards() -> None:
    assert view(at(harbor=[*SHIPS, BOOK]))["takes"]["total"] == 4


def test_the_new_tax_asks_for_sixteen_coins_and_gives_two() -> None:
    history = at(players=[{"coins": 16, "display": [SAILOR]}, {"coins": 15}])
    after = enter(event(history), type="draw", card=TAX)
    assert [one["coins"] for one in view(after)["players"]] == [8, 17]


def test_an_innkeeper_brings_a_crown_with_four_cards_and_buys_once_in_a_part() -> None:
    cards = [*SHIPS[:3], BREAD | {"color": "yellow"}]
    history = at(harbor=cards, players=[{"display": [INNKEEPER], "items": ["bread", "rum"]}, {}], drawn=4)
    part = enter(history, type="stop")
    assert player(part)["crowns"] == 1
    with pytest.raises(Malformed, match="coins"):
        enter(part, type="sell_item", item="rum")
    sold = enter(part, type="sell_item", item="rum", coins=3)
    assert (player(sold)["coins"], player(sold)["items"]) == (6, ["bread"])
    assert code(sold, type="sell_item", item="bread") == "NO_EFFECT"
    assert view(sold)["box"]["facts"]["sale"] == {"own.person.innkeeper.v2.p6": {"coins": 3}}
    assert_sound(sold.state)


def test_an_innkeeper_buys_in_the_part_of_his_owner_alone() -> None:
    """C101, C141: not while the active player discovers, not in another's part, not once the own part is over."""
    host = {"display": [INNKEEPER], "items": ["bread", "rum"]}
    sale: dict[str, Any] = {"type": "sell_item", "item": "rum", "coins": 3}
    before = at(harbor=SHIPS[:2], players=[host, host], drawn=2)
    own = enter(before, type="stop")
    other = enter(own, type="take", harbor_index=0)
    following = enter(other, type="pass")
    for history, by, sells in (
        (before, 0, False),
        (before, 1, False),
        (own, 0, True),
        (own, 1, False),
        (other, 0, False),
        (other, 1, True),
        (following, 0, False),
        (following, 1, False),
    ):
        offered = {one["by"] for one in open_templates(history, "sell_item")}
        assert (by in offered) is sells
        if sells:
            assert player(enter(history, by=by, **sale), by)["items"] == ["bread"]
        else:
            assert code(history, by=by, **sale) == "NOT_YOUR_TURN"


def test_each_lookout_looks_once_in_a_turn_and_nothing_it_discards_has_an_effect() -> None:
    history = event(at(players=[{"display": [LOOKOUT], "coins": 16}, {}]))
    cards = [TAX, "base.expedition.2settler", SHIPS[0]]
    looked = enter(history, type="use_lookout", cards=cards, keep=2)
    state = looked.state
    assert (player(looked)["coins"], cards_in(state), len(state.expeditions)) == (16, 0, 0)
    assert state.draw_pile == history.state.draw_pile - 2
    assert code(looked, type="use_lookout", cards=cards, keep=0) == "NO_EFFECT"
    assert code(looked, type="stop") == "MUST_DRAW_FIRST"
    assert enter(looked, type="draw", card=SHIPS[0]).state.drawn == 1
    assert_sound(state)


def looked_ahead(keep: Any = SHIPS[0], **more: Any) -> Any:
    """Ann's Lookout has put that card back."""
    history = event(at(players=[{"display": [LOOKOUT, PRIEST], "coins": 16}, {}], **more))
    cards = [SHIPS[1], SHIPS[2], keep]
    return enter(history, type="use_lookout", cards=cards, keep=2)


def test_the_card_that_a_lookout_put_back_is_the_next_one_for_everybody() -> None:
    looked = enter(looked_ahead(), type="coach", on=True)
    assert view(looked)["on_top"]["id"] == SHIPS[0]
    assert view(looked)["odds"] == {
        "cards": 1,
        "pile": 1,
        "outcomes": [{"what": "color", "count": 1, "cards": {SHIPS[0]: 1}}],
    }
    drawn_ = enter(looked, type="draw", card=SHIPS[0])
    assert "on_top" not in view(drawn_)
    assert view(correct(drawn_, type="undo"))["on_top"]["id"] == SHIPS[0]
    # Another one that was drawn is no question of the rules: somebody has misread a card.
    assert "on_top" not in view(enter(looked, type="draw", card=SHIPS[3]))


@pytest.mark.parametrize(
    "happens",
    [
        [{"type": "count", "draw_pile": 40}],
        [{"type": "reshuffle"}],
        # A coin is a card from the top of the pile.
        [
            {"type": "learn_mission", "mission": 13, "first": {"coins": 1}, "crowns": 0},
            {"type": "complete_mission", "mission": 13},
        ],
    ],
    ids=["counted", "shuffled", "dealt"],
)
def test_nobody_knows_what_lies_on_top_once_the_pile_has_changed(happens: list[dict[str, Any]]) -> None:
    history = looked_ahead(missions=["13"], discard_pile=9)
    for entry in happens:
        history = enter(history, **entry)
    assert "on_top" not in view(history)
