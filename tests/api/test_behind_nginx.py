"""The nginx configuration that is shipped, in front of a real server whose workers have ports of their own."""

from __future__ import annotations

import os
import re
import signal
import ssl
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.settings import Settings
from tests.api.test_stream import Stream
from tests.api.wire import Wire
from tests.game import play
from tests.proxy import NAME, SHIPPED, Proxy, prepared, running
from tests.services import Server, free_port


class House(NamedTuple):
    server: Server
    proxy: Proxy
    ports: range

    def worker_at(self, port: int) -> str:
        """The process that answers at a worker's own port."""
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=20) as answer:
            assert answer.status == 200
        [holder] = [one for one in self.workers() if port in listens_at(one)]
        return holder

    def workers(self) -> list[str]:
        assert self.server.process
        main = self.server.process.pid
        return Path(f"/proc/{main}/task/{main}/children").read_text().split()


def listens_at(process: str) -> set[int]:
    """The ports of the sockets that a process has open to listen."""
    held = set()
    for each in Path(f"/proc/{process}/fd").iterdir():
        try:
            held.add(str(each.readlink()))
        except OSError:  # closed meanwhile
            continue
    rows = [row.split() for row in Path(f"/proc/{process}/net/tcp").read_text().splitlines()[1:]]
    return {int(row[1].split(":")[1], 16) for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in held}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, postgres_url_of_module: str) -> Iterator[House]:
    first = free_port(beside=1)
    settings = {
        "WORKERS": "2",
        "WORKER_PORTS": str(first),
        "TRUSTED_PROXIES": "1",
        "PUBLIC_URL": f"https://{NAME}",
    }
    server = Server(postgres_url_of_module, tmp_path_factory.mktemp("server"), settings)
    ports = range(first, first + 2)
    try:
        server.start()
        with running(prepared(tmp_path_factory.mktemp("nginx"), "one-host.conf", ports)) as proxy:
            yield House(server, proxy, ports)
    finally:
        server.kill()


@pytest.fixture(scope="module")
def postgres_url_of_module(postgres: Any) -> Iterator[str]:
    yield postgres.create_database("behind_nginx")
    postgres.drop_database("behind_nginx")


@pytest.mark.parametrize("hosts", ["one-host.conf", "several-hosts.conf"])
def test_nginx_takes_each_configuration_that_is_shipped(tmp_path: Path, hosts: str) -> None:
    assert prepared(tmp_path, hosts).check() == ""


def test_nginx_has_the_limits_that_the_server_has_by_itself() -> None:
    site, default = (SHIPPED / "harbormaster.conf").read_text(), Settings()
    assert f"limit_conn harbormaster_connections {default.connections_per_address};" in site
    assert f"client_max_body_size {default.max_import_bytes >> 20}m;" in site
    for what in ("header", "body"):
        assert f"client_{what}_timeout {default.request_timeout}s;" in site
    for hosts in ("one-host.conf", "several-hosts.conf"):
        [kept] = re.findall(r"keepalive_timeout (\d+)s;", (SHIPPED / hosts).read_text())
        assert int(kept) < default.request_timeout


def test_a_game_is_played_through_nginx_to_its_score_at_one_worker(house: House) -> None:
    table, entries = play(house.proxy.url)
    assert entries > 50
    assert len(house.proxy.workers_of(table)) == 1


def test_tables_are_spread_over_the_workers_and_each_keeps_its_own(house: House) -> None:
    tables = []
    for _ in range(24):
        with Wire(house.proxy.url) as wire:
            tables.append(wire.open_table())
            for revision in range(3):
                assert wire.note(tables[-1], revision)[0] == 201
    at = [house.proxy.workers_of(table) for table in tables]
    assert [len(workers) for workers in at] == [1] * 24
    assert set.union(*at) == {f"127.0.0.1:{port}" for port in house.ports}


