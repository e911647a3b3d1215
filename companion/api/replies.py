"""Answers out: JSON written once, straight from the engine's dictionaries."""

from __future__ import annotations

from typing import Any

import orjson
from flask import Response, request

JSON = [("Content-Type", "application/json"), ("Cache-Control", "no-store")]


def reply(data: Any, status: int = 200) -> Response:
    """JSON that nobody may keep: it may hold a token, and the table moves on."""
    return Response(orjson.dumps(data), status, JSON)


def revalidated(body: bytes | None, tag: str, *, public: bool = False) -> Response:
    """JSON that may be kept and asked for again by its ETag; without a body, for 304."""
    response = Response(body, 200 if body is not None else 304, mimetype="application/json")
    response.headers["Cache-Control"] = "public, no-cache" if public else "private, no-cache"
    response.set_etag(tag)
    return response


def has(tag: str) -> bool:
    """Whether the client has what that tag names."""
    return request.if_none_match.contains_weak(tag)
