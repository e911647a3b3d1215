"""The real server, as a host runs it: power cuts, stops, several workers, both databases."""

from __future__ import annotations

import http.client
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import psycopg
from cryptography import x509

from companion.addresses import shown
from companion.serving import announce, prepare_tls
from companion.settings import Settings
from companion.trust.authority import fingerprint
from tests.api.wire import Wire
from tests.services import REPOSITORY, Server, free_port

StartServer = Callable[..., Server]


def test_kill_9_in_a_burst_loses_no_entry_that_was_answered(
    start_server: StartServer, any_database: str | None
) -> None:
    server = start_server(any_database)
    wire = Wire(server.url)
    table = wire.open_table()
    answered: list[str] = []
    enough = threading.Event()

    def burst() -> None:
        with wire:
            for number in range(10_000):
                try:
                    status, _ = wire.note(table, number, f"n{number}")
                except (OSError, http.client.HTTPException):
                    return
                if status == 201:
                    answered.append(f"n{number}")
                if number == 60:
                    enough.set()

    writer = threading.Thread(target=burst)
    writer.start()
    assert enough.wait(30)
    server.kill()
    writer.join()

    server.start()
    with Wire(server.url, wire.token) as again:
        status, log = again.call("GET", f"{table}/entries")
        assert status == 200
        kept = [line["entry_id"] for line in log["lines"]]
        # The last one may have been written just before its answer could be sent.
        assert kept[: len(answered)] == answered
        assert len(kept) - len(answered) in (0, 1)
        assert again.note(table, 0, answered[-1])[0] in (200, 409)
        assert again.note(table, len(answered) - 1, answered[-1])[0] == 200
        assert again.note(table, len(kept), "after")[0] == 201


def test_sigterm_stops_the_server_cleanly(start_server: StartServer) -> None:
    server = start_server()
    with Wire(server.url) as wire:
        table = wire.open_table()
        assert wire.draw(table, 0)[0] == 201
    assert server.process
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(20) == 0
    assert "Traceback" not in server.output


def test_the_server_says_where_it_is_and_nothing_secret(start_server: StartServer) -> None:
    server = start_server(LOG_LEVEL="debug")
    with Wire(server.url) as wire:
        table = wire.open_table()
        wire.draw(table, 0)
        wire.draw(table, 0)
        wire.call("POST", f"{table}/entries", b"{")
        token, wire.token = wire.token, "forged"
        wire.draw(table, 1)
    server.stop()
    assert server.url in server.output
    assert token
    assert token not in server.output
    assert table.rsplit("/", 1)[-1] not in server.output
    assert "forged" not in server.output


def test_the_address_comes_last_and_a_new_database_is_said_in_one_line(start_server: StartServer) -> None:
    server = start_server(PUBLIC_URL="https://port.example")
    server.stop()
    lines = server.output.splitlines()
    address = next(at for at, line in enumerate(lines) if "https://port.example" in line)
    code = [at for at, line in enumerate(lines) if "█" in line]
    assert address < code[0]
    # Nothing but what the stop says comes after it.
    after = [line for line in lines[code[-1] + 1 :] if "[INFO]" in line]
    assert "Handling signal: term" in after[0]
    assert sum("Booting worker" in line for line in lines[:address]) == 1
    assert sum("database" in line for line in lines) == 1
    assert [line for line in lines if "alembic" in line] == []
    # The second start finds it as it should be.
    server.start().stop()
    assert sum("database" in line for line in server.output.splitlines()) == 1


def test_a_server_open_to_the_network_draws_its_address_as_a_code() -> None:
    with redirect_stdout(StringIO()) as printed:
        announce(Settings(public_url="https://port.example"), "0.0.0.0", 8000)
    assert "https://port.example" in printed.getvalue()
    assert "█" in printed.getvalue()


