"""Pirates' Nest: repelled ships that lie before a player until he has one of each color (C81, C119, C120)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.entering.entries import Key
from companion.engine.entering.templates import Template
from companion.engine.following.moments import Counted, Left
from companion.engine.house.living import room, set_room
from companion.engine.printed.cards import HarborCard, Ship
from companion.engine.rules import discover, kept_ships
from companion.engine.rules.kept_ships import Kept
from companion.engine.table.draft import Draft, Table, waiting
from companion.engine.table.state import State
from companion.engine.values import sequence

from . import contracts
from .contracts import automatic

ROOM, KEEP, RULE = "kept", "keep", "pirates_nest"
KEYS = {KEEP: Key("flag", "With a repelled ship that Pirates' Nest would keep: false where it is discarded.")}
COUNTED = {
    ROOM: Key("colors_by_seat", "With a count: the ships that Pirates' Nest keeps for a player, by color.")
}
# Each with the seat of its owner; of one that a situation tells of only the color may be known.
Ships = tuple[tuple[int, Kept], ...]


def kept_by(table: Table, seat: int) -> tuple[Kept, ...]:
    """The ships that lie before a player, in order."""
    ships: Ships = room(table, ROOM)
    return of(ships, seat)


def of(ships: Ships, seat: int) -> tuple[Kept, ...]:
    return tuple([ship for owner, ship in ships if owner == seat]) if ships else ()


def wants(table: Table, seat: int, ship: HarborCard) -> bool:
    """The player lacks that color, and has a marker to complete the contract with."""
    one = contracts.find(table, "repelled_colors")
    if (
        one is None
        or not isinstance(ship, Ship)
        or any(it.color == ship.color for it in kept_by(table, seat))
    ):
        return False
    return seat not in one.done and (one.at(seat) > 0 or contracts.markers(table, seat).free > 0)


def keeps(draft: Draft, seat: int, card: HarborCard, how: str) -> bool:
    """It lies before the player and in no pile."""
    let_go = draft.more.get(KEEP) is False and not automatic(draft)
    if how != "repelled" or let_go or not isinstance(card, Ship) or not wants(draft, seat, card):
        return False
    lay(draft, seat, card)
    draft.say("ship_kept", RULE, seat, params={"card": card, "have": len(kept_by(draft, seat))})
    return True


def lay(draft: Draft, seat: int, ship: Kept) -> None:
    set_room(draft, ROOM, (*room(draft, ROOM), (seat, ship)))


def shows(state: State) -> Mapping[str, Any]:
    if contracts.find(state, "repelled_colors") is None:
        return {}
    seats = range(len(state.players))
    return {ROOM: {seat: [ship.color for ship in kept_by(state, seat)] for seat in seats}}


def told(draft: Draft, seat: int, row: Mapping[str, Any]) -> None:
    """The ships that lie before a player, as a situation tells; raises Malformed."""
    field = "situation.players.kept_ships"
    for said in sequence(row.get("kept_ships") or [], field, 6):
        others = [ship for _, ship in room(draft, ROOM)]
        lay(draft, seat, kept_ships.told(draft.game, said, others, field))


def take_away(draft: Draft, seat: int, ship: Kept) -> None:
    kept = list(room(draft, ROOM))
    kept.remove((seat, ship))
    set_room(draft, ROOM, tuple(kept))
    draft.discard(ship)


def give_up(draft: Draft, seat: int, why: str = "nest_discarded", rule: str = RULE) -> None:
    """All of a player's ships are discarded."""
    gone = kept_by(draft, seat)
    for ship in gone:
        take_away(draft, seat, ship)
    if gone:
        draft.say(why, rule, seat, params={"count": len(gone)})


def templates(state: State) -> Iterator[Template]:
    """A ship that Pirates' Nest would keep may be discarded (C120)."""
    asked = waiting(state, discover.REPEL)
    one = contracts.find(state, "repelled_colors") if asked is not None else None
    if asked is None or one is None or automatic(state):
        return
    berth = asked.about["harbor_index"]
    card = state.harbor[berth]
    if card is not None and wants(state, state.active, card):
        keys = {"harbor_index": berth, KEEP: False}
        about = {"goal": one.id}
        yield Template("repel", state.active, keys=keys, card=card, answers=discover.REPEL, about=about)


def left(draft: Draft, moment: Left) -> None:
    give_up(draft, moment.seat, "left_kept", "who_plays")


def counted(draft: Draft, moment: Counted) -> None:
    """Other ships lie before somebody than the phone shows: the table is right."""
    said = draft.more.get(ROOM)
    for seat, colors in said.items() if isinstance(said, Mapping) else ():
        for color in (colors_of(draft, seat) - Counter[str | None](colors)).elements():
            ship = next(one for one in reversed(kept_by(draft, seat)) if one.color == color)
            take_away(draft, seat, ship)
            draft.say("card_gone", "count", seat, params={"card": ship})
    for seat, colors in said.items() if isinstance(said, Mapping) else ():
        for color in (Counter[str | None](colors) - colors_of(draft, seat)).elements():
            lay(draft, seat, kept_ships.brought_back(draft, color))
            draft.say("card_there", "count", seat, params={"card": kept_by(draft, seat)[-1]})


def colors_of(table: Table, seat: int) -> Counter[str | None]:
    return Counter(ship.color for ship in kept_by(table, seat))
