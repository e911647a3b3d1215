"""Own lines on top of what others entered meanwhile: which still hold, and where the group has to be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.engine.entering.entries import Draw
from companion.engine.refusals import EngineError
from companion.engine.values import number

from . import line_reading
from .history import History, Line, append, fold
from .meanwhile import Meanwhile, seen


@dataclass(frozen=True, slots=True)
class Stop:
    """The first own line that does not simply hold.

    `why`: `refused` (the rules, by `error`), `twice` (others drew that very card: the same card, or two?),
    `stale` (the turn that it was made for is over, its card is gone, or it would take back what others entered).
    """

    index: int
    entry_id: object
    why: str
    error: EngineError | None = None


@dataclass(frozen=True, slots=True)
class Rebased:
    """The table with those own lines that hold; those from `stop` on wait.

    `already` names own lines that others had entered as well, of what happens only once: they are done with.
    """

    history: History
    lines: tuple[Line, ...]
    stop: Stop | None = None
    already: tuple[str, ...] = ()


def rebase(
    confirmed: History,
    missing: Sequence[Line],
    pending: Sequence[Mapping[str, Any]],
    before: History | None = None,
) -> Rebased:
    """The own lines `pending`, in their order, on `confirmed`, whose last lines are those `missing` when they were made.

    Each is a line as JSON; `sure` says that the group has decided it is meant as it stands, `made_on` that it was made
    on an earlier revision still. Those that are among `missing` have arrived and are left out. `before` is the table
    without `missing`, where it is at hand.
    """
    base = confirmed.revision - len(missing)
    earliest = made_on(pending, base)
    if earliest < base:
        missing, before = confirmed.lines[earliest:], None
    ids = [str(row.get("entry_id")) for row in pending]
    arrived = {line.entry_id for line in missing}
    rows = [row for row, name in zip(pending, ids, strict=True) if name not in arrived]
    if not rows:
        return Rebased(confirmed, ())
    meanwhile = None
    if arrived - set(ids):
        earlier = confirmed.lines[: confirmed.revision - len(missing)]
        before = before or fold(confirmed.setup, earlier, kept=True)
        meanwhile = seen(before, confirmed, missing, pending)
    return _on_top(confirmed, rows, meanwhile)


def made_on(pending: Sequence[Mapping[str, Any]], base: int) -> int:
    """The revision that the own lines were made on; `base` where they do not say so themselves."""
    return min([base, *(number(row["made_on"], "made_on") for row in pending if "made_on" in row)])


def _on_top(confirmed: History, rows: Sequence[Mapping[str, Any]], meanwhile: Meanwhile | None) -> Rebased:
    """Own lines one after the other, until one does not simply hold."""
    game = confirmed.state.game
    ids = [row.get("entry_id") for row in rows]
    history, redoable = confirmed, 0
    places: dict[str, int] = {}
    lines: list[Line] = []
    already: list[str] = []

    def stopped(index: int, why: str, error: EngineError | None = None) -> Rebased:
        return Rebased(history, tuple(lines), Stop(index, ids[index], why, error), tuple(already))

    for index, row in enumerate(rows):
        try:
            line: Line | None = line_reading.entered_line(row, game)
            assert line is not None
            if meanwhile is not None and row.get("sure") is not True:
                if isinstance(line.entry, Draw) and meanwhile.drawn(line.entry):
                    return stopped(index, "twice")
                if meanwhile.already(line):
                    already.append(line.entry_id)
                    continue
                undoable = history.timeline.depth - confirmed.timeline.depth
                line = _aimed(line, meanwhile, places, history, undoable, redoable)
                if line is None:
                    return stopped(index, "stale")
            depth = history.timeline.depth
            history, _ = append(history, line)
        except EngineError as error:
            return stopped(index, "refused", error)
        places[line.entry_id] = history.revision
        relative = line.correction is not None and line.correction.type in ("undo", "redo")
        redoable = redoable + depth - history.timeline.depth if relative else 0
        lines.append(line)
    return Rebased(history, tuple(lines), None, tuple(already))


def _aimed(
    line: Line,
    meanwhile: Meanwhile,
    places: Mapping[str, int],
    history: History,
    undoable: int,
    redoable: int,
) -> Line | None:
    """The line as it has to read now; None where it would no longer mean what it meant."""
    if line.correction is None:
        return meanwhile.aimed(line, history.state)
    now = replace(meanwhile, places={**meanwhile.places, **places})
    correction = now.moved(line.correction, undoable, redoable)
    return None if correction is None else replace(line, correction=correction)
