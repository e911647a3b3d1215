"""Rights at a real server with two workers on PostgreSQL: nothing misses, and nothing outlives its removal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.api.wire import Wire
from tests.services import Server

ROUNDS = 40


class Phone:
    """Each call is a connection of its own, so that whichever worker is free takes it."""

    def __init__(self, server: Server, token: str | None = None) -> None:
        self._url, self.token = server.url, token

    def __call__(self, method: str, path: str, body: object = None) -> tuple[int, dict]:  # type: ignore[type-arg]
        with Wire(self._url, self.token) as wire:
            return wire.call(method, path, body)


@pytest.mark.soak
def test_nods_removals_and_new_keepers_never_miss_between_two_workers(
    start_server: Callable[..., Server], empty_postgres_url: str
) -> None:
    server = start_server(empty_postgres_url, WORKERS="2", RATE_LIMITS="off")
    nobody = Phone(server)
    with Wire(server.url) as wire:
        table = wire.open_table()
        keeper = Phone(server, wire.token)
    wrong: list[tuple[str, int, object]] = []

    def expect(what: str, answer: tuple[int, object], *statuses: int) -> None:
        if answer[0] not in statuses:
            wrong.append((what, *answer))

    for _ in range(ROUNDS):
        _, invite = keeper("POST", f"{table}/invites", {})
        _, knocks = nobody("POST", "/api/join", {"short_code": invite["short_code"], "seat": 1})
        ben, number = Phone(server, knocks["token"]), knocks["member"]
        nod = {"approve": True, "seat": 1}
        expect("nod", keeper("POST", f"{table}/members/{number}/answer", nod), 200)
        expect("read", ben("GET", table), 200)
        expect("hand over", keeper("POST", f"{table}/keeper", {"member": number}), 200)
        expect("new keeper", ben("POST", f"{table}/invites", {}), 201)
        expect("take back", keeper("POST", f"{table}/keeper", {"member": 1}), 200)
        expect("removal", keeper("DELETE", f"{table}/members/{number}"), 204)
        expect("invite after removal", ben("POST", f"{table}/invites", {}), 403)
        expect("come back", nobody("POST", f"{table}/join", {"secret": invite["secret"]}), 404)
    assert wrong == []
    assert server.output.count("Booting worker") >= 2
