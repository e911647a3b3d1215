"""Streams at which nothing happens: their sockets are held by one carrier for each worker, and cost no greenlet.

A request leaves its stream to the carrier as steps: bytes to be sent, and pauses. A pause ends when the stream is rung, or
when its time is over.
"""

from __future__ import annotations

import logging
import math
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import gevent
from gevent.event import Event

log = logging.getLogger(__name__)

# How exactly pauses end, in seconds.
TICK = 0.2
# The key by which an application finds what it may leave to the carrier.
OFFER = "harbormaster.carrier"


class Pause(Protocol):
    """Nothing to be sent for so many seconds, unless the stream is rung."""

    @property
    def seconds(self) -> float: ...


class Offer:
    """To a request: its stream may be carried. `ring` says that there is something new."""

    __slots__ = ("_carried", "_carrier", "first", "steps")

    def __init__(self, carrier: Carrier) -> None:
        self.first = b""
        self.steps: Iterator[bytes | Pause] | None = None
        self._carrier = carrier
        self._carried: Carried | None = None

    def ring(self) -> None:
        """Before the stream is carried there is no need: it looks as soon as it is."""
        if self._carried is not None:
            self._carrier.ring(self._carried)

    def taken(self, carried: Carried) -> None:
        """It is carried from now on."""
        self._carried = carried


class Carried:
    """A stream: its socket, what it has to say, and what is done at its end."""

    __slots__ = ("busy", "chunked", "done", "due", "rung", "socket", "steps")

    def __init__(
        self, socket: Any, chunked: bool, steps: Iterator[bytes | Pause], done: Callable[[], None]
    ) -> None:
        self.socket, self.chunked, self.steps, self.done = socket, chunked, steps, done
        self.busy = self.rung = False
        # When its pause is over, in ticks; 0 for never.
        self.due = 0

    def send(self, texts: list[bytes]) -> None:
        """Waits for a phone that takes it slowly, as long as its socket's time says."""
        if self.chunked:
            texts = [b"%x\r\n%b\r\n" % (len(text), text) for text in texts]
        self.socket.sendall(b"".join(texts))


class Carrier:
    """All of a worker."""

    def __init__(self, most: int) -> None:
        self._most, self._number = most, 0
        self._ready: deque[Carried] = deque()
        self._bell = Event()
        self._due: defaultdict[int, list[Carried]] = defaultdict(list)
        self._runs = False

    def offer(self) -> Offer | None:
        """None where it has no room: the request then keeps its stream."""
        return Offer(self) if self._number < self._most else None

    def take(self, offer: Offer, socket: Any, chunked: bool, done: Callable[[], None]) -> None:
        """Carries the stream that a request has left, until it ends or its phone is gone."""
        assert offer.steps is not None
        carried = Carried(socket, chunked, offer.steps, done)
        offer.taken(carried)
        self._number += 1
        if not self._runs:
            self._runs = True
            gevent.spawn(self._run)
        self.ring(carried)

    def ring(self, carried: Carried) -> None:
        """There is something new for that stream."""
        if carried.busy:
            carried.rung = True
        else:
            carried.busy = True
            self._ready.append(carried)
            self._bell.set()

    def _run(self) -> None:
        tick = _ticks()
        while True:
            self._bell.wait(TICK)
            self._bell.clear()
            while self._ready:
                gevent.spawn(self._step, self._ready.popleft())
            while tick < _ticks():
                tick += 1
                for carried in self._due.pop(tick, ()):
                    # It may have said something since, and be due later; or have ended.
                    if carried.due == tick and not carried.busy:
                        carried.busy = True
                        gevent.spawn(self._step, carried)

    def _step(self, carried: Carried) -> None:
        try:
            while True:
                carried.rung = False
                pause, texts = None, []
                for step in carried.steps:
                    if not isinstance(step, bytes):
                        pause = step
                        break
                    texts.append(step)
                if texts:
                    carried.send(texts)
                if pause is None:
                    self._end(carried, b"0\r\n\r\n" if carried.chunked else b"")
                    return
                if not carried.rung:
                    break
        except OSError:  # nobody is there any more, or takes nothing
            self._end(carried)
            return
        except Exception:
            log.exception("a stream failed")
            self._end(carried)
            return
        carried.busy, carried.due = False, _ticks() + math.ceil(pause.seconds / TICK)
        self._due[carried.due].append(carried)

    def _end(self, carried: Carried, last: bytes = b"") -> None:
        self._number -= 1
        carried.due = 0
        try:
            if last:
                carried.socket.sendall(last)
        except OSError:
            pass
        finally:
            carried.socket.close()
            carried.steps.close()  # type: ignore[attr-defined]
            carried.done()


def _ticks() -> int:
    return int(time.monotonic() / TICK)
