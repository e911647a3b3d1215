"""As which other card one may be tapped: with its key, or with a key beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.engine.printed.cards import Card, Person, Ship
from companion.engine.printed.catalogue import Kind

from .kinds import PAD


class Meant(NamedTuple):
    """A card that somebody may have seen who tapped another one; `share`: how much likelier than the tapped one."""

    card: Card
    kind: str
    share: float


class _Taps(NamedTuple):
    """What may be tapped for one card, by the places in the deck."""

    key: tuple[int, ...]
    beside: tuple[int, ...]
    # Of those beside it: the same numbers are printed on them, so that nobody sees the slip.
    alike: tuple[int, ...]


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
    return _printed(card) == _printed(other)


def _printed(card: Card) -> tuple[object, ...]:
    if isinstance(card, Ship):
        return ("ship", card.swords, card.coins)
    return ("person", card.cost, card.vp, card.swords) if isinstance(card, Person) else (card.kind,)


@lru_cache(maxsize=8)
def _taps(cards: tuple[Card, ...]) -> tuple[_Taps, ...]:
    keys = [key_of(card) for card in cards]
    found = []
    for at, card in enumerate(cards):
        beside = [other for other, key in enumerate(keys) if key in NEIGHBOURS.get(keys[at], ())]
        found.append(
            _Taps(
                tuple(other for other, key in enumerate(keys) if key == keys[at] and other != at),
                tuple(beside),
                tuple(other for other in beside if alike(card, cards[other])),
            )
        )
    return tuple(found)


class Mistakes:
    """The slips of the thumb with one deck."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self._cards = tuple(kind.card for kind in kinds)
        self._at = {card: at for at, card in enumerate(self._cards)}
        self._taps = _taps(self._cards)

    def for_which(self, card: Card, unseen: Sequence[int]) -> Iterator[Meant]:
        """Which cards that one may have been, where so many of each were still to come."""
        tapped = self._at.get(card)
        if tapped is None:
            return
        # What the group has learned since was not known to come.
        unseen = (*unseen, *[0] * (len(self._cards) - len(unseen)))
        taps = self._taps[tapped]
        for other in taps.key:
            if unseen[other]:
                ways = sum(1 for one in self._taps[other].key if unseen[one])
                yield self._meant(other, "numbers", tapped, unseen, ways)
        for other in taps.beside:
            if unseen[other]:
                mine = self._taps[other]
                ways = sum(1 for one in mine.alike if unseen[one])
                # Whoever finds the numbers that he sees taps those.
                if ways and tapped not in mine.alike:
                    continue
                ways = ways or sum(1 for one in mine.beside if unseen[one])
                yield self._meant(other, "neighbour", tapped, unseen, ways)

    def _meant(self, other: int, kind: str, tapped: int, unseen: Sequence[int], ways: int) -> Meant:
        """A card of which many are to come is drawn more easily than one of which few are; and it is tapped in one of
        so many wrong ways.
        """
        share = unseen[other] / (max(1, unseen[tapped]) * max(1, ways))
        return Meant(self._cards[other], kind, share)
