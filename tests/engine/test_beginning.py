"""A table that begins in the middle of a game: checked, completed, and played on like any other."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import History, Malformed, Refusal, State, codec, open_history
from companion.engine.house.living import room
from companion.engine.json import writing
from companion.engine.printed.box import own_id
from companion.engine.table.draft import waiting

from .play import correct, enter, random_game
from .test_random_games import set_ups, stalled

SAILOR, SETTLER = "base.person.sailor.v1.p3", "base.person.settler.v1.p4"
BEST_SAILOR, ADMIRAL = "base.person.sailor.v3.p7", "base.person.admiral.v3.p9"
SPECIAL = "base.expedition.1captain-1priest-1settler"
SHIPS = [
    f"base.ship.{one}" for one in ("blue.s1.c1", "red.s1.c1", "green.s1.c1", "black.s2.c1", "yellow.s1.c1")
]
# Taken over in test_adventure_games.py.
STORIES = ("adventure_begins",)
RICH = ["base.person.governor.v0.p8", "base.person.mademoiselle.v3.p9", ADMIRAL, "base.person.jester.v3.p9"]


def row(coins: int = 0, *display: str, **more: Any) -> dict[str, Any]:
    return {"coins": coins, "display": list(display), **more}


def set_up(*rows: dict[str, Any], edition: str = "pegasus", **situation: Any) -> dict[str, Any]:
    names = ["Ann", "Bob", "Cem", "Dot", "Eve"][: len(rows)]
    return {"edition": edition, "players": names, "situation": {"players": list(rows), **situation}}


def taken_over(body: dict[str, Any]) -> History:
    """The table as the phone and the server open it."""
    return open_history(codec.beginning(codec.setup_from_json(body)))


def refused(body: dict[str, Any]) -> dict[str, object]:
    with pytest.raises(Refusal, match="NOT_IN_THE_BOX") as caught:
        taken_over(body)
    assert not caught.value.overridable
    return dict(writing.params(caught.value.params))


def named(state: State, where: str, seat: int) -> list[str]:
    """The ships that lie before a player in a module's room, by their ids."""
    return [str(card.id or own_id(card)) for owner, card in room(state, where) if owner == seat]


def situation_of(state: State) -> dict[str, Any]:
    """All that a group could tell of its table; in the middle of a turn, what the phone's view says of that."""
    view = writing.table(state)
    keys = ("active", "acting", "phase", "start_player", "round", "draw_pile", "discard_pile", "claimant")
    told = {key: view[key] for key in keys}
    told["players"] = [
        {"coins": one["coins"], "display": one["display"], "expeditions_owned": one["expeditions"]}
        for one in view["players"]
    ]
    told["harbor"] = [one["card"] for one in view["harbor"]]
    told["expeditions"] = [one["card"] for one in view["expeditions"]]
    if any("under" in one for one in view["players"]):
        told["under"] = {str(seat): named(state, "under", seat) for seat in range(len(state.players))}
    if any(goal["kind"] == "contract" for goal in view.get("goals", [])):
        told["contracts"] = [
            {
                "name": one["id"],
                "completed_by": one["done_by"],
                "progress": {str(marker["seat"]): marker["at"] for marker in one["waiting"]},
                "spaces": [space["coins"] for space in one.get("spaces", ())],
                "seal": one.get("seal"),
            }
            for one in view["goals"]
        ]
        for seat, player in enumerate(told["players"]):
            player["kept_ships"] = named(state, "kept", seat)
        told["occasions"] = view.get("occasions", {})
    for pile in (one for one in view.get("countdowns", ()) if one["id"] == "time_deck"):
        may = next(
            (one["about"]["count"] for one in view.get("decisions", ()) if one["kind"] == "set_aside"), 0
        )
        told.update(
            time_deck=pile["left"],
            point_deck=pile["aside"],
            time_deck_started=pile["started"],
            time_card_drawn_this_turn=pile["drawn"],
            may_set_aside=may,
        )
    told["busted"] = state.claimant_busted
    if state.phase == "trade_hire" and state.takes is not None:
        mine = sum(one.seat == state.active for one in state.taken)
        told.update(begun=True, colors=state.colors_at_stop, taken=mine, takes_left=state.takes.left)
    elif waiting(state, "repel") is not None:
        told["repel_pending"] = True
    return told


def taken_over_from(history: History) -> History:
    setup = {**codec.setup_json(history.setup), "situation": situation_of(history.state)}
    return taken_over(json.loads(json.dumps(setup)))


def outcome(history: History) -> object:
    state = history.state
    return [(one.coins, one.vp, one.display) for one in state.players], codec.score_json(state)


