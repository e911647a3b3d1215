"""A port for each worker, beside the one that they share: a proxy sends all that belongs to a table to one of them.

The main process opens the ports and keeps them: whoever knocks while a worker is started again waits for the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.addresses import origin
from companion.settings import Settings


def own_ports(settings: Settings) -> range:
    """The ports of the workers' own, none where `WORKER_PORTS` says so."""
    first = settings.worker_ports
    return range(first, first + settings.workers) if first else range(0)


def bound(settings: Settings, host: str) -> list[str]:
    """The same as gunicorn binds them."""
    return [origin("tcp", host, port).removeprefix("tcp://") for port in own_ports(settings)]


class OwnPorts:
    """Who has which. They are the last ones of all that gunicorn listens at."""

    def __init__(self, settings: Settings) -> None:
        self._number = len(own_ports(settings))

    def choose(self, arbiter: Any, worker: Any) -> None:
        """Before a worker is started: it has the port that fewest have, which is that of the one whose place it takes."""
        if self._number:
            had = [other.own_port for other in arbiter.WORKERS.values()]
            worker.own_port = min(range(self._number), key=had.count)

    def leave_the_others(self, _arbiter: Any, worker: Any) -> None:
        """In a worker: it listens at its own port and at those that all share."""
        if self._number:
            shared, own = _parted(worker.sockets, self._number)
            mine = own.pop(worker.own_port)
            for other in own:
                other.close()
            worker.sockets = [*shared, mine]


def _parted(listeners: Sequence[Any], number: int) -> tuple[list[Any], list[Any]]:
    return list(listeners[:-number]), list(listeners[-number:])
