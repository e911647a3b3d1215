"""The file of an embedded database: one writer at a time, and whether it still is the file that was opened."""

from __future__ import annotations

import threading
from pathlib import Path
from types import TracebackType

from .errors import PATIENCE, Unavailable


class DatabaseFile:
    """A place to write, taken in turns: `with file:`. Leaving it makes sure that what was written can be found.

    On Unix a file that is deleted or replaced is written on by whoever has it open, and nobody ever reads that.
    """

    def __init__(self, path: Path | None) -> None:
        self._paths = [path, path.with_name(f"{path.name}-wal")] if path else []
        self._seen: dict[Path, tuple[int, int]] = {}
        self._turn = threading.Lock()

    def __enter__(self) -> DatabaseFile:
        if not self._turn.acquire(timeout=PATIENCE):
            raise Unavailable("locked")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._turn.release()
        if error is None:
            self.check()

    def check(self) -> None:
        """Raises `Unavailable` where the file, or its write-ahead log, is no longer the one that is open here."""
        for path in self._paths:
            try:
                found = path.stat()
            except FileNotFoundError:
                if path in self._seen:
                    raise Unavailable("missing") from None
                continue
            is_now = found.st_dev, found.st_ino
            if self._seen.setdefault(path, is_now) != is_now:
                raise Unavailable("missing")
