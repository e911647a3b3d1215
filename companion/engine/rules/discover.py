"""Discover: draw, repel, keep, bust, stop."""

from __future__ import annotations

from companion.engine.table.cards import Card, Expedition, HarborCard, Ship, Tax
from companion.engine.table.draft import Draft, Table, cards_in
from companion.engine.table.entries import Draw, DrawRequest, ExtraTax, Keep, Repel, Stop
from companion.engine.table.refusals import Reason
from companion.engine.table.seats import around
from companion.engine.table.state import DISCOVER, GAME_OVER, PendingExtraTax, PendingRepel

from . import findings, taxes, turns


def turn_reason(table: Table, by: int, rule: str) -> Reason | None:
    """Only the active player acts in Discover (`000 1. Discover`)."""
    if table.phase == GAME_OVER:
        return Reason("GAME_OVER", "last_round")
    if by != table.active:
        return Reason("NOT_YOUR_TURN", "turn_order", {"seat": table.active})
    if table.phase != DISCOVER:
        return Reason("WRONG_PHASE", "phase_order", {"phase": table.phase})
    return None


def open_question(table: Table) -> Reason | None:
    """Something that was drawn waits for a decision."""
    pending = table.pending
    if isinstance(pending, PendingRepel) and pending.must_decide:
        return Reason("REPEL_PENDING", "repel", {"swords": pending.swords, "needed": pending.needed})
    if isinstance(pending, PendingExtraTax):
        return Reason("EXTRA_TAX", "extra_tax")
    return None


def extra_tax_due(table: Table) -> bool:
    """Yucata: no card left, or a second reshuffle in one Discover (C09)."""
    if table.game.rules.switches.deck_exhaustion != "extra_tax" or table.extra_taxed or table.draw_pile:
        return False
    return table.discard_pile == 0 or table.reshuffles > 0


def piles_reason(table: Table) -> Reason | None:
    """Why no card can be drawn from the piles."""
    if extra_tax_due(table):
        return Reason("EXTRA_TAX", "extra_tax")
    if table.draw_pile == 0 and table.discard_pile == 0:
        return Reason("MUST_STOP", "coins_run_out", overridable=True)
    return None


def draw_reason(table: Table, by: int) -> Reason | None:
    """Why the next card may not be drawn."""
    for expansion in table.game.expansions:
        if by == table.active and expansion.may_not_draw is not None:
            reason = expansion.may_not_draw(table)
            if reason is not None:
                return reason
    return turn_reason(table, by, "draw") or open_question(table) or piles_reason(table)


def repel_reason(table: Table, ship: Card) -> Reason | None:
    """Why the ship just drawn cannot be repelled (`000 1. Discover (Ship / repel)`)."""
    if not isinstance(ship, Ship):
        return Reason("NOT_A_SHIP", "repel")
    swords = table.players[table.active].swords
    if ship.swords is None:
        return Reason("SKULL_NEVER_REPEL", "repel_skull", overridable=True)
    if swords == 0:
        return Reason("NO_SAILOR_OR_PIRATE", "repel_swords", {"needed": ship.swords}, overridable=True)
    if swords < ship.swords:
        figures = {"swords": swords, "needed": ship.swords}
        return Reason("NOT_ENOUGH_SWORDS", "repel_swords", figures, overridable=True)
    return None


def collides(table: Table, ship: Ship) -> bool:
    """A ship of this color lies in the harbor already."""
    return any(card is not None and card.kind == "ship" and card.color == ship.color for card in table.harbor)


def turn_up(draft: Draft, drawn: Card) -> Card:
    """A card leaves the draw pile and everybody sees it: as the box knows it."""
    card = draft.game.deck.printed(drawn)
    findings.turned_up(draft, card)
    draft.leave_pile()
    draft.see(card)
    draft.drawn += 1
    draft.claimant = None
    draft.claimant_busted = False
    return card


def lay_aside(draft: Draft, expedition: Expedition) -> None:
    """An expedition lies apart from the harbor (`000 1. Discover (Expedition)`)."""
    owned = sum(len(player.expeditions) for player in draft.players)
    draft.check_box(len(draft.expeditions) + owned, draft.game.deck.holds["expedition"])
    draft.expeditions += (expedition,)
    draft.say("expedition_aside", "expedition_aside", params={"card": expedition})
    draft.because("EXPEDITION_ASIDE")


def place(draft: Draft, card: HarborCard) -> None:
    draft.check_box(len(draft.harbor), draft.game.deck.harbor_cards)
    draft.harbor += (card,)
    draft.say("placed", "draw", params={"card": card})
    draft.because("PLACED")


def draw(draft: Draft, entry: Draw, by: int) -> None:
    if entry.learn:
        # One card more in the box lies in the pile, which may be what makes it possible to draw.
        findings.teach(draft, entry.card, entry.instead_of)
    draft.contest(draw_reason(draft, by))
    draft.pending = None
    if entry.repel:
        draft.contest(repel_reason(draft, entry.card))
    card = turn_up(draft, entry.card)
    if isinstance(card, Expedition):
        lay_aside(draft, card)
    elif isinstance(card, Tax):
        taxes.resolve(draft, card)
    elif not isinstance(card, Ship):
        place(draft, card)
    elif entry.repel:
        send_away(draft, card)
    else:
        sight(draft, card, entry.repel)


