"""What the table sees of missions, crowns, items and events, where the phone shows others: the table is right."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.entering.entries import Key
from companion.engine.following.moments import Counted
from companion.engine.refusals import Malformed
from companion.engine.table.draft import Draft, Table

from . import items, missions, month, people
from .missions import ITEMS, Laid

MARKERS, PAID, EVENTS = "mission_markers", "markers_paid", "events_left"
# Two steps are the most that a mission has; thirteen events with a 0 and the one with a 1.
MOST_STEPS, MOST_EVENTS = 2, 14
COUNTED = {
    "crowns": Key("numbers_by_seat", "With a count: crowns by seat or name.", most=people.MOST_CROWNS),
    "items": Key("words_by_seat", "With a count: the items before a player.", most=20, choices=ITEMS),
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
    EVENTS: Key("number", "With a count: how many events lie above Month's End.", most=MOST_EVENTS),
}


def counted(draft: Draft, moment: Counted) -> None:
    """Each is as the table has it, with the points that this means; nothing is gained or paid for it."""
    _markers(draft, draft.more.get(MARKERS))
    for seat, paid in _of(draft.more.get(PAID)).items():
        _paid(draft, seat, paid)
    for seat in range(len(draft.players)):
        if placed(draft, seat) > missions.MARKERS:
            draft.refuse("MISSION_LIMIT", "mission_limit", count=missions.MARKERS)
    for seat, count in _of(draft.more.get("crowns")).items():
        people.add_crowns(draft, seat, count - people.person(draft, seat).crowns, "count")
    items.counted(draft, draft.more.get("items"))
    left = draft.more.get(EVENTS)
    if isinstance(left, int):
        _events(draft, left)


def _of(said: object) -> Mapping[int, int]:
    return said if isinstance(said, Mapping) else {}


def placed(table: Table, seat: int) -> int:
    """How many markers have left the character card."""
    one = people.person(table, seat)
    gone = missions.done_by(table, seat) + missions.waiting_of(table, seat)
    return gone + one.paid + one.elsewhere


def at(table: Table, one: Laid, seat: int) -> int:
    """At which step the player's marker stands; with the last one the mission is done."""
    return missions.mission(table, one.number).steps if seat in one.done else int(seat in one.waiting)


def _markers(draft: Draft, said: object) -> None:
    for seat, steps in said.items() if isinstance(said, Mapping) else ():
        for number, to in steps.items():
            _move(draft, seat, number, to)


def _move(draft: Draft, seat: int, number: str, to: int) -> None:
    """Whoever stands there newly comes after those who do already; raises Malformed."""
    one = next((one for one in missions.laid(draft) if one.number == number), None)
    steps = missions.mission(draft, number).steps
    if one is None:
        raise Malformed(f"entry.{MARKERS}", "lies_there")
    if to > steps:
        raise Malformed(f"entry.{MARKERS}", "whole_number", least=0, most=steps)
    was = at(draft, one, seat)
    if was == to:
        return
    done = tuple(other for other in one.done if other != seat)
    waiting = tuple(other for other in one.waiting if other != seat)
    if to == steps:
        done = (*done, seat)
    elif to:
        waiting = (*waiting, seat)
    unpaid = tuple(other for other in one.unpaid if other != seat)
    missions.put(draft, one._replace(done=done, waiting=waiting, unpaid=unpaid))
    figures = {"mission": number, "from": was, "to": to, "of": steps}
    draft.say("mission_counted", "count", seat, params=figures)


def _paid(draft: Draft, seat: int, paid: int) -> None:
    was = people.person(draft, seat).paid
    if paid != was:
        people.change(draft, seat, paid=paid)
        draft.say("markers_paid_counted", "count", seat, params={"from": was, "to": paid})


def _events(draft: Draft, left: int) -> None:
    """Those revealed lie on the other pile, in their order: both together are as many as before."""
    now = month.month(draft)
    size, was = len(now.deck), len(now.deck) - now.at
    if not now.number or now.event == month.LAST or now.walk is not None:
        # Where Month's End lies open no event is left; an undo takes it back.
        draft.refuse("WRONG_PHASE", month.LAST, phase=draft.phase)
    if left > size:
        draft.refuse("NOT_IN_THE_BOX", "count", count=size)
    if left != was:
        month.change(draft, at=size - left)
        draft.say("events_counted", "count", params={"from": was, "to": left})
