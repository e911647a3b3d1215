"""What slips there are, how easily each is made, and how one is written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.cards import COLORS, Card, Expedition, Person, Ship
from companion.engine.entries import Entry

# The keys as they lie under the thumb, five a row.
PAD = (
    COLORS,
    ("sailor", "trader", "settler", "captain", "priest"),
    ("pirate", "mademoiselle", "jester", "admiral", "governor"),
    ("jack", "expedition", "tax"),
)

# How easily a payment is forgotten: most easily those that somebody gets in the turn of another, and those beside a
# bigger one.
FORGOTTEN: Mapping[str, float] = {
    "trader": 8,
    "compensation": 6,
    "admiral": 6,
    "jester_bust": 6,
    "jester_empty": 6,
    "tax_bonus": 6,
    "tax_loss": 3,
    "expedition": 3,
    "trade": 3,
    "hire": 3,
}
# And made twice, compared with that.
TWICE = 0.5
# How easily a card is tapped as another one with its key, or with a key beside it.
SHARES: Mapping[str, float] = {"numbers": 4, "neighbour": 3}
# A card printed otherwise is seen when its numbers are tapped.
UNLIKE = 0.25
TAKER = 5.0
MISSED = 6.0
# The same card twice is mostly drawn twice, and two entries are seldom such that their order matters: given such a
# place, the slip is likely.
DOUBLED = 40.0
ORDER = 40.0
# A slip of a turn ago is more likely to be there still than one of two turns ago.
FADES = 0.985


class Shift(NamedTuple):
    """How a table differs from the recorded one: coins by seat, draw pile, discard pile."""

    coins: tuple[int, ...]
    draw: int = 0
    discard: int = 0


class Edit(NamedTuple):
    """An entry put in the place of the one that stands there ("change"), before it ("insert"), or none ("remove")."""

    place: int
    act: str
    entry: Entry | None = None
    override: bool = False


class Owned(NamedTuple):
    """A person who is somebody's, or is not, other than recorded."""

    seat: int
    person: Person
    sign: int


class Slip(NamedTuple):
    """Something that may have gone wrong. `shift` is what it would mean for coins and piles as of the entry `since`,
    `owned` what it changes about who owns what; `loose`: what else it means is only known from the log gone through.
    """

    kind: str
    place: int
    seat: int | None
    weight: float
    edits: tuple[Edit, ...]
    params: Mapping[str, object]
    shift: Shift
    since: int
    owned: tuple[Owned, ...] = ()
    loose: bool = False


def key_of(card: Card) -> str:
    """The key under which the card lies."""
    if isinstance(card, Ship):
        return card.color
    return card.type if isinstance(card, Person) else card.kind


def _neighbours() -> Mapping[str, frozenset[str]]:
    at = {key: (row, column) for row, keys in enumerate(PAD) for column, key in enumerate(keys)}
    return {
        key: frozenset(other for other, (r, c) in at.items() if abs(r - row) + abs(c - column) == 1)
        for key, (row, column) in at.items()
    }


NEIGHBOURS = _neighbours()


def alike(card: Card, other: Card) -> bool:
    """The same numbers are printed on both."""
    if isinstance(card, Ship) and isinstance(other, Ship):
        return (card.swords, card.coins) == (other.swords, other.coins)
    if isinstance(card, Person) and isinstance(other, Person):
        return (card.cost, card.vp) == (other.cost, other.vp)
    return isinstance(card, Expedition) or isinstance(other, Expedition) or card.kind == other.kind == "tax"


def mistaken(card: Card, other: Card) -> tuple[str, float] | None:
    """How `other` comes to be recorded as `card`, and how easily."""
    if card == other:
        return None
    mine, its = key_of(card), key_of(other)
    if mine == its:
        return ("numbers", 1)
    if its in NEIGHBOURS.get(mine, ()):
        return ("neighbour", 1 if alike(card, other) else UNLIKE)
    return None
