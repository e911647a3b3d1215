"""Bodies in: read with a limit, parsed once, checked against the schema that the specification shows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import orjson
from flask import request
from marshmallow import Schema, ValidationError, fields

from companion.engine import MISSING, UNFIT, UNKNOWN, Malformed

from .allowed import takes
from .problems import Problem

# An entry has a list or an object for every twenty bytes at most.
LEAST_BRACKETS, BYTES_A_BRACKET = 1000, 16
_TEXT = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_ALIKE = bytes.maketrans(b"{}", b"[]")
_OTHERS = bytes(set(range(256)) - set(b"[]{}"))


def read_body(schema: Schema, limit: int, depth: int) -> dict[str, Any]:
    """The request's body as the schema loads it. Raises a problem for anything else, however hostile."""
    return load(schema, read_json(limit, depth))


def read_json(limit: int, depth: int) -> Any:
    """The request's body, parsed."""
    return parsed(read_bytes(limit), limit, depth)


def parsed(data: bytes, limit: int, depth: int) -> Any:
    """A body of that limit as JSON; long ones are parsed aside."""
    # Brackets in texts count too, so this is an upper bound; almost every body stays below it.
    brackets = data.count(b"[") + data.count(b"{")
    if brackets > depth and too_deep(data, depth):
        raise Problem(400, "too_deep", {"limit": depth})
    if brackets > max(LEAST_BRACKETS, limit // BYTES_A_BRACKET):
        # Parsed, each takes a hundred times the room that it takes here.
        raise Problem(413, "too_large")
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        raise Problem(400, "not_json") from None


def read_bytes(limit: int) -> bytes:
    """The request's body, of a length that is allowed."""
    if request.environ.get("CONTENT_TYPE") != "application/json" and not request.is_json:
        raise Problem(415, "unsupported_media_type")
    length = request.content_length
    if length is None:
        # Of unknown length: read one byte more than may be, to see whether there is one.
        ends = request.environ.get("wsgi.input_terminated")
        data = _read(limit + 1) if ends else b""
        if len(data) > limit:
            raise Problem(413, "too_large")
        return data
    if length > limit:
        raise Problem(413, "too_large")
    data = _read(length)
    if len(data) != length:
        raise Problem(400, "bad_request")  # whoever sent it is gone
    return data


def _read(size: int) -> bytes:
    try:
        data: bytes = request.environ["wsgi.input"].read(size)
    except TimeoutError:
        raise Problem(408, "too_slow") from None
    except OSError:
        raise Problem(400, "bad_request") from None
    return data


def too_deep(data: bytes, depth: int) -> bool:
    """Whether a text of JSON nests deeper than that, found without nesting a call and without a loop over its signs."""
    brackets = _TEXT.sub(b"", data).translate(_ALIKE, _OTHERS)
    for _ in range(depth):
        brackets = brackets.replace(b"[]", b"")
    # What is left opens too often, or is no JSON.
    return b"[]" in brackets or brackets.count(b"[") > depth


def load(schema: Schema, data: object) -> dict[str, Any]:
    """What the schema makes of the data; names the first field that does not fit."""
    if not isinstance(data, Mapping):
        raise Malformed("body", "object")
    try:
        loaded: dict[str, Any] = schema.load(data)
    except ValidationError as error:
        raise first_error(schema, error.normalized_messages()) from None
    return loaded


def first_error(schema: Schema, messages: Mapping[Any, Any]) -> Malformed:
    """The first field that does not fit, however deep it lies, its fault and what it takes."""
    path, field = "", None
    found: Any = messages
    while isinstance(found, Mapping):
        key, found = next(iter(found.items()))
        if isinstance(key, int):
            path += f"[{key}]"
            field = field.inner if isinstance(field, fields.List) else None
        else:
            path, field = (f"{path}.{key}", None) if path else (str(key), schema.fields.get(key))
    if field is None:
        return Malformed(path, "one_of", UNKNOWN, choices=tuple(schema.fields))
    said = takes(field)
    left_out = found == [field.error_messages["required"]]
    return Malformed(path, said.key, MISSING if left_out else UNFIT, **said.params)
