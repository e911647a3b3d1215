"""The Adventure Begins: what its booklet says of set-up, Month's End and the ends, rule by rule."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.bridge import Bridge
from companion.engine import Malformed, Refusal, codec
from companion.engine.modules.adventure_begins import added, people
from companion.words import LANGUAGES
from companion.words.reader import sentences

from .adventure import (
    BOOK,
    HERBS,
    LOOKOUT,
    PLACES,
    PRIEST,
    RUM,
    SAILOR,
    SPACES,
    TYBUK,
    at,
    begun,
    code,
    event,
    month,
    opened,
    player,
    prepared,
    through,
    turned,
    view,
    whys,
)
from .play import correct, enter
from .test_random_games import all_cards, assert_sound
from .two_phones import meanwhile

# Set-up


def test_everybody_begins_with_the_coins_on_the_character_and_nothing_else() -> None:
    history = opened()
    assert [one["coins"] for one in view(history)["players"]] == [0, 0]
    assert code(history, type="draw", card=SAILOR) == "STEP_FIRST"
    with pytest.raises(Malformed, match="coins"):
        enter(history, type="choose_character", character="officer_scott")
    history = enter(history, type="choose_character", by=0, character="officer_scott", coins=4)
    assert player(history)["coins"] == 4
    assert code(history, type="choose_character", by=1, character="officer_scott") == "NO_EFFECT"
    with pytest.raises(Malformed, match="color"):
        enter(history, type="choose_character", by=1, character="peter_landman", coins=3)
    history = enter(history, type="choose_character", by=1, character="peter_landman", coins=3, color="blue")
    assert view(history)["box"]["facts"]["character"] == {
        "officer_scott": {"coins": 4},
        "peter_landman": {"coins": 3, "color": "blue"},
    }
    assert [one["state"] for one in view(history)["steps"]] == ["done", "open"]


@pytest.mark.parametrize(("choice", "first"), [("dealt", 0), ("chosen", 2)])
def test_characters_are_dealt_or_chosen_from_the_right_of_the_first_player(choice: str, first: int) -> None:
    history = opened("competitive", 3, options={"character_choice": choice})
    seats = []
    for who in ("officer_scott", "grace_may", "jacques_grandeur"):
        seats.append(view(history)["steps"][0]["by"])
        history = enter(history, type="choose_character", by=seats[-1], character=who, coins=1)
    assert seats == ([0, 1, 2] if choice == "dealt" else [first, 1, 0])


def test_coins_of_lost_tries_are_shared_as_the_group_likes() -> None:
    """3 more for all together for each try, with no end (`004 Game End`)."""
    history = opened("coop", 2, campaign={"chapter": 1, "lost": 4})
    for seat, who in enumerate(("officer_scott", "grace_may")):
        history = enter(history, type="choose_character", by=seat, character=who, coins=3)
    assert view(history)["steps"][1] == {
        "id": "coins",
        "module": "adventure_begins",
        "state": "open",
        "figures": {"coins": 12},
    }
    with pytest.raises(Malformed):
        enter(history, type="share_coins", coins={"0": 3})
    history = enter(history, type="share_coins", coins={"0": 3, "1": 9})
    assert [one["coins"] for one in view(history)["players"]] == [6, 12]
    assert "coins" not in [one["id"] for one in view(opened("competitive", campaign={"lost": 2}))["steps"]]


def test_a_story_card_shuffles_cards_in_and_lays_its_mission() -> None:
    before = prepared()
    state = before.state
    assert (state.draw_pile, state.game.deck.size) == (119 + 2 - 6, 120 + 39)
    assert dict(added.added(state))[PLACES["ares"]] == 2
    assert view(before)["unseen"][PLACES["ares"]] == 2
    assert [goal["number"] for goal in view(before)["goals"]] == ["10"]
    assert view(before)["campaign"]["added"] == {PLACES["ares"]: 2}
    assert code(event(before), type="draw", card={**LOOKOUT}) == "NOT_IN_THE_BOX"
    assert_sound(state)


def test_what_was_shuffled_in_stays_in_the_deck_for_the_next_evening() -> None:
    history = prepared("coop", campaign={"chapter": 2, "added": {PLACES["lookout"]: 3}})
    assert view(history)["unseen"][PLACES["lookout"]] == 3
    assert [goal["number"] for goal in view(history)["goals"]] == ["20"]
    assert all_cards(history.state) == 120 + 39 - 1


@pytest.mark.parametrize(
    ("way", "players", "events"),
    [
        ("solo", 1, 2),
        ("coop", 2, 2),
        ("coop", 3, 2),
        ("coop", 4, 3),
        ("competitive", 2, 4),
        ("competitive", 3, 4),
        ("competitive", 4, 4),
        ("variable", 2, 4),
    ],
)
def test_the_event_deck_has_as_many_events_as_the_table_of_the_booklet(
    way: str, players: int, events: int
) -> None:
    history = prepared(way, players)
    # A turn for each of them and for Month's End, which is none of those that are left before it.
    assert (month(history)["left"], len(month(history)["turns"])) == (events + 1, events + 1)
    assert view(event(history))["last"]["ledger"][0]["params"]["left"] == events - 1


def test_what_to_take_out_is_told_for_each_way_to_play() -> None:
    for way, players in (("competitive", 3), ("coop", 2), ("solo", 1), ("variable", 4)):
        setup = {
            "edition": "bigbox",
            "modules": ["adventure_begins", way],
            "players": ["A", "B", "C", "D"][:players],
            "campaign": {"chapter": 1, "lost": 1},
        }
        steps = {one.get("name", one["what"]): one for one in codec.unpacking_json(setup)["steps"]}
        assert "deal" not in steps
        assert steps["adventure_markers"]["count"] == 5 * players
        assert ("event_one" in steps, "event_one_box" in steps) == (players <= 2, players > 2)
        together = way in ("coop", "solo")
        assert ("card_nine" in steps, "card_nine_box" in steps) == (together, not together)
        assert ("months_end_three" in steps) is (way == "variable")
        apart = {name: one["count"] for name, one in steps.items() if name.startswith("play_cards")}
        assert apart == {"play_cards_all" if way == "variable" else "play_cards": 39}
        assert steps["shuffle"]["count"] == (158 if way == "variable" else 119)
        names = {one["name"] for one in steps.values() if "name" in one}
        for language in LANGUAGES:
            assert names <= set(sentences(language)["unpacking"])


def test_five_are_too_many_and_other_modules_are_advised_against() -> None:
    with pytest.raises(Refusal, match="TOO_MANY_PLAYERS"):
        codec.trial_json(
            {"edition": "bigbox", "modules": ["adventure_begins"], "players": ["A", "B", "C", "D", "E"]}
        )
    (bigbox,) = [row for row in codec.editions_json()["editions"] if row["id"] == "bigbox"]
    mixes = {one["module"]: one["allowed"] for one in bigbox["mixes"] if one["other"] == "adventure_begins"}
    assert mixes == {
        "gambler": True,
        "make_sail_mix": True,
        "jomc_cards": True,
        "jomc": True,
        "make_sail": False,
    }


@pytest.mark.parametrize("campaign", [None, {"chapter": 3, "added": {PLACES["ares"]: 2}}])
def test_the_variable_game_has_all_39_play_cards_in_its_deck(campaign: dict[str, Any] | None) -> None:
    """004 The Variable Competitive Game: it follows the whole adventure, with the new cards left in the deck."""
    history = begun("variable", **({"campaign": campaign} if campaign else {}))
    table = view(enter(history, type="coach", on=True))
    new = {name: count for name, count in table["unseen"].items() if name.startswith("adventure.")}
    assert new == {str(place): count for place, count in added.printed().items()}
    assert table["draw_pile"] == 119 + 39 - 2 * 3
    assert table["odds"]["cards"] == 119 + 39
    assert sum(table["campaign"]["added"].values()) == 39
    for card in (BOOK, LOOKOUT, TYBUK):
        assert whys(enter(history, type="draw", card=card)) == ["noted", "placed"]
    told = at("variable", added={}, draw_pile=None, missions=["13", "33", "40", "50"])
    assert whys(enter(event(told), type="draw", card=BOOK)) == ["noted", "placed"]
    tried = codec.trial_json(codec.setup_json(told.setup))
    assert tried["unseen"] == view(told)["unseen"]


# Month's End and the ends


def at_months_end(way: str, **more: Any) -> Any:
    return at(way, month={"number": 2, "left": 0}, **more)


def test_a_fist_lets_everybody_pay_eight_for_the_leftmost_marker_once_a_month() -> None:
    history = at_months_end("competitive", players=[{"coins": 17}, {"coins": 7}])
    walk = enter(history, type="months_end", hourglass={"pay": True, "nine": True})
    assert walk.state.outcome is None
    paid = enter(walk, type="buy_marker", by=0)
    assert (player(paid)["coins"], people.trophy(paid.state, 0)) == (9, False)
    assert code(paid, type="buy_marker", by=0) == "NO_EFFECT"
    assert code(paid, type="buy_marker", by=1) == "CANNOT_AFFORD"
    assert view(paid)["steps"][0]["seats"] == [0]
    after = enter(paid, type="flip_events")
    assert code(after, type="buy_marker", by=0) == "WRONG_PHASE"


def test_the_variable_game_has_four_missions_and_a_marker_costs_ten() -> None:
    history = through(prepared("variable", 2), 4)
    assert len(view(history)["goals"]) == 4
    walk = enter(history, type="months_end")
    assert [one["figures"]["price"] for one in view(walk)["allowed"] if one["type"] == "buy_marker"] == [
        10,
        10,
    ]


def test_points_end_the_game_only_with_a_trophy_and_without_one_nobody_wins() -> None:
    history = at(
        missions=["10", "13"],
        players=[{"vp": 14, "missions": ["10"]}, {"missions": ["10", "13"], "vp": 2}],
    )
    assert view(history)["end_triggered"] is False
    ready = enter(event(history), type="count", items={})
    assert codec.score_json(ready.state)["winners"] == ["Bob"]
    assert [step["by"] for step in codec.score_json(ready.state)["proof"]] == ["trophy", "vp"]


def test_the_second_marker_brings_the_last_round_to_whoever_has_the_points() -> None:
    history = at(
        missions=["10", "13"], players=[{"display": [PRIEST], "vp": 12, "missions": ["10"], "coins": 4}, {}]
    )
    assert view(history)["end_triggered"] is False
    after = enter(event(history), type="complete_mission", mission=13)
    assert view(after)["end_triggered"] is True
    assert view(after)["last"]["reason"] == "END_TRIGGERED"


@pytest.mark.parametrize(("points", "outcome"), [(2, "won"), (3, "lost")])
def test_a_chapter_is_won_or_lost_with_card_nine_at_months_end(points: int, outcome: str) -> None:
    history = at_months_end(
        "coop", players=[{"display": [SAILOR], "missions": ["10"]}, {"display": [SAILOR]}]
    )
    nine = {"type": "months_end", "hourglass": {"nine": True, "pay": True}}
    assert code(history, **nine) == "STEP_FIRST"
    history = enter(history, type="learn_card_nine", markers=1, points=points)
    ended = enter(history, **nine)
    told = view(ended)["ended"]
    assert (told["outcome"], ended.state.phase) == (outcome, "game_over")
    assert told["checks"] == [
        {"what": "missions", "have": 1, "need": 1},
        {"what": "markers", "have": 1, "need": 1},
        {"what": "points", "have": 2, "need": points},
    ]
    following = view(ended)["campaign"]["next"]
    assert (following["chapter"], following["lost"]) == ((2, 0) if outcome == "won" else (1, 1))
    again = opened("coop", 2, campaign=following)
    assert view(again)["campaign"]["chapter"] == following["chapter"]


def test_a_game_that_goes_wrong_before_is_put_right_with_the_story_after_it() -> None:
    history = enter(prepared(), type="learn_crowns", spaces=SPACES)
    history = turned(event(history))
    changed = correct(
        history,
        type="change",
        revision=1,
        entry={"type": "choose_character", "by": 0, "character": "officer_scott", "coins": 5},
    )
    assert player(changed)["coins"] == 5
    assert view(changed)["box"]["facts"]["character"]["officer_scott"] == {"coins": 5}
    assert correct(changed, type="undo").state == history.state


def test_the_phones_engine_answers_the_same() -> None:
    history = turned(event(prepared("coop", 2)))
    bridge = Bridge()

    def ask(call: str, **body: Any) -> Any:
        return json.loads(bridge.answer(json.dumps({"call": call, "code": "T", **body})))["ok"]

    ask("open", setup=codec.setup_json(history.setup))
    for row in codec.history_json(history)["lines"]:
        ask("record", line=row)
    assert ask("view") == json.loads(json.dumps(codec.view_json(history)))


def test_who_leaves_takes_no_item_and_no_crown_along() -> None:
    history = event(at(players=[{}, {"items": ["rum"], "crowns": 9}, {}]))
    known = enter(history, type="learn_crowns", spaces=SPACES)
    after = enter(known, type="leave", by=1)
    assert (player(after, 1)["items"], player(after, 1)["vp"]) == ([], 0)
    assert_sound(after.state)


def test_every_item_and_place_has_its_words() -> None:
    for language in LANGUAGES:
        words = sentences(language)
        assert {HERBS["items"][0], RUM["items"][0]} <= set(words["terms"]["pegasus"])
        assert set(people.characters()) == set(words["params"]["character"])


def test_two_phones_that_turn_up_the_same_event_are_one_and_others_are_asked() -> None:
    history = prepared()
    shown = {"type": "reveal_event", "effects": [{"when": "now", "what": "coins", "count": 1}]}
    same = meanwhile(history, shown, own=[shown])
    assert (same.stop, len(same.already)) == (None, 1)
    other = {"type": "reveal_event", "effects": [{"when": "now", "what": "coins", "count": 2}]}
    asked = meanwhile(history, shown, own=[other])
    assert asked.stop is not None
    assert asked.stop.why == "refused"
