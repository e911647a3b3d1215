"""The stream as a phone reads it: Server-Sent Events over a real connection, and what may go wrong on the way."""

from __future__ import annotations

import http.client
import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.api.conftest import DRAW, OpenedTable
from tests.api.wire import Wire
from tests.services import Server

StartServer = Callable[..., Server]


class Stream:
    """One phone that follows a table."""

    def __init__(self, url: str, table: str, token: str | None, query: str = "", **headers: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=20)
        given = {"Authorization": f"Bearer {token}"} if token else {}
        self._connection.request("GET", f"{table}/stream{query}", headers={**given, **headers})
        self.answer = self._connection.getresponse()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        event: dict[str, Any] = {}
        for line in self.answer:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name in ("id", "event", "data", "retry"):
                event[name] = json.loads(value) if name == "data" else value
            elif event:
                yield event
                event = {}

    def next(self, kind: str) -> dict[str, Any]:
        return next(event for event in self if event["event"] == kind)

    def lines(self, count: int) -> list[int]:
        """The ids of the next lines."""
        return [int(self.next("line")["id"]) for _ in range(count)]

    def close(self) -> None:
        self.answer.close()
        self._connection.close()


@contextmanager
def following(
    server: Server, table: str, token: str | None, query: str = "", **headers: str
) -> Iterator[Stream]:
    stream = Stream(server.url, table, token, query, **headers)
    yield stream
    stream.close()


@pytest.fixture
def wire(live_server: Server) -> Iterator[Wire]:
    with Wire(live_server.url) as wire:
        yield wire


def test_an_entry_reaches_every_phone_with_its_revision_and_ledger(live_server: Server, wire: Wire) -> None:
    table = wire.open_table()
    with following(live_server, table, wire.token) as one, following(live_server, table, wire.token) as two:
        for stream in (one, two):
            hello = stream.next("hello")
            assert hello["data"] == {"revision": 0}
            assert "id" not in hello
            assert hello["retry"]
        assert wire.draw(table, 0)[0] == 201
        _, log = wire.call("GET", f"{table}/entries")
        for stream in (one, two):
            told = stream.next("line")
            assert (told["id"], told["data"]) == ("1", log["lines"][0])
            assert told["data"]["ledger"]


def test_a_phone_with_its_own_engine_is_told_what_was_entered(live_server: Server, wire: Wire) -> None:
    table = wire.open_table()
    wire.draw(table, 0)
    with following(live_server, table, wire.token, "?since=0&entered=true") as stream:
        for revision in (1, 2):
            _, exported = wire.call("GET", f"{table}/export")
            told = stream.next("line")
            assert told["id"] == str(revision)
            assert told["data"] == {"revision": revision, "member": 1, **exported["lines"][-1]}
            wire.note(table, revision)


def test_a_stream_may_be_kept_by_nobody_and_passed_on_at_once(live_server: Server, wire: Wire) -> None:
    with following(live_server, wire.open_table(), wire.token) as stream:
        assert stream.answer.status == 200
        headers = {name.lower(): value for name, value in stream.answer.getheaders()}
        assert headers["content-type"].startswith("text/event-stream")
        assert headers["cache-control"] == "no-store"
        assert headers["x-accel-buffering"] == "no"


@pytest.mark.parametrize(
    ("query", "headers"),
    [("?since=2", {}), ("", {"Last-Event-ID": "2"}), ("?since=0", {"Last-Event-ID": "2"})],
)
def test_a_stream_resumes_after_the_revision_that_the_phone_has(
    live_server: Server, wire: Wire, query: str, headers: dict[str, str]
) -> None:
    table = wire.open_table()
    for revision in range(4):
        wire.note(table, revision)
    with following(live_server, table, wire.token, query, **headers) as stream:
        assert stream.lines(2) == [3, 4]
        wire.note(table, 4)
        assert stream.lines(1) == [5]


def test_a_member_event_has_no_id_so_that_resuming_loses_nothing(live_server: Server, wire: Wire) -> None:
    table = wire.open_table()
    with following(live_server, table, wire.token) as stream:
        stream.next("members")
        assert wire.call("PATCH", f"{table}/members", {"keeper_only": True})[0] == 200
        told = stream.next("members")
        assert told["data"]["keeper_only"] is True
        assert "id" not in told


def test_a_name_is_told_to_everybody_who_follows(live_server: Server, wire: Wire) -> None:
    table = wire.open_table()
    with following(live_server, table, wire.token) as stream:
        assert stream.next("members")["data"]["table_name"] is None
        assert wire.call("PATCH", f"{table}/members", {"table_name": " Thursday  "})[0] == 200
        assert stream.next("members")["data"]["table_name"] == "Thursday"
        status, problem = wire.call("PATCH", f"{table}/members", {"table_name": "x" * 41})
        assert (status, problem["field"]) == (422, "table_name")


