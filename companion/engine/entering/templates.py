"""What could be entered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.printed.cards import Card
from companion.engine.refusals import Reason
from companion.engine.values import NOTHING


class Ask(NamedTuple):
    """What still has to be said before the entry is whole: `of` a card, seat, flag, number or word, one of `choices`
    where there are any; a list of `many` where that is said, of as many as there are where that is 0; `most` is the largest number, or the most letters;
    `coins` is what the seat that is chosen gets.
    """

    key: str
    of: str
    many: int | None = None
    choices: tuple[str | int, ...] = ()
    most: int | None = None
    coins: int | None = None


class Template(NamedTuple):
    """One thing that could be entered. `keys` are those of the entry itself, `figures` what it costs or brings;
    `answers` is the kind of the decision that it would settle, `module` whose it is where not the base game's, `about`
    where on the table it belongs.

    A named tuple, as a dozen of them are made after every entry and a frozen dataclass costs five times as much.
    """

    type: str
    by: int
    refusal: Reason | None = None
    keys: Mapping[str, object] = NOTHING
    card: Card | None = None
    figures: Mapping[str, object] = NOTHING
    asks: tuple[Ask, ...] = ()
    answers: str | None = None
    module: str | None = None
    about: Mapping[str, object] = NOTHING

    @property
    def allowed(self) -> bool:
        return self.refusal is None

    @property
    def harbor_index(self) -> int | None:
        found = self.keys.get("harbor_index")
        return found if isinstance(found, int) else None

    @property
    def expedition_index(self) -> int | None:
        found = self.keys.get("expedition_index")
        return found if isinstance(found, int) else None
