"""What an adventure shows of itself, and is told by a situation."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from companion.engine.json.shapes.cards import Color
from companion.engine.json.shapes.marks import Named, OneOf, Value, Who

from .effects import WHENS, WHOS
from .missions import ITEMS

Item = Annotated[str, OneOf(ITEMS), Named("Item")]


class Rewards(TypedDict):
    """What whoever completes a goal gets: the first, and all."""

    first: Annotated[dict[str, int], "What the first gets besides, by its kind."]
    all: Annotated[dict[str, int], "What everybody gets, by its kind."]


class Waits(TypedDict):
    """What a player gets by `pay_rewards`, for a goal or of an event, with the points that it means."""

    seat: Annotated[int, "Who gets it."]
    module: Annotated[str, "Whose it is."]
    coins: Annotated[int, "How many coins; below 0 they are lost."]
    crowns: Annotated[int, "How many crowns."]
    points: Annotated[int, "What these crowns are worth."]
    goal: NotRequired[Annotated[str, "For which goal."]]


class Effect(TypedDict):
    """What an event does, and when."""

    when: Annotated[str, OneOf(WHENS)]
    what: Annotated[str, "What happens."]
    count: NotRequired[Annotated[int, "How much of it."]]
    who: NotRequired[Annotated[str, OneOf(WHOS)]]
    color: NotRequired[Annotated[str, "For ships of this color only."]]


class Event(TypedDict):
    """A card of a pile that says what holds in a turn, in the order of the pile."""

    state: Annotated[str, OneOf(("done", "now", "ahead"))]
    event: NotRequired[Annotated[str, "Its id; left out where nobody knows which one it is."]]
    effects: NotRequired[Annotated[list[Effect], "Left out where nobody has read them."]]
    last: NotRequired[Annotated[bool, "The pile ends with it."]]
    unread: NotRequired[
        Annotated[
            list[dict[str, list[int]]],
            "Each time that it was revealed unread and not paid since: whom each `who` meant then.",
        ]
    ]


class Character(TypedDict):
    """Whom a player plays; `open`: his ability may be used."""

    id: Annotated[str, "A term of the words."]
    open: Annotated[bool, "The ability is free."]
    color: NotRequired[Annotated[str, "Which color it is for."]]


class Opening(TypedDict):
    """What a marker frees."""

    what: Annotated[str, "What is freed."]
    module: Annotated[str, "Whose it is."]
    open: Annotated[bool, "It is free by now."]
    count: NotRequired[Annotated[int, "How much of it."]]


class _Campaign(TypedDict):
    chapter: Annotated[int, "The chapter that is played."]
    lost: Annotated[int, "Tries of this chapter."]
    defeats: Annotated[int, "Tries of all chapters."]
    added: Annotated[
        dict[str, int], "Cards that are in the deck from the beginning, by the id of their place."
    ]
    won: Annotated[list[int], "Chapters that are won."]


class NextGame(_Campaign):
    """What the next setup says."""


class Campaign(_Campaign):
    """Where a story stands that goes over several evenings."""

    chapters: Annotated[int, "How many there are."]
    most: Annotated[dict[str, int], "How many cards of each place the group's box has."]
    coins: Annotated[
        int, "Of the whole group for lost tries, in this game; once it is over, in the next one."
    ]
    next: NotRequired[Annotated[NextGame, "What the next setup says, once the game is over."]]


class OfView(TypedDict):
    waits: NotRequired[Annotated[list[Waits], "What is read by now and not paid yet, in order."]]
    campaign: NotRequired[Annotated[Campaign, "Where a story stands that goes over several evenings."]]


class OfWhere(TypedDict):
    waits: NotRequired[Annotated[bool, "It pays what `waits` tells."]]


class OfPlayer(TypedDict):
    character: NotRequired[Annotated[Character, "Whom the player plays."]]
    crowns: NotRequired[Annotated[int, "Crowns that the player has."]]
    items: NotRequired[Annotated[list[Item], "Of ships that the player keeps, in order."]]
    openings: NotRequired[Annotated[list[Opening], "What the player's markers free, from the left."]]


class OfTemplate(TypedDict):
    crowns: NotRequired[Annotated[int, "What it brings besides coins."]]


class OfGoal(TypedDict):
    rewards: NotRequired[Annotated[Rewards, "Left out where nobody has read them."]]
    unread: NotRequired[Annotated[bool, "Nobody has read its rewards yet."]]
    unpaid: NotRequired[Annotated[list[int], "Whose rewards for it wait until they are read and paid."]]


class OfCountdown(TypedDict):
    events: NotRequired[Annotated[list[Event], "Its cards from the first, with those revealed."]]


class OfStep(TypedDict):
    story: NotRequired[Annotated[str, "Which card is read."]]


class ToldMission(TypedDict):
    """A mission on the table; its number alone does where no marker stands there."""

    number: Annotated[str, "What is printed on it."]
    completed_by: NotRequired[Annotated[list[Who], "In their order."]]
    waiting: NotRequired[Annotated[list[Who], "Whose marker waits on its first space."]]
    unpaid: NotRequired[Annotated[list[Who], "Whose rewards for it wait."]]


class ToldMonth(TypedDict):
    """How far a pile of events is."""

    number: NotRequired[Annotated[int, "The how many-th time it is gone through; left out, the first."]]
    left: NotRequired[Annotated[int, "Its cards that are not revealed."]]
    events: NotRequired[Annotated[list[str | list[Effect] | None], "From the first; null is not known."]]
    turned: NotRequired[Annotated[bool, "One was revealed this turn."]]
    unread: NotRequired[Annotated[list[dict[str, Value]], "Revealed unread, and for whom it was then."]]


class OfSituation(TypedDict):
    missions: NotRequired[Annotated[list[ToldMission | str], "Those on the table, from the left."]]
    month: NotRequired[Annotated[ToldMonth, "Where the events stand."]]
    added: NotRequired[Annotated[dict[str, int], "Cards that a story shuffled in, by the id of their place."]]


class OfToldPlayer(TypedDict):
    character: NotRequired[Annotated[str, "Whom the player plays."]]
    character_color: NotRequired[Annotated[Color, "For one who is for the ships of a color."]]
    crowns: NotRequired[Annotated[int, "Left out, none."]]
    items: NotRequired[Annotated[list[Item], "Of ships that the player keeps."]]
    markers_paid: NotRequired[Annotated[int, "Markers that were paid for."]]


SHAPES = {
    "View": OfView,
    "Player": OfPlayer,
    "Where": OfWhere,
    "Template": OfTemplate,
    "Goal": OfGoal,
    "Countdown": OfCountdown,
    "Step": OfStep,
    "Situation": OfSituation,
    "ToldPlayer": OfToldPlayer,
}
