"""JSON out: the lines of a log, entries and corrections, and the table as its log leaves it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from companion.engine.json.writing import entry, recorded, table
from companion.engine.rules.record import Recorded
from companion.engine.table.entries import Entry

from .history import MOVES, Correction, History, Line
from .timeline import END, Held, at_depth

if TYPE_CHECKING:
    from companion.engine.json import shapes


def correction(found: Correction) -> shapes.Correction:
    if found.type in MOVES:
        return _move(found)
    # Which entry it touches, every other correction says.
    revision = cast(int, found.revision)
    if found.type == "accept":
        return {"type": "accept", "revision": revision}
    data: shapes.Touching
    if found.type == "remove":
        data = {"type": "remove", "revision": revision}
    elif found.type == "replace":
        entries = [entry(one) for one in found.entries]
        data = {"type": "replace", "revision": revision, "count": found.count, "entries": entries}
    else:
        right = entry(cast(Entry, found.entry))
        if found.type == "insert":
            data = {"type": "insert", "before": revision, "entry": right}
        else:
            data = {"type": "change", "revision": revision, "entry": right}
    if found.override:
        data["override"] = True
    if found.keep:
        data["keep"] = True
    return data


def _move(found: Correction) -> shapes.Undo:
    type_: Literal["undo", "redo"] = "undo" if found.type == "undo" else "redo"
    if found.to is None:
        return {"type": type_, "count": found.count}
    return {"type": type_, "to": found.to}


def line(found: Line) -> shapes.Written:
    """A line of the log as it was entered; one that cannot be read as it is."""
    data: shapes.Written = {"entry_id": found.entry_id}
    if found.unread is not None:
        return cast("shapes.Written", {**data, **found.unread})
    if found.entry is not None:
        data["entry"] = entry(found.entry)
    if found.correction is not None:
        data["correction"] = correction(found.correction)
    if found.override:
        data["override"] = True
    return data


def mark(held: Held, done: Recorded) -> shapes.Kept:
    """Whether an entry that the rules refuse now still changes anything, and since which correction that is so."""
    data: shapes.Kept = {"fits": all(line.why != "does_not_fit" for line in done.ledger)}
    if held.kept is not None:
        data["by"] = held.kept.by
    return data


def kept(held: Held, done: Recorded) -> shapes.Marks:
    """That an entry stays although the rules refuse it now: whether it still changes anything, and since which
    correction, where it was one; and by which line the table has accepted what stands against it.
    """
    data: shapes.Marks = {"kept": mark(held, done)} if done.pardoned else {}
    if held.accepted is not None and done.overridden:
        data["accepted"] = held.accepted
    return data


def view(history: History) -> shapes.View:
    """The table as every screen is drawn from it (DESIGN.md 4)."""
    state, setup = history.state, history.setup
    undone = _undone(history)
    found = {
        **table(state),
        "revision": history.revision,
        "edition": setup.edition,
        "modules": list(setup.modules),
        "options": dict(state.game.rules.options),
        "undo": history.timeline.depth,
        "redo": history.timeline.redoable,
        "corrected": history.timeline.corrected,
        "last": _last(history),
        **({} if undone is None else {"undone": undone}),
    }
    return cast("shapes.View", found)


def _undone(history: History) -> shapes.Undone | None:
    """What the newest line took back; None where that is no undo of one action."""
    correction = history.lines[-1].correction if history.lines else None
    if correction is None or correction.type != "undo" or correction.count != 1 or correction.to is not None:
        return None
    action = at_depth(history.timeline.tip, history.timeline.depth + 1)
    return {"entry": entry(action.put[0].entry)} if action.place == END and action.put else {}


def _last(history: History) -> shapes.Last | None:
    last, held = history.last, history.timeline.held
    if last is None or not held:
        return None
    return {
        "revision": held[-1].revision,
        "entry": entry(held[-1].entry),
        **recorded(last),
        **kept(held[-1], last),
    }
