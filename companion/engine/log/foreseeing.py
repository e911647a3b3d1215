"""What a correction would change, in figures, before anybody has made it; and which ones are at hand for a slip."""

from __future__ import annotations

from typing import Any

from companion.engine.json import writing

from . import line_writing, logged
from .history import History, replayed_from
from .repairs import Repairs, Taker

# Of more entries that would be marked, only the number is told.
MOST_TOLD = 20


def consequences(before: History, after: History) -> dict[str, Any]:
    """Who would have other coins and points, whether the harbor and the moment would be others, and which entries
    would be kept although they no longer hold: of the first ones why, as in the log.
    """
    one, other = before.state, after.state
    players = [
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


def _marked(before: History, after: History) -> tuple[list[dict[str, Any]], list[int]]:
    """Entries that would be marked from then on, and those that would be so no longer."""
    then = {item.revision for item in before.pardoned if item.accepted is None}
    now = {item.revision for item in after.pardoned if item.accepted is None}
    places = [place for place, item in enumerate(after.timeline.held) if item.revision in now - then]
    rows = []
    if places:
        for order, item, state, done in replayed_from(after, places[0]):
            if item.revision in now - then:
                row = {"revision": item.revision, "order": order}
                rows.append({**row, **logged.held_entry(item, state, done)})
    held = {item.revision for item in after.timeline.held}
    return rows, sorted((then - now) & held)


def repairs(history: History, found: Repairs) -> dict[str, Any]:
    """What can be put right about a card: the entry that laid it, and who else may have taken it."""
    data: dict[str, Any] = {"revision": history.revision, "card": writing.card(found.card)}
    drawn, take = found.drawn, found.take
    data["drawn"] = None
    if drawn is not None:
        data["drawn"] = {"revision": drawn.revision, "entry": writing.entry(drawn.entry), "nth": drawn.nth}
        if drawn.at is not None:
            data["drawn"]["at"] = drawn.at
    data["offers"] = [writing.template(one) for one in found.offers]
    data["take"] = None
    if take is not None:
        data["take"] = {
            "revision": take.revision,
            "seat": take.seat,
            "coins": take.coins,
            "takers": [_taker(history, one) for one in take.takers],
            "nobody": line_writing.correction(take.nobody),
        }
    return data


def _taker(history: History, found: Taker) -> dict[str, Any]:
    data: dict[str, Any] = {
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
