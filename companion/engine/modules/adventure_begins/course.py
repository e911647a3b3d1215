"""What the course of a turn means for missions: occasions come, are open for a moment, and go (C102)."""

from __future__ import annotations

from typing import Any

from companion.engine.following.moments import Busted, Claimed, Entered, PartOpened, Settled, Taxed
from companion.engine.house.living import is_still
from companion.engine.rules import discover, goals
from companion.engine.rules.goals import Turn
from companion.engine.table.draft import Draft, waiting
from companion.engine.table.seats import around, plays
from companion.engine.table.state import DISCOVER, Decision

from . import completing, innkeeper, missions, people
from .completing import Standing
from .missions import Mission
from .moment import KIND, change, now

# These are about the ship that made the moment.
OF_THE_SHIP = {"repel", "keep"}


def entered(draft: Draft, moment: Entered) -> None:
    """Whatever goes on lets go what was now or never, and what the player before might still have done."""
    entry, by = moment
    colors, cards = completing.harbor(draft)
    changes: dict[str, Any] = {"colors": colors, "cards": cards, "parts": ()}
    if not is_still(draft, entry):
        changes["linger"], changes["parts"] = goals.goes_on(now(draft).linger, entry, by)
        if entry.type not in OF_THE_SHIP:
            changes |= {"open": (), "paid": (), "missed": missed(draft)}
    change(draft, **changes)


def missed(draft: Draft) -> frozenset[tuple[int, str]]:
    """Who lets go what by going on; in another turn it may come again."""
    was = now(draft)
    laid = missions.candidates(draft) if was.paid else ()
    taxes = [one for one in laid if completing.of_tax(missions.mission(draft, one))]
    gone = {(draft.active, number) for number in was.open}
    gone |= {(seat, number) for seat in was.paid for number in taxes}
    return was.missed | gone if gone else was.missed


def taxed(draft: Draft, moment: Taxed) -> None:
    change(draft, paid=tuple(dict.fromkeys((*now(draft).paid, *moment.seats))))


def bust(draft: Draft, moment: Busted) -> None:
    """Grace May gains 2 coins where few cards lay there, the ship of the bust among them (C105)."""
    change(draft, open=())
    few = moment.cards is not None and moment.cards <= GRACE_CARDS
    if few and people.able(draft, moment.seat) == "grace_may":
        draft.earn(moment.seat, GRACE_COINS, "grace", "grace", {"count": GRACE_COINS, "cards": moment.cards})


GRACE_CARDS, GRACE_COINS = 4, 2


def claimed(draft: Draft, moment: Claimed) -> None:
    """Jacques Grandeur gains 2 crowns for each expedition."""
    if people.able(draft, moment.seat) == "jacques_grandeur":
        people.add_crowns(draft, moment.seat, 2, "jacques_grandeur")


def part_opened(draft: Draft, moment: PartOpened) -> None:
    change(draft, parts=(*now(draft).parts, moment.seat))
    innkeeper.part_opened(draft, moment)
    who = people.person(draft, moment.seat).character
    if who in people.LOCKED_AT_START and people.able(draft, moment.seat) is None:
        draft.because("ABILITY_LOCKED")


def settled(draft: Draft, moment: Settled) -> None:
    """The entry is done: which occasions it has made, and who is asked."""
    was = now(draft)
    change(draft, open=opened(draft), linger=goals.lingering(draft, was.linger, was.parts), parts=())
    ask(draft)


def opened(draft: Draft) -> tuple[str, ...]:
    """Missions whose occasion is here: the card that makes so many colors or cards (C115), as long as they lie there."""
    if draft.phase != DISCOVER or not draft.drawn:
        return ()
    was = now(draft)
    colors, cards = completing.harbor(draft)
    found = []
    for number in missions.candidates(draft):
        need = missions.mission(draft, number).moment
        if need is None:
            continue
        still = number in was.open
        if need.what == "colors" and colors >= need.count and (still or was.colors < need.count):
            found.append(number)
        if need.what == "stopped_at" and cards == need.count and (still or was.cards != cards):
            found.append(number)
    return tuple(found)


def asked(draft: Draft) -> list[Decision]:
    """Who is asked what is now or never, from the active player on (C137)."""
    first = draft.active if draft.claimant is None else draft.claimant
    found: list[Decision] = []
    if not (now(draft).paid or now(draft).open or draft.claimant_busted):
        return found
    for seat in around(draft, first) if plays(draft, first) else draft.game.order:
        at, who = completing.turn(draft, seat), completing.standing(draft, seat)
        for one in (missions.mission(draft, number) for number in who.candidates):
            if _is_here(at, who, one) and completing.reason(draft, at, who, one) is None:
                found.append(Decision(KIND, seat, {"goal": one.id}))
    return found


def _is_here(at: Turn, who: Standing, one: Mission) -> bool:
    """It is about what has just happened to the player."""
    if one.moment is None:
        return False
    if one.number in who.open and who.seat == at.active:
        return True
    return (one.moment.what == "tax_paid" and who.paid) or (one.moment.what == "bust" and who.busted)


def ask(draft: Draft) -> None:
    """Questions of this kind about missions; those of others stay."""
    if not draft.game.parts_open_by_themselves:
        return
    pending = waiting(draft, discover.REPEL)
    questions = [] if pending is not None and pending.must else asked(draft)
    if questions or any(mine(one) for one in draft.decisions):
        draft.decisions = (*(one for one in draft.decisions if not mine(one)), *questions)


def mine(one: Decision) -> bool:
    return one.kind == KIND and str(one.about.get("goal", "")).startswith(missions.FACT)
