"""Server-Sent Events: what is new at a table, as it happens.

A stream costs its connection and little more: no thread, no connection to the database.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import cast

import orjson
from flask import Response, request
from flask_smorest import Blueprint

from companion.carrier import OFFER, Offer
from companion.engine import Malformed
from companion.logs import REQUEST
from companion.settings import Settings
from companion.storage import Gone, Unavailable
from companion.tables import KEEPER, Leave, LogUnreadable, News, Pause, Place

from .entries import MOST_LINES
from .limits import Limits, address
from .problems import Problem
from .query_string import flag, number
from .resource import describe, query_flag, query_number
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
ENTERED = query_flag(
    "entered",
    "Lines as they were entered, as in `GET export`, without what followed from them: for who works that out without the"
    " server, which then works out nothing either.",
)
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


@dataclass(eq=False, slots=True)
class Stream:
    """One that is open. It has a place as long as it has not been told to leave."""

    table: str
    address: str
    member: int
    plays: bool
    leave: Leave = field(default_factory=Leave)

    def has_place(self) -> bool:
        return not self.leave.left


class Streams:
    """The streams that this process has: so many for a member, a table, an address.

    A phone that comes back is never refused for the connections that it lost: its oldest stream makes room. At a full table
    whoever plays takes the place of somebody who only watches.
    """

    def __init__(self, settings: Settings, told: Callable[[int], None] = lambda _: None) -> None:
        """`told` hears of each that opens (1) or ends (-1)."""
        self._told = told
        self._of_member, self._of_table = settings.streams_per_member, settings.streams_per_table
        self._of_address = settings.streams_per_address
        self._open: dict[str, list[Stream]] = {}  # by table, the oldest first
        self._addresses: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, place: Place, address: str) -> Stream:
        """A place for one more; 429 where there is none."""
        member = place.member
        plays = member.role == KEEPER or member.seat is not None
        new = Stream(place.table.code, address, member.number, plays)
        with self._lock:
            others = self._open.get(new.table, [])
            if leaves := self._makes_room(new, others):
                leaves.leave.now()
            self._open.setdefault(new.table, []).append(new)
            self._addresses[address] += 1
        self._told(1)
        return new

    def _makes_room(self, new: Stream, others: list[Stream]) -> Stream | None:
        mine = [one for one in others if one.member == new.member]
        # Those that were told to leave, and have not yet, are still held by somebody.
        if self._addresses[new.address] >= self._of_address or len(mine) >= 2 * self._of_member:
            raise _too_many(self._of_address if len(mine) < 2 * self._of_member else self._of_member)
        if len(mine := [one for one in mine if one.has_place()]) >= self._of_member:
            return mine[0]
        there = [one for one in others if one.has_place()]
        if len(there) < self._of_table:
            return None
        watching = [one for one in there if not one.plays] if new.plays else []
        if not watching:
            raise _too_many(self._of_table)
        return watching[0]

    def give_back(self, stream: Stream) -> None:
        """The stream has ended."""
        with self._lock:
            others = self._open[stream.table]
            others.remove(stream)
            if not others:
                del self._open[stream.table]
            self._addresses[stream.address] -= 1
            if not self._addresses[stream.address]:
                del self._addresses[stream.address]
        self._told(-1)

    def __len__(self) -> int:
        return self._addresses.total()


def _too_many(limit: int) -> Problem:
    return Problem(429, "too_many_streams", {"limit": limit}, headers={"Retry-After": "10"})


def resume_from() -> int | None:
    """The revision that the phone has; None where it names none."""
    given = request.headers.get("Last-Event-ID")
    if given is not None:
        if not (given.isascii() and given.isdecimal()) or len(given) > 7 or int(given) > MOST_LINES:
            raise Malformed("Last-Event-ID", "whole_number", least=0, most=MOST_LINES)
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


def events(steps: Iterator[News | Pause], asked: str) -> Iterator[bytes | Pause]:
    """A stream as the wire has it; `asked` is the id of its request. Where it cannot go on it ends, and the phone comes back."""
    try:
        for step in steps:
            yield written(step) if isinstance(step, News) else step
    except (Gone, Unavailable, LogUnreadable) as error:
        REQUEST.set(asked)
        log.warning("a stream ended: %s", type(error).__name__)


def waiting(steps: Iterator[bytes | Pause]) -> Iterator[bytes]:
    """It, waiting where there is nothing new: for a server whose streams nobody carries."""
    for step in steps:
        if isinstance(step, bytes):
            yield step
        else:
            step.wakes.rest(step.seconds)


def blueprint(rights: Rights, limits: Limits, streams: Streams, settings: Settings) -> Blueprint:
    """`/api/tables/{code}/stream`"""
    blp = Blueprint("stream", __name__, url_prefix="/api/tables/<code>", description="What is new")

    @blp.route("/stream", methods=["GET"])
    @describe(blp, gives={}, fails=(422,), token=True, query=(SINCE, LAST_EVENT_ID, ENTERED))
    @blp.doc(responses={"200": EVENTS})
    def stream(code: str) -> Response:
        """What is new at the table, as Server-Sent Events"""
        place, since, entered = rights.place(code), resume_from(), flag("entered")
        revision = place.stands_at()
        limits.reading(place, 0 if since is None else max(0, revision - since))
        taken = streams.take(place, address())
        offer: Offer | None = request.environ.get(OFFER) if request.method == "GET" else None
        ring = offer.ring if offer else None
        told = place.steps(since, settings.stream_heartbeat, taken.leave, entered, ring)
        said = events(told, REQUEST.get())
        # It begins before its head is sent: whoever has that misses nothing from then on.
        try:
            first = cast(bytes, next(said, b""))
        except BaseException:
            streams.give_back(taken)
            raise
        if offer:
            offer.first, offer.steps, body = first, said, iter(())
        else:
            body = waiting(chain((first,), said))
        response = Response(body, mimetype="text/event-stream", headers=HEADERS)
        response.call_on_close(lambda: streams.give_back(taken))
        return response

    return blp
