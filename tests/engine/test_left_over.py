"""What is left over from a turn: until when it may still be done, and which round ends with it (C20, C52, C112-C114, C143)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import History, codec, open_history
from companion.engine.printed.editions import EDITIONS

from .adventure import SPACES, at, event
from .contracts import refused
from .play import enter

NAMES = ("Ann", "Bob", "Cem")
PRIEST = {"kind": "person", "type": "priest", "cost": 4, "vp": 1}
PIRATES = [{"kind": "person", "type": "pirate", "cost": 9, "vp": 3, "swords": 2}] * 2
TWO_PRIESTS = {"kind": "expedition", "need": ["priest", "priest"], "coins": 2, "vp": 4}
CLAIM = {"type": "claim_expedition", "expedition_index": 0, "discard": ["priest", "priest"]}
SAILOR = "base.person.sailor.v1.p3"
GAMBLER = {"kind": "person", "type": "gambler", "cost": 7, "vp": 2}
TWO_DONE = ("luminary", "bruja")


def round_over(
    edition: str = "pegasus",
    players: int = 3,
    *modules: str,
    vp: int = 10,
    own: tuple[dict[str, Any], ...] = (),
    **told: Any,
) -> History:
    """Round 5 is complete and Ann's new turn has not begun; two of everybody's points are those of two priests."""
    names = NAMES[:players]
    display = [PRIEST, PRIEST, *PIRATES, *own]
    situation = {
        "players": [{"id": name, "coins": 3, "vp": vp, "display": display} for name in names],
        "active": "Ann",
        "start_player": "Ann",
        "claimant": names[-1],
        "round": 6,
        "phase": "discover",
        "harbor": [],
        "expeditions": [TWO_PRIESTS, TWO_PRIESTS],
        **told,
    }
    body = {
        "edition": edition,
        "modules": ["base", *modules],
        "players": list(names),
        "situation": situation,
    }
    return open_history(codec.setup_from_json(body))


def with_contracts(
    edition: str = "bigbox", players: int = 3, linger: tuple[str, ...] = (), vp: int = 10
) -> History:
    """The same with contracts: each has completed two, so that the third one brings 2 points."""
    lying = [{"name": name, "completed_by": list(NAMES[:players])} for name in TWO_DONE]
    lying += [{"name": "explorer"}, {"name": "mercenary" if edition == "bigbox" else "jinx"}]
    here = {"linger": list(linger)}
    return round_over(edition, players, "jomc", vp=vp, contracts=lying, occasions=here)


def stands(history: History) -> tuple[str, int, int]:
    return history.state.phase, history.state.active, history.state.round


ROUND_FIVE = ("game_over", 2, 5)
LAST_ROUND = ("discover", 0, 6)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_claim_for_the_turn_just_over_ends_the_game_with_its_round(edition: str) -> None:
    assert stands(enter(round_over(edition), by=2, **CLAIM)) == ROUND_FIVE


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_claim_in_the_new_turn_brings_a_last_round_and_ends_what_was_left_over(edition: str) -> None:
    claimed = enter(round_over(edition), by=0, **CLAIM)
    assert stands(claimed) == LAST_ROUND
    shown = codec.view_json(claimed)
    assert (shown["end_triggered"], shown["remaining_active"]) == (True, [1, 2])
    assert refused(claimed, by=2, **CLAIM) == "ONLY_ACTIVE_EXPEDITION"
    assert stands(enter(claimed, True, by=2, **CLAIM)) == LAST_ROUND


@pytest.mark.parametrize(
    "body",
    [
        {"type": "draw", "card": SAILOR},
        {"type": "use_gambler", "cards": [SAILOR] * 4},
        {"type": "stop", "override": True},
    ],
    ids=["a card", "a Gambler", "a stop"],
)
def test_whatever_is_drawn_in_the_new_turn_ends_what_was_left_over(body: dict[str, Any]) -> None:
    begun = enter(round_over("bigbox", 3, "gambler", own=(GAMBLER,)), **body)
    assert refused(begun, by=2, **CLAIM) == "ONLY_ACTIVE_EXPEDITION"


def test_a_wish_for_a_card_of_the_new_turn_is_one_too() -> None:
    begun = enter(round_over("yucata", draw_pile=0, discard_pile=9), type="draw_request", by=0)
    assert refused(begun, by=2, **CLAIM) == "ONLY_ACTIVE_EXPEDITION"


# Contracts


def completed(history: History, seat: int, contract: str = "mercenary") -> History:
    return enter(history, type="complete_contract", by=seat, contract=contract)


@pytest.mark.parametrize(
    ("seat", "ends"),
    [(1, ROUND_FIVE), (2, ROUND_FIVE), (0, LAST_ROUND)],
    ids=["after the own last part", "by whose turn it was", "in the new turn"],
)
def test_a_contract_ends_the_game_with_the_round_of_the_turn_to_which_it_belongs(
    seat: int, ends: tuple[str, int, int]
) -> None:
    over = with_contracts(linger=("Bob",))
    after = completed(over, seat)
    assert stands(after) == ends
    if ends == LAST_ROUND:
        assert refused(after, type="complete_contract", by=1, contract="mercenary") == "NOT_YOUR_TURN"
        assert refused(after, by=2, **CLAIM) == "ONLY_ACTIVE_EXPEDITION"


def test_a_contract_after_the_own_last_part_by_whose_turn_begins_is_of_the_new_turn() -> None:
    assert stands(completed(with_contracts(players=2, linger=("Ann",)), 0)) == LAST_ROUND


@pytest.mark.parametrize(("players", "linger"), [(2, ("Ann",)), (3, ())])
def test_a_contract_after_a_claim_of_the_new_turn_is_of_the_new_turn(
    players: int, linger: tuple[str, ...]
) -> None:
    claimed = enter(with_contracts("bigbox", players, linger, vp=8), by=0, **CLAIM)
    assert codec.view_json(claimed)["end_triggered"] is False
    assert stands(completed(claimed, 0, "explorer")) == LAST_ROUND


@pytest.mark.parametrize(("seat", "ends"), [(2, ROUND_FIVE), (0, LAST_ROUND)])
def test_where_contracts_complete_by_themselves_one_belongs_to_the_turn_of_its_claim(
    seat: int, ends: tuple[str, int, int]
) -> None:
    after = enter(with_contracts("yucata", vp=8), by=seat, **CLAIM)
    assert codec.view_json(after)["players"][seat]["vp"] == 12
    assert stands(after) == ends


def test_whose_part_came_later_may_still_complete_and_whose_came_before_no_more() -> None:
    over = with_contracts(linger=("Bob", "Cem"), vp=4)
    assert stands(completed(completed(over, 1), 2))[0] == "discover"
    late = {"type": "complete_contract", "by": 1, "contract": "mercenary"}
    assert refused(completed(over, 2), **late) == "NOT_YOUR_TURN"


# The Adventure Begins


def chapter(
    players: int = 3, linger: tuple[str, ...] = (), vp: int = 12, done: tuple[str, ...] = ("10",), **told: Any
) -> History:
    """Everybody has completed these missions, and can pay for mission 13; the event of Ann's new turn is still to come."""
    row = {"coins": 20, "display": [PRIEST], "vp": vp, "missions": list(done)}
    ann = {**row, "display": [PRIEST, PRIEST], "character": "jacques_grandeur"}
    cem = {**row, "character": "officer_scott"}
    turn = {"active": "Ann", "start_player": "Ann", "claimant": NAMES[players - 1], "round": 6}
    here = {
        "occasions": {"linger": list(linger)},
        "track": {str(space): points for points, space in enumerate(SPACES, 1)},
        "missions": ["10", "13"],
    }
    return at(players=[ann, row, cem][:players], **turn, **here, **told)


