"""For who runs the server: is it alive, is it ready, what does it do."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path

from flask import Flask, Response, g, request
from flask_smorest import Blueprint
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Metric,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

from companion.settings import Settings, read_address
from companion.storage import Unavailable
from companion.tables import Tables

from .limits import Limits
from .problems import Problem
from .replies import reply
from .resource import describe
from .stream import Streams
from .views import HealthSchema

# A method that somebody made up would be a figure of its own for good.
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


class Metrics:
    """Figures by route pattern: no code, no name, no address is among them."""

    def __init__(self, tables: Tables, streams: Streams) -> None:
        self._registry = CollectorRegistry()
        labels = ("method", "route", "status")
        self._requests = Counter(
            "harbormaster_requests", "Requests answered", labels, registry=self._registry
        )
        self._seconds = Histogram("harbormaster_request_seconds", "Time to answer", registry=self._registry)
        kept = Gauge(
            "harbormaster_kept_tables",
            "Tables in memory",
            registry=self._registry,
            multiprocess_mode="livesum",
        )
        self._kept = kept
        self._open = Gauge(
            "harbormaster_open_streams",
            "Phones that follow a table",
            registry=self._registry,
            multiprocess_mode="livesum",
        )
        self._streams = streams
        self._counters: dict[tuple[str, str, int], Counter] = {}
        self._tables = tables

    def count(self, response: Response) -> None:
        """One more request is answered."""
        rule = request.url_rule
        method = request.method if request.method in METHODS else "-"
        key = (method, rule.rule if rule else "-", response.status_code)
        counter = self._counters.get(key)
        if counter is None:
            counter = self._counters[key] = self._requests.labels(*key)
        counter.inc()
        started = g.get("started")
        if started is not None:
            self._seconds.observe(time.perf_counter() - started)

    def written(self) -> bytes:
        """The figures of every worker in Prometheus' own form."""
        self._kept.set(self._tables.kept())
        self._open.set(len(self._streams))
        registry = self._registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            registry = CollectorRegistry()
            registry.register(_Workers(None))  # type: ignore[no-untyped-call]
        return generate_latest(registry)


class _Workers(MultiProcessCollector):
    """The figures of all workers; one that starts at this moment has an empty file, and nothing to tell yet."""

    def collect(self) -> Iterable[Metric]:
        folder = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
        return self.merge([str(one) for one in folder.glob("*.db") if _told(one)])  # type: ignore[no-any-return,no-untyped-call]


def _told(figures: Path) -> bool:
    try:
        return figures.stat().st_size > 0
    except FileNotFoundError:  # its worker has just ended
        return False


class Writable:
    """Whether the log can be written. Trying it costs a write, so it is tried once a second, whoever asks."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._until = 0.0
        self._wrong: Unavailable | None = None

    def look(self) -> None:
        """Raises `Unavailable` where it cannot."""
        if time.monotonic() >= self._until:
            self._until = time.monotonic() + 1
            try:
                self._tables.ping()
                self._wrong = None
            except Unavailable as wrong:
                self._wrong = wrong
        if self._wrong:
            raise Unavailable(self._wrong.why) from self._wrong.__cause__


def elsewhere(settings: Settings) -> bool:
    """Whether this request has come to the address that `METRICS` names."""
    address, server = read_address(settings.metrics), request.environ.get("gunicorn.socket")
    return bool(address and server and server.getsockname()[:2] == address)


def register(app: Flask, metrics: Metrics, settings: Settings) -> None:
    """Counts every request of the application."""
    if read_address(settings.metrics):

        @app.before_request
        def apart() -> None:
            if elsewhere(settings) and request.path != "/metrics":
                raise Problem(404, "not_found")

    @app.before_request
    def start() -> None:
        g.started = time.perf_counter()

    @app.after_request
    def count(response: Response) -> Response:
        metrics.count(response)
        return response


def blueprint(tables: Tables, metrics: Metrics, limits: Limits, settings: Settings) -> Blueprint:
    """`/healthz`, `/readyz` and `/metrics`"""
    blp = Blueprint("hosts", __name__, description="For hosts")
    writable = Writable(tables)

    @blp.route("/healthz", methods=["GET"])
    @describe(blp, gives={200: HealthSchema})
    def healthz() -> Response:
        """The process is alive"""
        answer = reply({"status": "ok"})
        # The trust pages ask from another port whether their phone trusts this one.
        answer.headers["Access-Control-Allow-Origin"] = "*"
        return answer

    @blp.route("/readyz", methods=["GET"])
    @describe(blp, gives={200: HealthSchema}, fails=(503,))
    def readyz() -> Response:
        """Entries can be kept"""
        writable.look()
        limits.room_for_entries()
        return reply({"status": "ok"})

    @blp.route("/metrics", methods=["GET"])
    @blp.doc(
        responses={"200": {"description": "OK", "content": {"text/plain": {"schema": {"type": "string"}}}}},
        security=[],
    )
    def read_metrics() -> Response:
        """Figures for Prometheus"""
        if settings.metrics != "on" and not elsewhere(settings):
            raise Problem(404, "not_found")
        return Response(metrics.written(), content_type=CONTENT_TYPE_LATEST)

    return blp
