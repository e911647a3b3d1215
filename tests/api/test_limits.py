"""No guest can shut a table: what one of them uses up is missing to nobody else."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.api import limits
from companion.settings import Settings
from companion.tables.secrets import _ALPHABET, SHORT_LENGTH
from tests.api.conftest import DRAW, SETUP, OpenedTable
from tests.api.test_joining import invited, joined

HOSTING = (Path(__file__).resolve().parents[2] / "docs" / "hosting.md").read_text()


@pytest.fixture
def limited(make_app: Callable[..., Flask]) -> Callable[..., OpenedTable]:
    """A table on a server with limits."""

    def make(**limits: Any) -> OpenedTable:
        client = make_app(rate_limits=True, **limits).test_client()
        opened: Any = client.post("/api/tables", json=SETUP).json
        return OpenedTable(client, opened["code"], opened["token"])

    return make


def guest(table: OpenedTable, **wish: Any) -> OpenedTable:
    return joined(table, invited(table, role="spectator")["secret"], **wish)


def player(table: OpenedTable, seat: int) -> OpenedTable:
    return joined(table, invited(table)["secret"], seat=seat)


def stream(table: OpenedTable) -> TestResponse:
    return table.client.get(f"{table.url}/stream", headers=table.headers)


def statuses(answers: list[TestResponse]) -> list[int]:
    return [answer.status_code for answer in answers]


def told(answer: TestResponse) -> list[str]:
    """The events of a stream to its end."""
    return re.findall(r"^event: (\w+)", answer.get_data(as_text=True), re.MULTILINE)


# --- streams ---


def test_one_spectator_does_not_take_all_streams_of_a_table(limited: Callable[..., OpenedTable]) -> None:
    table = limited(streams_per_table=4, streams_per_member=2)
    eve, ben = guest(table), player(table, 1)
    greedy = [stream(eve) for _ in range(10)]
    # Twice as many may be open at all: two that are kept up to date, and two that are on their way out.
    assert statuses(greedy) == [200] * 4 + [429] * 6
    assert statuses([stream(table), stream(ben)]) == [200, 200]


def test_a_phone_that_comes_back_takes_the_place_of_its_own_oldest_stream(
    limited: Callable[..., OpenedTable],
) -> None:
    table = limited(streams_per_table=4, streams_per_member=2)
    answers = [stream(table) for _ in range(3)]
    assert statuses(answers) == [200] * 3
    assert told(answers[0]) == ["hello", "members"]  # and then it ends


def test_who_plays_follows_a_table_that_is_full_of_spectators(limited: Callable[..., OpenedTable]) -> None:
    table = limited(streams_per_table=3)
    secret = invited(table, role="spectator")["secret"]
    watching = [stream(joined(table, secret)) for _ in range(3)]
    assert statuses(watching) == [200] * 3
    assert stream(joined(table, secret)).status_code == 429
    assert statuses([stream(table), stream(player(table, 1))]) == [200, 200]
    assert told(watching[0]) == told(watching[1]) == ["hello", "members"]


def test_a_closed_stream_makes_room(limited: Callable[..., OpenedTable]) -> None:
    table = limited(streams_per_table=1, streams_per_member=1)
    for _ in range(5):
        answer = stream(table)
        assert answer.status_code == 200
        answer.close()


# --- writing ---


def test_a_spectators_refused_entries_use_up_nobody_elses_rate(limited: Callable[..., OpenedTable]) -> None:
    table = limited(rate_record="5 per minute")
    eve = guest(table)
    assert 429 in statuses([eve.enter(DRAW, base=0) for _ in range(9)])
    assert statuses([table.enter(DRAW, base=base) for base in range(2)]) == [201] * 2


def test_refused_entries_have_a_limit_of_their_own(limited: Callable[..., OpenedTable]) -> None:
    table = limited(rate_refused="3 per minute")
    eve = guest(table)
    assert statuses([eve.enter(DRAW, base=0) for _ in range(5)]) == [403] * 3 + [429] * 2
    assert eve.get().status_code == 200
    assert statuses([table.enter({"type": "stop"}, base=0) for _ in range(2)]) == [422] * 2
    assert table.enter(DRAW, base=0).status_code == 201


def test_an_entry_on_an_older_revision_is_not_held_against_its_phone(
    limited: Callable[..., OpenedTable],
) -> None:
    table = limited(rate_refused="1 per minute")
    table.enter(DRAW, base=0)
    assert statuses([table.enter(DRAW, base=0) for _ in range(3)]) == [409] * 3
    assert table.enter(DRAW, base=1).status_code == 201


def test_what_one_reads_is_missing_to_nobody_else_and_long_logs_count_more(
    limited: Callable[..., OpenedTable],
) -> None:
    table = limited(rate_read="6 per minute")
    eve = guest(table)
    assert statuses([eve.get() for _ in range(7)]) == [200] * 6 + [429]
    assert table.get().status_code == 200
    long = imported(table.client, 250)
    # Each time the call itself, once more for telling the log, and two for its lines.
    assert statuses([long.get("/entries?since=0") for _ in range(2)]) == [200, 429]
    assert statuses([imported(table.client, 250).get("/entries?since=240") for _ in range(2)]) == [200, 200]


def test_a_correction_counts_by_what_it_replays(limited: Callable[..., OpenedTable]) -> None:
    table = imported(limited(rate_record="5 per minute").client, 250)
    change = {"type": "change", "revision": 1, "entry": {"type": "count", "draw_pile": 7}}
    body = {"entry_id": "again", "base_revision": 250, "correction": change}
    answers = [table.post("/corrections?dry_run=true", body) for _ in range(2)]
    assert statuses(answers) == [200, 429]


def test_whoever_changes_their_name_all_the_time_is_stopped_and_still_enters(
    limited: Callable[..., OpenedTable],
) -> None:
    ben = player(limited(rate_change="5 per minute"), 1)
    answers = [
        ben.client.patch(f"{ben.url}/members/2", json={"name": f"Ben {turn}"}, headers=ben.headers)
        for turn in range(6)
    ]
    assert statuses(answers) == [200] * 5 + [429]
    assert ben.enter(DRAW, base=0).status_code == 201


def imported(client: FlaskClient, lines: int) -> OpenedTable:
    """A table with a long log."""
    log = [{"entry_id": f"l{n}", "entry": {"type": "count", "draw_pile": n % 50}} for n in range(lines)]
    answer: Any = client.post("/api/tables/import", json={"format": 1, "setup": SETUP, "lines": log})
    assert answer.status_code == 201, answer.text
    return OpenedTable(client, answer.json["code"], answer.json["token"])


def test_a_full_log_says_what_to_do_and_plays_on_once_it_is_done(
    make_app: Callable[..., Flask],
) -> None:
    client = make_app(max_log_lines=3).test_client()
    opened: Any = client.post("/api/tables", json=SETUP).json
    table = OpenedTable(client, opened["code"], opened["token"])
    mallory = player(table, 1)
    for number in range(3):
        assert mallory.enter({"type": "count", "draw_pile": number}).status_code == 201
    for language, word in (("en", "Undo"), ("de", "zurück")):
        answer: Any = table.post(
            "/entries",
            {"entry_id": "full", "base_revision": 3, "entry": DRAW},
            **{"Accept-Language": language},
        )
        assert (answer.status_code, answer.json["code"]) == (409, "log_full")
        assert word in answer.json["detail"]
    assert mallory.correct({"type": "undo", "count": 1}).status_code == 201
    assert table.correct({"type": "undo", "to": 0}).status_code == 201
    assert table.enter(DRAW).status_code == 201


# --- knocking ---


def test_knocks_from_one_address_do_not_close_a_code(limited: Callable[..., OpenedTable]) -> None:
    table = limited(rate_knock="3 per 10 minutes")
    short_code = invited(table)["short_code"]

    def knock(address: str) -> int:
        return table.client.post(
            "/api/join", json={"short_code": short_code}, environ_base={"REMOTE_ADDR": address}
        ).status_code

    assert [knock("192.0.2.7") for _ in range(5)] == [202] * 3 + [429] * 2
    assert knock("192.0.2.8") == 202


# --- guessing ---


def test_over_the_limit_a_right_short_code_is_refused_like_a_wrong_one(
    limited: Callable[..., OpenedTable],
) -> None:
    table = limited(rate_guess="5 per minute")
    invite = invited(table)

    def ask(short_code: str) -> int:
        return table.client.post("/api/join", json={"short_code": short_code}).status_code

    assert [ask(f"{number:06}") for number in range(6)] == [404] * 5 + [429]
    assert ask(invite["short_code"]) == 429
    # What nobody can guess is not shut by others' guesses behind the same address.
    assert table.get().status_code == 200
    assert joined(table, invite["secret"], seat=1).enter(DRAW).status_code == 201


def test_wrong_tokens_leave_short_codes_alone(limited: Callable[..., OpenedTable]) -> None:
    """As of a phone that was removed and still asks."""
    table = limited(rate_guess="2 per minute")
    short_code = invited(table)["short_code"]
    for _ in range(5):
        table.client.get(table.url, headers={"Authorization": "Bearer removed"})
    assert table.client.post("/api/join", json={"short_code": short_code}).status_code == 202


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
    ],
)
def test_addresses_of_one_ipv6_network_count_as_one(
    make_app: Callable[..., Flask], one: str, other: str, together: bool
) -> None:
    client: FlaskClient = make_app(rate_limits=True, rate_open="1 per minute").test_client()
    answers = [
        client.post("/api/tables", json=SETUP, environ_base={"REMOTE_ADDR": where}) for where in (one, other)
    ]
    assert statuses(answers) == [201, 429 if together else 201]


def test_counting_starts_no_thread_and_looks_through_all_counts_once_a_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1000.0
    monkeypatch.setattr(limits.time, "monotonic", lambda: now)
    threads, counters = threading.active_count(), limits.Counters()
    counters.incr("gone at once", expiry=0)
    for _ in range(3):
        counters.incr("here", expiry=3600)
    assert set(counters.expirations) == {"gone at once", "here"}
    assert counters.get("gone at once") == 0
    counters.incr("gone at once", expiry=0)
    now += limits.TIDY
    assert counters.incr("here", expiry=3600) == 4
    assert set(counters.expirations) == {"here"}
    assert threading.active_count() == threads


def test_the_readme_states_the_odds_of_guessing() -> None:
    """For one address and one open code, guessed at for as long as an invite of the phone holds."""
    match = re.match(r"(\d+) per minute", Settings().rate_guess)
    assert match
    tries = int(match[1]) * 60 * 12
    odds = round(len(_ALPHABET) ** SHORT_LENGTH / tries, -3)
    assert f"1 in {odds:,.0f}" in HOSTING
