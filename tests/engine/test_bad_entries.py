"""Input that is no entry, no set-up, no situation: each names its field and what is allowed there."""

from __future__ import annotations

import pytest

from companion.engine import Malformed, Refusal, codec, open_history
from companion.words import words_for

from .play import enter, table

PLAYERS = ["Ann", "Bob"]


def set_up(**changes):
    return {"edition": "pegasus", "modules": ["base"], "players": PLAYERS, **changes}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"edition": "monopoly"}, "edition"),
        ({"edition": 7}, "edition"),
        ({"modules": ["base", "gambler"]}, "modules"),
        ({"modules": "base"}, "modules"),
        ({"modules": ["base", "base"]}, "modules"),
        ({"players": ["Ann", ""]}, "players[1]"),
        ({"players": ["Ann", "   "]}, "players[1]"),
        ({"players": ["Ann", "ann"]}, "players[1]"),
        ({"players": ["Ann", "\uff21nn"]}, "players[1]"),
        ({"players": ["Ann", "x" * 41]}, "players[1]"),
        ({"players": ["Ann", "Bo\u202eb"]}, "players[1]"),
        ({"players": ["Ann", "Bo\x00b"]}, "players[1]"),
        ({"players": ["Ann", "\ud800"]}, "players[1]"),
        ({"players": ["Ann", "\u200d"]}, "players[1]"),
        ({"players": ["Ann", "\u0301"]}, "players[1]"),
        ({"players": ["Ann", 5]}, "players[1]"),
        ({"players": {"0": "Ann"}}, "players"),
        ({"options": {"required_vp": 16}}, "options.required_vp"),
        ({"options": {"expedition_required": 1}}, "options.expedition_required"),
        ({"options": {"end_trigger": "never"}}, "options.end_trigger"),
        ({"situation": []}, "situation"),
    ],
)
def test_a_bad_set_up_names_its_field(changes: dict, field: str) -> None:
    with pytest.raises(Malformed) as caught:
        open_history(codec.setup_from_json(set_up(**changes)))
    assert caught.value.field == field
    assert words_for("en").allowed(caught.value.takes)


@pytest.mark.parametrize("names", [[], ["Ann"], ["A", "B", "C", "D", "E", "F"]])
def test_a_box_is_for_two_to_five(names: list[str]) -> None:
    with pytest.raises(Refusal) as caught:
        open_history(codec.setup_from_json(set_up(players=names)))
    assert caught.value.code == "TOO_MANY_PLAYERS"
    assert caught.value.params == {"count": len(names), "min": 2, "max": 5}


@pytest.mark.parametrize("name", ["Zoë", "李小龍", "👩‍🚀", "Ann-Kathrin", "O'Neill", "<b>Bob</b>", "محمد"])
def test_names_are_data_in_every_script(name: str) -> None:
    history = open_history(codec.setup_from_json(set_up(players=["Ann", f"  {name} "])))
    assert codec.view_json(history)["players"][1]["name"] == name


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "entry.type"),
        ({"type": "dance"}, "entry.type"),
        ({"type": ["draw"]}, "entry.type"),
        ({"type": "use_gambler"}, "entry.type"),
        ({"type": "draw"}, "entry.card"),
        ({"type": "draw", "card": "base.ship.pink"}, "entry.card"),
        ({"type": "draw", "card": 10_000}, "entry.card"),
        ({"type": "draw", "card": -1}, "entry.card"),
        ({"type": "draw", "card": {"kind": "dragon"}}, "entry.card.kind"),
        (
            {"type": "draw", "card": {"kind": "ship", "color": "pink", "swords": 1, "coins": 1}},
            "entry.card.color",
        ),
        (
            {"type": "draw", "card": {"kind": "ship", "color": "red", "swords": 1.5, "coins": 1}},
            "entry.card.swords",
        ),
        (
            {"type": "draw", "card": {"kind": "ship", "color": "red", "swords": 1, "coins": -1}},
            "entry.card.coins",
        ),
        (
            {"type": "draw", "card": {"kind": "ship", "color": "red", "swords": 1, "coins": 10**30}},
            "entry.card.coins",
        ),
        ({"type": "draw", "card": {"kind": "person", "type": "sailor"}}, "entry.card.cost"),
        (
            {"type": "draw", "card": {"kind": "person", "type": "trader", "cost": 3, "vp": 1}},
            "entry.card.color",
        ),
        ({"type": "draw", "card": {"kind": "person", "type": "wizard"}}, "entry.card.type"),
        ({"type": "draw", "card": {"kind": "expedition", "need": []}}, "entry.card.need"),
        ({"type": "draw", "card": {"kind": "tax", "bonus": "richest"}}, "entry.card.bonus"),
        ({"type": "draw", "card": 0, "repel": "yes"}, "entry.repel"),
        ({"type": "take", "harbor_index": True}, "entry.harbor_index"),
        ({"type": "take", "harbor_index": 0, "by": "Zed"}, "entry.by"),
        ({"type": "take", "harbor_index": 0, "by": 3}, "entry.by"),
        ({"type": "pass", "rest": "all"}, "entry.rest"),
        ({"type": "count"}, "entry"),
        ({"type": "count", "coins": {"Ann": -1}}, "entry.coins"),
        ({"type": "claim_expedition", "expedition_index": 0}, "expedition_index"),
    ],
)
def test_a_bad_entry_names_its_field(body: dict, field: str) -> None:
    with pytest.raises(Malformed) as caught:
        enter(table(), **body)
    assert caught.value.field == field
    assert words_for("en").allowed(caught.value.takes)


def test_a_person_of_which_only_one_card_is_printed_needs_no_numbers() -> None:
    history = enter(table(), type="draw", card={"kind": "person", "type": "governor"})
    assert codec.view_json(history)["harbor"][0]["card"]["id"] == "base.person.governor.v0.p8"


def test_a_card_may_be_named_by_id_by_index_or_by_its_numbers() -> None:
    numbers = {"kind": "ship", "color": "yellow", "swords": 1, "coins": 1}
    index = next(
        i for i, kind in enumerate(table().state.game.deck.kinds) if kind.card.id == "base.ship.yellow.s1.c1"
    )
    views = [
        codec.view_json(enter(table(), type="draw", card=card))["harbor"]
        for card in ("base.ship.yellow.s1.c1", index, numbers, {"id": "base.ship.yellow.s1.c1"})
    ]
    assert all(view == views[0] for view in views)


def test_a_card_that_is_printed_otherwise_in_this_box_can_be_played() -> None:
    other = {"kind": "ship", "color": "yellow", "swords": 9, "coins": 5}
    view = codec.view_json(enter(table(), type="draw", card=other))
    assert view["harbor"][0]["card"] == other


@pytest.mark.parametrize("body", [[], {}, {"format": 2}, {"format": 1, "setup": {}, "lines": []}, None, 3])
def test_an_import_that_is_no_export_is_refused_whole(body: object) -> None:
    with pytest.raises(Malformed):
        codec.history_from_json(body)
