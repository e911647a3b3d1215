"""What slips there are, how easily each is made, and how one is written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.entering.entries import Entry
from companion.engine.printed.cards import COLORS

from .differences import Owned, Shift

# The keys as they lie under the thumb, five a row.
PAD = (
    COLORS,
    ("sailor", "trader", "settler", "captain", "priest"),
    ("pirate", "mademoiselle", "jester", "admiral", "governor"),
    ("jack", "expedition", "tax"),
)

# How easily each slip is made where there is a chance to, compared with a payment that is forgotten. Round figures, so
# that of random games with one slip each (tests/bench/test_slips.py, other seeds than are measured) the likeliest is
# mostly the right one.
EASE: Mapping[str, float] = {
    # A payment, where an entry brings one.
    "not_paid": 1,
    "paid_twice": 1,
    # A card that is drawn: chances abound, and most of these slips show in nothing that is counted.
    "numbers": 2,
    "neighbour": 2,
    # A card that is taken: there are fewer of them, and most wrong takers are seen at once.
    "taker": 6,
    # A turn, as it is not known where in it; a tax where it is one.
    "missed_draw": 2,
    # Two equal cards in a row seldom come by chance: given such a place, the slip is likely.
    "doubled_draw": 40,
    # Two entries whose order matters are rarer still.
    "order": 100,
}
# A slip of a turn ago is more likely to be there still than one of two turns ago: since then, coins were looked at.
FADES = 0.9


class Edit(NamedTuple):
    """An entry put in the place of the one that stands there ("change"), before it ("insert"), or none ("remove")."""

    place: int
    act: str
    entry: Entry | None = None
    override: bool = False


class Slip(NamedTuple):
    """Something that may have gone wrong. `shift` is what it would mean for coins and piles as of the entry `since`,
    `owned` what it changes about who owns what; `loose`: what else it means is only known from the turn gone through.
    `weight`: how easily it is made.
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
