"""The commands of a host: serve, migrate, backup, restore, replay, and openapi of a developer.

Nothing big is imported up here: the server's workers patch the standard library before they import the rest.
"""

from __future__ import annotations

import argparse
import dataclasses
import gzip
import json
import os
import sys
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.release import INSTALLED, PROGRAM, PROJECT, VERSION
from companion.settings import Settings, SettingsError

WHAT_TO_DO = {
    "locked": "another program holds the database; end it, or wait until it is done",
    "full": "the disk is full; make room",
    "read_only": "the database can only be read; let this user write to its file and its folder",
    "other_form": f"another version of Harbormaster uses the database; {PROGRAM} migrate",
    "missing": "the database is not there; look at the address, or put it back from a backup",
    "corrupt": f"the file is damaged or no database; put it back from a backup ({PROGRAM} restore FILE)",
}
SPECIFICATION = PROJECT / "openapi" / "openapi.json"


def main(arguments: list[str] | None = None) -> int:
    """Runs one command; the result is the process's exit code."""
    parser = argparse.ArgumentParser(
        prog=PROGRAM, description="The table companion for Port Royal: a server, and the app for the phones."
    )
    parser.add_argument("--version", action="version", version=f"Harbormaster {VERSION}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    one = commands.add_parser("serve", help="start the server, and bring its database up to date before")
    one.add_argument("--host", help="the address to listen on (setting HARBORMASTER_HOST)")
    one.add_argument("--port", type=int, help="the port to listen on (setting PORT)")
    one.add_argument("--workers", type=_some, help="worker processes (setting WORKERS)")
    one.add_argument("--tls", action="store_true", help="HTTPS in the home network (setting TLS)")
    one.set_defaults(run=serve)

    one = commands.add_parser("migrate", help="bring the database up to date")
    one.set_defaults(run=migrate)

    one = commands.add_parser("backup", help="copy an SQLite database while it is used, and check the copy")
    one.add_argument("file", type=Path, help="where the copy goes")
    one.set_defaults(run=backup)

    one = commands.add_parser("restore", help="put a copy in the place of an SQLite database")
    one.add_argument("file", type=Path, help="the copy")
    one.set_defaults(run=restore)

    if not INSTALLED:  # it belongs to the sources
        one = commands.add_parser("openapi", help="write the API's specification")
        one.add_argument(
            "--check", action="store_true", help="only say whether the written one is up to date"
        )
        one.set_defaults(run=openapi)

    one = commands.add_parser("replay", help="fold an exported table or a recorded game, and print its score")
    one.add_argument("file", type=Path, help="JSON, or gzipped JSON")
    one.set_defaults(run=replay)

    options = parser.parse_args(arguments)
    try:
        settings = Settings.from_environment()
    except SettingsError as error:
        return _fail(error)
    return int(options.run(settings, options))


def serve(settings: Settings, options: argparse.Namespace) -> int:
    """Serves until it is told to stop."""
    from companion.serving import PortTaken, run

    try:
        host = listening(settings, options.host)
    except SettingsError as error:
        return _fail(error)
    tls, port = options.tls or settings.tls, settings.port if options.port is None else options.port
    workers = options.workers or settings.workers
    settings = dataclasses.replace(settings, host=host, port=port, workers=workers)
    # In a process of its own: this one must not have imported what the workers patch.
    child = os.fork()
    if child == 0:
        os._exit(migrate(settings, options) or (certify(settings, host) if tls else 0))
    _, status = os.waitpid(child, 0)
    if code := os.waitstatus_to_exitcode(status):
        return code
    try:
        return run(settings, host, port, tls)
    except PortTaken as error:
        return _fail(error)


def listening(settings: Settings, asked: str | None) -> str:
    """The address to listen on; raises SettingsError where it is none of this machine's."""
    from companion.addresses import is_address, may_listen

    for name, host in (("--host", asked), ("HARBORMASTER_HOST", settings.host)):
        if host and may_listen(host):
            return host
        if host:
            raise SettingsError(
                f"{name} is {host!r}; it takes an address of this machine, or 0.0.0.0 for all of them"
            )
    host = settings.shell_host
    if is_address(host) and may_listen(host):
        return host
    if host:
        print(
            f"HOST is {host!r}, no address of this machine, and is left aside; HARBORMASTER_HOST sets where to listen"
        )
    return "0.0.0.0"


def certify(settings: Settings, host: str) -> int:
    """Makes the certificates for HTTPS at home, or renews them."""
    from companion.serving import prepare_tls
    from companion.trust.authority import TlsError

    try:
        prepare_tls(settings, host)
    except (TlsError, OSError) as error:
        return _fail(f"TLS_DIR: {error}")
    return 0


def migrate(settings: Settings, _options: argparse.Namespace) -> int:
    """Brings the database up to date."""
    from companion.logs import say
    from companion.storage import LOST, DatabaseError, Store, Unavailable, lost, open_database

    try:
        with closing(open_database(*settings.database)) as database:
            database.refuse_misfit(settings.workers)
            if steps := database.upgrade(lambda text: say(settings, text)):
                say(settings, f"The database is up to date now ({steps} migrations)")
            Store(database).ping()
            if database.embedded and database.url.database:
                say(settings, f"Tables are kept in {Path(database.url.database).absolute()}")
    except Unavailable as error:
        return _fail(f"DATABASE_URL: {_advice(error, error.__cause__)}")
    except LOST as error:
        return _fail(f"DATABASE_URL: {_advice(lost(error), error)}")
    except (DatabaseError, OSError) as error:
        return _fail(error)
    return 0


def backup(settings: Settings, options: argparse.Namespace) -> int:
    """Copies the database, whether a server uses it or not."""
    from companion.storage import DatabaseError
    from companion.storage.backup import backup

    try:
        found = backup(settings.database_url, options.file)
    except (DatabaseError, OSError) as error:
        return _fail(error)
    print(f"{options.file} is a whole copy with {found} tables.")
    return 0


def restore(settings: Settings, options: argparse.Namespace) -> int:
    """Puts a copy in the database's place, and brings it up to date."""
    from companion.storage import DatabaseError
    from companion.storage.backup import KEPT, restore

    try:
        found = restore(settings.database_url, options.file)
    except (DatabaseError, OSError) as error:
        return _fail(error)
    print(f"{options.file} is in place with {found} tables. What was there before ends in {KEPT}.")
    return migrate(settings, options)


def _advice(found: Any, error: Any) -> str:
    """What is the matter with a database and what to do, in a line."""
    said = " ".join(str(getattr(error, "orig", None) or error or "").split())
    advice = WHAT_TO_DO.get(found.why if found else "")
    return f"{advice} ({said})" if advice else said


def openapi(_settings: Settings, options: argparse.Namespace) -> int:
    """Writes the specification, or compares it with the written one."""
    from companion.app import create_app

    app = create_app(Settings(database_url="sqlite://"))
    text = json.dumps(app.extensions["harbormaster"].specification(), indent=1, ensure_ascii=False) + "\n"
    if options.check:
        if SPECIFICATION.exists() and SPECIFICATION.read_text(encoding="utf-8") == text:
            return 0
        return _fail(f"{SPECIFICATION.relative_to(PROJECT)} is out of date: python -m companion openapi")
    SPECIFICATION.parent.mkdir(exist_ok=True)
    SPECIFICATION.write_text(text, encoding="utf-8")
    return 0


def replay(_settings: Settings, options: argparse.Namespace) -> int:
    """Prints the score at the end of an exported table or a recorded game."""
    from companion.engine import EngineError, codec

    try:
        data = options.file.read_bytes()
        document: Any = json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
        history = codec.history_from_json(recorded_game(document) if "steps" in document else document)
    except (OSError, EOFError, ValueError, EngineError) as error:
        return _fail(error)
    except (LookupError, TypeError, AttributeError, zlib.error):
        return _fail(f"{options.file} is neither an exported table nor a recorded game")
    print(json.dumps(codec.score_json(history.state), indent=1, ensure_ascii=False))
    return 0


def recorded_game(game: dict[str, Any]) -> dict[str, Any]:
    """A recorded game in the form of an export. What happens by itself at a table is left out."""
    steps = [step for step in game["steps"] if not step.get("auto") and step["type"] != "finish_turn"]
    return {
        "format": 1,
        "setup": {key: game[key] for key in ("edition", "modules", "options", "players")},
        "lines": [{"entry_id": str(number), "entry": step} for number, step in enumerate(steps, 1)],
    }


def _some(text: str) -> int:
    """A number of things of which there is one at least."""
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1")
    return int(text)


def _fail(error: object) -> int:
    print(f"harbormaster: {error}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
