"""`python -m tools.rehearse FROM`: games of an older version, played on by this one, in SQLite and in PostgreSQL.

The older version is taken from git with the packages that it names. Recorded games are played at it over HTTP, half of
them to their middle, and phones follow them all. Then: copy, stop, migrate, start. The scores that were there must be there
again, the games that were not over must end as they did on the table, and every phone must come back by itself. At last the
way back: with the copy in its place the older version must have every score as it was.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.api.wire import Wire
from tests.services import REPOSITORY, Missing, Server, find_postgresql, running_postgres
from tools.rehearse.phones import Phones

GAMES = sorted((REPOSITORY / "tests" / "data" / "games").glob("*.json.gz"))
SETUP = ("edition", "modules", "options", "players")
PHONES_PER_TABLE = 3


class Failed(Exception):
    """What the upgrade did not bring along."""


class Game:
    """A recorded game at a server: as far as it was played there, and what it should come to."""

    def __init__(self, file: Path) -> None:
        game = json.loads(gzip.decompress(file.read_bytes()))
        self.name, self.setup = file.name.split(".")[0], {key: game[key] for key in SETUP}
        self.entries = [s for s in game["steps"] if not s.get("auto") and s["type"] != "finish_turn"]
        self.winners = sorted(game["final"]["winners"])
        self.token, self.path, self.played = "", "", 0

    def opens(self, url: str) -> bool:
        """Whether that version knows how to play it."""
        with Wire(url) as wire:
            status, opened = wire.call("POST", "/api/tables", self.setup)
        if status != 201:
            return False
        self.token, self.path = opened["token"], f"/api/tables/{opened['code']}"
        return True

    def goes_on(self, url: str, until: int) -> None:
        with Wire(url, self.token) as wire:
            for number in range(self.played, until):
                body = {"entry_id": f"e{number}", "base_revision": number, "entry": self.entries[number]}
                status, said = wire.call("POST", f"{self.path}/entries", body)
                if status != 201:
                    raise Failed(f"{self.name}: entry {number + 1} was answered {status}: {said}")
        self.played = until

    def tells(self, url: str, what: str) -> Any:
        with Wire(url, self.token) as wire:
            status, said = wire.call("GET", f"{self.path}/{what}")
        if status != 200:
            raise Failed(f"{self.name}: {what} was answered {status}: {said}")
        return said


def older(version: str, folder: Path) -> Path:
    """That version with its packages, ready to run; the Python that has them."""
    name = subprocess.run(
        ["git", "rev-parse", "--short", f"{version}^{{commit}}"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
    )
    if name.returncode:
        raise Failed(f"git knows no {version!r}; FROM takes a tag or a commit")
    say(f"{version} is {name.stdout.strip()}; its packages are installed (a minute)")
    archive = subprocess.Popen(["git", "archive", version], cwd=REPOSITORY, stdout=subprocess.PIPE)
    subprocess.run(["tar", "-x", "-C", folder], stdin=archive.stdout, check=True)
    if archive.wait():
        raise Failed(f"git has no files of {version}")
    subprocess.run([sys.executable, "-m", "venv", folder / ".venv"], check=True)
    python = folder / ".venv" / "bin" / "python"
    install = [python, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--require-hashes"]
    subprocess.run([*install, "-r", folder / "requirements" / "runtime.txt"], check=True)
    return python


def copied(database: str, folder: Path) -> Path:
    """The copy that a host makes before."""
    if database.startswith("sqlite"):
        copy = folder / "copy.db"
        run(database, REPOSITORY, sys.executable, "-m", "companion", "backup", copy)
    else:
        copy = folder / "copy.dump"
        run(database, folder, postgresql("pg_dump"), "--format=custom", f"--file={copy}", served(database))
    return copy


def put_back(database: str, copy: Path, old: Path, python: Path) -> None:
    """The copy in the database's place, for the older version."""
    if database.startswith("sqlite"):
        run(database, old, python, "-m", "companion", "restore", copy)
    else:
        restore = (postgresql("pg_restore"), "--clean", "--if-exists")
        run(database, old, *restore, f"--dbname={served(database)}", copy)


