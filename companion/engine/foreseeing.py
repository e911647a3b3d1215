"""What a correction would change, in figures, before anybody has made it."""

from __future__ import annotations

from typing import Any

from . import writing
from .history import History, replayed_from

# Of more entries that would be marked, only the number is told.
MOST_TOLD = 20


def consequences(before: History, after: History) -> dict[str, Any]:
    """Who would have other coins and points, whether the harbor and the moment would be others, and which entries
    would be kept although they no longer hold: of the first ones why, as in the log.
    """
    one, other = before.state, after.state
    players = [
        {"seat": seat, "coins": [was.coins, will.coins], "vp": [was.vp, will.vp]}
        for seat, (was, will) in enumerate(zip(one.players, other.players, strict=True))
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


def _marked(before: History, after: History) -> tuple[list[dict[str, Any]], list[int]]:
    """Entries that would be marked from then on, and those that would be so no longer."""
    then = {item.revision for item in before.pardoned}
    now = {item.revision for item in after.pardoned}
    places = [place for place, item in enumerate(after.timeline.held) if item.revision in now - then]
    rows = []
    if places:
        for order, item, state, done in replayed_from(after, places[0]):
            if item.revision in now - then:
                row = {"revision": item.revision, "order": order}
                rows.append({**row, **writing.held_entry(item, state, done)})
    held = {item.revision for item in after.timeline.held}
    return rows, sorted((then - now) & held)
