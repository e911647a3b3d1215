"""A table that nobody touches for days is as it was."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.storage import Database, People, Store
from companion.tables import NoInvite, Opened, Place, Tables
from companion.tables.clock import Steady
from companion.tables.table import Draft
from tests.tables.conftest import DRAW, SETUP

DAY = 24 * 60 * 60


class Days:
    """A clock that stands still until days go by."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now

    def go_by(self, days: float) -> None:
        self.now += days * DAY


@pytest.fixture
def days() -> Days:
    return Days()


@pytest.fixture
def tables(database: Database, days: Days) -> Tables:
    return Tables(Store(database), People(database), clock=days, steady=Steady(days))


def test_after_days_every_key_holds_and_the_game_goes_on(
    tables: Tables,
    opened: Opened,
    keeper: Place,
    secret: str,
    days: Days,
    another_process: Callable[..., Tables],
) -> None:
    ben = tables.join(opened.table.code, secret, 1, "Ben")
    keeper.record(Draft("before", 0, DRAW))
    keeper.doubt({"entry_id": "doubted", "entry": DRAW["entry"]})
    days.go_by(9)
    # The server was started anew, too.
    later = another_process(clock=days, steady=Steady(days))
    view = later.find(opened.table.code, opened.token).read()
    assert view.revision == 1
    place = later.find(opened.table.code, ben.token)
    assert place.member.seat == 1
    members = place.members_json()["members"]
    assert isinstance(members, list)
    assert members[0]["doubt"]["entry_id"] == "doubted"
    # What a phone had not sent yet, on the revision of then; sent twice it counts once.
    for _ in range(2):
        outcome = place.record(Draft("after", 1, {"entry": {"type": "stop"}}))
        assert outcome.revision == 2


def test_the_same_call_finds_the_same_table_after_days(tables: Tables, days: Days) -> None:
    own = "a-token-that-a-phone-made-from-256-bits-of-chance"
    opened = tables.open(SETUP, own)
    days.go_by(9)
    assert tables.open(SETUP, own).table.code == opened.table.code


def test_what_ends_after_days_is_an_invite_and_never_a_place(
    tables: Tables, opened: Opened, secret: str, days: Days
) -> None:
    code = opened.table.code
    ben = tables.join(code, secret, 1, "Ben")
    days.go_by(1)
    with pytest.raises(NoInvite):
        tables.join(code, secret, 2, "Cem")
    assert tables.find(code, ben.token).member.seat == 1


def test_a_claim_from_before_the_pause_makes_nobody_keeper_by_itself(
    tables: Tables, opened: Opened, secret: str, days: Days
) -> None:
    ben = tables.join(opened.table.code, secret, 1, "Ben").place
    ben.claim()
    days.go_by(2)
    ben.claim()
    assert ben.member.role == "player"


def test_a_host_who_forgets_tables_forgets_none_that_paused_for_less(
    tables: Tables, opened: Opened, days: Days
) -> None:
    import time

    days.now = time.time()
    days.go_by(20)
    assert tables.forget(30) == 0
    assert tables.find(opened.table.code, opened.token).read().revision == 0
    days.go_by(11)
    assert tables.forget(30) == 1
