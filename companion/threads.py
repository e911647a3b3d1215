"""Where long work is done: in threads of the system, also where a worker's requests share one thread.

In a gevent worker a computation would keep every other request waiting until it is done. In a thread of its own it has
to give way every few milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from gevent import get_hub, monkey
from gevent.threadpool import ThreadPool

Run = Callable[[Callable[[], Any]], Any]


def elsewhere(at_once: int) -> Run:
    """Runs work in at most so many threads beside the requests' own."""

    @cache
    def pool(_hub: object) -> ThreadPool:
        # Made where it is needed first: a worker that is forked has a hub of its own.
        return ThreadPool(at_once)

    def run(work: Callable[[], Any]) -> Any:
        if not monkey.is_module_patched("threading"):
            return work()  # each request has a thread already
        failed, found = pool(get_hub()).apply(_tried, (work,))
        if failed:
            raise found
        return found

    return run


def _tried(work: Callable[[], Any]) -> tuple[bool, Any]:
    """Whether it failed, and what came of it: of what a thread raises gevent writes a traceback, and most of it is a refusal."""
    try:
        return False, work()
    except Exception as error:
        return True, error
