"""What contracts, and the Time deck of a game played together, show of themselves and are told by a situation."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from companion.engine.json.shapes.cards import Color
from companion.engine.json.shapes.marks import Who


class Seal(TypedDict):
    """What the seal of a goal makes of the time."""

    n: Annotated[int, "How many more time cards, or below 0 fewer."]
    letter: Annotated[str | None, "Each different one is one more time card."]


class OfView(TypedDict):
    contract_points: NotRequired[Annotated[dict[str, int], "What a player's contracts are worth, by seat."]]
    kept: NotRequired[Annotated[dict[str, list[Color]], "Ships that a goal keeps for a player, by seat."]]


class OfGoal(TypedDict):
    seal: NotRequired[Annotated[Seal, "In a game played together."]]
    keeps: NotRequired[Annotated[list[Color], "Cards of these colors lie before players for it."]]


class OfCountdown(TypedDict):
    aside: NotRequired[Annotated[int, "Cards of it that were set aside."]]
    started: NotRequired[Annotated[bool, "A card of it has been drawn in this game."]]
    drawn: NotRequired[Annotated[bool, "A card of it has been drawn this turn."]]


class ToldContract(TypedDict):
    """A contract on the table."""

    name: Annotated[str, "A term of the words."]
    completed_by: NotRequired[Annotated[list[Who], "In their order."]]
    progress: NotRequired[Annotated[dict[str, int], "At which step a marker waits, by player."]]
    spaces: NotRequired[Annotated[list[int], "The coins of its spaces, where nobody knows the card."]]
    seal: NotRequired[Annotated[Seal, "The same of its seal."]]


class OfSituation(TypedDict):
    contracts: NotRequired[Annotated[list[ToldContract], "Those on the table, from the left."]]
    time_deck: NotRequired[Annotated[int, "Cards left in it."]]
    point_deck: NotRequired[Annotated[int, "Cards set aside."]]
    time_deck_started: NotRequired[Annotated[bool, "A card of it was drawn in this game."]]
    time_card_drawn_this_turn: NotRequired[Annotated[bool, "And one this turn."]]
    may_set_aside: NotRequired[Annotated[int, "How many may still be, after a tax."]]


class OfToldPlayer(TypedDict):
    kept_ships: NotRequired[Annotated[list[Color], "Ships that a goal keeps."]]


SHAPES = {
    "View": OfView,
    "Goal": OfGoal,
    "Countdown": OfCountdown,
    "Situation": OfSituation,
    "ToldPlayer": OfToldPlayer,
}