def sight(draft: Draft, ship: Ship, repel: bool | None) -> None:
    """A ship that is not repelled with the same entry: it lies down, waits for a decision, or busts."""
    collision = collides(draft, ship)
    repellable = repel_reason(draft, ship) is None
    place(draft, ship)
    if repellable and repel is None:
        swords = draft.players[draft.active].swords
        draft.pending = PendingRepel(len(draft.harbor) - 1, collision, swords, ship.swords or 0)
    elif collision:
        bust(draft, ship, on_purpose=repellable)
    elif repellable:
        draft.say("kept", "keep", draft.active, params={"card": ship})


def send_away(draft: Draft, ship: Ship) -> None:
    """A repelled ship is discarded and pays nothing (C13)."""
    draft.discard(ship)
    draft.repelled += 1
    swords = draft.players[draft.active].swords
    figures = {"card": ship, "swords": swords, "needed": ship.swords}
    draft.say("repelled", "repel", draft.active, params=figures)
    draft.because("REPELLED")


def bust(draft: Draft, ship: Ship, on_purpose: bool = False, rule: str = "bust") -> None:
    """A second ship of a color: the turn is forfeited and Jesters pay (`000 1. Discover (bust)`)."""
    params = {"color": ship.color, "cards": cards_in(draft), "on_purpose": on_purpose}
    draft.say("bust", "bust_on_purpose" if on_purpose else rule, draft.active, params=params)
    draft.because("BUST")
    for card in draft.harbor:
        if card is not None:
            draft.discard(card)
    draft.harbor = ()
    switches = draft.game.rules.switches
    for seat in around(draft, draft.active):
        if seat == draft.active and not switches.bust_jester_active:
            continue
        persons = [p.abilities.bust_income for p in draft.players[seat].display if p.abilities.bust_income]
        if persons:
            draft.earn(seat, sum(persons), "jester_bust", "bust_jester", {"count": len(persons)})
    turns.end_turn(draft, busted=True)


def repel(draft: Draft, entry: Repel, by: int) -> None:
    pending = draft.pending
    index = entry.harbor_index
    waiting = pending.harbor_index if isinstance(pending, PendingRepel) else None
    for expansion in draft.game.expansions:
        if expansion.may_not_repel is not None:
            draft.contest(expansion.may_not_repel(draft))
    if waiting is None or (index is not None and index != waiting):
        draft.contest(Reason("REPEL_ONLY_JUST_DRAWN", "repel_just_drawn", overridable=index is not None))
    place_index = index if index is not None else waiting
    draft.contest(turn_reason(draft, by, "repel"))
    if place_index is None or not 0 <= place_index < len(draft.harbor):
        draft.refuse("REPEL_ONLY_JUST_DRAWN", "repel_just_drawn")
    ship = draft.harbor[place_index]
    if not isinstance(ship, Ship):
        draft.refuse("NOT_A_SHIP", "repel")
    draft.contest(repel_reason(draft, ship))
    if place_index == len(draft.harbor) - 1:
        draft.harbor = draft.harbor[:-1]
    else:
        draft.harbor = (*draft.harbor[:place_index], None, *draft.harbor[place_index + 1 :])
    if place_index == waiting:
        draft.pending = None
    send_away(draft, ship)


def keep(draft: Draft, entry: Keep, by: int) -> None:
    draft.contest(turn_reason(draft, by, "keep"))
    pending = draft.pending
    if not isinstance(pending, PendingRepel):
        draft.refuse("REPEL_ONLY_JUST_DRAWN", "repel_just_drawn")
    ship = draft.harbor[pending.harbor_index]
    draft.pending = None
    if not isinstance(ship, Ship):
        draft.refuse("NOT_A_SHIP", "repel")
    if pending.must_decide:
        bust(draft, ship, on_purpose=True)
    else:
        draft.say("kept", "keep", draft.active, params={"card": ship})
        draft.because("PLACED")


def stop_reason(table: Table, by: int) -> Reason | None:
    """Why Discover may not end yet (`000 1. Discover`, C11)."""
    reason = turn_reason(table, by, "stop") or open_question(table)
    if reason is not None:
        return reason
    lacking = table.drawn == 0 or (
        cards_in(table) == 0 and not table.game.rules.switches.stop_with_empty_harbor
    )
    if lacking and piles_reason(table) is None:
        return Reason("MUST_DRAW_FIRST", "first_card", overridable=True)
    return None


def stop(draft: Draft, entry: Stop, by: int) -> None:
    draft.contest(stop_reason(draft, by))
    turns.start_trade_and_hire(draft)


def draw_request(draft: Draft, entry: DrawRequest, by: int) -> None:
    """The active player wants a card: shuffle, levy Yucata's extra tax, or say that none is left."""
    draft.contest(turn_reason(draft, by, "draw") or open_question(draft))
    if extra_tax_due(draft):
        draft.say("extra_tax", "extra_tax")
        taxes.levy(draft, Tax("open", draft.game.rules.switches.tax_threshold))
        draft.extra_taxed = True
        draft.pending = PendingExtraTax()
        draft.because("EXTRA_TAX")
    elif draft.draw_pile == 0:
        draft.contest(piles_reason(draft))
        draft.reshuffle()
        draft.because("RESHUFFLED")


def extra_tax(draft: Draft, entry: ExtraTax, by: int) -> None:
    draft.contest(turn_reason(draft, by, "extra_tax"))
    if not isinstance(draft.pending, PendingExtraTax):
        draft.refuse("NO_EFFECT", "extra_tax")
    draft.pending = None
    taxes.grant_bonus(draft, Tax(entry.bonus, draft.game.rules.switches.tax_threshold))
    draft.because("TAX_APPLIED")