def test_a_server_with_https_at_home_leads_phones_to_the_pages_that_teach_trust(tmp_path: Path) -> None:
    settings = Settings(tls_dir=str(tmp_path))
    prepare_tls(settings, "0.0.0.0")
    with redirect_stdout(StringIO()) as printed:
        announce(settings, "0.0.0.0", 8000, tls=True)
    told = printed.getvalue()
    address = shown("0.0.0.0")
    assert f"https://{address}:8000" in told
    assert f"http://{address}:8001" in told
    assert fingerprint(x509.load_pem_x509_certificate((tmp_path / "authority.pem").read_bytes())) in told


def test_two_workers_never_give_one_revision_twice(
    start_server: StartServer, any_database: str | None
) -> None:
    server = start_server(any_database, WORKERS="2")
    with Wire(server.url) as wire:
        table = wire.open_table()
        won: list[tuple[int, str]] = []
        wrong: list[object] = []

        def phone(name: str) -> None:
            base = 0
            with Wire(server.url, wire.token) as own:
                for number in range(25):
                    entry_id = f"{name}-{number}"
                    while True:
                        status, answer = own.note(table, base, entry_id)
                        base = answer["revision"]
                        if status != 409:
                            break
                    if status == 201:
                        won.append((base, entry_id))
                    else:
                        wrong.append(answer)

        phones = [threading.Thread(target=phone, args=(name,)) for name in "abcd"]
        for one in phones:
            one.start()
        for one in phones:
            one.join()
        assert wrong == []
        _, log = wire.call("GET", f"{table}/entries")
    assert [(line["revision"], line["entry_id"]) for line in log["lines"]] == sorted(won)
    assert [revision for revision, _ in sorted(won)] == list(range(1, 101))


def test_a_worker_that_waits_for_postgresql_answers_others_meanwhile(
    start_server: StartServer, empty_postgres_url: str
) -> None:
    server = start_server(empty_postgres_url, WORKERS="1")
    address = empty_postgres_url.replace("+psycopg", "")
    answers: list[int] = []
    with Wire(server.url) as wire, psycopg.connect(address) as blocking:
        table = wire.open_table()
        blocking.execute("LOCK TABLE log_lines IN EXCLUSIVE MODE")
        waiting = threading.Thread(target=lambda: answers.append(wire.draw(table, 0)[0]))
        waiting.start()
        with psycopg.connect(address, autocommit=True) as watching:
            found = None
            while not found:
                found = watching.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchone()
        with Wire(server.url) as other:
            assert other.call("GET", "/healthz")[0] == 200
            assert other.open_table()
        assert answers == []
        blocking.rollback()
        waiting.join()
    assert answers == [201]


def test_a_huge_body_is_refused_and_the_connection_goes_on(live_server: Server) -> None:
    with Wire(live_server.url) as wire:
        table = wire.open_table()
        status, problem = wire.call("POST", f"{table}/entries", b'"' + b"a" * 10_000_000 + b'"')
        assert (status, problem["code"]) == (413, "too_large")
        assert wire.draw(table, 0)[0] == 201


def test_a_body_of_unknown_length_is_limited_too(live_server: Server) -> None:
    with Wire(live_server.url) as wire:
        table = wire.open_table()
        connection = wire._connection
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {wire.token}"}
        pieces = (b"a" * 10_000 for _ in range(20))
        connection.request("POST", f"{table}/entries", pieces, headers, encode_chunked=True)
        with connection.getresponse() as answer:
            assert answer.status == 413
            answer.read()
        assert wire.draw(table, 0)[0] == 201


def test_a_worker_whose_application_keeps_no_tables_comes_and_goes_without_a_word(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.bench.bare", str(free_port()), str(tmp_path / "bare.db")]
    with subprocess.Popen(
        command, cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as bare:
        assert bare.stdout
        for line in bare.stdout:  # its address is said once its worker is ready
            if "Only this machine" in line:
                break
        bare.terminate()
        assert bare.communicate()[1] == ""
    assert bare.returncode == 0
