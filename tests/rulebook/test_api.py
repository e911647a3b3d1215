"""The rules desk over HTTP: answers, places, languages, tags, and bad input."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import rulebook

SEARCH, QUESTIONS = "/api/rules/search", "/api/rules/questions"


def found(client: FlaskClient, **query: Any) -> Any:
    answer = client.get(SEARCH, query_string=query)
    assert answer.status_code == 200, answer.text
    return answer.json


def test_an_answer_carries_what_the_phone_shows(client: FlaskClient) -> None:
    body = found(client, q="bought govenor can i take one more now", edition="sjg", limit=3)
    assert body["nothing_fits"] is False
    assert len(body["results"]) <= 3
    best = body["results"][0]
    assert best["id"] == "governor-new"
    assert best["answer"].startswith("No, by our ruling")
    assert best["citations"][0] == {"document": "003", "section": "Characters - Governor", "lines": "104-109"}
    assert best["rulings"] == [{"id": "C30", "switch": "governor_new"}]
    assert {"governor-what", "governor-two"} <= {other["id"] for other in best["related"]}
    assert any(other["where"] == ["bigbox"] for other in best["others"])


def test_the_language_is_asked_for_or_told_by_the_question_or_the_browser(client: FlaskClient) -> None:
    assert found(client, q="was macht der Witzbold")["language"] == "de"
    assert found(client, q="was macht der Witzbold", lang="en")["language"] == "en"
    german = client.get(SEARCH, query_string={"q": "admiral"}, headers={"Accept-Language": "de-AT,de"})
    assert german.json["language"] == "de"  # type: ignore[index]
    # Whoever asks in a language that the desk does not speak gets the next one that he knows.
    for accepted, spoken in (("pl", "en"), ("pl, de;q=0.8, en;q=0.5", "de")):
        answer = client.get(SEARCH, query_string={"q": "admiral"}, headers={"Accept-Language": accepted})
        assert answer.json["language"] == spoken  # type: ignore[index]
        asked = client.get(f"{QUESTIONS}/tax-how", headers={"Accept-Language": accepted})
        named = client.get(f"{QUESTIONS}/tax-how", query_string={"lang": spoken})
        assert asked.json == named.json
    assert "Accept-Language" in german.headers["Vary"]


def test_modules_come_separated_by_commas(client: FlaskClient) -> None:
    body = found(client, q="tax from how many coins", edition="bigbox", modules="make_sail")
    assert "9" in body["results"][0]["answer"]
    assert found(client, q="admiral", modules=",,nonsense, base")["results"]


@pytest.mark.parametrize(
    "query",
    [
        "",
        "   ",
        "\x00\x01\x07\x1b[31m",
        "x" * 10_000,
        "'; DROP TABLE tables; --",
        "<script>alert(1)</script>",
        "%%%",
        "ﷺ",
    ],
)
def test_bad_input_is_an_empty_result(client: FlaskClient, query: str) -> None:
    assert found(client, q=query)["nothing_fits"] is True


def test_no_question_at_all_is_an_empty_result(client: FlaskClient) -> None:
    assert found(client) == {
        "results": [],
        "nothing_fits": True,
        "asks_back": False,
        "now": False,
        "language": "en",
        "mends": None,
        "pages": [],
    }


def test_bytes_that_are_no_text_are_an_empty_result(client: FlaskClient) -> None:
    assert client.get(SEARCH + "?q=%ff%fe%00").status_code == 200


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("edition", "catan"),
        ("edition", ""),
        ("lang", "fr"),
        ("limit", "-1"),
        ("limit", "many"),
        ("limit", "21"),
    ],
)
def test_what_cannot_be_asked_for_is_said(client: FlaskClient, name: str, value: str) -> None:
    answer = client.get(SEARCH, query_string={"q": "admiral", name: value})
    assert answer.status_code == 422
    assert answer.json["field"] == name  # type: ignore[index]


def test_a_question_by_its_id(client: FlaskClient) -> None:
    answer = client.get(
        f"{QUESTIONS}/bust-expedition-after", query_string={"edition": "bigbox", "lang": "de"}
    )
    assert answer.status_code == 200
    assert answer.json["answer"].startswith("Ja.")  # type: ignore[index]
    assert client.get(f"{QUESTIONS}/no-such-question").status_code == 404
    assert client.get(f"{QUESTIONS}/<script>").status_code == 404


def test_questions_are_fetched_once(client: FlaskClient) -> None:
    everything = client.get(QUESTIONS)
    assert len(everything.json["questions"]) == len(rulebook.questions())  # type: ignore[index]
    again = client.get(QUESTIONS, headers={"If-None-Match": everything.headers["ETag"]})
    assert again.status_code == 304
    assert not again.data
    gambler = client.get(QUESTIONS, query_string={"module": "gambler"})
    assert {each["module"] for each in gambler.json["questions"]} == {"gambler"}  # type: ignore[index]
    assert gambler.headers["ETag"] != everything.headers["ETag"]
    assert client.get(QUESTIONS, query_string={"module": "chess"}).status_code == 422
    why = client.get(QUESTIONS, query_string={"explains": "EXPEDITION_AFTER_BUST"})
    assert [each["id"] for each in why.json["questions"]] == ["bust-expedition-after"]  # type: ignore[index]


def test_questions_by_topic_and_by_what_the_engine_names(client: FlaskClient) -> None:
    tax = client.get(QUESTIONS, query_string={"topic": "tax"}).json
    assert {each["topic"] for each in tax["questions"]} == {"tax"}  # type: ignore[index]
    assert client.get(QUESTIONS, query_string={"topic": "cooking"}).status_code == 422
    first = client.get(QUESTIONS, query_string={"explains": "repel_swords"}).json
    assert first["questions"][0]["id"] == "repel-how"  # type: ignore[index]


def test_a_question_at_a_table_is_answered_for_it(client: FlaskClient) -> None:
    setup = {"edition": "sjg", "modules": ["base"], "players": ["Ada", "Ben"]}
    opened: Any = client.post("/api/tables", json=setup).json
    url, key = (
        f"/api/tables/{opened['code']}/rules/tax-how",
        {"Authorization": f"Bearer {opened['token']}", "Accept-Language": "de"},
    )
    answer = client.get(url, headers=key)
    assert answer.status_code == 200
    body: Any = answer.json
    assert body["revision"] == 0
    assert body["question"]["id"] == "tax-how"
    assert body["question"]["citations"][0]["document"] == "003"
    assert body["facts"][0] == {"code": "tax_nobody", "params": {"coins": 3, "threshold": 12}}
    again = client.get(url, headers={**key, "If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    english = client.get(
        url, headers={**key, "Accept-Language": "en", "If-None-Match": answer.headers["ETag"]}
    )
    assert english.status_code == 200


def test_a_slip_says_where_a_table_puts_it_right(client: FlaskClient) -> None:
    body = found(client, q="wrong card entered", edition="pegasus")
    assert body["mends"] == "log"
    assert body["results"][0]["mends"] == "log"
    assert found(client, q="we forgot the Jester's coin")["mends"] == "count"
    assert found(client, q="who wins a tie")["mends"] is None


def test_a_question_typed_at_a_table_is_answered_as_it_stands_there(client: FlaskClient) -> None:
    setup = {"edition": "yucata", "modules": ["base"], "players": ["Ada", "Ben"]}
    opened: Any = client.post("/api/tables", json=setup).json
    url, key = f"/api/tables/{opened['code']}/rules", {"Authorization": f"Bearer {opened['token']}"}
    asked = {"q": "how many points do i need now", "lang": "de", "limit": 2}
    body: Any = client.get(url, headers=key, query_string=asked).json
    assert body["now"] is True
    assert body["language"] == "de"
    assert len(body["results"]) <= 2
    assert client.get(url, query_string=asked).status_code == 401
    assert client.get(url, headers=key, query_string={"lang": "fr"}).status_code == 422
    assert client.get(url, headers=key, query_string={"limit": "many"}).status_code == 422
    assert client.get(url, headers=key).json["nothing_fits"] is True  # type: ignore[index]


def test_a_table_answers_its_keeper_only(client: FlaskClient) -> None:
    opened: Any = client.post(
        "/api/tables", json={"edition": "pegasus", "modules": ["base"], "players": ["Ada", "Ben"]}
    ).json
    url = f"/api/tables/{opened['code']}/rules/tax-how"
    assert client.get(url).status_code == 401
    assert client.get(url, headers={"Authorization": "Bearer wrong"}).status_code == 403
    key = {"Authorization": f"Bearer {opened['token']}"}
    for name in ("no-such-question", "<script>", "x" * 2000):
        assert client.get(f"/api/tables/{opened['code']}/rules/{name}", headers=key).status_code == 404


def test_the_list_of_questions_is_made_once_and_sent_compressed(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = client.get(QUESTIONS)
    assert "Content-Encoding" not in plain.headers
    with monkeypatch.context() as patched:
        patched.setattr(rulebook, "questions", None)
        zipped = client.get(QUESTIONS, headers={"Accept-Encoding": "gzip, br"})
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(zipped.data) == plain.data
    assert len(zipped.data) < len(plain.data) / 5
    assert zipped.headers["ETag"] != plain.headers["ETag"]
    assert {"Accept-Encoding", "Accept-Language"} <= set(zipped.vary)
    for known in (plain, zipped):
        again = client.get(QUESTIONS, headers={"If-None-Match": known.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
