"""A served database, PostgreSQL: how its address is read, what its connections are given and how many there are.

It may be several machines, of which one takes writes, and a pooler may stand before it (PgBouncer, one transaction after
the other): then what needs a connection for itself has an address of its own, `DATABASE_DIRECT_URL`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.engine import URL

# Told how many seconds somebody waited for a connection.
Waited = Callable[[float], None]
SEVERAL = re.compile(
    r"(?P<before>[\w+]+://(?:[^/]*@)?)(?P<hosts>[^/?@]*,[^/?@]*)(?P<after>[^?]*)\??(?P<query>.*)"
)
ONE_HOST = re.compile(r"(?P<host>\[.*]|[^:]*)(?::(?P<port>\d+))?")
# Seconds in which a machine takes a connection, or the next one is tried.
CONNECTING = "5"
# Each worker listens for the news of the others, and tells its own: companion/live/postgres.py.
FOR_NEWS = 2
POOLER = (
    "DATABASE_URL leads to a pooler (PgBouncer, say), and news and migrations need PostgreSQL itself: "
    "set DATABASE_DIRECT_URL to its address"
)


def in_query(text: str) -> str:
    """The address with its hosts, where there are several, as SQLAlchemy and PostgreSQL both read them."""
    found = SEVERAL.fullmatch(text)
    if not found:
        return text
    each = [ONE_HOST.fullmatch(one) for one in found["hosts"].split(",")]
    if not all(each):
        return text
    hosts = ",".join(one["host"].strip("[]") for one in each if one)
    ports = ",".join(one["port"] or "5432" for one in each if one)
    query = "&".join(filter(None, (found["query"], f"host={hosts}&port={ports}")))
    return f"{found['before']}{found['after']}?{query}"


def with_habits(url: URL) -> URL:
    """What every connection is asked for, unless the address says otherwise: a machine that is gone is given up soon, and
    of several the one is taken that can be written.
    """
    habits = {"connect_timeout": CONNECTING}
    if "," in str(url.query.get("host", "")):
        habits["target_session_attrs"] = "read-write"
    return url.update_query_dict({name: value for name, value in habits.items() if name not in url.query})


class WatchedPool(sa.QueuePool):
    """Tells how long somebody waited for a connection."""

    def __init__(self, *options: Any, waited: Waited | None = None, **named: Any) -> None:
        super().__init__(*options, **named)
        self.waited = waited

    def recreate(self) -> WatchedPool:
        """The same, empty."""
        pool = cast(WatchedPool, super().recreate())
        pool.waited = self.waited
        return pool

    def _do_get(self) -> Any:
        begun = time.perf_counter()
        try:
            return super()._do_get()
        finally:
            if self.waited:
                self.waited(time.perf_counter() - begun)


def pooled(url: URL, most: int, timeout: int, behind_pooler: bool, waited: Waited | None = None) -> sa.Engine:
    """At most so many connections, for which requests queue; `timeout` is for one statement, in seconds.

    A pooler hands each transaction to another connection, which knows nothing of what this one was given or has prepared.
    """
    given: dict[str, Any] = (
        {"prepare_threshold": None} if behind_pooler else {"options": _options(url, timeout)}
    )
    engine = sa.create_engine(
        url,
        hide_parameters=True,
        poolclass=WatchedPool,
        pool_size=most,
        max_overflow=0,
        pool_timeout=10,
        pool_pre_ping=True,
        connect_args=given,
    )
    cast(WatchedPool, engine.pool).waited = waited
    return engine


def alone(url: URL) -> sa.Engine:
    """A connection for itself, which may take its time: for migrations."""
    return sa.create_engine(url, hide_parameters=True, poolclass=sa.NullPool)


def leads_to_pooler(engine: sa.Engine, timeout: int) -> bool:
    """Whether a connection was not given what it asked for: poolers refuse that, or pass it over in silence."""
    try:
        with engine.connect() as connection:
            kept = connection.scalar(
                sa.text("SELECT setting FROM pg_settings WHERE name = 'statement_timeout'")
            )
    except sa.exc.OperationalError as error:
        if "unsupported startup parameter" in str(error.orig):
            return True
        raise
    return int(kept or 0) != timeout * 1000


def connections(pool: int, workers: int, behind_pooler: bool) -> int:
    """How many connections to PostgreSQL itself the workers hold at most."""
    return workers * (FOR_NEWS if behind_pooler else pool + FOR_NEWS)


def allowed(engine: sa.Engine) -> int:
    """How many connections PostgreSQL has for everybody but its superusers."""
    names = ("max_connections", "superuser_reserved_connections", "reserved_connections")
    query = "SELECT sum(CASE name WHEN 'max_connections' THEN 1 ELSE -1 END * setting::int) FROM pg_settings WHERE name IN"
    with engine.connect() as connection:
        return int(connection.scalar(sa.text(f"{query} {names}")) or 0)


def _options(url: URL, timeout: int) -> str:
    return f"{url.query.get('options', '')} -c statement_timeout={timeout * 1000}".strip()
