"""The Adventure Begins: what its booklet says of characters, missions, crowns and who is given up, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import Malformed, codec
from companion.engine.modules.adventure_begins import missions

from .adventure import (
    PRIEST,
    SAILOR,
    SHIPS,
    SPACES,
    TAX,
    at,
    code,
    drawn,
    event,
    open_templates,
    opened,
    player,
    turned,
    view,
    whys,
)
from .play import enter
from .test_random_games import assert_sound

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
