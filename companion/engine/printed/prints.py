"""What a set prints on ships besides what every ship has, as its `cards.json` declares it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine.refusals import Malformed
from companion.engine.values import flag, number, sequence, word

# By its key, in the order of the sets.
Prints = tuple[tuple[str, Any], ...]


class Printed:
    """A card with `prints`."""

    __slots__ = ()
    prints: Prints

    def printed(self, key: str) -> Any:
        """What it says under a key that only some sets have; None where it says nothing."""
        for name, value in self.prints:
            if name == key:
                return value
        return None


@dataclass(frozen=True, slots=True)
class Print:
    """One thing besides: a flag, one of `words`, or a number up to `most`, with its `sign` in ids, which stands
    `in_place_of` another number. `about` it, and as what its words are `named`, is there to be read.
    """

    key: str
    about: str
    words: tuple[str, ...] = ()
    named: str = ""
    most: int = 0
    sign: str = ""
    in_place_of: str = ""

    def read(self, value: object, field: str) -> Any:
        """What a card says of it, something false where it says nothing; raises Malformed."""
        if self.words:
            return tuple(word(one, field, self.words) for one in sequence(value or [], field, 1))
        return number(value, field, self.most) if self.most else flag(value, field)

    def wrong(self, card: Any) -> Malformed | None:
        """What no card that says something of it can have printed on it."""
        value = card.printed(self.key)
        if self.words and (len(value) > 1 or not set(value) <= set(self.words)):
            return Malformed(self.key, "one_of", choices=self.words)
        if self.in_place_of and getattr(card, self.in_place_of):
            return Malformed(self.in_place_of, "nothing")
        if self.most and value > self.most:
            return Malformed(self.key, "whole_number", least=0, most=self.most)
        return None

    def in_id(self, value: Any) -> Sequence[str]:
        """How an id says it."""
        return value if self.words else [f"{self.sign}{value}" if self.most else self.key]

    def of_id(self, parts: Sequence[str]) -> Any:
        """And what it says in one of these parts, something false where none does."""
        if self.words:
            return tuple(part for part in parts if part in self.words)
        if not self.most:
            return self.key in parts
        numbers = (part.removeprefix(self.sign) for part in parts if part.startswith(self.sign))
        return next((int(one) for one in numbers if one.isdecimal() and len(one) < 3), 0)


def declared(rows: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Print]:
    """What a set declares, by its key."""
    return {key: Print(key, **{**row, "words": tuple(row.get("words", ()))}) for key, row in rows.items()}


def told(found: Iterable[tuple[str, Any]]) -> Prints:
    """Of what is said of a card only what says something."""
    return tuple((key, value) for key, value in found if value)
