"""Situations in mid-game, and what the table counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.entering.entries import Key
from companion.engine.following.moments import Counted, Resumed, Told
from companion.engine.goals import course
from companion.engine.goals.course import MOST_LAID, OCCASIONS
from companion.engine.goals.lying import Laid, Lying
from companion.engine.goals.tenant import change, laid
from companion.engine.house.living import set_room
from companion.engine.refusals import Malformed
from companion.engine.table.draft import Draft
from companion.engine.values import label, mapping, number, sequence

from . import added, items, lookout, missions, month, people
from .completing import MISSIONS

MARKERS, PAID = "mission_markers", "markers_paid"
# The most that a mission has.
MOST_STEPS = 2
COUNTED = {
    MARKERS: Key(
        "steps_by_seat",
        "With a count: at which step a player's marker stands, by mission; the last one is done, 0 is nowhere.",
        most=MOST_STEPS,
    ),
    PAID: Key(
        "numbers_by_seat",
        "With a count: how many markers a player has paid away at Month's End.",
        most=missions.MARKERS,
    ),
}


def told(draft: Draft, moment: Told) -> None:
    """Missions with their markers, characters, crowns and items, and where the month stands."""
    said = moment.situation
    live = draft.game.parts_open_by_themselves
    people.told_track(draft, said)
    added.told(draft, said)
    rows = [mapping(row, "situation.players") for row in said["players"]]
    lists = [sequence(row.get("missions") or [], "situation.players.missions", 4) for row in rows]
    done = [[label(one, "situation.players.missions") for one in row] for row in lists]
    told_of = sequence(said.get("missions") or [], "situation.missions", MOST_LAID)
    laid = [_laid(draft, one) for one in told_of]
    numbers = [one.name for one in laid]
    if len(set(numbers)) != len(numbers):
        raise Malformed("situation.missions", "each_once")
    if live and any(one not in numbers for row in done for one in row):
        raise Malformed("situation.players.missions", "lies_there")
    more = dict.fromkeys(one for row in done for one in row if one not in numbers)
    laid += [Laid(missions.mission(draft, number)) for number in more]
    found = tuple(_with_players(one, done) for one in laid)
    listed = [sum(seat in one.done for one in found) for seat in range(len(rows))]
    elsewhere = []
    for seat, row in enumerate(rows):
        field = "situation.players.missions_done"
        many = number(row.get("missions_done", listed[seat]), field, missions.MARKERS)
        elsewhere.append(max(0, many - listed[seat]))
        people.told(draft, seat, row, listed[seat] + elsewhere[seat])
        items.told(draft, seat, row)
        lookout.told(draft, seat, row)
    set_room(draft, missions.ROOM, Lying(found, tuple(elsewhere)))
    if live and laid:
        set_room(draft, month.ROOM, month.of_situation(draft, said))
        people.set_shared(draft)
    elif not live:
        month.told_effects(draft, said)


def _laid(draft: Draft, said: object) -> Laid:
    """A mission by its number, or with whose markers stand there in order; raises Malformed."""
    field, names = "situation.missions", draft.game.names
    if not isinstance(said, Mapping):
        return Laid(missions.mission(draft, label(said, field)))
    one = missions.mission(draft, label(said.get("number"), f"{field}.number"))
    seats = {name: course.seats(said, name, names, field) for name in ("completed_by", "waiting", "unpaid")}
    return Laid(one, seats["completed_by"], tuple((seat, 1) for seat in seats["waiting"]), seats["unpaid"])


def _with_players(one: Laid, done: list[list[str]]) -> Laid:
    """Whoever says that he has completed it comes after those whose order is told."""
    more = (seat for seat, row in enumerate(done) if one.name in row and seat not in one.done)
    return one._replace(done=(*one.done, *more))


def resumed(draft: Draft, moment: Resumed) -> None:
    """What was open when the situation was told."""
    said = moment.situation
    if said.get(OCCASIONS) is not None:
        course.resumed(MISSIONS, draft, said[OCCASIONS])
    else:
        change(MISSIONS, draft, colors=0, cards=0)
        change(MISSIONS, draft, open=course.opened(MISSIONS, draft))
    if said.get("last_tax_paid_turns_ago") or said.get("turns_since_met"):
        seats = range(len(draft.players))
        timed = [one.id for one in laid(MISSIONS, draft) if one.goal.timed]
        change(MISSIONS, draft, open=(), missed=frozenset((seat, one) for seat in seats for one in timed))
    course.ask(MISSIONS, draft)


def counted(draft: Draft, moment: Counted) -> None:
    """Each is as the table has it, with the points that this means; nothing is gained or paid for it."""
    for seat, steps in _of(draft, MARKERS).items():
        course.counted(MISSIONS, draft, seat, steps, f"entry.{MARKERS}", "mission_counted")
    for seat, paid in _of(draft, PAID).items():
        people.paid_counted(draft, seat, paid)
    for seat in range(len(draft.players)):
        found = people.markers(draft, seat)
        if found.done + found.waiting + people.person(draft, seat).paid > missions.MARKERS:
            draft.refuse("MISSION_LIMIT", "mission_limit", count=missions.MARKERS)
    for seat, count in _of(draft, "crowns").items():
        people.add_crowns(draft, seat, count - people.person(draft, seat).crowns, "count")
    items.counted(draft, draft.more.get("items"))
    month.counted(draft, draft.more.get(month.LEFT))


def _of(draft: Draft, name: str) -> Mapping[int, Any]:
    said = draft.more.get(name)
    return said if isinstance(said, Mapping) else {}
