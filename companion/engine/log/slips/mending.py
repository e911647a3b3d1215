"""The one line that puts a slip right: one undo takes it back."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.entering.entries import Entry
from companion.engine.log.history import Correction, Line
from companion.engine.log.line_reading import MOST_REPLACED

from .kinds import Edit, Slip
from .replay import Course

Mending = Correction | Line


def mending(course: Course, slip: Slip, edits: Sequence[Edit]) -> Mending | None:
    """The line; None where it has to be counted: nobody knows which card it was, or too much would be another."""
    if slip.kind == "missed_draw" and "card" not in slip.params:
        return None
    return _line(course, edits[0]) if len(edits) == 1 else _replacing(course, edits)


def _line(course: Course, edit: Edit) -> Mending:
    if edit.place >= len(course.items):
        return Line("slip", edit.entry, override=edit.override)
    revision = course.items[edit.place].revision
    if edit.act == "remove":
        return Correction("remove", revision=revision, keep=True)
    return Correction(edit.act, revision=revision, entry=edit.entry, override=edit.override, keep=True)


def _replacing(course: Course, edits: Sequence[Edit]) -> Correction | None:
    """Everything from the first entry that is another one to the last."""
    first, last = min(edit.place for edit in edits), max(edit.place for edit in edits)
    if all(edit.act == "insert" for edit in edits if edit.place == last):
        # What comes before an entry leaves that one as it is.
        last -= 1
    entries: list[Entry] = []
    for place in range(first, last + 2):
        here = [edit for edit in edits if edit.place == place]
        entries += [edit.entry for edit in here if edit.act == "insert" and edit.entry is not None]
        if place <= last:
            own = course.items[place].entry
            found = next((edit.entry for edit in here if edit.act != "insert"), own)
            entries += [] if found is None else [found]
    count = last - first + 1
    # A line brings at most one entry more than go (`History`).
    if not 0 < count <= MOST_REPLACED or len(entries) > min(count + 1, MOST_REPLACED):
        return None
    revision = course.items[first].revision
    return Correction("replace", count, revision=revision, keep=True, entries=tuple(entries))
