"""What players enter: things that happened on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .cards import Card, Expedition, Person


@dataclass(frozen=True, slots=True)
class Draw:
    """A card is drawn. `repel`: tried (True), kept though it could be repelled (False), still open (None). `learn`: the
    box has it, and the catalogue has not, or has it as `instead_of`.
    """

    card: Card
    by: int | None = None
    repel: bool | None = None
    learn: bool = False
    instead_of: str | None = None
    type: str = field(default="draw", init=False)


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """The active player wants a card and the piles may be empty."""

    by: int | None = None
    type: str = field(default="draw_request", init=False)


@dataclass(frozen=True, slots=True)
class ExtraTax:
    """Says which bonus Yucata's extra Tax Increase carries."""

    bonus: str
    by: int | None = None
    type: str = field(default="extra_tax", init=False)


@dataclass(frozen=True, slots=True)
class Repel:
    """The ship just drawn is sent away."""

    by: int | None = None
    harbor_index: int | None = None
    type: str = field(default="repel", init=False)


@dataclass(frozen=True, slots=True)
class Keep:
    """The ship just drawn stays, though it could be repelled."""

    by: int | None = None
    type: str = field(default="keep", init=False)


@dataclass(frozen=True, slots=True)
class Stop:
    """The active player ends Discover."""

    by: int | None = None
    type: str = field(default="stop", init=False)


@dataclass(frozen=True, slots=True)
class BeginPart:
    """A player's part of trade and hire opens, and pays."""

    by: int | None = None
    type: str = field(default="begin_part", init=False)


@dataclass(frozen=True, slots=True)
class Take:
    """A card is taken from the harbor; `passing`: those whose part comes before have passed. `had`: the coins that the
    taker has counted before it, where the phone showed others.
    """

    harbor_index: int
    by: int | None = None
    passing: bool = False
    had: int | None = None
    type: str = field(default="take", init=False)


@dataclass(frozen=True, slots=True)
class Pass:
    """A player takes nothing more; `rest`: nobody else does; `passing`: nor do those before."""

    by: int | None = None
    passing: bool = False
    rest: bool = False
    type: str = field(default="pass", init=False)


@dataclass(frozen=True, slots=True)
class ClaimExpedition:
    """An expedition is claimed; `discard` names the person types given up, None where only one way exists."""

    expedition_index: int
    by: int | None = None
    discard: tuple[str, ...] | None = None
    type: str = field(default="claim_expedition", init=False)


@dataclass(frozen=True, slots=True)
class StartTurn:
    """A player's turn begins: everything left in the one before is over."""

    by: int | None = None
    type: str = field(default="start_turn", init=False)


@dataclass(frozen=True, slots=True)
class FinishTurn:
    """Everything left in the turn is over."""

    by: int | None = None
    type: str = field(default="finish_turn", init=False)


@dataclass(frozen=True, slots=True)
class Count:
    """What the table counted where the phone shows something else."""

    draw_pile: int | None = None
    discard_pile: int | None = None
    coins: Mapping[int, int] = field(default_factory=dict)
    by: int | None = None
    display: Mapping[int, tuple[Person, ...]] = field(default_factory=dict)
    expeditions: Mapping[int, tuple[Expedition, ...]] = field(default_factory=dict)
    type: str = field(default="count", init=False)


@dataclass(frozen=True, slots=True)
class Payment:
    """A line of the ledger that the table did not pay (`times` 0), or paid twice (2): what it gave `by` (`coins`,
    below 0 where he paid), and from or to whom where that was no pile (`other`).
    """

    why: str
    coins: int
    times: int
    by: int | None = None
    other: int | None = None
    type: str = field(default="payment", init=False)


@dataclass(frozen=True, slots=True)
class Leave:
    """A player leaves in mid-game; what he has is out of it."""

    by: int | None = None
    type: str = field(default="leave", init=False)


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody joins late, to sit next after the seat `after`; with the coins of the set-up where none are named.

    `seat` is the number that he has once it is known; left out, it is the next one.
    """

    name: str
    after: int
    coins: int | None = None
    seat: int | None = None
    by: int | None = None
    type: str = field(default="join", init=False)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """From now on the group plays by other options."""

    options: Mapping[str, Any]
    by: int | None = None
    type: str = field(default="rules", init=False)


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """The discard pile was shuffled into the draw pile before that one was empty."""

    by: int | None = None
    type: str = field(default="reshuffle", init=False)


@dataclass(frozen=True, slots=True)
class Learn:
    """The box has a card more that is printed like this, or has it in the place of one of the catalogue."""

    card: Card
    instead_of: str | None = None
    by: int | None = None
    type: str = field(default="learn", init=False)


@dataclass(frozen=True, slots=True)
class Missing:
    """So many cards of a kind are missing from the box."""

    card: Card
    count: int = 1
    by: int | None = None
    type: str = field(default="missing", init=False)


@dataclass(frozen=True, slots=True)
class ExpansionEntry:
    """An entry that only an expansion knows, with what it read from it."""

    type: str
    by: int | None = None
    cards: tuple[Card, ...] = ()


Entry = (
    Draw
    | DrawRequest
    | ExtraTax
    | Repel
    | Keep
    | Stop
    | BeginPart
    | Take
    | Pass
    | ClaimExpedition
    | StartTurn
    | FinishTurn
    | Count
    | Payment
    | Leave
    | Join
    | HouseRules
    | Reshuffle
    | Learn
    | Missing
    | ExpansionEntry
)

# What the whole table does: it is nobody's part, and holds in whoever's turn it is entered.
OfTheTable = Count | Payment | Leave | Join | HouseRules | Reshuffle | Learn | Missing
