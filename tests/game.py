"""Plays a recorded game at a server, over one connection, and holds the server's score against the game's own.

Also a command, with nothing but Python's own library: `python3 -m tests.game http://127.0.0.1:8000`.
"""

from __future__ import annotations

import gzip
import http.client
import json
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

GAMES = sorted((Path(__file__).parent / "data" / "games").glob("*.json.gz"))


class Differs(Exception):
    """The server answers otherwise than the game went."""


def play(url: str, file: Path = GAMES[0]) -> tuple[str, int]:
    """Plays the whole game; gives the table's path and how many entries that took."""
    game = json.loads(gzip.decompress(file.read_bytes()))
    steps = [step for step in game["steps"] if not step.get("auto") and step["type"] != "finish_turn"]
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=20)
    headers = {"Content-Type": "application/json"}

    def call(method: str, path: str, wanted: int, body: object = None) -> Any:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        with connection.getresponse() as answer:
            told = answer.read()
        if answer.status != wanted:
            raise Differs(f"{method} {path}: {answer.status} {told[:300]!r}")
        return json.loads(told)

    setup = {key: game[key] for key in ("edition", "modules", "options", "players")}
    opened = call("POST", "/api/tables", 201, setup)
    headers["Authorization"] = f"Bearer {opened['token']}"
    table = f"/api/tables/{opened['code']}"
    for revision, step in enumerate(steps):
        body = {"entry_id": f"e{revision}", "base_revision": revision, "entry": step}
        call("POST", f"{table}/entries", 201, body)
    score = call("GET", f"{table}/score", 200)
    connection.close()
    if sorted(score["winners"]) != sorted(game["final"]["winners"]):
        raise Differs(f"won by {score['winners']} instead of {game['final']['winners']}")
    return table, len(steps)


if __name__ == "__main__":
    _, entries = play(sys.argv[1])
    sys.stdout.write(f"a game of {entries} entries was played to its score\n")
