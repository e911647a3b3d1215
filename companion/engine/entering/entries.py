"""What players enter: things that happened on the table. Each form declares its keys, by which it is read from JSON,
written, and shown in the specification.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any, ClassVar, NamedTuple, Protocol, cast

from companion.engine.printed.box import MOST
from companion.engine.printed.cards import BONUSES, Card, Expedition, Person
from companion.engine.table.seats import MOST_SEATS
from companion.engine.table.state import KEEPINGS
from companion.engine.values import NOTHING

MOST_NAMED = 12


class Entry(Protocol):
    """Anything that can be entered; `by` is the player's seat, left out where it is whoever's part it is."""

    @property
    def type(self) -> str: ...

    @property
    def by(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Key:
    """What an entry says under one name. `of`: a kind of value that `json/reading.py` knows; `least` and `most` bound a
    number or the length of a list (`most` None: as many cards as the table's box holds). `besides`: how that is read which
    only some goals have printed on them.
    """

    of: str
    about: str = ""
    least: int = 0
    most: int | None = None
    choices: tuple[str, ...] = ()
    besides: Mapping[str, Callable[[object, str], Any]] = field(default_factory=lambda: NOTHING)


class SaidGoal(NamedTuple):
    """A goal by its name, with the coins of its spaces and what is printed on it besides, where nobody knows them but who
    reads the card.
    """

    name: str
    spaces: tuple[int, ...] = ()
    besides: Mapping[str, Any] = NOTHING


def key(declared: Key) -> Mapping[str, Key]:
    """What a field of an entry carries that is one of its keys."""
    return {"key": declared}


def keys_of(form: type[Any]) -> Mapping[str, tuple[Key, object]]:
    """The keys that a form of entry declares, each with what it means where it is left out (MISSING: it may not)."""
    found = _KEYS.get(form)
    if found is None:
        found = _KEYS[form] = {
            one.name: (
                one.metadata["key"],
                one.default if one.default_factory is MISSING else one.default_factory(),
            )
            for one in fields(form)
            if "key" in one.metadata
        }
    return found


_KEYS: dict[type[Any], Mapping[str, tuple[Key, object]]] = {}


def seats_of(form: type[Any]) -> tuple[str, ...]:
    """Under which of its keys a form of entry names players."""
    found = _SEATS.get(form)
    if found is None:
        found = _SEATS[form] = tuple(
            name for name, (declared, _) in keys_of(form).items() if names_seats(declared)
        )
    return found


def names_seats(declared: Key) -> bool:
    return declared.of in ("seat", "seats") or declared.of.endswith("_by_seat")


_SEATS: dict[type[Any], tuple[str, ...]] = {}


CARD = Key("card", "A catalogue id, the printed numbers, or an index of the catalogue.")
BERTH = Key("number", "Where the card lies, as the view numbers it.", most=999)
INDEX = Key("number", "Which expedition, as the view numbers them.", most=999)
LEARN = Key("flag", "With a drawn card: the box has it, and the catalogue has not.")
INSTEAD_OF = Key(
    "printed",
    "With a learned card: which card of the catalogue is printed like this, or which one of the box was misread; left out, it is one more.",
)
PASSING = Key("flag", "Passes everybody whose part comes before.")
HAD = Key("number", "With a take: the taker's coins as counted before it, where others are shown.")


@dataclass(frozen=True, slots=True)
class Draw:
    """A card is drawn. A ship that could be repelled waits for `repel` or `keep` where `repel` is left out."""

    card: Card = field(metadata=key(CARD))
    by: int | None = None
    repel: bool | None = field(
        default=None,
        metadata=key(
            Key(
                "flag",
                "With a drawn ship: true repelled, false kept though it could be; left out, it is still open.",
            )
        ),
    )
    learn: bool = field(default=False, metadata=key(LEARN))
    instead_of: str | None = field(default=None, metadata=key(INSTEAD_OF))
    # What modules add to the entry, by their keys.
    more: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    type: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """The active player wants a card, though both piles may be empty: says what comes of that."""

    by: int | None = None
    type: ClassVar[str] = "draw_request"


@dataclass(frozen=True, slots=True)
class ExtraTax:
    """Says which bonus an extra tax carries that comes when both piles have run dry."""

    bonus: str = field(metadata=key(Key("word", "With extra_tax: who gains it.", choices=BONUSES)))
    by: int | None = None
    type: ClassVar[str] = "extra_tax"


@dataclass(frozen=True, slots=True)
class Repel:
    """The ship just drawn is sent away."""

    by: int | None = None
    harbor_index: int | None = field(default=None, metadata=key(BERTH))
    more: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    type: ClassVar[str] = "repel"


@dataclass(frozen=True, slots=True)
class Keep:
    """The ship just drawn stays, though it could be repelled."""

    by: int | None = None
    type: ClassVar[str] = "keep"


@dataclass(frozen=True, slots=True)
class Stop:
    """The active player ends Discover; his own part follows."""

    by: int | None = None
    type: ClassVar[str] = "stop"


@dataclass(frozen=True, slots=True)
class BeginPart:
    """A player's part of trade and hire opens, and pays what it begins with. At a table that happens by itself."""

    by: int | None = None
    type: ClassVar[str] = "begin_part"


@dataclass(frozen=True, slots=True)
class Take:
    """A card is taken from the harbor: a ship is traded with, a person hired. Recorded with `override` although it is too
    dear, it takes the coins there are, and a `short` line says how many are missing.
    """

    harbor_index: int = field(metadata=key(BERTH))
    by: int | None = None
    passing: bool = field(default=False, metadata=key(PASSING))
    had: int | None = field(default=None, metadata=key(HAD))
    more: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    type: ClassVar[str] = "take"


@dataclass(frozen=True, slots=True)
class Pass:
    """A player takes nothing more."""

    by: int | None = None
    passing: bool = field(default=False, metadata=key(PASSING))
    rest: bool = field(default=False, metadata=key(Key("flag", "Nobody else takes anything.")))
    type: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class ClaimExpedition:
    """An expedition is claimed, in the own turn or before the next card after it. Who is given up need not be said where
    there is one way only (C21).
    """

    expedition_index: int = field(metadata=key(INDEX))
    by: int | None = None
    discard: tuple[str, ...] | None = field(
        default=None,
        metadata=key(
            Key("words", "With claim_expedition: the types of the persons given up.", most=MOST_NAMED)
        ),
    )
    which: tuple[str, ...] | None = field(
        default=None,
        metadata=key(
            Key(
                "words",
                "With discard: which cards these are, by their ids in the same order, where persons of one type differ.",
                most=MOST_NAMED,
            )
        ),
    )
    type: ClassVar[str] = "claim_expedition"


@dataclass(frozen=True, slots=True)
class StartTurn:
    """A player's turn begins: everything left in the one before is over."""

    by: int | None = None
    type: ClassVar[str] = "start_turn"


@dataclass(frozen=True, slots=True)
class FinishTurn:
    """Everything left in the turn is over."""

    by: int | None = None
    type: ClassVar[str] = "finish_turn"


@dataclass(frozen=True, slots=True)
class Count:
    """What the table counted and sees where the phone shows something else: from then on that holds."""

    draw_pile: int | None = field(
        default=None, metadata=key(Key("number", "Cards in the draw pile, as counted."))
    )
    discard_pile: int | None = field(
        default=None, metadata=key(Key("number", "Cards in the discard pile, as counted."))
    )
    coins: Mapping[int, int] = field(
        default_factory=lambda: NOTHING,
        metadata=key(Key("numbers_by_seat", "With a count: coins by the player's seat or name.")),
    )
    by: int | None = None
    display: Mapping[int, tuple[Person, ...]] = field(
        default_factory=lambda: NOTHING,
        metadata=key(Key("persons_by_seat", "With a count: the persons before a player, by seat or name.")),
    )
    expeditions: Mapping[int, tuple[Expedition, ...]] = field(
        default_factory=lambda: NOTHING,
        metadata=key(
            Key("expeditions_by_seat", "With a count: the expeditions of a player, by seat or name.")
        ),
    )
    more: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    type: ClassVar[str] = "count"


@dataclass(frozen=True, slots=True)
class Payment:
    """A line of the ledger that the table did not pay, or paid twice to `by`. It stands right behind the entry of that
    line.
    """

    why: str = field(metadata=key(Key("payment", "With a payment: which line of the ledger.")))
    coins: int = field(
        metadata=key(Key("change", "With a payment: what the line says, below 0 where `by` paid."))
    )
    times: int = field(metadata=key(Key("number", "With a payment: 0 not paid, 2 paid twice.", most=2)))
    by: int | None = None
    other: int | None = field(
        default=None, metadata=key(Key("seat", "With a payment: from or to whom, where that was no pile."))
    )
    type: ClassVar[str] = "payment"


@dataclass(frozen=True, slots=True)
class Leave:
    """A player leaves in mid-game: display and coins go to the discard pile, expeditions out of the game. The own turn has to
    be over, or ends there with `override`.
    """

    by: int | None = None
    type: ClassVar[str] = "leave"


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody joins late, with the coins of the setup where none are named."""

    name: str = field(metadata=key(Key("name", "Of who joins.")))
    after: int = field(metadata=key(Key("seat", "Whose next clockwise the one who joins is.")))
    coins: int | None = field(default=None, metadata=key(Key("number", "With join: how many coins.")))
    seat: int | None = field(
        default=None,
        metadata=key(
            Key("number", "The number of who joins, where it is not the next one.", most=MOST_SEATS - 1)
        ),
    )
    by: int | None = None
    type: ClassVar[str] = "join"


@dataclass(frozen=True, slots=True)
class Rename:
    """A player is called otherwise from now on, and in all that was entered before."""

    name: str = field(metadata=key(Key("name", "With rename: what the player is called.")))
    by: int | None = None
    type: ClassVar[str] = "rename"


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits where, or who begins, is another than the table was opened with: until a card was drawn. Players keep their
    numbers, and all that is theirs.
    """

    order: tuple[int, ...] | None = field(
        default=None,
        metadata=key(
            Key("seats", "With seats: everybody who plays, clockwise, by seat or name.", most=MOST_SEATS)
        ),
    )
    start: int | None = field(default=None, metadata=key(Key("seat", "With seats: who begins.")))
    by: int | None = None
    type: ClassVar[str] = "seats"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """From now on the group plays by other house rules; what is fixed when a table is opened stays."""

    options: Mapping[str, Any] = field(
        metadata=key(Key("options", "With rules: the house rules from now on."))
    )
    by: int | None = None
    type: ClassVar[str] = "rules"


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """The discard pile was shuffled into the draw pile before that one was empty. After turns that were told in part it says
    that every card is told again, and the piles are followed from there on.
    """

    by: int | None = None
    type: ClassVar[str] = "reshuffle"


@dataclass(frozen=True, slots=True)
class Learn:
    """The group's box has a card more that is printed like this, or has it in the place of one of the catalogue."""

    card: Card = field(metadata=key(CARD))
    instead_of: str | None = field(default=None, metadata=key(INSTEAD_OF))
    by: int | None = None
    type: ClassVar[str] = "learn"


@dataclass(frozen=True, slots=True)
class Missing:
    """So many cards of a kind are missing from the group's box, and cannot come."""

    card: Card = field(metadata=key(CARD))
    count: int = field(default=1, metadata=key(Key("number", "With missing: how many of the card.", 1, MOST)))
    by: int | None = None
    type: ClassVar[str] = "missing"


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card that lies there unread has these numbers."""

    harbor_index: int = field(metadata=key(BERTH))
    card: Card = field(metadata=key(CARD))
    by: int | None = None
    type: ClassVar[str] = "read_card"


@dataclass(frozen=True, slots=True)
class Coach:
    """From now on everybody is told what the next card may be, or no longer."""

    on: bool = field(metadata=key(Key("flag", "With coach: whether everybody is told what may come.")))
    by: int | None = None
    type: ClassVar[str] = "coach"


@dataclass(frozen=True, slots=True)
class Keeping:
    """How much the group tells from the next turn on: every card (`cards`), the harbor when Discover ends (`harbor`), or only
    who takes what (`takes`). Coins and points come out the same.
    """

    how: str = field(
        metadata=key(Key("word", "With keeping: how much is told from now on.", choices=KEEPINGS))
    )
    by: int | None = None
    type: ClassVar[str] = "keeping"


# What the whole table does: it is nobody's part, and holds in whoever's turn it is entered.
OF_THE_TABLE = (
    Count,
    Payment,
    Leave,
    Join,
    Rename,
    Seats,
    HouseRules,
    Reshuffle,
    Learn,
    Missing,
    ReadCard,
    Coach,
    Keeping,
)


def drawn(entry: Entry) -> tuple[Card, ...]:
    """The cards that an entry turns up, in their order."""
    if isinstance(entry, Draw):
        return (entry.card,)
    cards: tuple[Card, ...] = getattr(entry, "cards", ())
    return cards


def draws_several(entry: Entry) -> bool:
    """Whether the entry turns up more than one card, to be looked at together."""
    return hasattr(entry, "cards")


def saying(entry: Entry, **keys: object) -> Entry:
    """The same entry with other keys."""
    changed: Entry = replace(cast("Any", entry), **keys)
    return changed
