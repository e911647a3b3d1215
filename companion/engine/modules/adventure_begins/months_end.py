"""Month's End, step by step: the newest mission says what follows, markers may be paid for, the events are flipped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from companion.engine.entering.entries import Key, key
from companion.engine.entering.templates import Ask, Template
from companion.engine.refusals import MISSING, Malformed, Reason
from companion.engine.rules import turns
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import GAME_OVER, State

from . import learning, missions, month, people, story
from .month import LAST, Walk

RULE = "months_end"


@dataclass(frozen=True, slots=True)
class MonthsEnd:
    """Month's End is revealed, the last card of the event deck: the newest mission says what follows, a mission asked about,
    a story card, markers to be paid for or card 9.
    """

    hourglass: Mapping[str, Any] = field(
        default_factory=dict,
        metadata=key(
            Key("record", "What the newest mission says about Month's End, where nobody has read it yet.")
        ),
    )
    by: int | None = None
    type: ClassVar[str] = "months_end"


@dataclass(frozen=True, slots=True)
class BuyMarker:
    """At Month's End a player pays for the leftmost marker on his character."""

    by: int | None = None
    type: ClassVar[str] = "buy_marker"


@dataclass(frozen=True, slots=True)
class FlipEvents:
    """Month's End is over: the events are turned over, unshuffled, with a new one on top, and the turn goes on with its first
    card.
    """

    by: int | None = None
    type: ClassVar[str] = "flip_events"


def newest(table: Table) -> str | None:
    found = missions.laid(table)
    return found[-1].name if found else None


def hourglass(table: Table) -> Mapping[str, Any] | None:
    """What would follow if this month ended now, as far as anybody knows."""
    if people.variable(table.game):
        return {"pay": True}
    number = newest(table)
    return None if number is None else missions.mission(table, number).hourglass


def end(draft: Draft, entry: MonthsEnd, by: int) -> None:
    """The most recent mission is looked at (`004 Phase 0: Reveal 1 Event Card`)."""
    against = month.reveal_reason(draft, by)
    if against is not None:
        draft.refuse(against.code, against.rule, **against.params)
    if not month.last_due(draft):
        draft.refuse("NO_EFFECT", RULE)
    number = newest(draft)
    if entry.hourglass and number is not None and not people.variable(draft.game):
        learning.note_hourglass(draft, number, entry.hourglass)
    told = hourglass(draft)
    if told is None:
        raise Malformed("entry.hourglass", "printed", MISSING)
    together = people.together(draft.game)
    nine = bool(told.get("nine")) and together
    if nine and learning.card_nine(draft) is None:
        draft.refuse("STEP_FIRST", "chapter_end", step=learning.CARD_NINE)
    draft.lapse()
    turns.under_way(draft)
    asks = told.get("asks")
    well = None if asks is None else missions.done(draft, asks)
    card = told.get("story") if asks is None else told.get("done" if well else "missed")
    pays = bool(told.get("pay")) and not together
    walk = Walk(asks, well, None if nine else card, pays=pays, nine=nine)
    month.change(draft, event=LAST, walk=walk)
    draft.say(LAST, RULE, by, params={"month": month.month(draft).number})
    if asks is not None:
        figures = {"mission": asks, "done": int(bool(well)), **({"story": card} if card else {})}
        draft.say("mission_asked", RULE, params=figures)


def over(table: Table) -> bool:
    """The chapter ends here: card 9 is reached (C91)."""
    walk = month.month(table).walk
    return walk is not None and walk.nine


# Paying for a marker (C92)


def price(table: Table) -> int:
    told = missions.data()["markers"]
    return int(told["pay_variable" if people.variable(table.game) else "pay"])


def buy_reason(table: Table, seat: int) -> Reason | None:
    walk, figures = month.month(table).walk, {"price": price(table), "coins": table.players[seat].coins}
    rule = "variable_game" if people.variable(table.game) else "trophy"
    if table.phase == GAME_OVER:
        return Reason("GAME_OVER", "last_round")
    if table.game.parts_open_by_themselves and (walk is None or not walk.pays):
        return Reason("WRONG_PHASE", rule, {"phase": table.phase})
    if walk is not None and seat in walk.paid:
        return Reason("NO_EFFECT", rule)
    if not people.free_markers(table, seat):
        return Reason("MISSION_LIMIT", "mission_limit", {"count": missions.MARKERS})
    if table.players[seat].coins < price(table):
        needed = {**figures, "needed": price(table), "short": price(table) - table.players[seat].coins}
        return Reason("CANNOT_AFFORD", rule, needed, overridable=False)
    return None


def buy(draft: Draft, entry: BuyMarker, by: int) -> None:
    """The leftmost marker goes back to the box; only one in a month."""
    draft.contest(buy_reason(draft, by))
    rule = "variable_game" if people.variable(draft.game) else "trophy"
    draft.pay(by, price(draft), "marker_paid", rule, {"count": price(draft)})
    people.change(draft, by, paid=people.person(draft, by).paid + 1)
    walk = month.month(draft).walk or Walk(pays=True)
    month.change(draft, walk=walk._replace(paid=(*walk.paid, by)))
    people.free_next(draft, by, crowns=False)


def flip_reason(table: Table) -> Reason | None:
    walk = month.month(table).walk
    if walk is None:
        return Reason("NO_EFFECT", RULE)
    if walk.story is not None and not walk.read:
        return Reason("STEP_FIRST", RULE, {"step": story.STORY})
    return None


def flip(draft: Draft, entry: FlipEvents, by: int) -> None:
    against = flip_reason(draft)
    if against is not None:
        draft.refuse(against.code, against.rule, **against.params)
    month.flip(draft)


# What is shown


def templates(state: State) -> Iterator[Template]:
    walk, by = month.month(state).walk, state.active
    if month.due(state) and month.last_due(state) and walk is None:
        asked = () if hourglass(state) is not None else (Ask("hourglass", "record"),)
        yield Template(MonthsEnd.type, by, asks=asked)
    if walk is None or state.phase == GAME_OVER:
        return
    if walk.story is not None and not walk.read:
        asked = (Ask("adds", "counts"),)
        yield Template(story.ReadStory.type, by, keys={"story": walk.story}, asks=asked)
        return
    if walk.pays:
        for seat in state.game.order:
            if seat not in walk.paid:
                figures = {"coins": -price(state), "price": price(state)}
                yield Template(BuyMarker.type, seat, buy_reason(state, seat), figures=figures)
    yield Template(FlipEvents.type, by)


def steps(table: Table) -> list[dict[str, Any]]:
    """What is done and to be done at this month's end."""
    now = month.month(table)
    walk = now.walk
    if walk is None or table.phase == GAME_OVER:
        return []
    found: list[dict[str, Any]] = []
    if walk.asks is not None:
        goal = missions.mission(table, walk.asks).id
        found.append(
            {"id": "judged", "state": "done", "figures": {"done": int(bool(walk.done))}, "goal": goal}
        )
    waits = walk.story is not None and not walk.read
    if walk.story is not None:
        found.append({"id": story.STORY, "state": "open" if waits else "done", "story": walk.story})
    after = "next" if waits else "open"
    if walk.pays:
        coins = {"coins": price(table)}
        found.append({"id": "pay", "state": after, "figures": coins, "seats": list(walk.paid)})
    count = len(now.deck) + int(month.fresh_left(table) > 0)
    found.append({"id": "flip", "state": after, "figures": {"events": count, "month": now.number + 1}})
    return found
