"""What no phone of ours sends: each gets an answer below 500 that is true, and leaves nothing behind."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.storage import open_database
from companion.words import LANGUAGES, reader
from tests.api.conftest import DRAW, SETUP, OpenedTable

HIDDEN = {
    "right-to-left override": "A\u202eda",
    "a right-to-left mark": "A\u200fda",
    "no width": "A\u200bda",
    "NUL": "A\0da",
    "only spaces": "   ",
    "a line separator": "A\u2028da",
    "a letter that shows nothing": "\u3164",
    "a sign that shows nothing": "\u2800",
    "a filler within": "A\u115fda",
    "a joiner that joins nothing": "A\u200dda",
}


@pytest.fixture
def phone(make_app: Callable[..., Flask], tmp_path: Path) -> FlaskClient:
    folder = tmp_path / "dist"
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html>the app")
    (folder / "app.js").write_text("script")
    return make_app(pwa_dir=str(folder)).test_client()


def test_methods_that_do_not_exist_are_one_figure(make_app: Callable[..., Flask]) -> None:
    client = make_app().test_client()
    for number in range(50):
        client.open("/healthz", method=f"MADE{number}")
    figures = client.get("/metrics").text
    assert "MADE" not in figures
    assert re.search(r'harbormaster_requests_total\{method="-",route="-",status="405"\} 50', figures)


@pytest.mark.parametrize(
    "path", ["/" + "a" * 300, "/" + "a" * 300 + ".js", "/" + "a/" * 2500, "/assets/" + "b" * 5000, "/%00"]
)
def test_a_path_that_no_file_system_allows_is_not_there(phone: FlaskClient, path: str) -> None:
    answer = phone.get(path)
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_a_range_beyond_a_file_is_said_with_its_length(phone: FlaskClient) -> None:
    answer = phone.get("/app.js", headers={"Range": "bytes=500-600"})
    assert answer.json
    assert (answer.status_code, answer.json["code"]) == (416, "no_such_range")
    assert answer.headers["Content-Range"] == "bytes */6"


@pytest.mark.parametrize("path", ["/", "/app.js", "/table/ABC"])
def test_what_is_only_read_says_so(phone: FlaskClient, path: str) -> None:
    answer = phone.post(path)
    assert answer.json
    assert (answer.status_code, answer.json["code"]) == (405, "method_not_allowed")
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD"}


def test_allow_names_what_is_answered_and_nothing_else(app: Flask, table: OpenedTable) -> None:
    methods = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
    for rule in app.url_map.iter_rules():
        path = rule.rule.replace("<code>", table.code)
        path = re.sub(r"<int:\w+>", "1", re.sub(r"<\w+>", "x", path))
        allowed = set(table.client.open(path, method="MADE-UP").headers["Allow"].split(", "))
        for method in methods:
            # Without a token: that a call is there is known before who makes it.
            with table.client.open(path, method=method) as answer:
                assert (answer.status_code != 405) == (method in allowed), (method, path)


def test_an_error_needs_no_file(make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch) -> None:
    reader.words_for.cache_clear()
    client = make_app().test_client()

    def none_left(*_: object, **__: object) -> Any:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(Path, "open", none_left)
    monkeypatch.setattr(Path, "read_text", none_left)
    monkeypatch.setattr("builtins.open", none_left)
    monkeypatch.setattr("io.open", none_left)
    for language in LANGUAGES:
        answer = client.get("/api/nothing", headers={"Accept-Language": language})
        assert answer.json
        assert (answer.status_code, answer.json["code"]) == (404, "not_found")


@pytest.mark.parametrize("name", HIDDEN.values(), ids=HIDDEN)
def test_a_members_name_is_as_visible_as_a_players(table: OpenedTable, name: str) -> None:
    seat = table.client.post("/api/tables", json={**SETUP, "players": [name, "Ben"]})
    member = table.client.patch(f"{table.url}/members/1", json={"name": name}, headers=table.headers)
    invite = table.post("/invites", {}).json
    assert invite
    join = table.client.post(f"{table.url}/join", json={"secret": invite["secret"], "name": name})
    ask = table.client.post("/api/join", json={"short_code": invite["short_code"], "name": name})
    for answer in (seat, member, join, ask):
        assert answer.json
        assert (answer.status_code, answer.json["code"]) == (422, "malformed"), answer.json


def test_a_members_name_is_kept_as_a_players_is(table: OpenedTable) -> None:
    answer = table.client.patch(
        f"{table.url}/members/1",
        json={"name": " Zoe\u0301 \U0001f469\u200d\U0001f680 "},
        headers=table.headers,
    )
    assert answer.json
    assert answer.json["members"][0]["name"] == "Zoé \U0001f469\u200d\U0001f680"


def test_what_a_place_needs_is_in_the_specification(client: FlaskClient) -> None:
    specification = json.loads(client.get("/api/openapi.json").data)
    assert "needs" in specification["components"]["schemas"]["Problem"]["properties"]


@pytest.mark.parametrize("code", ["%00", "A%00B", "ABCDEFGH%00J", "%F0%9F%90%99" * 10, "A" * 3000])
def test_a_code_that_cannot_be_one_is_no_table(table: OpenedTable, code: str) -> None:
    answer = table.client.get(f"/api/tables/{code}", headers=table.headers)
    assert answer.json
    assert (answer.status_code, answer.json["code"]) == (404, "not_found")


@pytest.mark.parametrize("entry_id", ["a\0b", "", "x" * 65, "ä", "a b"])
def test_an_imported_id_is_one_that_could_have_been_recorded(table: OpenedTable, entry_id: str) -> None:
    lines = [{"entry_id": entry_id, "entry": {"type": "count", "draw_pile": 3}}]
    document = {"format": 1, "setup": SETUP, "lines": lines}
    answer = table.client.post("/api/tables/import", json=document)
    assert answer.json
    assert (answer.status_code, answer.json["field"]) == (422, "lines[0].entry_id")


def test_a_code_with_a_nul_is_no_table_in_postgresql_either(
    make_app: Callable[..., Flask], empty_postgres_url: str
) -> None:
    database = open_database(empty_postgres_url)
    database.upgrade()
    database.close()
    client = make_app(database_url=empty_postgres_url).test_client()
    answer = client.get("/api/tables/A%00", headers={"Authorization": "Bearer x"})
    assert answer.status_code == 404
    join = client.post("/api/tables/%00/join", json={"secret": "a\0b"})
    assert join.status_code in (404, 422)
    asking = client.post("/api/join", json={"short_code": "A\0B"})
    assert asking.status_code in (404, 422)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_deleted_database_is_said_with_what_to_do(
    only_table: OpenedTable, tmp_path: Path, language: str
) -> None:
    table = only_table
    assert table.client.get("/readyz").status_code == 200
    (tmp_path / "api.db").unlink()
    answer = table.post(
        "/entries", {"entry_id": "a", "base_revision": 0, "entry": DRAW}, **{"Accept-Language": language}
    )
    assert answer.json
    assert (answer.status_code, answer.json["code"]) == (503, "storage_missing")
    assert {"en": "backup", "de": "Sicherung"}[language] in answer.json["detail"]
    # The good news of a moment ago may be told once more.
    while table.client.get("/readyz").status_code == 200:
        pass
    assert table.client.get("/healthz").status_code == 200
    assert not (tmp_path / "api.db").exists()
