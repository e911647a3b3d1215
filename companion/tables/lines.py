"""Lines between the engine and the storage."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from companion.engine import (
    End,
    EngineError,
    Game,
    History,
    Line,
    Malformed,
    Recorded,
    Setup,
    codec,
    extend,
    open_history,
)
from companion.storage import StoredLine

from .entered import stored_as
from .errors import LogUnreadable

log = logging.getLogger(__name__)


def write_body(line: Line) -> str:
    """What is stored of a line: the same bytes for the same entry, however it was written."""
    content = codec.line_json(line)
    del content["entry_id"]
    return orjson.dumps(content, option=orjson.OPT_SORT_KEYS).decode()


def write_draw(data: Mapping[str, Any], history: End) -> str:
    """What is stored of a draw that somebody asks about; raises Malformed for anything else."""
    content = codec.line_json(codec.line_from_json(data, history.state.game))
    if content["entry"]["type"] != "draw":
        raise Malformed("entry.type", "one_of", choices=("draw",))
    return orjson.dumps(content, option=orjson.OPT_SORT_KEYS).decode()


def exported_line(stored: StoredLine) -> dict[str, Any]:
    """A stored line as it is exported, with when it was entered and at whose phone."""
    return {**_written(stored), **stored_as(stored).exported()}


def entered_line(stored: StoredLine) -> dict[str, Any]:
    """A stored line as it is told to who works out by themselves what follows from it."""
    return {"revision": stored.revision, **stored_as(stored).sign(_written(stored))}


def _written(stored: StoredLine) -> dict[str, Any]:
    try:
        body = orjson.loads(stored.body)
    except orjson.JSONDecodeError:
        body = None
    # Whoever changed the log by hand finds it again.
    return {"entry_id": stored.entry_id, **(body if isinstance(body, dict) else {"text": stored.body})}


def read_line(stored: StoredLine, game: Game) -> Line:
    """The engine's line of a stored one; one that cannot be read stays what it is."""
    return codec.kept_line_from_json(_written(stored), game)


def read_lines(stored: Sequence[StoredLine], since: int, game: Game) -> list[Line]:
    """Stored lines after a revision. Where one is missing there is a line that says nothing."""
    lines: list[Line] = []
    for line in stored:
        while since + len(lines) + 1 < line.revision:
            lines.append(Line(f"missing-{since + len(lines) + 1}", unread={}))
        lines.append(read_line(line, game))
    return lines


def fold_log(setup: Setup, stored: Sequence[StoredLine]) -> History:
    """The history of a whole stored log, whatever is in it."""
    try:
        empty = open_history(setup)
    except EngineError as error:
        raise LogUnreadable(str(error)) from error
    return extend(empty, read_lines(stored, 0, empty.state.game), kept=True) if stored else empty


def warn_of_all(table: int, history: History) -> None:
    """Says in the server's log which lines of a table these rules do not take as they are."""
    for revision, line in enumerate(history.lines, 1):
        if line.unread is not None:
            log.warning("table %d: line %d cannot be read", table, revision)
    for item in history.pardoned:
        log.warning("table %d: line %d is refused by these rules", table, item.revision)


def warn_of(table: int, revision: int, line: Line, recorded: Recorded) -> None:
    """The same of the newest line."""
    if line.unread is not None:
        log.warning("table %d: line %d cannot be read", table, revision)
    elif line.entry is not None and recorded.pardoned:
        log.warning("table %d: line %d is refused by these rules", table, revision)
