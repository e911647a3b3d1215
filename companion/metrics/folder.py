"""Where the workers of a server put their figures together: a folder that goes with it."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = "harbormaster-metrics-"


@contextmanager
def shared_figures() -> Iterator[Path]:
    """A folder that is locked as long as its server or one of its workers lives. Those that nobody locks are removed.

    A server that was killed leaves its folder behind: the next one to start finds it.
    """
    with suppress(OSError):
        for old in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
            _remove_unused(old)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    lock = os.open(folder, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_SH)
    owner = os.getpid()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
    try:
        yield folder
    finally:
        # A worker comes by here too, when it ends.
        if os.getpid() == owner:
            os.close(lock)
            shutil.rmtree(folder, ignore_errors=True)


def _remove_unused(folder: Path) -> None:
    with suppress(OSError):
        lock = os.open(folder, os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(lock).st_uid == os.geteuid():
                shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(lock)
