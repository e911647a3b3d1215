"""The kinds of cards, by their printed numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.engine.values import NOTHING

from .prints import Printed, Prints

COLORS = ("yellow", "blue", "green", "red", "black")
SYMBOLS = ("captain", "priest", "settler")
BONUSES = ("most_swords", "fewest_vp")
MIXED = "mixed"
# As many as an expedition can ask for.
MOST_SYMBOLS = 6


# When persons pay their owner: when his part opens, when it opens and no card lies there, at a bust, at a Tax Increase.
PART, EMPTY, BUST, TAX = WHENS = ("part", "empty", "bust", "tax")


@dataclass(frozen=True, slots=True)
class Income:
    """Coins that a person pays its owner, when, and where a part opens with how many cards (`at_least` to `at_most`); `paid`
    and `unpaid` are the codes by which an answer says so, `rule` the one for it where it is not named like the line (`why`).
    """

    why: str
    coins: int
    when: str = PART
    at_least: int = 0
    at_most: int = 99
    paid: str = "OK"
    unpaid: str = "NO_EFFECT"
    rule: str = ""

    def lies(self, cards: int) -> bool:
        """Whether it pays with so many cards in the harbor."""
        return self.at_least <= cards <= self.at_most and (self.when != EMPTY or not cards)


def line_of(person: str, when: str) -> str:
    """How the ledger names what a person pays then: by the person, and when that is another time than a part's start."""
    return person if when == PART else f"{person}_{when}"


def payer(why: str) -> str:
    """Whose coins a line of the ledger pays, where a person pays at several times."""
    person, _, when = why.rpartition("_")
    return person if when in WHENS and line_of(person, when) == why else why


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a person does for its owner, as data, so that cards that do the same share it."""

    symbols: tuple[str, ...] = ()
    discount: int = 0
    extra_takes: int = 0
    trade_bonus: int = 0
    # More cards to take after trading with a ship of the person's color.
    trade_takes: int = 0
    # Points of each ship of the person's color that is traded with, which then lies under the person.
    trade_points: int = 0
    incomes: tuple[Income, ...] = ()
    # Only of what is lent: those of a person are printed on the card.
    swords: int = 0

    @property
    def of_color(self) -> bool:
        """Whether the person is for the ships of one color."""
        return bool(self.trade_bonus or self.trade_takes or self.trade_points)


@dataclass(frozen=True, slots=True)
class Ship(Printed):
    """A ship; `swords` is None on a ship with a skull, which is never repelled. `prints`: what its set prints on it
    besides. `unread`: it lies there, and nobody has read its numbers off yet.
    """

    color: str
    swords: int | None
    coins: int
    prints: Prints = ()
    unread: bool = False
    id: str | None = field(default=None, compare=False)
    kind: str = field(default="ship", init=False, compare=False)


@dataclass(frozen=True, slots=True)
class Person:
    """A person; `cost` and `vp` are None where a situation does not give them, or where it is `unread`."""

    type: str
    cost: int | None
    vp: int | None
    swords: int = 0
    color: str | None = None
    abilities: Abilities = field(default=Abilities(), compare=False)
    unread: bool = False
    id: str | None = field(default=None, compare=False)
    kind: str = field(default="person", init=False, compare=False)


@dataclass(frozen=True, slots=True)
class Expedition:
    """An expedition: one person is discarded for each symbol in `need`."""

    need: tuple[str, ...]
    coins: int
    vp: int
    id: str | None = field(default=None, compare=False)
    kind: str = field(default="expedition", init=False, compare=False)


@dataclass(frozen=True, slots=True)
class Tax:
    """A Tax Increase: who reaches `threshold` loses half rounded down, or all above `down_to`."""

    bonus: str
    threshold: int
    down_to: int | None = None
    bonus_coins: int = 1
    id: str | None = field(default=None, compare=False)
    kind: str = field(default="tax", init=False, compare=False)

    def loss(self, coins: int) -> int:
        """Coins that an owner of `coins` loses (`000 1. Discover (Tax Increase)`)."""
        if coins < self.threshold:
            return 0
        return coins // 2 if self.down_to is None else coins - self.down_to


@dataclass(frozen=True, slots=True)
class Unknown(Printed):
    """A card of which only this is known: a ship, a person or an expedition (`of`), of which type or color, with which of
    these words printed on it besides; MIXED is a ship of any color with one of them, or a Tax Increase. Its numbers stand
    in the group's own box, and are learned when it is drawn: `asks` says which, in the order of the card, and `known` are
    those that the booklet tells.
    """

    of: str
    type: str | None = None
    color: str | None = None
    prints: Prints = ()
    known: Mapping[str, int] = field(default_factory=lambda: NOTHING, compare=False)
    asks: tuple[str, ...] = field(default=(), compare=False)
    id: str | None = field(default=None, compare=False)
    kind: str = field(default="unknown", init=False, compare=False)

    def fits(self, card: Card) -> bool:
        """Whether that card may be one of these."""
        if self.of == MIXED:
            ship = isinstance(card, Ship) and card.color in COLORS and (card.unread or self._says(card))
            return isinstance(card, Tax) or ship
        kind = getattr(card, "type", None)
        same = (self.of, self.type, self.color) == (card.kind, kind, getattr(card, "color", None))
        return same and (unread(card) or self._says(card))

    def _says(self, card: Card) -> bool:
        """Whether the card says one of these words, or none where it has none."""
        words = {key: value for key, value in getattr(card, "prints", ()) if isinstance(value, tuple)}
        may = dict(self.prints)
        return words.keys() == may.keys() and all(set(one) <= set(may[key]) for key, one in words.items())

    @property
    def counts_as(self) -> str:
        """Among which kind of cards it is counted."""
        return "ship" if self.of == MIXED else self.of


Card = Ship | Person | Expedition | Tax | Unknown
HarborCard = Ship | Person


def unread(card: Card | None) -> bool:
    """Whether a card lies there whose numbers nobody has entered yet."""
    return isinstance(card, Ship | Person) and card.unread
