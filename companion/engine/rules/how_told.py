"""How much a group tells of a turn: every card, the harbor when Discover ends, or only what is taken."""

from __future__ import annotations

from companion.engine.printed.manifests import keepings
from companion.engine.refusals import Reason
from companion.engine.table.draft import Table
from companion.engine.table.state import CARDS, DISCOVER, TAKES, TRADE_HIRE


def ways(table: Table) -> tuple[str, ...]:
    """How much may be told at this table."""
    return (CARDS, *keepings(table.game.modules))


def way(table: Table) -> str:
    """How this turn is told: one that has begun card by card goes on so."""
    if table.phase == DISCOVER:
        return CARDS if table.harbor or any(one.must for one in table.decisions) else table.game.keeping
    return TAKES if table.phase == TRADE_HIRE and table.untold != 0 else CARDS


def told_so(table: Table, how: tuple[str, ...], rule: str) -> Reason | None:
    """Nothing is told in this way now."""
    return None if way(table) in how else Reason("TOLD_OTHERWISE", rule, {"keeping": way(table)})
