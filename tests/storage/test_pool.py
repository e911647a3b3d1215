"""Requests queue for the connections of a served database: in their order, and not for good."""

from __future__ import annotations

import threading

import pytest
import sqlalchemy as sa

from companion.storage.pool import FairPool, Turns


def test_whoever_waits_longest_is_next() -> None:
    turns, came, order = Turns(1), [threading.Event() for _ in range(5)], list[int]()
    assert turns.take(0)

    def wait(number: int) -> None:
        came[number].set()
        assert turns.take(20)
        order.append(number)
        turns.give()

    threads = []
    for number in range(5):
        threads.append(threading.Thread(target=wait, args=(number,)))
        threads[-1].start()
        came[number].wait(20)
        while len(turns._queue) <= number:  # it queues a moment after it has come
            pass
    turns.give()
    for thread in threads:
        thread.join(20)
    assert order == [0, 1, 2, 3, 4]


def test_who_waited_in_vain_is_no_longer_in_the_queue() -> None:
    turns = Turns(1)
    assert turns.take(0)
    assert not turns.take(0.01)
    turns.give()
    assert turns.take(0)


class Broken(Exception):
    pass


def test_a_connection_that_fails_takes_no_turn_along() -> None:
    def fail() -> None:
        raise Broken

    pool = FairPool(fail, pool_size=1, max_overflow=0, timeout=5)  # type: ignore[arg-type]
    for _ in range(3):
        with pytest.raises(Broken):
            pool.connect()


def test_a_pool_gives_all_its_connections_and_no_more(empty_postgres_url: str) -> None:
    engine = sa.create_engine(
        empty_postgres_url, poolclass=FairPool, pool_size=2, max_overflow=0, pool_timeout=0.05
    )
    with engine.connect() as one, engine.connect():
        with pytest.raises(sa.exc.TimeoutError), engine.connect():
            pass
        one.invalidate()
    for _ in range(3):
        with engine.connect(), engine.connect():
            pass
    engine.dispose()
    with engine.connect(), engine.connect():
        pass
    engine.dispose()
