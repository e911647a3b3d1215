"""What is stored is bounded: an import, what one address stores in a day, and all of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask

from companion.storage import Store, open_database
from tests import attacks
from tests.api.conftest import DRAW, SETUP, OpenedTable, opened_at
from tests.api.test_attacks import posted
from tests.api.test_bad_input import problem


def told_by_id(corrections: int) -> dict[str, Any]:
    """Cards by their ids, sixty a line: stored, each is written out with all that it says."""
    draw = {"type": "draw", "card": "base.ship.red.s3.c2"}
    again = {"type": "replace", "revision": 1, "count": 60, "entries": [draw] * 60}
    lines = [{"entry": draw, "override": True} for _ in range(60)]
    return attacks.document([*lines, *({"correction": again} for _ in range(corrections))])


def test_an_import_stores_no_more_than_may_be_sent(make_app: Callable[..., Flask]) -> None:
    client = make_app(max_import_bytes=60_000).test_client()
    problem(posted(client, "/api/tables/import", told_by_id(15)), 413, "too_large")
    opened = posted(client, "/api/tables/import", told_by_id(5))
    assert opened.status_code == 201
    table = OpenedTable(client, opened.json["code"], opened.json["token"])
    # What was taken is taken again as it is exported.
    assert posted(client, "/api/tables/import", table.get("/export").data).status_code == 201


def test_what_was_exported_is_imported_wherever_its_body_may_be_sent(make_app: Callable[..., Flask]) -> None:
    client = make_app().test_client()
    body = attacks.document([attacks.counted(number) for number in range(400)])
    opened = posted(client, "/api/tables/import", body)
    exported = OpenedTable(client, opened.json["code"], opened.json["token"]).get("/export").data
    assert posted(client, "/api/tables/import", exported).status_code == 201
    tight = make_app(max_import_bytes=len(exported)).test_client()
    assert posted(tight, "/api/tables/import", exported).status_code == 201


def test_one_address_stores_so_much_in_a_day_by_tables_and_by_entries(make_app: Callable[..., Flask]) -> None:
    client = make_app(rate_limits=True, stored_per_address=12_000).test_client()
    table = opened_at(client)
    body = attacks.document([attacks.counted(number) for number in range(100)])
    refused = posted(client, "/api/tables/import", body)
    problem(refused, 429, "too_much_stored")
    assert refused.json["limit"] == 12_000
    assert "12000 bytes" in refused.json["detail"]
    assert 0 < int(refused.headers["Retry-After"]) <= 86_400
    # What was refused is not counted, what is only asked or known is not stored.
    for _ in range(200):
        assert table.enter(DRAW, entry_id="a", base=0).status_code in (200, 201)
    answers = [table.enter({"type": "count", "draw_pile": number % 50}).status_code for number in range(100)]
    assert answers == sorted(answers)
    assert set(answers) == {201, 429}
    assert table.get().status_code == 200
    elsewhere = {"REMOTE_ADDR": "192.0.2.9"}
    assert client.post("/api/tables", json=SETUP, environ_overrides=elsewhere).status_code == 201


def test_where_all_room_is_taken_no_table_is_opened_and_those_that_are_there_play_on(
    make_app: Callable[..., Flask],
) -> None:
    table = opened_at(make_app().test_client())
    tables = make_app().extensions["harbormaster.tables"]
    for share, opens, records in ((2.0, 201, 201), (0.99, 503, 201), (0.5, 503, 503)):
        full = make_app(stored_bytes=int(share * tables.stored_bytes())).test_client()
        opened = full.post("/api/tables", json=SETUP)
        assert opened.status_code == opens
        there = OpenedTable(full, table.code, table.token)
        assert there.enter(DRAW).status_code == records
        assert there.get().status_code == 200
        ready = full.get("/readyz")
        assert ready.status_code == (200 if records == 201 else 503)
        if records == 503:
            problem(ready, 503, "no_room")
        if opens == 503:
            problem(opened, 503, "no_room")
            problem(posted(full, "/api/tables/import", told_by_id(1)), 503, "no_room")


def test_without_a_bound_everything_is_stored(make_app: Callable[..., Flask]) -> None:
    assert make_app(stored_bytes=0).test_client().post("/api/tables", json=SETUP).status_code == 201


def test_a_database_says_how_much_it_takes(any_database: str | None, tmp_path: Any) -> None:
    database = open_database(any_database or f"sqlite:///{tmp_path}/size.db")
    try:
        database.upgrade()
        store = Store(database)
        before = store.size()
        store.open_table("A" * 10, "x" * 500_000, "hash")
        assert store.size() > before >= 10_000
    finally:
        database.close()
