"""For who runs the server: is it alive, is it ready, what does it do."""

from __future__ import annotations

import time
from collections.abc import Iterator

from flask import Flask, Response, g, request
from flask_smorest import Blueprint
from prometheus_client import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import GaugeMetricFamily

from companion.metrics.instruments import Metrics
from companion.settings import Settings, read_address
from companion.storage import Unavailable
from companion.tables import Tables

from .limits import Limits
from .problems import Problem
from .replies import reply
from .resource import describe
from .views import HealthSchema


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

    @app.after_request
    def count(response: Response) -> Response:
        rule = request.url_rule
        metrics.answered(request.method, rule and rule.rule, response.status_code, g.get("started"))
        if code := g.get("problem"):
            metrics.refused(code)
        return response


def blueprint(tables: Tables, metrics: Metrics, limits: Limits, settings: Settings) -> Blueprint:
    """`/healthz`, `/readyz` and `/metrics`"""
    blp = Blueprint("hosts", __name__, description="For hosts")
    writable = Writable(tables)

    def ready() -> None:
        writable.look()
        limits.room_for_entries()

    def at_hand() -> Iterator[GaugeMetricFamily]:
        size, well = None, True
        try:
            writable.look()
            size = tables.stored_bytes()
            limits.room_for_entries()
        except (Unavailable, Problem):
            well = False
        yield GaugeMetricFamily("harbormaster_ready", "Whether entries can be kept", well)
        if size is not None:
            yield GaugeMetricFamily("harbormaster_stored_bytes", "What the database takes", size)
        yield GaugeMetricFamily(
            "harbormaster_stored_bytes_limit", "What it may take: STORED_BYTES", settings.stored_bytes
        )
        yield GaugeMetricFamily(
            "harbormaster_kept_bytes_limit",
            "What each worker may keep in memory: KEPT_BYTES",
            settings.kept_bytes,
        )

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
        ready()
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
        return Response(metrics.written(at_hand()), content_type=CONTENT_TYPE_LATEST)

    return blp
