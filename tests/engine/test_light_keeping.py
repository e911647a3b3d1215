"""Kept lightly: the same coins, points and displays as card by card, and what is not known then is said."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

from companion.engine import History, codec
from companion.engine.printed.manifests import keepings
from companion.engine.refusals import Malformed
from companion.engine.rules.ending import score
from companion.engine.table.state import CARDS, HARBOR, TAKES

from .life import CAPTAIN, SAILOR, SHIP, SKIFF, points, refused, turn
from .lightly import Told, lightly
from .play import GAMES, correct, enter, recorded_game, table

KEPT = [(path, how) for path in GAMES for how in keepings(tuple(recorded_game(path)["modules"]))]
IN_EACH = pytest.mark.parametrize(
    ("path", "how"), KEPT, ids=lambda one: one.name.split(".")[0] if isinstance(one, Path) else one
)
FRIGATE = {"kind": "ship", "color": "red", "swords": 3, "coins": 2}
ADMIRAL = {"kind": "person", "type": "admiral", "cost": 7, "vp": 2}
JESTER = {"kind": "person", "type": "jester", "cost": 5, "vp": 1}
TAX = {"kind": "tax", "bonus": "most_swords", "threshold": 12}


def mixed(path: Path) -> Iterator[str]:
    """Now and then the group tells more, or less."""
    chance = random.Random(path.name)
    ways = (CARDS, *keepings(tuple(recorded_game(path)["modules"])))
    while True:
        yield chance.choice(ways)


def assert_alike(told: Told) -> None:
    whole, light = told.whole.state, told.light.state
    assert light.turn == whole.turn
    assert light.players == whole.players
    assert light.expeditions == whole.expeditions
    assert light.draw_pile + light.discard_pile == whole.draw_pile + whole.discard_pile


@IN_EACH
def test_a_recorded_game_comes_to_the_same_coins_and_points(path: Path, how: str) -> None:
    turns = 0
    for told in lightly(recorded_game(path), repeat(how)):
        if told.between_turns:
            turns += 1
            assert_alike(told)
    assert turns > 10
    assert codec.score_json(told.light.state) == codec.score_json(told.whole.state)


@pytest.mark.parametrize("path", sorted({path for path, _ in KEPT}), ids=lambda path: path.name.split(".")[0])
def test_a_game_that_is_told_now_so_and_now_so_comes_to_the_same(path: Path) -> None:
    for told in lightly(recorded_game(path), mixed(path)):
        if told.between_turns:
            assert_alike(told)
    assert score(told.light.state) == score(told.whole.state)


@IN_EACH
def test_a_game_kept_lightly_never_says_that_a_card_cannot_come_which_can(path: Path, how: str) -> None:
    for told in lightly(recorded_game(path), repeat(how)):
        light, whole = (codec.view_json(history)["unseen"] for history in (told.light, told.whole))
        # Of a card that only one of them has read off it is not known what the other one would call it.
        if light.keys() == whole.keys() and not any(".unknown." in card for card in whole):
            assert all(light[card] >= left for card, left in whole.items())


def kept(how: str, players: int = 3) -> History:
    return enter(table(players=players), type="keeping", how=how)


def coins(history: History) -> list[int]:
    return [player.coins for player in history.state.players]


def of(history: History, kind: str) -> list[dict[str, Any]]:
    return [dict(one) for one in codec.view_json(history)["allowed"] if one["type"] == kind]


def test_what_lies_there_is_told_at_stop_and_priced_as_ever() -> None:
    history = enter(kept(HARBOR), type="harbor", cards=[SHIP, SAILOR])
    view = codec.view_json(history)
    assert [one["card"]["kind"] for one in view["harbor"]] == ["ship", "person"]
    assert view["phase"] == "trade_hire"
    assert [one["coins"] for one in of(history, "take")] == [1, -3]
    assert view["takes"]["total"] == 1


def test_a_tax_and_an_expedition_are_told_when_they_are_drawn() -> None:
    history = enter(kept(HARBOR), type="draw", card=TAX)
    assert history.last is not None
    assert history.last.reason == "BELOW_TAX_THRESHOLD"
    with pytest.raises(Malformed, match=r"entry\.cards"):
        enter(history, type="harbor", cards=[TAX])
    assert enter(history, type="harbor", cards=[SHIP]).state.phase == "trade_hire"


def test_two_ships_of_a_color_are_no_harbor() -> None:
    twice = refused(kept(HARBOR), type="harbor", cards=[SHIP, SAILOR, SHIP])
    assert (twice.code, twice.reason.overridable) == ("TWO_OF_A_COLOR", True)


def test_a_bust_pays_jesters_without_a_card_being_told() -> None:
    for how in (HARBOR, TAKES):
        before = with_person(kept(how), 1, JESTER)
        after = enter(before, type="bust")
        assert after.last is not None
        assert after.last.reason == "BUST"
        assert after.state.active == 1
        paid = [new - old for new, old in zip(coins(after), coins(before), strict=True)]
        assert paid == [0, 1, 0]


def with_person(history: History, seat: int, card: dict[str, Any]) -> History:
    return enter(history, type="count", display={str(seat): [card]})


def test_who_takes_what_is_enough() -> None:
    history = kept(TAKES)
    before = coins(history)
    first = enter(history, type="take_card", card=SHIP)
    assert first.state.phase == "trade_hire"
    assert coins(first)[0] == before[0] + 1
    second = enter(first, type="take_card", by=1, passing=True, card=SKIFF)
    # One of the skiff, and one to Ann for taking in her turn.
    assert coins(second) == [before[0] + 2, before[1], before[2]]
    assert second.state.acting == 2
    over = enter(second, type="pass", rest=True)
    assert (over.state.active, over.state.phase) == (1, "discover")


def test_a_turn_in_which_nobody_takes_anything_is_one_entry() -> None:
    assert enter(kept(TAKES), type="lying", nobody=True).state.active == 1


def test_how_many_lie_there_is_asked_only_where_somebody_is_paid_by_it() -> None:
    assert "asks" not in of(kept(TAKES), "lying")[0]
    history = with_person(kept(TAKES), 2, ADMIRAL)
    assert of(history, "lying")[0]["asks"] == [{"key": "count", "of": "number", "most": 60}]
    assert of(history, "take_card") == []
    assert refused(history, type="take_card", card=SHIP).code == "HOW_MANY_LIE"
    assert refused(history, type="lying", nobody=True).code == "HOW_MANY_LIE"


@pytest.mark.parametrize(("lying", "admiral"), [(4, 0), (5, 0), (6, 2), (7, 2)])
def test_an_admiral_is_paid_by_the_cards_left_when_that_part_begins(lying: int, admiral: int) -> None:
    """At least five cards (000 Persons - Admiral); Ann has taken one of them before."""
    history = enter(with_person(kept(TAKES), 2, ADMIRAL), type="lying", count=lying)
    before = coins(history)[2]
    history = enter(enter(history, type="take_card", card=SHIP), type="pass")
    assert history.state.acting == 1
    assert coins(enter(history, type="pass"))[2] == before + admiral


def test_the_last_card_that_lies_there_ends_the_turn() -> None:
    history = enter(with_person(kept(TAKES), 2, ADMIRAL), type="lying", count=1)
    assert enter(history, type="take_card", card=SHIP).state.active == 1


def test_cards_say_what_they_bring_each_who_may_take_them() -> None:
    history = enter(kept(TAKES), type="take_card", card=SHIP)
    offers = {one["by"]: one for one in of(history, "take_card")}
    assert {seat: one.get("passing", False) for seat, one in offers.items()} == {0: False, 1: True, 2: True}
    skiff, captain = "base.ship.green.s1.c1", "base.person.captain.v1.p4"
    assert [offers[seat]["nets"][skiff] for seat in (0, 1, 2)] == [1, 0, 0]
    assert [offers[seat]["nets"][captain] for seat in (0, 1, 2)] == [-4, -5, -5]
    assert [captain in offers[seat]["dear"] for seat in (0, 1, 2)] == [False, True, True]
    assert refused(history, type="take_card", by=1, passing=True, card=CAPTAIN).code == "CANNOT_AFFORD"


def test_nobody_follows_the_piles_until_they_are_shuffled() -> None:
    history = turn(table())
    assert "unfollowed" not in codec.view_json(history)
    history = enter(history, type="keeping", how=HARBOR)
    assert "unfollowed" not in codec.view_json(history)
    history = enter(history, type="bust")
    assert codec.view_json(history)["unfollowed"] is True
    assert history.state.discard_pile == 0
    assert refused(history, type="count", draw_pile=50).code == "PILES_UNFOLLOWED"
    # The ship of the first turn lies in the discard pile, or has come back.
    ship = next(kind.card.id for kind in history.state.game.deck.kinds if kind.card.kind == "ship")
    assert codec.view_json(history)["unseen"][ship] == codec.view_json(table())["unseen"][ship]
    history = enter(history, type="coach", on=True)
    assert "odds" not in codec.view_json(history)
    history = enter(history, type="keeping", how=CARDS)
    assert "odds" not in codec.view_json(history)
    history = enter(history, type="reshuffle")
    view = codec.view_json(history)
    assert "unfollowed" not in view
    assert view["odds"]["cards"] == sum(view["unseen"].values())


def test_a_turn_that_has_begun_card_by_card_ends_so() -> None:
    history = enter(enter(table(), type="draw", card=SHIP), type="keeping", how=TAKES)
    assert codec.view_json(history)["keeping"] == {
        "how": TAKES,
        "ways": [CARDS, HARBOR, TAKES],
        "now": CARDS,
    }
    assert refused(history, type="take_card", card=SKIFF).code == "TOLD_OTHERWISE"
    history = enter(enter(history, type="stop"), type="pass", rest=True)
    assert codec.view_json(history)["keeping"]["now"] == TAKES
    assert refused(history, type="stop").code in ("MUST_DRAW_FIRST", "TOLD_OTHERWISE")


def test_a_table_that_looks_at_every_card_is_told_every_card() -> None:
    history = table(edition="bigbox", modules=("base", "jomc"))
    assert "keeping" not in codec.view_json(history)
    assert refused(history, type="keeping", how=HARBOR).code == "KEPT_CARD_BY_CARD"


def test_gunners_look_at_the_ships_so_the_harbor_is_told() -> None:
    history = table(edition="bigbox", modules=("base", "jomc_cards"))
    assert codec.view_json(history)["keeping"]["ways"] == [CARDS, HARBOR]
    assert refused(history, type="keeping", how=TAKES).code == "KEPT_CARD_BY_CARD"


def test_the_same_way_twice_is_nothing_and_so_is_any_after_the_end() -> None:
    assert refused(kept(HARBOR), type="keeping", how=HARBOR).code == "NO_EFFECT"
    over = points(kept(TAKES), 0, 12)
    for _ in range(3):
        over = enter(over, type="lying", nobody=True)
    assert over.state.phase == "game_over"
    assert refused(over, type="keeping", how=CARDS).code == "GAME_OVER"
    assert refused(over, type="bust").code == "GAME_OVER"


def test_what_was_told_lightly_is_undone_and_put_right_like_the_rest() -> None:
    start = kept(HARBOR)
    history = enter(start, type="harbor", cards=[SHIP, SAILOR])
    taken = enter(history, type="take", harbor_index=0)
    assert correct(taken, type="undo", count=2).state == start.state
    # It was another ship: who took it took that one, and was paid for it.
    told = {"type": "harbor", "cards": [FRIGATE, SAILOR]}
    other = correct(taken, type="change", revision=2, entry=told)
    assert coins(other)[0] == coins(taken)[0] + 1
    drawn = codec.repairs_json(history, berth=1)["drawn"]
    assert drawn is not None
    assert (drawn["revision"], drawn["at"]) == (2, 1)


def test_an_evening_says_what_nobody_knows() -> None:
    whole = codec.evening_json(turn(table(), SHIP, SAILOR))
    assert (whole["players"][0]["drawn"], "partly" in whole) == (2, False)
    history = enter(enter(turn(table()), type="keeping", how=HARBOR), type="harbor", cards=[SHIP, SAILOR])
    partly = codec.evening_json(history)
    assert partly["partly"] is True
    assert [player["drawn"] for player in partly["players"]] == [0, 0, 0]
