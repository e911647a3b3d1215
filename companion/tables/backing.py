"""What every table of a server stands on."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.live import Live
from companion.storage import People, Store

from .aside import Aside
from .clock import Steady
from .watch import Watch


@dataclass(frozen=True, slots=True)
class Backing:
    """What every table stands on."""

    store: Store
    people: People
    live: Live
    max_lines: int
    # How often, in seconds, the log is read also without a wake-up.
    look: float
    steady: Steady
    aside: Aside
    # The work that working a log out may take.
    budget: int
    watch: Watch
    clock: Callable[[], float] = time.time
