"""How a call is described: the same few words for every resource."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, is_typeddict

from flask_smorest import Blueprint
from marshmallow import Schema

from .problems import PROBLEM_JSON
from .shapes import reference
from .views import ProblemSchema

View = Callable[..., Any]
TOKEN: list[dict[str, list[str]]] = [{"member": []}]
WHEN = {
    400: "Not JSON, or nested too deeply",
    401: "No token",
    403: "The token of another table, or a place that does not allow it",
    404: "No such table, invite or member",
    408: "The body came too slowly",
    409: "The table moved on (`stale`, with the missing lines), what is asked for is taken, or there is no more room",
    413: "Too large",
    415: "Not application/json",
    422: "Refused by the rules, or a field that does not fit",
    429: "Too often, or more than one address may store in a day (`too_much_stored`)",
    503: "The log cannot be reached, or has no room (`no_room`)",
}


def describe(
    blueprint: Blueprint,
    *,
    takes: type[Schema] | None = None,
    example: dict[str, Any] | None = None,
    gives: dict[int, type | None],
    fails: tuple[int, ...] = (),
    token: bool = False,
    query: tuple[dict[str, Any], ...] = (),
    not_modified: bool = False,
) -> Callable[[View], View]:
    """Describes a call in the specification. It changes nothing about the call itself. `gives`: schemas, or shapes that
    the engine declares.
    """
    body = (400, 408, 413, 415, 422) if takes else ()
    rights = (401, 403, 404, 429) if token else ()
    responses: dict[str, Any] = {
        str(status): _response(HTTPStatus(status).phrase, schema) for status, schema in gives.items()
    }
    if not_modified:
        responses["304"] = {"description": "Nothing new"}
    for status in sorted({*fails, *body, *rights}):
        responses[str(status)] = _response(WHEN[status], ProblemSchema, PROBLEM_JSON)
    about: dict[str, Any] = {"security": TOKEN if token else [], "responses": responses}
    if takes:
        content = {"schema": takes, **({"example": example} if example else {})}
        about["requestBody"] = {"required": True, "content": {"application/json": content}}
    if query:
        about["parameters"] = list(query)
    decorate: Callable[[View], View] = blueprint.doc(**about)
    return decorate


def _response(
    description: str, schema: type | None, content_type: str = "application/json"
) -> dict[str, Any]:
    if schema is None:
        return {"description": description}
    shown = reference(schema.__name__) if is_typeddict(schema) else schema
    return {"description": description, "content": {content_type: {"schema": shown}}}


def query_number(name: str, most: int, description: str) -> dict[str, Any]:
    schema = {"type": "integer", "minimum": 0, "maximum": most, "default": 0}
    return {"in": "query", "name": name, "schema": schema, "description": description}


def query_flag(name: str, description: str) -> dict[str, Any]:
    return {
        "in": "query",
        "name": name,
        "schema": {"type": "boolean", "default": False},
        "description": description,
    }
