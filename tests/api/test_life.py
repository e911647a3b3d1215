"""Life at the table over HTTP: who leaves and who joins late, other house rules, and the places of phones."""

from __future__ import annotations

import pytest

from tests.api.conftest import DRAW, OpenedTable
from tests.api.test_joining import invited, joined

EVE = {"type": "join", "name": "Eve", "after": "Ada"}


def test_who_joins_late_has_a_seat_that_a_phone_can_take(table: OpenedTable) -> None:
    answer = table.enter(EVE)
    assert (answer.status_code, answer.json["view"]["order"]) == (201, [0, 3, 1, 2])  # type: ignore[index]
    secret = invited(table)["secret"]
    shown = table.client.post(f"{table.url}/invitation", json={"secret": secret}).json
    assert [(one["seat"], one["name"]) for one in shown["seats"]] == [  # type: ignore[index]
        (0, "Ada"),
        (3, "Eve"),
        (1, "Ben"),
        (2, "Cem"),
    ]
    eve = joined(table, secret, seat=3)
    assert [one["name"] for one in eve.get("/members").json["members"]] == [None, "Eve"]  # type: ignore[index]
    assert table.get("/players/3/outlook").json["part"] == "later"  # type: ignore[index]
    assert table.get("/players/4/outlook").status_code == 422
    refused = table.post("/invites", {"role": "player", "seat": 4})
    assert refused.status_code == 422
    assert invited(table, seat=3)["seat"] == 3


def test_nobody_is_invited_to_a_seat_that_somebody_left(table: OpenedTable) -> None:
    assert table.enter({"type": "leave", "by": "Cem"}).status_code == 201
    shown = table.client.post(f"{table.url}/invitation", json={"secret": invited(table)["secret"]}).json
    assert [one["name"] for one in shown["seats"]] == ["Ada", "Ben"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("language", "detail"), [("en", "Eve has left the table."), ("de", "Eve spielt nicht mehr mit.")]
)
def test_a_refusal_names_who_joined_late(table: OpenedTable, language: str, detail: str) -> None:
    table.enter(EVE)
    table.enter({"type": "leave", "by": 3})
    body = {"entry_id": "late", "base_revision": 2, "entry": {"type": "leave", "by": "Eve"}}
    answer = table.post("/entries", body, **{"Accept-Language": language})
    assert answer.json
    assert (answer.status_code, answer.json["code"], answer.json["detail"]) == (422, "HAS_LEFT", detail)


def test_what_leaving_comes_to_is_told_before_anything_is_recorded(table: OpenedTable) -> None:
    body = {"entry_id": "dry", "base_revision": 0, "entry": {"type": "leave", "by": 2}}
    answer = table.post("/entries?dry_run=true", body)
    assert answer.json
    assert [line["why"] for line in answer.json["ledger"]] == ["left", "left_coins"]
    assert table.revision == 0


def test_a_name_is_put_right_for_everybody_and_a_phone_keeps_its_player_where_seats_change(
    table: OpenedTable,
) -> None:
    ben = joined(table, invited(table)["secret"], seat=1)
    assert table.enter({"type": "rename", "by": "Ben", "name": "Bea"}).status_code == 201
    seated = table.enter({"type": "seats", "order": ["Ada", "Cem", "Bea"], "start": "Bea"})
    assert (seated.status_code, seated.json["view"]["order"]) == (201, [0, 2, 1])  # type: ignore[index]
    assert [line["why"] for line in seated.json["ledger"]] == ["seated", "starts"]  # type: ignore[index]
    members = ben.get("/members").json
    assert members
    assert [(one["seat"], one["name"]) for one in members["members"]] == [(None, None), (1, "Bea")]
    shown = table.client.post(f"{table.url}/invitation", json={"secret": invited(table)["secret"]}).json
    assert [one["name"] for one in shown["seats"]] == ["Ada", "Cem", "Bea"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("language", "detail"),
    [
        ("en", "A card was drawn: seats and start player stay as they are."),
        ("de", "Eine Karte ist gezogen: Plätze und Beginn bleiben, wie sie sind."),
    ],
)
def test_once_a_card_was_drawn_a_change_of_seats_is_refused_with_its_reason(
    table: OpenedTable, language: str, detail: str
) -> None:
    table.enter(DRAW)
    body = {"entry_id": "late", "base_revision": 1, "entry": {"type": "seats", "start": 1}}
    answer = table.post("/entries", body, **{"Accept-Language": language})
    assert answer.json
    assert (answer.status_code, answer.json["code"], answer.json["detail"]) == (422, "SEATS_STAY", detail)
    assert table.enter({"type": "rename", "by": 1, "name": "Bea"}).status_code == 201
    taken = {"entry_id": "twice", "base_revision": 2, "entry": {"type": "rename", "by": 1, "name": "ada"}}
    answer = table.post("/entries", taken)
    assert answer.json
    assert (answer.status_code, answer.json["field"]) == (422, "entry.name")


def test_it_is_all_in_the_export_and_comes_back_by_the_import(table: OpenedTable) -> None:
    for entry in (
        EVE,
        {"type": "leave", "by": 1},
        {"type": "rename", "by": 3, "name": "Fay"},
        {"type": "seats", "start": 3},
        {"type": "rules", "options": {"governor_new": True}},
        DRAW,
    ):
        assert table.enter(entry).status_code == 201
    exported = table.get("/export").json
    again = table.client.post("/api/tables/import", json=exported)
    assert again.status_code == 201, again.text
    assert again.json
    before = table.get().json
    assert before
    assert again.json["view"] == before
    assert before["options"] == {"governor_new": True}


def test_a_sixth_player_is_told_how_many_the_box_is_for(table: OpenedTable) -> None:
    for name in ("Eve", "Fay"):
        assert table.enter({**EVE, "name": name}).status_code == 201
    answer = table.enter({**EVE, "name": "Gil"})
    assert answer.json
    assert (answer.status_code, answer.json["code"], answer.json["overridable"]) == (
        422,
        "TOO_MANY_PLAYERS",
        False,
    )
    assert answer.json["detail"] == "This game is for 2 to 5 players, not 6."
