"""What a stream may rely on, whoever carries the news."""

from __future__ import annotations

import threading
from contextlib import suppress

import pytest

from companion.live import EVERYTHING, Stopped
from tests.live.conftest import PATIENCE, Ends


def test_news_wake_everybody_who_waits_for_that_table(ends: Ends) -> None:
    with ends.following(7) as one, ends.listener.subscribe(7) as two:
        ends.teller.publish(7, 3)
        assert (one.wait(PATIENCE), two.wait(PATIENCE)) == (3, 3)


def test_news_of_another_table_wake_nobody(ends: Ends) -> None:
    with ends.following(7) as wakes, ends.following(8) as other:
        ends.teller.publish(8, 3)
        assert other.wait(PATIENCE) == 3
        assert wakes.wait(0) is None


def test_who_tells_something_is_woken_too(ends: Ends) -> None:
    with ends.teller.subscribe(7) as wakes:
        ends.teller.publish(7, 3)
        assert wakes.wait(PATIENCE) in (3, EVERYTHING)


def test_without_news_the_wait_ends_by_itself(ends: Ends) -> None:
    with ends.following(7) as wakes:
        assert wakes.wait(0.01) is None


def test_much_news_is_one_wake_up_with_the_newest_revision(ends: Ends) -> None:
    with ends.following(7) as wakes, ends.following(9) as last:
        for revision in (1, 3, 2):
            ends.teller.publish(7, revision)
        ends.teller.publish(9, 1)
        assert last.wait(PATIENCE) == 1
        seen = [wakes.wait(0)]
        assert seen == [3]
        assert wakes.wait(0) is None


def test_news_that_are_not_in_the_log_outlast_revisions(ends: Ends) -> None:
    with ends.following(7) as wakes, ends.following(9) as last:
        for revision in (4, EVERYTHING, 5):
            ends.teller.publish(7, revision)
        ends.teller.publish(9, 1)
        assert last.wait(PATIENCE) == 1
        assert wakes.wait(0) == EVERYTHING


def test_who_has_left_is_told_nothing_and_kept_nowhere(ends: Ends) -> None:
    with ends.following(7) as wakes:
        pass
    with ends.following(8) as still_there:
        for table in (7, 8):
            ends.teller.publish(table, 3)
        assert still_there.wait(PATIENCE) == 3
    assert wakes.wait(0) is None
    assert ends.listener.waiting() == 0


def test_closing_ends_every_wait_and_every_later_one(ends: Ends) -> None:
    ended = threading.Event()

    def wait() -> None:
        with suppress(Stopped), ends.listener.subscribe(7) as wakes:
            while True:  # who has just come may be asked to look first
                wakes.wait(PATIENCE)
        ended.set()

    waiting = threading.Thread(target=wait)
    waiting.start()
    ends.listener.close()
    assert ended.wait(PATIENCE)
    waiting.join()
    with ends.listener.subscribe(7) as wakes, pytest.raises(Stopped):
        wakes.wait(0)
