"""Backing up while the server runs, and coming back from it."""

from __future__ import annotations

import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.storage import Store, StoredLine, open_database
from tests.api.wire import Wire
from tests.services import Server

HASH = "0" * 64


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "tables.db"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    return file


def write(file: Path, code: str, token: str = HASH) -> None:
    database = open_database(f"sqlite:///{file}")
    database.upgrade()
    store = Store(database)
    table = store.open_table(code, "{}", token)
    store.append(table.id, StoredLine(1, "a", '{"n":1}'))
    database.close()


def codes(file: Path) -> list[str]:
    database = open_database(f"sqlite:///{file}")
    database.upgrade()
    found = [code for code in ("FIRST", "SECOND") if Store(database).table(code)]
    database.close()
    return found


def test_a_backup_is_taken_from_a_running_server_and_can_be_served(
    start_server: Callable[..., Server], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, copy = start_server(), tmp_path / "copy.db"
    with Wire(server.url) as wire:
        table = wire.open_table()
        assert wire.draw(table, 0)[0] == 201
        monkeypatch.setenv("DATABASE_URL", server.database_url)
        assert main(["backup", str(copy)]) == 0
        assert wire.draw(table, 1)[0] == 201
        token = wire.token
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert not list(tmp_path.glob("copy.db-*"))
    again = start_server(f"sqlite:///{copy}")
    with Wire(again.url, token) as wire:
        assert wire.call("GET", table)[1]["revision"] == 1


def test_a_restored_database_is_the_backup_and_the_other_one_is_kept(file: Path, tmp_path: Path) -> None:
    write(file, "FIRST")
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    write(file, "SECOND", "1" * 64)
    assert main(["restore", str(tmp_path / "copy.db")]) == 0
    assert codes(file) == ["FIRST"]
    assert codes(tmp_path / "tables.db.before-restore") == ["FIRST", "SECOND"]
    assert codes(tmp_path / "copy.db") == ["FIRST"]


def test_a_damaged_database_is_replaced_with_its_log(file: Path, tmp_path: Path) -> None:
    write(file, "FIRST")
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    file.write_bytes(b"no database" * 1000)
    file.with_name("tables.db-wal").write_bytes(b"another's log")
    assert main(["restore", str(tmp_path / "copy.db")]) == 0
    assert codes(file) == ["FIRST"]


def test_nothing_is_restored_under_a_running_server(
    start_server: Callable[..., Server], file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(file, "FIRST")
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    write(file, "SECOND", "1" * 64)
    server = start_server(f"sqlite:///{file}")
    assert main(["restore", str(tmp_path / "copy.db")]) == 1
    assert "stop it first" in capsys.readouterr().err
    server.stop()
    assert codes(file) == ["FIRST", "SECOND"]


@pytest.mark.parametrize("content", [b"", b"no database" * 1000, b"SQLite format 3\0" + b"\0" * 5000])
@pytest.mark.parametrize("command", ["backup", "restore"])
def test_what_is_damaged_is_neither_kept_nor_restored(
    file: Path, tmp_path: Path, command: str, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    write(file, "FIRST")
    good, other = tmp_path / "good.db", tmp_path / "other.db"
    shutil.copy(file, good)
    damaged = file if command == "backup" else other
    damaged.write_bytes(content)
    if command == "backup":
        shutil.copy(good, other)
    before = file.read_bytes(), other.read_bytes()
    assert main([command, str(other)]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert (file.read_bytes(), other.read_bytes()) == before


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_what_cannot_be_is_said_in_a_line(
    file: Path,
    tmp_path: Path,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write(file, "FIRST")
    assert main([command, str(file)]) == 1
    assert main(["restore", str(tmp_path / "not-there")]) == 1
    monkeypatch.setenv("DATABASE_URL", "postgresql://db/tables")
    assert main([command, str(tmp_path / "copy.db")]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 3
    assert "pg_dump" in said
