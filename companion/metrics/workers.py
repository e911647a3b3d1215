"""The figures of all workers of a server, whichever of them is asked."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector


def folder() -> Path:
    """Where they put them together."""
    return Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])


class Workers(MultiProcessCollector):
    """One that starts at this moment has an empty file, and nothing to tell yet."""

    def __init__(self) -> None:
        super().__init__(None)  # type: ignore[no-untyped-call]

    def collect(self) -> Iterable[Metric]:
        return self.merge([str(one) for one in folder().glob("*.db") if _told(one)])  # type: ignore[no-any-return,no-untyped-call]


class Processes:
    """Processor time, memory and open files of each worker that runs, by its process."""

    def describe(self) -> Iterable[Metric]:
        return []

    def collect(self) -> Iterator[Metric]:
        found: dict[str, Metric] = {}
        for pid in _running():
            nobody = CollectorRegistry()
            for metric in ProcessCollector(
                "harbormaster", pid=lambda pid=pid: pid, registry=nobody
            ).collect():  # type: ignore[misc]
                one = found.setdefault(metric.name, Metric(metric.name, metric.documentation, metric.type))
                for sample in metric.samples:
                    one.add_sample(sample.name, {**sample.labels, "worker": str(pid)}, sample.value)
        yield from found.values()


def _running() -> list[int]:
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return [os.getpid()]
    pids = {int(one.stem.rpartition("_")[2]) for one in folder().glob("gauge_livesum_*.db")}
    return sorted(pid for pid in pids if Path(f"/proc/{pid}").exists())


def _told(figures: Path) -> bool:
    try:
        return figures.stat().st_size > 0
    except FileNotFoundError:  # its worker has just ended
        return False
