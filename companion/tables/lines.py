"""Lines between the engine and the storage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from companion.engine import EngineError, History, Line, Malformed, Setup, codec, fold, open_history
from companion.storage import StoredLine

from .errors import LogUnreadable


def write_body(line: Line) -> str:
    """What is stored of a line: the same bytes for the same entry, however it was written."""
    content = codec.line_json(line)
    del content["entry_id"]
    return orjson.dumps(content, option=orjson.OPT_SORT_KEYS).decode()


def write_draw(data: Mapping[str, Any], history: History) -> str:
    """What is stored of a draw that somebody asks about; raises Malformed for anything else."""
    content = codec.line_json(codec.line_from_json(data, history.state.game))
    if content["entry"]["type"] != "draw":
        raise Malformed("entry.type", "draw")
    return orjson.dumps(content, option=orjson.OPT_SORT_KEYS).decode()


def read_line(stored: StoredLine, history: History) -> Line:
    """The engine's line of a stored one."""
    return codec.line_from_json(
        {"entry_id": stored.entry_id, **orjson.loads(stored.body)}, history.state.game
    )


def fold_log(setup: Setup, stored: Sequence[StoredLine]) -> History:
    """The history of a whole stored log."""
    if [line.revision for line in stored] != list(range(1, len(stored) + 1)):
        raise LogUnreadable("the log has a gap")
    try:
        empty = open_history(setup)
        return fold(setup, [read_line(line, empty) for line in stored]) if stored else empty
    except EngineError as error:
        raise LogUnreadable(str(error)) from error
