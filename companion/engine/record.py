"""Record an entry: the one door through which a table changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from . import counting, discover, expeditions, trade, turns
from .draft import Draft
from .entries import Entry, ExpansionEntry
from .ledger import Ledger
from .refusals import Malformed, Reason
from .state import State


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
    seat = state.acting if entry.by is None else entry.by
    if not 0 <= seat < len(state.players):
        raise Malformed("by", "the name or the seat of a player")
    return seat


def record(state: State, entry: Entry, override: bool = False) -> Recorded:
    """The table after the entry, with its ledger; raises Refusal where the rules forbid it, Malformed where
    it names what does not exist. With `override` a refused entry is recorded where that has a meaning.
    """
    draft = Draft(state, override)
    rule_for(draft, entry)(draft, entry, acting_seat(state, entry))
    if state.game.parts_open_by_themselves:
        turns.settle(draft)
    return Recorded(
        draft.freeze(), tuple(draft.ledger), draft.headline, tuple(draft.overridden), draft.discarded
    )
