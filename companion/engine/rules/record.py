"""Record an entry: the one door through which a table changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, cast

from companion.engine.entering.entries import Entry, names_seats, seats_of
from companion.engine.following.ledger import Ledger
from companion.engine.following.moments import Entered, Settled
from companion.engine.house.door import House
from companion.engine.house.living import house, tell, veto
from companion.engine.refusals import Malformed, Reason, Refusal
from companion.engine.table.draft import Draft
from companion.engine.table.seats import plays
from companion.engine.table.state import State
from companion.engine.values import NOTHING

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
        raise Malformed(f"entry.{field}", "player")
    if not plays(state, seat):
        raise Refusal(Reason("HAS_LEFT", "who_plays", {"seat": seat}))
    return seat


def check_seats(state: State, entry: Entry, more: Mapping[str, object]) -> None:
    """Raises where an entry names somebody who does not sit there."""
    for name in seats_of(type(entry)):
        _check_named(state, getattr(entry, name), name)
    if more:
        added = house(state).adds[entry.type]
        for name, said in more.items():
            if names_seats(added[name]):
                _check_named(state, said, name)


def _check_named(state: State, said: object, field: str) -> None:
    """One seat, or what is said of several."""
    if said is not None:
        for seat in said if isinstance(said, Mapping | tuple) else (said,):
            check_seat(state, cast("int", seat), field)


def record(state: State, entry: Entry, override: bool = False) -> Recorded:
    """The table after the entry, with its ledger; raises Refusal where the rules forbid it, Malformed where
    it names what does not exist. With `override` a refused entry is recorded where that has a meaning.
    """
    more: Mapping[str, object] = getattr(entry, "more", NOTHING)
    draft = Draft(state, override, more)
    by = acting_seat(state, entry)
    check_seats(state, entry, more)
    home: House = state.game.house
    kind = home.kinds.get(entry.type)
    if kind is None:
        raise Malformed("entry.type", "one_of", choices=tuple(home.kinds))
    if entry.type in home.against:
        draft.contest(veto(draft, entry.type, by))
    tell(draft, Entered, entry, by)
    kind.record(draft, entry, by)
    if state.game.parts_open_by_themselves:
        turns.settle(draft)
    tell(draft, Settled)
    if home.ends:
        ending.ended(draft)
    return Recorded(
        draft.freeze(), tuple(draft.ledger), draft.headline, tuple(draft.overridden), draft.discarded
    )
