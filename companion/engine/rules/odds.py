"""What the next card may be, counted among the cards that nobody has seen, and the switch that tells everybody."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import NamedTuple

from companion.engine.entering.entries import Coach
from companion.engine.house.living import pile_due, top_of
from companion.engine.printed.cards import Card, Ship, Unknown
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import CARDS, GAME_OVER

from . import how_told
from .discover import collides, draw_reason, unrepellable
from .life import check_going_on

BUST, REPEL, COLOR, UNREAD = "bust", "repel", "color", "unread"
# What a card may turn out to be, the worst first; `unread`: its numbers are in the group's box alone, and decide.
OUTCOMES = (BUST, REPEL, COLOR, "person", "expedition", "tax", UNREAD)


class Odds(NamedTuple):
    """How many cards nobody has seen, how many of them are in the draw pile, and of each outcome which, by their ids."""

    cards: int
    pile: int
    outcomes: dict[str, dict[str, int]]


def coach(draft: Draft, entry: Coach, by: int) -> None:
    """Everybody sees the same, or nobody does."""
    check_going_on(draft)
    if entry.on == draft.game.coach:
        draft.refuse("NO_EFFECT", "draw")
    draft.game = replace(draft.game, coach=entry.on)
    draft.say("coach_on" if entry.on else "coach_off", "draw")


def odds(table: Table) -> Odds | None:
    """What may come, each unseen card as likely as any other; the one that somebody has seen on top is certain. None where no
    card of the draw pile is next, or nobody knows what may come.
    """
    if not table.game.followed or how_told.way(table) != CARDS:
        return None
    if table.phase == GAME_OVER or draw_reason(table, table.active) or pile_due(table) or not table.draw_pile:
        return None
    top = top_of(table)
    if top is not None:
        return Odds(1, 1, {outcome(table, top): {str(top.id): 1}})
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for kind, left in zip(table.game.deck.kinds, table.unseen, strict=True):
        if left:
            found[outcome(table, kind.card)][str(kind.card.id)] = left
    cards = sum(sum(ids.values()) for ids in found.values())
    return Odds(cards, table.draw_pile, {what: found[what] for what in OUTCOMES if what in found})


def outcome(table: Table, card: Card) -> str:
    """What drawing that card now would be (`000 1. Discover`)."""
    of = card.of if isinstance(card, Unknown) else card.kind
    if isinstance(card, Ship | Unknown) and of == "ship" and not collides(table, card):
        return COLOR
    if isinstance(card, Unknown) and of not in ("person", "expedition"):
        return UNREAD
    if isinstance(card, Ship):
        return BUST if unrepellable(table, card) else REPEL
    return of
