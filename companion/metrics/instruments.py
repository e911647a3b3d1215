"""The figures themselves. They name routes, codes and workers, never a table, a name or an address."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import Metric

from companion.release import VERSION
from companion.tables import Watch

from .workers import Processes, Workers

# A method that somebody made up would be a figure of its own for good.
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
NO_ROUTE = "-"
RECORDS = {"/api/tables/<code>/entries": "entry", "/api/tables/<code>/corrections": "correction"}
QUICK = (0.001, 0.005, 0.02, 0.1, 0.5, 2.0, 10.0)
SLOW = (0.005, 0.02, 0.1, 0.5, 1.0, 2.0, 10.0)


class Metrics(Watch):
    """One for each process; several of a server find each other by the folder of `shared_figures`."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        counter, histogram = (
            partial(Counter, registry=self._registry),
            partial(Histogram, registry=self._registry),
        )
        gauge = partial(Gauge, registry=self._registry, multiprocess_mode="livesum")
        self._requests = counter("harbormaster_requests", "Requests answered", ("method", "route", "status"))
        self._seconds = histogram(
            "harbormaster_request_seconds", "Time to answer, or to begin a stream", ("route",), buckets=QUICK
        )
        self._entries = counter("harbormaster_entries", "Entries and corrections recorded", ("kind",))
        self._refusals = counter(
            "harbormaster_refusals", "What was refused, by the code of its problem", ("code",)
        )
        self._kept_tables = gauge("harbormaster_kept_tables", "Tables in memory")
        self._kept_bytes = gauge("harbormaster_kept_bytes", "About what they take, bounded by KEPT_BYTES")
        self._rests = counter("harbormaster_rests", "Tables put to rest: only their end stays in memory")
        self._evictions = counter("harbormaster_evictions", "Tables that made room for others")
        self._folds = gauge(
            "harbormaster_folds", "Long folds and searches under way or waiting for their turn"
        )
        self._fold_waits = histogram(
            "harbormaster_fold_wait_seconds", "Time until a long fold has its turn", buckets=SLOW
        )
        self._fold_seconds = histogram(
            "harbormaster_fold_seconds", "Time that a long fold takes", buckets=SLOW
        )
        self._pool_waits = histogram(
            "harbormaster_pool_wait_seconds",
            "Time until there is a connection to the database",
            buckets=QUICK,
        )
        self._news = histogram(
            "harbormaster_news_age_seconds", "Age of the newest news when a phone has it", buckets=QUICK
        )
        self._streams = gauge("harbormaster_open_streams", "Phones that follow a table")
        build = Gauge(
            "harbormaster_build_info",
            "The version",
            ("version",),
            registry=self._registry,
            multiprocess_mode="livemax",
        )
        build.labels(VERSION).set(1)
        self._counted: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self._registry.register(Processes())

    def answered(self, method: str, route: str | None, status: int, begun: float | None) -> None:
        """One more request is answered; `begun` by the clock of `time.perf_counter`."""
        route = route or NO_ROUTE
        key = (method if method in METHODS else "-", route, status)
        figures = self._counted.get(key)
        if figures is None:
            figures = self._counted[key] = self._requests.labels(*key), self._seconds.labels(route)
        figures[0].inc()
        if begun is not None:
            figures[1].observe(time.perf_counter() - begun)
        if status == 201 and (kind := RECORDS.get(route)):
            self._entries.labels(kind).inc()

    def refused(self, code: str) -> None:
        """Somebody was told why something is not done."""
        self._refusals.labels(code).inc()

    def streams(self, more: int) -> None:
        """So many more phones follow a table, or fewer."""
        self._streams.inc(more)

    def waited_for_connection(self, seconds: float) -> None:
        """A request has its connection to the database."""
        self._pool_waits.observe(seconds)

    def keeps(self, tables: int, size: int) -> None:
        self._kept_tables.set(tables)
        self._kept_bytes.set(size)

    def rests(self) -> None:
        self._rests.inc()

    def evicts(self) -> None:
        self._evictions.inc()

    def fold_comes(self) -> None:
        self._folds.inc()

    def fold_begins(self, waited: float) -> None:
        self._fold_waits.observe(waited)

    def fold_ends(self, took: float) -> None:
        self._folds.dec()
        self._fold_seconds.observe(took)

    def news_sent(self, age: float) -> None:
        self._news.observe(max(0.0, age))

    def written(self, at_hand: Iterable[Metric]) -> bytes:
        """The figures of every worker in Prometheus' own form, and those that are `at_hand`, which any worker knows."""
        registry = self._registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            registry = CollectorRegistry()
            registry.register(Workers())
            registry.register(Processes())
        return generate_latest(registry) + generate_latest(AtHand(at_hand))  # type: ignore[arg-type]


class AtHand:
    """Figures that are worked out when they are asked for."""

    def __init__(self, figures: Iterable[Metric]) -> None:
        self._figures = figures

    def collect(self) -> Iterable[Metric]:
        return self._figures
