"""News between processes by PostgreSQL's LISTEN and NOTIFY.

Each process has one connection that tells and listens, in a thread of its own (a greenlet, under gevent), opened when it
is first needed: what a process tells itself comes back with the answer, and wakes nobody. It listens for the tables that
somebody follows there, each by a channel of its own: what is entered elsewhere does not even wake it. Where it begins to
listen, and where the connection broke and is opened anew, those who follow look into the log: what was told in between is
not missed.
"""

from __future__ import annotations

import logging
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from psycopg.pq.misc import PGnotify

from .hub import Hub, Wakes

log = logging.getLogger(__name__)

CHANNEL = "harbormaster_"  # and the table's number
TELL = "SELECT pg_notify(channel, news) FROM unnest(%s::text[], %s::text[]) AS told (channel, news)"
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
# News that come more often than that, in seconds, are told together: each time costs a way to the database and back.
OFTEN = 0.01


class PostgresHub:
    """Wakes those who wait in this process, and tells the other processes."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._here = Hub()
        self._lock = threading.Lock()
        self._started = False
        self._own: int | None = None
        # By table: its revision, and when that was news.
        self._untold: dict[int, tuple[int, float]] = {}
        self._told = 0.0
        self._closed = threading.Event()
        self._moved: set[int] = set()
        self._bell: Bell | None = None

    def publish(self, table_id: int, revision: int = 0) -> None:
        """Wakes who waits here at once; the others are told without keeping the caller waiting."""
        at = time.time()
        self._here.publish(table_id, revision, at)
        with self._lock:
            told, _ = self._untold.get(table_id, (revision, at))
            self._untold[table_id] = 0 if 0 in (revision, told) else max(revision, told), at
        self._start()
        self._ring()

    @contextmanager
    def subscribe(self, table_id: int, ring: Callable[[], None] | None = None) -> Iterator[Wakes]:
        """Wake-ups for one table, whichever process has the news."""
        try:
            with self._here.subscribe(table_id, ring) as wakes:
                self._comes_or_goes(table_id)
                self._start()
                yield wakes
        finally:
            self._comes_or_goes(table_id)

    def waiting(self) -> int:
        """How many wait in this process."""
        return self._here.waiting()

    def close(self) -> None:
        """Sends everybody home and lets the connection go."""
        self._closed.set()
        self._here.close()
        self._ring()

    def _comes_or_goes(self, table_id: int) -> None:
        """Somebody follows that table from now on, or no longer."""
        with self._lock:
            self._moved.add(table_id)
        self._ring()

    def _ring(self) -> None:
        if self._bell:
            self._bell.ring()

    def _start(self) -> None:
        # Only when it is needed: a process may fork after it has made this object.
        if self._started:
            return
        with self._lock:
            if not self._started:
                self._started = True
                threading.Thread(target=self._keep_up, name="live", daemon=True).start()

    def _keep_up(self) -> None:
        pause = FIRST_PAUSE
        while not self._closed.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as connection:
                    # News need no disk: who misses one finds it in the log.
                    connection.execute("SET synchronous_commit = off")
                    pause = FIRST_PAUSE
                    self._pass_on(connection)
            except psycopg.Error as error:
                log.warning("news between processes are held up: %s", type(error).__name__)
                self._closed.wait(pause)
                pause = min(pause * 2, LONGEST_PAUSE)

    def _pass_on(self, connection: psycopg.Connection[Any]) -> None:
        # Called for what comes with the answer to a statement; what comes by itself is read below.
        connection.pgconn.notify_handler = self._hear
        self._own = connection.info.backend_pid
        heard: set[int] = set()
        with Bell() as self._bell:
            with self._lock:
                self._moved = self._here.followed()
            while not self._closed.is_set():
                heard = self._listen_for(connection, heard)
                self._tell(connection)
                self._bell.wait(connection.fileno())
                connection.pgconn.consume_input()
                while news := connection.pgconn.notifies():
                    self._hear(news)

    def _listen_for(self, connection: psycopg.Connection[Any], heard: set[int]) -> set[int]:
        """Listens for the tables that are followed now and were not `heard` before, and no longer for the others."""
        with self._lock:
            moved, self._moved = self._moved, set()
        followed = {table for table in moved if self._here.is_followed(table)}
        come, gone = followed - heard, (moved - followed) & heard
        said = [f'LISTEN "{CHANNEL}{table}"' for table in come]
        said += [f'UNLISTEN "{CHANNEL}{table}"' for table in gone]
        if said:
            connection.execute("; ".join(said))
        for table in come:
            self._here.publish(table)
        return (heard | come) - gone

    def _hear(self, news: PGnotify) -> None:
        if news.be_pid != self._own:  # those of this process are told already
            revision, _, at = news.extra.partition(b" ")
            self._here.publish(int(news.relname.removeprefix(CHANNEL.encode())), int(revision), float(at))

    def _tell(self, connection: psycopg.Connection[Any]) -> None:
        if not self._untold:
            return
        if time.monotonic() - self._told < OFTEN:
            self._closed.wait(OFTEN)
        with self._lock:
            untold, self._untold = self._untold, {}
        self._told = time.monotonic()
        channels = [f"{CHANNEL}{table_id}" for table_id in untold]
        news = [f"{revision} {at:.3f}" for revision, at in untold.values()]
        try:
            connection.execute(TELL, (channels, news))
        except psycopg.Error:
            with self._lock:
                # Told again as "anything": newer news of the same table may have come meanwhile.
                self._untold |= {table_id: (0, at) for table_id, (_, at) in untold.items()}
            raise


class Bell:
    """Wakes a thread that waits for a connection to the database."""

    def __init__(self) -> None:
        self._ear, self._cord = socket.socketpair()
        for end in (self._ear, self._cord):
            end.setblocking(False)

    def __enter__(self) -> Bell:
        return self

    def __exit__(self, *_: object) -> None:
        self._ear.close()
        self._cord.close()

    def ring(self) -> None:
        """Never waits: who is woken already needs no second call, and who has gone none at all."""
        with suppress(OSError):
            self._cord.send(b"!")

    def wait(self, connection: int) -> None:
        """Until it rings or the connection has something to read."""
        # Not select(), which knows no file beyond the thousandth.
        both = select.poll()
        for end in (connection, self._ear.fileno()):
            both.register(end, select.POLLIN)
        both.poll()
        with suppress(BlockingIOError):
            self._ear.recv(4096)
