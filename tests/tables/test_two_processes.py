"""Rights between two processes, on every database: what one of them changed holds in the other one at once.

The caches of the second one are stale on purpose: it has looked at the table before, and not since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.storage import Database, People, Store, open_database
from companion.tables import Draft, Forbidden, NoInvite, NotAllowed, Opened, Place, Tables
from tests.tables.conftest import DRAW, OWN, Come


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("empty_postgres_url")
    database = open_database(url)
    database.upgrade()
    yield database
    database.close()


@pytest.fixture
def there(another_process: Callable[..., Tables]) -> Tables:
    return another_process()


@pytest.fixture
def keeper_there(there: Tables, opened: Opened, keeper: Place) -> Place:
    """The keeper's phone, at a process that will not look by itself what happens meanwhile."""
    return there.find(opened.table.code, opened.token)


def test_a_nod_reaches_who_has_asked_at_another_process(
    tables: Tables, keeper: Place, keeper_there: Place
) -> None:
    ben = tables.ask(tables.invite(keeper, "player", None, 60).short_code, 1, "Ben")
    keeper_there.answer(ben.member.number, True)
    assert tables.asked(ben.token)[1].state == "here"


def test_a_removal_reaches_who_has_come_at_another_process(come: Come, keeper_there: Place) -> None:
    ben = come(seat=1)
    keeper_there.remove(ben.member.number)
    with pytest.raises(Forbidden):
        ben.place.read()


def test_a_new_keeper_is_the_keeper_at_every_process(
    there: Tables, opened: Opened, keeper: Place, come: Come
) -> None:
    ben, cem = come(seat=1), come(seat=2)
    ben_there = there.find(opened.table.code, ben.token)
    keeper.hand_over(ben.member.number)
    there.invite(ben_there, "player", None, 60)
    keeper.hand_over(1)
    keeper.hand_over(ben.member.number)
    ben_there.enter_by_keeper_only(True)
    ben_there.remove(cem.member.number)
    assert ben_there.record(Draft("a", 0, DRAW)).revision == 1


def test_who_was_given_a_seat_enters_at_every_process(
    there: Tables, opened: Opened, keeper: Place, spectator: Place, tables: Tables
) -> None:
    eve = tables.join(opened.table.code, tables.invite(keeper, "spectator", None, 60).secret, None, None, OWN)
    eve_there = there.find(opened.table.code, OWN)
    keeper.place(eve.member.number, {"role": "player", "seat": 2})
    assert eve_there.record(Draft("a", 0, DRAW)).revision == 1


@pytest.mark.parametrize("act", ["invite", "invites", "revoke", "nod", "switch", "try out"])
def test_a_former_keeper_who_was_removed_can_do_nothing_at_any_process(
    there: Tables, tables: Tables, opened: Opened, keeper: Place, come: Come, act: str
) -> None:
    ben = come(seat=1)
    knocks = tables.ask(tables.invite(keeper, "player", None, 60).short_code, 2, "Eve")
    keeper.hand_over(ben.member.number)
    ben_there = there.find(opened.table.code, ben.token)
    keeper.hand_over(1)
    keeper.remove(ben.member.number, keep_invites=True)
    acts: dict[str, Callable[[], object]] = {
        "invite": lambda: there.invite(ben_there, "player", None, 60),
        "invites": lambda: there.invites(ben_there),
        "revoke": lambda: there.revoke(ben_there, 1),
        "nod": lambda: ben_there.answer(knocks.member.number, True),
        "switch": lambda: ben_there.enter_by_keeper_only(True),
        "try out": lambda: ben_there.record(Draft("a", 0, DRAW), dry_run=True),
    }
    assert ben_there.member.role == "keeper"  # as far as that process knows
    with pytest.raises(Forbidden):
        acts[act]()
    assert len(tables.invites(keeper)) == 2


def test_a_keepers_no_to_a_claim_counts_at_a_process_that_has_not_heard_of_it(
    come: Come, keeper: Place, keeper_there: Place
) -> None:
    ben = come(seat=1).place
    ben.claim()
    keeper_there.forget_claim(ben.member.number)
    keeper.read()
    assert ben.member.claimed_at is None


