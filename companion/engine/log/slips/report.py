"""What was found, as the outside reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.entering.entries import Count
from companion.engine.json import reading, writing
from companion.engine.log import line_writing
from companion.engine.log.history import Correction, History
from companion.engine.refusals import Malformed
from companion.engine.rules.record import check_seats
from companion.engine.values import mapping

from .finding import MOST_EQUALS, Found, Reason, search
from .kinds import Slip
from .mending import Mending
from .replay import Course

if TYPE_CHECKING:
    from companion.engine.json import shapes


def slips_json(history: History, counted: object) -> shapes.Slips:
    """What explains the figures that were counted, named as the entry `count` names them; raises Malformed."""
    body = {**mapping(counted, "counted"), "type": "count"}
    entry = reading.entry(body, history.state.game, history.state.game.names)
    if not isinstance(entry, Count):
        raise Malformed("counted", "one_or_more_of", choices=("draw_pile", "discard_pile", "coins"))
    check_seats(history.state, entry, {})
    found = search(history, entry)
    missing: shapes.Missing = {"coins": {str(seat): found.missing.coins[seat] for seat in entry.coins}}
    if entry.draw_pile is not None:
        missing["draw_pile"] = found.missing.draw
    if entry.discard_pile is not None:
        missing["discard_pile"] = found.missing.discard
    return {
        "revision": history.revision,
        "missing": missing,
        "reasons": [_reason(found, reason) for reason in found.reasons],
    }


def _reason(found: Found, reason: Reason) -> shapes.SlipReason:
    end, shift = found.course.end, reason.outcome.shift
    coins = [player.coins + change for player, change in zip(end.players, shift.coins, strict=True)]
    return {
        **_slip(found.course, reason.slip),
        "left": reason.left,
        "then": {
            "coins": coins,
            "draw_pile": end.draw_pile + shift.draw,
            "discard_pile": end.discard_pile + shift.discard,
        },
        "repair": None if reason.mending is None else _repair(reason.mending),
        "equals": [_slip(found.course, slip) for slip in reason.equals[:MOST_EQUALS]],
        "equal_count": len(reason.equals),
    }


def _slip(course: Course, slip: Slip) -> shapes.Slip:
    told: shapes.Slip = {
        "kind": slip.kind,
        "revision": course.items[slip.place].revision,
        "turn": list(course.turns[slip.place]),
        "params": writing.params(slip.params),
    }
    if slip.seat is not None:
        told["seat"] = slip.seat
    return told


def _repair(line: Mending) -> shapes.Repair:
    if isinstance(line, Correction):
        return {"correction": line_writing.correction(line)}
    told = line_writing.line(line)
    data: shapes.Repair = {"entry": told["entry"]}
    if "override" in told:
        data["override"] = told["override"]
    return data