@settings(max_examples=20)
@given(set_up=set_ups(without=STORIES), seed=st.integers(0, 2**32), share=st.floats(0, 1))
def test_a_game_taken_over_between_two_turns_ends_as_it_would_have(
    set_up: dict, seed: int, share: float
) -> None:
    opened = open_history(codec.setup_from_json(set_up))
    game = [(opened, {}), *random_game(opened, random.Random(seed), 400)]
    between = [
        at
        for at, (history, _) in enumerate(game)
        if history.state.phase == "discover" and history.state.drawn == 0 and not stalled(history.state)
    ]
    start = between[int(share * (len(between) - 1))]
    after = taken_over_from(game[start][0])
    for before, body in game[start + 1 :]:
        after = enter(after, **body)
        assert outcome(after) == outcome(before)
    assert after.state.phase == game[-1][0].state.phase


@settings(max_examples=20)
@given(set_up=set_ups(without=STORIES), seed=st.integers(0, 2**32), share=st.floats(0, 1))
def test_a_turn_taken_over_in_its_middle_goes_on_as_it_would_have(
    set_up: dict, seed: int, share: float
) -> None:
    """Berths are counted anew, and what a Gambler, a tax or a shuffle leaves behind in a turn nobody tells."""
    plain = {**set_up, "modules": ["base"], "options": {}}
    opened = open_history(codec.setup_from_json(plain))
    game = list(random_game(opened, random.Random(seed), 160))
    middle = [at for at, (history, _) in enumerate(game) if tellable(history.state)]
    if not middle:
        return
    start = middle[int(share * (len(middle) - 1))]
    first = game[start][0].state
    berths = [index for index, lying in enumerate(first.harbor) if lying is not None]
    after = taken_over_from(game[start][0])
    for before, body in game[start + 1 :]:
        if (before.state.round, before.state.active) != (first.round, first.active):
            break
        if body.get("harbor_index") in berths:
            body = {**body, "harbor_index": berths.index(body["harbor_index"])}
        elif "harbor_index" in body:
            break
        after = enter(after, **body)
        assert outcome(after) == outcome(before)


def tellable(state: State) -> bool:
    if state.phase == "discover":
        pending = not state.decisions or state.harbor[-1] is not None
        return state.drawn == sum(card is not None for card in state.harbor) > 0 and pending
    return state.phase == "trade_hire" and state.reshuffles == 0


def test_what_nobody_counted_lies_in_the_draw_pile() -> None:
    body = set_up(row(9, SAILOR, BEST_SAILOR), row(3, expeditions_owned=["base.expedition.2captain"]))
    state = taken_over(body).state
    # 120 cards, the expedition for five in the box: 12 coins, two persons, one expedition.
    assert (state.draw_pile, state.discard_pile) == (119 - 12 - 2 - 1, 0)
    body["situation"]["draw_pile"] = 50
    state = taken_over(body).state
    assert (state.draw_pile, state.discard_pile) == (50, 54)
    body["situation"].update(draw_pile=None, discard_pile=20)
    state = taken_over(body).state
    assert (state.draw_pile, state.discard_pile) == (84, 20)


def test_what_was_worked_out_is_kept_with_the_table() -> None:
    history = taken_over(set_up(row(1), row(2)))
    kept = codec.history_json(history)
    assert kept["setup"]["situation"]["draw_pile"] == 116
    assert codec.view_json(codec.history_from_json(json.loads(json.dumps(kept)))) == codec.view_json(history)


def test_cards_named_anywhere_may_not_come_any_more() -> None:
    claimed = row(0, SAILOR, expeditions_owned=["base.expedition.2captain"])
    body = set_up(row(0, SAILOR, SAILOR), claimed, expeditions=["base.expedition.2priest"])
    unseen = codec.view_json(taken_over(body))["unseen"]
    assert (unseen[SAILOR], unseen[SETTLER]) == (4, 5)
    assert unseen["base.expedition.2priest"] == unseen["base.expedition.2captain"] == 0


def test_more_of_a_card_than_are_printed_is_said_with_how_many_and_where() -> None:
    found = refused(set_up(row(0, BEST_SAILOR), row(0, SAILOR, BEST_SAILOR)))
    assert (found["count"], found["where"], found["seat"]) == (1, "players", 1)
    assert found["card"] == {
        "id": BEST_SAILOR,
        "kind": "person",
        "type": "sailor",
        "cost": 7,
        "vp": 3,
        "swords": 1,
    }
    claimed = row(0, expeditions_owned=["base.expedition.2captain"])
    found = refused(set_up(claimed, row(), expeditions=["base.expedition.2captain"]))
    assert (found["count"], found["where"]) == (1, "expeditions")
    assert refused(set_up(row(0, ADMIRAL), row(0, ADMIRAL), harbor=[ADMIRAL]))["where"] == "harbor"


