"""Contracts played together and alone: whole games by chance, and those that were recorded."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import EngineError, History, allowed, codec, fold, open_history
from companion.engine.modules.jomc import contracts
from companion.engine.modules.jomc.time_deck import time

from .play import (
    GAMES,
    WEIGHTS,
    any_correction,
    correct,
    enter,
    entered_steps,
    filled_in,
    life,
    recorded_game,
    table,
)
from .test_random_games import all_cards, assert_sound, set_aside
from .test_recorded_games import played as recorded
from .together import resumed, situation

EAGER = {**WEIGHTS, "complete_contract": 20.0, "contract_step": 10.0, "set_aside": 0.3, "start_turn": 0.2}


@st.composite
def set_ups(draw: st.DrawFn) -> tuple[int, tuple[str, ...]]:
    players = draw(st.integers(1, 5))
    more = [name for name in ("gambler", "make_sail_mix") if draw(st.booleans())]
    return players, ("base", "jomc", "solo" if players == 1 else "coop", *more)


def any_contracts(history: History, chance: random.Random) -> list[Any]:
    """As many as the game has; the white ones with numbers as they may be read off."""
    game = history.state.game
    names = chance.sample([one.id for one in contracts.pool(game)], contracts.count_of(game))
    numbers = {"spaces": [5, 4, 3, 2, 1], "seal": {"n": 2, "letter": "J"}}
    return [{"name": name, **numbers} if contracts.printed()[name].white else name for name in names]


def assert_ended_once(history: History) -> None:
    """Won or lost, with its one last entry."""
    score = codec.score_json(history.state)
    assert history.state.phase == "game_over"
    ends = [line["revision"] for line in codec.lines_json(history) if has_line(line, "game_over")]
    assert ends == [history.revision]
    still_open = contracts.open_ones(history.state)
    assert score["outcome"] == ("lost" if still_open else "won")
    assert (score.get("points") is None) is bool(still_open)


def has_line(line: Any, why: str) -> bool:
    return any(one["why"] == why for one in line["ledger"])


def played(
    history: History, chance: random.Random, lively: float = 0
) -> Iterator[tuple[History, dict[str, Any]]]:
    if not contracts.laid(history.state):
        body = {"type": "lay_contracts", "contracts": any_contracts(history, chance)}
        history = enter(history, **body)
        yield history, body
    for _ in range(3000):
        if history.state.phase == "game_over":
            return
        if lively and chance.random() < lively:
            body = life(history.state, chance)
            with suppress(EngineError):
                history = enter(history, chance.random() < 0.5, **body)
                yield history, body
                continue
        open_ones = [one for one in allowed(history.state) if one.allowed]
        template = chance.choices(open_ones, [EAGER.get(one.type, 1.0) for one in open_ones])[0]
        asked = {ask.key: chance.randint(1, ask.most or 1) for ask in template.asks if ask.of == "number"}
        rest = template._replace(asks=tuple(ask for ask in template.asks if ask.of != "number"))
        body = {**filled_in(rest, history.state, chance), **asked}
        history = enter(history, **body)
        yield history, body


@settings(max_examples=12, deadline=None)
@given(set_up=set_ups(), seed=st.integers(0, 2**32))
def test_a_game_played_together_ends_once_and_keeps_every_card(
    set_up: tuple[int, tuple[str, ...]], seed: int
) -> None:
    players, modules = set_up
    chance = random.Random(seed)
    opened = table("bigbox", players, modules)
    steps = [opened]
    turns = set()
    for history, body in played(opened, chance):
        state = history.state
        assert_sound(state)
        now = time(state)
        assert 0 <= now.left <= now.size - now.aside
        assert not state.triggered
        if body["type"] == "draw":
            turns.add(steps[-1].state.turn)
            assert len(turns) == now.size - now.left - now.aside, "each turn uses up one Time card"
        for seat in range(players):
            markers = contracts.markers(state, seat)
            assert markers.done + markers.waiting <= 3
        steps.append(history)
    assert_ended_once(history)
    assert fold(history.setup, history.lines).state == history.state
    count = chance.randint(1, len(steps) - 1)
    undone = correct(history, type="undo", count=count)
    assert undone.state == steps[-1 - count].state
    assert correct(undone, type="redo", count=count).state == history.state
    again = codec.history_from_json(json.loads(json.dumps(codec.history_json(history))))
    assert codec.view_json(again) == codec.view_json(history)
    assert open_history(history.setup).state == opened.state


def test_games_that_are_nearly_won_are_won_or_lost_and_each_only_once() -> None:
    outcomes = []
    for seed in range(24):
        chance = random.Random(seed)
        open_one = chance.choice(("jinx", "speculator", "mercenary", "explorer", "major_speculator"))
        told = situation(open_one, time_deck=chance.randint(1, 30), point_deck=3)
        for history, _ in played(resumed(told), chance):
            assert_sound(history.state)
        assert_ended_once(history)
        outcomes.append(codec.score_json(history.state)["outcome"])
    assert min(outcomes.count("won"), outcomes.count("lost")) > 2, outcomes


@settings(max_examples=20, deadline=None)
@given(set_up=set_ups(), seed=st.integers(0, 2**32), length=st.integers(2, 150))
def test_corrections_of_games_played_together_are_undone_exactly(
    set_up: tuple[int, tuple[str, ...]], seed: int, length: int
) -> None:
    chance = random.Random(seed)
    *_, (history, _) = islice(played(table("bigbox", *set_up), chance, lively=0.06), length)
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
    if history.timeline.held:
        assert_cards(history)


def assert_cards(history: History) -> None:
    """Wherever the cards are, none is lost."""
    state = history.state
    counted = any(item.entry.type == "count" for item in history.timeline.held)
    assert counted or all_cards(state) == state.game.deck.size - set_aside(state)


TOGETHER = [path for path in GAMES if "-coop-" in path.name or "-solo-" in path.name]


@pytest.mark.parametrize("path", TOGETHER, ids=lambda path: path.name.split(".")[0])
def test_decks_contracts_and_outcome_are_as_recorded(path: Path) -> None:
    for number, (history, _, checkpoint) in enumerate(recorded(path)):
        state, names = history.state, history.setup.players
        assert (time(state).left, time(state).aside) == (checkpoint["time_deck"], checkpoint["point_deck"])
        assert state.draw_pile + state.discard_pile == checkpoint["piles"], number
        lying = [
            {
                "name": one.id,
                "completed_by": [names[seat] for seat in one.done],
                "progress": {names[seat]: at for seat, at in one.waiting},
            }
            for one in contracts.laid(state)
        ]
        assert lying == checkpoint["contracts"], number
        ended = state.outcome
        assert (None if ended is None else ended.outcome) == checkpoint["outcome"], number


@pytest.mark.parametrize("path", TOGETHER, ids=lambda path: path.name.split(".")[0])
def test_without_their_source_the_cards_come_from_the_same_decks(path: Path) -> None:
    record = recorded_game(path)
    history = open_history(codec.setup_from_json(record))
    for step, checkpoint in entered_steps(record):
        history = enter(history, **{key: value for key, value in step.items() if key not in TOLD})
        assert time(history.state).left == checkpoint["time_deck"]


# What only tells what happened.
TOLD = ("source", "auto", "contract")
