"""The worker process: gunicorn's, with streams that end when it is told to stop."""

from __future__ import annotations

from typing import Any

import gevent
from gunicorn.workers.ggevent import GeventWorker


class Worker(GeventWorker):  # type: ignore[misc]
    """A stream would go on for good: without this, each stop would wait in vain for the last one."""

    def handle_exit(self, sig: int, frame: Any) -> None:
        super().handle_exit(sig, frame)
        # Not in the handler itself, which may have interrupted a lock's holder.
        gevent.spawn(self._end_streams)

    def _end_streams(self) -> None:
        self.wsgi.extensions["harbormaster.live"].close()
