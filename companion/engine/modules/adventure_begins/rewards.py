"""Rewards that wait: missions completed and events revealed before anybody had read what they bring. Once their cards
are read, one entry pays all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from companion.engine.entering.entries import Key, key
from companion.engine.entering.templates import Template
from companion.engine.goals.lying import Laid, put
from companion.engine.table.draft import Draft, Table
from companion.engine.table.seats import plays
from companion.engine.table.state import State

from . import missions, month, people
from .effects import Effect

RULE = "mission_first"


@dataclass(frozen=True, slots=True)
class PayRewards:
    """Everybody gets what waited until its card was read, as `waits` tells: coins for the first, crowns, and the points that
    follow from them.
    """

    already: bool = field(
        default=False, metadata=key(Key("flag", "With pay_rewards: the table has paid it by hand."))
    )
    by: int | None = None
    type: ClassVar[str] = "pay_rewards"


class Due(NamedTuple):
    """What a player gets for a mission, or of an event."""

    seat: int
    coins: int
    crowns: int
    mission: str | None = None
    effect: Effect | None = None


def _mission(table: Table, lying: Laid) -> Iterator[Due]:
    for seat in lying.unpaid:
        coins, crowns = missions.reward(missions.card(lying), first=lying.done[:1] == (seat,))
        if (coins or crowns) and plays(table, seat):
            yield Due(seat, coins, crowns, lying.name)


def _event(table: Table, one: month.Unread) -> Iterator[Due]:
    for effect in month.at_once(table, one):
        for seat in dict(one.seats)[effect.who]:
            if effect.what in ("coins", "crowns") and effect.count and plays(table, seat):
                coins, crowns = (effect.count, 0) if effect.what == "coins" else (0, effect.count)
                yield Due(seat, coins, crowns, effect=effect)


def due(table: Table) -> Iterator[Due]:
    """All that waits and is read by now, for each mission in the order in which it was completed."""
    for one in month.month(table).unread:
        yield from _event(table, one)
    for lying in missions.laid(table):
        if lying.unpaid and missions.learned(table, lying.name):
            yield from _mission(table, lying)


def unpaid(table: Table, lying: Laid) -> tuple[int, ...]:
    """Whose rewards for that mission wait, or may."""
    if not missions.learned(table, lying.name):
        return tuple(seat for seat in lying.unpaid if plays(table, seat))
    return tuple(one.seat for one in _mission(table, lying))


def pay(draft: Draft, entry: PayRewards, by: int) -> None:
    """In that order; points follow the crowns, and the end may come with them. A game that is over has another end then."""
    found = tuple(due(draft))
    if not found:
        draft.refuse("NO_EFFECT", RULE)
    _settled(draft)
    if entry.already:
        draft.say("rewards_settled", RULE)
        return
    for one in found:
        if one.effect is not None:
            month.happen(draft, one.effect, (one.seat,))
            continue
        figures = {"mission": one.mission, "count": one.coins}
        if one.coins:
            draft.earn(one.seat, one.coins, "mission_reward", RULE, figures)
        if one.crowns:
            people.add_crowns(draft, one.seat, one.crowns, "mission")


def _settled(draft: Draft) -> None:
    """Nobody waits any more for what is read by now."""
    for one in missions.laid(draft):
        if one.unpaid and missions.learned(draft, one.name):
            put(draft, missions.ROOM, one._replace(unpaid=()))
    now = month.month(draft)
    month.change(draft, unread=tuple(one for one in now.unread if now.deck[one.place] is None))


# What is shown


def templates(state: State) -> Iterator[Template]:
    if any(due(state)):
        yield Template(PayRewards.type, state.active, about={"waits": True})


def told(table: Table) -> list[Mapping[str, Any]]:
    """Who would get what, with the points that the crowns mean."""
    spaces = people.track(table.game)
    crowns = {seat: people.person(table, seat).crowns for seat in table.game.order}
    found: list[Mapping[str, Any]] = []
    for one in due(table):
        had = crowns[one.seat]
        crowns[one.seat] = max(0, had + one.crowns)
        points = people.worth(spaces, crowns[one.seat]) - people.worth(spaces, had)
        row: dict[str, Any] = {"seat": one.seat, "coins": one.coins, "crowns": one.crowns, "points": points}
        found.append(row if one.mission is None else {**row, "goal": missions.mission(table, one.mission).id})
    return found
