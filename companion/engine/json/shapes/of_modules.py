"""What modules add to the view: goals, countdowns, badges. Nothing of it stands there where no module adds it."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from .marks import OneOf


class Need(TypedDict):
    """One thing that a goal asks for."""

    what: Annotated[str, "A person, swords, coins, colors, expedition ..."]
    count: NotRequired[Annotated[int, "How much of it; left out, one."]]
    give: NotRequired[Annotated[bool, "It is given up."]]
    color: NotRequired[Annotated[str, "Of this color only."]]
    max_cost: NotRequired[Annotated[int, "Of persons whose printed cost is no more."]]
    times: NotRequired[Annotated[int, "How often it has to be so."]]


class Space(TypedDict):
    coins: Annotated[int, "What whoever takes it gets."]
    seat: NotRequired[Annotated[int, "Whose marker stands there."]]


class Waiting(TypedDict):
    """An interim marker: at which step of how many."""

    seat: Annotated[int, "Whose it is."]
    at: Annotated[int, "The step on which it stands."]
    of: Annotated[int, "The last step, which completes the goal."]


class Progress(TypedDict):
    """How much of what a goal asks for a player has."""

    seat: Annotated[int, "Whose it is."]
    have: Annotated[int, "How much is there."]
    need: Annotated[int, "How much is asked for."]


class Markers(TypedDict):
    """A player's markers: those left, those that wait on a step, those on goals that are done."""

    free: Annotated[int, "Those left."]
    waiting: Annotated[int, "Those that wait on a step."]
    placed: Annotated[int, "Those on goals that are done."]


class Goal(TypedDict):
    """Something on the table that can be claimed, besides expeditions."""

    id: Annotated[str, "By which entries and corrections name it."]
    module: Annotated[str, "Whose it is."]
    kind: Annotated[str, "A word of its module."]
    name: Annotated[str, "A term of the words."]
    need: Annotated[list[Need], "What it asks for, all of it."]
    spaces: NotRequired[Annotated[list[Space], "From the left."]]
    waiting: NotRequired[Annotated[list[Waiting], "Markers on the way there."]]
    can: NotRequired[Annotated[list[int], "Who could complete it now; its templates are in `allowed`."]]
    now: NotRequired[Annotated[bool, "Now or never."]]
    done_by: NotRequired[Annotated[list[int], "Seats, in the order in which they completed it."]]
    points: NotRequired[Annotated[int, "What it is worth."]]
    progress: NotRequired[Annotated[list[Progress], "Of everybody who has not done it."]]
    active_only: NotRequired[Annotated[bool, "For the active player only."]]
    later: NotRequired[
        Annotated[bool, "Done by hand at any time of the own turn; false: at its moment only."]
    ]
    steps: NotRequired[Annotated[int, "How many a marker goes there; left out, one."]]
    entry: NotRequired[
        Annotated[
            str, "The type of entry by which it is completed, or brought further; none where a card does it."
        ]
    ]
    number: NotRequired[Annotated[str, "What is printed on it in the place of a name."]]
    newest: NotRequired[Annotated[bool, "The last one that was laid."]]
    known: NotRequired[Annotated[bool, "false: nobody has said yet what it asks for."]]


class Choice(TypedDict):
    """One of those that a step asks for."""

    id: Annotated[str, "By which the entry names it."]
    coins: NotRequired[Annotated[int, "What it brings."]]
    color: NotRequired[Annotated[str, "Which color it is for."]]
    seat: NotRequired[Annotated[int, "Whose it is."]]


class Step(TypedDict):
    """One thing to do: done, to be done now, or later."""

    id: Annotated[str, "What is to be done."]
    module: Annotated[str, "Whose it is."]
    state: Annotated[str, OneOf(("done", "open", "next"))]
    by: NotRequired[Annotated[int, "Who is asked."]]
    figures: NotRequired[Annotated[dict[str, int], "Its figures."]]
    pool: NotRequired[Annotated[list[Choice], "What may be chosen."]]
    goal: NotRequired[Annotated[str, "Which goal it is about."]]
    seats: NotRequired[Annotated[list[int], "Who has done it."]]


class Learn(TypedDict):
    """Something that is entered from a card once, and kept with the group's box."""

    what: Annotated[str, "What kind of card."]
    id: Annotated[str, "Which one."]
    module: Annotated[str, "Whose it is."]


class Check(TypedDict):
    """What was asked for at the end."""

    what: Annotated[str, "What is counted."]
    have: Annotated[int, "How much was there."]
    need: Annotated[int, "How much was asked for."]


class Laying(TypedDict):
    """What has to be revealed before anything is played."""

    module: Annotated[str, "Whose it is."]
    kind: Annotated[str, "What is laid."]
    count: Annotated[int, "How many."]
    pool: Annotated[list[Goal], "Which there are; without `spaces` their numbers are entered from the card."]


class Countdown(TypedDict):
    """A pile that counts the game down."""

    id: Annotated[str, "Which pile."]
    module: Annotated[str, "Whose it is."]
    left: Annotated[int, "Its cards that are not revealed, with the one that ends it."]
    of: NotRequired[Annotated[int, "Of how many."]]
    turns: NotRequired[Annotated[list[int], "Whose turns are left, in order."]]
    points: NotRequired[Annotated[int, "What a game that is won now is worth."]]
    title: NotRequired[Annotated[str, "And which title, a term of the words."]]
    due: NotRequired[Annotated[bool, "The next card comes from it."]]
    number: NotRequired[Annotated[int, "The how many-th time it is gone through."]]


class Occasions(TypedDict):
    """What only this moment allows, as a situation tells it; of each what there is."""

    open: NotRequired[Annotated[list[str], "Goals for what lies together just now."]]
    stepped: NotRequired[Annotated[list[str], "Goals on which a marker has moved this turn."]]
    paid: NotRequired[Annotated[list[int], "Who has just paid a tax."]]
    linger: NotRequired[Annotated[list[int], "Who may still complete something after the own part."]]


class Team(TypedDict):
    """What all need together."""

    what: Annotated[str, "What is counted."]
    module: Annotated[str, "Whose it is."]
    have: Annotated[int, "How much all have."]
    need: Annotated[int, "How much they need."]


class Badge(TypedDict):
    """Something on a player's line."""

    id: Annotated[str, "Which badge."]
    module: Annotated[str, "Whose it is."]
    icon: Annotated[str, "Which drawing."]
    count: NotRequired[Annotated[int, "How many; left out, it has no number."]]
    name: Annotated[str, "A term of the words."]


class Track(TypedDict):
    """A way to go, such as points to the end."""

    id: Annotated[str, "Which way."]
    module: Annotated[str, "Whose it is."]
    have: Annotated[int, "How far the player is."]
    need: Annotated[int, "Where it ends."]


class Ended(TypedDict):
    """How a game ended that was won or lost together."""

    outcome: Annotated[str, OneOf(("won", "lost"))]
    why: Annotated[str, "What ended it."]
    title: Annotated[str | None, "A term of the words."]
    checks: NotRequired[Annotated[list[Check], "What was asked for."]]
