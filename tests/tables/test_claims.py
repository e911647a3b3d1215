"""The keeper's phone is gone: a player takes the keeper's place, and the keeper can say no or take it back."""

from __future__ import annotations

from typing import Any

import pytest

from companion.storage import Database, People, Store
from companion.tables import Forbidden, NotAllowed, Opened, Place, Tables


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tables(database: Database, clock: Clock) -> Tables:
    return Tables(Store(database), People(database), clock=clock)


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
