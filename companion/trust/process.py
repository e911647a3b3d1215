"""The process beside the server: started with it, started again when it dies, ended with it."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress

# A process that dies at once is not started more often than this, in seconds.
PAUSE = 5.0


class Beside:
    """One process on a port that is its own before it begins. Nothing of it is imported where it is started."""

    def __init__(self, listener: socket.socket, serve: Callable[[socket.socket], None]) -> None:
        self.listener, self._serve = listener, serve
        self._owner, self._child, self._not_before = os.getpid(), 0, 0.0

    def look(self, close: Callable[[], None] = lambda: None) -> bool:
        """Starts it where it does not run; true where it had died. `close` is called in the new process."""
        if (self._child and _runs(self._child)) or time.monotonic() < self._not_before:
            return False
        again = bool(self._child)
        self._not_before = time.monotonic() + PAUSE
        self._child = os.fork()
        if self._child == 0:
            try:
                for number in set(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}:
                    if callable(signal.getsignal(number)):
                        signal.signal(number, signal.SIG_DFL)
                close()
                self._serve(self.listener)
            finally:
                os._exit(1)
        return again

    def end(self) -> None:
        """Ends it, and gives the port back."""
        self.listener.close()
        if self._child and os.getpid() == self._owner:
            with suppress(ProcessLookupError):  # Ctrl+C reaches it too
                os.kill(self._child, signal.SIGTERM)


def _runs(child: int) -> bool:
    try:
        return os.waitpid(child, os.WNOHANG) == (0, 0)
    except ChildProcessError:  # gunicorn has heard of its end already
        return False
