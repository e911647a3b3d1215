"""How somebody comes to a table: by an invite, or by a short code and the keeper's nod."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.engine import Malformed
from companion.tables import (
    Draft,
    Forbidden,
    Joined,
    NoInvite,
    NoMember,
    NotAllowed,
    Opened,
    Place,
    SeatTaken,
    Tables,
    TokenReused,
    TooMany,
    secrets,
)
from companion.tables.clock import Steady
from companion.tables.members import ASKING_HOLDS, MOST_ASKING
from tests.tables.conftest import DRAW, OWN, SETUP, Come


def test_a_taken_seat_needs_the_keepers_nod(keeper: Place, come: Come, tables: Tables) -> None:
    come(seat=1)
    second = come(seat=1, name="Ben's tablet")
    assert second.member.state == "asking"
    with pytest.raises(Forbidden):
        tables.find(second.place.table.code, second.token)
    assert [asking.name for asking in second.place.table.members.asking] == ["Ben's tablet"]
    keeper.answer(second.member.number, True)
    assert tables.find(second.place.table.code, second.token).member.seat == 1


def test_a_short_code_that_another_invite_has_is_drawn_again(
    tables: Tables, keeper: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter(["AAAAAA", "AAAAAA", "AAAAAA", "BBBBBB"])
    monkeypatch.setattr(secrets, "new_short_code", lambda: next(drawn))
    first = tables.invite(keeper, "player", None, 60)
    second = tables.invite(keeper, "player", None, 60)
    assert (first.short_code, second.short_code) == ("AAAAAA", "BBBBBB")
    assert [one.number for one in tables.invites(keeper)] == [1, 2]
    assert tables.ask("BBBBBB", None, "Ben").member.state == "asking"


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
    keeper.remove(first.member.number, keep_invites=True)
    with pytest.raises(TokenReused):
        come(seat=1, token=OWN)


def test_not_more_ask_at_once_than_a_keeper_can_answer_and_nobody_knocks_a_code_shut(
    another_process: Callable[..., Tables], opened: Opened
) -> None:
    now = [1_000.0]
    tables = another_process(steady=Steady(lambda: now[0], "here"))
    keeper = tables.find(opened.table.code, opened.token)
    short_code = tables.invite(keeper, "player", None, 60).short_code
    knocks = [tables.ask(short_code, None, None) for _ in range(MOST_ASKING)]
    with pytest.raises(TooMany):
        tables.ask(short_code, None, None)
    keeper.answer(knocks[-1].member.number, False)
    assert tables.ask(short_code, None, None).member.state == "asking"
    now[0] += ASKING_HOLDS
    assert tables.ask(short_code, None, "Ben").member.state == "asking"
    assert [tables.asked(one.token)[1].state for one in knocks[:2]] == ["gone", "asking"]


def test_who_is_removed_does_not_come_back_by_the_same_link_or_another_one(
    tables: Tables, keeper: Place, opened: Opened, secret: str, come: Come
) -> None:
    by_hand = tables.invite(keeper, "spectator", None, 60)
    ben = come(seat=1)
    keeper.remove(ben.member.number)
    for way_in in (
        lambda: tables.join(opened.table.code, secret, 1, None),
        lambda: tables.join(opened.table.code, by_hand.secret, None, None),
        lambda: tables.ask(by_hand.short_code, None, None),
    ):
        with pytest.raises(NoInvite):
            way_in()
    assert tables.invites(keeper) == []


def test_the_keeper_may_remove_somebody_and_keep_the_link(tables: Tables, keeper: Place, come: Come) -> None:
    keeper.remove(come(seat=1).member.number, keep_invites=True)
    assert come(seat=1).member.state == "here"


def test_who_leaves_takes_no_link_along(tables: Tables, keeper: Place, come: Come) -> None:
    ben = come(seat=1)
    ben.place.remove(ben.member.number)
    assert come(seat=1).member.state == "here"


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
