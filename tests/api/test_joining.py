"""Invites, joining and roles over HTTP: what each answer is, and that nobody gets in by guessing."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.api.conftest import DRAW, SETUP, OpenedTable


@pytest.fixture
def own() -> str:
    """A token that a phone made."""
    return secrets.token_urlsafe(32)


def invited(table: OpenedTable, **invite: Any) -> dict[str, Any]:
    answer = table.post("/invites", invite)
    assert answer.status_code == 201, answer.text
    return dict(answer.json or {})


def joined(table: OpenedTable, secret: str, **wish: Any) -> OpenedTable:
    answer = table.client.post(f"{table.url}/join", json={"secret": secret, **wish})
    assert answer.status_code == 201, answer.text
    return OpenedTable(table.client, table.code, answer.json["token"])  # type: ignore[index]


def test_a_link_gives_a_seat_without_typing(table: OpenedTable) -> None:
    secret = invited(table)["secret"]
    shown = table.client.post(f"{table.url}/invitation", json={"secret": secret}).json
    assert shown == {
        "role": "player",
        "seat": None,
        "edition": "pegasus",
        "seats": [{"seat": seat, "name": name, "taken": False} for seat, name in enumerate(SETUP["players"])],
    }
    ben = joined(table, secret, seat=1)
    assert ben.get().status_code == 200
    assert ben.enter(DRAW).status_code == 201
    assert table.get("/entries").json["lines"][0]["member"] == 2  # type: ignore[index]
    shown = table.client.post(f"{table.url}/invitation", json={"secret": secret}).json
    assert [one["taken"] for one in shown["seats"]] == [False, True, False]  # type: ignore[index]


def test_a_spectator_reads_everything_and_enters_nothing(table: OpenedTable) -> None:
    eve = joined(table, invited(table, role="spectator")["secret"], name="Eve")
    for path in ("", "/score", "/entries", "/export", "/members"):
        assert eve.get(path).status_code == 200, path
    answer = eve.enter(DRAW)
    assert answer.json
    assert (answer.status_code, answer.json["code"], answer.json["needs"]) == (403, "not_allowed", "player")
    assert eve.correct({"type": "undo"}).status_code == 403
    assert table.revision == 0


def test_what_a_player_may_not_is_said_as_such(table: OpenedTable) -> None:
    table.enter(DRAW)
    ben = joined(table, invited(table, seat=1)["secret"])
    answers = [
        ben.correct({"type": "undo"}),
        ben.post("/invites", {}),
        ben.post("/keeper", {"member": 2}),
        ben.client.patch(f"{ben.url}/members", json={"keeper_only": True}, headers=ben.headers),
        ben.client.delete(f"{ben.url}/members/1", headers=ben.headers),
    ]
    codes = [(answer.status_code, answer.json["code"]) for answer in answers]  # type: ignore[index]
    assert codes == [(403, "not_yours"), *[(403, "not_allowed")] * 4]


def test_a_short_code_asks_and_the_keeper_nods(table: OpenedTable, client: FlaskClient, own: str) -> None:
    short_code = invited(table)["short_code"]
    asked = client.post("/api/join", json={"short_code": short_code, "seat": 1, "name": "Ben", "token": own})
    assert asked.json
    assert (asked.status_code, asked.json["state"], asked.json["token"]) == (202, "asking", own)
    mine = {"Authorization": f"Bearer {own}"}
    waiting = client.get("/api/join", headers=mine).json
    assert waiting == {"state": "asking", "role": "player", "seat": 1}
    assert client.get(table.url, headers=mine).status_code == 403
    asking = table.get("/members").json["asking"]  # type: ignore[index]
    assert [one["name"] for one in asking] == ["Ben"]
    answer = table.post(f"/members/{asking[0]['member']}/answer", {"approve": True})
    assert answer.json
    assert answer.json["asking"] == []
    assert client.get("/api/join", headers=mine).json["code"] == table.code  # type: ignore[index]
    assert OpenedTable(client, table.code, own).enter(DRAW).status_code == 201


def test_the_nod_gives_a_seat_and_a_taken_one_is_refused_by_its_code(
    table: OpenedTable, client: FlaskClient
) -> None:
    invite = invited(table)
    joined(table, invite["secret"], seat=1)
    asked = client.post("/api/join", json={"short_code": invite["short_code"], "name": "Cem"}).json
    assert asked
    path = f"/members/{asked['member']}/answer"
    taken = table.post(path, {"approve": True, "seat": 1})
    assert taken.json
    assert (taken.status_code, taken.json["code"]) == (409, "seat_taken")
    mine = {"Authorization": f"Bearer {asked['token']}"}
    assert client.get("/api/join", headers=mine).json["state"] == "asking"  # type: ignore[index]
    assert table.post(path, {"approve": True, "seat": 2}).status_code == 200
    here = client.get("/api/join", headers=mine).json
    assert here == {"state": "here", "role": "player", "seat": 2, "code": table.code}


def test_a_refused_one_is_told_so_and_stays_out(table: OpenedTable, client: FlaskClient) -> None:
    asked = client.post("/api/join", json={"short_code": invited(table)["short_code"]}).json
    assert asked
    table.post(f"/members/{asked['member']}/answer", {"approve": False})
    mine = {"Authorization": f"Bearer {asked['token']}"}
    assert client.get("/api/join", headers=mine).json["state"] == "refused"  # type: ignore[index]
    assert client.get(table.url, headers=mine).status_code == 403


def test_opening_again_after_a_lost_answer_finds_the_table(client: FlaskClient, own: str) -> None:
    answers = [client.post("/api/tables", json={**SETUP, "token": own}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 200, 200]
    assert len({answer.json["code"] for answer in answers}) == 1  # type: ignore[index]
    other = client.post("/api/tables", json={**SETUP, "players": ["Eve", "Mallory"], "token": own})
    assert other.json
    assert (other.status_code, other.json["code"]) == (409, "token_reused")


def test_joining_again_after_a_lost_answer_joins_once(table: OpenedTable, own: str) -> None:
    secret = invited(table)["secret"]
    for _ in range(3):
        joined(table, secret, seat=1, token=own)
    assert len(table.get("/members").json["members"]) == 2  # type: ignore[index]


@pytest.mark.parametrize("token", ["", "short", "x" * 42, "x" * 87, "\N{SNOWMAN}" * 43, "x" * 43 + "\n", 7])
def test_a_token_that_could_be_guessed_is_not_taken(client: FlaskClient, token: object) -> None:
    answer = client.post("/api/tables", json={**SETUP, "token": token})
    assert answer.json
    assert (answer.status_code, answer.json["field"]) == (422, "token")


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/invites", {"role": "keeper"}, "role"),
        ("/invites", {"seat": 3}, "seat"),
        ("/invites", {"seat": True}, "seat"),
        ("/invites", {"minutes": 0}, "minutes"),
        ("/invites", {"minutes": 10**9}, "minutes"),
        ("/keeper", {}, "member"),
        ("/keeper", {"member": "1"}, "member"),
        ("/members/1/answer", {"approve": 1}, "approve"),
        ("/members/1/answer", {"approve": True, "seat": "1"}, "seat"),
        ("/members/1/answer", {"approve": True, "role": "keeper"}, "role"),
        ("/members/1/answer", {"approve": True, "second_phone": "yes"}, "second_phone"),
        ("/join", {"secret": 1}, "secret"),
        ("/join", {"secret": ""}, "secret"),
        ("/invitation", {}, "secret"),
    ],
)
def test_a_field_that_does_not_fit_is_named(table: OpenedTable, path: str, body: object, field: str) -> None:
    answer = table.post(path, body)
    assert answer.json
    assert (answer.status_code, answer.json["code"], answer.json["field"]) == (422, "malformed", field)


@pytest.mark.parametrize("name", ["", "x" * 41, 5])
def test_a_name_has_a_length(table: OpenedTable, name: object) -> None:
    answer = table.post("/join", {"secret": invited(table)["secret"], "seat": 1, "name": name})
    assert answer.json
    assert (answer.status_code, answer.json["field"]) == (422, "name")


@pytest.mark.parametrize("number", [2, 99, 10**18, 10**30])
def test_who_and_what_is_not_there_is_not_found(table: OpenedTable, number: int) -> None:
    for path in (f"/members/{number}", f"/invites/{number}"):
        assert table.client.delete(table.url + path, headers=table.headers).status_code == 404
    assert table.post(f"/members/{number}/answer", {"approve": True}).status_code == 404


def test_a_revoked_invite_lets_nobody_in(table: OpenedTable) -> None:
    invite = invited(table)
    listed = table.get("/invites").json
    assert listed
    assert [one["invite"] for one in listed["invites"]] == [1]
    assert invite["secret"] not in str(listed)
    assert table.client.delete(f"{table.url}/invites/1", headers=table.headers).status_code == 204
    for path in ("/join", "/invitation"):
        answer = table.post(path, {"secret": invite["secret"]})
        assert answer.json
        assert (answer.status_code, answer.json["code"]) == (404, "no_invite")


@pytest.mark.parametrize("guess", ["secret", "short code", "wish"])
def test_guessing_is_slowed_down(make_app: Callable[..., Flask], guess: str) -> None:
    client = make_app(rate_limits=True, rate_guess="5 per minute").test_client()
    opened = client.post("/api/tables", json=SETUP).json
    assert opened
    table = OpenedTable(client, opened["code"], opened["token"])

    def one(number: int) -> int:
        if guess == "secret":
            return table.post("/join", {"secret": f"guess{number}"}).status_code
        if guess == "short code":
            return client.post("/api/join", json={"short_code": f"{number:06}"}).status_code
        return client.get("/api/join", headers={"Authorization": f"Bearer {number}"}).status_code

    statuses = [one(number) for number in range(7)]
    assert statuses == [403 if guess == "wish" else 404] * 5 + [429] * 2
    assert table.get().status_code == 200


def test_joining_has_a_rate(make_app: Callable[..., Flask]) -> None:
    client = make_app(rate_limits=True, rate_open="4 per minute").test_client()
    opened = client.post("/api/tables", json=SETUP).json
    assert opened
    table = OpenedTable(client, opened["code"], opened["token"])
    secret = invited(table)["secret"]
    statuses = [table.post("/join", {"secret": secret}).status_code for _ in range(4)]
    assert statuses == [201, 201, 201, 429]


def test_no_secret_reaches_a_log(make_app: Callable[..., Flask], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    client = make_app().test_client()
    opened = client.post("/api/tables", json=SETUP).json
    assert opened
    table = OpenedTable(client, opened["code"], opened["token"])
    invite = invited(table)
    ben = joined(table, invite["secret"], seat=1)
    client.post("/api/join", json={"short_code": invite["short_code"]})
    for secret in (invite["secret"], invite["short_code"], ben.token, table.token, table.code):
        assert secret not in caplog.text


def test_everybody_is_asked_whether_two_phones_drew_the_same_card(table: OpenedTable) -> None:
    ben = joined(table, invited(table, seat=1)["secret"])
    asked = {"entry_id": "mine", "entry": DRAW}
    assert ben.client.put(f"{ben.url}/doubt", json=asked, headers=ben.headers).status_code == 200
    (doubt,) = (one["doubt"] for one in table.get("/members").json["members"] if "doubt" in one)  # type: ignore[index]
    assert doubt["entry_id"] == "mine"
    answer = table.post("/members/2/doubt", {"same_card": True})
    assert answer.json["members"][1]["doubt"]["same_card"] is True  # type: ignore[index]
    assert ben.client.delete(f"{ben.url}/doubt", headers=ben.headers).status_code == 204
    answer = table.post("/members/2/doubt", {"same_card": True})
    assert (answer.status_code, answer.json["code"]) == (404, "no_doubt")  # type: ignore[index]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"entry_id": "mine", "entry": {"type": "stop"}}, "entry.type"),
        ({"entry_id": "mine", "entry": {"type": "draw", "card": "no.such"}}, "entry.card"),
        ({"entry_id": "no spaces", "entry": DRAW}, "entry_id"),
        ({"entry": DRAW}, "entry_id"),
    ],
)
def test_what_cannot_be_asked_is_named(table: OpenedTable, body: dict[str, Any], field: str) -> None:
    answer = table.client.put(f"{table.url}/doubt", json=body, headers=table.headers)
    assert (answer.status_code, answer.json["field"]) == (422, field)  # type: ignore[index]


def told_addresses(client: FlaskClient, host: str, address: str = "127.0.0.1") -> list[dict[str, Any]]:
    answer = client.get("/api/addresses", base_url=f"http://{host}", environ_base={"REMOTE_ADDR": address})
    assert answer.json
    return list(answer.json["addresses"])


def test_the_machine_itself_is_told_where_phones_find_it_and_which_address_one_has_opened(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.api.arrivals.reachable", lambda _: ["192.168.1.20", "10.8.0.6"])
    wifi, tunnel = "http://192.168.1.20:8000", "http://10.8.0.6:8000"
    here = [{"url": wifi, "opened": False}, {"url": tunnel, "opened": False}]
    assert told_addresses(client, "localhost:8000") == here
    # The machine itself may open any of them, which says nothing of phones.
    assert told_addresses(client, "192.168.1.20:8000", "192.168.1.20") == here
    # A phone has come by the other one: it works, so it comes first.
    told = [{"url": tunnel, "opened": True}, {"url": wifi, "opened": False}]
    assert told_addresses(client, "10.8.0.6:8000", "10.8.0.9") == told
    assert told_addresses(client, "localhost:8000") == told


def test_who_came_by_another_name_learns_nothing_of_the_networks_behind_it(
    make_app: Callable[..., Flask], client: FlaskClient
) -> None:
    assert told_addresses(client, "port.example") == []
    public = make_app(public_url="https://port.example/").test_client()
    assert told_addresses(public, "localhost:8000") == [{"url": "https://port.example", "opened": True}]
