"""A group's own box over the API: opened with, learned in mid-game, shared, exported and imported."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.conftest import SETUP, OpenedTable

SAILOR4 = {"kind": "person", "type": "sailor", "cost": 4, "vp": 1, "swords": 1}
OWN_SAILOR = "own.person.sailor.v1.p4"
SAILOR = "base.person.sailor.v1.p3"
SHIP = "base.ship.red.s3.c2"
LEARN = {"type": "draw", "card": SAILOR4, "learn": True, "instead_of": SAILOR}


def test_a_table_is_opened_with_the_groups_box_and_tells_of_it(client: FlaskClient) -> None:
    box = {"own": [{"card": SAILOR4, "count": 2}], "missing": {SHIP: 1}}
    answer = client.post("/api/tables", json={**SETUP, "box": box})
    assert answer.status_code == 201
    assert answer.json
    view = answer.json["view"]
    assert view["unseen"][OWN_SAILOR] == 2
    assert view["box"]["own"] == [{"card": {"id": OWN_SAILOR, **SAILOR4}, "count": 2}]
    assert view["box"]["holds"] == {OWN_SAILOR: 2, SHIP: view["unseen"][SHIP]}


@pytest.mark.parametrize(
    ("box", "field"),
    [
        ({"own": [{"card": {**SAILOR4, "cost": 400}}]}, "box.own[0].card.cost"),
        ({"own": [{"card": SAILOR4, "count": 10**9}]}, "box.own[0].count"),
        ({"own": [{"card": OWN_SAILOR}] * 299}, "box.own"),
        ({"missing": {"base.person.king": 1}}, "box.missing.base.person.king"),
        ({"own": [{"card": SAILOR4, "instead_of": ["a"]}]}, "box.own[0].instead_of"),
    ],
)
def test_a_hostile_box_is_refused_with_the_field(client: FlaskClient, box: Any, field: str) -> None:
    opened = client.post("/api/tables", json={**SETUP, "box": box})
    document = {"format": 1, "setup": {**SETUP, "box": box}, "lines": []}
    imported = client.post("/api/tables/import", json=document)
    for answer in (opened, imported):
        assert answer.status_code == 422
        assert answer.json
        assert answer.json["code"] == "malformed"
        assert answer.json["field"].endswith(field)
        assert answer.json["allowed"]


def test_a_card_is_learned_from_the_log_and_forgotten_by_undo(table: OpenedTable) -> None:
    learned = table.enter(LEARN).json
    assert learned
    assert [line["why"] for line in learned["ledger"]] == ["learned_instead", "placed"]
    view = table.get().json
    assert view
    assert view["harbor"][0]["card"]["id"] == OWN_SAILOR
    assert view["unseen"][OWN_SAILOR] == 0
    assert view["box"]["own"][0]["instead_of"] == SAILOR
    table.correct({"type": "undo"})
    assert OWN_SAILOR not in (table.get().json or {})["unseen"]


def test_an_exported_table_brings_what_it_has_learned(table: OpenedTable) -> None:
    table.enter(LEARN)
    table.enter({"type": "missing", "card": SHIP, "count": 2})
    exported = table.get("/export")
    answer = table.client.post("/api/tables/import", json=exported.json)
    assert answer.status_code == 201
    assert answer.json
    assert answer.json["view"]["box"] == (table.get().json or {})["box"]


def test_a_missing_card_that_is_drawn_is_refused_until_the_group_says_that_it_is_there(
    table: OpenedTable,
) -> None:
    table.enter({"type": "missing", "card": SHIP, "count": 3})
    refused = table.enter({"type": "draw", "card": SHIP})
    assert refused.status_code == 422
    assert refused.json
    assert refused.json["code"] == "NOT_IN_THE_BOX"
    assert refused.json["overridable"]
    table.enter({"type": "draw", "card": SHIP}, override=True)
    assert (table.get().json or {})["box"]["missing"] == {SHIP: 2}
