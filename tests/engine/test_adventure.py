"""The Adventure Begins: what its booklet says, rule by rule."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.bridge import Bridge
from companion.engine import Malformed, Refusal, codec
from companion.engine.modules.adventure_begins import added, missions, people
from companion.engine.table.draft import cards_in
from companion.words import LANGUAGES
from companion.words.reader import sentences

from .adventure import (
    BOOK,
    BREAD,
    CROWN,
    HERBS,
    INNKEEPER,
    LOOKOUT,
    PLACES,
    RUM,
    SPACES,
    TAX,
    TYBUK,
    at,
    begun,
    event,
    opened,
    prepared,
    view,
    whys,
)
from .play import correct, enter
from .test_random_games import all_cards, assert_sound
from .two_phones import meanwhile

SAILOR, PRIEST = "base.person.sailor.v1.p3", {"kind": "person", "type": "priest", "cost": 4, "vp": 1}
SHIPS = [
    f"base.ship.{one}" for one in ("blue.s1.c1", "red.s1.c1", "green.s1.c1", "black.s2.c1", "yellow.s1.c1")
]


def code(history: Any, **body: Any) -> str:
    with pytest.raises(Refusal) as caught:
        enter(history, **body)
    return caught.value.code


def open_templates(history: Any, kind: str) -> list[dict[str, Any]]:
    return [dict(one) for one in view(history)["allowed"] if one["type"] == kind and one["allowed"]]


def drawn(history: Any, *cards: Any) -> Any:
    for card in cards:
        history = enter(history, type="draw", card=card, repel=False)
    return history


def player(history: Any, seat: int = 0) -> dict[str, Any]:
    return dict(view(history)["players"][seat])


def month(history: Any) -> dict[str, Any]:
    (found,) = view(history)["countdowns"]
    return dict(found)


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


def turned(history: Any, rest: bool = True) -> Any:
    """A turn with one card and nothing taken."""
    return enter(enter(drawn(history, SAILOR), type="stop"), type="pass", rest=rest)


def through(history: Any, events: int) -> Any:
    """So many turns with an event each."""
    for _ in range(events):
        history = turned(event(history))
    return history


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


# Characters


def unlocked(who: str, **more: Any) -> Any:
    return event(at(players=[{"character": who, "missions": ["10"], **more}, {}], missions=["10", "13"]))


def test_abilities_are_free_from_the_first_mission_on() -> None:
    assert player(unlocked("jean_blackbeard"))["swords"] == 1
    assert player(unlocked("senora_anne"))["discount"] == 1
    locked = at(players=[{"character": "jean_blackbeard"}, {}])
    assert (player(locked)["swords"], player(locked)["character"]["open"]) == (0, False)
    scott = enter(drawn(unlocked("officer_scott"), *SHIPS), type="stop")
    assert player(scott)["coins"] == 4
    mary = enter(drawn(unlocked("cutthroat_mary"), *SHIPS[:3]), type="stop")
    assert player(mary)["coins"] == 4
    assert open_templates(unlocked("thomas_fishborn"), "use_lookout")


def test_traders_among_the_characters_are_for_their_color() -> None:
    for who, coins, crowns in (("peter_landman", 5, 0), ("don_ferdinando", 4, 1)):
        history = enter(drawn(unlocked(who, character_color="blue"), SHIPS[0]), type="stop")
        after = player(enter(history, type="take", harbor_index=0))
        assert (after["coins"], after["crowns"]) == (coins, crowns)
        other = enter(drawn(unlocked(who, character_color="red"), SHIPS[0]), type="stop")
        assert player(enter(other, type="take", harbor_index=0))["coins"] == 4


@pytest.mark.parametrize(("cards", "coins"), [(4, 5), (5, 3)])
def test_grace_may_gains_two_coins_with_four_cards_the_last_ship_among_them(cards: int, coins: int) -> None:
    others = ["base.person.settler.v1.p4"] * (cards - 2)
    after = drawn(unlocked("grace_may"), *others, SHIPS[0], "base.ship.blue.s2.c2")
    assert (after.state.claimant_busted, player(after)["coins"]) == (True, coins)


def test_samuel_gains_two_coins_with_the_first_marker_and_jacques_two_crowns_for_an_expedition() -> None:
    samuel = at(
        players=[{"character": "samuel_blackguard", "display": [PRIEST], "coins": 4}, {}], missions=["13"]
    )
    after = enter(event(samuel), type="complete_mission", mission=13)
    assert (player(after)["coins"], "samuel" in whys(after)) == (2, True)
    need = {"kind": "expedition", "need": ["priest", "priest"], "coins": 2, "vp": 4}
    jacques = unlocked("jacques_grandeur", display=[PRIEST, PRIEST])
    claimed = enter(enter(jacques, type="draw", card=need), type="claim_expedition", expedition_index=0)
    assert player(claimed)["crowns"] == 2


# Missions and crowns


def test_a_mission_gives_the_first_its_reward_and_everybody_its_crowns() -> None:
    history = at(missions=["13"], players=[{"display": [PRIEST], "coins": 9}] * 2)
    history = enter(history, type="learn_mission", mission=13, first={"coins": 2}, crowns=1)
    history = enter(history, type="learn_crowns", spaces=[1, *SPACES[1:]])
    history = event(history)
    (ready,) = open_templates(history, "complete_mission")
    assert ready["figures"] == {"coins": -2, "crowns": 1, "points": 1, "cost": 4}
    first = enter(history, type="complete_mission", mission=13)
    assert (player(first)["coins"], player(first)["crowns"], player(first)["vp"]) == (7, 1, 2)
    assert player(first)["openings"][0] == {"what": "ability", "open": True, "module": "adventure_begins"}
    assert code(first, type="complete_mission", mission=13) == "MISSION_LIMIT"
    stopped = enter(drawn(first, SAILOR), type="stop")
    second = enter(enter(stopped, type="pass"), type="complete_mission", by=1, mission=13)
    assert (player(second, 1)["coins"], player(second, 1)["crowns"]) == (5, 1)
    assert view(second)["goals"][0]["done_by"] == [0, 1]


def test_two_ares_pirates_are_given_up_and_which_is_asked_where_they_differ() -> None:
    items = ["book_of_rituals", "book_of_rituals", "medicinal_herbs"]
    history = event(at(players=[{"items": items}, {}]))
    ways = open_templates(history, "complete_mission")
    assert [one["give"] for one in ways] == [["book_of_rituals"] * 2, ["book_of_rituals", "medicinal_herbs"]]
    after = enter(history, type="complete_mission", mission=10, give=["medicinal_herbs", "book_of_rituals"])
    assert player(after)["items"] == ["book_of_rituals"]
    assert_sound(after.state)


def test_forty_one_takes_one_ship_for_herbs_and_one_for_bread() -> None:
    history = event(at(missions=["41"], players=[{"items": ["medicinal_herbs", "rum"]}, {}]))
    assert code(history, type="complete_mission", mission=41) == "MISSION_NOT_MET"
    enough = event(at(missions=["41"], players=[{"items": ["medicinal_herbs", "bread"]}, {}]))
    assert player(enter(enough, type="complete_mission", mission=41))["items"] == []


def test_four_colors_are_asked_about_as_they_come_together_and_then_never_again() -> None:
    history = drawn(event(at(missions=["33", "34"], players=[{"coins": 4}, {}])), *SHIPS[:3])
    four = drawn(history, SHIPS[3])
    assert [one["about"]["goal"] for one in view(four)["decisions"]] == ["mission.33"]
    done = enter(four, type="complete_mission", mission=33)
    assert "decisions" not in view(done)
    gone = drawn(four, SAILOR)
    assert code(gone, type="complete_mission", mission=33) == "MISSION_MISSED"
    assert code(history, type="complete_mission", by=1, mission=33) == "MISSION_ACTIVE_ONLY"
    assert "decisions" not in view(enter(four, type="let_go"))


def test_whoever_pays_taxes_may_complete_fifty_in_anybodys_turn() -> None:
    taxed = enter(event(at(missions=["50"], players=[{}, {"coins": 20}])), type="draw", card=TAX)
    assert [one["by"] for one in view(taxed)["decisions"]] == [1]
    assert view(enter(taxed, type="complete_mission", by=1, mission=50))["goals"][0]["done_by"] == [1]
    assert code(drawn(taxed, SAILOR), type="complete_mission", by=1, mission=50) == "MISSION_MISSED"


def test_fifty_one_stops_after_the_fourth_card_pays_five_and_takes_one_less() -> None:
    four = drawn(event(at(missions=["51"], players=[{"coins": 6}, {}])), *SHIPS[:4])
    done = enter(four, type="complete_mission", mission=51)
    state = done.state
    assert (state.phase, player(done)["coins"], state.acting) == ("trade_hire", 1, 0)
    assert state.takes is not None
    assert state.takes.total == 1
    three = drawn(event(at(missions=["51"], players=[{"coins": 6}, {}])), SAILOR, *SHIPS[:3])
    alone = enter(three, type="complete_mission", mission=51)
    assert alone.state.acting == 1, "no card is left to take for the active player"


def test_fifty_two_takes_two_turns_and_only_the_second_marker_counts() -> None:
    one = drawn(event(at(missions=["52"])), SAILOR)
    first = enter(one, type="complete_mission", mission=52)
    goal = view(first)["goals"][0]
    assert (goal["waiting"], goal["done_by"]) == ([{"seat": 0, "at": 1, "of": 2}], [])
    assert view(first)["markers"]["0"] == {"free": 3, "waiting": 1, "placed": 0}
    assert player(first)["character"]["open"] is False
    again = turned(event(enter(first, type="pass", rest=True)))
    ended = enter(again, type="months_end", hourglass={"story": 53})
    flipped = enter(enter(ended, type="read_story", story=53), type="flip_events")
    second = enter(drawn(flipped, SAILOR), type="complete_mission", mission=52)
    assert view(second)["goals"][0]["done_by"] == [0]
    assert player(second)["character"]["open"] is True


def test_a_mission_that_nobody_knows_is_read_once_and_kept_with_the_box() -> None:
    history = event(at(missions=["16"], players=[{"items": ["book_of_rituals"]}, {}]))
    assert view(history)["goals"][0]["known"] is False
    assert {"what": "mission", "id": "16", "module": "adventure_begins"} in view(history)["learn"]
    assert code(history, type="complete_mission", mission=16) == "MISSION_UNKNOWN"
    need = [{"what": "book_of_rituals", "count": 1, "give": True}]
    learned = enter(history, type="learn_mission", mission=16, need=need, first={"crowns": 1}, crowns=2)
    after = enter(learned, type="complete_mission", mission=16)
    assert player(after)["crowns"] == 3
    kept = view(after)["box"]["facts"]
    assert kept["mission"]["16"]["need"] == [{"what": "book_of_rituals", "give": True}]
    setup = {
        "edition": "bigbox",
        "modules": ["adventure_begins"],
        "players": ["Ann", "Bob"],
        "box": {"facts": kept},
    }
    assert missions.learned(codec.setup_from_json(setup) and opened(box={"facts": kept}).state, "16")


@pytest.mark.parametrize(
    "facts",
    [
        {"mission": {"16": {"need": [{"what": "wine"}]}}},
        {"crown_track": {"crown_track": {"spaces": [3, 2, 1, 4, 5, 6]}}},
        {"event": {"nothing": {"effects": [{"what": "coins"}]}}},
        {"character": {"nobody": {"coins": 3}}},
        {"card_nine": {"5": {"markers": 1, "points": 1}}},
        {"weather": {}},
    ],
)
def test_what_no_card_says_is_no_fact_of_a_box(facts: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        opened(box={"facts": facts})


def test_crowns_are_worth_the_last_shield_and_may_be_lost_again() -> None:
    history = event(at(players=[{"crowns": 7}, {}]))
    assert player(history)["vp"] == 0
    known = enter(history, type="learn_crowns", spaces=SPACES)
    assert (player(known)["vp"], player(known)["tracks"][0]["need"]) == (2, 8)
    back = enter(known, type="return_crowns", by=0, count=3)
    assert (player(back)["crowns"], player(back)["vp"]) == (4, 1)
    assert code(back, type="return_crowns", by=0, count=5) == "CROWNS_SHORT"
    counted = enter(back, type="count", crowns={"0": 12}, items={"1": []})
    assert player(counted)["vp"] == 4


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


# Who is given up


def test_which_captain_pays_for_an_expedition_is_said_only_where_they_differ() -> None:
    """C21, 004 Appendix - Captain, Priest, Settler: the expansion's own one takes a coin more from the Ares Pirates."""
    plain = {"kind": "person", "type": "captain", "cost": 4, "vp": 1}
    own = {**plain, "ab": True}
    expedition = {"kind": "expedition", "need": ["captain", "captain"], "coins": 2, "vp": 4}
    alike = event(at(players=[{"display": [plain, plain, plain]}, {}], expeditions=[expedition]))
    (only,) = open_templates(alike, "claim_expedition")
    assert "which" not in only
    history = event(at(players=[{"display": [own, plain, plain]}, {}], expeditions=[expedition]))
    first, second = open_templates(history, "claim_expedition")
    claim = {"type": "claim_expedition", "expedition_index": 0, "discard": first["discard"]}

    def left(which: list[str] | None) -> list[bool]:
        after = enter(history, **claim, **({} if which is None else {"which": which}))
        return [card.get("color") == "ares" for card in player(after)["display"]]

    # Where nobody says which, the plain ones go.
    assert (left(first["which"]), left(second["which"]), left(None)) == ([True], [False], [True])
    with pytest.raises(Malformed):
        enter(history, **claim, which=first["which"][:1])
