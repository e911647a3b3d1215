"""What things cost, beside what they may: `budget.json`.

`counted` is the same on every machine: calls, bytes. `make test` holds them, in both directions, so that neither a loss nor
a gain goes by unseen; `python -m tests.bench.budget` prints them, and with `--write` writes them down. `measured` is a ratio
to something of the same run, printed by `make bench`.
"""

from __future__ import annotations

import gzip
import io
import json
import sys
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import orjson
from flask import Flask

from companion.engine import History, Line, allowed, append, codec, open_history
from companion.engine.json import reading
from tests.api.conftest import Apps
from tests.engine.play import entered_steps

ROOT = Path(__file__).parents[2]
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
FILE = Path(__file__).with_name("budget.json")
DATA = ROOT / "tests" / "data"
# Games that are played through, by what is in them.
GAMES = {
    "base": ("games/28-sjg-4p-s12308", "games/32-yucata-4p-s12312"),
    "gambler": ("games/10-bigbox-jomc_cards-gambler-5p-s52031",),
    "contracts": ("games/04-bigbox-jomc-3p-s50478", "games/08-bigbox-jomc-coop-4p-s51938"),
    "adventure": (
        "adventures/13-bigbox-adventure_begins-competitive-chapter5-4p-s60073",
        "adventures/15-bigbox-adventure_begins-coop-chapter1-3p-s60233",
    ),
}


def recorded(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(gzip.decompress((DATA / f"{name}.json.gz").read_bytes()))
    return found


def opened(record: dict[str, Any]) -> tuple[History, list[Line]]:
    """A table as it begins, and what is entered there."""
    history = open_history(codec.setup_from_json(record))
    game, players = history.state.game, history.setup.players
    steps = enumerate(step for step, _ in entered_steps(record))
    return history, [Line(str(number), reading.entry(step, game, players)) for number, step in steps]


def played(kind: str) -> list[History]:
    """The tables of those games after each entry."""
    found: list[History] = []
    for history, lines in map(opened, map(recorded, GAMES[kind])):
        for line in lines:
            history, _ = append(history, line)
            found.append(history)
    return found


def calls(work: Callable[[], object]) -> int:
    """How many functions are called for that."""
    count = 0

    def seen(_frame: object, event: str, _about: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def plain_work() -> None:
    """What times are measured against: plain Python that takes 100 us where the aims were set."""
    seen: dict[int, tuple[int, ...]] = {}
    for number in range(910):
        seen[number % 64] = (number, *seen.get((number + 1) % 64, ())[:3])


def calls_for_an_entry(kind: str) -> float:
    """With everything that is allowed afterwards."""
    prepared = [opened(recorded(name)) for name in GAMES[kind]]

    def play() -> None:
        for history, lines in prepared:
            for line in lines:
                history, _ = append(history, line)
                allowed(history.state)

    play()  # what is made once
    return calls(play) / sum(len(lines) for _, lines in prepared)


def calls_for_a_view(kind: str) -> float:
    found = played(kind)
    shown = lambda: [codec.view_json(history) for history in found]  # noqa: E731
    shown()  # what is made once
    return calls(shown) / len(found)


def calls_for_a_post() -> float:
    """An entry as the server answers it, from the request's environment to the bytes of its answer."""
    record = recorded(GAMES["base"][0])
    setup = {key: record[key] for key in ("edition", "modules", "options", "players")}
    entries = [
        {"entry_id": f"e{number}", "base_revision": number, "entry": step}
        for number, (step, _) in enumerate(entered_steps(record))
    ]
    with TemporaryDirectory() as folder:
        apps = Apps(Path(folder))
        try:
            ask = partial(posted, apps.make(log_level="warning"))
            table = ask("/api/tables", setup)
            enter = partial(ask, f"/api/tables/{table['code']}/entries", token=table["token"])
            first, rest = entries[:20], entries[20:]
            assert [enter(one)["revision"] for one in first] == list(range(1, 21))
            return calls(lambda: [enter(one) for one in rest]) / len(rest)
        finally:
            apps.close()


def posted(app: Flask, path: str, body: object, token: str = "") -> dict[str, Any]:
    """What the application answers, without a client that would cost as much."""
    data = json.dumps(body).encode()
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": path,
        "SERVER_NAME": "bench",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_AUTHORIZATION": f"Bearer {token}",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(data)),
        "wsgi.input": io.BytesIO(data),
        "wsgi.errors": sys.stderr,
        "wsgi.url_scheme": "http",
    }
    answer: Any = app(environ, lambda status, headers, error=None: lambda data: None)
    found: dict[str, Any] = orjson.loads(b"".join(answer))
    answer.close()
    return found


def bytes_of_an_entry() -> float:
    """What a game takes in memory for each entry, with what goes back in it."""
    record = recorded(GAMES["base"][0])
    opened(record)  # what all games share
    tracemalloc.start()
    try:
        history, lines = opened(record)
        for line in lines:
            history, _ = append(history, line)
        return tracemalloc.get_traced_memory()[0] / len(lines)
    finally:
        tracemalloc.stop()


def bytes_of_the_phones_engine() -> float:
    """What a phone fetches to play by itself, over the wire."""
    engine = ROOT / "pwa" / "dist" / "engine"
    bundle = json.loads((engine / "bundle.json").read_text("utf-8"))
    return float(sum((engine / f"{file['path']}.br").stat().st_size for file in bundle["files"]))


COUNTED: dict[str, Callable[[], float]] = {
    **{f"calls for an entry, {kind}": partial(calls_for_an_entry, kind) for kind in GAMES},
    **{f"calls for a view, {kind}": partial(calls_for_a_view, kind) for kind in GAMES},
    "calls for a POST": calls_for_a_post,
    "bytes in memory for an entry": bytes_of_an_entry,
    "bytes of the phone's engine": bytes_of_the_phones_engine,
}


def budget() -> dict[str, Any]:
    """What each figure may be, as it is written down."""
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return found


def since_release(found: float, release: float | None) -> str:
    return f"{found / release - 1:+.0%}" if release else ""


def told(name: str, found: float) -> str:
    """A measured figure beside its budget, and what has become of it since the last release."""
    row = budget()["measured"][name]
    within = found <= row["most"] if "most" in row else found >= row["least"]
    limit = f"at most {row['most']}" if "most" in row else f"at least {row['least']}"
    since = since_release(found, row.get("release"))
    return f"{found:9.2f}  {'' if within else 'NOT'} {limit:<14} {since:>6}  {name}"


def main() -> None:
    """Prints what is counted: now, its budget, and what has become of it since the last release. With `--write` it is the
    budget from now on, and with `--release` what the next ones are compared with.
    """
    known = budget()
    known["python"] = PYTHON if "--write" in sys.argv else known["python"]
    for name, count in COUNTED.items():
        now, row = round(count()), known["counted"].setdefault(name, {})
        since = since_release(now, row.get("release"))
        print(f"{now:>12,}  may be {row.get('budget', 0):>12,} {since:>6}  {name}")
        row |= {"budget": now} if "--write" in sys.argv else {}
        row |= {"release": now} if "--release" in sys.argv else {}
    FILE.write_text(json.dumps(known, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
