"""The specification is the one that is committed, and people can read it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.__main__ import main
from companion.engine.printed.manifests import manifests

# Who joins has no token yet: the secret of an invite stands for it.
JOINING = {"/api/tables/{code}/invitation", "/api/tables/{code}/join"}
ROOT = Path(__file__).resolve().parents[2]


# What a fan brings belongs to a table of his, and to no specification that lies here.
of_printed_boxes = pytest.mark.skipif(
    any(one.fan for one in manifests().values()), reason="a fan's module is among the others"
)


@of_printed_boxes
def test_the_committed_specification_is_up_to_date() -> None:
    assert main(["openapi", "--check"]) == 0, "run: python -m companion openapi"


@of_printed_boxes
def test_the_served_specification_is_the_committed_one(client: FlaskClient) -> None:
    committed = json.loads((ROOT / "openapi" / "openapi.json").read_text())
    assert client.get("/api/openapi.json").json == committed


def test_a_start_works_out_no_specification_that_nobody_has_asked_for(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    written = app.extensions["harbormaster"].spec
    assert written.to_dict()["paths"] == {}
    assert app.test_client().get("/healthz").status_code == 200
    assert written.to_dict()["paths"] == {}
    assert "/api/tables" in app.test_client().get("/api/openapi.json").json["paths"]  # type: ignore[index]


def test_every_call_says_what_it_answers_and_what_it_needs(client: FlaskClient) -> None:
    specification = client.get("/api/openapi.json").json
    assert specification
    for path, methods in specification["paths"].items():
        for method, about in methods.items():
            if method == "parameters":
                continue
            assert about["summary"], path
            needs = ("{code}" in path and path not in JOINING) or (path, method) == ("/api/join", "get")
            assert about["security"] == ([{"member": []}] if needs else []), path
            assert ("401" in about["responses"]) == needs, path
            assert ("requestBody" in about) == (
                method in {"post", "patch", "put"} and not path.endswith("/claim")
            ), path
