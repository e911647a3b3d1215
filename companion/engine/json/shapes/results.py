"""What is worked out from a log: the score, an account, slips, repairs; and what no game changes, the editions."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from companion.engine.printed.manifests import UNTIL

from .cards import Card
from .events import Correction, Entry, LedgerLine, Params, Refusal, Turn
from .marks import Named, OneOf, Value
from .table import Template, Way


class CardItem(TypedDict):
    """Points of a card."""

    card: Card
    vp: int


class LabelledItem(TypedDict):
    """Points that lie on no card."""

    label: Annotated[str, "A term of the words."]
    vp: int


ScoreItem = Annotated[CardItem | LabelledItem, Named("ScoreItem")]


class Standing(TypedDict):
    place: Annotated[int, "Those that are level share one."]
    seat: Annotated[int, "Whose it is."]
    name: Annotated[str, "As entered."]
    vp: Annotated[int, "Victory points."]
    coins: Annotated[int, "Coins, which break a tie."]
    expeditions: Annotated[int, "How many expeditions."]
    items: Annotated[list[ScoreItem], "What the points consist of."]


class Proof(TypedDict):
    """One comparison of the ranking: everybody's figure, and who is left as winner."""

    by: Annotated[str, "expedition, vp, coins, or what a module counts"]
    values: Annotated[dict[str, int], "Everybody's figure, by name."]
    left: Annotated[list[str], "Who is left as winner, by name."]
    rule: Annotated[str, "The rule by which it decides."]


Rung = TypedDict("Rung", {"title": Annotated[str, "A term of the words."], "from": int})


class Score(TypedDict):
    """The ranking, with the tie-break as a proof."""

    final: Annotated[bool, "The game is over."]
    reason: Annotated[str, "WINNER, SHARED_WIN or TIE_UNRESOLVED; of a game played together, why it ended."]
    outcome: Annotated[str, OneOf(("ranked", "won", "lost"))]
    title: Annotated[str | None, "Of a game won together, a term of the words."]
    points: NotRequired[Annotated[int, "Of a game won together."]]
    ladder: NotRequired[
        Annotated[list[Rung], "The titles of such a game, the highest first, each with its least points."]
    ]
    before: NotRequired[
        Annotated[int, "How many of these points the group has made it harder by, before the first card."]
    ]
    winners: Annotated[list[str], "By name."]
    ineligible: Annotated[list[str], "Who cannot win, by name."]
    ranking: Annotated[list[Standing], "Everybody, the best first."]
    proof: Annotated[list[Proof], "The comparisons that decided it, in order."]


class Booking(TypedDict):
    """A change of a player's coins: by which entry, in whose turn, and the coins after it."""

    revision: Annotated[int, "Which entry."]
    turn: Turn
    line: Annotated[LedgerLine, "What was gained or paid."]
    balance: Annotated[int, "The coins after it."]


class Account(TypedDict):
    """Every change of a player's coins, the newest first."""

    revision: int
    seat: int
    coins: Annotated[int, "What the player has now."]
    bookings: Annotated[list[Booking], "The newest first."]


class Slip(TypedDict):
    """What may have gone wrong with an entry."""

    kind: Annotated[
        str, "not_paid, paid_twice, numbers, neighbour, taker, missed_draw, doubled_draw or order"
    ]
    revision: Annotated[int, "The entry that may be wrong."]
    turn: Turn
    seat: NotRequired[Annotated[int, "Whom it is about."]]
    params: Annotated[Params, "The figures of the moment."]


class Repair(TypedDict):
    """A line to post as it is, a correction or an entry, so that one undo takes it back."""

    correction: NotRequired[Annotated[Correction, "Either this,"]]
    entry: NotRequired[Annotated[Entry, "or this."]]
    override: NotRequired[Annotated[bool, "To be sent along."]]


class Figures(TypedDict):
    coins: list[int]
    draw_pile: int
    discard_pile: int


class SlipReason(Slip):
    """A slip that explains what was counted."""

    left: Annotated[int, "Coins and cards that it leaves unexplained."]
    then: Annotated[Figures, "What the table would have."]
    repair: Annotated[Repair | None, "The line that mends it; null where it can only be counted."]
    equals: Annotated[list[Slip], "Other slips that end in the same table."]
    equal_count: Annotated[int, "How many of those there are."]


class Missing(TypedDict):
    """What was counted, less what is recorded."""

    coins: Annotated[dict[str, int], "By seat."]
    draw_pile: NotRequired[int]
    discard_pile: NotRequired[int]


class Slips(TypedDict):
    """What explains the counted figures, the likeliest first."""

    revision: int
    missing: Annotated[Missing, "What does not fit."]
    reasons: Annotated[list[SlipReason], "Single slips that would explain it, the likeliest first."]


