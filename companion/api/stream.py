"""Server-Sent Events: what is new at a table, as it happens.

A stream costs its connection and little more: no thread, no connection to the database.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterator

import orjson
from flask import Response, request
from flask_smorest import Blueprint

from companion.settings import Settings
from companion.storage import Unavailable
from companion.tables import LogUnreadable, News, Place

from .entries import MOST_LINES
from .problems import Problem, malformed
from .queries import number
from .resource import describe, query_number
from .rights import Rights

log = logging.getLogger(__name__)

# How long, in milliseconds, a phone waits before it comes back.
RETRY = 1000
HEADERS = {
    "Cache-Control": "no-store",
    # A proxy that collects an answer before it passes it on would keep the news to itself.
    "X-Accel-Buffering": "no",
}
SINCE = query_number("since", MOST_LINES, "Everything after this revision; without it, from now on.")
LAST_EVENT_ID = {
    **SINCE,
    "in": "header",
    "name": "Last-Event-ID",
    "description": "The same, and counts first.",
}
EVENTS = {
    "description": "Events: `hello` with the revision; `line`, whose id is its revision, as in `GET entries`;"
    " `members`, as in `GET members`; `removed`, the last one for who is no longer a member.",
    "content": {"text/event-stream": {"schema": {"type": "string"}}},
}


class Streams:
    """How many streams this process has, by table and by address."""

    def __init__(self, settings: Settings) -> None:
        self._most = (settings.streams_per_table, settings.streams_per_address)
        self._open: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        self._lock = threading.Lock()

    def take(self, table: str, address: str) -> Callable[[], None]:
        """A place for one more; gives back what ends it. 429 where there is none."""
        keys = (table, address)
        with self._lock:
            for counted, key, most in zip(self._open, keys, self._most, strict=True):
                if counted[key] >= most:
                    raise Problem(429, "too_many_streams", {"limit": most}, headers={"Retry-After": "10"})
            for counted, key in zip(self._open, keys, strict=True):
                counted[key] += 1

        def give_back() -> None:
            with self._lock:
                for counted, key in zip(self._open, keys, strict=True):
                    counted[key] -= 1
                    if not counted[key]:
                        del counted[key]

        return give_back

    def __len__(self) -> int:
        return self._open[0].total()


def resume_from() -> int | None:
    """The revision that the phone has; None where it names none."""
    given = request.headers.get("Last-Event-ID")
    if given is not None:
        if not (given.isascii() and given.isdecimal()) or len(given) > 7 or int(given) > MOST_LINES:
            raise malformed("Last-Event-ID", f"a whole number from 0 to {MOST_LINES}")
        return int(given)
    return number("since", MOST_LINES) if "since" in request.args else None


def written(news: News) -> bytes:
    """An event as the wire has it. Only lines of the log have an id: it is where a stream resumes."""
    match news.kind:
        case "quiet":
            return b":\n\n"
        case "hello":
            data = orjson.dumps({"revision": news.revision})
            return b"retry: %d\nevent: hello\ndata: %b\n\n" % (RETRY, data)
        case "line":
            return b"id: %d\nevent: line\ndata: %b\n\n" % (news.revision, news.data)
        case kind:
            return b"event: %b\ndata: %b\n\n" % (kind.encode(), news.data or b"{}")


def events(place: Place, since: int | None, beat: float) -> Iterator[bytes]:
    """The stream itself. Where it cannot go on it ends, and the phone comes back."""
    try:
        # Not in a loop of its own, which would hold on to the last news for as long as the stream is quiet.
        yield from map(written, place.follow(since, beat))
    except (Unavailable, LogUnreadable) as error:
        log.warning("a stream ended: %s", type(error).__name__)


def blueprint(rights: Rights, streams: Streams, settings: Settings) -> Blueprint:
    """`/api/tables/{code}/stream`"""
    blp = Blueprint("stream", __name__, url_prefix="/api/tables/<code>", description="What is new")

    @blp.route("/stream", methods=["GET"])
    @describe(blp, gives={}, fails=(422,), token=True, query=(SINCE, LAST_EVENT_ID))
    @blp.doc(responses={"200": EVENTS})
    def stream(code: str) -> Response:
        """What is new at the table, as Server-Sent Events"""
        place, since = rights.place(code), resume_from()
        place.read()
        give_back = streams.take(place.table.code, request.remote_addr or "unknown")
        response = Response(
            events(place, since, settings.stream_heartbeat), mimetype="text/event-stream", headers=HEADERS
        )
        response.call_on_close(give_back)
        return response

    return blp
