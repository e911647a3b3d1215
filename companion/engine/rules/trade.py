"""Trade & Hire: what a card costs or brings, who may take it, and who passes."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.entering.entries import BeginPart, FinishTurn, Pass, StartTurn, Take
from companion.engine.following.moments import Hired, Traded
from companion.engine.house.brought import Figure
from companion.engine.house.living import put_away, stay_of, tell
from companion.engine.printed.cards import Person, Ship
from companion.engine.refusals import Malformed, Reason
from companion.engine.table.draft import Draft, Table, cards_in
from companion.engine.table.seats import next_seat, plays, steps
from companion.engine.table.state import DISCOVER, GAME_OVER, TRADE_HIRE, Taken, Takes

from . import ending, turns
from .offers import Offer, granted, offer


def had_his_part(table: Table, seat: int) -> bool:
    """The player's part this turn is over already, or he has left."""
    return not plays(table, seat) or steps(table, table.active, seat) < steps(
        table, table.active, table.acting
    )


def part_reason(table: Table, seat: int) -> Reason | None:
    """Why this player may not take or pass now."""
    if table.phase == GAME_OVER:
        return Reason("GAME_OVER", "last_round")
    # a part that closes by itself closes with the last take; in a ruling only when the next player acts
    closed = table.game.parts_open_by_themselves
    if table.phase != TRADE_HIRE:
        if closed and seat == table.claimant and not table.claimant_busted:
            return Reason("NO_TAKES_LEFT", "no_takes_left")
        return Reason("WRONG_PHASE", "phase_order", {"phase": table.phase})
    if seat == table.acting:
        return None
    if closed and had_his_part(table, seat):
        return Reason("NO_TAKES_LEFT", "no_takes_left", overridable=True)
    return Reason("NOT_YOUR_TURN", "others_turn", {"seat": table.acting}, overridable=True)


def spent(table: Table) -> Reason | None:
    """The player whose part it is has taken as many cards as he may."""
    if table.takes is None or table.takes.left > 0:
        return None
    return Reason("NO_TAKES_LEFT", "no_takes_left", {"takes": table.takes.total}, overridable=True)


def give_way(draft: Draft, seat: int, passing: bool) -> None:
    """Move on to the part of `seat`, where those before him are done or pass."""
    if passing and draft.phase == TRADE_HIRE and not had_his_part(draft, seat):
        while draft.phase == TRADE_HIRE and draft.acting != seat:
            pass_part(draft)
    elif draft.phase == TRADE_HIRE and not draft.game.parts_open_by_themselves:
        following = next_seat(draft, draft.acting)
        if seat == following != draft.active and draft.acting != seat and turns.part_is_over(draft):
            turns.end_part(draft)


def pass_part(draft: Draft) -> None:
    """The player of this part takes nothing more."""
    draft.say("passed", "pass", draft.acting, params=turns.taken_in_part(draft))
    turns.end_part(draft)
    if draft.game.parts_open_by_themselves:
        turns.settle(draft)


def take(draft: Draft, entry: Take, by: int) -> None:
    give_way(draft, by, entry.passing)
    reason = part_reason(draft, by)
    draft.contest(reason)
    index = entry.harbor_index
    if cards_in(draft) == 0:
        draft.contest(spent(draft) if reason is None else None)
        draft.refuse("HARBOR_EMPTY", "takes")
    if not 0 <= index < len(draft.harbor) or draft.harbor[index] is None:
        raise Malformed("harbor_index", "lies_there")
    if entry.had is not None:
        draft.count_coins(by, entry.had)
    take_away(draft, by, index, reason)


def take_away(draft: Draft, by: int, index: int, reason: Reason | None) -> None:
    """A card is traded with or hired; `reason`: what stood against its taker's taking any, and was overruled."""
    found = offer(draft, by, index)
    draft.contest((spent(draft) if reason is None else None) or found.reason)
    card = draft.harbor[index]
    before, more = draft.players[by].coins, granted(draft, by, card) if card is not None else []
    draft.harbor = (*draft.harbor[:index], None, *draft.harbor[index + 1 :])
    if isinstance(card, Ship):
        trade(draft, by, card, found)
    elif isinstance(card, Person):
        hire(draft, by, card, found)
    if found.compensation and draft.players[by].coins > 0:
        draft.hand_over(by, draft.active, 1, "compensation", "compensation")
    elif found.compensation:
        draft.say("short", "compensation", by, params={"count": 1, "to": draft.active})
    if card is not None:
        draft.taken += (Taken(index, card, by, draft.players[by].coins - before),)
    if by == draft.active:
        draft.taken_by_active += 1
    if reason is None:
        use_take(draft)
        give_takes(draft, more)
    ending.note_points(draft, by)


