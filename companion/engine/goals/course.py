"""What the course of a turn means for goals: occasions come, are open for a moment, and go (C102); and what a table tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.following.moments import Entered, PartOpened, Taxed
from companion.engine.house.living import is_still
from companion.engine.refusals import Malformed, fault_of
from companion.engine.rules import turns
from companion.engine.table.draft import Draft, cards_in
from companion.engine.table.seats import MOST_SEATS, around, plays
from companion.engine.table.state import TRADE_HIRE, Decision
from companion.engine.values import mapping, sequence, word

from .lying import HARBOR, Laid, by_moment, lying, put
from .standing import marker_reason, reason, standings, turn
from .tenant import KIND, Now, Standing, Tenant, change, laid, now, questions

# These are about the ship that made the moment.
OF_THE_SHIP = {"repel", "keep"}
OCCASIONS, MOST_LAID = "occasions", 17


def entered(tenant: Tenant, draft: Draft, moment: Entered) -> None:
    """Whatever goes on lets go what was now or never, and what the player before might still have done."""
    entry, by = moment
    if draft.game.house.kinds[entry.type].forced:
        # It only says what has happened before.
        return
    was, still = now(tenant, draft), is_still(draft, entry)
    linger = was.linger if still else (by,) if by in was.linger else ()
    parts = (by,) if entry.type == "take" and not still else ()
    colors, cards = turns.ship_colors(draft), _cards(tenant, draft)
    change(tenant, draft, fresh=(), colors=colors, cards=cards, linger=linger, parts=parts)
    here = was.open or was.paid or was.told or draft.claimant_busted
    if here and not still and entry.type not in OF_THE_SHIP:
        tenant.owed(draft)
        missed = now(tenant, draft).missed
        gone = _let_go(tenant, draft) - missed
        change(tenant, draft, open=(), told=False, paid=(), missed=missed | gone if gone else missed)


def _let_go(tenant: Tenant, draft: Draft) -> set[tuple[int, str]]:
    """Who lets go what by going on."""
    was, lying = now(tenant, draft), by_moment((laid(tenant, draft),))
    whose = {"tax_paid": was.paid, "bust": (draft.claimant,) if draft.claimant_busted else ()}
    gone = {(draft.active, name) for name in was.open}
    for what in tenant.lets_go:
        for one in lying.get(what, ()):
            gone |= {(seat, one.id) for seat in whose[what] if seat is not None and seat not in one.done}
    return gone


def taxed(tenant: Tenant, draft: Draft, moment: Taxed) -> None:
    """Whoever paid may complete (C78), once the tax is resolved as a whole (C110)."""
    change(tenant, draft, paid=tuple(dict.fromkeys((*now(tenant, draft).paid, *moment.seats))))


def part_opened(tenant: Tenant, draft: Draft, moment: PartOpened) -> None:
    change(tenant, draft, parts=(*now(tenant, draft).parts, moment.seat))


def settled(tenant: Tenant, draft: Draft) -> None:
    """The entry is done: which occasions it has made, and who may still complete as it has opened or closed his part."""
    was, acting = now(tenant, draft), draft.acting if draft.phase == TRADE_HIRE else None
    seats = dict.fromkeys((*was.linger, *was.parts)) if was.linger or was.parts else ()
    linger = tuple([seat for seat in seats if seat != acting and plays(draft, seat)]) if seats else ()
    change(tenant, draft, open=opened(tenant, draft), linger=linger, parts=())


def opened(tenant: Tenant, draft: Draft) -> tuple[str, ...]:
    """Goals whose occasion is here: the card that makes so many colors or cards (C115), as long as they lie there."""
    was, colors, cards = now(tenant, draft), turns.ship_colors(draft), _cards(tenant, draft)
    if not (was.open or colors > was.colors or cards != was.cards) or not tenant.comes(draft):
        return ()
    found = []
    for one in by_moment((laid(tenant, draft),)).get(HARBOR, ()):
        still, count = one.id in was.open, one.goal.moment.count if one.goal.moment else 0
        new = was.colors < count and one.id not in was.stepped
        if one.goal.what == "colors" and colors >= count and (still or new):
            found.append(one.id)
        if one.goal.what == "stopped_at" and cards == count and (still or was.cards != cards):
            found.append(one.id)
    return tuple(found)


def _cards(tenant: Tenant, draft: Draft) -> int:
    """How many lie in the harbor, where that makes an occasion."""
    return cards_in(draft) if "stopped_at" in tenant.harbor else 0


def forced(tenant: Tenant, was: Now, seat: int, one: Laid) -> bool:
    """Nobody is asked whether the marker moves on: it waits there since the first occasion (C116)."""
    return tenant.forced and one.id in was.open and one.at(seat) > 0 and not was.told


def ask(tenant: Tenant, draft: Draft) -> None:
    """Who is asked what is now or never, from the active player on (C137); questions about anything else stay."""
    was, found = now(tenant, draft), list[Decision]()
    before = questions(tenant, draft) if draft.decisions else ()
    if (was.paid or was.open or draft.claimant_busted) and tenant.asks(draft):
        first = draft.active if draft.claimant is None else draft.claimant
        seats = around(draft, first) if plays(draft, first) else draft.game.order
        for who in standings(tenant, draft, seats):
            for one in who.laid:
                if _is_here(draft, who, one) and _to_ask(draft, who, one):
                    anyway = {"anyway": True} if forced(tenant, was, who.seat, one) else {}
                    found.append(Decision(KIND, who.seat, {"goal": one.id, **anyway}))
    if found or before:
        draft.decisions = (*(one for one in draft.decisions if one not in before), *found)


def _is_here(draft: Draft, who: Standing, one: Laid) -> bool:
    """It is about what has just happened to the player."""
    if one.id in who.open and who.seat == draft.active:
        return True
    return (one.goal.what == "tax_paid" and who.paid) or (one.goal.what == "bust" and who.busted)


def _to_ask(draft: Draft, who: Standing, one: Laid) -> bool:
    if who.tenant.able:
        return reason(turn(who.tenant, draft, who.seat), who, one) is None
    return marker_reason(who, one) is None


# What the table tells of its markers


def seat(said: object, names: Sequence[str], field: str) -> int:
    """A player by name, or by seat; raises Malformed."""
    if isinstance(said, str) and said in names:
        return names.index(said)
    found = int(said) if isinstance(said, int) or (isinstance(said, str) and said.isdecimal()) else -1
    if not 0 <= found < len(names):
        raise Malformed(field, "player", fault_of(said))
    return found


def seats(row: Mapping[str, Any], name: str, names: Sequence[str], field: str) -> tuple[int, ...]:
    """Players in the order in which they are told."""
    field = f"{field}.{name}"
    return tuple([seat(one, names, field) for one in sequence(row.get(name) or [], field, MOST_SEATS)])


def resumed(tenant: Tenant, draft: Draft, said: object) -> None:
    """A situation tells of the moment as the view of a table does (`occasions` in showing.py)."""
    field, ids = f"situation.{OCCASIONS}", [one.id for one in laid(tenant, draft)]
    row, names = mapping(said, field), draft.game.names

    def goals(name: str) -> tuple[str, ...]:
        listed = sequence(row.get(name) or [], f"{field}.{name}", MOST_LAID)
        return tuple([word(one, f"{field}.{name}", ids) for one in listed])

    paid, linger = seats(row, "paid", names, field), seats(row, "linger", names, field)
    change(tenant, draft, open=goals("open"), stepped=goals("stepped"), paid=paid, linger=linger)


def counted(tenant: Tenant, draft: Draft, by: int, steps: Mapping[str, int], field: str, why: str) -> None:
    """The player's markers stand there: the table is right. Whoever stands there newly comes last; raises Malformed."""
    for name, to in steps.items():
        one = next((one for one in lying(draft, tenant.room).laid if one.name == name), None)
        if one is None:
            raise Malformed(field, "lies_there")
        of = one.goal.steps
        if to > of:
            raise Malformed(field, "whole_number", least=0, most=of)
        was = of if by in one.done else one.at(by)
        if was != to:
            put(draft, tenant.room, one.moved(by, to))
            draft.say(why, "count", by, params={tenant.key: name, "from": was, "to": to, "of": of})
