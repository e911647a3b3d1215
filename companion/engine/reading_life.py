"""JSON in: what the whole table does, beside the entries of its turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .editions import read_options
from .entries import Entry, HouseRules, Join, Leave, Reshuffle
from .reading import mapping, number, player_name, seat
from .refusals import Malformed
from .seats import MOST_SEATS
from .state import Game


def read_life(kind: str, body: Mapping[str, Any], game: Game, names: Sequence[str], by: int | None) -> Entry:
    """`leave`, `join`, `rules` or `reshuffle`; raises Malformed naming the field."""
    if kind == "leave":
        if by is None:
            raise Malformed("entry.by", "the name or the seat of who leaves")
        return Leave(by)
    if kind == "join":
        return _join(body, game, names, by)
    if kind == "rules":
        options = mapping(body.get("options"), "entry.options")
        if not options:
            raise Malformed("entry.options", "the options that are others from now on")
        return HouseRules(read_options(game.rules.edition, options), by)
    return Reshuffle(by)


def _join(body: Mapping[str, Any], game: Game, names: Sequence[str], by: int | None) -> Join:
    after = seat(body.get("after"), names, "entry.after", MOST_SEATS)
    if after is None:
        raise Malformed("entry.after", "the name or the seat of the player to sit next after")
    coins, own = body.get("coins"), body.get("seat")
    return Join(
        player_name(body.get("name"), "entry.name"),
        after,
        None if coins is None else number(coins, "entry.coins", game.deck.size),
        None if own is None else number(own, "entry.seat", MOST_SEATS - 1),
        by,
    )
