"""News between processes by PostgreSQL's LISTEN and NOTIFY.

Each process has one connection that listens and one that tells, each in a thread of its own (a greenlet, under
gevent), opened when they are first needed. A connection that breaks is opened anew, and then everybody looks into the
log: what was told in between is not missed.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

from .hub import Hub, Wakes

log = logging.getLogger(__name__)

CHANNEL = "harbormaster"
TELL = "SELECT pg_notify(%s, news) FROM unnest(%s::text[]) AS news"
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
# A peer that is gone without a word is noticed within a minute.
ALIVE = {"keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}


class PostgresHub:
    """Wakes those who wait in this process, and tells the other processes."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._here = Hub()
        self._lock = threading.Lock()
        self._started: set[str] = set()
        self._untold: dict[int, int] = {}
        self._due = threading.Event()
        self._closed = threading.Event()
        self._telling_as: int | None = None

    def publish(self, table_id: int, revision: int = 0) -> None:
        """Wakes who waits here at once; the others are told without keeping the caller waiting."""
        self._here.publish(table_id, revision)
        with self._lock:
            told = self._untold.get(table_id)
            self._untold[table_id] = 0 if revision == 0 or told == 0 else max(revision, told or 0)
        self._start(self._tell)
        self._due.set()

    @contextmanager
    def subscribe(self, table_id: int) -> Iterator[Wakes]:
        """Wake-ups for one table, whichever process has the news."""
        with self._here.subscribe(table_id) as wakes:
            self._start(self._listen)
            yield wakes

    def waiting(self) -> int:
        """How many wait in this process."""
        return self._here.waiting()

    def close(self) -> None:
        """Sends everybody home and lets the connections go."""
        self._closed.set()
        self._due.set()
        self._here.close()

    def _start(self, what: Callable[[psycopg.Connection[Any]], None]) -> None:
        # Only when it is needed: a process may fork after it has made this object.
        name = what.__name__
        if name in self._started:
            return
        with self._lock:
            if name not in self._started:
                self._started.add(name)
                threading.Thread(target=self._keep_up, args=(what,), name=f"live{name}", daemon=True).start()

    def _keep_up(self, what: Callable[[psycopg.Connection[Any]], None]) -> None:
        pause = FIRST_PAUSE
        while not self._closed.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True, **ALIVE) as connection:
                    pause = FIRST_PAUSE
                    what(connection)
            except psycopg.Error as error:
                log.warning("news between processes are held up: %s", type(error).__name__)
                self._telling_as = None
                self._closed.wait(pause)
                pause = min(pause * 2, LONGEST_PAUSE)

    def _listen(self, connection: psycopg.Connection[Any]) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        self._here.wake_all()
        while not self._closed.is_set():
            for news in connection.notifies(timeout=1):
                if news.pid != self._telling_as:  # those of this process are told already
                    table_id, _, revision = news.payload.partition(" ")
                    self._here.publish(int(table_id), int(revision))

    def _tell(self, connection: psycopg.Connection[Any]) -> None:
        self._telling_as = connection.info.backend_pid
        # News need no disk: who misses one finds it in the log.
        connection.execute("SET synchronous_commit = off")
        while not self._closed.is_set():
            with self._lock:
                untold, self._untold = self._untold, {}
            if untold:
                try:
                    news = [f"{table_id} {revision}" for table_id, revision in untold.items()]
                    connection.execute(TELL, (CHANNEL, news))
                except psycopg.Error:
                    with self._lock:
                        # Told again as "anything": newer news of the same table may have come meanwhile.
                        self._untold |= dict.fromkeys(untold, 0)
                    raise
            else:
                self._due.wait()
                self._due.clear()
