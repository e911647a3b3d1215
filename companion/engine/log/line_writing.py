"""JSON out: the lines of a log, entries and corrections, and the table as its log leaves it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from companion.engine.entering.entries import Entry
from companion.engine.json.writing import entry, recorded, table
from companion.engine.rules.record import Recorded

from .history import MOVES, Correction, Line, Undone
from .resting import End
from .timeline import Held

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


def view(history: End) -> shapes.View:
    """The table as every screen is drawn from it (its form: `json/shapes`)."""
    state, setup = history.state, history.setup
    undone = history.undone
    found = {
        **table(state),
        "revision": history.revision,
        "edition": setup.edition,
        "modules": list(setup.modules),
        "options": dict(state.game.rules.options),
        "undo": history.undoable,
        "redo": history.redoable,
        "corrected": history.corrected,
        "last": _last(history),
        **({} if undone is None else {"undone": _undone(undone)}),
    }
    return cast("shapes.View", found)


def _undone(undone: Undone) -> shapes.Undone:
    return {} if undone.entry is None else {"entry": entry(undone.entry)}


def _last(history: End) -> shapes.Last | None:
    last, newest = history.last, history.newest
    if last is None or newest is None:
        return None
    return {
        "revision": newest.revision,
        "entry": entry(newest.entry),
        **recorded(last),
        **kept(newest, last),
    }
