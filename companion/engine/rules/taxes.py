"""Tax Increase: losses first, then the bonus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.engine.following.moments import Taxed
from companion.engine.house.living import swords_of, tell
from companion.engine.printed.cards import Tax
from companion.engine.table.draft import Draft, Table
from companion.engine.table.seats import around


def printed(table: Table) -> Mapping[str, Tax]:
    """The Tax Increases of this table's cards, by their bonus."""
    cards = (kind.card for kind in table.game.deck.kinds if kind.count)
    return {card.bonus: card for card in cards if isinstance(card, Tax)}


def like_printed(table: Table, bonus: str) -> Tax:
    """One that lies in no pile and is like those that do."""
    found = printed(table)
    plain = Tax(bonus, table.game.rules.switches.tax_threshold)
    return replace(found.get(bonus) or next(iter(found.values()), plain), bonus=bonus, id=None)


def levy(draft: Draft, tax: Tax) -> tuple[int, ...]:
    """Everybody at the threshold loses coins (`000 1. Discover (Tax Increase)`); says who did."""
    taxed = []
    for seat in around(draft, draft.active):
        had = draft.players[seat].coins
        lost = tax.loss(had)
        if lost:
            figures = {"had": had, "lost": lost}
            if tax.down_to is not None:
                figures["down_to"] = tax.down_to
            draft.pay(seat, lost, "tax_loss", "tax_loss", figures)
            taxed.append(seat)
    return tuple(taxed)


def grant_bonus(draft: Draft, tax: Tax) -> None:
    """Most swords or fewest points gain the bonus; everybody tied gains it in full."""
    seats = around(draft, draft.active)
    if tax.bonus == "most_swords":
        figures = {seat: swords_of(draft, seat) for seat in seats}
        best, rule, name = max(figures.values()), "tax_bonus_swords", "swords"
    else:
        figures = {seat: draft.players[seat].vp for seat in seats}
        best, rule, name = min(figures.values()), "tax_bonus_vp", "vp"
    tied = [seat for seat in seats if figures[seat] == best]
    for seat in tied:
        draft.earn(seat, tax.bonus_coins, "tax_bonus", rule, {name: best, "count": len(tied)})


def resolve(draft: Draft, tax: Tax) -> None:
    """A drawn Tax Increase is applied, and only then discarded (`004 1. Discover (Tax Increase)`)."""
    taxed = levy(draft, tax)
    grant_bonus(draft, tax)
    draft.discard(tax)
    draft.because("TAX_APPLIED" if taxed else "BELOW_TAX_THRESHOLD")
    tell(draft, Taxed, tax, taxed)
