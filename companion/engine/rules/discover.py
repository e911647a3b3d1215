"""Discover: draw, repel, keep, bust, stop."""

from __future__ import annotations

from companion.engine.entering.entries import Draw, Keep, Repel, Stop
from companion.engine.following.moments import Busted, Placed, Repelled
from companion.engine.house.brought import Pile
from companion.engine.house.door import House
from companion.engine.house.living import pile_due, put_away, swords_of, tell
from companion.engine.printed.cards import Card, Expedition, HarborCard, Person, Ship, Tax, Unknown
from companion.engine.refusals import Malformed, Reason
from companion.engine.table.draft import Draft, Table, cards_in, waiting
from companion.engine.table.state import CARDS, DISCOVER, GAME_OVER, Decision, Game

from . import findings, taxes, turns
from .how_told import told_so
from .piles import piles_reason

REPEL = "repel"
# Its figures are asked for now.
UNREAD = "UNREAD_CARD"


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
    """Something waits for a decision before anything else may happen."""
    for decision in table.decisions:
        if decision.against is not None:
            return decision.against
    return None


def draw_reason(table: Table, by: int) -> Reason | None:
    """Why the next card may not be drawn."""
    return turn_reason(table, by, "draw") or open_question(table) or piles_reason(table)


def repel_reason(table: Table, ship: Card) -> Reason | None:
    """Why the ship just drawn cannot be repelled (`000 1. Discover (Ship / repel)`)."""
    if not isinstance(ship, Ship):
        return Reason("NOT_A_SHIP", "repel")
    swords = swords_of(table, table.active)
    if ship.unread and swords:
        return Reason(UNREAD, "repel_swords")
    if ship.swords is None and not ship.unread:
        return Reason("SKULL_NEVER_REPEL", "repel_skull", overridable=True)
    if swords == 0 and not table.players[table.active].swords:
        return Reason("NO_SAILOR_OR_PIRATE", "repel_swords", {"needed": ship.swords or 0}, overridable=True)
    if swords < (ship.swords or 0):
        figures = {"swords": swords, "needed": ship.swords}
        return Reason("NOT_ENOUGH_SWORDS", "repel_swords", figures, overridable=True)
    return None


def unrepellable(table: Table, ship: Card) -> Reason | None:
    """The same for a ship as it is drawn, with what modules have against repelling any."""
    home: House = table.game.house
    vetoes = (repelling(table, table.active, ship) for repelling in home.repelling)
    return repel_reason(table, ship) or next(filter(None, vetoes), None)


def collides(table: Table, ship: Ship | Unknown) -> bool:
    """A ship of this color lies in the harbor already."""
    return any(card is not None and card.kind == "ship" and card.color == ship.color for card in table.harbor)


def turn_up(draft: Draft, drawn: Card, pile: Pile | None = None) -> Card:
    """A card leaves the draw pile, or another one, and everybody sees it: as the box knows it."""
    if pile is None:
        draft.refill()
    findings.turned_up(draft, drawn)
    card = draft.game.deck.printed(drawn)
    if pile is None:
        draft.leave_pile()
    else:
        pile.leaves(draft)
    draft.see(card)
    draft.drawn += 1
    turns.under_way(draft)
    return card


def lay_aside(draft: Draft, expedition: Expedition) -> None:
    """An expedition lies apart from the harbor (`000 1. Discover (Expedition)`)."""
    if not draft.game.deck.holds["expedition"]:
        draft.refuse("NO_EXPEDITIONS", draft.game.rules.rule("expedition_aside"))
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
    tell(draft, Placed, card)


def check(entry: Draw, game: Game) -> None:
    """A card that is learned is one that a box can have; raises Malformed."""
    if entry.learn:
        findings.check_learned(entry.card, entry.instead_of, game)
    elif entry.instead_of is not None:
        raise Malformed("entry.instead_of", "nothing")


def draw(draft: Draft, entry: Draw, by: int) -> None:
    if entry.learn:
        # One card more in the box lies in the pile, which may be what makes it possible to draw.
        findings.teach(draft, entry.card, entry.instead_of)
    draft.contest(draw_reason(draft, by))
    draft.lapse()
    if entry.repel:
        draft.contest(unrepellable(draft, entry.card))
    card = turn_up(draft, entry.card, pile_due(draft))
    if isinstance(card, Expedition):
        lay_aside(draft, card)
    elif isinstance(card, Tax):
        taxes.resolve(draft, card)
    elif isinstance(card, Person):
        place(draft, card)
    elif isinstance(card, Ship) and entry.repel:
        send_away(draft, card)
    elif isinstance(card, Ship):
        sight(draft, card, entry.repel)


