"""The log as JSON: each line with what follows from it as things stand now."""

from __future__ import annotations

from companion.engine.json.writing import Json, entry, recorded
from companion.engine.rules.record import Recorded
from companion.engine.table.state import State

from .history import History, Line, replayed_from
from .line_writing import kept, line
from .timeline import Held, down


def newest_line(before: History, history: History, done: Recorded) -> Json:
    """The line that `before` lacks, as `lines` gives it; of an entry, without looking at the others."""
    added = history.lines[-1]
    if added.entry is None:
        return lines(history, before.revision)[0]
    by = added.entry.by
    return {
        "revision": history.revision,
        **line(added),
        "holds": True,
        "order": len(history.timeline.held) - 1,
        "seat": before.state.acting if by is None else by,
        "turn": list(before.state.turn),
        **recorded(done),
        **kept(history.timeline.held[-1], done),
    }


def lines(history: History, since: int = 0, until: int | None = None) -> list[Json]:
    """The log after revision `since`, each line with what follows from it as things stand now.

    `holds` says whether the entry still counts, `order` its place among those that do, `corrected` by which line it was
    put right or taken out, and what it `was`.
    """
    rows = {
        revision: {"revision": revision, **_told(found), "holds": False}
        for revision, found in enumerate(history.lines[since:until], since + 1)
    }
    for revision, by in _put_right(history).items():
        if revision in rows:
            was = history.lines[revision - 1].entry
            rows[revision]["corrected"] = {"by": by, **({} if was is None else {"was": entry(was)})}
    told = {place for place, item in enumerate(history.timeline.held) if item.revision in rows}
    if not told:
        return list(rows.values())
    last = max(told)
    for order, item, state, done in replayed_from(history, min(told)):
        if order in told:
            rows[item.revision].update(holds=True, order=order, **held_entry(item, state, done))
        if order == last:
            break
    return list(rows.values())


def held_entry(item: Held, state: State, done: Recorded) -> Json:
    """An entry that holds, as it reads now: whose it is, in which turn, and what follows from it."""
    return {
        "entry": entry(item.entry),
        "seat": state.acting if item.entry.by is None else item.entry.by,
        "turn": list(state.turn if item.kept is None else item.kept.turn),
        **recorded(done),
        **kept(item, done),
    }


def _put_right(history: History) -> dict[int, int]:
    """Entries that read otherwise than they were entered, or were put in or taken out, each with its last correction."""
    found: dict[int, int] = {}
    for action in down(history.timeline.top, 0):
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


def _told(found: Line) -> Json:
    """A line as it is shown: of one that cannot be read, that it is one."""
    return line(found) if found.unread is None else {"entry_id": found.entry_id, "unread": True}
