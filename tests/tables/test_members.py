"""Roles at a table, as one process or several see them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.engine import Malformed
from companion.storage import Database
from companion.tables import (
    Draft,
    Forbidden,
    Joined,
    NoInvite,
    NoMember,
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
from companion.tables.members import MOST_ASKING
from tests.tables.conftest import SETUP, Come

OWN = "a-token-that-a-phone-made-from-256-bits-of-chance"
SAILOR = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}
DRAW = {"entry": {"type": "draw", "card": SAILOR}}
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


def test_a_taken_seat_needs_the_keepers_nod(keeper: Place, come: Come, tables: Tables) -> None:
    come(seat=1)
    second = come(seat=1, name="Ben's tablet")
    assert second.member.state == "asking"
    with pytest.raises(Forbidden):
        tables.find(second.place.table.code, second.token)
    assert [asking.name for asking in second.place.table.members.asking] == ["Ben's tablet"]
    keeper.answer(second.member.number, True)
    assert tables.find(second.place.table.code, second.token).member.seat == 1


def test_a_short_code_lets_somebody_ask(tables: Tables, keeper: Place, opened: Opened) -> None:
    short_code = tables.invite(keeper, "player", None, 60).short_code
    assert len(short_code) == 6
    ben, eve = tables.ask(short_code.lower(), 1, "Ben"), tables.ask(f" {short_code} ", 1, "Eve")
    assert tables.asked(ben.token)[1].state == "asking"
    keeper.answer(ben.member.number, True)
    keeper.answer(eve.member.number, False)
    code, member = tables.asked(ben.token)
    assert (code, member.state, member.seat) == (opened.table.code, "here", 1)
    assert tables.asked(eve.token)[1].state == "refused"
    with pytest.raises(Forbidden):
        tables.find(opened.table.code, eve.token)
    with pytest.raises(NoMember):
        keeper.answer(eve.member.number, True)


Ask = Callable[..., Joined]


@pytest.fixture
def ask(tables: Tables, keeper: Place) -> Ask:
    """Somebody asks by the short code."""
    short_code = tables.invite(keeper, "player", None, 60).short_code
    return lambda name=None, seat=None: tables.ask(short_code, seat, name)


def test_a_nod_gives_the_seat_that_the_keeper_says(keeper: Place, ask: Ask, tables: Tables) -> None:
    ben, mara = ask("Ben"), ask("Mara", 2)
    keeper.answer(ben.member.number, True, {"seat": 1})
    keeper.answer(mara.member.number, True, {"role": "spectator"})
    members = [tables.asked(one.token)[1] for one in (ben, mara)]
    assert [(one.state, one.role, one.seat) for one in members] == [
        ("here", "player", 1),
        ("here", "spectator", None),
    ]
    assert tables.find(keeper.table.code, ben.token).record(Draft("a", 0, DRAW)).revision == 1


def test_a_nod_makes_a_watcher_a_player_where_it_gives_a_seat(tables: Tables, keeper: Place) -> None:
    eve = tables.ask(tables.invite(keeper, "spectator", None, 60).short_code, None, "Eve")
    keeper.answer(eve.member.number, True, {"seat": 0})
    assert tables.asked(eve.token)[1][3:5] == ("player", 0)


def test_a_nod_gives_a_taken_seat_only_where_a_second_phone_is_meant(
    keeper: Place, ask: Ask, come: Come, tables: Tables
) -> None:
    first, second = come(seat=1), ask("Ben")
    with pytest.raises(SeatTaken):
        keeper.answer(second.member.number, True, {"seat": 1})
    assert tables.asked(second.token)[1].state == "asking"
    keeper.answer(second.member.number, True, {"seat": 1, "second_phone": True})
    assert [tables.asked(one.token)[1].seat for one in (first, second)] == [1, 1]


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_nod_to_a_seat_that_there_is_not_lets_nobody_in(
    keeper: Place, ask: Ask, tables: Tables, seat: int
) -> None:
    ben = ask("Ben")
    with pytest.raises(Malformed):
        keeper.answer(ben.member.number, True, {"seat": seat})
    assert tables.asked(ben.token)[1].state == "asking"


def test_of_two_phones_that_take_a_seat_at_once_the_second_asks(
    another_process: Callable[..., Tables],
    opened: Opened,
    secret: str,
    come: Come,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = another_process()
    late = there.invitation(opened.table.code, secret)[0]
    come(seat=1)
    # It looks before the first one has come in, and writes afterwards.
    monkeypatch.setattr(type(late), "read", lambda self: self._history)
    assert there.join(opened.table.code, secret, 1, "Eve").member.state == "asking"


def test_only_the_keeper_nods_and_invites(tables: Tables, keeper: Place, come: Come) -> None:
    ben = come(seat=1).place
    asking = tables.ask(tables.invite(keeper, "player", None, 60).short_code, None, None)
    for forbidden in (
        lambda: ben.answer(asking.member.number, True),
        lambda: tables.invite(ben, "player", None, 60),
        lambda: tables.invites(ben),
        lambda: tables.revoke(ben, 1),
        lambda: ben.hand_over(2),
        lambda: ben.remove(1),
    ):
        with pytest.raises(NotAllowed):
            forbidden()


def test_an_invite_that_was_revoked_or_expired_or_is_another_tables_lets_nobody_in(
    another_process: Callable[..., Tables], opened: Opened
) -> None:
    now = [1000.0]
    tables = another_process(clock=lambda: now[0])
    keeper = tables.find(opened.table.code, opened.token)
    revoked, invited = (tables.invite(keeper, "player", None, 10) for _ in range(2))
    tables.revoke(keeper, revoked.invite.number)
    with pytest.raises(NoInvite):
        tables.join(opened.table.code, revoked.secret, 1, None)
    with pytest.raises(NoInvite):
        tables.ask(revoked.short_code, 1, None)
    with pytest.raises(NoInvite):
        tables.join(tables.open(SETUP).table.code, invited.secret, 1, None)
    now[0] += 600
    with pytest.raises(NoInvite):
        tables.join(opened.table.code, invited.secret, 1, None)
    with pytest.raises(NoInvite):
        tables.revoke(keeper, invited.invite.number)


def test_asking_twice_with_the_same_token_asks_once(
    tables: Tables, keeper: Place, come: Come, opened: Opened
) -> None:
    first, again = come(seat=1, token=OWN), come(seat=1, token=OWN)
    assert (first.token, first.member) == (OWN, again.member)
    assert len(opened.table.members.here) == 2
    keeper.remove(first.member.number)
    with pytest.raises(TokenReused):
        come(seat=1, token=OWN)


def test_not_more_ask_at_once_than_a_keeper_can_answer(tables: Tables, keeper: Place) -> None:
    short_code = tables.invite(keeper, "player", None, 60).short_code
    for _ in range(MOST_ASKING):
        last = tables.ask(short_code, None, None)
    with pytest.raises(TooMany):
        tables.ask(short_code, None, None)
    keeper.answer(last.member.number, False)
    assert tables.ask(short_code, None, None).member.state == "asking"


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
    keeper.remove(ben.member.number)
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


def test_only_the_keeper_sees_who_asks(tables: Tables, keeper: Place, come: Come) -> None:
    ben = come(seat=1).place
    tables.ask(tables.invite(keeper, "player", None, 60).short_code, 2, "Eve")
    asking = {"member": 3, "name": "Eve", "seat": 2, "role": "player"}
    assert keeper.members_json()["asking"] == [asking]
    shown = ben.members_json()
    assert "asking" not in shown
    assert shown["members"] == [
        {"member": 1, "name": None, "seat": None, "role": "keeper"},
        {"member": 2, "name": "Ben", "seat": 1, "role": "player"},
    ]


def test_a_stale_entry_is_stale_before_it_is_not_allowed(keeper: Place, spectator: Place) -> None:
    keeper.record(Draft("a", 0, DRAW))
    with pytest.raises(Stale):
        spectator.record(Draft("b", 0, DRAW))
