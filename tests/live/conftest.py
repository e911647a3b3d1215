"""Every test of the contract runs in one process, and between two over a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest

from companion.live import EVERYTHING, Hub, Live, PostgresHub, Wakes

PATIENCE = 20.0


class Ends(NamedTuple):
    """Who has news, and who waits for them."""

    teller: Live
    listener: Live

    @contextmanager
    def following(self, table_id: int) -> Iterator[Wakes]:
        """Somebody who follows a table that nobody followed before, from when news of it come."""
        with self.listener.subscribe(table_id) as wakes:
            if self.teller is not self.listener:
                assert wakes.wait(PATIENCE) == EVERYTHING  # it listens: they were asked to look
            yield wakes


@pytest.fixture
def hub_at(postgres_url: str) -> Iterator[Callable[[], PostgresHub]]:
    """Hubs as two processes would have them."""
    made: list[PostgresHub] = []

    def make() -> PostgresHub:
        made.append(PostgresHub(postgres_url.replace("+psycopg", "")))
        return made[-1]

    yield make
    for hub in made:
        hub.close()


@pytest.fixture(params=["one process", "postgresql"])
def ends(request: pytest.FixtureRequest) -> Iterator[Ends]:
    if request.param == "one process":
        hub = Hub()
        yield Ends(hub, hub)
        hub.close()
        return
    make = request.getfixturevalue("hub_at")
    yield Ends(make(), make())
