"""The Gambler: four cards at once, no repelling, then trade and hire with one card more."""

from __future__ import annotations

from companion.engine.rules import discover, taxes, turns
from companion.engine.table.cards import Expedition, Ship, Tax
from companion.engine.table.door import Expansion
from companion.engine.table.draft import Draft, Table
from companion.engine.table.entries import ExpansionEntry
from companion.engine.table.refusals import Malformed, Reason
from companion.engine.table.templates import Template

MODULE, ENTRY = "gambler", "use_gambler"
CARDS = 4
BUSTED = -1  # the turn before this one ended with a Gambler


def slot(table: Table) -> int:
    """Gamblers used in this turn, or BUSTED."""
    for expansion, value in zip(table.game.expansions, table.slots, strict=True):
        if expansion.module == MODULE and isinstance(value, int):
            return value
    return 0


def set_slot(draft: Draft, value: int) -> None:
    for position, expansion in enumerate(draft.game.expansions):
        if expansion.module == MODULE:
            draft.set_slot(position, value)


def used(table: Table) -> int:
    """Gamblers used in this turn."""
    return max(0, slot(table))


def owned(table: Table) -> int:
    return sum(1 for person in table.players[table.active].display if person.type == MODULE)


def reason(table: Table, by: int) -> Reason | None:
    """Why the Gambler may not be used (`004 Gambler Promo`)."""
    spent = Reason("NO_EFFECT", MODULE) if used(table) >= owned(table) else None
    if spent and used(table) and by == table.active:
        return spent
    against = discover.turn_reason(table, by, MODULE) or discover.open_question(table)
    return against or spent or discover.piles_reason(table)


def must_stop(table: Table) -> Reason | None:
    """After a Gambler no single cards are drawn."""
    return Reason("MUST_STOP", "gambler_must_stop", overridable=True) if used(table) else None


def no_repel(table: Table) -> Reason | None:
    """Ships that a Gambler turned up cannot be repelled, also when they busted."""
    drawn = used(table) or (slot(table) == BUSTED and table.claimant_busted)
    return Reason("GAMBLER_NO_REPEL", "gambler_no_repel", overridable=True) if drawn else None


def wanted(table: Table) -> int:
    """Four cards, or those there are where both piles together hold fewer (C125)."""
    return min(CARDS, table.draw_pile + table.discard_pile)


def use(draft: Draft, entry: ExpansionEntry, by: int) -> None:
    """Four cards are drawn and looked at together (`004 Gambler Promo`)."""
    draft.contest(reason(draft, by))
    expected = wanted(draft)
    if len(entry.cards) != expected:
        raise Malformed("cards", f"the {expected} cards drawn, in their order")
    draft.pending = None
    count = used(draft) + 1
    set_slot(draft, count)
    draft.say("gambler", MODULE, by, params={"count": len(entry.cards)})
    collision: Ship | None = None
    for drawn in entry.cards:
        card = discover.turn_up(draft, drawn)
        if isinstance(card, Expedition):
            discover.lay_aside(draft, card)
        elif isinstance(card, Tax):
            taxes.resolve(draft, card)
        else:
            if isinstance(card, Ship) and discover.collides(draft, card):
                collision = card
            discover.place(draft, card)
    draft.settle_headline()
    if collision is not None:
        discover.bust(draft, collision, rule="gambler_bust")
        set_slot(draft, BUSTED)
    elif count >= owned(draft):
        turns.start_trade_and_hire(draft)


def extra_takes(table: Table) -> int:
    """One card more for each Gambler used (C65)."""
    return used(table) * int(table.game.rules.rulings["gambler_bonus_multi"])


def templates(table: Table) -> list[Template]:
    if not owned(table) or table.phase != "discover":
        return []
    against = reason(table, table.active)
    return [Template(ENTRY, table.active, against is None, against, cards=wanted(table))]


EXPANSION = Expansion(
    module=MODULE,
    card_sets=(MODULE,),
    slot=0,
    entries={ENTRY: use},
    may_not_draw=must_stop,
    may_not_repel=no_repel,
    extra_takes=extra_takes,
    templates=templates,
)
