"""A client that talks to a real server over one kept connection, as a phone does."""

from __future__ import annotations

import http.client
import itertools
import json
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

from tests.api.conftest import DRAW, SETUP

_numbers = itertools.count(1)


class Wire:
    """Answers are `(status, JSON)`."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=20)
        self.token = token

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._connection.close()

    def call(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body)
        self._connection.request(method, path, data, headers)
        with self._connection.getresponse() as answer:
            return answer.status, json.loads(answer.read() or b"null")

    def open_table(self) -> str:
        """Opens a table and keeps its token; returns its address."""
        status, opened = self.call("POST", "/api/tables", SETUP)
        assert status == 201, opened
        self.token = opened["token"]
        return f"/api/tables/{opened['code']}"

    def draw(self, table: str, base: int, entry_id: str | None = None) -> tuple[int, Any]:
        body = {"entry_id": entry_id or f"e{next(_numbers)}", "base_revision": base, "entry": DRAW}
        return self.call("POST", f"{table}/entries", body)

    def note(self, table: str, base: int, entry_id: str | None = None) -> tuple[int, Any]:
        """Records what is possible at any time."""
        entry = {"type": "count", "draw_pile": base % 50}
        body = {"entry_id": entry_id or f"e{next(_numbers)}", "base_revision": base, "entry": entry}
        return self.call("POST", f"{table}/entries", body)
