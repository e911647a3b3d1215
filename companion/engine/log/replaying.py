"""Entries that were recorded, once more: what the rules refuse by now happened all the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from companion.engine.entering.entries import Entry, Pass, Take
from companion.engine.following.ledger import Ledger, LedgerLine
from companion.engine.refusals import EngineError, NoLongerHolds, Reason, Refusal
from companion.engine.rules import turns
from companion.engine.rules.record import Recorded, record
from companion.engine.rules.trade import had_his_part
from companion.engine.table.draft import Draft
from companion.engine.table.seats import plays, steps
from companion.engine.table.state import GAME_OVER, TRADE_HIRE, State

from .timeline import Held, Kept

# It names what does not exist.
NO_ENTRY = Reason("NO_EFFECT", "happened_anyway")


def replay(
    state: State, held: Sequence[Held], pardoned: Callable[[Held], bool] = lambda _: False
) -> Iterator[Recorded]:
    """Record the entries one after the other; raises Refusal naming the entry that no longer holds, where that one
    is not pardoned.
    """
    for item in held:
        recorded = again(state, item)
        if recorded.pardoned and not pardoned(item):
            raise no_longer_holds(item, recorded.overridden[0])
        state = recorded.state
        yield recorded


def again(state: State, item: Held) -> Recorded:
    """An entry that was recorded before; where the rules refuse it now it is pardoned."""
    kept = item.kept
    if kept is not None and kept.gone is not None:
        return _changes_nothing(state, Reason("CARD_GONE", "happened_anyway", {"card": kept.gone}))
    try:
        return record(state, item.entry, item.override)
    except EngineError as error:
        return pardon(state, item, error)


def pardon(state: State, item: Held, error: EngineError) -> Recorded:
    """An entry that the rules refuse: it happened anyway, or it changes nothing and says so."""
    reason = reason_of(error)
    for entry, start, ledger in _ways(state, item, reason):
        with suppress(EngineError):
            found = record(start, entry, True)
            told = found.ledger
            if reason not in found.overridden:
                params = {"code": reason.code, "rule": reason.rule}
                told = (LedgerLine("happened_anyway", "happened_anyway", params=params), *ledger, *told)
            overridden = (reason, *(one for one in found.overridden if one != reason))
            return found._replace(ledger=told, overridden=overridden, pardoned=True)
    return _changes_nothing(state, reason)


def _ways(state: State, item: Held, reason: Reason) -> Iterator[tuple[Entry, State, Ledger]]:
    """How an entry can have happened all the same: itself, on which table, and what was told before it."""
    kept, entry = item.kept, item.entry
    ahead = 0 if kept is None else _turns_ahead(state, kept)
    if kept is not None and ahead > 0:
        # Somebody acted in a later turn: so the turns before it were over.
        start, ledger = _turned(state, kept)
        yield entry, start, ledger
    elif kept is not None and ahead == 0:
        if state.decisions:
            yield entry, state._replace(decisions=()), ()
        if isinstance(entry, Take | Pass) and state.phase == TRADE_HIRE:
            seat = state.acting if entry.by is None else entry.by
            if seat != state.acting and not had_his_part(state, seat):
                # Somebody acted in a later part: so those before him took nothing more.
                yield replace(entry, passing=True), state, ()
            if isinstance(entry, Pass) and had_his_part(state, seat):
                return
    if reason.overridable and ahead >= 0:
        yield entry, state, ()


def _turns_ahead(state: State, kept: Kept) -> int:
    """How many turns later than the table's an entry happened; below 0 where its own is over."""
    (then, seat), first = kept.turn, state.game.start_player
    if not plays(state, seat):
        return -1
    rounds = (then - state.round) * len(state.game.order)
    return rounds + steps(state, first, seat) - steps(state, first, state.active)


def _turned(state: State, kept: Kept) -> tuple[State, Ledger]:
    draft = Draft(state)
    for _ in range(_turns_ahead(state, kept)):
        if draft.phase != GAME_OVER:
            turns.end_turn(draft)
    return draft.freeze(), tuple(draft.ledger)


def _changes_nothing(state: State, reason: Reason) -> Recorded:
    params = {"code": reason.code, "rule": reason.rule}
    line = LedgerLine("does_not_fit", "happened_anyway", params={**reason.params, **params})
    return Recorded(state, (line,), "NO_EFFECT", (reason,), pardoned=True)


def reason_of(error: EngineError) -> Reason:
    """What stands against an entry."""
    return error.reason if isinstance(error, Refusal) else NO_ENTRY


def no_longer_holds(item: Held, reason: Reason) -> Refusal:
    """A correction is refused because a later entry contradicts it."""
    return NoLongerHolds(item.revision, reason, "MALFORMED" if reason == NO_ENTRY else reason.code)
