"""Own lines on top of what others entered meanwhile: which still hold, and where the group has to be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from . import reading
from .cards import Card
from .entries import Draw
from .history import Correction, History, Line, append
from .refusals import EngineError


@dataclass(frozen=True, slots=True)
class Stop:
    """The first own line that does not simply hold.

    `why`: `refused` (the rules, by `error`), `twice` (others drew that very card: the same card, or two?),
    `stale` (it would take back what others entered).
    """

    index: int
    why: str
    error: EngineError | None = None


@dataclass(frozen=True, slots=True)
class Rebased:
    """The table with those own lines that hold; those from `stop` on wait."""

    history: History
    lines: tuple[Line, ...]
    stop: Stop | None = None


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """What became of the revisions that own lines were made on, and what others did."""

    own: Mapping[int, str]
    places: Mapping[str, int]
    last_foreign: int
    drawn: frozenset[Card]

    def moved(self, correction: Correction, undoable: int, redoable: int) -> Correction | None:
        """The correction as it has to read now; None where it would reach what others entered.

        `undoable` and `redoable` are the own actions before it that it may take back or bring back.
        """
        if correction.type == "redo":
            return correction if correction.count <= redoable else None
        if correction.type == "undo" and correction.to is None:
            return correction if correction.count <= undoable else None
        if correction.type == "undo":
            to = self._place(correction.to or 0)
            return None if to is None or to < self.last_foreign else replace(correction, to=to)
        revision = self._place(correction.revision or 0)
        return None if revision is None else replace(correction, revision=revision)

    def _place(self, revision: int) -> int | None:
        return self.places.get(self.own[revision]) if revision in self.own else revision


def rebase(confirmed: History, missing: Sequence[Line], pending: Sequence[Mapping[str, Any]]) -> Rebased:
    """The own lines `pending`, in their order, on `confirmed`, whose last lines are those `missing` when they were made.

    Each is a line as JSON; `sure` says that the group has decided it is meant as it stands. Those that are among
    `missing` have arrived and are left out.
    """
    game, made_on = confirmed.state.game, confirmed.revision - len(missing)
    ids = [str(row.get("entry_id")) for row in pending]
    arrived = {line.entry_id: made_on + number for number, line in enumerate(missing, 1)}
    foreign = [line for line in missing if line.entry_id not in ids]
    places = dict(arrived)
    meanwhile = Meanwhile(
        own={made_on + number: name for number, name in enumerate(ids, 1)},
        places=places,
        last_foreign=max((arrived[line.entry_id] for line in foreign), default=0),
        drawn=frozenset(line.entry.card for line in foreign if isinstance(line.entry, Draw)),
    )
    history, redoable = confirmed, 0
    lines: list[Line] = []
    rows = [row for row, name in zip(pending, ids, strict=True) if name not in arrived]
    for index, row in enumerate(rows):
        try:
            line = reading.line(row, game)
            if foreign and row.get("sure") is not True:
                if isinstance(line.entry, Draw) and line.entry.card in meanwhile.drawn:
                    return Rebased(history, tuple(lines), Stop(index, "twice"))
                if line.correction is not None:
                    undoable = history.timeline.depth - confirmed.timeline.depth
                    correction = meanwhile.moved(line.correction, undoable, redoable)
                    if correction is None:
                        return Rebased(history, tuple(lines), Stop(index, "stale"))
                    line = replace(line, correction=correction)
            before = history.timeline
            history, _ = append(history, line)
        except EngineError as error:
            return Rebased(history, tuple(lines), Stop(index, "refused", error))
        places[line.entry_id] = history.revision
        relative = line.correction is not None and line.correction.type in ("undo", "redo")
        redoable = redoable + before.depth - history.timeline.depth if relative else 0
        lines.append(line)
    return Rebased(history, tuple(lines))
