"""What could be entered."""

from __future__ import annotations

from typing import NamedTuple

from .cards import Card
from .refusals import Reason


class Template(NamedTuple):
    """One thing that could be entered, with its price or gain; `coins` is the net change for `by`, `cards` how many
    cards the entry names.

    A named tuple, as a dozen of them are made after every entry and a frozen dataclass costs five times as much.
    """

    type: str
    by: int
    allowed: bool
    refusal: Reason | None = None
    harbor_index: int | None = None
    expedition_index: int | None = None
    card: Card | None = None
    coins: int | None = None
    price: int | None = None
    discount: int | None = None
    gain: int | None = None
    trader: int | None = None
    compensation: int | None = None
    discard: tuple[str, ...] | None = None
    bonus: str | None = None
    bust: bool | None = None
    cards: int | None = None
    rest: bool | None = None
    passing: bool | None = None
    next: int | None = None
