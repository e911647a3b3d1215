"""What a browser may do with any answer."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.api.conftest import OpenedTable


@pytest.mark.parametrize(
    "path", ["/", "/table/x", "/api/docs", "/api/editions", "/healthz", "/api/nothing", "/x.js"]
)
def test_every_answer_is_strict_with_browsers(client: FlaskClient, path: str) -> None:
    with client.get(path) as answer:
        headers = answer.headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe-inline" not in headers["Content-Security-Policy"]
    assert "'unsafe-eval'" not in headers["Content-Security-Policy"]
    assert "blob:" in policy["worker-src"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "geolocation=()" in headers["Permissions-Policy"]


def test_what_belongs_to_a_table_is_kept_by_nobody_in_between(table: OpenedTable) -> None:
    assert table.get().headers["Cache-Control"] == "private, no-cache"
    for path in ("/score", "/entries", "/export"):
        assert table.get(path).headers["Cache-Control"] == "no-store"


def test_no_other_site_may_read_an_answer(table: OpenedTable) -> None:
    answer = table.get(Origin="https://elsewhere.example")
    assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]
