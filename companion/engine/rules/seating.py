"""Who sits where, who begins and what everybody is called, after a table was opened: set-up that is put right.

Names are no matter of the rules and are put right at any time. Seats and who begins are part of the set-up, so they can be
others until a card was drawn.
"""

from __future__ import annotations

from dataclasses import replace

from companion.engine.entering.entries import Entry, Join, Rename, Seats
from companion.engine.entering.names import known_as
from companion.engine.refusals import MISSING, Malformed, Reason
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import DISCOVER, Game, State

from .life import RULE

ORDER_RULE = "turn_order"
STAY = Reason("SEATS_STAY", ORDER_RULE)


# Names


def check_own_name(state: State, entry: Entry) -> None:
    """Who joins now, or is called otherwise, is known by a name of his own. Logs have others, whose names differ more than by
    their case.
    """
    if isinstance(entry, Join | Rename):
        own = entry.by if isinstance(entry, Rename) else None
        known = known_as(entry.name)
        if any(known_as(state.players[seat].name) == known for seat in state.game.order if seat != own):
            raise Malformed("entry.name", "own_name")


def check_rename(entry: Rename, game: Game) -> None:
    """It says whose name it is; raises Malformed."""
    if entry.by is None:
        raise Malformed("entry.by", "player", MISSING)


def rename(draft: Draft, entry: Rename, by: int) -> None:
    """The seat keeps its number, so all that was entered before is told with the new name."""
    others = (seat for seat in draft.game.order if seat != by)
    if any(draft.players[seat].name.casefold() == entry.name.casefold() for seat in others):
        raise Malformed("entry.name", "own_name")
    before = draft.players[by].name
    if before == entry.name:
        draft.refuse("NO_EFFECT", RULE)
    draft.players[by] = draft.players[by]._replace(name=entry.name)
    draft.game = replace(draft.game, names=tuple(player.name for player in draft.players))
    draft.say("renamed", RULE, by, params={"from": before, "to": entry.name})


# Seats


def check_seats(entry: Seats, game: Game) -> None:
    """It says something, and of everybody once; raises Malformed."""
    if entry.order is None and entry.start is None:
        raise Malformed("entry.order", "one_or_more_of", MISSING, choices=("order", "start"))
    if entry.order is not None and len(set(entry.order)) != len(entry.order):
        raise Malformed("entry.order", "each_once")


def seats_stay(table: Table) -> Reason | None:
    """What keeps everybody where he sits: somebody has begun to play, or the table was opened in mid-game."""
    game = table.game
    begun = table.phase != DISCOVER or table.round > 1 or table.active != game.start_player
    if begun or table.drawn or table.harbor or game.setup.situation is not None:
        return STAY
    return None


def sit(draft: Draft, entry: Seats, by: int) -> None:
    """Another order clockwise, another one who begins; what was chosen or dealt before stays with its player."""
    draft.contest(seats_stay(draft))
    game = draft.game
    order = game.order if entry.order is None else entry.order
    start = game.start_player if entry.start is None else entry.start
    if set(order) != set(game.order):
        raise Malformed("entry.order", "each_player")
    if (order, start) == (game.order, game.start_player):
        draft.refuse("NO_EFFECT", ORDER_RULE)
    draft.game = replace(game, order=order, start_player=start)
    if order != game.order:
        draft.say("seated", ORDER_RULE, params={"seats": order})
    if start != game.start_player:
        draft.active = draft.acting = start
        draft.say("starts", ORDER_RULE, start)
