"""A player's account: every change of his coins, with what remained after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.engine.following.ledger import LedgerLine
from companion.engine.json import writing

from .history import History, replayed_from

if TYPE_CHECKING:
    from companion.engine.json import shapes


class Booking(NamedTuple):
    """A change of somebody's coins: the entry that brought it, in whose turn, and the coins after it."""

    revision: int
    round: int
    active: int
    line: LedgerLine
    balance: int


def account(history: History, seat: int) -> tuple[Booking, ...]:
    """The changes of a player's coins, the newest first."""
    found: list[Booking] = []
    for _, item, before, done in replayed_from(history, 0):
        coins = before.players[seat].coins if seat < len(before.players) else 0
        for line in done.ledger:
            if line.seat == seat and (line.coins or line.why == "counted"):
                coins += line.coins
                found.append(Booking(item.revision, before.round, before.active, line, coins))
    return tuple(reversed(found))


def account_json(history: History, seat: int) -> shapes.Account:
    """The account as the outside reads it."""
    return {
        "revision": history.revision,
        "seat": seat,
        "coins": history.state.players[seat].coins,
        "bookings": [
            {
                "revision": one.revision,
                "turn": [one.round, one.active],
                "line": writing.ledger_line(one.line),
                "balance": one.balance,
            }
            for one in account(history, seat)
        ],
    }
