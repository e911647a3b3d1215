"""Giving crowns back, where a card says so (C98)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar

from companion.engine.entering.entries import Key, key
from companion.engine.entering.templates import Ask, Template
from companion.engine.table.draft import Draft
from companion.engine.table.state import GAME_OVER, State

from . import people
from .missions import MODULE


@dataclass(frozen=True, slots=True)
class ReturnCrowns:
    """Crowns are given back."""

    count: int = field(metadata=key(Key("number", "With return_crowns: how many.", 1, people.MOST_CROWNS)))
    by: int | None = None
    type: ClassVar[str] = "return_crowns"


def give_back(draft: Draft, entry: ReturnCrowns, by: int) -> None:
    """Nobody gives back more than he has."""
    had = people.person(draft, by).crowns
    if had < entry.count:
        draft.refuse("CROWNS_SHORT", "crowns", count=entry.count, have=had)
    people.add_crowns(draft, by, -entry.count, "returned")


def templates(state: State) -> Iterator[Template]:
    """Whoever has any may have to, whoever's turn it is: at the player's crowns, and nowhere else."""
    had = people.people(state)
    for seat in state.game.order if state.phase != GAME_OVER else ():
        if seat < len(had) and had[seat].crowns:
            yield _giving_back(seat, had[seat].crowns)


@cache
def _giving_back(seat: int, crowns: int) -> Template:
    asked = (Ask("count", "number", choices=tuple(range(1, crowns + 1))),)
    return Template(ReturnCrowns.type, seat, asks=asked, module=MODULE, about={"player": seat})
