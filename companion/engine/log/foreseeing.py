"""What a correction would change, in figures, before anybody has made it; and which ones are at hand for a slip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.json import writing
from companion.engine.rules.record import Recorded
from companion.engine.table.state import State

from . import line_writing, logged
from .history import Correction, History, replayed_from
from .other_ways import Forgotten, OtherWay
from .other_ways import forgotten as forgotten_of
from .other_ways import other_ways as other_ways_of
from .repairs import Drawn, Repairs, Taker, Taking
from .timeline import Held

if TYPE_CHECKING:
    from companion.engine.json import shapes

# Of more entries that would be marked, only the number is told.
MOST_TOLD = 20


def consequences(before: History, after: History) -> shapes.Consequences:
    """Who would have other coins and points, whether the harbor and the moment would be others, and which entries
    would be kept although they no longer hold: of the first ones why, as in the log.
    """
    one, other = before.state, after.state
    players: list[shapes.Differs] = [
        {"seat": seat, "coins": [was.coins, will.coins], "vp": [was.vp, will.vp]}
        for seat, (was, will) in enumerate(zip(one.players, other.players, strict=False))
        if (was.coins, was.vp) != (will.coins, will.vp)
    ]
    kept, fits = _marked(before, after)
    return {
        "players": players,
        "harbor": (one.harbor, one.taken) != (other.harbor, other.taken),
        "expeditions": one.expeditions != other.expeditions,
        "piles": (one.draw_pile, one.discard_pile) != (other.draw_pile, other.discard_pile),
        "moment": [one.phase, one.round, one.active, one.acting]
        != [other.phase, other.round, other.active, other.acting],
        "kept": kept[:MOST_TOLD],
        "kept_count": len(kept),
        "fits": fits,
    }


def _marked(before: History, after: History) -> tuple[list[shapes.Marked], list[int]]:
    """Entries that would be marked from then on, and those that would be so no longer."""
    then = {item.revision for item in before.pardoned if item.accepted is None}
    now = {item.revision for item in after.pardoned if item.accepted is None}
    places = [place for place, item in enumerate(after.timeline.held) if item.revision in now - then]
    rows: list[shapes.Marked] = []
    if places:
        for order, item, state, done in replayed_from(after, places[0]):
            if item.revision in now - then:
                rows.append(_marked_row(order, item, state, done))
    held = {item.revision for item in after.timeline.held}
    return rows, sorted((then - now) & held)


def _marked_row(order: int, item: Held, state: State, done: Recorded) -> shapes.Marked:
    held = logged.held_entry(item, state, done)
    return {
        "revision": item.revision,
        "order": order,
        "entry": held["entry"],
        "seat": held["seat"],
        "turn": held["turn"],
        **writing.recorded(done),
        "kept": line_writing.mark(item, done),
    }


def repairs(history: History, found: Repairs) -> shapes.Repairs:
    """What can be corrected about a card: the entry that laid it, and who else may have taken it."""
    return {
        "revision": history.revision,
        "card": writing.card(found.card),
        "drawn": None if found.drawn is None else _drawn(found.drawn),
        "offers": [writing.template(one) for one in found.offers],
        "take": None if found.take is None else _taking(found.take),
    }


def other_ways(history: History, revision: int) -> shapes.OtherWays:
    """What an entry about a goal, or with more said than its card, may have been instead."""
    seat, ways = other_ways_of(history, revision)
    gone = Correction("remove", revision=revision, keep=True)
    return {
        "revision": history.revision,
        "seat": seat,
        "ways": [_way(one) for one in ways],
        "nobody": line_writing.correction(gone),
    }


def _way(found: OtherWay) -> shapes.OtherWay:
    data: shapes.OtherWay = {
        "seat": found.seat,
        "entry": writing.entry(found.entry),
        "correction": line_writing.correction(found.correction),
    }
    if found.goal is not None:
        data["goal"] = found.goal
    if found.anyway is not None:
        data["anyway"] = writing.reason(found.anyway)
    return data


def forgotten(history: History, goal: str) -> shapes.ForgottenGoals:
    """Where a goal could have been completed, or a marker moved, that was not."""
    return {
        "revision": history.revision,
        "goal": goal,
        "moments": [_forgotten(one) for one in forgotten_of(history, goal)],
    }


def _forgotten(found: Forgotten) -> shapes.Forgotten:
    data: shapes.Forgotten = {
        "seat": found.seat,
        "before": found.before,
        "turn": list(found.turn),
        "template": writing.template(found.template),
        "correction": line_writing.correction(found.correction),
    }
    if found.late is not None:
        data["late"] = found.late
    return data


def _drawn(found: Drawn) -> shapes.Drawn:
    data: shapes.Drawn = {"revision": found.revision, "entry": writing.entry(found.entry), "nth": found.nth}
    if found.at is not None:
        data["at"] = found.at
    if found.fills is not None:
        data["fills"], data["taught"] = found.fills, found.taught
    return data


def _taking(found: Taking) -> shapes.Taking:
    return {
        "revision": found.revision,
        "seat": found.seat,
        "coins": found.coins,
        "takers": [_taker(one) for one in found.takers],
        "nobody": line_writing.correction(found.nobody),
    }


def _taker(found: Taker) -> shapes.Taker:
    data: shapes.Taker = {
        "seat": found.seat,
        "coins": found.coins,
        "template": writing.template(found.template),
        "passes": list(found.passes),
        "correction": line_writing.correction(found.correction),
    }
    if found.anyway is not None:
        data["anyway"] = writing.reason(found.anyway)
    if found.swap is not None:
        data["swap"] = {
            "revision": found.swap.revision,
            "card": writing.card(found.swap.card),
            "coins": found.swap.coins,
        }
    return data