def sight(draft: Draft, ship: Ship, repel: bool | None) -> None:
    """A ship that is not repelled with the same entry: it lies down, waits for a decision, or busts."""
    collision = collides(draft, ship)
    against = unrepellable(draft, ship)
    repellable = against is None or against.code == UNREAD
    place(draft, ship)
    if repellable and repel is None:
        draft.ask(repel_question(draft, len(draft.harbor) - 1, ship, collision))
    elif collision:
        bust(draft, ship, on_purpose=repellable)
    elif repellable:
        draft.say("kept", "keep", draft.active, params={"card": ship})


def repel_question(table: Table, berth: int, ship: Ship, collision: bool) -> Decision:
    """Whether the ship just drawn is sent away; where keeping it busts, nothing else may happen before."""
    figures = {"swords": swords_of(table, table.active), "needed": ship.swords or 0}
    against = Reason("REPEL_PENDING", "repel", figures) if collision else None
    return Decision(REPEL, table.active, {"harbor_index": berth, **figures}, against)


def send_away(draft: Draft, ship: Ship) -> None:
    """A repelled ship pays nothing (C13)."""
    put_away(draft, draft.active, ship, "repelled")
    draft.repelled += 1
    swords = swords_of(draft, draft.active)
    figures = {"card": ship, "swords": swords, "needed": ship.swords, "cards": cards_in(draft)}
    draft.say("repelled", "repel", draft.active, params=figures)
    draft.because("REPELLED")
    tell(draft, Repelled, draft.active, ship)


def bust(draft: Draft, ship: Ship, on_purpose: bool = False, rule: str = "bust") -> None:
    """A second ship of a color: the turn is forfeited (`000 1. Discover (bust)`)."""
    lay = cards_in(draft)
    swept = tuple([card for card in draft.harbor if card is not None])
    params = {"color": ship.color, "cards": lay, "on_purpose": on_purpose, "swept": swept}
    draft.say("bust", "bust_on_purpose" if on_purpose else rule, draft.active, params=params)
    draft.because("BUST")
    draft.discard(*[card for card in draft.harbor if card is not None])
    draft.harbor = ()
    tell(draft, Busted, draft.active, ship, lay)
    turns.end_turn(draft, busted=True)


def repel(draft: Draft, entry: Repel, by: int) -> None:
    asked = waiting(draft, REPEL)
    index = entry.harbor_index
    berth = asked.about["harbor_index"] if asked is not None else None
    if berth is None or (index is not None and index != berth):
        draft.contest(Reason("REPEL_ONLY_JUST_DRAWN", "repel_just_drawn", overridable=index is not None))
    place_index = index if index is not None else berth
    draft.contest(turn_reason(draft, by, "repel"))
    if place_index is None or not 0 <= place_index < len(draft.harbor):
        draft.refuse("REPEL_ONLY_JUST_DRAWN", "repel_just_drawn")
    ship = draft.harbor[place_index]
    if not isinstance(ship, Ship):
        draft.refuse("NOT_A_SHIP", "repel")
    draft.contest(unrepellable(draft, ship))
    if place_index == len(draft.harbor) - 1:
        draft.harbor = draft.harbor[:-1]
    else:
        draft.harbor = (*draft.harbor[:place_index], None, *draft.harbor[place_index + 1 :])
    if place_index == berth:
        draft.answered(REPEL)
    send_away(draft, ship)


def keep(draft: Draft, entry: Keep, by: int) -> None:
    draft.contest(turn_reason(draft, by, "keep"))
    asked = waiting(draft, REPEL)
    if asked is None:
        draft.refuse("REPEL_ONLY_JUST_DRAWN", "repel_just_drawn")
    ship = draft.harbor[asked.about["harbor_index"]]
    draft.answered(REPEL)
    if not isinstance(ship, Ship):
        draft.refuse("NOT_A_SHIP", "repel")
    if asked.must:
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
    draft.contest(stop_reason(draft, by) or told_so(draft, (CARDS,), "stop"))
    turns.start_trade_and_hire(draft)
