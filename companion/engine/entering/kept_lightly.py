"""Keeping a game lightly: what groups enter that do not tell every card, and how much they tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.engine.printed.cards import Card
from companion.engine.values import NOTHING

from .entries import CARD, HAD, PASSING, Key, key

MOST_LYING = 60


@dataclass(frozen=True, slots=True)
class HarborTold:
    """Discover is over, and these ships and persons lie there: how a turn is told that is kept by its `harbor`."""

    cards: tuple[Card, ...] = field(
        metadata=key(Key("cards", "With harbor: what lies there when Discover ends, in any order."))
    )
    by: int | None = None
    # What modules add to the entry, by their keys.
    more: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    type: ClassVar[str] = "harbor"


@dataclass(frozen=True, slots=True)
class Lying:
    """Discover is over, in a turn of which only takes are told. How many cards lie there is asked where somebody is paid by
    that.
    """

    count: int | None = field(
        default=None,
        metadata=key(
            Key("number", "With lying: how many cards lie there when Discover ends.", most=MOST_LYING)
        ),
    )
    nobody: bool = field(default=False, metadata=key(Key("flag", "With lying: nobody takes any of them.")))
    by: int | None = None
    type: ClassVar[str] = "lying"


@dataclass(frozen=True, slots=True)
class BustTold:
    """The turn busts, whatever lay there: no card is named."""

    by: int | None = None
    type: ClassVar[str] = "bust"


@dataclass(frozen=True, slots=True)
class TakeCard:
    """A card is taken that nobody has told of before, in a turn of which only takes are told."""

    card: Card = field(metadata=key(CARD))
    by: int | None = None
    passing: bool = field(default=False, metadata=key(PASSING))
    had: int | None = field(default=None, metadata=key(HAD))
    type: ClassVar[str] = "take_card"