def use_take(draft: Draft) -> None:
    """One of the part's takes is used up."""
    takes = draft.takes
    if takes is not None:
        left = max(0, takes.left - 1)
        draft.takes = Takes(takes.total, left, takes.by_colors, takes.colors, takes.reasons)
    draft.part_opened = True


def give_takes(draft: Draft, figures: Iterable[Figure]) -> None:
    """The card just taken lets the player of this part take more."""
    for why, more in figures:
        now = draft.takes
        if now is not None:
            given = dict(now.reasons)
            given[why] = given.get(why, 0) + more
            reasons = tuple(given.items())
            draft.takes = Takes(now.total + more, now.left + more, now.by_colors, now.colors, reasons)


def trade(draft: Draft, seat: int, ship: Ship, found: Offer) -> None:
    """The ship pays its coins (`000 2. Trade & Hire - Trade`)."""
    stays = not found.declined and stay_of(draft, seat, ship) is not None
    if not stays:
        put_away(draft, seat, ship, "unpaid" if found.declined else "traded")
    paid = draft.earn(seat, found.gain - max(0, found.trader), "trade", "trade", {"card": ship})
    if found.trader > 0:
        paid += draft.earn(
            seat, found.trader, "trader", "trader", {"count": found.trader, "color": ship.color}
        )
    if stays:
        put_away(draft, seat, ship, "traded" if paid else "unpaid")
    tell(draft, Traded, seat, ship)


def hire(draft: Draft, seat: int, person: Person, found: Offer) -> None:
    """The price goes to the discard pile, the person into the display (`000 2. Trade & Hire - Hire`)."""
    price = min(found.price, draft.players[seat].coins)
    params = {"card": person, "price": price, "cost": person.cost, "discount": found.discount}
    draft.pay(seat, price, "hire", "hire", params)
    if price < found.price:
        draft.say("short", "hire", seat, params={"count": found.price - price})
    put_away(draft, seat, person, "hired")
    tell(draft, Hired, seat, person)


def pass_(draft: Draft, entry: Pass, by: int) -> None:
    give_way(draft, by, entry.passing)
    if entry.passing and (draft.phase != TRADE_HIRE or had_his_part(draft, by)):
        return
    draft.contest(part_reason(draft, by))
    turn = (draft.round, draft.active)
    pass_part(draft)
    while entry.rest and draft.phase == TRADE_HIRE and (draft.round, draft.active) == turn:
        pass_part(draft)


def begin_part(draft: Draft, entry: BeginPart, by: int) -> None:
    """Opens a part in a ruling; at a table parts open by themselves and this changes nothing."""
    if draft.game.parts_open_by_themselves:
        if draft.phase == TRADE_HIRE and by != draft.acting and not had_his_part(draft, by):
            draft.contest(part_reason(draft, by))
        return
    give_way(draft, by, passing=False)
    draft.contest(part_reason(draft, by))
    if draft.part_opened:
        draft.refuse("START_OF_PART_ONLY", "admiral")
    turns.open_part(draft)
    turns.skipped(draft)


def finish_turn(draft: Draft, entry: FinishTurn, by: int) -> None:
    """Everything left in the turn is over; harmless where it is over already."""
    if draft.phase == GAME_OVER:
        draft.because("GAME_OVER")
        return
    if draft.phase == DISCOVER and by == draft.claimant:
        return
    if by != draft.active:
        draft.refuse("NOT_YOUR_TURN", "turn_order", seat=draft.active)
    if draft.phase == DISCOVER and draft.game.parts_open_by_themselves:
        draft.refuse("WRONG_PHASE", "phase_order", phase=draft.phase)
    turns.end_turn(draft)


def start_turn(draft: Draft, entry: StartTurn, by: int) -> None:
    """The turn of `by` begins: what was left of the one before is over."""
    if draft.phase == TRADE_HIRE and by == next_seat(draft, draft.active):
        turns.end_turn(draft)
    if draft.phase == GAME_OVER and draft.outcome is not None:
        # Nobody's turn begins any more in a game that is won or lost together.
        draft.because(draft.outcome.code)
        return
    if draft.phase == GAME_OVER:
        draft.refuse("GAME_OVER", "last_round")
    if by != draft.active:
        draft.refuse("NOT_YOUR_TURN", "turn_order", seat=draft.active)
