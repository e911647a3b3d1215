"""The piles: whether a card can be drawn from them."""

from __future__ import annotations

from companion.engine.house.door import DRAWING
from companion.engine.house.living import house, pile_due, veto
from companion.engine.refusals import Reason
from companion.engine.table.draft import Table


def extra_tax_due(table: Table) -> bool:
    """Yucata: no card left, or a second reshuffle in one Discover (C09)."""
    if table.draw_pile or table.extra_taxed or table.game.rules.switches.deck_exhaustion != "extra_tax":
        return False
    return table.discard_pile == 0 or table.reshuffles > 0


def piles_reason(table: Table) -> Reason | None:
    """Why no card can be drawn from the piles."""
    if table.draw_pile or pile_due(table) is not None:
        return None
    if extra_tax_due(table):
        return Reason("EXTRA_TAX", "extra_tax")
    if table.discard_pile == 0:
        return Reason("MUST_STOP", "coins_run_out", overridable=True)
    return None


def several_reason(table: Table) -> Reason | None:
    """Why several cards cannot be drawn at once: they come from the draw pile."""
    for pile in house(table).piles:
        against = pile.first(table)
        if against is not None:
            return against
    return veto(table, DRAWING, table.active) or piles_reason(table)
