"""Opening, recording, reading: what a phone relies on."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.api import tables as table_calls
from companion.engine import Line, append, codec, open_history
from companion.engine.version import engine_version
from tests.api.conftest import DRAW, SETUP, OpenedTable, opened_at


def test_opening_a_table_gives_its_code_its_token_and_the_view(client: FlaskClient) -> None:
    answer = client.post("/api/tables", json=SETUP)
    assert answer.status_code == 201
    assert answer.json
    assert set(answer.json) == {"code", "token", "revision", "opened", "view"}
    assert answer.json["revision"] == 0
    assert [player["name"] for player in answer.json["view"]["players"]] == SETUP["players"]
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_etag_of_the_view_is_its_revision_and_the_engines_version(
    table: OpenedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.enter(DRAW)
    tag = table.get().headers["ETag"]
    assert tag == f'"1-{engine_version()}"'
    same = table.get(**{"If-None-Match": tag})
    assert (same.status_code, same.data) == (304, b"")
    assert table.get(**{"If-None-Match": tag.replace("1-", "0-")}).status_code == 200
    monkeypatch.setattr(table_calls, "engine_version", lambda: "newer rules")
    assert table.get(**{"If-None-Match": tag}).status_code == 200


def test_the_outlook_of_a_seat_is_the_engines_and_its_etag_names_both(table: OpenedTable) -> None:
    table.enter(DRAW)
    answer = table.get("/players/1/outlook")
    assert answer.json
    history = append(open_history(codec.setup_from_json(SETUP)), line_of(DRAW))[0]
    assert answer.json == json.loads(json.dumps(codec.outlook_json(history, 1)))
    assert (answer.json["seat"], answer.json["offers"][0]["price"]) == (1, 3)
    same = table.get("/players/1/outlook", **{"If-None-Match": answer.headers["ETag"]})
    assert same.status_code == 304
    assert table.get("/players/2/outlook", **{"If-None-Match": answer.headers["ETag"]}).status_code == 200


def test_what_can_be_put_right_about_a_card_is_the_engines(table: OpenedTable) -> None:
    table.enter(DRAW)
    table.enter({"type": "stop"})
    table.enter({"type": "take", "by": 0, "harbor_index": 0})
    answer = table.get("/entries/3/repairs")
    assert answer.json
    history = open_history(codec.setup_from_json(SETUP))
    for entry in (DRAW, {"type": "stop"}, {"type": "take", "by": 0, "harbor_index": 0}):
        history = append(history, line_of(entry))[0]
    assert answer.json == json.loads(json.dumps(codec.repairs_json(history, revision=3)))
    assert table.correct(answer.json["take"]["nobody"]).status_code == 201
    assert table.get("/berths/7").status_code == 422
    assert table.get("/entries/2/repairs").status_code == 422
    assert table.client.get(f"{table.url}/berths/0").status_code == 401


def test_the_outlook_of_a_seat_that_there_is_not_is_malformed(table: OpenedTable) -> None:
    for seat in (3, 10**30):
        answer = table.get(f"/players/{seat}/outlook")
        assert answer.json
        assert (answer.status_code, answer.json["field"]) == (422, "seat")
    assert table.client.get(f"{table.url}/players/0/outlook").status_code == 401


def test_the_account_of_a_seat_is_the_engines_and_its_etag_names_both(table: OpenedTable) -> None:
    for entry in (DRAW, {"type": "stop"}, {"type": "take", "harbor_index": 0}):
        table.enter(entry)
    answer = table.get("/players/0/account")
    assert answer.json
    assert answer.json["bookings"][0]["revision"] == 3
    assert answer.json["bookings"][0]["balance"] == answer.json["coins"]
    same = table.get("/players/0/account", **{"If-None-Match": answer.headers["ETag"]})
    assert same.status_code == 304
    gone = table.get("/players/3/account")
    assert gone.json
    assert (gone.status_code, gone.json["field"]) == (422, "seat")


def test_the_evening_is_the_engines_and_told_again_only_after_something_happened(table: OpenedTable) -> None:
    for entry in (DRAW, {"type": "stop"}):
        table.enter(entry)
    answer = table.get("/evening")
    assert answer.json
    assert [one["drawn"] for one in answer.json["players"]] == [1, 0, 0]
    assert table.get("/evening", **{"If-None-Match": answer.headers["ETag"]}).status_code == 304
    table.enter({"type": "take", "harbor_index": 0})
    again = table.get("/evening", **{"If-None-Match": answer.headers["ETag"]})
    assert again.json
    assert again.json["players"][0]["hired"] == {"sailor": 1}


def test_what_was_counted_is_explained_and_the_repair_can_be_posted_as_it_is(table: OpenedTable) -> None:
    for entry in (DRAW, {"type": "stop"}, {"type": "take", "harbor_index": 0}):
        table.enter(entry)
    had = table.get("/players/0/account").json
    assert had
    missing = had["bookings"][0]["line"]["coins"]
    answer = table.post("/slips", {"coins": {"0": had["coins"] - missing}})
    assert answer.status_code == 200
    assert answer.json
    assert answer.json["missing"] == {"coins": {"0": -missing}}
    reason = answer.json["reasons"][0]
    assert (reason["kind"], reason["revision"], reason["left"]) == ("not_paid", 3, 0)
    repair = reason["repair"]
    done = table.enter(repair["entry"])
    assert done.status_code == 201
    assert done.json
    assert done.json["view"]["players"][0]["coins"] == had["coins"] - missing


@pytest.mark.parametrize(
    "body", [{}, {"coins": {"0": -1}}, {"coins": [3]}, {"draw_pile": "3"}, {"coin": {"0": 3}}]
)
def test_what_cannot_have_been_counted_is_malformed(table: OpenedTable, body: dict[str, Any]) -> None:
    assert table.post("/slips", body).status_code == 422


def line_of(entry: dict[str, Any]) -> Line:
    game = open_history(codec.setup_from_json(SETUP)).state.game
    return codec.line_from_json({"entry_id": "e", "entry": entry}, game)


def test_an_entry_is_recorded_with_its_ledger_and_the_view(table: OpenedTable) -> None:
    answer = table.enter(DRAW)
    assert answer.status_code == 201
    assert answer.json
    assert answer.json["revision"] == answer.json["view"]["revision"] == 1
    assert answer.json["reason"] == "PLACED"
    assert [line["why"] for line in answer.json["ledger"]] == ["placed"]


def test_every_template_of_the_view_can_be_posted_back_or_says_why_not(table: OpenedTable) -> None:
    table.enter(DRAW)
    view = table.get().json
    assert view
    keys = ("type", "by", "harbor_index", "expedition_index", "discard", "passing", "rest", "bonus")
    for template in view["allowed"]:
        entry = {key: template[key] for key in keys if key in template}
        if entry["type"] == "draw":
            entry.update(DRAW)
        body = {"entry_id": "try", "base_revision": 1, "entry": entry}
        status = table.post("/entries?dry_run=true", body).status_code
        assert status == (200 if template["allowed"] else 422), template


def test_sent_twice_it_is_answered_like_the_first_time_with_200(table: OpenedTable) -> None:
    body = {"entry_id": "same", "base_revision": 0, "entry": DRAW}
    first, second = table.post("/entries", body), table.post("/entries", body)
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json == second.json
    assert table.revision == 1


def test_without_an_id_an_entry_and_a_correction_get_one_that_the_answer_names(table: OpenedTable) -> None:
    entry = {"base_revision": 0, "entry": DRAW}
    answers = [
        table.post("/entries", entry),
        table.post("/corrections", {"base_revision": 1, "correction": {"type": "undo", "count": 1}}),
    ]
    assert [answer.status_code for answer in answers] == [201, 201]
    named = [answer.json["entry_id"] for answer in answers if answer.json]
    log = table.get("/entries").json
    assert log
    assert [line["entry_id"] for line in log["lines"]] == named
    assert len(set(named)) == 2
    # Sent again it is another entry, on a revision that is no longer the newest: it counts once all the same.
    again = table.post("/entries", entry).json
    assert again
    assert again["code"] == "stale"
    assert table.revision == 2


def test_a_stale_entry_is_answered_with_the_missing_lines(table: OpenedTable) -> None:
    table.enter(DRAW)
    table.enter(DRAW)
    answer = table.enter(DRAW, base=1)
    assert answer.status_code == 409
    assert answer.json
    assert (answer.json["code"], answer.json["revision"]) == ("stale", 2)
    assert [line["revision"] for line in answer.json["missing"]] == [2]
    assert answer.json["missing"][0]["ledger"]
    assert table.revision == 2


def test_a_dry_run_shows_what_would_follow_and_records_nothing(table: OpenedTable) -> None:
    body = {"entry_id": "dry", "base_revision": 0, "entry": DRAW}
    answer = table.post("/entries?dry_run=true", body)
    assert answer.status_code == 200
    assert answer.json
    assert len(answer.json["view"]["harbor"]) == 1
    assert table.revision == 0
    assert table.post("/entries", body).status_code == 201


def test_a_refused_entry_can_be_recorded_all_the_same_and_stays_marked(table: OpenedTable) -> None:
    refused = table.enter({"type": "stop"})
    assert refused.status_code == 422
    assert refused.json
    assert refused.json["overridable"]
    assert table.enter({"type": "stop"}, override=True).status_code == 201
    log = table.get("/entries").json
    assert log
    [line] = log["lines"]
    assert line["overridden"][0]["code"] == refused.json["code"] == "MUST_DRAW_FIRST"


def test_the_log_comes_from_any_revision_on(table: OpenedTable) -> None:
    for _ in range(3):
        table.enter(DRAW)
    whole, rest = table.get("/entries").json, table.get("/entries?since=2").json
    assert whole
    assert rest
    assert [line["revision"] for line in whole["lines"]] == [1, 2, 3]
    assert rest == {"revision": 3, "lines": whole["lines"][2:]}
    assert table.get("/entries?since=99").json == {"revision": 3, "lines": []}


def test_a_log_of_which_everything_is_known_is_read_without_folding_it(
    table: OpenedTable, processes: tuple[Flask, Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    table.enter(DRAW)
    elsewhere = OpenedTable(processes[1].test_client(), table.code, table.token)

    def folded(*_: object) -> None:
        raise AssertionError("it was folded")

    with monkeypatch.context() as patched:
        patched.setattr("companion.tables.table.fold_log", folded)
        assert elsewhere.get("/entries?since=1").json == {"revision": 1, "lines": []}
        assert len(elsewhere.get("/export").json["lines"]) == 1  # type: ignore[index]
    assert elsewhere.get("/entries?since=0").json == table.get("/entries?since=0").json


def test_reading_ahead_of_the_log_wins_nothing_back(make_app: Callable[..., Flask]) -> None:
    table = opened_at(make_app(rate_limits=True, rate_read="3 per minute").test_client())
    statuses = [table.get("/entries?since=1000000").status_code for _ in range(4)]
    assert statuses[-1] == 429


def test_undo_redo_change_insert_and_remove(table: OpenedTable) -> None:
    ship = {"type": "draw", "card": "base.ship.yellow.s1.c1"}

    def harbor(answer: object) -> list[str]:
        assert answer.status_code == 201, answer.text  # type: ignore[attr-defined]
        return [place["card"]["kind"] for place in answer.json["view"]["harbor"]]  # type: ignore[attr-defined]

    table.enter(DRAW)
    table.enter(DRAW)
    assert harbor(table.correct({"type": "undo"})) == ["person"]
    assert harbor(table.correct({"type": "redo"})) == ["person", "person"]
    assert harbor(table.correct({"type": "change", "revision": 1, "entry": ship})) == ["ship", "person"]
    assert harbor(table.correct({"type": "remove", "revision": 2})) == ["ship"]
    assert harbor(table.correct({"type": "insert", "before": 1, "entry": DRAW})) == ["person", "ship"]
    assert table.revision == 7


def test_a_correction_can_be_tried_first(table: OpenedTable) -> None:
    table.enter(DRAW)
    body = {"entry_id": "dry", "base_revision": 1, "correction": {"type": "undo", "count": 1}}
    answer = table.post("/corrections?dry_run=true", body)
    assert answer.status_code == 200
    assert answer.json
    assert answer.json["view"]["harbor"] == []
    assert table.revision == 1


def test_a_correction_keeps_later_entries_and_tells_first_what_it_changes(table: OpenedTable) -> None:
    table.enter(DRAW)
    table.enter({"type": "stop"})
    table.enter({"type": "take", "harbor_index": 0})
    body = {"entry_id": "dry", "base_revision": 3, "correction": {"type": "remove", "revision": 1}}
    foreseen = table.post("/corrections?dry_run=true", body).json
    assert foreseen
    told = foreseen["consequences"]
    assert [(player["seat"], player["coins"], player["vp"]) for player in told["players"]] == [
        (0, [0, 3], [1, 0])
    ]
    assert (told["harbor"], told["moment"], told["kept_count"]) == (False, False, 2)
    assert [(one["revision"], one["overridden"][0]["code"]) for one in told["kept"]] == [
        (2, "MUST_DRAW_FIRST"),
        (3, "CARD_GONE"),
    ]
    assert table.revision == 3
    answer = table.correct({"type": "remove", "revision": 1})
    assert answer.status_code == 201
    lines = table.get("/entries").json
    assert lines
    assert [line.get("kept") for line in lines["lines"]] == [
        None,
        {"by": 4, "fits": True},
        {"by": 4, "fits": False},
        None,
    ]


def test_a_correction_that_later_entries_contradict_is_refused_where_it_shall_keep_none(
    table: OpenedTable,
) -> None:
    table.enter(DRAW)
    table.enter({"type": "stop"})
    answer = table.correct({"type": "remove", "revision": 1, "keep": False})
    assert answer.status_code == 422
    assert answer.json
    assert answer.json["code"] == "LATER_ENTRY_FAILS"
    assert table.revision == 2


def test_the_score_can_be_asked_for_at_any_time(table: OpenedTable) -> None:
    score = table.get("/score").json
    assert score
    assert score["final"] is False
    assert len(score["ranking"]) == 3


def without_members(log: Any) -> Any:
    """A log as another table has it, where nobody knows who entered it."""
    lines = [{key: line[key] for key in line if key != "member"} for line in log["lines"]]
    return {**log, "lines": lines}


def test_an_exported_table_is_imported_as_a_new_one(table: OpenedTable) -> None:
    table.enter(DRAW)
    table.correct({"type": "undo"})
    exported = table.get("/export")
    assert exported.headers["Content-Disposition"].startswith("attachment")
    assert table.token not in exported.text
    answer = table.client.post("/api/tables/import", json=exported.json)
    assert answer.status_code == 201
    assert answer.json
    copy = OpenedTable(table.client, answer.json["code"], answer.json["token"])
    assert copy.code != table.code
    assert copy.get().json == table.get().json
    assert copy.get("/entries").json == without_members(table.get("/entries").json)


@pytest.mark.parametrize("path", ["", "/score", "/beginning", "/players/0/outlook", "/rules/admiral-what"])
def test_to_say_how_a_table_stands_its_log_is_not_worked_out_again(app: Flask, path: str) -> None:
    lines = [{"entry_id": "a", "entry": DRAW}, {"entry_id": "b", "entry": {"type": "stop"}}]
    body = {"format": 1, "setup": SETUP, "lines": lines}
    opened: Any = app.test_client().post("/api/tables/import", json=body).json  # it rests
    table = OpenedTable(app.test_client(), opened["code"], opened["token"])
    assert table.get(path).status_code == 200
    assert not app.extensions["harbormaster.tables"].find(table.code, table.token).table.is_awake


def test_a_table_may_begin_in_the_middle_of_a_game(client: FlaskClient) -> None:
    situation = {
        "players": [{"name": "Ada", "coins": 7}, {"name": "Ben", "coins": 2}],
        "active": "Ben",
        "phase": "discover",
        "harbor": ["base.ship.yellow.s1.c1"],
    }
    setup = {"edition": "sjg", "modules": ["base"], "players": ["Ada", "Ben"], "situation": situation}
    answer = client.post("/api/tables", json=setup)
    assert answer.status_code == 201, answer.text
    assert answer.json
    view = answer.json["view"]
    assert (view["active"], [p["coins"] for p in view["players"]], len(view["harbor"])) == (1, [7, 2], 1)


@pytest.mark.parametrize("path", ["/api/editions", "/api/catalogue"])
def test_facts_are_fetched_once(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    tag = answer.headers["ETag"]
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304


def test_the_editions_say_which_rules_this_server_runs(client: FlaskClient) -> None:
    answer = client.get("/api/editions").json
    assert answer
    assert answer["engine_version"] == engine_version()


def test_a_ruling_is_answered_without_a_table(client: FlaskClient) -> None:
    situation = {"players": [{"id": "Ada", "coins": 0}, {"id": "Ben", "coins": 0}], "active": "Ada"}
    body = {"edition": "pegasus", "modules": ["base"], "situation": situation, "steps": [{"type": "stop"}]}
    answer = client.post("/api/rulings", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.json
    assert (answer.json["result"], answer.json["reason"]) == ("denied", "MUST_DRAW_FIRST")


def test_every_edition_opens_with_its_modules(
    client: FlaskClient, open_table: Callable[..., OpenedTable]
) -> None:
    editions = client.get("/api/editions").json
    assert editions
    for edition in editions["editions"]:
        games = [one["module"] for one in edition["played"] if one["alone"]]
        assert games
        for game in games:
            more = [one["module"] for one in edition["played"] if one["needs"] == [game]]
            assert open_table(edition=edition["id"], modules=[game, *more]).revision == 0


SAILOR3 = "base.person.sailor.v3.p7"
TAKEN_OVER: dict[str, Any] = {
    "edition": "pegasus",
    "players": ["Ada", "Ben"],
    "situation": {
        "players": [{"coins": 7, "display": [SAILOR3]}, {"coins": 2}],
        "active": "Ben",
        "draw_pile": 60,
    },
}


def test_a_table_is_tried_before_it_is_opened_and_then_says_what_it_was_taken_over_with(
    client: FlaskClient,
) -> None:
    tried = client.post("/api/trials", json=TAKEN_OVER)
    assert tried.status_code == 200, tried.text
    assert tried.json
    # 119 cards: nine coins and a person; what is not in the pile is discarded.
    assert (tried.json["discard_pile"], tried.json["unseen"][SAILOR3]) == (49, 0)
    opened = client.post("/api/tables", json=TAKEN_OVER).json
    assert opened
    table = OpenedTable(client, opened["code"], opened["token"])
    table.enter({"type": "draw", "card": "base.ship.yellow.s1.c1"})
    assert table.get("/beginning").json == {"view": tried.json}
    copy = client.post("/api/tables/import", json=table.get("/export").json).json
    assert copy
    assert OpenedTable(client, copy["code"], copy["token"]).get("/beginning").json == {"view": tried.json}


def test_a_table_that_began_as_the_booklet_says_was_taken_over_with_nothing(table: OpenedTable) -> None:
    assert table.get("/beginning").json == {"view": None}


def test_what_to_take_out_of_the_box_is_told_before_a_table_is_opened(client: FlaskClient) -> None:
    body = {"edition": "bigbox", "modules": ["base", "gambler"], "players": ["Ada", "Ben"]}
    told = client.post("/api/unpacking", json=body)
    assert told.status_code == 200, told.text
    assert told.json
    assert [step["what"] for step in told.json["steps"]] == [
        *("take", "special", "take", "leave", "shuffle", "deal")
    ]
    alone = client.post("/api/unpacking", json={**body, "players": ["Ada"]})
    assert (alone.status_code, alone.json and alone.json["code"]) == (422, "TOO_MANY_PLAYERS")


@pytest.mark.parametrize("path", ["/api/trials", "/api/tables"])
def test_more_of_a_card_than_are_printed_is_refused_in_words(client: FlaskClient, path: str) -> None:
    row = {"coins": 0, "display": [SAILOR3]}
    body = {**TAKEN_OVER, "situation": {"players": [row, row]}}
    answer = client.post(path, json=body, headers={"Accept-Language": "de"})
    assert answer.status_code == 422
    assert answer.json
    assert (answer.json["code"], answer.json["params"]["seat"]) == ("NOT_IN_THE_BOX", 1)
    assert "Schachtel" in answer.json["detail"]
