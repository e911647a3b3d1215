"""What a group takes out of its box before the first card."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from .marks import OneOf


class UnpackedKind(TypedDict):
    """So many cards of a kind; persons by their type."""

    kind: str
    type: NotRequired[str]
    count: int


class UnpackedSet(TypedDict):
    """Cards of one set of the box, as they are sorted by hand."""

    set: str
    module: Annotated[str, "Whose words name them."]
    count: int
    of: Annotated[int, "How many cards the set has."]
    mark: NotRequired[Annotated[str, "The letter that is printed on each of them."]]
    kinds: list[UnpackedKind]


class UnpackingStep(TypedDict):
    """One thing to do; `rule` says where it stands."""

    what: Annotated[
        str,
        OneOf(("take", "special", "leave", "shuffle", "deal", "set_up")),
        "Take cards out, or leave those of modules that are not played; put the special expedition away or on the table; "
        "shuffle; deal the coins; whatever else a module needs.",
    ]
    rule: str
    count: Annotated[int, "How many cards that are, or other things."]
    name: NotRequired[Annotated[str, "Of a module's own step: under which name its words tell of it."]]
    module: NotRequired[Annotated[str, "And whose it is."]]
    sets: NotRequired[list[UnpackedSet]]
    lies: NotRequired[Annotated[str, OneOf(("box", "table")), "Where the special expedition goes."]]
    own: NotRequired[Annotated[int, "How many more or fewer the group's own box has."]]
    each: NotRequired[Annotated[int, "Coins or other things for each player."]]
    of: NotRequired[Annotated[int, "Of how many."]]
    left: NotRequired[Annotated[int, "What is left as the draw pile."]]


class Unpacking(TypedDict):
    """The steps from the box to the first card, in their order."""

    players: int
    steps: list[UnpackingStep]