def test_news_come_through_as_they_are_told(house: House) -> None:
    with Wire(house.proxy.url) as wire:
        table = wire.open_table()
        stream = Stream(house.proxy.url, table, wire.token)
        assert stream.next("hello")["data"] == {"revision": 0}
        for revision in range(3):
            wire.note(table, revision)
            assert stream.lines(1) == [revision + 1]
        stream.close()


def test_a_table_is_right_at_any_worker_and_its_news_cross(house: House) -> None:
    one, other = (f"http://127.0.0.1:{port}" for port in house.ports)
    with Wire(one) as here:
        table = here.open_table()
        with Wire(other, here.token) as there:
            stream = Stream(other, table, here.token)
            stream.next("hello")
            for revision in range(4):
                assert (here, there)[revision % 2].note(table, revision)[0] == 201
            assert stream.lines(4) == [1, 2, 3, 4]
            stream.close()
            assert here.call("GET", f"{table}/entries") == there.call("GET", f"{table}/entries")


def test_a_worker_that_was_killed_is_started_again_at_its_port(house: House) -> None:
    first, second = house.ports
    before, other = house.worker_at(first), house.worker_at(second)
    os.kill(int(before), 9)
    # Who knocks meanwhile is answered by the next one: the port itself is never gone.
    after = house.worker_at(first)
    assert after not in (before, other)
    assert house.worker_at(second) == other


def test_a_worker_that_is_not_there_is_passed_over(house: House, tmp_path: Path) -> None:
    ports = [free_port(), house.ports[0]]
    with running(prepared(tmp_path, "one-host.conf", ports)) as proxy:
        for _ in range(20):
            with Wire(proxy.url) as wire:
                assert wire.note(wire.open_table(), 0)[0] == 201
        tried = proxy.workers_of("/api/tables")
    assert {at.rpartition(", ")[2] for at in tried} == {f"127.0.0.1:{house.ports[0]}"}
    assert any(at.startswith(f"127.0.0.1:{ports[0]}, ") for at in tried)


def test_no_worker_is_taken_away_from_its_port(house: House) -> None:
    assert house.server.process
    os.kill(house.server.process.pid, signal.SIGTTOU)
    for _ in range(1000):
        house.worker_at(house.ports[0])
        if "one for each of their ports" in house.server.output:
            break
    assert {house.worker_at(port) for port in house.ports} == set(house.workers())
    assert len(house.workers()) == 2


def test_a_worker_listens_at_no_port_of_another(house: House) -> None:
    assert {frozenset(listens_at(one)) for one in house.workers()} == {
        frozenset({house.server.port, port}) for port in house.ports
    }


def test_who_asks_is_what_nginx_says_and_figures_stay_inside(house: House) -> None:
    context = ssl.create_default_context(cafile=house.proxy.folder / "fullchain.pem")
    context.check_hostname = False
    asked = f"https://127.0.0.1:{house.proxy.secure_port}"
    with urllib.request.urlopen(f"{asked}/readyz", timeout=20, context=context) as answer:
        assert answer.status == 200
    with Wire(house.proxy.url) as wire:
        assert wire.call("GET", "/api/addresses")[1]["addresses"][0]["url"] == f"https://{NAME}"
    refused = urllib.request.Request(f"{house.proxy.url}/metrics")
    with pytest.raises(urllib.error.HTTPError) as told:
        urllib.request.urlopen(refused, timeout=20)
    assert told.value.code == 404
    told.value.close()


def test_a_port_of_a_workers_own_that_is_the_servers_is_refused_in_a_sentence(
    tmp_path: Path, start_server: Callable[..., Server]
) -> None:
    port = free_port()
    server = Server(
        f"sqlite:///{tmp_path / 'tables.db'}", tmp_path, {"WORKERS": "2", "WORKER_PORTS": str(port - 1)}
    )
    server.port = port
    with pytest.raises(RuntimeError, match=f"WORKER_PORTS: .*and {port} is the server's"):
        server.start()