MISSION = {"type": "complete_mission", "mission": "13"}


@pytest.mark.parametrize("seat", [1, 2], ids=["after the own last part", "by whose turn it was"])
def test_a_mission_before_the_event_belongs_to_the_turn_just_over(seat: int) -> None:
    assert stands(enter(chapter(linger=("Bob",)), by=seat, **MISSION)) == ROUND_FIVE
    assert refused(event(chapter(linger=("Bob",))), by=seat, **MISSION) == "NOT_YOUR_TURN"


def test_a_mission_of_whose_turn_begins_belongs_to_it_only_after_the_event() -> None:
    two = chapter(2, linger=("Ann",))
    # Before it nothing may be done in the new turn, so that nothing else can be meant.
    assert stands(enter(two, by=0, **MISSION)) == ("game_over", 1, 5)
    assert stands(enter(event(two), by=0, **MISSION)) == LAST_ROUND
    # What happened too early all the same was done in the new turn.
    assert stands(enter(chapter(2), True, by=0, **MISSION)) == LAST_ROUND


CROWNS = {"when": "now", "what": "crowns", "count": 2, "who": "all"}


@pytest.mark.parametrize("who", ["all", "active", "others"])
def test_crowns_of_an_event_bring_a_last_round(who: str) -> None:
    after = event(chapter(vp=11, done=("10", "13")), {**CROWNS, "who": who})
    assert stands(after) == LAST_ROUND
    shown = codec.view_json(after)
    assert (shown["end_triggered"], shown["remaining_active"]) == (True, [1, 2])


