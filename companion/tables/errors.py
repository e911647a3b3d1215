"""What can keep a table from being read or written, beyond what the engine refuses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class TableError(Exception):
    """Anything about a table, its log or the rights to it."""


class UnknownTable(TableError):
    """No table has that code."""


class Forbidden(TableError):
    """The token is not one of this table's."""


class Stale(TableError):
    """The entry was made on an older revision; `missing` is what was recorded since then."""

    def __init__(self, revision: int, missing: Sequence[Any]) -> None:
        super().__init__(f"the table is at revision {revision}")
        self.revision = revision
        self.missing = missing


class EntryIdReused(TableError):
    """The id is that of another entry."""

    def __init__(self, entry_id: str, revision: int) -> None:
        super().__init__(entry_id)
        self.entry_id = entry_id
        self.revision = revision


class LogFull(TableError):
    """The log has as many lines as this server keeps."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"{limit} lines")
        self.limit = limit


class LogUnreadable(TableError):
    """A stored log does not fold: it was written by another version, or changed by hand."""
