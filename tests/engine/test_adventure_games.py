"""The Adventure Begins: whole games by chance in every way to play, alone or up to four."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.bridge import Bridge
from companion.engine import EngineError, History, Refusal, allowed, codec, fold, open_history
from companion.engine.goals.tenant import now
from companion.engine.house.living import room
from companion.engine.modules.adventure_begins import added, ends, missions, month, people
from companion.engine.modules.adventure_begins.completing import MISSIONS
from companion.engine.modules.adventure_begins.items import all_items
from companion.engine.modules.adventure_begins.used import used
from companion.engine.opening.beginning import beginning
from companion.engine.rules import ending
from tests.conforming import committed

from .adventure import at, opened, played
from .play import any_correction, correct, enter
from .test_beginning import situation_of
from .test_random_games import all_cards, assert_offers_are_right, assert_sound, set_aside, stalled


@st.composite
def set_ups(draw: st.DrawFn, more: bool = True) -> dict[str, Any]:
    way = draw(st.sampled_from(("competitive", "coop", "solo", "variable")))
    campaign = {"chapter": draw(st.integers(1, 5)), "lost": draw(st.integers(0, 4))}
    others = [name for name in ("gambler", "make_sail_mix", "jomc_cards") if more and draw(st.booleans())]
    return {
        "edition": "bigbox",
        "modules": ["adventure_begins", way, *others],
        "players": ["Ann", "Bob", "Cem", "Dot"][: 1 if way == "solo" else draw(st.integers(2, 4))],
        "campaign": campaign,
    }


def table(set_up: dict[str, Any]) -> History:
    return open_history(codec.setup_from_json(set_up))


def assert_whole(history: History) -> None:
    """No card, marker or event is lost, whatever happens."""
    state = history.state
    assert_sound(state)
    assert all(0 <= count <= most for count, most in _in_deck(history))
    deck = month.month(state).deck
    assert len(deck) <= missions.data()["events"]["zero"] + month.plus_one(len(history.setup.players))
    for seat in range(len(state.players)):
        lie = people.markers(state, seat)
        assert lie.done + lie.waiting + lie.free + people.person(state, seat).paid == missions.MARKERS
        assert people.person(state, seat).crowns >= 0
    if people.together(state.game):
        assert not state.triggered


def _in_deck(history: History) -> list[tuple[int, int]]:
    there, most = added.added(history.state), added.totals(history.state.game)
    return [(there[name], most[name]) for name in most]


@settings(max_examples=5, deadline=None)
@given(set_up=set_ups(), seed=st.integers(0, 2**32))
def test_a_game_keeps_every_promise_to_its_end(set_up: dict[str, Any], seed: int) -> None:
    play_through(set_up, seed)


@pytest.mark.soak
@settings(max_examples=1_000, deadline=None)
@given(set_up=set_ups(), seed=st.integers(0, 2**32))
def test_a_thousand_games_keep_every_promise(set_up: dict[str, Any], seed: int) -> None:
    play_through(set_up, seed)


def play_through(set_up: dict[str, Any], seed: int) -> None:
    chance = random.Random(seed)
    before = [table(set_up)]
    months = 0
    for history, body in played(before[0], chance):
        assert_whole(history)
        if body["type"] == "flip_events":
            months += 1
            assert month.month(history.state).number == months + 1
        if chance.random() < 0.03:
            assert_offers_are_right(history, chance)
        before.append(history)
        if stalled(history.state):
            break
    state = history.state
    assert state.phase == "game_over" or stalled(state)
    assert fold(history.setup, history.lines).state == state
    count = chance.randint(1, len(before) - 1)
    undone = correct(history, type="undo", count=count)
    assert undone.state == before[-1 - count].state
    assert correct(undone, type="redo", count=count).state == state
    again = codec.history_from_json(json.loads(json.dumps(codec.history_json(history))))
    assert codec.view_json(again) == codec.view_json(history)
    if state.phase == "game_over":
        assert_ended(history)


def assert_ended(history: History) -> None:
    """Won, lost or ranked, and what the next evening begins with."""
    state, score = history.state, codec.score_json(history.state)
    assert score["final"] is True
    told = ends.following(state)
    if people.together(state.game):
        assert state.outcome is not None
        won = all(have >= need for _, have, need in state.outcome.checks)
        assert score["outcome"] == ("won" if won else "lost")
        assert told["lost"] == (0 if won else ends.story.campaign(state.game)["lost"] + 1)
    else:
        winners = [seat for seat in state.game.order if state.players[seat].name in score["winners"]]
        assert all(people.trophy(state, seat) for seat in winners)
    following = {**codec.setup_json(history.setup), "campaign": told}
    assert codec.setup_from_json(json.loads(json.dumps(following))).campaign == told


@settings(max_examples=5, deadline=None)
@given(set_up=set_ups(), seed=st.integers(0, 2**32), length=st.integers(2, 120))
def test_corrections_are_undone_exactly_whoever_comes_and_goes(
    set_up: dict[str, Any], seed: int, length: int
) -> None:
    chance = random.Random(seed)
    *_, (history, _) = islice(played(table(set_up), chance, lively=0.06), length)
    for _ in range(4):
        if not history.timeline.held:
            break
        with suppress(EngineError):
            said = any_correction(history, chance)
            after = correct(history, **said)
            if after.timeline.depth > history.timeline.depth:
                actions = said["count"] if said["type"] == "redo" else 1
                assert correct(after, type="undo", count=actions).state == history.state
            history = after
    again = codec.history_from_json(json.loads(json.dumps(codec.history_json(history))))
    assert codec.view_json(again) == codec.view_json(history)
    counted = any(item.entry.type == "count" for item in history.timeline.held)
    state = history.state
    assert counted or all_cards(state) == state.game.deck.size - set_aside(state)


@settings(max_examples=4, deadline=None)
@given(set_up=set_ups(more=False), seed=st.integers(0, 2**32))
def test_every_answer_has_the_declared_shape_and_the_phones_engine_gives_the_same(
    set_up: dict[str, Any], seed: int
) -> None:
    conforms, bridge = committed(), Bridge()

    def ask(call: str, **body: Any) -> Any:
        return json.loads(bridge.answer(json.dumps({"call": call, "code": "T", **body})))["ok"]

    opening = history = table(set_up)
    ask("open", setup=codec.setup_json(history.setup))
    for history, _ in played(opening, random.Random(seed), limit=150):
        view = json.loads(json.dumps(codec.view_json(history)))
        conforms("View", view)
        (line,) = codec.lines_json(history, history.revision - 1)
        conforms("Line", line)
        for seat in history.state.game.order:
            conforms("Outlook", codec.outlook_json(history, seat))
        row = codec.history_json(history)["lines"][-1]
        assert ask("record", line=row)["view"] == view
    conforms("Score", codec.score_json(history.state))
    conforms("Unpacking", codec.unpacking_json(set_up))


def test_a_chapter_is_sometimes_won_and_sometimes_lost() -> None:
    outcomes = []
    for seed in range(16):
        chance = random.Random(seed)
        told = at("coop", month={"number": 1, "left": 2}, missions=["10"], players=[{"missions": ["10"]}, {}])
        known = enter(told, type="learn_mission", mission=10, crowns=2, hourglass={"nine": True})
        nine = enter(known, type="learn_card_nine", markers=1, points=chance.randint(0, 2))
        for history, _ in played(nine, chance):
            assert_whole(history)
        outcomes.append(codec.score_json(history.state)["outcome"])
    assert set(outcomes) == {"won", "lost"}, outcomes


def test_a_campaign_goes_through_its_five_chapters_each_set_up_from_the_end_of_the_one_before() -> None:
    chance = random.Random(5)
    campaign: dict[str, Any] = {"chapter": 1, "lost": 0}
    in_the_box = 0
    for chapter in range(1, 6):
        players = ["Ann", "Bob", "Cem"]
        modules = ["adventure_begins", "competitive"]
        opening = table({"edition": "bigbox", "modules": modules, "players": players, "campaign": campaign})
        assert codec.view_json(opening)["campaign"]["chapter"] == chapter
        *_, (history, _) = played(opening, chance)
        assert_whole(history)
        assert_ended(history)
        campaign = json.loads(json.dumps(ends.following(history.state)))
        assert campaign["won"] == list(range(1, chapter + 1))
        assert in_the_box <= sum(campaign["added"].values())
        in_the_box = sum(campaign["added"].values())
    assert (campaign["chapter"], campaign["lost"], campaign["defeats"]) == (5, 0, 0)


def resumed(history: History) -> History:
    """The table as a group would tell it on another phone, with what the box knows."""
    state, view = history.state, codec.view_json(history)
    told = situation_of(state)
    deck = month.month(state)
    told["missions"] = [
        {
            "number": one.name,
            "completed_by": list(one.done),
            "waiting": [seat for seat, _ in one.waiting],
            "unpaid": list(one.unpaid),
        }
        for one in missions.laid(state)
    ]
    told["added"] = {name: count for name, count in added.added(state).items() if count}
    told["month"] = {
        "number": deck.number,
        "left": len(deck.deck) - deck.at,
        "events": list(deck.deck),
        "unread": [{"place": one.place, "seats": dict(one.seats)} for one in deck.unread],
        "turned": deck.event is not None,
    }
    told["occasions"] = view.get("occasions", {})
    for seat, row in enumerate(told["players"]):
        one = people.person(state, seat)
        row |= {"character": one.character, "crowns": one.crowns, "markers_paid": one.paid}
        row["items"] = [item.what for item in all_items(state) if item.seat == seat]
        if one.color:
            row["character_color"] = one.color
    setup = {**codec.setup_json(history.setup), "situation": told}
    setup["box"] = {key: view["box"][key] for key in ("own", "missing", "facts")}
    return open_history(beginning(codec.setup_from_json(json.loads(json.dumps(setup)))))


def between_turns(history: History) -> bool:
    """Nothing of the turn has happened yet, and nobody may still do anything of the one before."""
    state = history.state
    lingers = set(now(MISSIONS, state).linger) - {state.active, state.claimant}
    fresh = state.phase == "discover" and not state.drawn and not state.decisions and not lingers
    return fresh and month.due(state) and room(state, "shared_coins") is not None


@pytest.mark.parametrize("seed", range(8))
def test_a_game_taken_over_between_two_turns_has_the_same_table(seed: int) -> None:
    chance = random.Random(seed)
    way = chance.choice(("competitive", "coop", "variable"))
    steps = [history for history, _ in played(opened(way, 3), chance) if between_turns(history)]
    for history in chance.sample(steps, min(4, len(steps))):
        again = resumed(history)
        was, view = codec.view_json(history), codec.view_json(again)
        keys = ("goals", "countdowns", "markers", "campaign", "team", "active", "draw_pile", "discard_pile")
        for key in keys:
            assert view.get(key) == was.get(key), key
        for one, other in zip(view["players"], was["players"], strict=True):
            told = ("coins", "vp", "swords", "crowns", "items", "openings", "character")
            assert [one.get(key) for key in told] == [other.get(key) for key in told]
        assert {one.type for one in allowed(again.state) if one.allowed} == {
            one.type for one in allowed(history.state) if one.allowed
        }


def may_be_taken_over(history: History) -> bool:
    """Missions lie there, nothing is asked for but the next thing to do, and all of this turn still lies there. At Month's
    End nothing is taken over: it is a walk that goes on from its first step. Nor is a last round that no figure shows any
    more (crowns were given back after the end was triggered).
    """
    state = history.state
    if ending.triggered(state) and not any(ending.reached(state, seat) for seat in state.game.order):
        return False
    begun = state.phase in ("discover", "trade_hire") and room(state, "shared_coins") is not None
    asked = [one for one in state.decisions if one.kind != "repel"]
    lies = sum(card is not None for card in state.harbor) or state.phase == "trade_hire" or not state.drawn
    whole = lies and not (state.reshuffles or state.repelled or stalled(state) or asked or used(state).looked)
    here = month.month(state)
    return begun and whole and bool(missions.laid(state)) and here.number > 0 and here.event != month.LAST


def entered(history: History, body: dict[str, Any]) -> History:
    """Nobody tells which of two cards an item came from: the one that is drawn again may be taken for the one that lies there."""
    try:
        return enter(history, **body)
    except Refusal as refusal:
        if refusal.reason.code != "NOT_IN_THE_BOX":
            raise
        return enter(history, override=True, **body)


@settings(max_examples=6, deadline=None)
@given(set_up=set_ups(more=False), seed=st.integers(0, 2**32), share=st.floats(0, 1))
def test_a_game_taken_over_in_its_middle_ends_as_it_would_have(
    set_up: dict[str, Any], seed: int, share: float
) -> None:
    game = list(played(table(set_up), random.Random(seed)))
    here = [place for place, (history, _) in enumerate(game) if may_be_taken_over(history)]
    start = here[int(share * (len(here) - 1))]
    first = game[start][0].state
    berths = [index for index, card in enumerate(first.harbor) if card is not None]
    after = resumed(game[start][0])
    for place, (before, body) in enumerate(game[start + 1 :], start):
        # Berths are counted anew in the turn that was under way when the entry was made.
        if game[place][0].state.turn == first.turn and body.get("harbor_index") in berths:
            body = {**body, "harbor_index": berths.index(body["harbor_index"])}
        after = entered(after, body)
        was, view = codec.view_json(before), codec.view_json(after)
        assert (view["phase"], view.get("goals"), view["markers"]) == (
            was["phase"],
            was.get("goals"),
            was["markers"],
        )
        told = ("coins", "vp", "crowns", "items")
        assert [[one.get(key) for key in told] for one in view["players"]] == [
            [one.get(key) for key in told] for one in was["players"]
        ]
