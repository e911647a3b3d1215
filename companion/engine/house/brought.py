"""What is brought through a door: figures with their reason, kinds of entries, rooms for state, piles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.engine.refusals import Reason
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import Game


class Figure(NamedTuple):
    """A part of a figure and who gives it, a term of the words."""

    why: str
    more: int


class Worth(NamedTuple):
    """What a person pays now at the start of a part, and the code that says why not where it is nothing."""

    coins: int
    unpaid: str = "NO_EFFECT"


class Declined(NamedTuple):
    """A ship whose coins the taker does not want, and what stands against that. `bonus`: what it pays besides its own
    coins is paid all the same.
    """

    against: Reason | None = None
    bonus: bool = False


@dataclass(frozen=True, slots=True)
class Merit:
    """What a player must have to bring the end and to win (`by`), and what breaks a tie before the coins: the fewest of
    `tie`.
    """

    by: str
    rule: str
    has: bool
    tie: str
    tie_rule: str
    count: int


@dataclass(frozen=True, slots=True)
class Merits:
    """That of a player at the table, and of one of whom only the end is told; `code`: what is said where nobody has it."""

    of: Callable[[Table, int], Merit]
    told: Callable[[Mapping[str, Any]], Merit]
    code: str


class Refused(NamedTuple):
    """A refusal: the rules that it may name (none: whichever it is about), the keys of its params, and the code that
    rulings have for it where that is another one.
    """

    rules: tuple[str, ...] = ()
    params: tuple[str, ...] = ()
    in_rulings: str = ""


class Stay(NamedTuple):
    """Where a ship stays that is traded with, a word of the view, and the points that it is worth there."""

    where: str
    points: int


@dataclass(frozen=True, slots=True)
class EntryKind:
    """A kind of entry: the form whose fields are its keys, and what it does. `check` raises Malformed where its keys
    contradict each other; `once` tells one from another where a player's turn sees each only once, so that two phones
    that enter the same are one. `forced`: it only says what happens whether the player wants it or not; `lays`: it lays out
    what has to lie there before anything is played, so that no other module waits for its own first; `still`: what is open
    for the moment is open after it.
    """

    form: type[Any]
    record: Callable[[Draft, Any, int], None]
    check: Callable[[Any, Game], None] | None = None
    once: Callable[[Any], object] | None = None
    forced: bool = False
    lays: bool = False
    still: bool = False


@dataclass(frozen=True, slots=True)
class Room:
    """State of a module's own. `begin` is what a new game has there, `turn` what the next turn begins with, of what was
    there and whether the turn busted; `read` makes it of the part of a situation that has its `name`.
    """

    name: str
    begin: Callable[[Game], Any]
    turn: Callable[[Any, bool], Any] | None = None
    read: Callable[[object, Game], Any] | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile of a module's own: whether the next card has to come from it, what becomes of it when one does, how many
    cards it holds with others that are out of the game, and what stands meanwhile against several of the draw pile at once.
    """

    due: Callable[[Table], bool]
    leaves: Callable[[Draft], None]
    holds: Callable[[Table], int]
    first: Callable[[Table], Reason | None]
