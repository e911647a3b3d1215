"""How often: limits by member, by address and by table, in this process's memory."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from threading import Timer
from typing import Any

from flask import request
from limits import RateLimitItem, RateLimitItemPerDay, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from companion.engine import EngineError
from companion.settings import Settings
from companion.tables import Forbidden, NoInvite, Place, Stale, TableError, UnknownTable

from .problems import Problem

# So many lines of a log count as one call more.
LINES = 100
# Seconds until what has expired is forgotten.
TIDY = 60.0


class Tidying:
    """In the place of the thread that the library would start every 10 ms, to look through all that it counts."""

    def __init__(self, forget: Callable[[], None]) -> None:
        self._forget, self._again = forget, 0.0

    def is_alive(self) -> bool:
        """Whether it is too soon."""
        return time.monotonic() < self._again

    def start(self) -> None:
        """What has expired is forgotten: once a minute, by whoever comes first."""
        self._again = time.monotonic() + TIDY
        self._forget()


class Counters(MemoryStorage):
    """The counts of this process. One that has expired counts for nothing, whether it is forgotten or not."""

    @property
    def timer(self) -> Any:
        return self._tidying

    @timer.setter
    def timer(self, timer: Timer) -> None:
        self._tidying = Tidying(timer.function)


class Limits:
    """What one address may open, ask and guess, and how fast one member may write at a table.

    What a member does counts against that member alone: nobody uses up what others have.
    """

    def __init__(self, settings: Settings, stored: Callable[[], int] = lambda: 0) -> None:
        """`stored` says how many bytes the database takes."""
        self._on = settings.rate_limits
        self._limiter = FixedWindowRateLimiter(Counters())
        self._open, self._record = parse(settings.rate_open), parse(settings.rate_record)
        self._open_day = parse(settings.rate_open_day)
        self._rulings, self._guess = parse(settings.rate_rulings), parse(settings.rate_guess)
        self._refused, self._knock = parse(settings.rate_refused), parse(settings.rate_knock)
        self._read, self._change = parse(settings.rate_read), parse(settings.rate_change)
        self._remembered = parse(settings.rate_remembered)
        self._stored_day = RateLimitItemPerDay(settings.stored_per_address)
        self._stored, self._most_stored = stored, settings.stored_bytes
        self._looked, self._size = 0.0, 0

    def open(self) -> None:
        """A table is opened or imported."""
        self._hit(self._open, "open", address())
        self._hit(self._open_day, "open", address())

    def storing(self, text: int, beside: int) -> None:
        """A table is about to be stored: so many bytes of text, and so many that its rows take beside."""
        size = text + beside
        if self._full(self._most_stored):
            raise Problem(503, "no_room", {"limit": self._most_stored}, headers={"Retry-After": "3600"})
        if self._on and not self._limiter.test(self._stored_day, "stored", address(), cost=size):
            raise self._too_much_stored()
        self._count_stored(size)

    def room_for_entries(self) -> None:
        """Raises the problem of a database in which no entry has room any more."""
        if self._full(self._most_stored + self._most_stored // 10):
            raise Problem(503, "no_room", {"limit": self._most_stored}, headers={"Retry-After": "3600"})

    def _full(self, most: int) -> bool:
        """Whether the database has so many bytes. It is asked once a second."""
        if most and time.monotonic() >= self._looked + 1:
            self._looked, self._size = time.monotonic(), self._stored()
        return bool(most) and self._size >= most

    def _count_stored(self, size: int) -> None:
        if self._on:
            self._limiter.hit(self._stored_day, "stored", address(), cost=size)

    def _too_much_stored(self) -> Problem:
        wait = self._too_often(self._stored_day, "stored", address()).headers
        return Problem(429, "too_much_stored", {"limit": self._stored_day.amount}, headers=wait)

    def reading(self, place: Place, lines: int = 0) -> None:
        """A member reads something of a table; `lines` of its log that have to be told for that."""
        self._hit(self._read, "read", _whose(place), 1 + lines // LINES)

    @contextmanager
    def entering(self, place: Place, replayed: int = 0) -> Iterator[Callable[[int], None]]:
        """A member enters something; `replayed` lines have to be gone through for that. What it gives is told how many
        bytes were stored. Where no new table has room, those that are there play on: a tenth more is for them.
        """
        self._hit(self._record, "record", _whose(place), 1 + replayed // LINES)
        self.room_for_entries()
        if self._on and not self._limiter.test(self._stored_day, "stored", address()):
            raise self._too_much_stored()
        with self._refusals(place):
            yield self._count_stored

    @contextmanager
    def changing(self, place: Place) -> Iterator[None]:
        """A member changes who is at a table. Everybody there is told, and every process reads it anew."""
        self._hit(self._change, "change", _whose(place))
        with self._refusals(place):
            yield

    @contextmanager
    def _refusals(self, place: Place) -> Iterator[None]:
        """What is refused counts once more, on a limit of its own."""
        whose = _whose(place)
        if self._on and not self._limiter.test(self._refused, "refused", whose):
            raise self._too_often(self._refused, "refused", whose)
        try:
            yield
        except Stale:
            raise
        except (EngineError, TableError):
            if self._on:
                self._limiter.hit(self._refused, "refused", whose)
            raise

    def ruling(self, count: int = 1) -> None:
        """A rules question is worked out, or so many."""
        self._hit(self._rulings, "ruling", address(), count)

    def remembering(self, games: int = 0) -> None:
        """So many games are looked back at; asked for before their body is read, and again with their number."""
        self._hit(self._remembered, "remembered", address(), games // LINES if games else 1)

    def knock(self, code: str) -> None:
        """Somebody asks to come in at a table."""
        self._hit(self._knock, "knock", f"{code} {address()}")

    def short_code(self) -> None:
        """A short code is tried. It has few bits, so a right one counts too: over the limit nothing is found out."""
        self._hit(self._guess, "short code", address())

    @contextmanager
    def guessing(self) -> Iterator[None]:
        """A code, a token or a secret is tried. Wrong ones are counted; right ones, which nobody guesses, are never
        slowed down: others behind the same address may be guessing.
        """
        try:
            yield
        except (UnknownTable, Forbidden, NoInvite):
            self._hit(self._guess, "guess", address())
            raise

    def _hit(self, limit: RateLimitItem, what: str, whose: str, cost: int = 1) -> None:
        if self._on and cost and not self._limiter.hit(limit, what, whose, cost=cost):
            raise self._too_often(limit, what, whose)

    def _too_often(self, limit: RateLimitItem, what: str, whose: str) -> Problem:
        reset = self._limiter.get_window_stats(limit, what, whose).reset_time
        wait = max(1, math.ceil(reset - time.time()))
        return Problem(429, "too_many_requests", headers={"Retry-After": str(wait)})


def _whose(place: Place) -> str:
    return f"{place.table.code} {place.member.number}"


def address() -> str:
    """Where the request comes from. Whoever has an IPv6 address has all of its /64, so that counts as one."""
    try:
        found = ip_address(request.remote_addr or "")
    except ValueError:
        return "unknown"
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or f"{IPv6Address(int(found) >> 64 << 64)}/64")
