"""Every error as `application/problem+json` (RFC 9457): the one place where errors become answers."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException

from companion.engine import LineRefused, Malformed, Reason, Refusal, Setup, TooMuchWork, codec
from companion.storage import Gone, Moved, Unavailable
from companion.tables import (
    Busy,
    EntryIdReused,
    Forbidden,
    LogFull,
    LogUnreadable,
    NoDoubt,
    NoInvite,
    NoMember,
    NotAllowed,
    NotYours,
    SeatTaken,
    Stale,
    TokenReused,
    TooMany,
    UnknownTable,
)
from companion.words import LANGUAGES, words_for

log = logging.getLogger(__name__)

PROBLEM_JSON = "application/problem+json"
# What werkzeug and Flask raise by themselves, by status.
BY_STATUS = {
    400: "bad_request",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "too_large",
    415: "unsupported_media_type",
    416: "no_such_range",
    429: "too_many_requests",
    500: "internal",
    503: "unavailable",
}


# What keeps a database from being used until its host does something.
STORAGE = ("full", "read_only", "missing", "corrupt", "other_form")
# The status of every problem, for the page that tells of them all; a test holds it to where they are raised.
STATUSES: Mapping[str, int] = {
    **{code: status for status, code in BY_STATUS.items()},
    **dict.fromkeys(("not_json", "too_deep"), 400),
    **dict.fromkeys(("not_allowed", "not_yours"), 403),
    **dict.fromkeys(("no_invite", "no_member", "no_doubt", "no_such_question", "no_such_page"), 404),
    "too_slow": 408,
    **dict.fromkeys(
        ("seat_taken", "token_reused", "table_full", "stale", "entry_id_reused", "log_full"), 409
    ),
    **dict.fromkeys(("malformed", "line_refused", "too_much_work", "refused"), 422),
    **dict.fromkeys(("too_much_stored", "too_many_streams"), 429),
    "log_unreadable": 500,
    **dict.fromkeys(("busy", "no_room", *(f"storage_{why}" for why in STORAGE)), 503),
}


@dataclass
class Problem(Exception):
    """An error of the API's own. `shown` is added to the answer; `params` fill in the sentence."""

    status: int
    code: str
    shown: Mapping[str, Any] = field(default_factory=dict)
    params: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)


def speak_of(setup: Setup, names: Callable[[], tuple[str, ...]] = tuple) -> None:
    """Says of which table a refusal in this request speaks: its edition's words, its players' names."""
    g.setup, g.names = setup, names


def register(app: Flask) -> None:
    """Every error of the application is answered here."""
    # Read before the first error, which may be that no file can be opened any more.
    for one in LANGUAGES:
        words_for(one)
    app.register_error_handler(Exception, answer)


def answer(error: Exception) -> Response:
    """The answer to an error, whatever it is."""
    if isinstance(error, Refusal):
        return _refused(error)
    problem = _problem(error)
    if problem is None:
        # The route's pattern, never the address: that names a table.
        log.error("%s %s failed", request.method, request.url_rule, exc_info=error)
        problem = Problem(500, "internal")
    title, detail = words_for(language()).problem(problem.code, {**problem.shown, **problem.params})
    return _write(problem.status, problem.code, title, detail, problem.shown, problem.headers)


def language(among: Sequence[str] = LANGUAGES) -> str:
    """The reader's language, of those in which something is said."""
    return request.accept_languages.best_match(among, "en") or "en"


