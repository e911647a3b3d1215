"""Long folds run aside, where they keep nobody else waiting: few at once, and few more that wait for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from .errors import Busy
from .watch import Watch

Result = TypeVar("Result")
# A fold of so few entries is done before anybody notices.
SHORT = 250


def here(work: Callable[[], Result]) -> Result:
    """Done where it is asked for."""
    return work()


class Aside:
    """A bounded queue before `run`, which does the work elsewhere and comes back with what it gave."""

    def __init__(
        self,
        run: Callable[[Callable[[], object]], object] = here,
        most: int = 16,
        watch: Watch | None = None,
    ) -> None:
        self._run, self._most, self._watch = run, most, watch or Watch()
        self._under_way = 0
        self._lock = threading.Lock()

    def __call__(self, work: Callable[[], Result], entries: int = SHORT) -> Result:
        """What the work gives, over about so many entries; raises `Busy` where too much waits already."""
        if entries < SHORT:
            return work()
        with self._lock:
            if self._under_way >= self._most:
                raise Busy
            self._under_way += 1
        came, begun = time.perf_counter(), 0.0

        def done() -> Result:
            nonlocal begun
            begun = time.perf_counter()
            return work()

        self._watch.fold_comes()
        try:
            return self._run(done)  # type: ignore[return-value]
        finally:
            with self._lock:
                self._under_way -= 1
            ended = time.perf_counter()
            begun = begun or ended  # one that had to be given up before its turn came only waited
            # Told here, not where it is done: that may be a thread that knows nothing of ours.
            self._watch.fold_begins(begun - came)
            self._watch.fold_ends(ended - begun)
