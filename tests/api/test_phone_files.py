"""The phone app's built files, as a browser asks for them."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient


@pytest.fixture
def phone(make_app: Callable[..., Flask], tmp_path: Path) -> FlaskClient:
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "index.html").write_text("<!doctype html>the app")
    (folder / "sw.js").write_text("worker")
    (folder / "app.webmanifest").write_text("{}")
    (folder / "assets" / "app-1a2b.js").write_text("script")
    (folder / "assets" / "app-1a2b.js.gz").write_bytes(gzip.compress(b"script", mtime=0))
    (folder / "assets" / "app-1a2b.js.br").write_bytes(b"brotli of script")
    (folder / "assets" / "engine-3c4d.wasm").write_bytes(b"\0asm")
    for name in ("bundle.json", "python-5e6f/pyodide.asm.wasm", "rules-7a8b-9c0d/companion.zip"):
        (folder / "engine" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "engine" / name).write_bytes(b"{}")
    return make_app(pwa_dir=str(folder)).test_client()


def fetch(client: FlaskClient, path: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    with client.get(path, headers=headers) as answer:
        return answer.status_code, answer.data, dict(answer.headers)


@pytest.mark.parametrize("path", ["/", "/index.html", "/table/ABC", "/rules"])
def test_every_page_of_the_app_is_the_app_and_is_asked_for_again(phone: FlaskClient, path: str) -> None:
    status, body, headers = fetch(phone, path)
    assert (status, body) == (200, b"<!doctype html>the app")
    assert headers["Cache-Control"] == "no-cache"
    assert headers["Content-Type"].startswith("text/html")
    assert fetch(phone, path, **{"If-None-Match": headers["ETag"]})[0] == 304


def test_the_worker_is_asked_for_again_and_assets_are_kept_for_good(phone: FlaskClient) -> None:
    assert fetch(phone, "/sw.js")[2]["Cache-Control"] == "no-cache"
    assert "immutable" in fetch(phone, "/assets/app-1a2b.js")[2]["Cache-Control"]


def test_the_engines_files_are_kept_for_good_and_their_list_is_asked_for_again(phone: FlaskClient) -> None:
    for path in ("python-5e6f/pyodide.asm.wasm", "rules-7a8b-9c0d/companion.zip"):
        assert fetch(phone, f"/engine/{path}")[2]["Cache-Control"] == "public, max-age=31536000, immutable"
    assert fetch(phone, "/engine/bundle.json")[2]["Cache-Control"] == "no-cache"
    assert fetch(phone, "/engine/rules-gone-9c0d/companion")[0] == 404


@pytest.mark.parametrize(
    ("accepted", "encoding", "body"),
    [
        ("gzip, deflate, br", "br", b"brotli of script"),
        ("gzip", "gzip", gzip.compress(b"script", mtime=0)),
        ("br;q=0, gzip;q=0", None, b"script"),
        ("", None, b"script"),
    ],
)
def test_the_compressed_sibling_is_sent_to_who_can_read_it(
    phone: FlaskClient, accepted: str, encoding: str | None, body: bytes
) -> None:
    status, sent, headers = fetch(phone, "/assets/app-1a2b.js", **{"Accept-Encoding": accepted})
    assert status == 200
    assert headers.get("Content-Encoding") == encoding
    assert (gzip.decompress(sent) if encoding == "gzip" else sent) == (
        b"script" if encoding == "gzip" else body
    )
    assert headers["Content-Type"].startswith("text/javascript")
    assert "Accept-Encoding" in headers["Vary"]


def test_browsers_get_the_types_that_they_insist_on(phone: FlaskClient) -> None:
    assert fetch(phone, "/assets/engine-3c4d.wasm")[2]["Content-Type"] == "application/wasm"
    assert fetch(phone, "/app.webmanifest")[2]["Content-Type"] == "application/manifest+json"


@pytest.mark.parametrize(
    "path",
    ["/assets/old.js", "/missing.js", "/../secret.txt", "/..%2fsecret.txt", "/assets/..%5c..%5csecret.txt"],
)
def test_a_file_that_is_not_the_apps_is_not_found(phone: FlaskClient, path: str) -> None:
    status, body, _ = fetch(phone, path)
    assert status == 404
    assert b"secret" not in body


def test_an_api_call_that_is_not_there_is_never_answered_with_the_app(phone: FlaskClient) -> None:
    assert fetch(phone, "/api/nothing")[0] == 404
    assert fetch(phone, "/api")[0] == 404


def test_without_a_built_app_the_first_page_says_what_to_do(client: FlaskClient) -> None:
    status, body, _ = fetch(client, "/")
    assert status == 200
    assert b"make run" in body
