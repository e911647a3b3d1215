"""The door for modules, tried with one that is only here: keys that it adds to entries of others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.engine import Malformed
from companion.engine.json import reading, writing
from companion.engine.log.meanwhile import Made, same_act
from companion.engine.rules.record import record
from companion.engine.table.door import DOORS, Door, house_of, install
from companion.engine.table.entries import Key
from companion.engine.table.moments import Traded
from companion.engine.table.state import State

from .play import enter, table

SAILOR = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}
FLUTE = {"kind": "ship", "color": "blue", "swords": 1, "coins": 1}
ADDED = {
    "gift": Key("seat"),
    "shown": Key("cards", most=3),
    "one": Key("card"),
    "named": Key("words", most=3),
    "paid": Key("numbers_by_seat", most=9),
    "before": Key("persons_by_seat"),
    "loud": Key("flag"),
    "stake": Key("number", most=5),
}
SAID = {
    "gift": 1,
    "shown": ["base.ship.blue.s1.c1", "base.ship.red.s3.c2"],
    "one": "base.ship.red.s3.c2",
    "named": ["captain", "jack"],
    "paid": {"0": 2, "2": 1},
    "before": {"1": [SAILOR]},
    "loud": False,
    "stake": 5,
}


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Opens a door for this test alone, and gives the table in its house."""
    monkeypatch.setattr("companion.engine.table.door.DOORS", DOORS)
    kept = dict(DOORS)

    def through(door: Door, state: State) -> State:
        install(door)
        return state._replace(game=replace(state.game, house=house_of((*state.game.modules, door.module))))

    yield through
    DOORS.clear()
    DOORS.update(kept)
    house_of.cache_clear()


def lying_ship() -> State:
    history = enter(table(), type="draw", card=FLUTE)
    return enter(history, type="stop").state


def test_what_a_module_adds_to_an_entry_is_read_and_written_by_its_kind(opened: Any) -> None:
    state = opened(Door("odd", adds={"take": ADDED}), lying_ship())
    read = reading.entry({"type": "take", "harbor_index": 0, **SAID}, state.game, state.game.names)
    assert read.more["gift"] == 1
    assert isinstance(read.more["shown"], tuple)
    assert read.more["paid"] == {0: 2, 2: 1}
    written = writing.entry(read)
    assert {**written, "one": 0, "shown": 0, "before": 0} == {
        "type": "take", "harbor_index": 0, **SAID, "one": 0, "shown": 0, "before": 0
    }  # fmt: skip
    assert [card["id"] for card in written["shown"]] == SAID["shown"]
    assert written["before"]["1"][0]["type"] == "sailor"
    assert reading.entry(written, state.game, state.game.names) == read


def test_what_it_added_is_there_while_the_entry_is_recorded_and_not_after(opened: Any) -> None:
    heard = []
    door = Door(
        "odd",
        adds={"take": ADDED},
        moments={Traded: lambda draft, moment: heard.append(dict(draft.more))},
    )
    state = opened(door, lying_ship())
    names = state.game.names
    record(state, reading.entry({"type": "take", "harbor_index": 0, "gift": 2}, state.game, names))
    record(state, reading.entry({"type": "take", "harbor_index": 0}, state.game, names))
    assert heard == [{"gift": 2}, {}]


@pytest.mark.parametrize(("key", "said"), [("gift", 7), ("paid", {"7": 1}), ("before", {"7": []})])
def test_a_seat_that_it_names_is_one_of_the_table(opened: Any, key: str, said: object) -> None:
    state = opened(Door("odd", adds={"take": ADDED}), lying_ship())
    entry = reading.entry({"type": "take", "harbor_index": 0, key: said}, state.game, state.game.names)
    with pytest.raises(Malformed) as wrong:
        record(state, entry)
    assert wrong.value.field == f"entry.{key}"


def test_keys_for_an_entry_that_cannot_carry_any_are_an_error_of_the_module(opened: Any) -> None:
    with pytest.raises(TypeError, match="odd adds keys to stop"):
        opened(Door("odd", adds={"stop": {"loud": Key("flag")}}), lying_ship())


@pytest.mark.parametrize("name", ["harbor_index", "by", "type"])
def test_a_key_that_the_entry_has_is_not_added_to_it(opened: Any, name: str) -> None:
    with pytest.raises(TypeError, match=f"odd adds {name} to take"):
        opened(Door("odd", adds={"take": {name: Key("flag")}}), lying_ship())


def test_keys_for_an_entry_that_nobody_here_plays_are_left_alone(opened: Any) -> None:
    state = opened(Door("odd", adds={"parley": {"loud": Key("flag")}}), lying_ship())
    assert "parley" not in state.game.house.adds


def test_two_phones_that_take_a_card_in_two_ways_have_not_done_the_same(opened: Any) -> None:
    state = opened(Door("odd", adds={"take": ADDED}), lying_ship())
    plain, loud, again = (
        Made(reading.entry({"type": "take", "harbor_index": 0, **more}, state.game, state.game.names), state)
        for more in ({}, {"loud": True}, {"loud": True})
    )
    assert same_act(loud, again)
    assert not same_act(plain, loud)
