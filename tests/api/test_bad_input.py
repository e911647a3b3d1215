"""Hostile and clumsy clients: each gets a typed problem, and nothing is recorded."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.api.bodies import too_deep
from tests.api.conftest import DRAW, SAILOR, SETUP, OpenedTable


def problem(answer: TestResponse, status: int, code: str, field: str | None = None) -> None:
    """The answer is that problem, and carries what every problem carries."""
    assert answer.mimetype == "application/problem+json", answer.text
    found = answer.json
    assert found
    assert (answer.status_code, found["code"]) == (status, code), found
    assert found["status"] == status
    assert found["title"]
    assert found["detail"]
    assert "?" not in found["detail"]
    if field:
        assert found["field"] == field


def raw(table: OpenedTable, data: bytes, content_type: str = "application/json") -> TestResponse:
    return table.client.post(
        table.url + "/entries", data=data, content_type=content_type, headers=table.headers
    )


@pytest.fixture(autouse=True)
def _nothing_is_recorded(table: OpenedTable) -> Any:
    before = table.get().data
    yield
    assert table.get().data == before


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"a": NaN}',
        b'{"a": Infinity}',
        b'{"a": 1e999}',
        b'{"a": "\\ud800"}',
        b"{'a': 1}",
        b"nope",
    ],
)
def test_what_is_no_json(table: OpenedTable, data: bytes) -> None:
    problem(raw(table, data), 400, "not_json")


@pytest.mark.parametrize("data", [b"[]", b"null", b"1", b'"text"', b"true"])
def test_json_that_is_no_object(table: OpenedTable, data: bytes) -> None:
    problem(raw(table, data), 422, "malformed", "body")


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_another_content_type(table: OpenedTable, content_type: str) -> None:
    body = json.dumps({"entry_id": "a", "base_revision": 0, "entry": DRAW}).encode()
    problem(raw(table, body, content_type), 415, "unsupported_media_type")


@pytest.mark.parametrize("depth", [33, 200, 100_000])
@pytest.mark.parametrize(("left", "right"), [(b"[", b"]"), (b'{"a":', b"}")])
def test_json_nested_too_deeply(table: OpenedTable, depth: int, left: bytes, right: bytes) -> None:
    levels = min(depth, 9_000)  # the length limit comes first otherwise
    problem(raw(table, left * levels + b"1" + right * levels), 400, "too_deep")
    problem(raw(table, left * levels), 400, "too_deep")


def test_brackets_in_a_text_are_no_depth(table: OpenedTable) -> None:
    assert not too_deep(b'{"a": "' + b"[" * 500 + b'\\"[["}', 1)
    assert too_deep(b'{"a": [1]}', 1)
    assert not too_deep(b'{"a": [1, {}, [], 2]}', 3)
    problem(raw(table, b'{"entry_id": "' + b"[" * 500 + b'"}'), 422, "malformed", "entry_id")


@pytest.mark.parametrize("size", [64 * 1024 + 1, 10_000_000])
def test_a_body_that_is_too_large(table: OpenedTable, client: FlaskClient, size: int) -> None:
    problem(raw(table, b'"' + b"a" * size), 413, "too_large")
    big = b'"' + b"a" * max(size, 2 * 1024 * 1024)
    problem(client.post("/api/tables/import", data=big, content_type="application/json"), 413, "too_large")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"entry_id": None}, "entry_id"),
        ({"entry_id": 7}, "entry_id"),
        ({"entry_id": ""}, "entry_id"),
        ({"entry_id": "a" * 41}, "entry_id"),
        ({"entry_id": "a\n"}, "entry_id"),
        ({"entry_id": "\u0000"}, "entry_id"),
        ({"base_revision": None}, "base_revision"),
        ({"base_revision": -1}, "base_revision"),
        ({"base_revision": 0.0}, "base_revision"),
        ({"base_revision": True}, "base_revision"),
        ({"base_revision": "0"}, "base_revision"),
        ({"base_revision": 10**30}, "base_revision"),
        ({"override": 1}, "override"),
        ({"override": "yes"}, "override"),
        ({"override": None}, "override"),
        ({"overide": True}, "overide"),
        ({"entry": None}, "entry"),
        ({"entry": []}, "entry"),
        ({"entry": {}}, "entry.type"),
        ({"entry": {"type": "dance"}}, "entry.type"),
        ({"entry": {"type": ["draw"]}}, "entry.type"),
        ({"entry": {"type": "draw"}}, "entry.card"),
        ({"entry": {"type": "draw", "card": "no.such.card"}}, "entry.card"),
        ({"entry": {"type": "draw", "card": 10**30}}, "entry.card"),
        ({"entry": {"type": "draw", "card": {"kind": "whale"}}}, "entry.card.kind"),
        ({"entry": {"type": "draw", "card": {**SAILOR, "cost": -1}}}, "entry.card.cost"),
        ({"entry": {"type": "draw", "card": {**SAILOR, "cost": 1.5}}}, "entry.card.cost"),
        ({"entry": {"type": "draw", "card": {**SAILOR, "vp": 10**18}}}, "entry.card.vp"),
        ({"entry": {"type": "draw", "card": {**SAILOR, "swords": True}}}, "entry.card.swords"),
        ({"entry": {**DRAW, "by": "Zoe"}}, "entry.by"),
        ({"entry": {**DRAW, "by": 3}}, "entry.by"),
        ({"entry": {**DRAW, "by": -1}}, "entry.by"),
        ({"entry": {**DRAW, "by": {}}}, "entry.by"),
        ({"entry": {"type": "take", "harbor_index": -1}}, "entry.harbor_index"),
        ({"entry": {"type": "take", "harbor_index": 0.5}}, "entry.harbor_index"),
        ({"entry": {"type": "count", "draw_pile": -1}}, "entry.draw_pile"),
        ({"entry": {"type": "count", "coins": {"0": 10**9}}}, "entry.coins"),
    ],
)
def test_a_field_that_does_not_fit_is_named(table: OpenedTable, change: dict[str, Any], field: str) -> None:
    body = {"entry_id": "a", "base_revision": 0, "entry": DRAW, **change}
    problem(table.post("/entries", body), 422, "malformed", field)


@pytest.mark.parametrize("missing", ["base_revision", "entry"])
def test_a_field_that_is_left_out_is_named(table: OpenedTable, missing: str) -> None:
    body = {"entry_id": "a", "base_revision": 0, "entry": DRAW}
    del body[missing]
    problem(table.post("/entries", body), 422, "malformed", missing)


@pytest.mark.parametrize(
    ("correction", "field"),
    [
        (None, "correction"),
        ({"type": "forget"}, "correction.type"),
        ({"type": "undo", "count": 0}, "correction.count"),
        ({"type": "undo", "count": 1.5}, "correction.count"),
        ({"type": "undo", "to": -1}, "correction.to"),
        ({"type": "remove"}, "correction.revision"),
        ({"type": "remove", "revision": 1}, "correction.revision"),
        ({"type": "insert", "before": 10**20, "entry": DRAW}, "correction.before"),
        ({"type": "change", "revision": 1, "entry": {"type": "dance"}}, "entry.type"),
    ],
)
def test_a_correction_that_does_not_fit_is_named(table: OpenedTable, correction: object, field: str) -> None:
    answer = table.correct(correction)
    problem(answer, 422, "malformed")
    assert answer.json
    assert answer.json["field"].endswith(field)


@pytest.mark.parametrize("query", ["dry_run=maybe", "dry_run=", "dry_run=TRUE"])
def test_a_dry_run_that_is_neither_true_nor_false_records_nothing(table: OpenedTable, query: str) -> None:
    body = {"entry_id": "a", "base_revision": 0, "entry": DRAW}
    problem(table.post(f"/entries?{query}", body), 422, "malformed", "dry_run")


@pytest.mark.parametrize("since", ["-1", "1.5", "x", "", "9" * 30, "\N{ARABIC-INDIC DIGIT ONE}", "0x1"])
def test_a_log_from_nowhere(table: OpenedTable, since: str) -> None:
    problem(table.get(f"/entries?since={since}"), 422, "malformed", "since")


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"type": "stop"}, "MUST_DRAW_FIRST"),
        ({"type": "take", "harbor_index": 0}, "WRONG_PHASE"),
        ({"type": "pass"}, "WRONG_PHASE"),
        ({**DRAW, "by": "Ben"}, "NOT_YOUR_TURN"),
    ],
)
def test_what_the_phase_or_the_turn_forbids_names_rule_and_place(
    table: OpenedTable, entry: object, code: str
) -> None:
    answer = table.enter(entry)
    problem(answer, 422, code)
    assert answer.json
    assert answer.json["rule"]
    assert all(set(place) == {"document", "section", "lines"} for place in answer.json["citations"])
    assert answer.json["citations"]


def test_an_id_with_another_body(table: OpenedTable, open_table: Callable[..., OpenedTable]) -> None:
    other = open_table()
    body = {"entry_id": "a", "base_revision": 0, "entry": DRAW}
    assert other.post("/entries", body).status_code == 201
    problem(other.post("/entries", {**body, "entry": {"type": "stop"}}), 409, "entry_id_reused")
    assert other.revision == 1


NAMES = [
    ("", "empty"),
    ("   ", "blank"),
    ("a" * 41, "long"),
    ("\u0000", "NUL"),
    ("Ada\u0000", "NUL inside"),
    ("Ada\nBen", "line break"),
    ("\u202eadA", "right-to-left override"),
    ("A\u2066da", "isolate"),
    ("A\u200bda", "zero-width space"),
    ("\ufeffAda", "byte order mark"),
    ("\u2028", "line separator"),
    ("\ue000", "private use"),
    ("\U000e0041", "tag"),
    ("Ada" + "e\u0301" * 39, "long after composing"),
    (7, "number"),
    (None, "null"),
    (["Ada"], "list"),
    ({"name": "Ada"}, "object"),
]


@pytest.mark.parametrize("name", [name for name, _ in NAMES], ids=[what for _, what in NAMES])
def test_a_name_that_nobody_can_read(client: FlaskClient, name: object) -> None:
    answer = client.post("/api/tables", json={**SETUP, "players": ["Zoe", name]})
    problem(answer, 422, "malformed", "players[1]")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ada", "Ada"),
        ("Ada", "ada "),
        ("STRASSE", "straße"),
        ("é", "e\u0301"),
        ("Ada", "\uff21da"),  # wide A
    ],
)
def test_two_names_that_read_the_same(client: FlaskClient, first: str, second: str) -> None:
    answer = client.post("/api/tables", json={**SETUP, "players": [first, second]})
    problem(answer, 422, "malformed", "players[1]")


@pytest.mark.parametrize(
    "name",
    [
        "Żaneta Ünlü",
        "李雷",
        "عمر",
        "नेहा",
        "\U0001f469\u200d\U0001f469\u200d\U0001f467",
        "<script>alert(1)</script>",
        "'; DROP TABLE tables; --",
        "__proto__",
        "{term.swords}",
        "0",
        "null",
    ],
)
def test_any_name_that_can_be_read_is_kept_as_it_is(
    open_table: Callable[..., OpenedTable], name: str
) -> None:
    table = open_table(players=["Zoe", name])
    view = table.get().json
    assert view
    assert view["players"][1]["name"] == name
    refused = table.enter({"type": "draw", "card": SAILOR, "by": 1})
    assert refused.status_code == 422
    assert table.enter({**DRAW, "by": 0}).status_code == 201


def test_names_are_composed_and_trimmed(open_table: Callable[..., OpenedTable]) -> None:
    view = open_table(players=["  Zoe\t", "Rene\u0301"]).get().json
    assert view
    assert [player["name"] for player in view["players"]] == ["Zoe", "René"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"players": []}, "TOO_MANY_PLAYERS"),
        ({"players": ["Ada"]}, "TOO_MANY_PLAYERS"),
        ({"players": list("abcdef")}, "TOO_MANY_PLAYERS"),
        ({"modules": []}, "MODULE_REQUIRED"),
        ({"players": [f"p{n}" for n in range(1_000)]}, "malformed"),
        ({"players": None}, "malformed"),
        ({"players": "Ada"}, "malformed"),
        ({"edition": "second"}, "malformed"),
        ({"edition": None}, "malformed"),
        ({"modules": ["dragons"]}, "malformed"),
        ({"modules": "base"}, "malformed"),
        ({"options": []}, "malformed"),
        ({"options": {"dragons": True}}, "malformed"),
        ({"options": {"required_vp": -1}}, "malformed"),
        ({"options": {"required_vp": 10**40}}, "malformed"),
        ({"options": {"required_vp": 12.5}}, "malformed"),
        ({"options": {"expedition_required": "yes"}}, "malformed"),
        ({"situation": []}, "malformed"),
        ({"situation": {"players": [{"name": "Ada", "coins": -3}]}}, "malformed"),
        ({"token": "mine"}, "malformed"),
    ],
)
def test_a_table_that_cannot_be_opened(client: FlaskClient, change: dict[str, Any], code: str) -> None:
    problem(client.post("/api/tables", json={**SETUP, "edition": "yucata", **change}), 422, code)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"format": 2, "setup": SETUP, "lines": []},
        {"format": 1, "setup": {}, "lines": []},
        {"format": 1, "setup": SETUP, "lines": {}},
        {"format": 1, "setup": SETUP, "lines": [[]]},
        {"format": 1, "setup": SETUP, "lines": [{"entry_id": "a"}]},
        {"format": 1, "setup": SETUP, "lines": [{"entry_id": "a", "entry": DRAW}] * 2},
        {"format": 1, "setup": {**SETUP, "players": ["Ada", "\u202eadA"]}, "lines": []},
    ],
)
def test_an_import_that_is_no_export(client: FlaskClient, body: object) -> None:
    problem(client.post("/api/tables/import", json=body), 422, "malformed")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"edition": "pegasus"},
        {"edition": "pegasus", "steps": []},
        {"edition": "pegasus", "steps": [1]},
        {"edition": "pegasus", "situation": "no", "steps": [{"type": "stop"}]},
        {"edition": "pegasus", "situation": {"players": 10**9}, "steps": [{"type": "stop"}]},
        {"edition": "pegasus", "modules": [f"option:required_vp={'9' * 5000}"], "steps": [{"type": "stop"}]},
    ],
)
def test_a_body_that_is_no_situation(client: FlaskClient, body: object) -> None:
    problem(client.post("/api/rulings", json=body), 422, "malformed")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api", 404, "not_found"),
        ("GET", "/api/nothing", 404, "not_found"),
        ("POST", "/nothing", 405, "method_not_allowed"),
        ("DELETE", "/api/tables", 405, "method_not_allowed"),
        ("PUT", "/api/editions", 405, "method_not_allowed"),
        ("GET", "/assets/../../etc/passwd", 404, "not_found"),
        ("GET", "/%2e%2e/%2e%2e/etc/passwd.txt", 404, "not_found"),
        ("GET", "/a%00b.js", 404, "not_found"),
    ],
)
def test_addresses_and_methods_that_are_not_there(
    client: FlaskClient, method: str, path: str, status: int, code: str
) -> None:
    answer = client.open(path, method=method)
    problem(answer, status, code)
    assert ("Allow" in answer.headers) == (status == 405)