def test_the_stream_of_a_removed_member_ends(live_server: Server, wire: Wire) -> None:
    table = wire.open_table()
    _, invite = wire.call("POST", f"{table}/invites", {"role": "spectator"})
    status, joined = wire.call("POST", f"{table}/join", {"secret": invite["secret"], "name": "Eve"})
    assert status == 201
    with following(live_server, table, joined["token"]) as stream:
        stream.next("members")
        assert wire.call("DELETE", f"{table}/members/{joined['member']}")[0] == 204
        assert [event["event"] for event in stream] == ["removed"]


@pytest.mark.parametrize("given", ["x", "-1", "1.5", "99999999"])
def test_a_revision_that_is_none_is_refused_by_name(table: OpenedTable, given: str) -> None:
    for answer in (
        table.get("/stream", **{"Last-Event-ID": given}),
        table.client.get(f"{table.url}/stream", headers=table.headers, query_string={"since": given}),
    ):
        assert answer.json
        assert (answer.status_code, answer.json["code"]) == (422, "malformed")
        assert answer.json["field"] in ("Last-Event-ID", "since")


def test_there_is_a_limit_to_the_streams_of_a_table_and_a_closed_one_makes_room(
    start_server: StartServer,
) -> None:
    server = start_server(STREAMS_PER_TABLE="2")
    with Wire(server.url) as wire:
        table, other = wire.open_table(), wire.token
        table, token = wire.open_table(), wire.token
        assert other != token
        streams = [Stream(server.url, table, token) for _ in range(2)]
        with following(server, table, token) as third:
            assert third.answer.status == 429
            assert json.loads(third.answer.read())["code"] == "too_many_streams"
        streams.pop().close()
        # The server sees that it is gone when it next has something to tell.
        revision = 0
        while True:
            assert wire.note(table, revision)[0] == 201
            revision += 1
            with following(server, table, token) as again:
                if again.answer.status == 200:
                    break
        streams.pop().close()


def test_there_is_a_limit_to_the_streams_of_an_address(start_server: StartServer) -> None:
    server = start_server(STREAMS_PER_ADDRESS="1")
    with Wire(server.url) as wire, following(server, wire.open_table(), wire.token) as first:
        assert first.answer.status == 200
        with following(server, wire.open_table(), wire.token) as second:
            assert second.answer.status == 429


def test_a_server_that_is_told_to_stop_ends_its_streams_and_goes(start_server: StartServer) -> None:
    server = start_server()
    with Wire(server.url) as wire, following(server, wire.open_table(), wire.token) as stream:
        stream.next("members")
        assert server.process
        server.process.send_signal(signal.SIGTERM)
        assert list(stream) == []
        assert server.process.wait(20) == 0
    assert "graceful timeout" not in server.output
    assert "Traceback" not in server.output


def test_news_cross_worker_processes(start_server: StartServer, any_database: str | None) -> None:
    server = start_server(any_database, WORKERS="2")
    with Wire(server.url) as wire:
        table = wire.open_table()
        # Connections go to whichever worker takes them first: among eight, both have some.
        streams = [Stream(server.url, table, wire.token) for _ in range(8)]
        for revision in range(5):
            with Wire(server.url, wire.token) as own:
                assert own.note(table, revision)[0] == 201
        assert [stream.lines(5) for stream in streams] == [[1, 2, 3, 4, 5]] * 8
        for stream in streams:
            stream.close()


def test_a_killed_server_comes_back_and_a_stream_resumes_where_it_was(start_server: StartServer) -> None:
    server = start_server()
    with Wire(server.url) as wire:
        table, token = wire.open_table(), wire.token
        with following(server, table, token) as stream:
            assert wire.note(table, 0)[0] == 201
            assert stream.lines(1) == [1]
            server.kill()
    server.start()
    with Wire(server.url, token) as wire:
        assert wire.note(table, 1)[0] == 201
        with following(server, table, wire.token, **{"Last-Event-ID": "1"}) as stream:
            assert stream.lines(1) == [2]


def test_no_token_and_no_code_of_a_stream_reaches_a_log(start_server: StartServer) -> None:
    server = start_server(LOG_LEVEL="debug")
    with Wire(server.url) as wire:
        table = wire.open_table()
        with following(server, table, wire.token) as stream:
            stream.next("members")
        with following(server, table, "forged") as stream:
            assert stream.answer.status == 403
        with following(server, table, None, f"?token={wire.token}") as stream:
            assert stream.answer.status == 401
        token = wire.token
    server.stop()
    assert token
    assert token not in server.output
    assert table.rsplit("/", 1)[-1] not in server.output


def test_a_head_request_holds_no_stream(make_app: Callable[..., Any]) -> None:
    app = make_app(streams_per_table=1)
    client = app.test_client()
    opened = client.post("/api/tables", json={"edition": "pegasus", "players": ["Ada", "Ben"]}).json
    table = OpenedTable(client, opened["code"], opened["token"])
    for _ in range(3):
        answer = client.head(f"{table.url}/stream", headers=table.headers, buffered=True)
        assert answer.status_code == 200
    assert table.enter(DRAW).status_code == 201
