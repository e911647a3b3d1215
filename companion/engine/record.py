"""Record an entry: the one door through which a table changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from . import discover, expeditions, trade, turns
from .draft import Draft
from .entries import Count, Entry, ExpansionEntry, Payment
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


def count(draft: Draft, entry: Count, by: int) -> None:
    """The table counted something else: the table is right."""
    for name in ("draw_pile", "discard_pile"):
        counted = getattr(entry, name)
        if counted is not None:
            draft.say("counted", "count", params={"what": name, "from": getattr(draft, name), "to": counted})
            setattr(draft, name, counted)
    for seat, counted in entry.coins.items():
        draft.count_coins(seat, counted)


def payment(draft: Draft, entry: Payment, by: int) -> None:
    """A payment that was forgotten, or made twice: the table is right."""
    more = entry.coins * (entry.times - 1)
    seats = {by: more} if entry.other is None else {by: more, entry.other: -more}
    if entry.other is None:
        draft.regain(-more, first="draw_pile" if entry.coins > 0 else "discard_pile")
    for seat, coins in seats.items():
        if draft.players[seat].coins + coins < 0:
            draft.refuse("NO_EFFECT", "count")
        draft.players[seat] = draft.players[seat].with_coins(coins)
        params = {"why": entry.why, "count": abs(entry.coins)}
        draft.say("not_paid" if entry.times == 0 else "paid_twice", "count", seat, coins, params)


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
    "count": count,
    "payment": payment,
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
