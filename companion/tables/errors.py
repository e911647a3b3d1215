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


class NotAllowed(TableError):
    """A member's place does not allow it: only a `needs` may."""

    def __init__(self, needs: str) -> None:
        super().__init__(needs)
        self.needs = needs


class NotYours(TableError):
    """A player corrects what somebody else entered."""


class NoInvite(TableError):
    """No invite that holds has that secret or short code, or the table has none of that number."""


class NoMember(TableError):
    """Nobody at this table, or nobody who asks, has that number."""


class NoDoubt(TableError):
    """That member asks nothing, or no longer."""


class SeatTaken(TableError):
    """Somebody else has that seat."""


class TooMany(TableError):
    """As many members, or as many who ask, as a table takes."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"{limit}")
        self.limit = limit


class TokenReused(TableError):
    """The token that a client made for something belongs to something else already."""


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


class Busy(TableError):
    """More long logs wait to be worked out than this server takes at once."""


class LogUnreadable(TableError):
    """A stored table cannot even be opened: its setup was changed by hand, or its edition is gone."""
