"""News between processes: what is special about a connection that may break."""

from __future__ import annotations

from collections.abc import Callable

import psycopg
import pytest
from psycopg.pq.misc import PGnotify

from companion.live import EVERYTHING, PostgresHub
from tests.live.conftest import PATIENCE

CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ~ %s AND pid <> pg_backend_pid()"


def cut_connections(url: str, doing: str) -> int:
    """Ends every connection whose last statement is that one, as a database does that restarts."""
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        return len(connection.execute(CUT, (f"^{doing}",)).fetchall())


def test_after_a_broken_connection_everybody_looks_and_news_come_again(
    hub_at: Callable[[], PostgresHub], postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    listener, teller = hub_at(), hub_at()
    with listener.subscribe(7) as wakes:
        assert wakes.wait(PATIENCE) == EVERYTHING
        assert cut_connections(postgres_url, "LISTEN") >= 1
        assert wakes.wait(PATIENCE) == EVERYTHING
        teller.publish(7, 5)
        assert wakes.wait(PATIENCE) == 5
    assert "held up" in caplog.text
    assert "host=" not in caplog.text


def test_news_that_could_not_be_told_are_told_when_the_database_is_back(
    hub_at: Callable[[], PostgresHub], postgres_url: str
) -> None:
    listener, teller = hub_at(), hub_at()
    with listener.subscribe(7) as wakes:
        assert wakes.wait(PATIENCE) == EVERYTHING
        teller.publish(7, 1)
        assert wakes.wait(PATIENCE) == 1
        assert cut_connections(postgres_url, "SELECT pg_notify") >= 1
        teller.publish(7, 2)
        assert wakes.wait(PATIENCE) in (2, EVERYTHING)


def test_a_process_is_told_nothing_of_a_table_that_nobody_follows_there(
    hub_at: Callable[[], PostgresHub], monkeypatch: pytest.MonkeyPatch
) -> None:
    listener, teller = hub_at(), hub_at()
    heard: list[int] = []
    hear = listener._hear

    def noted(news: PGnotify) -> None:
        heard.append(int(news.relname.split(b"_")[1]))
        hear(news)

    monkeypatch.setattr(listener, "_hear", noted)
    with listener.subscribe(7) as seven:
        assert seven.wait(PATIENCE) == EVERYTHING
        for table in (8, 7):
            teller.publish(table, 1)
        assert seven.wait(PATIENCE) == 1
    with listener.subscribe(9) as nine:
        assert nine.wait(PATIENCE) == EVERYTHING
        for table in (7, 8, 9):
            teller.publish(table, 2)
        assert nine.wait(PATIENCE) == 2
    assert heard == [7, 9]


def test_a_process_that_only_reads_opens_no_connection(hub_at: Callable[[], PostgresHub]) -> None:
    hub = hub_at()
    assert hub.waiting() == 0
    assert not hub._started
