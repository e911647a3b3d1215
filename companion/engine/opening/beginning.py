"""A table that begins in mid-game: what cannot be is refused, what nobody counted is worked out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.engine.house.living import cards_apart, held_by
from companion.engine.printed.cards import Card
from companion.engine.refusals import EngineError, Malformed, Reason, Refusal
from companion.engine.table.state import Game, Setup, State

from .setup import cards_in_game, fresh_table, settled
from .situation import read_situation

RULE = "setup"


def open_table(setup: Setup) -> State:
    """A table at the start of its first turn, or in the middle of the game that its setup tells of; raises Malformed
    or Refusal.
    """
    return fresh_table(setup) if setup.situation is None else read_situation(setup)


def beginning(setup: Setup) -> Setup:
    """The setup that a table is opened with: its rules settled, the sum of its cards checked.

    Raises Malformed or Refusal. Of a table that was opened before nothing is refused any more.
    """
    if setup.situation is not None and setup.settled is None:
        state = read_situation(setup)
        _check_cards(state)
        piles = _piles(state, setup.situation)
        setup = replace(setup, situation={**setup.situation, **piles})
    return settled(setup)


def _named(state: State) -> Iterator[tuple[Card, dict[str, object]]]:
    """Every card that was named, and where."""
    for seat, player in enumerate(state.players):
        cards: tuple[Card, ...] = (*player.display, *player.expeditions, *held_by(state, seat))
        for card in cards:
            yield card, {"where": "players", "seat": seat}
    for expedition in state.expeditions:
        yield expedition, {"where": "expeditions"}
    for lying in state.harbor:
        if lying is not None:
            yield lying, {"where": "harbor"}


def _apart(game: Game, card: Card) -> bool:
    """It is the special expedition, which is not shuffled at this table (C06), whether or not it lies out."""
    return card == game.deck.special and game.rules.special_expedition != "shuffled"


def _check_cards(state: State) -> None:
    """No more of a card than are printed; raises Refusal naming the card and where one is too many."""
    game = state.game
    left = [kind.count for kind in game.deck.kinds]
    for card, place in _named(state):
        index = game.deck.index(card)
        if index is None:
            continue
        left[index] -= 1
        if left[index] < 0:
            params = {"count": game.deck.kinds[index].count, "card": card, **place}
            raise Refusal(Reason("NOT_IN_THE_BOX", RULE, params))


def _piles(state: State, told: Mapping[str, Any]) -> dict[str, int]:
    """Both piles; what is left of the box lies in the one that nobody counted. Raises Refusal."""
    named = sum(not _apart(state.game, card) for card, _ in _named(state))
    coins = sum(player.coins for player in state.players)
    uncounted = sum(player.expedition_count - len(player.expeditions) for player in state.players)
    left = cards_in_game(state.game) - named - uncounted - coins - cards_apart(state)
    if left < 0:
        raise _too_many("coins", coins + left)
    counts: dict[str, int] = {}
    for pile in ("draw_pile", "discard_pile"):
        count = told.get(pile)
        if count is None:
            continue
        if count > left - sum(counts.values()):
            raise _too_many(pile, left - sum(counts.values()))
        counts[pile] = count
    rest = left - sum(counts.values())
    if "draw_pile" not in counts:
        return {"draw_pile": rest, "discard_pile": counts.get("discard_pile", 0)}
    return {"discard_pile": rest, **counts}


def _too_many(where: str, most: int) -> EngineError:
    if most < 0:
        return Malformed("situation.players", "box_holds")
    return Refusal(Reason("NOT_IN_THE_BOX", RULE, {"count": most, "where": where}))
