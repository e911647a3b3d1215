"""The kinds of cards, by their printed numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.engine.values import NOTHING

COLORS = ("yellow", "blue", "green", "red", "black")
# What a ship may carry, for whoever keeps it instead of its coins.
ITEMS = ("bread", "rum", "book_of_rituals", "medicinal_herbs")
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
class Ship:
    """A ship; `swords` is None on a ship with a skull, which is never repelled. `gift`: it carries the mark that somebody
    else gets a coin too; `items`: what whoever keeps it has; `crowns`: what it pays besides its coins. `unread`: it lies
    there, and nobody has read its numbers off yet.
    """

    color: str
    swords: int | None
    coins: int
    gift: bool = False
    items: tuple[str, ...] = ()
    crowns: int = 0
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
class Unknown:
    """A card of which only this is known: a ship, a person or an expedition (`of`), of which type or color, with which of
    these items; MIXED is a ship of any color with one of them, or a Tax Increase. Its numbers stand in the group's own
    box, and are learned when it is drawn; `known` are those that the booklet tells.
    """

    of: str
    type: str | None = None
    color: str | None = None
    items: tuple[str, ...] = ()
    known: Mapping[str, int] = field(default_factory=lambda: NOTHING, compare=False)
    id: str | None = field(default=None, compare=False)
    kind: str = field(default="unknown", init=False, compare=False)

    def fits(self, card: Card) -> bool:
        """Whether that card may be one of these."""
        if self.of == MIXED:
            carries = isinstance(card, Ship) and card.color in COLORS and bool(card.items or card.unread)
            return isinstance(card, Tax) or (carries and set(getattr(card, "items", ())) <= set(self.items))
        kind, items = getattr(card, "type", None), getattr(card, "items", ())
        if not unread(card) and (bool(items) != bool(self.items) or not set(items) <= set(self.items)):
            return False
        return (self.of, self.type, self.color) == (card.kind, kind, getattr(card, "color", None))

    @property
    def asks(self) -> tuple[str, ...]:
        """What has to be entered from it, in the order of the card."""
        if self.of == "person":
            figures: tuple[str, ...] = ("cost", "vp", "swords")
        elif self.of == "expedition":
            figures = ("need", "coins", "vp")
        else:
            # Crowns stand in the place of coins.
            figures = ("swords", "coins", *(("crowns", "items") if self.items else ()))
        return tuple(
            key
            for key in figures
            if key not in self.known and not (key == "crowns" and "coins" in self.known)
        )

    @property
    def counts_as(self) -> str:
        """Among which kind of cards it is counted."""
        return "ship" if self.of == MIXED else self.of


Card = Ship | Person | Expedition | Tax | Unknown
HarborCard = Ship | Person


def unread(card: Card | None) -> bool:
    """Whether a card lies there whose numbers nobody has entered yet."""
    return isinstance(card, Ship | Person) and card.unread
