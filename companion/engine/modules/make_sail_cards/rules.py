"""Merchants keep the ships of their color that their owner trades with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine.entering.entries import Key
from companion.engine.following.moments import Counted, Left
from companion.engine.house.brought import Figure, Room, Stay
from companion.engine.house.door import Door
from companion.engine.house.living import room, set_room
from companion.engine.printed.cards import HarborCard, Ship
from companion.engine.refusals import Malformed
from companion.engine.rules import kept_ships
from companion.engine.rules.kept_ships import Kept
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import Game, State
from companion.engine.values import mapping, sequence

MODULE = "make_sail_cards"
UNDER, RULE, WHERE, POINTS = "under", "merchant", "under_merchant", 1
# The ships under all Merchants, each with the seat of its owner, in the order in which they came there.
Under = tuple[tuple[int, Kept], ...]


def ships(table: Table, seat: int) -> tuple[Kept, ...]:
    """The ships under a player's Merchants, in order."""
    return tuple(ship for owner, ship in room(table, UNDER) if owner == seat)


def stays(table: Table, seat: int, card: HarborCard) -> Stay | None:
    """A ship of a Merchant's color; under one of them, however many there are (C60)."""
    display = table.players[seat].display
    points = [person.abilities.trade_points for person in display if person.color == card.color]
    return Stay(WHERE, max(points)) if isinstance(card, Ship) and any(points) else None


def keeps(draft: Draft, seat: int, card: HarborCard, how: str) -> bool:
    """It lies before its owner and in no pile, and counts from then on."""
    if how != "traded" or not isinstance(card, Ship) or stays(draft, seat, card) is None:
        return False
    lay(draft, seat, card)
    draft.say(WHERE, RULE, seat, params={"card": card, "vp": POINTS})
    return True


def lay(draft: Draft, seat: int, ship: Kept) -> None:
    set_room(draft, UNDER, (*room(draft, UNDER), (seat, ship)))
    draft.players[seat] = draft.players[seat]._replace(vp=draft.players[seat].vp + POINTS)


def take_away(draft: Draft, seat: int, ship: Kept) -> None:
    kept = list(room(draft, UNDER))
    kept.remove((seat, ship))
    set_room(draft, UNDER, tuple(kept))
    draft.players[seat] = draft.players[seat]._replace(vp=draft.players[seat].vp - POINTS)
    draft.discard(ship)


def left(draft: Draft, moment: Left) -> None:
    """Who leaves takes no ship along."""
    gone = ships(draft, moment.seat)
    for ship in gone:
        take_away(draft, moment.seat, ship)
    if gone:
        draft.say("left_ships", "who_plays", moment.seat, params={"count": len(gone)})


def counted(draft: Draft, moment: Counted) -> None:
    """The ships under somebody's Merchants are others than the phone shows: the table is right."""
    said = draft.more.get(UNDER)
    for seat, colors in said.items() if isinstance(said, Mapping) else ():
        less = Counter(ship.color for ship in ships(draft, seat)) - Counter[str | None](colors)
        for color in less.elements():
            ship = next(one for one in reversed(ships(draft, seat)) if one.color == color)
            take_away(draft, seat, ship)
            draft.say("card_gone", "count", seat, params={"card": ship})
    for seat, colors in said.items() if isinstance(said, Mapping) else ():
        more = Counter[str | None](colors) - Counter(ship.color for ship in ships(draft, seat))
        for color in more.elements():
            ship = kept_ships.brought_back(draft, color)
            lay(draft, seat, ship)
            draft.say("card_there", "count", seat, params={"card": ship})


def read(said: object, game: Game) -> Under:
    """The ships of a situation by the name or the seat of their owner, each by its color or its id; raises Malformed."""
    field = f"situation.{UNDER}"
    found: list[tuple[int, Kept]] = []
    for name, colors in mapping(said, field).items():
        seat = int(name) if str(name).isdecimal() and len(str(name)) < 3 else None
        if name in game.names:
            seat = game.names.index(name)
        if seat is None or seat >= len(game.names):
            raise Malformed(field, "player")
        for color in sequence(colors, field, game.opened.holds["ship"]):
            others = [ship for _, ship in found]
            found.append((seat, kept_ships.told(game, color, others, field)))
    return tuple(found)


def scores(table: Table, seat: int) -> Iterable[Figure]:
    """One point for each ship."""
    count = len(ships(table, seat))
    if count:
        yield Figure(WHERE, count * POINTS)


def shows(state: State) -> Mapping[str, Any]:
    """The colors of everybody's ships, in order."""
    colors = {seat: [ship.color for ship in ships(state, seat)] for seat in range(len(state.players))}
    return {"players": {UNDER: colors}}


DOOR = Door(
    MODULE,
    adds={
        "count": {
            UNDER: Key("colors_by_seat", "With a count: the ships under a player's Merchants, by color.")
        }
    },
    rooms=(Room(UNDER, lambda game: (), read=read),),
    stays=(stays,),
    holds=(ships,),
    keeps=(keeps,),
    moments={Left: (left,), Counted: (counted,)},
    shows=(shows,),
    scores=(scores,),
    lines={"left_ships": ("count",), "under_merchant": ("card", "vp")},
)
