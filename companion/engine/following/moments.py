"""Moments of a turn at which something else may happen: told once the effect itself stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.engine.printed.cards import Expedition, HarborCard, Person, Ship, Tax


class Entered(NamedTuple):
    """An entry is about to be carried out by that player: whatever was open for the moment is over."""

    entry: Any
    by: int


class Placed(NamedTuple):
    """A card was drawn and lies in the harbor now."""

    card: HarborCard


class Repelled(NamedTuple):
    """The active player sent a ship away."""

    seat: int
    ship: Ship


class Traded(NamedTuple):
    """A ship was taken and has paid."""

    seat: int
    ship: Ship


class Hired(NamedTuple):
    """A person was paid for and belongs to the player."""

    seat: int
    person: Person


class Taxed(NamedTuple):
    """A Tax Increase took from `seats` and gave its bonus."""

    tax: Tax
    seats: tuple[int, ...]


class Busted(NamedTuple):
    """The active player's second ship of a color: the harbor, in which so many cards lay, is empty, the turn not over
    yet. Ship and cards are None where nobody told of them.
    """

    seat: int
    ship: Ship | None = None
    cards: int | None = None


class Claimed(NamedTuple):
    """An expedition was paid for with persons and belongs to the player."""

    seat: int
    expedition: Expedition


class PartOpened(NamedTuple):
    """A player's part of trade and hire begins, with so many cards in the harbor."""

    seat: int
    lying: int


class Left(NamedTuple):
    """A player leaves, and what lies before him is about to go."""

    seat: int


class Counted(NamedTuple):
    """The table has counted, and said what it sees."""


class GoalsLaid(NamedTuple):
    """The goals of this game lie on the table."""


class TurnBegan(NamedTuple):
    """A player's turn begins."""

    seat: int


class Told(NamedTuple):
    """A table begins in mid-game, as a situation tells: the rooms are there, and cards are not counted yet."""

    situation: Mapping[str, Any]


class Resumed(NamedTuple):
    """That table is as it was told, and what is open there may be asked."""

    situation: Mapping[str, Any]


class Settled(NamedTuple):
    """An entry is done, with all that passes by itself."""


Moment = (
    Entered
    | Placed
    | Repelled
    | Traded
    | Hired
    | Taxed
    | Busted
    | Claimed
    | PartOpened
    | Left
    | Counted
    | GoalsLaid
    | TurnBegan
    | Told
    | Resumed
    | Settled
)