def test_points_that_the_same_event_takes_again_have_brought_the_end() -> None:
    after = event(chapter(vp=11, done=("10", "13")), CROWNS, {**CROWNS, "count": -2})
    shown = codec.view_json(after)
    assert [player["vp"] for player in shown["players"]] == [11, 11, 11]
    assert shown["end_triggered"] is True


def test_a_claim_with_its_crowns_after_the_event_brings_a_last_round() -> None:
    ready = chapter(vp=9, done=("10", "13"), expeditions=[TWO_PRIESTS])
    assert refused(ready, by=0, **CLAIM) == "EVENT_FIRST"
    after = enter(event(ready), by=0, **CLAIM)
    ann = codec.view_json(after)["players"][0]
    assert (ann["crowns"], ann["vp"]) == (2, 12)
    assert stands(after) == LAST_ROUND


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_marker_paid_for_at_months_end_brings_a_last_round(seat: int) -> None:
    ready = chapter(month={"number": 2, "left": 0})
    walk = enter(ready, type="months_end", hourglass={"pay": True, "nine": True})
    assert stands(enter(walk, type="buy_marker", by=seat)) == LAST_ROUND


# The event comes first (C138)


@pytest.mark.parametrize("left", [0, 1], ids=["where Month's End is next", "where another event is"])
@pytest.mark.parametrize(
    "body",
    [
        MISSION,
        CLAIM,
        {"type": "return_crowns", "count": 1},
        {"type": "draw", "card": SAILOR},
        {"type": "stop"},
        {"type": "use_lookout", "cards": [SAILOR] * 3},
    ],
    ids=lambda body: str(body["type"]),
)
def test_nothing_is_done_in_a_turn_before_its_event(body: dict[str, Any], left: int) -> None:
    lookout = {"kind": "person", "type": "lookout", "cost": 5, "vp": 2}
    ready = chapter(vp=2, month={"number": 2, "left": left}, expeditions=[TWO_PRIESTS])
    ready = enter(ready, type="count", crowns={"0": 1}, display={"0": [PRIEST, PRIEST, lookout]})
    assert refused(ready, by=0, **body) == "EVENT_FIRST"
    open_ones = {
        one["type"] for one in codec.view_json(ready)["allowed"] if one["allowed"] and one["by"] == 0
    }
    assert open_ones <= {"reveal_event", "months_end"}
    assert all(0 not in goal["can"] for goal in codec.view_json(ready)["goals"])


def test_contracts_wait_for_the_event_like_missions() -> None:
    lying = [{"name": name} for name in ("explorer", "mercenary", "luminary", "bruja")]
    characters = dict(zip(NAMES, ("officer_scott", "grace_may", "jacques_grandeur"), strict=True))
    rows = [{"id": name, "character": who, "display": PIRATES} for name, who in characters.items()]
    told = {"active": "Ann", "phase": "discover", "missions": ["10"], "contracts": lying}
    situation = {"players": rows, **told}
    modules = ["base", "adventure_begins", "jomc"]
    body = {"edition": "bigbox", "modules": modules, "players": list(NAMES), "situation": situation}
    ready = open_history(codec.setup_from_json(body))
    contract = {"type": "complete_contract", "by": 0, "contract": "mercenary"}
    assert refused(ready, **contract) == "EVENT_FIRST"
    assert enter(event(ready), **contract).revision == 2
