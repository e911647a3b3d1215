"""What who runs the server relies on: health, settings, commands."""

from __future__ import annotations

import gzip
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import settings as settings_module
from companion.__main__ import main
from companion.settings import Settings, SettingsError
from companion.storage import Store, Unavailable
from tests.api.conftest import DRAW, OpenedTable

ROOT = Path(__file__).resolve().parents[2]
HOSTING = (ROOT / "docs" / "hosting.md").read_text()


def test_health_and_readiness(client: FlaskClient) -> None:
    assert client.get("/healthz").json == {"status": "ok"}
    assert client.get("/readyz").json == {"status": "ok"}


def test_without_its_database_the_server_is_alive_but_not_ready(
    make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = make_app().test_client()

    def gone(self: Store) -> None:
        raise Unavailable

    monkeypatch.setattr(Store, "ping", gone)
    answer = client.get("/readyz")
    assert answer.json
    assert (answer.status_code, answer.json["code"]) == (503, "unavailable")
    assert answer.headers["Retry-After"]
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("asked", ["ping", "size"])
def test_without_its_database_the_server_still_tells_its_figures(
    make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    client = make_app().test_client()

    def gone(self: Store) -> int:
        raise Unavailable

    monkeypatch.setattr(Store, asked, gone)
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert "harbormaster_ready 0.0" in answer.text
    assert "harbormaster_stored_bytes " not in answer.text


def test_a_full_database_still_tells_how_full_it_is(make_app: Callable[..., Flask]) -> None:
    figures = make_app(stored_bytes=1).test_client().get("/metrics").text
    assert "harbormaster_ready 0.0" in figures
    assert re.search(r"^harbormaster_stored_bytes \d", figures, re.MULTILINE)


def test_figures_count_requests_and_tables(only_table: OpenedTable) -> None:
    only_table.enter(DRAW)
    figures = only_table.client.get("/metrics").text
    assert re.search(r'harbormaster_requests_total\{.*entries.*status="201"\} 1.0', figures)
    assert "harbormaster_kept_tables 1.0" in figures


def test_every_setting_stands_in_the_hosts_page_with_its_default() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (.*?) \|", HOSTING, re.MULTILINE))
    assert set(rows) == set(settings_module.names())
    shown = {bool: lambda value: "on" if value else "off", int: str, str: str}
    for name, default in settings_module.names().items():
        if name != "PWA_DIR":
            assert rows[name] == (f"`{shown[type(default)](default)}`" if default != "" else ""), name


def test_settings_come_from_the_environment() -> None:
    found = Settings.from_environment(
        {"PORT": "9000", "RATE_LIMITS": "off", "LOG_LEVEL": " debug ", "HARBORMASTER_HOST": ""}
    )
    assert (found.port, found.rate_limits, found.log_level, found.host) == (9000, False, "debug", "")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("PORT", "http"),
        ("WORKERS", "0"),
        ("KEPT_BYTES", "-1"),
        ("RATE_LIMITS", "maybe"),
        ("PROXY_ADDRESSES", "the.proxy"),
        ("PROXY_ADDRESSES", "10.0.0.1/8"),
        ("LOG_LEVEL", "loud"),
    ],
)
def test_a_setting_that_cannot_be_read_is_named(name: str, text: str) -> None:
    with pytest.raises(SettingsError, match=name):
        Settings.from_environment({name: text})


def test_behind_a_proxy_the_clients_own_address_counts(make_app: Callable[..., Flask]) -> None:
    ruling = {"edition": "pegasus", "steps": []}

    def statuses(proxies: int, **more: str) -> list[int]:
        app = make_app(rate_limits=True, rate_rulings="1 per minute", trusted_proxies=proxies, **more)
        client = app.test_client()
        headers = [{"X-Forwarded-For": f"192.0.2.{n}"} for n in (1, 2)]
        return [client.post("/api/rulings", json=ruling, headers=one).status_code for one in headers]

    assert statuses(proxies=1) == [422, 422]
    assert statuses(proxies=0) == [422, 429]
    assert statuses(proxies=1, proxy_addresses="192.0.2.0/24, 10.0.0.1") == [422, 429]
    assert statuses(proxies=1, proxy_addresses="192.0.2.0/24, 127.0.0.1") == [422, 422]


@pytest.mark.parametrize("command", ["serve", "migrate", "backup", "restore", "openapi", "replay"])
def test_every_command_is_in_the_help_and_in_the_readme(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert command in capsys.readouterr().out
    assert f"python -m companion {command}" in HOSTING


@pytest.mark.parametrize("text", ["0", "-1", "many"])
def test_a_number_of_workers_that_is_none_is_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--workers", text])
    assert f"{text!r} is no whole number from 1" in capsys.readouterr().err


def test_a_recorded_game_is_replayed_to_its_score(capsys: pytest.CaptureFixture[str]) -> None:
    for file in sorted((ROOT / "tests" / "data" / "games").glob("*.json.gz"))[:3]:
        assert main(["replay", str(file)]) == 0
        score = json.loads(capsys.readouterr().out)
        final = json.loads(gzip.decompress(file.read_bytes()))["final"]
        assert sorted(score["winners"]) == sorted(final["winners"])


def test_an_exported_table_is_replayed_to_its_score(
    table: OpenedTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table.enter(DRAW)
    file = tmp_path / "table.json"
    file.write_text(table.get("/export").text)
    assert main(["replay", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == table.get("/score").json


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"format": 1}', "\x1f\x8bxx"])
def test_a_file_that_cannot_be_replayed_is_said_in_a_line(
    tmp_path: Path, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file.json"
    file.write_text(content, encoding="latin-1")
    assert main(["replay", str(file)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_migrate_makes_a_database_and_says_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "new" / "tables.db"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    assert main(["migrate"]) == 0
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT count(*) FROM tables").fetchone() == (0,)
    connection.close()
    monkeypatch.setenv("DATABASE_URL", "mysql://ada:secret@db/tables")
    assert main(["migrate"]) == 1
    error = capsys.readouterr().err
    assert "DATABASE_URL" in error
    assert "secret" not in error


def test_any_server_can_host_the_application(tmp_path: Path) -> None:
    program = "from wsgi import app; print(app.test_client().get('/readyz').json)"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path / 'tables.db'}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "{'status': 'ok'}"