def test_who_was_removed_is_told_so_by_every_process(
    there: Tables, tables: Tables, keeper: Place, come: Come
) -> None:
    ben = come(seat=1)
    assert there.asked(ben.token)[1].state == "here"
    keeper.remove(ben.member.number)
    assert there.asked(ben.token)[1].state == "gone"


def test_a_stream_tells_who_was_removed_no_line_that_came_afterwards(
    there: Tables, opened: Opened, keeper: Place, come: Come
) -> None:
    ben = come(seat=1)
    stream = there.find(opened.table.code, ben.token).follow(0, 1000)
    assert [next(stream).kind for _ in range(2)] == ["hello", "members"]
    keeper.remove(ben.member.number)
    keeper.record(Draft("a", 0, DRAW))
    there.live.publish(opened.table.id, 1)  # the news of the removal come later, or never
    assert [news.kind for news in stream] == ["removed"]


def test_who_is_removed_while_the_log_is_read_is_told_nothing_that_came_afterwards(
    there: Tables, opened: Opened, keeper: Place, come: Come, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben = come(seat=1)
    keeper.record(Draft("a", 0, DRAW))
    ben_there = there.find(opened.table.code, ben.token)
    lines = Store.lines

    def after_a_removal(self: Store, *which: int, **since: int) -> object:
        monkeypatch.setattr(Store, "lines", lines)
        keeper.remove(ben.member.number)
        keeper.record(Draft("c", 2, DRAW))
        return lines(self, *which, **since)

    keeper.record(Draft("b", 1, DRAW))
    monkeypatch.setattr(Store, "lines", after_a_removal)
    with pytest.raises(Forbidden):
        ben_there.read()


def test_an_invite_that_is_revoked_while_somebody_comes_by_it_lets_nobody_in(
    there: Tables,
    tables: Tables,
    opened: Opened,
    keeper: Place,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    invited = tables.invite(keeper, "player", None, 60)
    there.find(opened.table.code, opened.token)
    found = People.by_secret

    def found_then_revoked(self: People, *by: object) -> object:
        answer = found(self, *by)  # type: ignore[arg-type]
        tables.revoke(keeper, invited.invite.number)
        return answer

    monkeypatch.setattr(People, "by_secret", found_then_revoked)
    with pytest.raises(NoInvite):
        there.join(opened.table.code, invited.secret, 1, None)
    keeper.read()
    assert len(keeper.table.members.here) == 1


def test_an_invite_is_only_written_on_the_rights_that_it_was_allowed_by(
    there: Tables,
    opened: Opened,
    keeper: Place,
    come: Come,
    tables: Tables,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ben = come(seat=1)
    keeper.hand_over(ben.member.number)
    ben_there = there.find(opened.table.code, ben.token)
    write = People.invite

    def handed_back_meanwhile(self: People, *invite: object) -> object:
        monkeypatch.setattr(People, "invite", write)
        keeper.hand_over(1)
        return write(self, *invite)  # type: ignore[arg-type]

    monkeypatch.setattr(People, "invite", handed_back_meanwhile)
    with pytest.raises(NotAllowed):
        there.invite(ben_there, "player", None, 60)


def test_an_invite_that_was_revoked_stays_so_when_the_clock_goes_back(
    another_process: Callable[..., Tables], opened: Opened
) -> None:
    now = [1_000_000.0]
    tables = another_process(clock=lambda: now[0])
    keeper = tables.find(opened.table.code, opened.token)
    invited = tables.invite(keeper, "player", None, 60)
    tables.revoke(keeper, invited.invite.number)
    now[0] -= 1000
    with pytest.raises(NoInvite):
        tables.join(opened.table.code, invited.secret, 1, None)


def test_two_processes_that_take_one_call_at_once_let_one_phone_in(
    there: Tables, opened: Opened, keeper: Place, secret: str, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    holder = People.holder

    def nobody_yet_then_the_other_is_first(self: People, key: str) -> object:
        monkeypatch.setattr(People, "holder", holder)
        tables.join(opened.table.code, secret, 1, None, OWN)
        return None

    monkeypatch.setattr(People, "holder", nobody_yet_then_the_other_is_first)
    assert there.join(opened.table.code, secret, 1, None, OWN).member.number == 2
    keeper.read()
    assert len(keeper.table.members.here) == 2