class Drawn(TypedDict):
    """The entry that laid a card."""

    revision: int
    entry: Entry
    nth: Annotated[int, "The how manieth of its turn."]
    at: NotRequired[Annotated[int, "Which of the cards that it names."]]
    fills: NotRequired[Annotated[str, "Nobody knew its numbers: the place of the box that it fills."]]
    taught: NotRequired[Annotated[bool, "They were entered with this entry."]]


class Swap(TypedDict):
    """The card that the one who was entered took instead."""

    revision: Annotated[int, "The entry that took it."]
    card: Annotated[Card, "Which card."]
    coins: Annotated[int, "What it came to."]


class Taker(TypedDict):
    """Somebody who may have taken it, with the correction that says so."""

    seat: Annotated[int, "Who may have taken it."]
    coins: Annotated[int, "What that would have brought."]
    template: Annotated[Template, "With price or gain at that moment."]
    passes: Annotated[list[int], "Seats that pass with it."]
    anyway: NotRequired[Annotated[Refusal, "What the rules have against it."]]
    swap: NotRequired[Swap]
    correction: Correction


class Taking(TypedDict):
    """A take as it was entered, and what may have happened instead; `nobody` says that it did not happen."""

    revision: int
    seat: int
    coins: int
    takers: list[Taker]
    nobody: Correction


class Repairs(TypedDict):
    """What can be corrected about a card."""

    revision: int
    card: Card
    drawn: Annotated[Drawn | None, "The entry that laid it; null where none did."]
    take: Annotated[Taking | None, "Who took it; null while it lies there."]
    offers: Annotated[list[Template], "While it lies there: what it comes to for each who may still take it."]


class OtherWay(TypedDict):
    """What an entry may have been instead, with the one correction that says so."""

    seat: int
    entry: Entry
    goal: NotRequired[Annotated[str, "The id of the goal that it is about."]]
    anyway: NotRequired[Annotated[Refusal, "What the rules have against it."]]
    correction: Correction


class OtherWays(TypedDict):
    """What an entry about a goal, or with more said than its card, may have been; `nobody`: nothing of it happened."""

    revision: int
    seat: int
    ways: list[OtherWay]
    nobody: Correction


class Forgotten(TypedDict):
    """A moment at which a player could have completed a goal, or moved a marker there."""

    seat: int
    before: Annotated[int, "Which entry it would have come before."]
    turn: Turn
    template: Template
    late: NotRequired[Annotated[int, "At which revision it was entered after all."]]
    correction: Correction


class ForgottenGoals(TypedDict):
    """Where a goal may have been forgotten, the newest moment first."""

    revision: int
    goal: str
    moments: list[Forgotten]


class Place(TypedDict):
    """Where a rule stands."""

    document: str
    section: str


class Rule(TypedDict):
    citations: list[Place]
    switch: str | None


class OptionInfo(TypedDict):
    """What a group may choose when it opens a table."""

    key: str
    type: Annotated[str, OneOf(("bool", "int", "choice"))]
    default: Value
    minimum: NotRequired[int]
    maximum: NotRequired[int]
    choices: NotRequired[list[str | int]]
    house_rule: bool
    module: NotRequired[Annotated[str, "Where it counts only with this module."]]
    until: NotRequired[
        Annotated[str, OneOf(UNTIL), "Until when a house rule may be chosen; left out, at any time."]
    ]


class Mix(TypedDict):
    """Two modules that are not played together, or better not (`allowed`), and the rule that says so."""

    module: str
    other: str
    rule: str
    allowed: Annotated[bool, "It may be played all the same."]


class Bounds(TypedDict):
    min: int
    max: int


class PlayedWay(TypedDict):
    """A way to play, and for how many players it is."""

    way: Way
    least: int
    most: int


class Played(TypedDict):
    """What a module of an edition asks of a table: `players` in the ordinary way to play; `switches` have other values
    there, and the options `without` mean nothing.
    """

    module: str
    alone: Annotated[bool, "It is a game by itself."]
    needs: list[str]
    mixed: Annotated[list[str], "Into a game by itself: the modules that may be mixed into it."]
    players: Bounds
    ways: Annotated[list[PlayedWay], "The ways to play that it has in this box."]
    cards: Annotated[int, "How many its own part of the box has, with those that it brings along."]
    switches: dict[str, Value]
    without: list[str]
    keeping: Annotated[list[str], "In which other ways than card by card its games may be kept."]


class Edition(TypedDict):
    id: str
    name: str
    document: str
    modules: list[str]
    played: Annotated[list[Played], "The same modules, each with what it asks for."]
    mixes: list[Mix]
    options: list[OptionInfo]
    switches: dict[str, Value]
    house_rules: list[str]
    rules: dict[str, Rule]


class Editions(TypedDict):
    engine_version: Annotated[
        str, "Which rules this server runs; a phone with the same ones answers the same."
    ]
    editions: list[Edition]
    documents: dict[str, Value]
