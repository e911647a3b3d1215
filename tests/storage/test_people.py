"""Members and invites, in every database that is supported."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from alembic import command

from companion.storage import (
    Conflict,
    Database,
    Moved,
    People,
    Store,
    StoredInvite,
    StoredLine,
    StoredMember,
    StoredTable,
)
from companion.storage.migrating import migrations

NOW = 1_000


@pytest.fixture
def people(database: Database) -> People:
    return People(database)


@pytest.fixture
def table(store: Store) -> StoredTable:
    return store.open_table("ABC", "{}", "keeper's hash")


def ada(**changed: object) -> StoredMember:
    return StoredMember(2, "ada's hash", "here", "player", 1, "Ada")._replace(**changed)


def invite(name: str = "a", **changed: object) -> StoredInvite:
    return StoredInvite(0, f"{name} secret", f"{name} short", "player", None, NOW + 60)._replace(**changed)


def test_whoever_opens_a_table_is_its_first_member(people: People, table: StoredTable) -> None:
    rights = people.rights(table.id)
    assert (rights.version, rights.keeper_only) == (0, False)
    assert rights.members == (StoredMember(1, "keeper's hash", "here", "keeper"),)


def test_a_change_is_written_and_counted(people: People, table: StoredTable, store: Store) -> None:
    people.change(table.id, people.rights(table.id), [ada()])
    rights = people.rights(table.id)
    people.change(table.id, rights._replace(keeper_only=True), [ada(seat=None)])
    rights = people.rights(table.id)
    assert (rights.version, rights.keeper_only, rights.members[1]) == (2, True, ada(seat=None))
    assert store.position(table.id) == (0, 2)


def test_a_table_keeps_its_name_until_it_has_another(people: People, table: StoredTable) -> None:
    people.change(table.id, people.rights(table.id)._replace(name="Thursday"), ())
    people.change(table.id, people.rights(table.id), [ada()])
    assert people.rights(table.id).name == "Thursday"
    people.change(table.id, people.rights(table.id)._replace(name=None), ())
    assert people.rights(table.id).name is None


def test_a_change_of_old_rights_writes_nothing(people: People, table: StoredTable) -> None:
    old = people.rights(table.id)
    people.change(table.id, old, [ada()])
    with pytest.raises(Moved):
        people.change(table.id, old, [ada(number=3, token_hash="ben's hash")])
    assert len(people.rights(table.id).members) == 2


def test_a_token_belongs_to_one_member(people: People, table: StoredTable, store: Store) -> None:
    with pytest.raises(Conflict):
        people.change(table.id, people.rights(table.id), [ada(token_hash="keeper's hash")])
    with pytest.raises(Conflict):
        store.open_table("XYZ", "{}", "keeper's hash")
    assert people.rights(table.id).version == 0
    assert people.holder("keeper's hash") == ("ABC", 1)
    assert people.holder("nobody's hash") is None


def test_a_line_is_only_written_on_the_rights_that_it_was_allowed_by(
    people: People, table: StoredTable, store: Store
) -> None:
    store.append(table.id, StoredLine(1, "a", "{}", 1), rights=0)
    people.change(table.id, people.rights(table.id), [ada()])
    with pytest.raises(Moved):
        store.append(table.id, StoredLine(2, "b", "{}", 1), rights=0)
    store.append(table.id, StoredLine(2, "b", "{}", 2), rights=1)
    assert [line.member for line in store.lines(table.id)] == [1, 2]


def test_an_invite_is_found_by_its_secret_and_by_its_short_code(people: People, table: StoredTable) -> None:
    made = people.invite(table.id, invite())
    assert made.number == 1
    assert people.by_secret("a secret", NOW) == ("ABC", made)
    assert people.by_short_code("a short", NOW) == ("ABC", made)
    assert people.by_secret("a short", NOW) is None


def test_an_invite_that_expired_or_was_revoked_does_not_hold(people: People, table: StoredTable) -> None:
    people.invite(table.id, invite("a", expires_at=NOW))
    revoked = people.invite(table.id, invite("b"))
    kept = people.invite(table.id, invite("c"))
    assert people.revoke(table.id, revoked.number, NOW)
    assert not people.revoke(table.id, revoked.number, NOW)
    assert not people.revoke(table.id, 99, NOW)
    assert people.invites(table.id, NOW) == [kept]
    assert people.by_secret("a secret", NOW) is None
    assert people.by_short_code("b short", NOW) is None


def test_invites_that_have_ended_are_forgotten_and_no_number_is_given_twice(
    people: People, store: Store, table: StoredTable, database: Database
) -> None:
    other = store.open_table("DEF", "{}", "another keeper's hash")

    def left() -> list[tuple[int, int]]:
        with database.engine.connect() as connection:
            rows = connection.execute(sa.text("SELECT table_id, number FROM invites ORDER BY 1, 2"))
            return [(row[0], row[1]) for row in rows]

    revoked = people.invite(table.id, invite("a"))
    people.revoke(table.id, revoked.number, NOW)
    people.invite(table.id, invite("b", expires_at=NOW))
    people.invite(other.id, invite("c", expires_at=NOW))
    kept = people.invite(table.id, invite("d"), now=NOW)
    assert left() == [(table.id, 3), (other.id, 1)]
    people.invite(other.id, invite("e", expires_at=NOW))
    # The last one stays, however long ago it ended: the next one has another number.
    assert people.forget_invites(NOW) == 1
    assert left() == [(table.id, 3), (other.id, 2)]
    assert people.invite(other.id, invite("f"), now=NOW).number == 3
    assert left() == [(table.id, 3), (other.id, 3)]
    assert people.invites(table.id, NOW) == [kept]


def test_a_newer_invite_takes_the_place_of_the_oldest_of_a_hundred(
    people: People, table: StoredTable
) -> None:
    for number in range(103):
        people.invite(table.id, invite(f"n{number}"), now=NOW)
    assert [one.number for one in people.invites(table.id, NOW)] == list(range(4, 104))


def test_who_opened_a_table_before_there_were_members_keeps_it(database: Database) -> None:
    config = migrations()
    with database.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
        connection.execute(
            sa.text("INSERT INTO tables (id, code, setup, keeper_hash) VALUES (7, 'OLD', '{}', 'old hash')")
        )
        line = "INSERT INTO log_lines (table_id, revision, entry_id, body) VALUES (7, 1, 'a', '{}')"
        connection.execute(sa.text(line))
    database.upgrade()
    assert People(database).holder("old hash") == ("OLD", 1)
    assert Store(database).lines(7) == [StoredLine(1, "a", "{}", None)]
