"""Cards, by what is printed on them; the catalogue, and a group's box."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from companion.engine.printed.cards import BONUSES, MIXED, SYMBOLS, Unknown
from companion.engine.printed.catalogue import printed_cards

from .marks import Named, OneOf, Value

Color = Annotated[
    str,
    "yellow, blue, green, red or black, or one that a module has; other words where a table names its flags otherwise.",
]
Symbol = Annotated[str, OneOf(SYMBOLS), Named("Symbol")]
Bonus = Annotated[str, OneOf(BONUSES), Named("Bonus")]
Id = Annotated[str, "Left out where these numbers are in no catalogue."]


Unread = Annotated[bool, "It lies there, and nobody has read its numbers off yet."]


class _Ship(TypedDict):
    kind: Literal["ship"]
    color: Color
    swords: NotRequired[Annotated[int, "Left out on a ship with a skull."]]
    skull: NotRequired[Annotated[bool, "It is never repelled."]]
    coins: Annotated[int, "What trading with it pays."]
    unread: NotRequired[Unread]


class _Person(TypedDict):
    kind: Literal["person"]
    type: Annotated[str, "Which person: sailor, trader and so on."]
    cost: Annotated[int, "What hiring costs."]
    vp: Annotated[int, "Victory points."]
    swords: NotRequired[Annotated[int, "Left out where there are none."]]
    color: NotRequired[Annotated[Color, "Of one for the ships of one color."]]
    unread: NotRequired[Unread]


class _Expedition(TypedDict):
    kind: Literal["expedition"]
    need: Annotated[list[Symbol], "One person is discarded for each."]
    coins: Annotated[int, "What it pays."]
    vp: Annotated[int, "Victory points."]


class _Tax(TypedDict):
    kind: Literal["tax"]
    bonus: Annotated[Bonus, "Who gains the bonus."]
    threshold: Annotated[int, "Whoever has so many coins or more loses half."]
    bonus_coins: Annotated[int, "What the bonus pays."]
    down_to: NotRequired[Annotated[int, "All coins above this are lost, not half of them."]]


_UNKNOWN = [card for card in printed_cards().values() if isinstance(card, Unknown)]
ASKED = tuple(dict.fromkeys(key for card in _UNKNOWN for key in card.asks))


class _Unknown(TypedDict):
    """A card whose numbers nobody outside the box knows: they are asked for when it is drawn, and kept with the box."""

    kind: Literal["unknown"]
    of: Annotated[
        str,
        OneOf(("ship", "person", "expedition", MIXED)),
        "mixed: a ship of any color with an item, or a tax.",
    ]
    type: NotRequired[str]
    color: NotRequired[Color]
    known: NotRequired[Annotated[dict[str, int], "What the booklet says of it."]]
    asks: Annotated[
        list[Annotated[str, OneOf(ASKED)]],
        "What has to be entered from it, in the order of the card.",
    ]


class Ship(_Ship):
    id: NotRequired[Id]


class Person(_Person):
    id: NotRequired[Id]


class Expedition(_Expedition):
    id: NotRequired[Id]


class Tax(_Tax):
    id: NotRequired[Id]


Card = Annotated[Ship | Person | Expedition | Tax, Named("Card")]
HarborCard = Annotated[Ship | Person, Named("HarborCard")]


class _Printed(TypedDict):
    id: str
    count: Annotated[int, "How many are in the box."]
    name_en: str
    name_de: str
    name_bigbox_en: NotRequired[str]
    special: NotRequired[Annotated[bool, "Not in every game."]]


class PrintedShip(_Ship, _Printed):
    pass


class PrintedPerson(_Person, _Printed):
    pass


class PrintedExpedition(_Expedition, _Printed):
    pass


class PrintedTax(_Tax, _Printed):
    pass


class PrintedUnknown(_Unknown, _Printed):
    pass


PrintedCard = Annotated[
    PrintedShip | PrintedPerson | PrintedExpedition | PrintedTax | PrintedUnknown, Named("PrintedCard")
]


class CardSet(TypedDict):
    """The printed cards of one box."""

    set: str
    name: str
    modules: Annotated[
        list[str], "Those that are played with cards of it, also where another one brings it along."
    ]
    cards: list[PrintedCard]


class Catalogue(TypedDict):
    sets: list[CardSet]


class OwnCard(TypedDict):
    """Cards that are printed like this, in the place of one of the catalogue or one more."""

    card: Annotated[Card, "What is printed on them."]
    count: Annotated[int, "How many there are."]
    instead_of: NotRequired[
        Annotated[str, "The catalogue id in whose place they are; left out, they are more."]
    ]


class OwnBox(TypedDict):
    """What the group's box holds otherwise than the catalogue, as a setup takes it."""

    own: Annotated[list[OwnCard], "Cards that the catalogue has not."]
    missing: Annotated[dict[str, int], "How many, by catalogue id."]
    facts: NotRequired[
        Annotated[
            dict[str, dict[str, Value]], "What was entered from cards that are in no deck, by kind and id."
        ]
    ]


class Box(OwnBox):
    """The same at a table."""

    holds: Annotated[dict[str, int], "How many there are of each card that this changes."]
