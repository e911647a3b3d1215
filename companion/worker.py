"""The worker process: gunicorn's, that accepts connections in its own way, and streams that end when it is told to stop."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Any

import gevent
from gunicorn.http.errors import ParseException
from gunicorn.workers.ggevent import GeventWorker

from .carrier import OFFER, Carrier
from .connections import Acceptor, TimedBody
from .proxies import Proxies

if TYPE_CHECKING:
    from .tables import Tables

log = logging.getLogger(__name__)

# Whoever takes nothing of an answer for so long is gone.
STALLED = 60.0
HOUR = 3600.0


class Worker(GeventWorker):  # type: ignore[misc]
    """A stream would go on for good: without this, each stop would wait in vain for the last one."""

    def server_class(self, listener: Any, *, spawn: Any, ssl_context: Any = None, **_: Any) -> Acceptor:
        """How gunicorn's own worker asks for what accepts connections."""
        settings = self.app.settings
        most, proxy = settings.connections_per_address, Proxies(settings).has
        tls = {"ssl_context": ssl_context} if ssl_context else {}
        handle = partial(self.handle, listener)
        acceptor = Acceptor(listener, handle, settings.request_timeout, most, proxy, spawn=spawn, **tls)
        if self.cfg.workers > 1:
            acceptor.max_accept = 1
        return acceptor

    def load_wsgi(self) -> None:
        super().load_wsgi()
        self._application, self._carrier = self.wsgi, Carrier(self.cfg.worker_connections)
        self.wsgi = self._answer

    def _answer(self, environ: Any, start_response: Any) -> Any:
        """The application's answer. A stream that it leaves to the carrier goes on without this request."""
        response = start_response.__self__
        # What is encrypted cannot be handed on.
        offer = None if self.cfg.is_ssl else self._carrier.offer()
        if offer:
            environ[OFFER] = offer
        answer = self._application(environ, start_response)
        if offer is None or offer.steps is None:
            return answer
        try:
            response.force_close()
            response.write(offer.first)
            self._carrier.take(offer, response.sock.dup(), response.chunked, answer.close)
        except OSError:  # the phone has gone meanwhile
            offer.steps.close()
            answer.close()
            raise
        # Gunicorn closes its own end of the connection and thinks no more of it.
        raise StopIteration

    def run(self) -> None:
        """Serves; every hour the invites that have ended are forgotten, and where the host wants that the tables that
        nobody uses any more.
        """
        gevent.spawn(self._forget)
        super().run()

    def _forget(self) -> None:
        days = self.app.settings.forget_after
        while True:
            try:
                tables = self._tables()
                if tables is None:
                    return
                tables.forget_invites()
                if days and (forgotten := tables.forget(days)):
                    log.info("forgot %d tables unused for %d days", forgotten, days)
            except Exception as error:  # the database may be back in an hour
                log.warning("what has ended could not be forgotten: %s", type(error).__name__)
            gevent.sleep(HOUR)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        """One request; a connection whose other end has stopped reading is closed without a word."""
        req.body = TimedBody(req.body, self.app.settings.request_timeout)
        sock.settimeout(STALLED)
        try:
            super().handle_request(listener_name, req, sock, addr)
        except TimeoutError:
            raise StopIteration from None

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """A request that is none; gunicorn would log, and answer, what was sent: a token, perhaps."""
        if isinstance(exc, ParseException):
            kind = type(exc)
            exc.__class__ = type(kind.__name__, (kind,), {"__str__": lambda _: kind.__name__})
        super().handle_error(req, client, addr, exc)

    def handle_exit(self, sig: int, frame: Any) -> None:
        super().handle_exit(sig, frame)
        # Not in the handler itself, which may have interrupted a lock's holder.
        gevent.spawn(self._end_streams)

    def _end_streams(self) -> None:
        if tables := self._tables():
            tables.live.close()

    def _tables(self) -> Tables | None:
        """None for a worker that is told to go while it starts, and for an application that keeps none."""
        found = getattr(self, "_application", None)
        return found.extensions.get("harbormaster.tables") if found is not None else None
