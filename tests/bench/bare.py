"""What our server is measured against: a bare route that makes one durable commit, on the same server.

`python -m tests.bench.bare PORT FILE`
"""

from __future__ import annotations

import sqlite3
import sys
from typing import Any

from companion.serving import Server
from companion.settings import Settings


class Bare(Server):
    """The same gunicorn with the same workers, and nothing else."""

    file = ""

    def load(self) -> Any:
        from flask import Flask, Response, request

        connection = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False)
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("CREATE TABLE lines (number INTEGER PRIMARY KEY, body TEXT)")
        app = Flask(__name__, static_folder=None)

        @app.get("/healthz")
        def healthz() -> str:
            return "ok"

        @app.post("/<path:_anything>")
        def commit(_anything: str) -> Response:
            connection.execute("INSERT INTO lines (body) VALUES (?)", (request.get_data(as_text=True),))
            return Response(b'{"revision":1}', 201, mimetype="application/json")

        return app


if __name__ == "__main__":
    Bare.file = sys.argv[2]
    Bare(Settings(log_level="warning"), "127.0.0.1", int(sys.argv[1]), None).run()
