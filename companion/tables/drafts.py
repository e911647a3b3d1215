"""What somebody wants recorded, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine import End


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody wants recorded: `{"entry": ...}` or `{"correction": ...}`, `"override"` where it is meant.

    `at` are the seconds since 1970 when it was entered, on a phone that could not send it at once.
    """

    entry_id: str
    base_revision: int
    content: Mapping[str, Any]
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The table after a draft, with its line as the log tells it. One that had been recorded before is `known`."""

    revision: int
    history: End
    line: Mapping[str, Any]
    known: bool = False
    before: End | None = None
    # How many bytes were stored for it.
    size: int = 0
