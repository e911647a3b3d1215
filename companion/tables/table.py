"""One table in memory: its fold, kept in step with its log."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from companion.engine import EngineError, History, Line, Recorded, Setup, append, codec, fold, open_history
from companion.storage import Conflict, Store, StoredLine, StoredTable

from .errors import EntryIdReused, LogFull, LogUnreadable, Stale
from .secrets import is_token


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody wants recorded: `{"entry": ...}` or `{"correction": ...}`, `"override"` where it is meant."""

    entry_id: str
    base_revision: int
    content: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The table after a draft. One that had been recorded before comes back as `known`, with its line."""

    revision: int
    history: History
    recorded: Recorded | None = None
    known: dict[str, Any] | None = None


class Table:
    """A table that is open here. Its history only ever moves along its log."""

    __slots__ = ("_history", "_keeper_hash", "_lock", "_max_lines", "_store", "code", "id")

    def __init__(self, stored: StoredTable, history: History, store: Store, max_lines: int) -> None:
        self.id, self.code, self._keeper_hash = stored.id, stored.code, stored.keeper_hash
        self._history, self._store, self._max_lines = history, store, max_lines
        self._lock = threading.Lock()

    @property
    def setup(self) -> Setup:
        """What the group chose when the table was opened."""
        return self._history.setup

    def is_keeper(self, token: str) -> bool:
        """Whether the token is the keeper's."""
        return is_token(token, self._keeper_hash)

    def read(self) -> History:
        """The table as its log stands now, whichever process wrote last."""
        if self._store.revision(self.id) != self._history.revision:
            with self._lock:
                self._catch_up()
        return self._history

    def record(self, draft: Draft, dry_run: bool = False) -> Outcome:
        """Records the draft; it is on the disk when this returns. With `dry_run` nothing is kept.

        Raises what the engine refuses, `Stale` and `EntryIdReused`.
        """
        line = codec.line_from_json({"entry_id": draft.entry_id, **draft.content}, self._history.state.game)
        body = write_body(line)
        with self._lock:
            if draft.base_revision != self._history.revision:
                self._catch_up()
                known = self._known(draft, body)
                if known:
                    return known
            try:
                if self._history.revision >= self._max_lines:
                    raise LogFull(self._max_lines)
                history, recorded = append(self._history, line)
                if not dry_run:
                    self._store.append(self.id, StoredLine(history.revision, draft.entry_id, body))
                    self._history = history
            except (EngineError, Conflict, LogFull):
                # Refused by what this process knew: another one may know more, or this very entry already.
                self._catch_up()
                known = self._known(draft, body)
                if known:
                    return known
                raise
        return Outcome(history.revision, history, recorded)

    def _known(self, draft: Draft, body: str) -> Outcome | None:
        """The draft where it was recorded before; raises `Stale` where it was not and others were."""
        earlier = self._store.line_of_entry(self.id, draft.entry_id)
        if earlier:
            if earlier.body != body:
                raise EntryIdReused(draft.entry_id, earlier.revision)
            line = codec.lines_json(self._history, earlier.revision - 1)[0]
            return Outcome(earlier.revision, self._history, known=line)
        if draft.base_revision != self._history.revision:
            raise Stale(self._history.revision, codec.lines_json(self._history, draft.base_revision))
        return None

    def _catch_up(self) -> None:
        """Folds what another process has written."""
        history = self._history
        for stored in self._store.lines(self.id, since=history.revision):
            if stored.revision != history.revision + 1:
                raise LogUnreadable("the log has a gap")
            try:
                history, _ = append(history, read_line(stored, history))
            except EngineError as error:
                raise LogUnreadable(str(error)) from error
        self._history = history


def write_body(line: Line) -> str:
    """What is stored of a line: the same bytes for the same entry, however it was written."""
    content = codec.line_json(line)
    del content["entry_id"]
    return orjson.dumps(content, option=orjson.OPT_SORT_KEYS).decode()


def read_line(stored: StoredLine, history: History) -> Line:
    """The engine's line of a stored one."""
    return codec.line_from_json(
        {"entry_id": stored.entry_id, **orjson.loads(stored.body)}, history.state.game
    )


def fold_log(setup: Setup, stored: list[StoredLine]) -> History:
    """The history of a whole stored log."""
    if [line.revision for line in stored] != list(range(1, len(stored) + 1)):
        raise LogUnreadable("the log has a gap")
    try:
        empty = open_history(setup)
        return fold(setup, [read_line(line, empty) for line in stored]) if stored else empty
    except EngineError as error:
        raise LogUnreadable(str(error)) from error
