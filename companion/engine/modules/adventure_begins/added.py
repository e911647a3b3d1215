"""The play cards of this box: which are in the deck already, and which are shuffled in by the story."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from companion.engine.house.living import room, set_room
from companion.engine.printed.box import Box
from companion.engine.printed.cards import Unknown
from companion.engine.printed.catalogue import card_set
from companion.engine.refusals import Malformed
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import Game
from companion.engine.values import mapping, number

from . import people
from .missions import MODULE

ROOM, RULE = "adventure_added", "added_cards"


@cache
def printed() -> Mapping[str, int]:
    """The places of this box's cards, with how many there are."""
    kinds = card_set(MODULE).kinds
    return {str(kind.card.id): kind.count for kind in kinds if isinstance(kind.card, Unknown)}


def totals(game: Game) -> dict[str, int]:
    """How many of each the group's box has."""
    missing = game.setup.box.missing
    return {name: max(0, count - missing.get(name, 0)) for name, count in printed().items()}


def at_first(game: Game) -> dict[str, int]:
    """How many of each are in the deck from the beginning, as the evenings before left them. The variable game follows the
    whole adventure: all of them, whatever a campaign says (`004 The Variable Competitive Game`).
    """
    if people.variable(game):
        return totals(game)
    said: Mapping[str, int] = game.setup.campaign.get("added", {})
    return {name: min(most, said.get(name, 0)) for name, most in totals(game).items()}


def beside(game: Game) -> dict[str, int]:
    """How many of each lie beside the table when the game begins."""
    there = at_first(game)
    return {name: most - there[name] for name, most in totals(game).items()}


def added(table: Table) -> Mapping[str, int]:
    """How many of each are in the deck, or came from it."""
    found: Mapping[str, int] = room(table, ROOM)
    return found


def apart(table: Table) -> int:
    there = added(table)
    return sum(most - there[name] for name, most in totals(table.game).items())


def told(draft: Draft, said: Mapping[str, Any]) -> None:
    """What a situation tells; a ruling need not say which cards were shuffled in. Raises Malformed."""
    most = totals(draft.game)
    for name, count in () if draft.game.parts_open_by_themselves else most.items():
        put(draft, name, count)
    for name, count in mapping(said.get("added") or {}, "situation.added").items():
        if name not in most:
            raise Malformed("situation.added", "one_of", choices=tuple(most))
        put(draft, name, number(count, "situation.added", most[name]))


def _learned(box: Box, name: str) -> int:
    """Those of a place that were known when the game began: they had been in the deck before."""
    return sum(row.count for row in box.own if row.instead_of == name)


def shuffle_in(draft: Draft, more: Mapping[str, int], field: str = "entry.adds") -> None:
    """So many of each leave the edge of the table for the draw pile; raises Malformed for cards of another box."""
    there, most = dict(added(draft)), totals(draft.game)
    for name, count in more.items():
        if name not in most:
            raise Malformed(field, "one_of", choices=tuple(most))
        if there[name] + count > most[name]:
            draft.refuse("NOT_IN_THE_BOX", RULE, count=most[name] - there[name])
        put(draft, name, there[name] + count)
    if more:
        draft.draw_pile += sum(more.values())
        draft.say("cards_added", RULE, params={"count": sum(more.values()), "cards": dict(more)})


def put(draft: Draft, name: str, count: int) -> None:
    """So many of a place are in the deck now: those that nobody knows may come."""
    known = _learned(draft.game.setup.box, name)
    was = added(draft)[name]
    at = draft.game.deck.by_id[name]
    unseen = list(draft.unseen)
    unseen[at] = max(0, unseen[at] + max(0, count - known) - max(0, was - known))
    draft.unseen = tuple(unseen)
    set_room(draft, ROOM, {**added(draft), name: count})
