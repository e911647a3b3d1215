"""What an evening was like."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict


class Moment(TypedDict):
    """When something happened: the entry in the log, and its round."""

    revision: int
    round: int


class EveningRound(TypedDict):
    """How everybody stood when a round was over, by seat; who came later is left out before."""

    round: Annotated[int, "The first one is how everybody stood before the first entry."]
    vp: Annotated[list[int], "Victory points."]
    coins: Annotated[list[int], "Coins."]


class Income(TypedDict):
    """What a player was paid for one reason, with the entries that paid it."""

    why: Annotated[str, "As a ledger line's; jester for both of a Jester's."]
    coins: Annotated[int, "How many in all."]
    moments: Annotated[list[Moment], "When."]


class EveningPlayer(TypedDict):
    """What a player did and met."""

    seat: int
    name: str
    drawn: Annotated[int, "Cards turned over."]
    repelled: Annotated[list[Moment], "Ships sent away."]
    busts: Annotated[list[Moment], "Turns that were bust."]
    income: Annotated[list[Income], "What paid, each reason once."]
    hired: Annotated[dict[str, int], "How many persons of each type."]


class EveningAward(TypedDict):
    """Who was ahead of all others in something, and the entries behind it: given where that is worth telling, to all who
    share it, and to nobody who plays alone.
    """

    code: Annotated[
        str,
        "unluckiest (busts), fullest_harbor (cards at a Stop), best_turn (points), gallows_humor (coins by Jesters), "
        "sharpest_blade (ships repelled), boldest (cards turned over)",
    ]
    seats: Annotated[list[int], "Who has it."]
    value: Annotated[int, "The figure by which it was won."]
    times: Annotated[int, "How often, of single moments."]
    moments: Annotated[list[Moment], "When it happened."]


class Evening(TypedDict):
    """An evening as its log tells it."""

    revision: int
    rounds: list[EveningRound]
    players: list[EveningPlayer]
    awards: list[EveningAward]
    partly: NotRequired[
        Annotated[
            bool, "Not every card was told: nobody knows how many were drawn and repelled, which is left out."
        ]
    ]
