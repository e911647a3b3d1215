"""What the course of a turn means for contracts: occasions come, are open for a moment, and go."""

from __future__ import annotations

from companion.engine.following.moments import (
    Busted,
    Claimed,
    Entered,
    Hired,
    PartOpened,
    Repelled,
    Settled,
    Taxed,
    Traded,
)
from companion.engine.house.living import is_still
from companion.engine.rules import discover, goals, turns
from companion.engine.table.draft import Draft, waiting
from companion.engine.table.seats import around, plays
from companion.engine.table.state import GAME_OVER, Decision

from . import completing, contracts, declining
from .moment import KIND, Now, automatic, change, now

# These are about the ship that made the moment.
OF_THE_SHIP = {"repel", "keep"}


def entered(draft: Draft, moment: Entered) -> None:
    """Whatever goes on lets go what was now or never, and what the player before might still have done."""
    entry, by = moment
    if entry.type == "auto_check":
        return
    was, still = now(draft), is_still(draft, entry)
    linger, parts = (was.linger, ()) if still else goals.goes_on(was.linger, entry, by)
    change(draft, fresh=(), colors=turns.ship_colors(draft), linger=linger, parts=parts)
    here = was.open or was.paid or was.told or draft.claimant_busted
    if here and not still and entry.type not in OF_THE_SHIP:
        go_on(draft)


def go_on(draft: Draft) -> None:
    """A marker for whom the second occasion is here is moved in any case; all else is let go."""
    if now(draft).open:
        completing.owed(draft)
    missed = now(draft).missed
    gone = let_go(draft) - missed
    change(draft, open=(), told=False, paid=(), missed=missed | gone if gone else missed)


def let_go(draft: Draft) -> set[tuple[int, str]]:
    """Who lets go what by going on."""
    was, lying = now(draft), contracts.laid(draft)
    gone = {(draft.active, name) for name in was.open}
    if was.paid:
        taxes = [lying[index] for index in contracts.find(draft, "tax_paid")]
        gone |= {(seat, one.id) for one in taxes for seat in was.paid if seat not in one.done}
    if draft.claimant is not None and draft.claimant_busted:
        jinxes = [lying[index] for index in contracts.find(draft, "bust")]
        gone |= {(draft.claimant, one.id) for one in jinxes if draft.claimant not in one.done}
    return gone


def taxed(draft: Draft, moment: Taxed) -> None:
    """Whoever paid may complete (C78), once the tax is resolved as a whole (C110)."""
    was = now(draft)
    change(draft, paid=tuple(dict.fromkeys((*was.paid, *moment.seats))))
    if automatic(draft):
        completing.by_themselves(draft, around(draft, draft.active))


def by_itself(draft: Draft, moment: Hired | Claimed) -> None:
    if automatic(draft):
        completing.by_themselves(draft, (moment.seat,))


def traded(draft: Draft, moment: Traded) -> None:
    declining.traded(draft, moment)


def repelled(draft: Draft, moment: Repelled) -> None:
    """With the fifth color the contract is completed, whatever the table plays (C81)."""
    seat = moment.seat
    for index in contracts.find(draft, "repelled_colors"):
        one = contracts.laid(draft)[index]
        who = completing.standing(draft, seat)
        free = completing.marker_reason(who, one) is None
        if free and not one.met and completing.lacking(who, one) is None:
            completing.place(draft, seat, index)


def bust(draft: Draft, moment: Busted) -> None:
    """Where contracts complete by themselves, that of the bust does before the turn is over (C79)."""
    change(draft, open=())
    for index in contracts.find(draft, "bust") if automatic(draft) else ():
        who = completing.standing(draft, moment.seat)
        if completing.marker_reason(who, who.contracts.laid[index]) is None:
            completing.place(draft, moment.seat, index)


def part_opened(draft: Draft, moment: PartOpened) -> None:
    change(draft, parts=(*now(draft).parts, moment.seat))


def settled(draft: Draft, moment: Settled) -> None:
    """The entry is done: which occasions it has made, and who is asked."""
    was, here = now(draft), opened(draft)
    linger = goals.lingering(draft, was.linger, was.parts)
    change(draft, open=here, linger=linger, parts=())
    if automatic(draft):
        if waiting(draft, discover.REPEL) is None and here:
            completing.owed(draft)
            change(draft, open=())
        if draft.game.parts_open_by_themselves and draft.phase != GAME_OVER:
            completing.by_themselves(draft, around(draft, draft.active))
    ask(draft)


def opened(draft: Draft) -> tuple[str, ...]:
    """Contracts whose colors have just come together, as long as they lie there."""
    was, colors = now(draft), turns.ship_colors(draft)
    if not was.open and colors <= was.colors:
        return ()
    found = list(was.open)
    for one in contracts.laid(draft):
        need = one.contract.need[0]
        if need.what == "colors" and was.colors < need.count <= colors and one.id not in was.stepped:
            found.append(one.id)
    if not found:
        return ()
    lying = {one.id: one.contract.need[0].count for one in contracts.laid(draft)}
    return tuple(name for name in dict.fromkeys(found) if lying[name] <= colors)


def asked(draft: Draft) -> list[Decision]:
    """Who is asked what is now or never, from the active player on (C137)."""
    was: Now = now(draft)
    first = draft.active if draft.claimant is None else draft.claimant
    found: list[Decision] = []
    if not (was.paid or was.open or draft.claimant_busted):
        return found
    seats = around(draft, first) if plays(draft, first) else draft.game.order
    for who in completing.standings(draft, seats):
        for one in who.contracts.laid:
            what = one.contract.need[0].what
            here = (
                (what == "tax_paid" and who.paid)
                or (what == "bust" and who.busted)
                or (one.id in was.open and who.seat == draft.active)
            )
            if here and completing.marker_reason(who, one) is None:
                anyway = {"anyway": True} if completing.forced(draft, who.seat, one) else {}
                found.append(Decision(KIND, who.seat, {"goal": one.id, **anyway}))
    return found


def ask(draft: Draft) -> None:
    questions = [] if automatic(draft) else asked(draft)
    if questions or any(one.kind == KIND for one in draft.decisions):
        others = tuple(one for one in draft.decisions if one.kind != KIND)
        draft.decisions = (*others, *questions)
