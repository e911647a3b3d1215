"""Record an entry: the one door through which a table changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine.table.draft import Draft
from companion.engine.table.entries import Count, Entry, ExpansionEntry, Join, Payment
from companion.engine.table.ledger import Ledger
from companion.engine.table.refusals import Malformed, Reason, Refusal
from companion.engine.table.seats import plays
from companion.engine.table.state import State

from . import counting, discover, expeditions, findings, life, trade, turns


@dataclass(frozen=True, slots=True)
class Recorded:
    """What an entry brought about; `reason` is its headline code, `overridden` what the rules had against it.

    `pardoned`: the rules refuse it, but it was recorded when they were others.
    """

    state: State
    ledger: Ledger
    reason: str
    overridden: tuple[Reason, ...] = ()
    discarded: int = 0
    pardoned: bool = False


RULES: Mapping[str, Callable[[Draft, Any, int], None]] = {
    "draw": discover.draw,
    "draw_request": discover.draw_request,
    "extra_tax": discover.extra_tax,
    "repel": discover.repel,
    "keep": discover.keep,
    "stop": discover.stop,
    "begin_part": trade.begin_part,
    "take": trade.take,
    "pass": trade.pass_,
    "claim_expedition": expeditions.claim,
    "start_turn": trade.start_turn,
    "finish_turn": trade.finish_turn,
    "count": counting.count,
    "payment": counting.payment,
    "leave": life.leave,
    "join": life.join,
    "rules": life.house_rules,
    "reshuffle": life.reshuffle,
    "learn": findings.learn,
    "missing": findings.missing,
}


def rule_for(draft: Draft, entry: Entry) -> Callable[[Draft, Any, int], None]:
    if isinstance(entry, ExpansionEntry):
        for expansion in draft.game.expansions:
            if entry.type in expansion.entries:
                return expansion.entries[entry.type]
        raise Malformed("type", "an entry of this table's modules")
    return RULES[entry.type]


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
    """Raises where an entry names somebody who does not sit there."""
    acting_seat(state, entry)
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
    check_seats(state, entry)
    rule_for(draft, entry)(draft, entry, acting_seat(state, entry))
    if state.game.parts_open_by_themselves:
        turns.settle(draft)
    return Recorded(
        draft.freeze(), tuple(draft.ledger), draft.headline, tuple(draft.overridden), draft.discarded
    )
