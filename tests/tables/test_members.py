"""Roles at a table, as one process or several see them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.engine import Malformed
from companion.storage import Database, StoredRights
from companion.tables import (
    Draft,
    Forbidden,
    Member,
    NotAllowed,
    NotYours,
    Opened,
    Place,
    SeatTaken,
    Stale,
    Tables,
    TokenReused,
    TooMany,
)
from companion.tables import members as members_module
from companion.tables.members import MOST_GONE, MOST_WATCHING, Members
from tests.tables.conftest import DRAW, OWN, SETUP, Come

UNDO = {"correction": {"type": "undo", "count": 1}}


def draft(place: Place, content: dict[str, Any], name: str) -> Draft:
    return Draft(name, place.table.read().revision, content)


def test_a_player_enters_for_the_table(come: Come, opened: Opened) -> None:
    ben = come(seat=1)
    assert ben.place.record(Draft("a", 0, DRAW)).revision == 1
    assert opened.table.lines_json(0)[0]["member"] == ben.member.number == 2


def test_a_spectator_reads_and_enters_nothing(spectator: Place) -> None:
    assert spectator.read().revision == 0
    with pytest.raises(NotAllowed):
        spectator.record(Draft("a", 0, DRAW))
    assert spectator.read().revision == 0


def test_a_player_without_a_seat_enters_nothing_and_may_choose_a_free_one(come: Come) -> None:
    come(seat=1)
    ben = come().place
    with pytest.raises(NotAllowed):
        ben.record(Draft("a", 0, DRAW))
    with pytest.raises(SeatTaken):
        ben.place(ben.member.number, {"seat": 1})
    ben.place(ben.member.number, {"seat": 2})
    assert ben.record(Draft("a", 0, DRAW)).revision == 1


@pytest.mark.parametrize("wish", [{"role": "spectator"}, {"seat": 3}, {"seat": -1}])
def test_a_player_cannot_choose_what_there_is_not_or_is_not_theirs(come: Come, wish: dict[str, Any]) -> None:
    ben = come(seat=1)
    with pytest.raises((NotAllowed, Malformed)):
        ben.place.place(ben.member.number, wish)
    with pytest.raises(NotAllowed):
        ben.place.place(1, {"seat": 0})
    assert ben.place.member == ben.member


def test_a_spectator_does_not_become_a_player_by_themselves(spectator: Place) -> None:
    for wish in ({"role": "player"}, {"seat": 0}, {"role": "player", "seat": 0}):
        with pytest.raises(NotAllowed):
            spectator.place(spectator.member.number, wish)


def test_the_keeper_gives_and_takes_seats(keeper: Place, spectator: Place) -> None:
    keeper.place(spectator.member.number, {"role": "player", "seat": 2})
    assert spectator.record(Draft("a", 0, DRAW)).revision == 1
    keeper.place(spectator.member.number, {"role": "spectator"})
    with pytest.raises(NotAllowed):
        spectator.record(Draft("b", 1, DRAW))
    keeper.place(keeper.member.number, {"seat": 2})
    assert (keeper.member.role, keeper.member.seat) == ("keeper", 2)


def test_only_the_keeper_enters_where_the_keeper_says_so(keeper: Place, come: Come) -> None:
    ben = come(seat=1).place
    keeper.enter_by_keeper_only(True)
    with pytest.raises(NotAllowed):
        ben.record(Draft("a", 0, DRAW))
    assert keeper.record(Draft("a", 0, DRAW)).revision == 1
    with pytest.raises(NotAllowed):
        ben.enter_by_keeper_only(False)
    keeper.enter_by_keeper_only(False)
    assert ben.record(Draft("b", 1, DRAW)).revision == 2


def test_whoever_enters_names_the_table_and_who_watches_does_not(
    keeper: Place, come: Come, spectator: Place
) -> None:
    ben, watcher = come(seat=1).place, spectator
    ben.call("Thursday crew")
    assert keeper.members_json()["table_name"] == watcher.members_json()["table_name"] == "Thursday crew"
    with pytest.raises(NotAllowed):
        watcher.call("Mine")
    keeper.enter_by_keeper_only(True)
    with pytest.raises(NotAllowed):
        ben.call("Ours")
    keeper.call(None)
    assert ben.members_json()["table_name"] is None


def test_the_same_name_again_changes_nothing(keeper: Place) -> None:
    keeper.call("Thursday")
    version = keeper.table.members.version
    keeper.call("Thursday")
    assert keeper.table.members.version == version


def test_what_was_recorded_is_known_also_when_it_would_not_be_allowed_now(keeper: Place, come: Come) -> None:
    ben = come(seat=1).place
    ben.record(Draft("a", 0, DRAW))
    keeper.enter_by_keeper_only(True)
    assert ben.record(Draft("a", 0, DRAW)).known


def test_a_player_corrects_what_they_entered_and_the_keeper_everything(keeper: Place, come: Come) -> None:
    ben, cem = come(seat=1).place, come(seat=2).place
    ben.record(Draft("a", 0, DRAW))
    with pytest.raises(NotYours):
        cem.record(Draft("b", 1, UNDO))
    with pytest.raises(NotYours):
        cem.record(Draft("b", 1, {"correction": {"type": "remove", "revision": 1}}))
    assert ben.record(Draft("b", 1, UNDO)).revision == 2
    with pytest.raises(NotYours):
        cem.record(Draft("c", 2, {"correction": {"type": "redo", "count": 1}}))
    assert keeper.record(Draft("c", 2, {"correction": {"type": "redo", "count": 1}})).revision == 3
    assert keeper.record(Draft("d", 3, UNDO)).revision == 4


def test_undo_that_goes_beyond_ones_own_entries_is_refused_whole(come: Come) -> None:
    ben, cem = come(seat=1).place, come(seat=2).place
    ben.record(Draft("a", 0, DRAW))
    cem.record(Draft("b", 1, DRAW))
    for correction in ({"type": "undo", "count": 2}, {"type": "undo", "to": 0}):
        with pytest.raises(NotYours):
            cem.record(Draft("c", 2, {"correction": correction}))
    assert cem.record(Draft("c", 2, UNDO)).revision == 3


def test_a_second_phone_of_the_same_seat_corrects_what_the_first_entered(
    tables: Tables, keeper: Place, come: Come, opened: Opened
) -> None:
    come(seat=1).place.record(Draft("a", 0, DRAW))
    for_the_seat = tables.invite(keeper, "player", 1, 60)
    second = tables.join(opened.table.code, for_the_seat.secret, None, None)
    assert (second.member.state, second.member.seat) == ("here", 1)
    assert second.place.record(Draft("b", 1, UNDO)).revision == 2


def test_handing_over_makes_one_keeper_and_can_be_taken_back(keeper: Place, come: Come) -> None:
    ben, cem = come(seat=1).place, come(seat=2).place
    keeper.place(1, {"seat": 0})
    keeper.hand_over(ben.member.number)
    assert [place.member.role for place in (keeper, ben, cem)] == ["player", "keeper", "player"]
    with pytest.raises(NotAllowed):
        cem.hand_over(cem.member.number)
    keeper.hand_over(1)
    assert [place.member.role for place in (keeper, ben, cem)] == ["keeper", "player", "player"]


def test_who_is_removed_is_out_at_once_and_others_cannot_remove(
    keeper: Place, come: Come, tables: Tables
) -> None:
    ben, cem = come(seat=1), come(seat=2).place
    with pytest.raises(NotAllowed):
        cem.remove(ben.member.number)
    keeper.remove(ben.member.number, keep_invites=True)
    for act in (ben.place.read, lambda: ben.place.record(Draft("a", 0, DRAW)), ben.place.members_json):
        with pytest.raises(Forbidden):
            act()
    with pytest.raises(Forbidden):
        tables.find(ben.place.table.code, ben.token)
    assert come(seat=1).member.state == "here"  # the seat is free again


def test_a_table_keeps_its_keeper_and_who_opened_it(keeper: Place, come: Come) -> None:
    ben = come(seat=1).place
    with pytest.raises(Malformed):
        keeper.remove(1)
    keeper.hand_over(ben.member.number)
    with pytest.raises(Malformed):
        ben.remove(1)
    with pytest.raises(Malformed):
        ben.remove(ben.member.number)
    keeper.hand_over(1)
    ben.remove(ben.member.number)
    with pytest.raises(Forbidden):
        ben.read()


def test_another_process_knows_who_was_removed_before_it_writes_or_answers(
    another_process: Callable[..., Tables], keeper: Place, come: Come
) -> None:
    ben = come(seat=1)
    keeper.record(Draft("secret", 0, DRAW))
    there = another_process().find(ben.place.table.code, ben.token)
    there.read()
    keeper.remove(ben.member.number)
    assert there.table.members.taken() == {1}  # it has not looked since
    with pytest.raises(Forbidden):
        there.record(Draft("a", 1, DRAW))
    assert keeper.read().revision == 1


def test_another_process_tells_who_was_removed_nothing_of_the_log(
    another_process: Callable[..., Tables], keeper: Place, come: Come
) -> None:
    ben = come(seat=1)
    ben.place.record(Draft("mine", 0, DRAW))
    there = another_process().find(ben.place.table.code, ben.token)
    keeper.remove(ben.member.number)
    for stale in (Draft("a", 7, DRAW), Draft("mine", 0, DRAW)):
        with pytest.raises(Forbidden):
            there.record(stale)


def test_two_processes_that_change_the_members_at_once_lose_nothing(
    another_process: Callable[..., Tables], opened: Opened, keeper: Place, secret: str
) -> None:
    others = [another_process() for _ in range(3)]
    for other in others:
        other.find(opened.table.code, opened.token)
    for seat, other in enumerate(others):
        other.join(opened.table.code, secret, seat, None)
    keeper.read()
    assert [member.seat for member in keeper.table.members.here] == [None, 0, 1, 2]
    assert [member.number for member in keeper.table.members.here] == [1, 2, 3, 4]


def test_a_table_opened_twice_with_the_same_token_is_one_table(
    tables: Tables, another_process: Callable[..., Tables], database: Database
) -> None:
    first = tables.open(SETUP, OWN)
    first.table.record(Draft("a", 0, DRAW))
    for again in (tables.open(SETUP, OWN), another_process().open(SETUP, OWN)):
        assert (again.table.code, again.token, again.again) == (first.table.code, OWN, True)
        assert again.history.revision == 1
    with pytest.raises(TokenReused):
        tables.open({**SETUP, "players": ["Eve", "Mallory"]}, OWN)
    with database.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM tables").scalar() == 1


def test_no_secret_is_kept_as_it_is(tables: Tables, keeper: Place, come: Come, database: Database) -> None:
    invited = tables.invite(keeper, "player", None, 60)
    token = come(seat=1).token
    with database.engine.connect() as connection:
        dump = "\n".join(connection.connection.driver_connection.iterdump())  # type: ignore[union-attr]
    assert "invites" in dump
    assert not any(secret in dump for secret in (invited.secret, invited.short_code, token))


def test_a_stale_entry_is_stale_before_it_is_not_allowed(keeper: Place, spectator: Place) -> None:
    keeper.record(Draft("a", 0, DRAW))
    with pytest.raises(Stale):
        spectator.record(Draft("b", 0, DRAW))


def crowd(seats: int = 3) -> Members:
    keeper = Member(1, "keeper's hash", "here", "keeper")
    return Members(StoredRights(0, False, (keeper,)), seats)


def test_joining_and_leaving_again_and_again_fills_no_table() -> None:
    members = crowd()
    numbers = []
    for turn in range(600):
        members = members.after(members.join(f"hash {turn}", "spectator", None, None, nod=False))
        guest = members.here[-1]
        numbers.append(guest.number)
        members = members.after(members.remove(guest, guest.number))
    assert len(members.stored.members) <= MOST_GONE + 2
    assert len(set(numbers)) == 600  # nobody gets the number of somebody else
    assert members.known("keeper's hash")


def test_forgotten_members_are_forgotten_by_the_database_too(
    tables: Tables, keeper: Place, secret: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members_module, "MOST_GONE", 2)
    for _ in range(5):
        gone = tables.join(keeper.table.code, secret, None, None)
        gone.place.remove(gone.member.number)
    with database.engine.connect() as connection:
        numbers = connection.exec_driver_sql("SELECT number FROM members ORDER BY number").scalars().all()
    assert numbers == [1, 4, 5, 6]


def test_watchers_leave_room_for_everybody_who_has_a_seat() -> None:
    members = crowd(seats=10)
    for turn in range(MOST_WATCHING - 1):
        members = members.after(members.join(f"hash {turn}", "player", None, None, nod=False))
    with pytest.raises(TooMany):
        members.join("one more", "spectator", None, None, nod=False)
    for seat in range(10):
        members = members.after(members.join(f"seat {seat}", "player", seat, None, nod=False))
    assert members.taken() == set(range(10))
    seated = members.here[-1]
    with pytest.raises(TooMany):
        members.place(seated, seated.number, {"seat": None})