def test_the_expedition_for_five_is_no_card_of_the_piles_where_it_is_not_shuffled() -> None:
    five = codec.view_json(taken_over(set_up(*[row()] * 5)))
    assert [one["card"]["id"] for one in five["expeditions"]] == [SPECIAL]
    assert five["draw_pile"] == 119
    claimed = set_up(row(0, expeditions_owned=[SPECIAL]), *[row()] * 4, expeditions=[])
    assert taken_over(claimed).state.draw_pile == 119
    # A group that takes it out all the same has one card more.
    assert taken_over(set_up(row(), row(), expeditions=[SPECIAL])).state.draw_pile == 119
    assert taken_over(set_up(row(), row(), expeditions=[SPECIAL], edition="sjg")).state.draw_pile == 119


@pytest.mark.parametrize(
    ("body", "where", "most"),
    [
        (set_up(row(60), row(60)), "coins", 119),
        (set_up(row(9), row(0), draw_pile=111), "draw_pile", 110),
        (set_up(row(9), row(0), discard_pile=111), "discard_pile", 110),
        (set_up(row(9), row(0), draw_pile=100, discard_pile=11), "discard_pile", 10),
    ],
    ids=["coins", "draw pile", "discards", "both piles"],
)
def test_more_cards_in_all_than_the_box_holds_are_said_with_how_many_there_can_be(
    body: dict[str, Any], where: str, most: int
) -> None:
    found = refused(body)
    assert (found["where"], found["count"]) == (where, most)


def test_cards_that_are_missing_from_both_counted_piles_are_nobodys_business() -> None:
    state = taken_over(set_up(row(), row(), draw_pile=80, discard_pile=20)).state
    assert (state.draw_pile, state.discard_pile) == (80, 20)


def test_a_table_that_was_opened_before_is_not_refused_any_more() -> None:
    body = codec.history_json(taken_over(set_up(row(), row())))
    body["setup"]["situation"]["players"][0]["display"] = [BEST_SAILOR] * 3
    assert len(codec.history_from_json(body).state.players[0].display) == 3


def test_the_round_in_which_somebody_has_the_points_already_is_the_last_one() -> None:
    body = set_up(row(0, *RICH, ADMIRAL), row(), row(), active=1, start_player=0)
    view = codec.view_json(taken_over(body))
    assert (view["end_triggered"], view["remaining_active"], view["players"][0]["vp"]) == (True, [2], 12)
    history = taken_over(body)
    for card in ("base.ship.blue.s1.c1", "base.ship.red.s1.c1"):
        history = enter(enter(enter(history, type="draw", card=card), type="stop"), type="pass", rest=True)
    assert history.state.phase == "game_over"
    assert codec.score_json(history.state)["winners"] == ["Ann"]


def test_a_part_that_has_not_begun_pays_when_the_table_is_opened() -> None:
    told = {"harbor": SHIPS, "phase": "trade_hire", "active": 0, "acting": 1}
    rows = row(), row(2, ADMIRAL)
    waiting = codec.view_json(taken_over(set_up(*rows, begun=False, **told)))
    assert (waiting["acting"], waiting["players"][1]["coins"]) == (1, 4)
    paid = codec.view_json(taken_over(set_up(*rows, begun=True, **told)))
    assert paid["players"][1]["coins"] == 2


def test_a_ship_just_drawn_can_still_be_sent_away() -> None:
    body = set_up(row(0, SAILOR), row(), harbor=SHIPS[:2], repel_pending=True)
    after = enter(taken_over(body), type="repel")
    assert [lying.color for lying in after.state.harbor if lying is not None] == ["blue"]
    body["situation"]["harbor"] = [SAILOR]
    with pytest.raises(Malformed, match="repel_pending"):
        taken_over(body)


def test_undo_ends_where_the_table_was_taken_over() -> None:
    history = taken_over(set_up(row(7, SAILOR), row(2), active=1))
    after = enter(history, type="draw", card=SETTLER)
    assert codec.beginning_json(after)["view"] == codec.view_json(history)
    assert correct(after, type="undo").state == history.state
    assert codec.beginning_json(
        open_history(codec.setup_from_json({"edition": "sjg", "players": ["A", "B"]}))
    ) == {"view": None}
