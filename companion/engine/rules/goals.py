"""What goals on the table ask for: one vocabulary for all of them, as data, and who may complete one when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.engine.entering.entries import Entry
from companion.engine.house.door import IN_TURN
from companion.engine.house.living import veto
from companion.engine.refusals import Malformed, Reason
from companion.engine.table.draft import Draft, Table
from companion.engine.table.lately import lately
from companion.engine.table.seats import plays
from companion.engine.table.state import DISCOVER, TRADE_HIRE, Player
from companion.engine.values import flag, mapping, number, word

from .discover import open_question

MOST_COUNT, MOST_NEEDS = 40, 8

KEYS = ("what", "count", "color", "max_cost", "times", "give")


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that a goal asks for: so many (`count`) of it, so often (`times`); `give`: it is given up."""

    what: str
    count: int = 1
    color: str | None = None
    max_cost: int | None = None
    times: int = 1
    give: bool = False


def read(rows: Iterable[object], field: str, known: Iterable[str], colors: Iterable[str]) -> tuple[Need, ...]:
    """Needs as somebody reads them off a card; raises Malformed."""
    return tuple(_need(mapping(row, field), field, tuple(known), tuple(colors)) for row in rows)


def _need(row: Mapping[str, Any], field: str, known: tuple[str, ...], colors: tuple[str, ...]) -> Need:
    if not row.keys() <= set(KEYS):
        raise Malformed(field, "only_keys", choices=KEYS)
    color, cost = row.get("color"), row.get("max_cost")
    return Need(
        word(row.get("what"), f"{field}.what", known),
        number(row.get("count", 1), f"{field}.count", MOST_COUNT, 1),
        None if color is None else word(color, f"{field}.color", colors),
        None if cost is None else number(cost, f"{field}.max_cost", MOST_COUNT),
        number(row.get("times", 1), f"{field}.times", 3, 1),
        flag(row.get("give", False), f"{field}.give"),
    )


def told(need: Need) -> dict[str, Any]:
    """A need as the view has it."""
    found: dict[str, Any] = {"what": need.what, "count": need.count}
    if need.color is not None:
        found["color"] = need.color
    if need.max_cost is not None:
        found["max_cost"] = need.max_cost
    if need.times > 1:
        found["times"] = need.times
    return {**found, "give": True} if need.give else found


def have(player: Player, need: Need) -> int:
    """How many of it lie before the player: what needs no moment. Persons by their type (C75, C99)."""
    match need.what:
        case "swords":
            return player.swords
        case "expedition":
            return player.expedition_count
        case "cheap":
            most = need.max_cost or 0
            return sum(person.cost is not None and person.cost <= most for person in player.display)
        case "points":
            return player.vp
        case "coins":
            return player.coins
    return [person.type for person in player.display].count(need.what)


def progress(needs: Iterable[Need], have: Callable[[Need], int]) -> tuple[int, int]:
    """How much of what a goal asks for is there, of how much; `have` counts each."""
    had = of = 0
    for need in needs:
        count, found = need.count, have(need)
        had += found if found < count else count
        of += count
    return had, of


# Who may complete one after his part: until another player does something (C111-C114)


def goes_on(linger: tuple[int, ...], entry: Entry, by: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What an entry of that player makes of those who may still complete, and whose part it may close."""
    return (by,) if by in linger else (), (by,) if entry.type == "take" else ()


def lingering(draft: Draft, linger: tuple[int, ...], parts: tuple[int, ...]) -> tuple[int, ...]:
    """Who may still complete once the entry is done: whose part it has opened or closed."""
    if not (linger or parts):
        return ()
    acting = draft.acting if draft.phase == TRADE_HIRE else None
    seats = dict.fromkeys((*linger, *parts))
    return tuple(seat for seat in seats if seat != acting and plays(draft, seat))


def completed(linger: tuple[int, ...], by: int) -> tuple[int, ...]:
    """Who may still complete once that player has: those whose part came after his (C113)."""
    return linger[linger.index(by) :] if by in linger else ()


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


def too_early(table: Table, seat: int, linger: tuple[int, ...]) -> Reason | None:
    """What has to happen first in the turn that has begun."""
    return None if left_over(table, seat, linger) else veto(table, IN_TURN, seat)


class Turn(NamedTuple):
    """All that completing looks at of the moment for one player: whose turn it is, whether it is `mine` or was until just
    now, whether that one is `over` by a bust, whether he `may` do anything, and what has to happen or to be said before.
    """

    active: int
    mine: bool
    over: bool
    may: bool
    early: Reason | None
    asked: Reason | None


def turn(table: Table, seat: int, linger: tuple[int, ...]) -> Turn:
    return as_before(
        Turn(
            table.active,
            seat in (table.active, table.claimant),
            table.claimant is not None and table.claimant_busted,
            may_act(table, seat, linger),
            too_early(table, seat, linger),
            open_question(table),
        )
    )


@lately(512)
def as_before(at: Turn) -> Turn:
    """Where nothing of the moment is another one it is the very same."""
    return at
