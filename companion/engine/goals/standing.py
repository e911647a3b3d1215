"""Who may complete which goal when, and what he lacks for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.engine.house.door import IN_TURN
from companion.engine.house.living import veto
from companion.engine.refusals import Reason
from companion.engine.rules import discover, turns
from companion.engine.rules.discover import open_question
from companion.engine.table.draft import Draft, Table
from companion.engine.table.lately import lately
from companion.engine.table.state import DISCOVER, TRADE_HIRE

from .lying import Laid, by_moment, lying, markers_on
from .need import Need, held
from .tenant import Standing, Tenant, change, laid, now, questions

# What a player has


def standing(tenant: Tenant, table: Table, seat: int) -> Standing:
    return standings(tenant, table, (seat,))[0]


def standings(tenant: Tenant, table: Table, seats: Sequence[int]) -> list[Standing]:
    """That of each of them; who stands as before is the very same, so that what was worked out about him is found again."""
    was, there = now(tenant, table), lying(table, tenant.room)
    could = there.laid if table.game.parts_open_by_themselves else laid(tenant, table)
    asked = questions(tenant, table) if table.decisions else ()
    gone = table.claimant if table.claimant_busted else None
    return [
        _as_before(
            (
                tenant,
                seat,
                table.players[seat],
                could,
                markers_on((there, seat, tenant.markers, tenant.spent(table, seat) if tenant.spent else 0)),
                was.open,
                was.missed,
                seat in was.paid,
                seat == gone,
                tuple([one.about["goal"] for one in asked if one.seat == seat]) if asked else (),
                *own,
            )
        )
        for seat, own in zip(seats, tenant.own(table, seats), strict=True)
    ]


@lately(512)
def _as_before(of: tuple[object, ...]) -> Standing:
    return Standing._make((*of[:10], of[10:]))


def have(who: Standing, one: Laid, need: Need) -> int:
    """How many of what is asked for the player has; of what happens in a moment whether it is here."""
    what, tenant = need.what, who.tenant
    if what in tenant.knows:
        return tenant.have(who, need)
    match what:
        case "tax_paid":
            return int(who.paid)
        case "bust":
            return int(who.busted)
        case "colors" | "stopped_at":
            return need.count if one.id in who.open else 0
    return held(who.player, need)


def progress(who: Standing, one: Laid) -> tuple[int, int]:
    """How much of it the player has, of how much."""
    if one.goal.stepwise:
        return one.at(who.seat), one.goal.steps
    had = of = 0
    for need in one.goal.need:
        count, found = need.count, have(who, one, need)
        had += found if found < count else count
        of += count
    return had, of


def lacking(who: Standing, one: Laid, whole: bool = False) -> Reason | None:
    """What the player lacks for it, whoever's turn it is, for the next step on it or for the `whole` (C75, C82)."""
    goal, tenant = one.goal, who.tenant
    if tenant.unknown is not None and not goal.need:
        return tenant.says(tenant.unknown, one)
    here = goal.stepwise and one.id in who.open
    if here and not whole:
        return None
    had, needed = progress(who, one)
    if one.met:
        there = not goal.timed or (who.seat, one.id) not in who.missed
    else:
        there = had + here >= needed and bool(tenant.gives(one, who.seat, who.own))
    return None if there else _unmet(who, one, had, needed)


def _unmet(who: Standing, one: Laid, had: int, needed: int) -> Reason:
    """Why it is not: an occasion let go, or something missing."""
    tenant, missed = who.tenant, (who.seat, one.id) in who.missed
    against = tenant.missed if missed else tenant.short(who, one, needed - had)
    code, rule = (tenant.not_met, one.goal.rule) if against is None else against[:2]
    return _figures(code, rule, tenant.key, one.name, had, needed)


@lru_cache(maxsize=2048)
def _figures(code: str, rule: str, key: str, name: str, had: int, needed: int) -> Reason:
    return Reason(code, rule, {key: name, "have": had, "needed": needed}, overridable=True)


# Who may, and when: in the own turn or part, until another player does something (C111-C114)


def may_act(table: Table, seat: int, linger: tuple[int, ...]) -> bool:
    """It is the player's turn or part, or nobody else has done anything since."""
    part = table.phase == TRADE_HIRE and seat == table.acting
    if part or seat in (table.active, table.claimant):
        return True
    return seat in linger and (table.phase != DISCOVER or table.claimant is not None)


