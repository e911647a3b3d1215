"""Random legal games: what must hold at every table, whatever happens on it."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.api.entries import fits
from companion.engine import (
    EngineError,
    History,
    State,
    Template,
    allowed,
    append,
    codec,
    fold,
    open_history,
    record,
)
from companion.engine.entering.entries import (
    ClaimExpedition,
    Draw,
    Entry,
    ExtraTax,
    Keep,
    Pass,
    Repel,
    Stop,
    Take,
)
from companion.engine.house.living import cards_apart, held_by, points_besides, room
from companion.engine.printed.editions import EDITIONS, edition
from companion.engine.printed.manifests import manifests, players_of
from companion.engine.rules.record import Recorded
from companion.settings import Settings

from .play import any_correction, correct, filled_in, numbered, played_on, random_game, unseen_cards


@st.composite
def set_ups(draw: st.DrawFn, without: tuple[str, ...] = ()) -> dict[str, object]:
    """A set-up of any edition, size, options and house rules, of all modules but those."""
    name = draw(st.sampled_from(EDITIONS))
    found = edition(name)
    options: dict[str, object] = {}
    for key, option in codec_options(name).items():
        if draw(st.booleans()):
            options[key] = draw(option)
    games = [name for name in found.modules if manifests()[name].alone and name not in without]
    modules = [draw(st.sampled_from(games))]
    modules += [
        other
        for other in found.modules
        if not manifests()[other].alone
        and other not in without
        and set(manifests()[other].needs) <= set(modules)
        and draw(st.booleans())
    ]
    for key in manifests()[modules[0]].editions[name].without:
        options.pop(key, None)
    least, most = players_of(modules, 2, 5)
    names = ["Ann", "Bob", "Cem", "Dot", "Eve"][: draw(st.integers(least, most))]
    return {"edition": name, "modules": modules, "options": options, "players": names}


def codec_options(name: str) -> dict[str, st.SearchStrategy[object]]:
    rows = next(row for row in codec.editions_json()["editions"] if row["id"] == name)["options"]
    found: dict[str, st.SearchStrategy[object]] = {}
    for row in rows:
        if row["type"] == "bool":
            found[row["key"]] = st.booleans()
        elif row["type"] == "int":
            found[row["key"]] = st.integers(row["minimum"], row["maximum"])
        else:
            found[row["key"]] = st.sampled_from(row["choices"])
    return found


def all_cards(state: State) -> int:
    """Cards anywhere: a coin is a card, a module may have a pile, and the special expedition counts once it is in play."""
    players = sum(player.coins + len(player.display) + len(player.expeditions) for player in state.players)
    players += sum(len(held_by(state, seat)) for seat in range(len(state.players)))
    harbor = sum(1 for card in state.harbor if card is not None)
    piles = state.draw_pile + state.discard_pile + cards_apart(state)
    return piles + players + harbor + len(state.expeditions)


def set_aside(state: State) -> bool:
    """An expedition stays in the box."""
    return state.game.deck.special is not None and state.game.rules.special_expedition == "removed"


def assert_sound(state: State) -> None:
    boxed = set_aside(state)
    assert all_cards(state) == state.game.deck.size - (1 if boxed else 0)
    assert min(player.coins for player in state.players) >= 0
    assert min(state.draw_pile, state.discard_pile, *state.unseen) >= 0
    for seat, player in enumerate(state.players):
        owned = sum(card.vp or 0 for card in (*player.display, *player.expeditions))
        assert player.vp == owned + points_besides(state, seat)
    # By how many colors somebody takes is known only where the cards are.
    uncounted = state.acting == state.active and state.untold != 0
    assert (state.takes is not None) == (state.phase == "trade_hire" and not uncounted)


def every_try(state: State, chance: random.Random) -> list[Entry]:
    """Each kind of entry by each player on each card: most of them are forbidden."""
    # One that may still come, where any may: the box holds no more.
    kinds = state.game.deck.kinds
    coming = [numbered(kind.card) for kind, left in zip(kinds, state.unseen, strict=True) if left]
    card = chance.choice(coming or [kind.card for kind in kinds if kind.card.kind == "tax"])
    tries: list[Entry] = []
    for by in range(len(state.players)):
        tries += [Draw(card, by), Stop(by), Keep(by), Repel(by), Pass(by), ExtraTax("most_swords", by)]
        tries += [Take(index, by) for index in range(len(state.harbor) + 1)]
        for name, declared in state.game.house.adds.get("take", {}).items():
            told = {name: chance.choice(state.game.order) if declared.of == "seat" else True}
            tries += [Take(index, by, more=told) for index in range(len(state.harbor))]
        tries += [ClaimExpedition(index, by, ("captain",)) for index in range(len(state.expeditions) + 1)]
        tries += [ClaimExpedition(index, by, ("jack", "jack")) for index in range(len(state.expeditions))]
    return tries


def answered(template: Template, tried: Take) -> bool:
    """The take is that of the template, and says all that it asks for."""
    if any(tried.more.get(ask.key) not in ask.choices for ask in template.asks):
        return False
    fixed = {key: value for key, value in template.keys.items() if key != "harbor_index"}
    if not {name for name, said in tried.more.items() if said is True} <= set(fixed):
        return False
    same = all(tried.more.get(key) == value for key, value in fixed.items())
    return same and template.harbor_index == tried.harbor_index


def matches(tried: Entry, state: State) -> bool:
    """The entry is one of those that the engine offers. After one of two Gamblers the other one is asked about first:
    whoever takes or passes ends Discover with that (C121).
    """
    gambled = (
        state.phase == "discover" and room(state, "gambler") is not None and room(state, "gambler").times
    )
    if gambled and isinstance(tried, Take | Pass):
        return accepted(state, tried)
    for template in allowed(state):
        if not template.allowed or template.type != tried.type or template.by != tried.by:
            continue
        if template.keys.get("passing"):
            continue
        if isinstance(tried, Take) and not answered(template, tried):
            continue
        if isinstance(tried, ExtraTax) and template.keys.get("bonus") != tried.bonus:
            continue
        if isinstance(tried, ClaimExpedition) and (
            template.expedition_index != tried.expedition_index
            or sorted(cast("tuple[str, ...]", template.keys.get("discard", ())))
            != sorted(tried.discard or ())
        ):
            continue
        return True
    return False


def accepted(state: State, tried: Entry) -> bool:
    try:
        record(state, tried)
    except EngineError:
        return False
    return True


def posted(history: History, body: dict[str, Any]) -> Recorded:
    """What an entry brings about that comes through the API: its checks of the body, then the engine's."""
    text = json.dumps({"entry_id": "offered", "base_revision": history.revision, "entry": body})
    assert len(text) <= Settings().max_entry_bytes
    told = json.loads(text)
    assert fits(told, "entry")
    return append(history, codec.line_from_json(told, history.state.game))[1]


