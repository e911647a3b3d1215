"""Phones that follow tables by their streams, and come back by themselves when those end."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from types import TracebackType

PATIENCE = 60.0
AGAIN = 0.5


class Phone:
    """One of them: whether it hears, and how far it has heard."""

    def __init__(self, port: int, path: str, token: str) -> None:
        self.port, self.path, self.token = port, path, token
        self.revision, self.hears, self.over = 0, False, False

    def follow(self) -> None:
        """Until it is told to stop."""
        while not self.over:
            with suppress(OSError, http.client.HTTPException):
                self._listen()
            self.hears = False
            time.sleep(AGAIN)

    def _listen(self) -> None:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {self.token}", "Last-Event-ID": str(self.revision)}
        line.request("GET", f"{self.path}/stream", headers=headers)
        with line.getresponse() as answer:
            self.hears = answer.status == 200
            while self.hears and not self.over and (said := answer.readline()):
                name, _, value = said.partition(b":")
                if name == b"id":
                    self.revision = max(self.revision, int(value))
        line.close()


class Phones:
    """All of them, each in a thread of its own."""

    def __init__(self, port: int, tables: Iterable[tuple[str, str]]) -> None:
        self._phones = [Phone(port, path, token) for path, token in tables]

    def __enter__(self) -> Phones:
        for phone in self._phones:
            threading.Thread(target=phone.follow, daemon=True).start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        for phone in self._phones:
            phone.over = True

    def following(self) -> int:
        """How many hear their table."""
        return sum(phone.hears for phone in self._phones)

    def behind(self, revisions: dict[str, int]) -> int:
        """How many have not heard of that revision of their table."""
        return sum(phone.revision < revisions[phone.path] for phone in self._phones)

    def until(self, so_far: Callable[[], bool]) -> None:
        """Waits for that; raises TimeoutError where it does not come."""
        deadline = time.monotonic() + PATIENCE
        while not so_far():
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self.following()} of {len(self._phones)} phones hear their table")
            time.sleep(0.02)
