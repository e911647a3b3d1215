"""Slips about goals and what modules add to an entry: somebody else, another goal, a ship for its coins after all, too late."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.engine.entering.entries import Entry, Repel, Take, saying
from companion.engine.entering.templates import Template
from companion.engine.house.building import added
from companion.engine.json import reading, writing
from companion.engine.refusals import Malformed, Reason, Refusal
from companion.engine.rules.allowed import allowed
from companion.engine.rules.record import acting_seat, record
from companion.engine.table.state import State

from .history import Correction, History, replayed_from
from .repairs import opened
from .timeline import Held

# So many entries are gone through for one that was forgotten, and so many moments are told, the newest first.
LOOKED_BACK, MOST_TOLD = 120, 8
# An entry is moved over no more than these.
MOST_MOVED = 30


@dataclass(frozen=True, slots=True)
class OtherWay:
    """What may have happened instead, with what the rules have against it, and the correction that says so."""

    seat: int
    entry: Entry
    goal: str | None
    anyway: Reason | None
    correction: Correction


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A moment at which a player could have completed a goal, or brought a marker further: `before` which entry. `late`:
    it was entered after all, at that later revision.
    """

    seat: int
    before: int
    turn: tuple[int, int]
    template: Template
    late: int | None
    correction: Correction


def other_ways(history: History, revision: int) -> tuple[int, tuple[OtherWay, ...]]:
    """Whose entry it is, and what else it may have been; raises Malformed for a revision that does not hold."""
    held = history.timeline.held
    place = next((at for at, item in enumerate(held) if item.revision == revision), None)
    found = None if place is None else next(replayed_from(history, place), None)
    if found is None:
        raise Malformed("revision", "entry_that_holds")
    _, item, state, _ = found
    seat = acting_seat(state, item.entry)
    ways = _said_otherwise(item, state, seat) if isinstance(item.entry, Take | Repel) else ()
    return seat, (*ways, *_of_goals(item, state, seat))


def _of_goals(item: Held, state: State, seat: int) -> Iterator[OtherWay]:
    """The goal was somebody else's, or it was another goal."""
    goals = [one for one in _about_goals(state) if one.by == seat]
    entered = next((one for one in goals if _is_it(one, item.entry, seat)), None)
    kind = item.entry.type
    if entered is None and not any(one.type == kind for one in _about_goals(state)):
        return
    name = None if entered is None else str(entered.about["goal"])
    for other in state.game.order:
        if other != seat:
            yield from _instead(item, state, saying(item.entry, by=other), other, name)
    for one in goals:
        if one is not entered and one.about["goal"] != name:
            yield from _instead(item, state, _entry(state, one), seat, str(one.about["goal"]))


def _about_goals(state: State) -> list[Template]:
    """Everything that completes a goal, or brings it further, and needs nothing else to be said."""
    return [
        one
        for one in allowed(state)
        if "goal" in one.about and not one.asks and "harbor_index" not in one.keys
    ]


def _is_it(template: Template, entry: Entry, seat: int) -> bool:
    said = writing.entry(entry)
    return (
        template.type == entry.type
        and template.by == seat
        and all(said.get(key) == value for key, value in template.keys.items())
    )


def _entry(state: State, template: Template) -> Entry:
    body: dict[str, object] = {"type": template.type, "by": template.by, **template.keys}
    return reading.entry(body, state.game, state.game.names)


def _said_otherwise(item: Held, state: State, seat: int) -> Iterator[OtherWay]:
    """The same card, and something else said about it under the keys of modules."""
    entry = item.entry
    assert isinstance(entry, Take | Repel)
    keys = added(entry.type)
    for one in allowed(opened(state, seat)):
        same = one.keys.get("harbor_index") == entry.harbor_index or entry.harbor_index is None
        if one.type != entry.type or one.by != seat or not same:
            continue
        more: Mapping[str, object] = {name: said for name, said in one.keys.items() if name in keys}
        more = {**more, **{ask.key: entry.more[ask.key] for ask in one.asks if ask.key in entry.more}}
        if more != entry.more and all(ask.key in more for ask in one.asks):
            goal = one.about.get("goal")
            yield from _instead(item, state, replace(entry, by=seat, more=more), seat, goal and str(goal))


def _instead(item: Held, state: State, entry: Entry, seat: int, goal: object) -> Iterator[OtherWay]:
    """That entry in the place of the one that was made, unless it could not have been at all."""
    against: Reason | None = None
    try:
        record(state, entry)
    except Malformed:
        return
    except Refusal as refusal:
        against = refusal.reason
        if not against.overridable:
            return
    over = against is not None
    correction = Correction("change", revision=item.revision, entry=entry, override=over, keep=True)
    yield OtherWay(seat, entry, None if goal is None else str(goal), against, correction)


def forgotten(history: History, goal: str) -> tuple[Forgotten, ...]:
    """Where that goal could have been completed, or a marker moved, and was not: in each turn the first moment of each
    player, the newest turns first.
    """
    held = history.timeline.held
    steps = list(replayed_from(history, max(0, len(held) - LOOKED_BACK)))
    found: dict[tuple[int, tuple[int, int]], Forgotten] = {}
    for at, (_, item, state, _) in enumerate(steps):
        for one in _about_goals(state):
            moment = (one.by, state.turn)
            if one.about["goal"] != goal or not one.allowed or moment in found:
                continue
            if _is_it(one, item.entry, acting_seat(state, item.entry)):
                continue
            later = [
                after
                for _, after, before, _ in steps[at:]
                if _is_it(one, after.entry, acting_seat(before, after.entry))
            ]
            entry = _entry(state, one)
            late = later[0] if later else None
            between = [after for _, after, _, _ in steps[at:]]
            if late is None:
                correction = Correction("insert", revision=item.revision, entry=entry, keep=True)
            else:
                count = between.index(late) + 1
                if count > MOST_MOVED:
                    continue
                entries = (entry, *(after.entry for after in between[: count - 1]))
                correction = Correction("replace", count, revision=item.revision, keep=True, entries=entries)
            found[moment] = Forgotten(
                one.by, item.revision, state.turn, one, None if late is None else late.revision, correction
            )
    return tuple(sorted(found.values(), key=lambda one: -one.before)[:MOST_TOLD])
