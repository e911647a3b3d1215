"""A table in mid-game, as a setup tells it."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from .cards import Color, Expedition, HarborCard, Item, Person
from .marks import Value
from .of_modules import Effect, Occasions, Seal
from .table import Phase

Who = Annotated[str | int, "A seat, or a name."]


class ToldPlayer(TypedDict):
    """What lies before a player."""

    coins: NotRequired[Annotated[int, "Left out, none."]]
    display: NotRequired[Annotated[list[Person], "Persons, also by their ids."]]
    expeditions_owned: NotRequired[Annotated[list[Expedition] | int, "The cards, or how many."]]
    vp: NotRequired[Annotated[int, "Left out, what lies there is counted."]]
    kept_ships: NotRequired[Annotated[list[Color], "Ships that a goal keeps."]]
    character: NotRequired[Annotated[str, "Whom the player plays."]]
    character_color: NotRequired[Annotated[Color, "For one who is for the ships of a color."]]
    crowns: NotRequired[Annotated[int, "Left out, none."]]
    items: NotRequired[Annotated[list[Item], "Of ships that the player keeps."]]
    markers_paid: NotRequired[Annotated[int, "Markers that were paid for."]]


class ToldContract(TypedDict):
    """A contract on the table."""

    name: Annotated[str, "A term of the words."]
    completed_by: NotRequired[Annotated[list[Who], "In their order."]]
    progress: NotRequired[Annotated[dict[str, int], "At which step a marker waits, by player."]]
    spaces: NotRequired[Annotated[list[int], "The coins of its spaces, where nobody knows the card."]]
    seal: NotRequired[Annotated[Seal, "The same of its seal."]]


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
    contracts: NotRequired[Annotated[list[ToldContract], "Those on the table, from the left."]]
    time_deck: NotRequired[Annotated[int, "Cards left in it."]]
    point_deck: NotRequired[Annotated[int, "Cards set aside."]]
    time_deck_started: NotRequired[Annotated[bool, "A card of it was drawn in this game."]]
    time_card_drawn_this_turn: NotRequired[Annotated[bool, "And one this turn."]]
    may_set_aside: NotRequired[Annotated[int, "How many may still be, after a tax."]]
    missions: NotRequired[Annotated[list[ToldMission | str], "Those on the table, from the left."]]
    month: NotRequired[Annotated[ToldMonth, "Where the events stand."]]
    added: NotRequired[Annotated[dict[str, int], "Cards that a story shuffled in, by the id of their place."]]
    occasions: NotRequired[Annotated[Occasions, "What only this moment allows, as the view tells it."]]