def assert_offers_are_right(history: History, chance: random.Random) -> None:
    state = history.state
    for template in allowed(state):
        if template.allowed:
            recorded = posted(history, filled_in(template, state, chance))
            if "coins" in template.figures:
                shared = any(ask.of == "numbers_by_seat" for ask in template.asks)
                seats = range(len(state.players)) if shared else (template.by,)
                gained = sum(recorded.state.players[seat].coins - state.players[seat].coins for seat in seats)
                assert gained >= cast("int", template.figures["coins"]) or any(
                    line.why == "unpaid" for line in recorded.ledger
                )
    for tried in every_try(state, chance):
        assert accepted(state, tried) == matches(tried, state), tried


def stalled(state: State) -> bool:
    """Every card is a coin or lies before a player: the rules know no way on, but for Yucata's extra tax (C09)."""
    return state.draw_pile + state.discard_pile + len(state.harbor) == 0


def play_through(set_up: dict, seed: int, lively: float = 0) -> None:
    chance = random.Random(seed)
    opened = open_history(codec.setup_from_json(set_up))
    before = [opened]
    for history, _ in random_game(opened, chance, lively=lively):
        assert_sound(history.state)
        before.append(history)
        if stalled(history.state):
            break
        if chance.random() < 0.05:
            assert_offers_are_right(history, chance)
    assert history.state.phase == "game_over" or stalled(history.state), "every game can end"
    assert codec.score_json(history.state)["final"] is (history.state.phase == "game_over")
    assert fold(history.setup, history.lines).state == history.state
    count = chance.randint(1, len(before) - 1)
    undone = correct(history, type="undo", count=count)
    assert undone.state == before[-1 - count].state
    assert correct(undone, type="redo", count=count).state == history.state
    again = codec.history_from_json(json.loads(json.dumps(codec.history_json(history))))
    assert codec.view_json(again) == codec.view_json(history)


