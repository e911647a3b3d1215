"""JSON out: the lines of a log, entries and corrections, and the table as its log leaves it."""

from __future__ import annotations

from companion.engine.json.writing import Json, entry, recorded, table
from companion.engine.rules.record import Recorded

from .history import Correction, History, Line
from .timeline import Held


def correction(found: Correction) -> Json:
    data: Json = {"type": found.type}
    if found.type in ("undo", "redo"):
        data.update({"count": found.count} if found.to is None else {"to": found.to})
    else:
        data["before" if found.type == "insert" else "revision"] = found.revision
    if found.entry is not None:
        data["entry"] = entry(found.entry)
    if found.type == "replace":
        data.update(count=found.count, entries=[entry(one) for one in found.entries])
    if found.override:
        data["override"] = True
    if found.keep:
        data["keep"] = True
    return data


def line(found: Line) -> Json:
    """A line of the log as it was entered."""
    data: Json = {"entry_id": found.entry_id}
    if found.unread is not None:
        return {**data, **found.unread}
    if found.entry is not None:
        data["entry"] = entry(found.entry)
    if found.correction is not None:
        data["correction"] = correction(found.correction)
    if found.override:
        data["override"] = True
    return data


def kept(held: Held, done: Recorded) -> Json:
    """That an entry stays although the rules refuse it now: whether it still changes anything, and since which
    correction, where it was one; and by which line the table has accepted what stands against it.
    """
    accepted: Json = {}
    if held.accepted is not None and done.overridden:
        accepted["accepted"] = held.accepted
    if not done.pardoned:
        return accepted
    data: Json = {"fits": all(line.why != "does_not_fit" for line in done.ledger)}
    if held.kept is not None:
        data["by"] = held.kept.by
    return {"kept": data, **accepted}


def view(history: History) -> Json:
    """The table as every screen is drawn from it (DESIGN.md 4)."""
    state, setup = history.state, history.setup
    data = table(state)
    last = history.last
    data.update(
        revision=history.revision,
        edition=setup.edition,
        modules=list(setup.modules),
        options=dict(state.game.rules.options),
        undo=history.timeline.depth,
        redo=history.timeline.redoable,
        corrected=history.timeline.corrected,
        last=None,
    )
    if last is not None and history.timeline.held:
        held = history.timeline.held[-1]
        data["last"] = {
            "revision": held.revision,
            "entry": entry(held.entry),
            **recorded(last),
            **kept(held, last),
        }
    return data
