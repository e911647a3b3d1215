"""The door through which the base game and the modules come to the table: each hook declared once, with its signature, its
line in the documents and how the house that all doors make together collects it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from companion.engine.entering.entries import Key
from companion.engine.entering.templates import Ask, Template
from companion.engine.following.moments import Moment
from companion.engine.printed.cards import Abilities, Card, HarborCard, Income
from companion.engine.refusals import Reason
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import Game, Outcome, State

from .brought import Declined, EntryKind, Figure, Merits, Pile, Refused, Room, Stay, Worth

Against = Callable[[Table, int], Reason | None]
AgainstCard = Callable[[Table, int, Card], Reason | None]
OfPlayer = Callable[[Table, int], Iterable[Figure]]
OfCard = Callable[[Table, int, HarborCard], Iterable[Figure]]
Templates = Callable[[State], Iterable[Template]]
Shows = Callable[[State], Mapping[str, Any]]
# The rules that every game of the family has in common.
COMMON = ""
# What stands against everything that is played, but for a door's own entries.
EVERYTHING = "*"
# What stands against turning up cards in any other way than by a draw.
DRAWING = "drawing"
# And against what a player does for a goal in a turn that has just begun, but for what is left over from the one before.
IN_TURN = "in_turn"


def in_order(brought: Iterable[Iterable[Any]]) -> tuple[Any, ...]:
    """Those of all doors, in the order of the modules."""
    return tuple(one for some in brought for one in some)


def last_first(brought: Iterable[Iterable[Any]]) -> tuple[Any, ...]:
    """The modules before the rules that they change."""
    return in_order(brought)[::-1]


def by_key(brought: Iterable[Mapping[Any, Any]]) -> dict[Any, Any]:
    """One for each key: the last of those that are for the same."""
    return {key: one for some in brought for key, one in some.items()}


def listed(brought: Iterable[Mapping[Any, tuple[Any, ...]]]) -> dict[Any, tuple[Any, ...]]:
    """For each key those of all doors, in order."""
    found: dict[Any, tuple[Any, ...]] = {}
    for some in brought:
        for key, ones in some.items():
            found[key] = (*found.get(key, ()), *ones)
    return found


def hook(collect: Callable[[Any], Any], says: str) -> Any:
    """A hook: what it `says` in the documents, and how a house collects what doors bring."""
    made: Callable[[], Any] = dict if collect in (by_key, listed) else tuple
    return field(default_factory=made, metadata={"collect": collect, "says": says})


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooks:
    """What the base game or a module may bring, all of it optional. A hook asks the table, never another module."""

    entries: tuple[EntryKind, ...] = hook(
        in_order,
        "what players enter: `EntryKind(form, record)`; the form's fields are its keys",
    )
    adds: Mapping[str, Mapping[str, Key]] = hook(
        by_key, "keys for entries of others, by type; said in `Draft.more` while the entry is recorded"
    )
    rooms: tuple[Room, ...] = hook(in_order, "state of its own: `Room(name, begin, turn, read)`")
    moments: Mapping[type[Moment], tuple[Callable[[Draft, Any], None], ...]] = hook(
        listed,
        "what happens then, once the effect stands: `following/moments.py` has all, from `Entered`, before an entry is carried "
        "out, to `Settled`; `Told` and `Resumed` in mid-game, before and after its piles are counted",
    )
    against: Mapping[str, tuple[Against, ...]] = hook(
        listed,
        "what must not happen now, by type of entry, or EVERYTHING that is played: asked before the rules of its kind, and "
        "for the templates",
    )
    repelling: tuple[AgainstCard, ...] = hook(in_order, "what stands against sending a ship away")
    takes: tuple[OfPlayer, ...] = hook(in_order, "cards to take in a part")
    price: tuple[OfCard, ...] = hook(in_order, "what changes the price of a person")
    trade: tuple[OfCard, ...] = hook(in_order, "what a ship pays besides its own coins")
    grants: tuple[OfCard, ...] = hook(in_order, "more cards to take once that card is taken")
    brings: tuple[OfCard, ...] = hook(in_order, "more than coins for a card, by its name")
    asks: tuple[Callable[[Table, int, HarborCard], Iterable[Ask]], ...] = hook(
        in_order, "what the taking of a card asks for besides"
    )
    declines: tuple[Callable[[Table, int, HarborCard], Declined | None], ...] = hook(
        in_order, "that the taker of a ship wants none of its coins"
    )
    stays: tuple[Callable[[Table, int, HarborCard], Stay | None], ...] = hook(
        in_order,
        "where a ship stays that pays its coins, and its points there; `keeps` then sees to it",
    )
    keeps: tuple[Callable[[Draft, int, HarborCard, str], bool], ...] = hook(
        last_first,
        "where a card goes that is `repelled`, `traded` or `hired`, true if it is taken care of",
    )
    holds: tuple[Callable[[Table, int], Iterable[Card]], ...] = hook(
        in_order, "cards that lie before a player besides those of his display"
    )
    incomes: Mapping[str, Callable[[Table, int, Income], Worth]] = hook(
        by_key, "what an income pays that does not always pay its coins, by its `why`"
    )
    payments: tuple[str, ...] = hook(
        in_order,
        "ledger lines that pay, so may be forgotten or told twice; in its words `params.why`, `booking` and `delta`",
    )
    headlines: Mapping[str, str] = hook(
        by_key, "codes of what an entry led to, each with the one that it comes after"
    )
    lends: tuple[Callable[[Table, int], Iterable[tuple[str, Abilities]]], ...] = hook(
        in_order,
        "abilities that no person in the display gives, with the term for who lends them",
    )
    templates: tuple[Templates, ...] = hook(in_order, "what could be entered, with what it still asks for")
    reaches: tuple[Callable[[State, int], Iterable[Template]], ...] = hook(
        in_order, "goals that a player could complete, whoever's turn it is"
    )
    shows: tuple[Shows, ...] = hook(
        in_order, "more of the view: goals, countdowns; under `players` badges, tracks, by seat"
    )
    scores: tuple[OfPlayer, ...] = hook(in_order, "points that lie on no card, by their label")
    ends: tuple[Callable[[Table], Outcome | None], ...] = hook(
        in_order,
        "another end: won or lost, with a title and points of all together",
    )
    merits: tuple[Merits, ...] = hook(
        in_order,
        "what somebody needs to win besides points, and what breaks a tie before the coins",
    )
    piles: tuple[Pile, ...] = hook(
        in_order,
        "a pile of its own: when the next card comes from it, and how many lie there",
    )
    tops: tuple[Callable[[Table], Card | None], ...] = hook(
        in_order, "the card of the draw pile that comes next, where somebody has seen it"
    )
    beside: tuple[Callable[[Game], Mapping[str, int]], ...] = hook(
        in_order,
        "how many of its cards lie beside the table at the beginning, by id",
    )
    apart: tuple[Callable[[Table], int], ...] = hook(in_order, "and how many do now")
    unpacks: tuple[Callable[[Game], Iterable[Mapping[str, Any]]], ...] = hook(
        in_order, "steps more from the box to the first card"
    )
    queries: Mapping[str, Callable[[Any], Mapping[str, Any]]] = hook(
        by_key, "what may be asked of a situation besides"
    )
    figures: tuple[Callable[[State], Mapping[str, Any]], ...] = hook(
        in_order, "figures that rulings tell of the table"
    )
    facts: Mapping[str, Callable[[str, object], Mapping[str, Any]]] = hook(
        by_key,
        "what is entered from its cards once: how each kind is checked, for the group's box",
    )
    campaigns: tuple[Callable[[Mapping[str, Any]], Mapping[str, Any]], ...] = hook(
        in_order, "how it is read where a story stands that goes over several evenings"
    )
    lines: Mapping[str, tuple[str, ...]] = hook(
        by_key,
        "its lines of the ledger, by their `why`, each with the keys of its params",
    )
    refuses: Mapping[str, Refused] = hook(
        by_key,
        "its refusals, by code, each with its rules and the keys of its params",
    )


@dataclass(frozen=True, slots=True)
class Door(Hooks):
    """What the `module` brings to every table that plays it; `ways`: a door besides, where it is played in such a way."""

    module: str
    ways: Mapping[str, Door] = field(default_factory=dict)


HOOKS = fields(Hooks)


@dataclass(frozen=True, slots=True)
class House(Hooks):
    """All `doors` of a table as one. Found in them: the `kinds` of entries by their type, where each room stands among
    them by its name (`places`), and the order of the headlines (`ranks`).
    """

    modules: tuple[str, ...]
    doors: tuple[Door, ...]
    kinds: Mapping[str, EntryKind]
    places: Mapping[str, int]
    ranks: Mapping[str, int]
