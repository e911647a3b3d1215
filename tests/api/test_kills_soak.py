"""kill -9 at any moment, again and again: nothing that was answered is lost, and nothing is there that nobody sent."""

from __future__ import annotations

import http.client
import os
import random
import threading
from collections.abc import Callable

import pytest

from tests.api.wire import Wire
from tests.services import Server

KILLS = {"sqlite": 200, "postgresql": 60}
FEWER = int(os.environ.get("SOAK_KILLS", "0"))


class Burst:
    """A phone that records one entry after the other at a table of its own, until its server is gone."""

    def __init__(self, server: Server, due: int) -> None:
        self.server, self.due = server, due
        self.sent: list[str] = []
        self.answered: list[str] = []
        self.enough = threading.Event()
        with Wire(server.url) as wire:
            self.table, self.token = wire.open_table(), wire.token

    def run(self) -> None:
        with Wire(self.server.url, self.token) as phone:
            for number in range(2_000):
                self.sent.append(f"n{number}")
                try:
                    status, _ = phone.note(self.table, number, self.sent[-1])
                except (OSError, http.client.HTTPException):
                    return
                if status == 201:
                    self.answered.append(self.sent[-1])
                if number == self.due:
                    self.enough.set()

    def check(self) -> None:
        """What was answered is there, in its order, and then at most the entry that was on its way."""
        with Wire(self.server.url, self.token) as again:
            kept = [line["entry_id"] for line in again.call("GET", f"{self.table}/entries")[1]["lines"]]
        assert kept[: len(self.answered)] == self.answered
        assert kept == self.sent[: len(kept)]


@pytest.mark.soak
@pytest.mark.parametrize("kept_in", KILLS)
def test_no_kill_loses_what_was_answered(
    start_server: Callable[..., Server], kept_in: str, request: pytest.FixtureRequest
) -> None:
    url = None if kept_in == "sqlite" else request.getfixturevalue("empty_postgres_url")
    chance, bursts = random.Random(kept_in), list[Burst]()
    server = start_server(url, RATE_LIMITS="off")
    for _ in range(FEWER or KILLS[kept_in]):
        bursts.append(Burst(server, due=chance.randrange(0, 60)))
        writer = threading.Thread(target=bursts[-1].run)
        writer.start()
        assert bursts[-1].enough.wait(60)
        server.kill()
        writer.join()
        server.start()
        bursts[-1].check()
    for burst in bursts:
        burst.check()
