"""How often: limits by address and by table, in this process's memory."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager

from flask import request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from companion.settings import Settings
from companion.tables import Forbidden, NoInvite, UnknownTable

from .problems import Problem


class Limits:
    """What one address may open, ask and guess, and how fast a table may be written."""

    def __init__(self, settings: Settings) -> None:
        self._on = settings.rate_limits
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._open, self._record = parse(settings.rate_open), parse(settings.rate_record)
        self._rulings, self._guess = parse(settings.rate_rulings), parse(settings.rate_guess)

    def open(self) -> None:
        """A table is opened or imported."""
        self._hit(self._open, "open", _address())

    def record(self, code: str) -> None:
        """Something is written at a table."""
        self._hit(self._record, "record", code)

    def ruling(self) -> None:
        """A rules question is worked out."""
        self._hit(self._rulings, "ruling", _address())

    @contextmanager
    def guessing(self) -> Iterator[None]:
        """A code, a token or a secret is tried. Wrong ones are counted; right ones are never slowed down."""
        try:
            yield
        except (UnknownTable, Forbidden, NoInvite):
            self._hit(self._guess, "guess", _address())
            raise

    def _hit(self, limit: RateLimitItem, what: str, whose: str) -> None:
        if self._on and not self._limiter.hit(limit, what, whose):
            reset = self._limiter.get_window_stats(limit, what, whose).reset_time
            wait = max(1, math.ceil(reset - time.time()))
            raise Problem(429, "too_many_requests", headers={"Retry-After": str(wait)})


def _address() -> str:
    return request.remote_addr or "unknown"
