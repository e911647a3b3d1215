"""Every request has an id, which its answer and its lines in the log carry: a host finds one by the other."""

from __future__ import annotations

import re
import time
from random import getrandbits

from flask import Flask, Response, g, request

from companion.logs import REQUEST, answered
from companion.settings import Settings

HEADER, GIVEN = "X-Request-ID", "HTTP_X_REQUEST_ID"
SANE = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")
# Asked for every few seconds by what looks after the server.
OFTEN = {"/healthz", "/readyz", "/metrics"}


def request_id() -> str:
    """The one that a proxy gave, where its word is believed, or a new one."""
    environ = request.environ
    if "werkzeug.proxy_fix.orig" in environ and SANE.match(given := environ.get(GIVEN, "")):
        return str(given)
    return f"{getrandbits(64):016x}"  # it opens nothing: chance of the cheaper kind


def register(app: Flask, settings: Settings) -> None:
    """Begins with each request, before anything may be refused. With `LOG_FORMAT=json` each is a line of the log."""
    lines = settings.log_format == "json" and settings.log_level in ("debug", "info")

    @app.before_request
    def begin() -> None:
        g.started = time.perf_counter()
        REQUEST.set(request_id())

    @app.after_request
    def tell(response: Response) -> Response:
        response.headers[HEADER] = REQUEST.get()
        rule = request.url_rule.rule if request.url_rule else "-"
        if lines and rule not in OFTEN:
            seconds = round(time.perf_counter() - g.started, 4)
            told = {"route": rule, "status": response.status_code, "seconds": seconds}
            answered(method=request.method, **told, code=g.get("problem"))
        if response.is_streamed:
            # It has only begun: what it has to say later is of this request too.
            g.goes_on = True
            response.call_on_close(lambda: REQUEST.set(""))
        return response

    @app.teardown_request
    def end(_error: BaseException | None) -> None:
        if not g.get("goes_on"):
            REQUEST.set("")
