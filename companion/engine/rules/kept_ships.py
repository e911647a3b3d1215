"""Ships that lie before players and in no pile: told by their color where nobody asks which one it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.engine.printed.box import own_card
from companion.engine.printed.cards import Ship, Unknown
from companion.engine.printed.catalogue import printed_cards
from companion.engine.refusals import Malformed
from companion.engine.table.draft import Draft
from companion.engine.table.state import Game
from companion.engine.values import word

from . import counting

# Of one that a situation tells of only the color may be known.
Kept = Ship | Unknown


def discarded(draft: Draft, color: str | None) -> Ship:
    """The ship of that color which went to the discard pile last."""
    cards = (draft.game.deck.kinds[index].card for index in reversed(draft.known_discards))
    found = next((card for card in cards if isinstance(card, Ship) and card.color == color), None)
    return found or draft.refuse("NOT_IN_THE_BOX", "count", count=0)


def brought_back(draft: Draft, color: str | None) -> Ship:
    """That ship, which lies before somebody after all."""
    ship = discarded(draft, color)
    counting.lay_down(draft, ship)
    return ship


def told(game: Game, said: object, others: Iterable[Kept], field: str) -> Kept:
    """A ship that a situation names by its color or its id, where those `others` lie already; raises Malformed."""
    name = word(said, field)
    return _some(game, name, others, field) if name in game.deck.colors else _one(game, name, field)


def _one(game: Game, name: str, field: str) -> Ship:
    """The ship that an id names."""
    card = printed_cards().get(name) or own_card(name)
    if isinstance(card, Ship):
        card = game.deck.printed(card)
    known = card is not None and (game.deck.index(card) is not None or game.deck.place_of(card) is not None)
    if not isinstance(card, Ship) or not known:
        raise Malformed(field, "table_card")
    return card


def _some(game: Game, color: str, others: Iterable[Kept], field: str) -> Kept:
    """A ship of that color: which one it is nobody asks, so one of which nobody knows the numbers where there is one."""
    named = Counter(others)
    kinds = game.deck.kinds
    for kind in (*(kinds[place] for place in game.deck.places), *kinds):
        card = kind.card
        kept = isinstance(card, Ship) or (isinstance(card, Unknown) and card.of == "ship")
        if isinstance(card, Ship | Unknown) and kept and card.color == color and named[card] < kind.count:
            return card
    raise Malformed(field, "box_holds")
