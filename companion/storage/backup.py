"""A copy of an SQLite database made while it is used, and the way back. Both are checked before they count."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from alembic.script import ScriptDirectory

from .database import DatabaseError, _path, read_url
from .migrating import migrations

KEPT = ".before-restore"
PARTS = ("", "-wal", "-shm")


def backup(address: str, target: Path) -> int:
    """Copies the database as it is at this moment; gives back how many tables are in the copy."""
    source = _file(address)
    if not source.exists():
        raise DatabaseError(f"DATABASE_URL: there is no {source}")
    if target.exists() and target.samefile(source):
        raise DatabaseError(f"{target} is the database itself")
    return _copy(source, target)


def restore(address: str, source: Path) -> int:
    """Puts a copy in the database's place; what was there is kept beside it. No server may use it meanwhile."""
    target = _file(address)
    if not source.is_file():
        raise DatabaseError(f"there is no {source}")
    if target.exists() and target.samefile(source):
        raise DatabaseError(f"{source} is the database itself")
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_name(f"{target.name}.restoring")
    try:
        found = _copy(source, fresh)
        if target.exists():
            _refuse_while_used(target)
        for part in PARTS:
            old = target.with_name(target.name + part)
            if old.exists():
                # A log that belongs to another database must not lie beside this one.
                old.replace(target.with_name(target.name + KEPT + part))
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)
    return found


def _file(address: str) -> Path:
    url = read_url(address)
    path = _path(url)
    if url.get_backend_name() != "sqlite" or path is None:
        raise DatabaseError(
            "DATABASE_URL names no SQLite file; for PostgreSQL use pg_dump and pg_restore (docs/hosting.md)"
        )
    return path


def _copy(source: Path, target: Path) -> int:
    making = target.with_name(f"{target.name}.new")
    making.unlink(missing_ok=True)
    os.close(os.open(making, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with (
            _told(source),
            closing(sqlite3.connect(source)) as there,
            closing(sqlite3.connect(making)) as here,
        ):
            there.backup(here)
            here.execute("PRAGMA journal_mode=DELETE").close()  # one file, whole by itself
            found = _check(here)
        with making.open("rb") as written:
            os.fsync(written.fileno())
        making.replace(target)
    finally:
        making.unlink(missing_ok=True)
    return found


def _check(copy: sqlite3.Connection) -> int:
    wrong = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if wrong != "ok" or copy.execute("PRAGMA foreign_key_check").fetchone():
        raise DatabaseError(f"the copy is damaged ({wrong}); nothing was changed")
    row = copy.execute("SELECT version_num FROM alembic_version").fetchone()
    known = {script.revision for script in ScriptDirectory.from_config(migrations()).walk_revisions()}
    if row is None or row[0] not in known:
        raise DatabaseError("the database was made by a newer version of Harbormaster, or by something else")
    return int(copy.execute("SELECT count(*) FROM tables").fetchone()[0])


def _refuse_while_used(target: Path) -> None:
    with closing(sqlite3.connect(target, timeout=1)) as connection:
        try:
            # Only who is alone with a file may change how it is written.
            connection.execute("PRAGMA journal_mode=DELETE").close()
        except sqlite3.OperationalError:
            raise DatabaseError(f"a server uses {target}: stop it first") from None
        except sqlite3.DatabaseError:
            return  # damaged, which is why it is replaced


@contextmanager
def _told(source: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise DatabaseError(f"{source} is damaged or no database of Harbormaster ({error})") from error
