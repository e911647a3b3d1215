"""What modules add to the view: goals, countdowns, badges. Nothing of it stands there where no module adds it."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from .cards import Color
from .marks import OneOf


class Need(TypedDict):
    """One thing that a goal asks for."""

    what: Annotated[str, "A person, swords, coins, colors, expedition ..."]
    count: NotRequired[int]
    give: NotRequired[Annotated[bool, "It is given up."]]
    color: NotRequired[str]
    max_cost: NotRequired[int]
    times: NotRequired[Annotated[int, "How often it has to be so."]]


class Space(TypedDict):
    coins: int
    seat: NotRequired[Annotated[int, "Whose marker stands there."]]


class Waiting(TypedDict):
    """An interim marker: at which step of how many."""

    seat: int
    at: int
    of: int


class Seal(TypedDict):
    """What the seal of a goal makes of the time."""

    n: int
    letter: str | None


class Progress(TypedDict):
    """How much of what a goal asks for a player has."""

    seat: int
    have: int
    need: int


class Markers(TypedDict):
    """A player's markers: those left, those that wait on a step, those on goals that are done."""

    free: int
    waiting: int
    placed: int


class Goal(TypedDict):
    """Something on the table that can be claimed, besides expeditions."""

    id: str
    module: str
    kind: str
    name: Annotated[str, "A term of the words."]
    need: list[Need]
    spaces: NotRequired[Annotated[list[Space], "From the left."]]
    waiting: NotRequired[list[Waiting]]
    can: NotRequired[Annotated[list[int], "Who could complete it now; its templates are in `allowed`."]]
    now: NotRequired[Annotated[bool, "Now or never."]]
    done_by: NotRequired[list[int]]
    points: NotRequired[int]
    progress: NotRequired[Annotated[list[Progress], "Of everybody who has not done it."]]
    active_only: NotRequired[Annotated[bool, "For the active player only."]]
    later: NotRequired[
        Annotated[bool, "Done by hand at any time of the own turn; false: at its moment only."]
    ]
    seal: NotRequired[Seal]
    steps: NotRequired[Annotated[int, "How many a marker goes there; left out, one."]]
    keeps: NotRequired[Annotated[list[Color], "Cards of these colors lie before players for it."]]
    entry: NotRequired[
        Annotated[
            str, "The type of entry by which it is completed, or brought further; none where a card does it."
        ]
    ]


class Laying(TypedDict):
    """What has to be turned up before anything is played."""

    module: str
    kind: str
    count: int
    pool: Annotated[list[Goal], "Which there are; without `spaces` their numbers are read off the card."]


class Countdown(TypedDict):
    """A pile that counts the game down."""

    id: str
    module: str
    left: int
    of: NotRequired[int]
    turns: NotRequired[Annotated[list[int], "Whose turns are left, in order."]]
    aside: NotRequired[Annotated[int, "Cards of it that were set aside."]]
    points: NotRequired[Annotated[int, "What a game that is won now is worth."]]
    title: NotRequired[Annotated[str, "And which title, a term of the words."]]
    due: NotRequired[Annotated[bool, "The next card comes from it."]]
    started: NotRequired[Annotated[bool, "A card of it has been drawn in this game."]]
    drawn: NotRequired[Annotated[bool, "A card of it has been drawn in this turn."]]


class Occasions(TypedDict):
    """What only this moment allows, as a situation tells it; of each what there is."""

    open: NotRequired[Annotated[list[str], "Goals for what lies together just now."]]
    stepped: NotRequired[Annotated[list[str], "Goals on which a marker has moved in this turn."]]
    paid: NotRequired[Annotated[list[int], "Who has just paid a tax."]]
    linger: NotRequired[Annotated[list[int], "Who may still complete something after the own part."]]


class Team(TypedDict):
    """What all need together."""

    what: str
    module: str
    have: int
    need: int


class Badge(TypedDict):
    """Something on a player's line."""

    id: str
    module: str
    icon: str
    count: NotRequired[int]
    name: Annotated[str, "A term of the words."]


class Track(TypedDict):
    """A way to go: points to the end, crowns."""

    id: str
    module: str
    have: int
    need: int


class Ended(TypedDict):
    """How a game ended that was won or lost together."""

    outcome: Annotated[str, OneOf(("won", "lost"))]
    why: str
    title: Annotated[str | None, "A term of the words."]
