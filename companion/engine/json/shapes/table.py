"""The view and its parts: everything that a screen is drawn from."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from companion.engine.printed.manifests import WAYS
from companion.engine.rules.odds import OUTCOMES
from companion.engine.table.state import KEEPINGS, PHASES

from .cards import Bonus, Box, Card, Expedition, HarborCard, Person
from .declared import words
from .events import Last, LedgerLine, Params, Refusal, Undone
from .marks import Named, OneOf, Value
from .of_modules import (
    Badge,
    Countdown,
    Ended,
    Goal,
    Laying,
    Learn,
    Markers,
    Occasions,
    Step,
    Team,
    Track,
)

Phase = Annotated[str, OneOf(PHASES), Named("Phase")]
ShipTo = Annotated[
    str, OneOf(words("ship_to")), "Where the ship goes that is traded with; left out, it is discarded."
]
ShipPoints = Annotated[int, "What the ship is worth where it goes."]
Way = Annotated[str, OneOf(WAYS), Named("Way")]


class Ask(TypedDict):
    """What still has to be said before a template is a whole entry."""

    key: Annotated[str, "Under which key of the entry it is said."]
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

    harbor_index: NotRequired[Annotated[int, "A card in the harbor."]]
    expedition_index: NotRequired[Annotated[int, "An expedition on the table."]]
    goal: NotRequired[Annotated[str, "Its id."]]
    player: NotRequired[Annotated[int, "At the player's own page."]]


class Template(TypedDict):
    """One thing that could be entered now, with its price or gain, or why not. Templates of modules have keys of their
    entries besides.
    """

    type: Annotated[str, "The type of the entry."]
    by: Annotated[int, "Whose entry it would be: a seat."]
    allowed: Annotated[bool, "Whether the rules allow it now."]
    refusal: NotRequired[
        Annotated[Refusal, "Why not; where it is overridable, `override` records it all the same."]
    ]
    harbor_index: NotRequired[Annotated[int, "Which card of the harbor."]]
    expedition_index: NotRequired[Annotated[int, "Which expedition on the table."]]
    card: NotRequired[Annotated[Card, "The card it is about, for showing; not part of the entry."]]
    coins: NotRequired[Annotated[int, "The net change of the player's coins."]]
    price: NotRequired[Annotated[int, "What hiring costs, after every discount."]]
    discount: NotRequired[Annotated[int, "How much of that is taken off."]]
    gain: NotRequired[Annotated[int, "What a ship or an expedition pays."]]
    trader: NotRequired[Annotated[int, "How much of the gain Traders add."]]
    takes: NotRequired[Annotated[int, "More cards to take that it gives."]]
    ship_to: NotRequired[ShipTo]
    points: NotRequired[ShipPoints]
    compensation: NotRequired[Annotated[int, "Paid to the active player for taking in that player's turn."]]
    discard: NotRequired[Annotated[list[str], "The persons that are given up."]]
    which: NotRequired[Annotated[list[str], "Which cards these are, where persons of one type differ."]]
    bonus: NotRequired[Annotated[Bonus, "Which bonus an extra tax carries."]]
    bust: NotRequired[Annotated[bool, "Keeping the ship would be a bust."]]
    cards: NotRequired[Annotated[int, "How many cards the entry must name, as its `asks` says too."]]
    rest: NotRequired[Annotated[bool, "Nobody else takes anything."]]
    nobody: NotRequired[Annotated[bool, "Nobody takes any of the cards that lie there."]]
    passing: NotRequired[Annotated[bool, "Passes everybody up to this player."]]
    next: NotRequired[Annotated[int, "Whose part follows."]]
    asks: NotRequired[Annotated[list[Ask], "What still has to be said."]]
    answers: NotRequired[Annotated[str, "The kind of the decision that it would settle."]]
    module: NotRequired[Annotated[str, "Whose it is, where not the base game's."]]
    about: NotRequired[Annotated[Where, "Where on the table it belongs; not part of the entry."]]
    figures: NotRequired[Annotated[dict[str, int], "What a module's entry costs or brings."]]
    nets: NotRequired[
        Annotated[
            dict[str, int],
            "Of a card that nobody named before, by its id: what it does to the taker's coins.",
        ]
    ]
    dear: NotRequired[Annotated[list[str], "Those of them that the taker cannot pay."]]


class Player(TypedDict):
    seat: Annotated[int, "The player's number; it never changes, also when others leave."]
    name: Annotated[str, "As entered."]
    coins: Annotated[int, "Coins in hand."]
    vp: Annotated[int, "Victory points of everything that counts now."]
    swords: Annotated[int, "What the player can repel with."]
    discount: Annotated[int, "What each person costs less."]
    extra_takes: Annotated[int, "More cards to take in an own part."]
    display: Annotated[list[Person], "Persons before the player, in the order of hiring."]
    expeditions: Annotated[list[Expedition], "Expeditions that the player has claimed."]
    badges: NotRequired[Annotated[list[Badge], "Marks beside the name that a module puts there."]]
    tracks: NotRequired[Annotated[list[Track], "How far the player is on a way to go."]]


class PriceChange(TypedDict):
    why: Annotated[str, "A term of the words, such as mademoiselle."]
    count: Annotated[int, "How many coins; below 0 cheaper."]


class Lying(TypedDict):
    """A card in the harbor. Its index stays the same while it lies there. While discovering with what it would cost or
    bring the player whose turn it is.
    """

    index: Annotated[
        int, "Its berth: no other card of this turn has the same one, so that nothing moves under a thumb."
    ]
    card: Annotated[HarborCard, "What is printed on it."]
    price: NotRequired[Annotated[int, "What hiring it costs the player whose turn it is."]]
    discount: NotRequired[Annotated[int, "How much of that is taken off."]]
    price_by: NotRequired[
        Annotated[list[PriceChange], "What makes it dearer or cheaper; left out where nothing does."]
    ]
    gain: NotRequired[Annotated[int, "What trading with it pays."]]
    trader: NotRequired[Annotated[int, "How much of that Traders add."]]
    ship_to: NotRequired[ShipTo]
    points: NotRequired[ShipPoints]


class LyingExpedition(TypedDict):
    index: Annotated[int, "Its place, by which it is claimed."]
    card: Annotated[Expedition, "What is printed on it."]


class Taken(TypedDict):
    """A card taken this turn. Its place in the harbor stays its own until the turn is over."""

    index: Annotated[int, "Where it lay."]
    card: Annotated[HarborCard, "What was taken."]
    seat: Annotated[int, "Who took it."]
    coins: Annotated[int, "What taking it changed in coins."]


class TakesReason(TypedDict):
    why: Annotated[str, "A term of the words, such as governor."]
    count: Annotated[int, "How many cards it gives."]


class Takes(TypedDict):
    """Cards that the player of this part may take."""

    seat: Annotated[int, "Whose part it is."]
    total: Annotated[int, "How many in all."]
    left: Annotated[int, "How many are left."]
    colors: Annotated[int, "Colors of ships in the harbor when Discover stopped, or would stop now."]
    by_colors: Annotated[int, "How many of the total these colors give."]
    extra: Annotated[int, "How many persons add."]
    reasons: Annotated[list[TakesReason], "Who gives the extra cards."]


class PaidTo(TypedDict):
    """What persons of one kind would pay."""

    why: Annotated[str, "As a ledger line's."]
    coins: Annotated[int, "What they pay together."]
    count: Annotated[int, "How many persons."]


class Part(TypedDict):
    """Whose part follows, with what it would pay if it opened now."""

    seat: Annotated[int, "Whose part."]
    coins: Annotated[int, "What it would pay at its start."]
    cards: Annotated[int, "How many cards lie there for that."]
    why: NotRequired[Annotated[str, "For what, as a ledger line's."]]
    count: NotRequired[Annotated[int, "How many persons pay."]]
    pays: NotRequired[
        Annotated[list[PaidTo], "Where persons of several kinds pay; `why` and `count` are of the first."]
    ]


class RepelPending(TypedDict):
    kind: Literal["repel"]
    by: Annotated[int, "Who decides."]
    harbor_index: Annotated[int, "The ship just drawn."]
    must_decide: Annotated[bool, "Keeping it is a bust."]
    swords: Annotated[int, "What the player has."]
    needed: Annotated[int, "What the ship asks for."]


class ExtraTaxPending(TypedDict):
    kind: Literal["extra_tax"]


Pending = Annotated[RepelPending | ExtraTaxPending, Named("Pending")]


class Decision(TypedDict):
    """An open question; `must`: nothing else goes on before it is answered."""

    kind: Annotated[str, "What is asked; a template's `answers` names the same."]
    by: Annotated[int, "The seat that is asked."]
    must: Annotated[bool, "Nothing else goes on before it is answered."]
    about: Annotated[Params, "What it is about, by its figures."]


class OddsOf(TypedDict):
    """What the next card may turn out to be, and which cards it then is, by their ids."""

    what: Annotated[str, OneOf(OUTCOMES)]
    count: Annotated[int, "How many cards."]
    cards: Annotated[dict[str, int], "How many of each, by id."]


class Odds(TypedDict):
    """Cards that nobody has seen, each as likely as any other, by what drawing it would be."""

    cards: Annotated[int, "In the draw pile, and face down as coins."]
    pile: Annotated[int, "How many lie in the draw pile."]
    outcomes: Annotated[list[OddsOf], "Every possible outcome, together as many as `cards`."]


class Keeping(TypedDict):
    """How much the group tells of the game."""

    how: Annotated[str, OneOf(KEEPINGS), "From the next turn on."]
    ways: Annotated[list[str], "What it may choose from."]
    now: Annotated[str, OneOf(KEEPINGS), "This turn."]
    counts: NotRequired[
        Annotated[
            bool,
            "Somebody is paid by how many cards lie there: a turn of which only takes are told begins with that.",
        ]
    ]


class Table(TypedDict):
    """The table itself, with what may be entered now."""

    way: Annotated[
        Way, "How it is played: against each other, together, alone or another way that a module brings."
    ]
    phase: Annotated[Phase, "Where the turn stands; `game_over` once everything is over."]
    active: Annotated[int, "The seat whose turn it is."]
    acting: Annotated[int, "The seat whose part it is."]
    start_player: Annotated[int, "The seat that began the game."]
    round: Annotated[int, "Which round it is, from 1."]
    players: Annotated[list[Player], "By seat, those who have left among them."]
    order: Annotated[list[int], "Who plays, clockwise."]
    harbor: Annotated[list[Lying], "Cards that lie there to be taken."]
    taken: Annotated[list[Taken], "Cards taken this turn, in their order; empty again with the next one."]
    expeditions: Annotated[list[LyingExpedition], "Expeditions that can be claimed."]
    draw_pile: Annotated[int, "Cards in the draw pile."]
    discard_pile: Annotated[int, "Cards in the discard pile."]
    unseen: Annotated[
        dict[str, int],
        "Of each printed card of this setup how many may still come, by id; 0 is none. What went back into the box is not named.",
    ]
    box: NotRequired[Annotated[Box, "Left out where the box is as the catalogue says."]]
    takes: Annotated[
        Takes | None,
        "Cards that the player of this part may take; while discovering, what stopping now would give. null where there is nothing to take, or that is not told.",
    ]
    parts: Annotated[list[Part], "Whose parts follow, in their order."]
    had_part: NotRequired[
        Annotated[list[int], "Seats whose part of this turn is over, in their order; left out where none is."]
    ]
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
    end_triggered: Annotated[bool, "This round is the last one."]
    remaining_active: Annotated[list[int], "Once the end has come near: seats that still have a turn."]
    pending: Annotated[Pending | None, "The open question of the base game; `decisions` has all."]
    decisions: NotRequired[Annotated[list[Decision], "All open questions; left out where none is."]]
    claimant: Annotated[
        int | None,
        "The seat whose turn has just ended and who may still claim an expedition before the next card; null where nobody may.",
    ]
    allowed: Annotated[
        list[Template],
        "One template for each thing that could be entered now. Post one's own keys back and it is the entry.",
    ]
    goals: NotRequired[
        Annotated[
            list[Goal],
            "Goals on the table besides expeditions, whatever a module lays.",
        ]
    ]
    countdowns: NotRequired[Annotated[list[Countdown], "Piles that count the game down."]]
    team: NotRequired[Annotated[list[Team], "What all need together, where they play together."]]
    laying: NotRequired[Annotated[Laying, "What has to be laid out before anything is played."]]
    steps: NotRequired[Annotated[list[Step], "What is to be done first, in order."]]
    learn: NotRequired[
        Annotated[list[Learn], "What nobody has entered from its card yet, for the group's box."]
    ]
    markers: NotRequired[Annotated[dict[str, Markers], "For goals, by seat."]]
    occasions: NotRequired[
        Annotated[Occasions, "What only this moment allows; left out where that is nothing."]
    ]
    ended: NotRequired[Annotated[Ended, "Left out where players are ranked."]]


class View(Table):
    """The table: everything that a screen is drawn from."""

    revision: Annotated[int, "The length of the log: how many lines it has."]
    edition: Annotated[str, "Whose rules and words these are, by its id in `GET /api/editions`."]
    modules: Annotated[list[str], "What is played, the base game among it."]
    options: Annotated[dict[str, Value], "What the group chose, house rules among it."]
    last: Annotated[
        Last | None, "The newest entry that holds, with what followed from it; null before the first."
    ]
    undo: Annotated[int, "How many actions can be undone."]
    redo: Annotated[int, "How many actions can be brought back."]
    corrected: Annotated[bool, "What undo would take back is a correction."]
    undone: NotRequired[Annotated[Undone, "What the newest line took back, where that is one action."]]


class Beginning(TypedDict):
    """The table as it was taken over, before anything was entered; null where it began as the booklet says."""

    view: Annotated[View | None, "null where the game began as the booklet says."]


class Short(TypedDict):
    """Persons that would pay if more cards lay there."""

    why: Annotated[str, "As a ledger line's."]
    rule: str
    count: Annotated[int, "How many persons."]
    cards: Annotated[int, "How many cards lie there."]
    needed: Annotated[int, "How many would have to."]


class Outlook(TypedDict):
    """The table as one player looks at it: what could be taken and paid, and what is due. Prices count what the part pays
    first.
    """

    revision: int
    seat: int
    part: Annotated[str, OneOf(("now", "later", "over")), "The player's part of this turn."]
    only_after_take: Annotated[bool, "The part comes only if the active player takes something."]
    takes: Annotated[int, "Cards left to take in that part."]
    coins: Annotated[int, "Coins once `due` is paid."]
    due: Annotated[list[LedgerLine], "What the part would pay first, with the cards that lie there now."]
    if_bust: Annotated[list[LedgerLine], "What a bust would pay the player."]
    short: Annotated[list[Short], "Persons that pay nothing as things stand."]
    offers: Annotated[list[Template], "Every card of the harbor, with its price or gain once `due` is paid."]
    claims: Annotated[list[Template], "Every way to pay for an expedition, allowed where the display can."]
    claims_now: Annotated[bool, "Claiming is up to this player now."]
    goals: NotRequired[
        Annotated[list[Template], "What goals could be completed, allowed where what they ask for is there."]
    ]
