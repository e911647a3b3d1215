"""The specification for people: one page without a script, readable without a network."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
import orjson
from flask import Flask, Response
from flask_smorest import Api

from companion.words import words_for

HERE = Path(__file__).parent


def register(app: Flask, api: Api) -> None:
    """`/api/docs` and `/api/openapi.json`"""

    @cache
    def page() -> str:
        templates = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE), autoescape=True)
        spec = api.specification()
        words = words_for("en")
        return templates.get_template("page.html").render(
            spec=spec, calls=_calls(spec), problems=words.problems, refusals=words.refusals
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
    return {"status": status, "description": about.get("description", ""), "schema": schema}
