"""Record an entry: the one door through which a table changes."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.table.door import house, tell
from companion.engine.table.draft import Draft
from companion.engine.table.entries import OF_THE_TABLE, Count, Entry, Join, Payment
from companion.engine.table.ledger import Ledger
from companion.engine.table.moments import Settled
from companion.engine.table.refusals import Malformed, Reason, Refusal
from companion.engine.table.seats import plays
from companion.engine.table.state import State

from . import ending, turns


class Recorded(NamedTuple):
    """What an entry brought about; `reason` is its headline code, `overridden` what the rules had against it.

    `pardoned`: the rules refuse it, but it was recorded when they were others.
    """

    state: State
    ledger: Ledger
    reason: str
    overridden: tuple[Reason, ...] = ()
    discarded: int = 0
    pardoned: bool = False


def acting_seat(state: State, entry: Entry) -> int:
    """Who did it; left out, it is the player whose part or turn it is."""
    return check_seat(state, state.acting if entry.by is None else entry.by, "by")


def check_seat(state: State, seat: int, field: str) -> int:
    """The seat, where somebody sits there; raises Malformed where there is none, Refusal where he has left."""
    if not 0 <= seat < len(state.players):
        raise Malformed(f"entry.{field}", "the name or the seat of a player")
    if not plays(state, seat):
        raise Refusal(Reason("HAS_LEFT", "who_plays", {"seat": seat}))
    return seat


def check_seats(state: State, entry: Entry) -> None:
    """Raises where what the whole table does names somebody who does not sit there."""
    if isinstance(entry, Count):
        for name in ("coins", "display", "expeditions"):
            for seat in getattr(entry, name):
                check_seat(state, seat, name)
    elif isinstance(entry, Payment) and entry.other is not None:
        check_seat(state, entry.other, "other")
    elif isinstance(entry, Join):
        check_seat(state, entry.after, "after")


def record(state: State, entry: Entry, override: bool = False) -> Recorded:
    """The table after the entry, with its ledger; raises Refusal where the rules forbid it, Malformed where
    it names what does not exist. With `override` a refused entry is recorded where that has a meaning.
    """
    draft = Draft(state, override)
    by = acting_seat(state, entry)
    if isinstance(entry, OF_THE_TABLE):
        check_seats(state, entry)
    kind = house(state).kinds.get(entry.type)
    if kind is None:
        raise Malformed("entry.type", "an entry of this table's modules")
    kind.record(draft, entry, by)
    if state.game.parts_open_by_themselves:
        turns.settle(draft)
    tell(draft, Settled)
    ending.ended(draft)
    return Recorded(
        draft.freeze(), tuple(draft.ledger), draft.headline, tuple(draft.overridden), draft.discarded
    )
