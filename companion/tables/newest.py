"""The newest lines of a table as JSON texts: made once, for all who follow it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import orjson

# A stream that is further behind reads the log.
REMEMBERED_LINES = 16
Text = tuple[int, bytes]


class Newest:
    """The last lines that were told, each with its revision."""

    __slots__ = ("_lines",)

    def __init__(self) -> None:
        self._lines: list[Text] = []

    def after(self, since: int, at: int) -> list[Text] | None:
        """The lines of a log that is `at` a revision after another one; None where they are not all here."""
        found = [line for line in self._lines if line[0] > since]
        whole = bool(found) and found[0][0] == since + 1 and found[-1][0] >= at
        return found if whole or at <= since else None

    def add(self, rows: Iterable[Mapping[str, Any]]) -> list[Text]:
        """Lines that were told just now, as texts. Those that are here already stay."""
        told = texts(rows)
        last = self._lines[-1][0] if self._lines else 0
        self._lines.extend(line for line in told if line[0] > last)
        del self._lines[:-REMEMBERED_LINES]
        return told


def texts(rows: Iterable[Mapping[str, Any]]) -> list[Text]:
    """Lines as JSON texts, with their revisions."""
    # Copied, since what orjson gives holds 4 KB however short it is.
    return [(row["revision"], bytes(memoryview(orjson.dumps(row)))) for row in rows]
