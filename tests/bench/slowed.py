"""A browser on a slower processor. The browser's own throttling does not reach workers, where the engine runs."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Browser

SLICE = 0.0015


@contextmanager
def slowed(browser: Browser, times: int) -> Iterator[None]:
    """Lets every process of the browser run for one slice of time in so many, by SIGSTOP and SIGCONT."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    root = next(process["id"] for process in processes if process["type"] == "browser")
    ended = threading.Event()

    def beat() -> None:
        found: list[int] = []
        beats = 0
        while not ended.is_set():
            if beats % 20 == 0:  # a new page has a new process
                found = family(root)
            beats += 1
            started = time.perf_counter()
            send(found, signal.SIGCONT)
            time.sleep(SLICE)
            send(found, signal.SIGSTOP)
            # As long as it really ran: a busy machine wakes this thread late.
            time.sleep((time.perf_counter() - started) * (times - 1))

    thread = threading.Thread(target=beat)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        send(family(root), signal.SIGCONT)


def family(root: int) -> list[int]:
    """A process and all that it started."""
    found = [root]
    for process in found:
        with suppress(OSError):
            for children in Path(f"/proc/{process}/task").glob("*/children"):
                found += [int(child) for child in children.read_text().split() if int(child) not in found]
    return found


def send(processes: list[int], number: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)
