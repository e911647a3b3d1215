"""The keeper's phone is gone: a player takes the keeper's place, and the keeper can say no or take it back."""

from __future__ import annotations

from typing import Any

import pytest

from companion.storage import Database, People, Store
from companion.tables import Forbidden, NotAllowed, Opened, Place, Tables
from companion.tables.clock import Steady


class Clock:
    def __init__(self, now: float = 1_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def time_of_day() -> Clock:
    return Clock(1_000_000_000.0)


@pytest.fixture
def tables(database: Database, clock: Clock, time_of_day: Clock) -> Tables:
    return Tables(Store(database), People(database), clock=time_of_day, steady=Steady(clock, "this machine"))


@pytest.fixture
def ben(tables: Tables, opened: Opened, secret: str) -> Place:
    return tables.join(opened.table.code, secret, 1, None).place


def claims(place: Place) -> dict[int, int]:
    members: Any = place.members_json()["members"]
    return {one["member"]: one["claims"] for one in members if "claims" in one}


def test_a_player_is_the_keeper_once_the_keeper_has_not_said_no(
    keeper: Place, ben: Place, clock: Clock
) -> None:
    ben.claim()
    clock.now += 29
    ben.claim()
    assert (ben.member.role, claims(keeper)) == ("player", {2: 1})
    clock.now += 1
    ben.claim()
    assert (ben.member.role, keeper.member.role, claims(ben)) == ("keeper", "spectator", {})
    keeper.hand_over(1)
    assert (ben.member.role, keeper.member.role) == ("player", "keeper")


def test_the_keeper_says_no(keeper: Place, ben: Place, clock: Clock) -> None:
    ben.claim()
    keeper.forget_claim(2)
    clock.now += 60
    ben.claim()
    assert (ben.member.role, claims(ben)) == ("player", {2: 30})


def test_a_phone_that_only_asks_again_makes_no_claim_of_one_that_was_answered(
    keeper: Place, ben: Place, clock: Clock
) -> None:
    ben.claim()
    keeper.forget_claim(2)
    ben.claim(again=True)
    assert (ben.member.role, claims(ben)) == ("player", {})
    ben.claim()
    clock.now += 30
    ben.claim(again=True)
    assert ben.member.role == "keeper"
    keeper.hand_over(1)
    ben.claim(again=True)
    assert (ben.member.role, claims(ben)) == ("player", {})


def test_a_claim_that_was_left_alone_begins_anew(ben: Place, clock: Clock) -> None:
    ben.claim()
    clock.now += 601
    assert claims(ben) == {}
    ben.claim()
    assert (ben.member.role, claims(ben)) == ("player", {2: 30})


def test_of_two_claims_the_one_that_wins_ends_the_other(
    tables: Tables, opened: Opened, secret: str, ben: Place, clock: Clock
) -> None:
    cem = tables.join(opened.table.code, secret, 2, None).place
    ben.claim()
    cem.claim()
    clock.now += 30
    ben.claim()
    cem.claim()
    assert (ben.member.role, cem.member.role, claims(ben)) == ("keeper", "player", {3: 30})


def test_only_a_player_with_a_seat_claims_and_nobody_forgets_anothers_claim(
    tables: Tables, opened: Opened, secret: str, spectator: Place, ben: Place
) -> None:
    seatless = tables.join(opened.table.code, secret, None, "Gus").place
    for one in (spectator, seatless):
        with pytest.raises(NotAllowed):
            one.claim()
    ben.claim()
    with pytest.raises(NotAllowed):
        spectator.forget_claim(ben.member.number)
    ben.forget_claim(ben.member.number)
    assert claims(ben) == {}


def test_who_was_removed_claims_nothing(keeper: Place, ben: Place, clock: Clock) -> None:
    ben.claim()
    keeper.remove(2)
    clock.now += 30
    with pytest.raises(Forbidden):
        ben.claim()


@pytest.mark.parametrize("jump", [-86_400, 86_400])
def test_a_time_of_day_that_is_put_right_neither_gives_the_keepers_place_away_nor_holds_it(
    opened: Opened, ben: Place, keeper: Place, clock: Clock, time_of_day: Clock, jump: int
) -> None:
    ben.claim()
    time_of_day.now += jump
    ben.claim()
    assert (ben.member.role, claims(keeper)) == ("player", {2: 30})
    clock.now += 30
    ben.claim()
    assert ben.member.role == "keeper"


def test_every_process_of_a_machine_measures_a_claim_with_the_same_clock(
    database: Database, opened: Opened, ben: Place, tables: Tables, clock: Clock
) -> None:
    ben.claim()
    clock.now += 29
    other = Tables(Store(database), People(database), steady=Steady(clock, "this machine"))
    keeper_there = other.find(opened.table.code, opened.token)
    assert claims(keeper_there) == {2: 1}
    ben_there = Place(keeper_there.table, ben.member.token_hash)
    ben_there.claim()
    assert ben_there.member.role == "player"
    clock.now += 1
    ben_there.claim()
    assert ben_there.member.role == "keeper"


@pytest.mark.parametrize("theirs", [0.0, 5_000_000.0])
def test_on_another_machine_or_after_a_restart_the_wait_counts_from_when_the_claim_was_seen_there(
    database: Database, opened: Opened, ben: Place, tables: Tables, clock: Clock, theirs: float
) -> None:
    ben.claim()
    clock.now += 29
    elsewhere = Clock(theirs)
    other = Tables(Store(database), People(database), steady=Steady(elsewhere, "another machine"))
    keeper_there = other.find(opened.table.code, opened.token)
    assert claims(keeper_there) == {2: 30}
    elsewhere.now += 20
    keeper_there.enter_by_keeper_only(False)  # the members are read anew, and the wait goes on
    keeper_there.read()
    assert claims(keeper_there) == {2: 10}
    elsewhere.now += 10
    there = Place(keeper_there.table, ben.member.token_hash)
    there.claim()
    assert there.member.role == "keeper"


def test_a_claim_that_was_measured_by_the_time_of_day_holds_nothing_up(
    database: Database, opened: Opened, ben: Place, clock: Clock
) -> None:
    with database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE members SET claimed_at = 4000000000 WHERE number = 2")
        connection.exec_driver_sql("UPDATE tables SET rights = rights + 1")
    ben.read()
    clock.now += 30
    ben.claim()
    assert ben.member.role == "keeper"


def test_who_took_the_place_cannot_keep_whoever_opened_the_table_from_it(
    tables: Tables, opened: Opened, secret: str, keeper: Place, ben: Place, clock: Clock
) -> None:
    cem = tables.join(opened.table.code, secret, 2, None).place
    ben.claim()
    clock.now += 30
    ben.claim()
    ben.hand_over(cem.member.number)
    keeper.hand_over(1)
    for former in (ben, cem):
        with pytest.raises(NotAllowed):
            former.hand_over(former.member.number)
    assert keeper.member.role == "keeper"
