"""A table in mid-game, as a setup tells it."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from .cards import Expedition, HarborCard, Person
from .marks import Who
from .of_modules import Occasions
from .table import Phase


class ToldPlayer(TypedDict):
    """What lies before a player."""

    coins: NotRequired[Annotated[int, "Left out, none."]]
    display: NotRequired[Annotated[list[Person], "Persons, also by their ids."]]
    expeditions_owned: NotRequired[Annotated[list[Expedition] | int, "The cards, or how many."]]
    vp: NotRequired[Annotated[int, "Left out, what lies there is counted."]]


class Situation(TypedDict):
    """A table in mid-game. No more of a card than are printed, and no more cards in all than the box holds,
    may be named; a pile that nobody counted holds what is left. The end follows from the points that are told.
    """

    players: Annotated[list[ToldPlayer], "In the order of the setup's."]
    active: NotRequired[Annotated[Who, "Whose turn it is; left out, the first."]]
    acting: NotRequired[Annotated[Who, "Whose part it is; left out, the active player's."]]
    start_player: NotRequired[Annotated[Who, "Who began the game."]]
    round: NotRequired[Annotated[int, "Left out, the first."]]
    phase: NotRequired[Annotated[Phase, "Left out, discover."]]
    harbor: NotRequired[Annotated[list[HarborCard], "What lies there, in order."]]
    expeditions: NotRequired[Annotated[list[Expedition], "Those on the table."]]
    draw_pile: NotRequired[Annotated[int, "As counted."]]
    discard_pile: NotRequired[Annotated[int, "As counted."]]
    begun: NotRequired[Annotated[bool, "Of a part under way: it has paid already."]]
    takes_left: NotRequired[Annotated[int, "And so many cards may still be taken in it."]]
    colors: NotRequired[Annotated[int, "Colors that lay there when the active player stopped."]]
    taken: NotRequired[Annotated[int, "Cards that the active player has taken since."]]
    claimant: NotRequired[Annotated[Who, "Of a turn that has just begun: who had the one before."]]
    busted: NotRequired[Annotated[bool, "And that one busted."]]
    repel_pending: NotRequired[Annotated[bool, "The newest ship may still be sent away."]]
    occasions: NotRequired[Annotated[Occasions, "What only this moment allows, as the view tells it."]]
