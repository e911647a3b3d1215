"""The specification for people: one page that needs no network, and its script only for the search."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
import orjson
from flask import Flask, Response
from flask_smorest import Api
from markupsafe import Markup, escape

from companion.api.problems import STATUSES
from companion.words import words_for

from .reference import nested, parts

HERE = Path(__file__).parent


def register(app: Flask, api: Api) -> None:
    """`/api/docs` and `/api/openapi.json`"""

    @cache
    def page() -> str:
        templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader(HERE), autoescape=True, trim_blocks=True, lstrip_blocks=True
        )
        templates.filters |= {"gaps": _gaps, "ticks": _ticks}
        spec, words = api.specification(), words_for("en")
        schemas = spec["components"]["schemas"]
        within = nested(schemas)
        return templates.get_template("page.html").render(
            info=spec["info"],
            calls=_calls(spec),
            view=schemas["View"],
            within={name: schemas[name] for name in within},
            shapes={name: one for name, one in schemas.items() if name not in (*within, "View")},
            parts=parts(words),
            rules=words.rules,
            problems=words.problems,
            statuses=STATUSES,
        )

    @cache
    def specification() -> bytes:
        return orjson.dumps(api.specification())

    @app.get("/api/docs")
    def docs() -> Response:
        return Response(page(), mimetype="text/html")

    @app.get("/api/docs.css")
    def style() -> Response:
        return Response((HERE / "style.css").read_bytes(), mimetype="text/css")

    @app.get("/api/docs.js")
    def script() -> Response:
        return Response((HERE / "search.js").read_bytes(), mimetype="text/javascript")

    @app.get("/api/openapi.json")
    def openapi() -> Response:
        return Response(specification(), mimetype="application/json")


def _calls(spec: dict[str, Any]) -> list[dict[str, Any]]:
    calls = []
    for path, methods in spec["paths"].items():
        for method, about in methods.items():
            if method == "parameters":
                continue
            content = about.get("requestBody", {}).get("content", {})
            calls.append(
                {
                    "id": f"{method}{path}".replace("/", "-").replace("{", "").replace("}", ""),
                    "method": method.upper(),
                    "path": path,
                    "summary": about.get("summary", ""),
                    "security": about.get("security"),
                    "parameters": methods.get("parameters", []) + about.get("parameters", []),
                    "body": next((one["schema"] for one in content.values()), None),
                    "example": next((json.dumps(one.get("example")) for one in content.values()), None),
                    "answers": [_answer(status, one) for status, one in sorted(about["responses"].items())],
                }
            )
    return calls


def _answer(status: str, about: dict[str, Any]) -> dict[str, Any]:
    schema = next((one["schema"] for one in about.get("content", {}).values()), None)
    problem = schema is not None and schema.get("$ref", "").endswith("/Problem")
    return {
        "status": status,
        "description": about.get("description", ""),
        "schema": schema,
        "problem": problem,
    }


def _gaps(sentence: str) -> Markup:
    """What a sentence is filled in with stands out in it."""
    return Markup(re.sub(r"\{([a-z_]+)\}", r"<var>\1</var>", str(escape(sentence))))


def _ticks(text: str) -> Markup:
    """What stands between backticks is code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))