def _problem(error: Exception) -> Problem | None:
    match error:
        case Problem():
            return error
        case Malformed(field=where, fault=fault, takes=takes):
            words = words_for(language())
            shown = {"field": where, "allowed": words.allowed(takes)}
            return Problem(422, "malformed", shown, {"fault": words.fault(where, fault)})
        case LineRefused(revision=revision, reason=reason):
            refused = {
                "revision": revision,
                "rule": reason.rule,
                "params": codec.reason_json(reason)["params"],
            }
            return Problem(422, "line_refused", refused, {"reason": _said(reason)})
        case TooMuchWork(revision=revision):
            return Problem(422, "too_much_work", {"revision": revision})
        case HTTPException(code=int(status)) if status in BY_STATUS:
            allow = {k: v for k, v in error.get_headers() if k in {"Allow", "Content-Range", "Retry-After"}}
            return Problem(status, BY_STATUS[status], headers=allow)
        case HTTPException(code=int(status)) if status < 500:
            return Problem(status, "bad_request")
    return _of_a_table(error) or _of_the_storage(error)


def _of_a_table(error: Exception) -> Problem | None:
    """What a table has against a request, or what stands in its way."""
    match error:
        case UnknownTable():
            return Problem(404, "not_found")
        case Forbidden():
            return Problem(403, "forbidden")
        case NotAllowed(needs=needs):
            return Problem(403, "not_allowed", {"needs": needs})
        case NotYours():
            return Problem(403, "not_yours")
        case NoInvite():
            return Problem(404, "no_invite")
        case NoMember():
            return Problem(404, "no_member")
        case NoDoubt():
            return Problem(404, "no_doubt")
        case SeatTaken():
            return Problem(409, "seat_taken")
        case TokenReused():
            return Problem(409, "token_reused")
        case TooMany(limit=limit):
            return Problem(409, "table_full", {"limit": limit})
        case Stale(revision=revision, missing=missing):
            return Problem(409, "stale", {"revision": revision, "missing": missing})
        case EntryIdReused(revision=revision):
            return Problem(409, "entry_id_reused", {"revision": revision})
        case LogFull(limit=limit):
            return Problem(409, "log_full", {"limit": limit})
        case Busy():
            return Problem(503, "busy", headers={"Retry-After": "2"})
        case LogUnreadable():
            log.error("a stored table cannot be opened: %s", error)
            return Problem(500, "log_unreadable")
    return None


def _of_the_storage(error: Exception) -> Problem | None:
    match error:
        case Gone():
            return Problem(404, "not_found")
        case Unavailable(why=why) if why in STORAGE:
            log.error("the database cannot be used (%s): %s", why, error.__cause__ or "another file")
            return Problem(503, f"storage_{why}", headers={"Retry-After": "30"})
        case Unavailable() | Moved():
            log.error("the database is not available: %s", error.__cause__)
            return Problem(503, "unavailable", headers={"Retry-After": "1"})
    return None


def _refused(refusal: Refusal) -> Response:
    shown = codec.refusal_json(refusal)
    title, otherwise = words_for(language()).problem("refused", {})
    shown["citations"] = _citations(_spoken_of()[0], shown["rule"])
    return _write(422, shown["code"], title, _said(refusal.reason) or otherwise, shown, {})


def _said(reason: Reason) -> str:
    """What the rules have against an entry, in the words of the table."""
    edition, players = _spoken_of()
    return words_for(language()).refusal(reason.code, edition, codec.reason_json(reason)["params"], players)


def _spoken_of() -> tuple[str, Sequence[str]]:
    setup: Setup | None = g.get("setup")
    return (setup.edition, g.names()) if setup else (words_for(language()).plain, ())


def _citations(edition: str, rule: str) -> list[dict[str, Any]]:
    try:
        return codec.citations(edition, rule)
    except Malformed:
        return []


def _write(
    status: int, code: str, title: str, detail: str, shown: Mapping[str, Any], headers: Mapping[str, str]
) -> Response:
    body = {
        "type": f"/api/docs#{code}",
        "title": title,
        "status": status,
        "detail": detail,
        "code": code,
        **shown,
    }
    g.problem = code
    response = Response(orjson.dumps(body), status, mimetype=PROBLEM_JSON)
    response.headers.update({"Cache-Control": "no-store", "Content-Language": language(), **headers})
    response.vary.add("Accept-Language")
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response