def left_over(table: Table, seat: int, linger: tuple[int, ...]) -> bool:
    """What the player does now is of the turn before: it was his own, or his part in it was the last thing that happened.
    Of whoever is active now only where nothing may be done yet in the new turn (C114, C138, C143).
    """
    if table.phase != DISCOVER or table.claimant is None:
        return False
    late = seat in linger and (seat != table.active or veto(table, IN_TURN, seat) is not None)
    return late or seat == table.claimant


class Turn(NamedTuple):
    """All that completing looks at of the moment for one player: whose turn it is, whether it is `mine` or was until just
    now, whether that one is `over` by a bust, whether he `may` do anything, what has to happen or to be said before, and
    why he may not `stop`, where that is asked.
    """

    active: int
    mine: bool
    over: bool
    may: bool
    early: Reason | None
    asked: Reason | None
    stop: Reason | None


def turn(tenant: Tenant, table: Table, seat: int) -> Turn:
    linger, active = now(tenant, table).linger, seat == table.active
    stops = active and "stopped_at" in tenant.harbor and by_moment((laid(tenant, table),)).get("stopped_at")
    return _same_turn(
        Turn(
            table.active,
            active or seat == table.claimant,
            table.claimant is not None and table.claimant_busted,
            may_act(table, seat, linger),
            None if left_over(table, seat, linger) else veto(table, IN_TURN, seat),
            open_question(table),
            discover.stop_reason(table, seat) if stops else None,
        )
    )


@lately(512)
def _same_turn(at: Turn) -> Turn:
    """Where nothing of the moment is another one it is the very same."""
    return at


def marker_reason(who: Standing, one: Laid) -> Reason | None:
    """Why no marker of that player can go there, or move on: each goal once, and no more than he has."""
    if who.seat in one.done:
        return who.tenant.says(who.tenant.twice, one)
    return None if who.markers.free or one.at(who.seat) else who.tenant.says(who.tenant.limit, one)


def _moment_reason(at: Turn, who: Standing, one: Laid) -> Reason | None:
    """Why it is not for this player now: what the harbor makes may be the active player's alone, a bust his who has busted."""
    tenant, goal, what = who.tenant, one.goal, one.goal.what
    if what is None and at.may and not goal.active_only:
        return at.early
    harbor, lets_go = what in tenant.harbor, what == "bust" and what in tenant.lets_go
    mine = who.seat == at.active if harbor else who.busted if lets_go and at.over else at.mine
    against = None
    if not mine and (harbor or goal.active_only):
        rule = goal.rule if what not in (None, "tax_paid") else goal.RULE
        against = tenant.says(Reason(tenant.active_only, rule, overridable=True), one, seat=at.active)
    elif not at.may and what not in tenant.at_once:
        not_yours = Reason("NOT_YOUR_TURN", tenant.missed.rule, overridable=True)
        against = tenant.says(not_yours, one, seat=at.active)
    elif what not in tenant.at_once:
        against = at.early
    missed = lets_go and against is not None and (who.seat, one.id) in who.missed
    return _unmet(who, one, *progress(who, one)) if missed else against


def elsewhere(at: Turn, who: Standing, one: Laid) -> Reason | None:
    """Why it is not the moment for it: no marker is left, in whose turn it would be, or what waits for an answer."""
    return marker_reason(who, one) or _moment_reason(at, who, one) or at.asked


def reason(at: Turn, who: Standing, one: Laid, whole: bool = False) -> Reason | None:
    """Why the player may not complete that goal now, or take the next step on it."""
    return elsewhere(at, who, one) or lacking(who, one, whole) or stopping(at, one)


def stopping(at: Turn, one: Laid) -> Reason | None:
    """Why Discover may not end with it."""
    return at.stop if one.goal.what == "stopped_at" else None


def complete(tenant: Tenant, draft: Draft, by: int, one: Laid, whole: bool = False) -> Reason | None:
    """The player says that he has it; what stands against it, where it is recorded all the same. Whoever's part came after
    his may still complete after that (C113).
    """
    against = reason(turn(tenant, draft, by), standing(tenant, draft, by), one, whole)
    draft.contest(against)
    linger = now(tenant, draft).linger
    if one.goal.what != "tax_paid" and not left_over(draft, by, linger):
        turns.under_way(draft)
    change(tenant, draft, linger=linger[linger.index(by) :] if by in linger else ())
    return against
