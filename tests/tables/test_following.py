"""What somebody who follows a table is told, and that it is told once and in order."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

from companion.engine import Setup
from companion.storage import Database, People, Store
from companion.tables import Draft, Joined, News, Opened, Place, Tables

NEVER = 1_000.0


def count(cards: int) -> dict[str, Any]:
    """An entry that is possible at any time."""
    return {"entry": {"type": "count", "draw_pile": cards}}


def enter(place: Place, times: int = 1) -> None:
    for _ in range(times):
        revision = place.table.read().revision
        place.record(Draft(f"e{revision}", revision, count(revision % 50)))


def until(stream: Iterator[News], kind: str) -> list[News]:
    """What comes up to that kind of news, which is the last one here."""
    found: list[News] = []
    for news in stream:
        found.append(news)
        if news.kind == kind:
            break
    return found


def revisions(news: list[News]) -> list[int]:
    return [one.revision for one in news if one.kind == "line"]


def test_a_stream_begins_where_it_was_left(keeper: Place) -> None:
    enter(keeper, 5)
    begun = until(keeper.follow(2, NEVER), "members")
    assert [one.kind for one in begun] == ["hello", "line", "line", "line", "members"]
    assert begun[0].revision == 5
    assert revisions(begun) == [3, 4, 5]


def test_without_a_revision_a_stream_begins_now(keeper: Place) -> None:
    enter(keeper, 3)
    stream = keeper.follow(None, NEVER)
    assert revisions(until(stream, "members")) == []
    enter(keeper)
    assert next(stream).revision == 4


def test_a_stream_of_a_revision_that_is_not_there_yet_says_where_the_table_is(keeper: Place) -> None:
    enter(keeper, 2)
    stream = keeper.follow(9, NEVER)
    assert next(stream) == News("hello", 2)
    assert next(stream).kind == "members"
    enter(keeper)
    assert next(stream).revision == 3


def test_a_line_is_told_as_the_log_has_it(keeper: Place) -> None:
    stream = keeper.follow(None, NEVER)
    until(stream, "members")
    enter(keeper)
    assert json.loads(next(stream).data) == keeper.table.lines_json(0)[0]
    assert keeper.table.lines_json(0)[0]["member"] == 1


def test_who_is_far_behind_is_told_everything_once(keeper: Place) -> None:
    stream = keeper.follow(None, NEVER)
    until(stream, "members")
    enter(keeper, 40)
    told = [next(stream) for _ in range(40)]
    assert revisions(told) == list(range(1, 41))
    logged = keeper.table.lines_json(0)
    assert [json.loads(one.data) for one in told] == logged


def test_what_another_process_wrote_is_told_at_the_next_look(
    keeper: Place, database: Database, another_process: Callable[..., Tables], opened: Opened
) -> None:
    looking = Tables(Store(database), People(database), look=0.01)
    stream = looking.find(opened.table.code, opened.token).follow(None, NEVER)
    until(stream, "members")
    enter(another_process().find(opened.table.code, opened.token), 3)
    assert revisions([next(stream) for _ in range(3)]) == [1, 2, 3]


def test_who_has_the_whole_log_and_comes_back_costs_no_fold(
    keeper: Place, database: Database, opened: Opened, folds: list[Setup]
) -> None:
    enter(keeper, 3)
    restarted = Tables(Store(database), People(database), look=0.01)
    back = restarted.find(opened.table.code, opened.token)
    assert back.stands_at() == 3
    assert len(back.exported()["lines"]) == 3
    stream = back.follow(3, 0.02)
    assert [one.kind for one in until(stream, "quiet")] == ["hello", "members", "quiet"]
    restarted.live.publish(back.table.id)
    keeper.call("Friday")
    assert until(stream, "members")[-1].kind == "members"
    assert folds == []
    enter(keeper, 2)
    assert until(stream, "line")[-1].revision == 4
    assert next(stream).revision == 5
    assert len(folds) == 1


def test_who_works_out_alone_what_follows_is_told_what_was_entered_and_costs_no_fold(
    keeper: Place, database: Database, opened: Opened, folds: list[Setup]
) -> None:
    enter(keeper, 20)
    restarted = Tables(Store(database), People(database), look=0.01)
    back = restarted.find(opened.table.code, opened.token)
    streams = [back.follow(since, NEVER, entered=True) for since in (0, 17)]
    assert [revisions(until(stream, "members")) for stream in streams] == [list(range(1, 21)), [18, 19, 20]]
    enter(keeper, 2)
    exported = keeper.exported()["lines"]
    for stream in streams:
        for revision in (21, 22):
            told = json.loads(until(stream, "line")[-1].data)
            assert told == {"revision": revision, "member": 1, **exported[revision - 1]}
    keeper.call("Friday")
    assert [until(stream, "members")[-1].kind for stream in streams] == ["members"] * 2
    assert folds == []


def test_who_is_removed_is_told_nothing_that_was_entered_since(
    keeper: Place, database: Database, opened: Opened, come: Callable[..., Joined]
) -> None:
    token = come(1).token
    elsewhere = Tables(Store(database), People(database), look=0.01)
    stream = elsewhere.find(opened.table.code, token).follow(0, NEVER, entered=True)
    until(stream, "members")
    keeper.remove(2)
    enter(keeper)
    assert [one.kind for one in stream] == ["removed"]


def test_when_nothing_happens_there_is_a_sign_of_life(keeper: Place) -> None:
    stream = keeper.follow(None, 0.01)
    until(stream, "members")
    assert next(stream) == News("quiet")


def test_a_change_of_the_members_is_told_without_a_revision(tables: Tables, keeper: Place) -> None:
    secret = tables.invite(keeper, "player", None, 60).secret
    ben = tables.join(keeper.table.code, secret, 1, None).place
    streams = [keeper.follow(None, NEVER), ben.follow(None, NEVER)]
    for stream in streams:
        until(stream, "members")
    keeper.hand_over(2)
    told = [next(stream) for stream in streams]
    assert [(one.kind, one.revision) for one in told] == [("members", 0)] * 2
    roles = [json.loads(one.data)["role"] for one in told]
    assert roles == ["spectator", "keeper"]


def test_the_stream_of_who_is_removed_ends(tables: Tables, keeper: Place) -> None:
    secret = tables.invite(keeper, "spectator", None, 60).secret
    eve = tables.join(keeper.table.code, secret, None, "Eve").place
    stream = eve.follow(None, NEVER)
    until(stream, "members")
    keeper.remove(2)
    enter(keeper)
    told = list(stream)
    assert told[-1].kind == "removed"
    assert revisions(told) == []


def test_streams_end_when_the_process_is_told_to_stop(tables: Tables, keeper: Place) -> None:
    ended = threading.Event()
    stream = keeper.follow(None, NEVER)
    until(stream, "members")

    def follow() -> None:
        assert list(stream) == []
        ended.set()

    following = threading.Thread(target=follow)
    following.start()
    tables.live.close()
    assert ended.wait(20)
    following.join()


def test_who_no_longer_listens_is_forgotten(tables: Tables, keeper: Place) -> None:
    streams = [keeper.follow(None, NEVER) for _ in range(3)]
    for stream in streams:
        until(stream, "members")
    assert tables.live.waiting() == 3
    for stream in streams:
        stream.close()
    assert tables.live.waiting() == 0
