"""What ships under Merchants show of themselves."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from companion.engine.json.shapes.cards import Color

from .rules import WHERE


class OfPlayer(TypedDict):
    under: NotRequired[
        Annotated[
            list[Color], "The ships under the player's persons by their colors, in order: 1 point each."
        ]
    ]


SHAPES = {"Player": OfPlayer}
WORDS = {"ship_to": (WHERE,)}
