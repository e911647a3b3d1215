"""The log as JSON: each line with what follows from it as things stand now."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from companion.engine.json.writing import entry, recorded
from companion.engine.rules.record import Recorded
from companion.engine.table.state import State

from .history import History, Line, replayed_from
from .line_writing import kept, line
from .resting import End
from .timeline import Held

if TYPE_CHECKING:
    from companion.engine.json import shapes


def newest_line(before: End, history: End, done: Recorded) -> shapes.Line:
    """The line that `before` lacks, as `lines` gives it; of an entry, without looking at the others."""
    added, newest = cast(Line, history.newest_line), cast(Held, history.newest)
    if added.entry is None:
        return lines(cast(History, history), before.revision)[0]
    row = _told(history.revision, added)
    _hold(row, history.held_count - 1, newest, before.state, done)
    return row


def lines(history: History, since: int = 0, until: int | None = None) -> list[shapes.Line]:
    """The log after revision `since`, each line with what follows from it as things stand now.

    `holds` says whether the entry still counts, `order` its place among those that do, `corrected` by which line it was
    corrected or taken out, and what it `was`.
    """
    rows = {
        revision: _told(revision, found)
        for revision, found in enumerate(history.lines[since:until], since + 1)
    }
    for revision, by in _put_right(history).items():
        if revision in rows:
            was = history.lines[revision - 1].entry
            rows[revision]["corrected"] = {"by": by} if was is None else {"by": by, "was": entry(was)}
    told = {place for place, item in enumerate(history.timeline.held) if item.revision in rows}
    if not told:
        return list(rows.values())
    last = max(told)
    for order, item, state, done in replayed_from(history, min(told)):
        if order in told:
            row = rows[item.revision]
            if item is not history.lines[item.revision - 1]:
                row["entry"] = entry(item.entry)
            _hold(row, order, item, state, done)
        if order == last:
            break
    return list(rows.values())


def held_entry(item: Held, state: State, done: Recorded) -> shapes.HeldEntry:
    """An entry that holds, as it reads now: whose it is, in which turn, and what follows from it."""
    return {"entry": entry(item.entry), **_follows(item, state, done)}


def _follows(item: Held, state: State, done: Recorded) -> shapes.HeldEntry:
    """All of that but the entry itself, which most lines say already."""
    data = {
        "seat": state.acting if item.entry.by is None else item.entry.by,
        "turn": list(state.turn if item.kept is None else item.kept.turn),
        **recorded(done),
        **kept(item, done),
    }
    return cast("shapes.HeldEntry", data)


def _put_right(history: History) -> dict[int, int]:
    """Entries that read otherwise than they were entered, or were put in or taken out, each with its last correction."""
    found: dict[int, int] = {}
    for action in reversed(history.timeline.done()):
        if isinstance(action, Held):
            continue
        correction = history.lines[action.revision - 1].correction
        if correction is None or correction.type == "accept":
            continue
        if correction.type == "remove" or (correction.type == "replace" and not correction.entries):
            names = [correction.revision or 0]
        else:
            own = len(correction.entries) if correction.type == "replace" else 1
            names = [item.revision for item in action.put[:own]]
        for revision in names:
            found.setdefault(revision, action.revision)
    return found


def _told(revision: int, found: Line) -> shapes.Line:
    """A line as it is shown: of one that cannot be read, that it is one."""
    if found.unread is not None:
        return {"revision": revision, "entry_id": found.entry_id, "unread": True, "holds": False}
    return cast("shapes.Line", {"revision": revision, **line(found), "holds": False})


def _hold(row: shapes.Line, order: int, item: Held, state: State, done: Recorded) -> None:
    """The line, which says its entry already, holds at that place."""
    row["holds"], row["order"] = True, order
    row.update(cast("shapes.Line", _follows(item, state, done)))
