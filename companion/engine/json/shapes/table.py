"""The view and its parts: everything that a screen is drawn from."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from companion.engine.printed.manifests import WAYS
from companion.engine.rules.odds import OUTCOMES
from companion.engine.table.state import KEEPINGS, PHASES

from .cards import Bonus, Box, Card, Color, Expedition, HarborCard, Item, Person
from .events import Last, LedgerLine, Params, Refusal, Undone
from .marks import Named, OneOf, Value
from .of_modules import (
    Badge,
    Campaign,
    Character,
    Countdown,
    Ended,
    Goal,
    Laying,
    Learn,
    Markers,
    Occasions,
    Opening,
    Step,
    Team,
    Track,
    Waits,
)

Phase = Annotated[str, OneOf(PHASES), Named("Phase")]
ShipTo = Annotated[
    str, OneOf(("under_merchant",)), "Where the ship goes that is traded with; left out, it is discarded."
]
ShipPoints = Annotated[int, "What the ship is worth where it goes."]
Way = Annotated[str, OneOf(WAYS), Named("Way")]


class Ask(TypedDict):
    """What still has to be said before a template is a whole entry."""

    key: str
    of: Annotated[
        str,
        OneOf(
            (
                "card",
                "seat",
                "flag",
                "number",
                "word",
                "goals",
                "label",
                "labels",
                "numbers",
                "counts",
                "record",
                "rows",
                "numbers_by_seat",
            )
        ),
    ]
    count: NotRequired[Annotated[int, "A list of so many; left out, one."]]
    choices: NotRequired[Annotated[list[str | int], "One of these."]]
    most: NotRequired[Annotated[int, "The largest number, or the most letters."]]
    coins: NotRequired[Annotated[int, "What the seat that is chosen gets."]]


class Where(TypedDict):
    """Where on the table something belongs."""

    harbor_index: NotRequired[int]
    expedition_index: NotRequired[int]
    goal: NotRequired[Annotated[str, "Its id."]]
    player: NotRequired[Annotated[int, "At the player's own page."]]
    waits: NotRequired[Annotated[bool, "It pays what `waits` tells."]]


class Template(TypedDict):
    """One thing that could be entered now, with its price or gain, or why not. Templates of modules have keys of their
    entries besides.
    """

    type: str
    by: int
    allowed: bool
    refusal: NotRequired[Refusal]
    harbor_index: NotRequired[int]
    expedition_index: NotRequired[int]
    card: NotRequired[Card]
    coins: NotRequired[Annotated[int, "The net change of the player's coins."]]
    price: NotRequired[int]
    discount: NotRequired[int]
    gain: NotRequired[int]
    trader: NotRequired[int]
    takes: NotRequired[Annotated[int, "Cards more to take that it gives."]]
    ship_to: NotRequired[ShipTo]
    points: NotRequired[ShipPoints]
    crowns: NotRequired[Annotated[int, "What it brings besides coins."]]
    compensation: NotRequired[int]
    discard: NotRequired[Annotated[list[str], "The persons that are given up."]]
    which: NotRequired[Annotated[list[str], "Which cards these are, where persons of one type differ."]]
    bonus: NotRequired[Bonus]
    bust: NotRequired[bool]
    cards: NotRequired[Annotated[int, "How many cards the entry must name, as its `asks` says too."]]
    rest: NotRequired[Annotated[bool, "Nobody else takes anything."]]
    nobody: NotRequired[Annotated[bool, "Nobody takes any of the cards that lie there."]]
    passing: NotRequired[Annotated[bool, "Passes everybody up to this player."]]
    next: NotRequired[Annotated[int, "Whose part follows."]]
    asks: NotRequired[Annotated[list[Ask], "What still has to be said."]]
    answers: NotRequired[Annotated[str, "The kind of the decision that it would settle."]]
    module: NotRequired[Annotated[str, "Whose it is, where not the base game's."]]
    about: NotRequired[Where]
    figures: NotRequired[Annotated[dict[str, int], "What a module's entry costs or brings."]]
    nets: NotRequired[
        Annotated[
            dict[str, int],
            "Of a card that nobody named before, by its id: what it does to the taker's coins.",
        ]
    ]
    dear: NotRequired[Annotated[list[str], "Those of them that the taker cannot pay."]]


class Player(TypedDict):
    seat: int
    name: str
    coins: int
    vp: int
    swords: int
    discount: int
    extra_takes: int
    display: list[Person]
    expeditions: list[Expedition]
    badges: NotRequired[list[Badge]]
    tracks: NotRequired[list[Track]]
    character: NotRequired[Character]
    crowns: NotRequired[int]
    items: NotRequired[Annotated[list[Item], "Of ships that the player keeps, in order."]]
    openings: NotRequired[Annotated[list[Opening], "What the player's markers free, from the left."]]
    under: NotRequired[
        Annotated[
            list[Color], "The ships under the player's persons by their colors, in order: 1 point each."
        ]
    ]


class Lying(TypedDict):
    """A card in the harbor. Its index stays the same while it lies there. While discovering with what it would cost or
    bring the player whose turn it is.
    """

    index: int
    card: HarborCard
    price: NotRequired[int]
    discount: NotRequired[int]
    gain: NotRequired[int]
    trader: NotRequired[int]
    ship_to: NotRequired[ShipTo]
    points: NotRequired[ShipPoints]


class LyingExpedition(TypedDict):
    index: int
    card: Expedition


class Taken(TypedDict):
    """A card taken in this turn. Its place in the harbor stays its own until the turn is over."""

    index: int
    card: HarborCard
    seat: int
    coins: Annotated[int, "What taking it changed in coins."]


class TakesReason(TypedDict):
    why: str
    count: int


class Takes(TypedDict):
    """Cards that the player of this part may take."""

    seat: int
    total: int
    left: int
    colors: int
    by_colors: int
    extra: int
    reasons: Annotated[list[TakesReason], "Who gives the extra cards."]


class PaidTo(TypedDict):
    """What persons of one kind would pay."""

    why: str
    coins: int
    count: int


class Part(TypedDict):
    """Whose part follows, with what it would pay if it opened now."""

    seat: int
    coins: int
    cards: int
    why: NotRequired[str]
    count: NotRequired[int]
    pays: NotRequired[
        Annotated[list[PaidTo], "Where persons of several kinds pay; `why` and `count` are of the first."]
    ]


class RepelPending(TypedDict):
    kind: Literal["repel"]
    by: int
    harbor_index: int
    must_decide: Annotated[bool, "Keeping it is a bust."]
    swords: int
    needed: int


class ExtraTaxPending(TypedDict):
    kind: Literal["extra_tax"]


Pending = Annotated[RepelPending | ExtraTaxPending, Named("Pending")]


class Decision(TypedDict):
    """An open question; `must`: nothing else goes on before it is answered."""

    kind: str
    by: int
    must: bool
    about: Params


class OddsOf(TypedDict):
    """What the next card may turn out to be, and which cards it then is, by their ids."""

    what: Annotated[str, OneOf(OUTCOMES)]
    count: int
    cards: dict[str, int]


class Odds(TypedDict):
    """Cards that nobody has seen, each as likely as any other, by what drawing it would be."""

    cards: Annotated[int, "In the draw pile, and face down as coins."]
    pile: int
    outcomes: list[OddsOf]


class Keeping(TypedDict):
    """How much the group tells of the game."""

    how: Annotated[str, OneOf(KEEPINGS), "From the next turn on."]
    ways: Annotated[list[str], "What it may choose from."]
    now: Annotated[str, OneOf(KEEPINGS), "In this turn."]
    counts: NotRequired[
        Annotated[
            bool,
            "Somebody is paid by how many cards lie there: a turn of which only takes are told begins with that.",
        ]
    ]


class Table(TypedDict):
    """The table itself, with what may be entered now."""

    way: Way
    phase: Phase
    active: Annotated[int, "The seat whose turn it is."]
    acting: Annotated[int, "The seat whose part it is."]
    start_player: int
    round: int
    players: Annotated[list[Player], "By seat, those who have left among them."]
    order: Annotated[list[int], "Who plays, clockwise."]
    harbor: list[Lying]
    taken: list[Taken]
    expeditions: list[LyingExpedition]
    draw_pile: int
    discard_pile: int
    unseen: Annotated[dict[str, int], "Of each printed card how many may still come."]
    box: NotRequired[Annotated[Box, "Left out where the box is as the catalogue says."]]
    takes: Takes | None
    parts: list[Part]
    required_vp: NotRequired[Annotated[int, "Points that bring the end; left out where points bring none."]]
    coach: NotRequired[Annotated[bool, "Everybody is told what may come; left out where nobody is."]]
    odds: NotRequired[
        Annotated[Odds, "What the next card may be; left out where no card of the draw pile is next."]
    ]
    on_top: NotRequired[
        Annotated[Card, "The next card of the draw pile, where somebody has looked at it and put it back."]
    ]
    keeping: NotRequired[Annotated[Keeping, "Left out where every card has to be told."]]
    untold: NotRequired[
        Annotated[int | None, "Cards in the harbor that nobody named; null where nobody counted them."]
    ]
    unfollowed: NotRequired[
        Annotated[
            bool,
            "Turns were not told card by card: what lies in which pile is not known, and `unseen` counts all that lies nowhere to be seen.",
        ]
    ]
    end_triggered: bool
    remaining_active: list[int]
    pending: Annotated[Pending | None, "The open question of the base game; `decisions` has all."]
    decisions: NotRequired[Annotated[list[Decision], "All open questions; left out where none is."]]
    claimant: int | None
    allowed: list[Template]
    goals: NotRequired[list[Goal]]
    countdowns: NotRequired[list[Countdown]]
    team: NotRequired[list[Team]]
    laying: NotRequired[Laying]
    steps: NotRequired[Annotated[list[Step], "What is to be done first, in order."]]
    learn: NotRequired[Annotated[list[Learn], "What nobody has read off its card yet, for the group's box."]]
    waits: NotRequired[Annotated[list[Waits], "What is read by now and not paid yet, in order."]]
    campaign: NotRequired[Campaign]
    markers: NotRequired[Annotated[dict[str, Markers], "For goals, by seat."]]
    contract_points: NotRequired[Annotated[dict[str, int], "What a player's contracts are worth, by seat."]]
    kept: NotRequired[Annotated[dict[str, list[Color]], "Ships that a goal keeps for a player, by seat."]]
    occasions: NotRequired[
        Annotated[Occasions, "What only this moment allows; left out where that is nothing."]
    ]
    ended: NotRequired[Annotated[Ended, "Left out where players are ranked."]]


class View(Table):
    """The table: everything that a screen is drawn from."""

    revision: int
    edition: str
    modules: list[str]
    options: dict[str, Value]
    last: Last | None
    undo: Annotated[int, "How many actions can be undone."]
    redo: int
    corrected: Annotated[bool, "What undo would take back is a correction."]
    undone: NotRequired[Annotated[Undone, "What the newest line took back, where that is one action."]]


class Beginning(TypedDict):
    """The table as it was taken over, before anything was entered; null where it began as the booklet says."""

    view: View | None


class Short(TypedDict):
    """Persons that would pay if more cards lay there."""

    why: str
    rule: str
    count: int
    cards: int
    needed: int


class Outlook(TypedDict):
    """The table as one player looks at it: what could be taken and paid, and what is due."""

    revision: int
    seat: int
    part: Annotated[str, OneOf(("now", "later", "over")), "The player's part of this turn."]
    only_after_take: Annotated[bool, "The part comes only if the active player takes something."]
    takes: Annotated[int, "Cards left to take in that part."]
    coins: Annotated[int, "Coins once `due` is paid."]
    due: Annotated[list[LedgerLine], "What the part would pay first, with the cards that lie there now."]
    if_bust: list[LedgerLine]
    short: list[Short]
    offers: list[Template]
    claims: Annotated[list[Template], "Every way to pay for an expedition, allowed where the display can."]
    claims_now: Annotated[bool, "Claiming is up to this player now."]
    goals: NotRequired[
        Annotated[list[Template], "What goals could be completed, allowed where what they ask for is there."]
    ]
