"""A clock that does not jump, for what somebody has to wait for: putting the time of day right shortens no wait, and
makes none longer.
"""

from __future__ import annotations

import secrets
import time
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from companion.storage import StoredMember

_SECONDS = 32


def _this_start() -> str:
    """What every process on this machine has in common until it is started anew."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text()
    return secrets.token_hex()


class Steady:
    """Seconds since this machine was started, the same in each of its processes.

    A stamp says whose seconds it counts: those of another machine, or from before a restart, say nothing here.
    """

    def __init__(self, seconds: Callable[[], float] = time.monotonic, start: str | None = None) -> None:
        name = _this_start() if start is None else start
        self._seconds = seconds
        # Not 0: that is whoever counts the seconds since 1970.
        self._whose = (zlib.crc32(name.encode()) & 0x7FFFFFFF or 1) << _SECONDS

    def now(self) -> int:
        """A stamp; the difference of two is the seconds between them."""
        return self._whose + int(self._seconds())

    def says(self, stamp: int) -> bool:
        """Whether the stamp is this clock's."""
        return self._whose <= stamp <= self.now()


class Waits:
    """How long the members of one table have waited for what they asked, whichever machine they asked."""

    __slots__ = ("_seen", "_steady")

    def __init__(self, steady: Steady) -> None:
        self._steady = steady
        self._seen: dict[tuple[int, int], int] = {}

    def told_here(self, members: Iterable[StoredMember]) -> tuple[StoredMember, ...]:
        """The members with stamps of this clock: a wait that another one measures counts from when it was first seen."""
        before, self._seen = self._seen, {}
        return tuple(self._told_here(member, before) for member in members)

    def _told_here(self, member: StoredMember, before: dict[tuple[int, int], int]) -> StoredMember:
        stamp = member.claimed_at
        if stamp is None or self._steady.says(stamp):
            return member
        wait = (member.number, stamp)
        seen = self._seen[wait] = before.get(wait, self._steady.now())
        return member._replace(claimed_at=seen)
