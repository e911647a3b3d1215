"""Answers out: JSON written once, straight from the engine's dictionaries."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from typing import Any

import orjson
from flask import Response, request

JSON = [("Content-Type", "application/json"), ("Cache-Control", "no-store")]


def reply(data: Any, status: int = 200) -> Response:
    """JSON that nobody may keep: it may hold a token, and the table moves on."""
    return written_reply(orjson.dumps(data), status)


def written_reply(body: bytes, status: int = 200) -> Response:
    """The same, where it is written as JSON already."""
    return Response(body, status, JSON)


@dataclass(frozen=True, slots=True)
class Made:
    """JSON that is made once and sent often: as it is, and compressed."""

    body: bytes
    zipped: bytes
    tag: str


def made(data: Any) -> Made:
    """Made from what does not change."""
    body = orjson.dumps(data)
    return Made(body, gzip.compress(body, mtime=0), hashlib.sha256(body).hexdigest()[:16])


def sent(what: Made) -> Response:
    """It, or that the client has it."""
    zipped = request.accept_encodings.quality("gzip") > 0
    # Compressed it is another row of bytes: a tag of its own, as a strong one promises.
    tags = (what.tag, f"{what.tag}-gzip")
    known = any(map(has, tags))
    response = revalidated(None if known else what.zipped if zipped else what.body, tags[zipped], public=True)
    if zipped and not known:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    return response


def revalidated(body: bytes | None, tag: str, *, public: bool = False) -> Response:
    """JSON that may be kept and asked for again by its ETag; without a body, for 304."""
    response = Response(body, 200 if body is not None else 304, mimetype="application/json")
    response.headers["Cache-Control"] = "public, no-cache" if public else "private, no-cache"
    response.set_etag(tag)
    return response


def has(tag: str) -> bool:
    """Whether the client has what that tag names."""
    return request.if_none_match.contains_weak(tag)
