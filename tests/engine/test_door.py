"""The door for modules, tried with one that is only here: keys that it adds to entries of others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.engine import Malformed, Refusal, allowed
from companion.engine.asking.outlook import outlook
from companion.engine.entering.entries import Key
from companion.engine.entering.templates import Ask, Template
from companion.engine.following.moments import Traded
from companion.engine.house.brought import Pile, Room
from companion.engine.house.building import DOORS, built, install
from companion.engine.house.door import Door
from companion.engine.house.living import room, set_room
from companion.engine.json import reading, writing
from companion.engine.log.meanwhile import Made, same_act
from companion.engine.printed.cards import Abilities, Income
from companion.engine.refusals import Reason
from companion.engine.rules.piles import several_reason
from companion.engine.rules.record import record
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
    monkeypatch.setattr("companion.engine.house.building.DOORS", DOORS)
    kept = dict(DOORS)

    def through(door: Door, state: State) -> State:
        install(door)
        return state._replace(game=replace(state.game, house=built((*state.game.modules, door.module))))

    yield through
    DOORS.clear()
    DOORS.update(kept)
    built.cache_clear()


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
        moments={Traded: (lambda draft, moment: heard.append(dict(draft.more)),)},
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


NO = Reason("ODD_NO", "odd")
ENTRIES: list[dict[str, Any]] = [
    {"type": "draw", "card": SAILOR},
    {"type": "draw_request"},
    {"type": "extra_tax", "bonus": "most_swords"},
    {"type": "repel", "harbor_index": 0},
    {"type": "keep"},
    {"type": "stop"},
    {"type": "begin_part"},
    {"type": "take", "harbor_index": 0},
    {"type": "take", "by": 1, "harbor_index": 0, "passing": True},
    {"type": "pass"},
    {"type": "claim_expedition", "expedition_index": 0},
    {"type": "start_turn"},
    {"type": "finish_turn"},
    {"type": "count", "draw_pile": 3},
    {"type": "payment", "by": 0, "why": "trade", "coins": 1, "times": 0},
    {"type": "leave", "by": 1},
    {"type": "join", "name": "Fay", "after": 0},
    {"type": "rename", "by": 1, "name": "Fay"},
    {"type": "seats", "start": 1},
    {"type": "rules", "options": {"expedition_required": True}},
    {"type": "reshuffle"},
    {"type": "coach", "on": True},
    {"type": "keeping", "how": "harbor"},
    {"type": "harbor", "cards": [SAILOR]},
    {"type": "lying", "count": 3},
    {"type": "bust"},
    {"type": "take_card", "card": SAILOR},
    {"type": "learn", "card": SAILOR},
    {"type": "missing", "card": SAILOR},
    {"type": "read_card", "harbor_index": 0, "card": SAILOR},
]


def test_the_vetoes_are_tried_for_every_entry_of_the_base_game() -> None:
    assert {body["type"] for body in ENTRIES} == set(built(("base",)).kinds)


@pytest.mark.parametrize("body", ENTRIES, ids=lambda body: body["type"])
def test_a_module_may_refuse_any_kind_of_entry(opened: Any, body: dict[str, Any]) -> None:
    asked = []
    door = Door("odd", against={body["type"]: (lambda table, seat: asked.append(seat) or NO,)})
    state = opened(door, lying_ship())
    with pytest.raises(Refusal) as refused:
        record(state, reading.entry(body, state.game, state.game.names))
    assert refused.value.reason == NO
    assert asked == [body.get("by", state.acting)]


def with_something_to_repel() -> State:
    history = enter(table(), type="draw", card="base.expedition.2captain")
    return enter(enter(history, type="draw", card=SAILOR), type="draw", card=FLUTE).state


@pytest.mark.parametrize("at", [lying_ship, with_something_to_repel])
def test_what_could_be_entered_says_what_a_module_has_against_it(opened: Any, at: Any) -> None:
    types = {one.type for one in allowed(at())}
    assert len(types) > 1
    for kind in types:
        state = opened(Door("odd", against={kind: (lambda table, seat: NO,)}), at())
        for one in allowed(state):
            assert (one.refusal == NO) == (one.type == kind)


def test_what_a_player_could_take_says_what_a_module_has_against_it(opened: Any) -> None:
    door = Door("odd", against={"take": (lambda table, seat: NO if seat == 1 else None,)})
    state = opened(door, lying_ship())
    assert [outlook(state, seat).offers[0].refusal for seat in (0, 1)] == [None, NO]


def test_what_a_template_asks_for_says_how_much_it_may_be_at_most() -> None:
    asks = (Ask("line", "word", most=30), Ask("to", "seat"))
    told = writing.template(Template("odd", 0, asks=asks, module="odd"))
    assert told["asks"] == [{"key": "line", "of": "word", "most": 30}, {"key": "to", "of": "seat"}]


FIRST = Reason("MUST_DRAW_FIRST", "first_card", overridable=True)


def hourglass(left: int) -> Pile:
    """A pile from which the first card of each turn comes."""
    return Pile(
        due=lambda table: table.drawn == 0 and room(table, "glass") > 0,
        leaves=lambda draft: set_room(draft, "glass", room(draft, "glass") - 1),
        holds=lambda table: room(table, "glass"),
        first=lambda table: FIRST if table.drawn == 0 else None,
    )


def with_hourglass(opened: Any, left: int, **piles: int) -> State:
    door = Door("odd", piles=(hourglass(left),), rooms=(Room("glass", lambda game: left),))
    state = opened(door, table().state)
    return state._replace(rooms=(*state.rooms, left), **piles)


def read(state: State, **entry: Any) -> State:
    return record(state, reading.entry(entry, state.game, state.game.names)).state


def test_a_card_comes_from_a_modules_own_pile_where_that_is_due(opened: Any) -> None:
    state = with_hourglass(opened, 2)
    first = read(state, type="draw", card=FLUTE)
    assert (first.draw_pile, room(first, "glass")) == (state.draw_pile, 1)
    second = read(first, type="draw", card=SAILOR)
    assert (second.draw_pile, room(second, "glass")) == (state.draw_pile - 1, 1)


def test_a_pile_of_its_own_is_there_where_both_others_are_used_up(opened: Any) -> None:
    state = with_hourglass(opened, 2, draw_pile=0, discard_pile=0)
    state = read(state, type="draw", card=FLUTE)
    with pytest.raises(Refusal) as refused:
        read(state, type="draw", card=SAILOR)
    assert refused.value.code == "MUST_STOP"


def test_a_pile_of_its_own_that_is_due_does_not_shuffle_the_discards(opened: Any) -> None:
    state = read(with_hourglass(opened, 2, draw_pile=0, discard_pile=4), type="draw", card=FLUTE)
    assert (state.draw_pile, state.discard_pile, state.reshuffles) == (0, 4, 0)


def test_several_cards_at_once_wait_for_the_card_of_such_a_pile(opened: Any) -> None:
    state = with_hourglass(opened, 2)
    assert several_reason(state) == FIRST
    assert several_reason(read(state, type="draw", card=FLUTE)) is None


def test_a_way_to_play_brings_what_it_says_and_no_other_does(monkeypatch: pytest.MonkeyPatch) -> None:
    together = Door("odd", headlines={"ODD_WIN": "BUST"})
    monkeypatch.setattr(
        "companion.engine.house.building.DOORS", {**DOORS, "odd": Door("odd", ways={"coop": together})}
    )
    built.cache_clear()
    found = {way: "ODD_WIN" in built(("base", "odd"), way).ranks for way in ("competitive", "coop", None)}
    built.cache_clear()
    assert found == {"competitive": False, "coop": True, None: True}


TAX = {"kind": "tax", "bonus": "most_swords", "threshold": 12}


def test_a_person_may_pay_at_a_tax_increase_and_at_a_bust(opened: Any) -> None:
    pays = Abilities(incomes=(Income("odd_tax", 2, "tax", rule="odd"), Income("odd_bust", 1, "bust")))
    door = Door("odd", lends=(lambda table, seat: [("odd", pays)] if seat == 1 else [],))
    state = opened(door, table().state)
    taxed = record(state, reading.entry({"type": "draw", "card": TAX}, state.game, state.game.names))
    paid = [(line.why, line.rule, line.seat, line.coins) for line in taxed.ledger if line.why[:3] == "odd"]
    assert paid == [("odd_tax", "odd", 1, 2)]
    state = read(read(state, type="draw", card=FLUTE), type="draw", card=FLUTE)
    assert state.players[1].coins == table().state.players[1].coins + 1
