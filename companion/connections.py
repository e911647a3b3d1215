"""Who comes in, and how long they may take: connections by address, handshakes and bodies by the clock."""

from __future__ import annotations

import ipaddress
import logging
import ssl
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import gevent
from gevent.server import StreamServer
from gunicorn.http.errors import ParseException

log = logging.getLogger(__name__)


class Acceptor(StreamServer):  # type: ignore[misc]
    """Accepts what comes to one listener: at most so many connections from one address, 0 for any number.

    A TLS handshake has its time, and one that fails is a line in the log.
    """

    def __init__(
        self,
        listener: Any,
        handle: Callable[..., None],
        seconds: float,
        most: int,
        proxy: Callable[[str], bool] = lambda _: False,
        **more: Any,
    ) -> None:
        """All that comes through a `proxy` comes from its address: there it is not counted."""
        super().__init__(listener, handle=handle, **more)
        self._seconds, self._most, self._proxy = seconds, most, proxy
        self._open: Counter[str] = Counter()
        self._turned_away: set[str] = set()

    def do_handle(self, sock: Any, address: Any) -> None:
        """Somebody connects."""
        whose = network(address)
        self._open[whose] += 1
        if self._most and self._open[whose] > self._most and not (address and self._proxy(str(address[0]))):
            if whose not in self._turned_away:
                self._turned_away.add(whose)
                log.warning("an address has more than %d connections open: the others are closed", self._most)
            self.do_close(sock, address)
        else:
            super().do_handle(sock, address)

    def do_close(self, sock: Any, address: Any) -> None:
        """A connection ends, however it came to that."""
        whose = network(address)
        self._open[whose] -= 1
        if not self._open[whose]:
            del self._open[whose]
            self._turned_away.discard(whose)
        super().do_close(sock, address)

    def wrap_socket_and_handle(self, client_socket: Any, address: Any) -> None:
        """The handshake, and what follows."""
        try:
            with gevent.Timeout(self._seconds, TimeoutError("it took too long")):
                client = self.wrap_socket(client_socket, **self.ssl_args)
        except OSError as error:
            reason = error.reason if isinstance(error, ssl.SSLError) and error.reason else error
            log.info("a TLS handshake failed: %s", reason)
            return
        with closing(client):
            self.handle(client, address)


class TimedBody:
    """The body of a request, which has to come within its time once somebody begins to read it.

    Raises `TimeoutError`, and `ConnectionError` for what is no body.
    """

    def __init__(self, body: Any, seconds: float) -> None:
        self._body, self._seconds = body, seconds
        self._until: float | None = None

    @property
    def failed(self) -> bool:
        """Whether the connection cannot be used any further."""
        return bool(self._body.failed)

    def read(self, size: int | None = None) -> bytes:
        return bytes(self._timed(self._body.read, size))

    def readline(self, size: int | None = None) -> bytes:
        return bytes(self._timed(self._body.readline, size))

    def readlines(self, _hint: int | None = None) -> list[bytes]:
        return list(self)

    def __iter__(self) -> Iterator[bytes]:
        while line := self.readline():
            yield line

    def _timed(self, read: Callable[[int | None], Any], size: int | None) -> Any:
        now = time.monotonic()
        self._until = self._until or now + self._seconds
        try:
            # What is there already is read even when the time is over.
            with gevent.Timeout(max(self._until - now, 0.01), TimeoutError("the body took too long")):
                return read(size)
        except TimeoutError:
            self._body.failed = True
            raise
        except ParseException as error:
            raise ConnectionError("the body is malformed") from error


def network(address: Any) -> str:
    """Whom an address belongs to: itself, and with IPv6 all of a network, which may be one machine's."""
    try:
        found = ipaddress.ip_address(address[0].partition("%")[0])
    except (ValueError, LookupError, TypeError, AttributeError):
        return ""
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))