@settings(max_examples=20)
@given(set_up=set_ups(), seed=st.integers(0, 2**32))
def test_a_random_game_keeps_every_promise_to_its_end(set_up: dict, seed: int) -> None:
    play_through(set_up, seed)


@settings(max_examples=12)
@given(set_up=set_ups(), seed=st.integers(0, 2**32))
def test_a_random_game_keeps_every_promise_whoever_comes_and_goes(set_up: dict, seed: int) -> None:
    play_through(set_up, seed, lively=0.06)


@pytest.mark.soak
@settings(max_examples=10_000)
@given(set_up=set_ups(), seed=st.integers(0, 2**32))
def test_ten_thousand_random_games_keep_every_promise(set_up: dict, seed: int) -> None:
    play_through(set_up, seed)


@settings(max_examples=15)
@given(set_up=set_ups(), seed=st.integers(0, 2**32), length=st.integers(1, 200))
def test_no_card_changes_its_berth_before_the_turn_is_over(set_up: dict, seed: int, length: int) -> None:
    before = open_history(codec.setup_from_json(set_up))
    for step, (after, body) in enumerate(random_game(before, random.Random(seed))):
        then, now = berths(before.state), berths(after.state)
        # Whoever's turn ends the game stays the active player, with an empty harbor.
        turns = [history.state.turn for history in (before, after)]
        if turns[0] == turns[1] and after.state.phase != "game_over":
            gone = {index for index in then if now.get(index) != then[index]}
            assert len(gone) <= (body["type"] in ("repel", "draw")), "only a repelled ship leaves its berth"
        else:
            assert after.state.taken == (), "a turn begins with nothing taken"
        assert correct(after, type="undo").state == before.state
        before = after
        if step == length or stalled(after.state):
            break


def berths(state: State) -> dict[int, object]:
    """Which card lies, or was taken, where; each berth is one card's alone."""
    lying = {index: card for index, card in enumerate(state.harbor) if card is not None}
    taken = {one.index: one.card for one in state.taken}
    assert not lying.keys() & taken.keys()
    assert len(taken) == len(state.taken)
    return lying | taken


@settings(max_examples=25)
@given(set_up=set_ups(), seed=st.integers(0, 2**32), length=st.integers(1, 120))
def test_a_card_that_was_counted_out_does_not_come_again_before_the_shuffle(
    set_up: dict, seed: int, length: int
) -> None:
    chance = random.Random(seed)
    opened = open_history(codec.setup_from_json(set_up))
    for step, (history, body) in enumerate(random_game(opened, chance)):
        if step >= length:
            break
        assert len(unseen_cards(history.state)) >= history.state.draw_pile, body


@settings(max_examples=25)
@given(set_up=set_ups(), seed=st.integers(0, 2**32), length=st.integers(5, 120))
def test_corrections_of_a_table_at_which_people_come_and_go_are_undone_exactly(
    set_up: dict, seed: int, length: int
) -> None:
    chance = random.Random(seed)
    history = played_on(open_history(codec.setup_from_json(set_up)), chance, length, 0.15)
    for _ in range(4):
        if not history.timeline.held:
            break
        body = any_correction(history, chance)
        with suppress(EngineError):
            after = correct(history, **body)
            if body["type"] not in ("undo", "redo"):
                assert correct(after, type="undo").state == history.state
            history = after
    again = codec.history_from_json(json.loads(json.dumps(codec.history_json(history))))
    assert codec.view_json(again) == codec.view_json(history)
    assert codec.lines_json(again) == codec.lines_json(history)
    cards = all_cards(history.state)
    boxed = set_aside(history.state)
    counted = any(item.entry.type == "count" for item in history.timeline.held)
    assert counted or cards == history.state.game.deck.size - boxed