def postgresql(program: str) -> Path:
    return find_postgresql() / program


def served(database: str) -> str:
    """The address as PostgreSQL's own programs read it."""
    return database.replace("+psycopg", "")


def run(database: str, folder: Path, *command: object) -> None:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**os.environ, "DATABASE_URL": database},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command))} failed: {done.stderr.strip()}")


def rehearse(database: str, old: Path, python: Path, folder: Path) -> None:
    """One upgrade. Raises Failed where something is not as it was."""
    settings = {"RATE_LIMITS": "off", "LOG_LEVEL": "error"}
    before = Server(database, folder, settings, command=(str(python), "-m", "companion"), root=old)
    after = replace(before, command=(sys.executable, "-m", "companion"), root=REPOSITORY)
    with ExitStack() as ends:
        ends.callback(before.kill)
        before.start()
        games = [game for game in map(Game, GAMES) if game.opens(before.url)]
        for number, game in enumerate(games):
            game.goes_on(before.url, len(game.entries) if number % 2 else len(game.entries) // 2)
        scores = {game.name: game.tells(before.url, "score") for game in games}
        tables = [(game.path, game.token) for game in games for _ in range(PHONES_PER_TABLE)]
        phones = ends.enter_context(Phones(before.port, tables))
        phones.until(lambda: phones.following() == len(tables))

        copy = copied(database, folder)
        left = time.monotonic()
        before.stop()
        ends.callback(after.kill)
        after.start()
        away = time.monotonic() - left
        phones.until(lambda: phones.following() == len(tables))
        back = time.monotonic() - left

        for game in games:
            compare(game.name, scores[game.name], game.tells(after.url, "score"))
            game.goes_on(after.url, len(game.entries))
            found = game.tells(after.url, "score")
            if not found["final"] or sorted(found["winners"]) != game.winners:
                raise Failed(f"{game.name} ended with {found['winners']}, at the table with {game.winners}")
        phones.until(lambda: phones.behind({g.path: len(g.entries) for g in games}) == 0)

        after.stop()
        put_back(database, copy, old, python)
        before.start()
        for game in games:
            if (found := game.tells(before.url, "score")) != scores[game.name]:
                raise Failed(
                    f"{game.name} was {scores[game.name]!r} and is {found!r} where the copy is put back"
                )
        say(
            f"{folder.name}: {len(games)} of {len(GAMES)} games are known to the older version; all of them "
            f"have the score that they had and end as at the table; {len(tables)} of {len(tables)} phones came back and "
            f"heard it; {away:.1f} s without service, every phone back after {back:.1f} s; with the copy put back the "
            "older version has every score again"
        )


def compare(name: str, before: Any, now: Any) -> None:
    """What the older version said of a score must be said still; newer keys may stand beside it."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key, value in before.items():
            if key not in now:
                raise Failed(f"{name}: the score has no {key} any more")
            compare(f"{name}, {key}", value, now[key])
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for number, (one, other) in enumerate(zip(before, now, strict=True), 1):
            compare(f"{name}, {number}", one, other)
    elif before != now:
        raise Failed(f"{name} was {before!r} and is {now!r}")


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    if len(sys.argv) != 2 or not sys.argv[1]:
        sys.stderr.write("Which version do you come from? make rehearse FROM=a tag or a commit\n")
        return 2
    threading.excepthook = lambda _: None  # a phone whose server is away says so by coming back late
    with tempfile.TemporaryDirectory(prefix="harbormaster-rehearsal-") as name, ExitStack() as ends:
        folder = Path(name)
        try:
            (old := folder / "older").mkdir()
            python = older(sys.argv[1], old)
            for kind in ("sqlite", "postgresql"):
                (here := folder / kind).mkdir()
                if kind == "sqlite":
                    database = f"sqlite:///{here / 'harbormaster.db'}"
                else:
                    database = ends.enter_context(running_postgres()).create_database("rehearsal")
                rehearse(database, old, python, here)
        except (Failed, Missing, RuntimeError, TimeoutError) as error:
            sys.stderr.write(f"rehearse: {error}\n")
            return 1
    say("The upgrade may be done: docs/hosting.md says in which order.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
