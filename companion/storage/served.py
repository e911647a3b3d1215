"""A served database, PostgreSQL: how its address is read, what its connections are given and how many there are.

It may be several machines, of which one takes writes, and a pooler may stand before it (PgBouncer, one transaction after
the other): then what needs a connection for itself has an address of its own, `DATABASE_DIRECT_URL`.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from typing import Any, cast

import psycopg
import sqlalchemy as sa
from sqlalchemy.engine import URL

from .pool import FairPool, Waited

SEVERAL = re.compile(
    r"(?P<before>[\w+]+://(?:[^/]*@)?)(?P<hosts>[^/?@]*,[^/?@]*)(?P<after>[^?]*)\??(?P<query>.*)"
)
ONE_HOST = re.compile(r"(?P<host>\[.*]|[^:]*)(?::(?P<port>\d+))?")
# What every connection is asked for: a machine that is gone without a word is given up after 5 seconds where it is told
# something, and after 20 where it is waited for. Otherwise the kernel tries for a quarter of an hour.
HABITS = {
    "connect_timeout": "5",
    "tcp_user_timeout": "5000",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "2",
}
# Seconds that a request queues for a connection: thousands of phones that arrive at once wait for each other.
QUEUE = 60
# A connection that nobody has used for so many seconds is tried before it is used again.
FRESH = 1.0
# Each worker listens for the news of the others, and tells its own: companion/live/postgres.py.
FOR_NEWS = 1
# A setting that nobody else gives a connection: it has it where it leads to PostgreSQL itself.
MARK = "harbormaster.direct"
POOLER = (
    "DATABASE_URL leads to a pooler (PgBouncer, say), and news and migrations need PostgreSQL itself: "
    "set DATABASE_DIRECT_URL to its address"
)


def in_query(text: str) -> str:
    """The address with its hosts, where there are several, as SQLAlchemy and PostgreSQL both read them."""
    found = SEVERAL.fullmatch(text)
    if not found:
        return text
    if not (named := _each(found["hosts"].split(","))):
        return text
    query = "&".join(filter(None, (found["query"], "host={host}&port={port}".format(**named))))
    return f"{found['before']}{found['after']}?{query}"


def _each(machines: Sequence[str]) -> dict[str, str]:
    """`one:5432` and `two` as PostgreSQL's lists of hosts and ports; nothing where one of them is no address."""
    each = [ONE_HOST.fullmatch(one) for one in machines]
    hosts = ",".join(one["host"].strip("[]") for one in each if one)
    ports = ",".join(one["port"] or "5432" for one in each if one)
    return {"host": hosts, "port": ports} if all(each) else {}


def with_habits(url: URL) -> URL:
    """What every connection is asked for, unless the address says otherwise: a machine that is gone is given up soon, and
    of several the one is taken that can be written.
    """
    hosts, habits = url.query.get("host", ""), dict(HABITS)
    if isinstance(hosts, tuple):  # `?host=one:5432&host=two:5433`, which is SQLAlchemy's way alone
        url = url.update_query_dict(_each(hosts))
    if isinstance(hosts, tuple) or "," in hosts:
        habits["target_session_attrs"] = "read-write"
    return url.update_query_dict({name: value for name, value in habits.items() if name not in url.query})


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
        poolclass=FairPool,
        pool_size=most,
        max_overflow=0,
        pool_timeout=QUEUE,
        connect_args=given,
    )
    cast(FairPool, engine.pool).waited = waited

    @sa.event.listens_for(engine, "checkin")
    def leave(_driver: object, record: Any) -> None:
        record.info["left"] = time.monotonic()

    @sa.event.listens_for(engine, "checkout")
    def try_it(driver: Any, record: Any, _: object) -> None:
        # To try each is a way to the database and back; one that was used just now is taken to be there still.
        if time.monotonic() - record.info.get("left", math.inf) > FRESH:
            try:
                engine.dialect.do_ping(driver)
            except psycopg.Error as error:
                raise sa.exc.InvalidatePoolError from error

    return engine


def alone(url: URL) -> sa.Engine:
    """A connection for itself, which may take its time: for migrations."""
    return sa.create_engine(url, hide_parameters=True, poolclass=sa.NullPool)


def leads_to_pooler(engine: sa.Engine) -> bool:
    """Whether a connection was not given what it asked for: poolers refuse that, or pass it over in silence."""
    try:
        with engine.connect() as connection:
            return connection.scalar(sa.text(f"SELECT current_setting('{MARK}', true)")) != "on"
    except sa.exc.OperationalError as error:
        if "unsupported startup parameter" in str(error.orig):
            return True
        raise


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
    return f"{url.query.get('options', '')} -c statement_timeout={timeout * 1000} -c {MARK}=on".strip()
