"""Make Sail! as a game of its own, and mixed into the base game."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import Malformed, Refusal, codec, open_history

from .make_sail import (
    ALONE,
    MIXED,
    PASSENGER,
    TAX,
    UNKNOWN_RED,
    UNKNOWN_SAILOR,
    at,
    figures,
    refused,
)
from .play import enter, table
from .test_random_games import play_through


def test_alone_it_has_sixty_cards_of_which_twenty_have_known_numbers() -> None:
    view = codec.view_json(table("bigbox", modules=ALONE))
    assert view["draw_pile"] == 60 - 3 * 3
    assert sum(view["unseen"].values()) == 60
    unknown = {name: left for name, left in view["unseen"].items() if ".unknown." in name}
    assert sum(unknown.values()) == 37
    assert (unknown[UNKNOWN_SAILOR], unknown["makesail.unknown.pirate"], unknown[UNKNOWN_RED]) == (10, 2, 3)
    assert "box" not in view
    told = next(row for row in codec.catalogue_json()["sets"] if row["set"] == "make_sail")
    (row,) = [card for card in told["cards"] if card["id"] == "makesail.unknown.merchant.red"]
    assert {key: row.get(key) for key in ("kind", "of", "type", "color", "count", "cost")} == {
        "kind": "unknown",
        "of": "person",
        "type": "merchant",
        "color": "red",
        "count": 1,
        "cost": None,
    }


def test_alone_it_is_for_two_to_four() -> None:
    for players in (2, 4):
        table("bigbox", players, modules=ALONE)
    with pytest.raises(Refusal) as found:
        table("bigbox", 5, modules=ALONE)
    assert (found.value.code, found.value.reason.params) == (
        "TOO_MANY_PLAYERS",
        {"count": 5, "min": 2, "max": 4},
    )
    (place, _) = codec.citations("bigbox", found.value.reason.rule)
    assert place["section"] == "Port Royal Make Sail!"
    joined = enter(table("bigbox", modules=ALONE), type="join", name="Dot", after=0)
    assert refused(joined, type="join", name="Eve", after=0) == ("TOO_MANY_PLAYERS", "sail_players")


@pytest.mark.parametrize(
    ("modules", "code", "rule"),
    [
        (("make_sail", "gambler"), "MODULE_REQUIRED", "modules"),
        (("make_sail", "jomc_cards"), "MODULE_REQUIRED", "modules"),
        (("make_sail", "make_sail_mix"), "MODULE_REQUIRED", "modules"),
        (("make_sail_mix",), "MODULE_REQUIRED", "modules"),
        (("base", "make_sail"), "MODULES_EXCLUDE", "sail_alone"),
        (("base", "make_sail", "make_sail_mix"), "MODULES_EXCLUDE", "sail_alone"),
    ],
)
def test_it_is_a_game_of_its_own_and_its_cards_are_mixed_into_the_base_game_only(
    modules: tuple[str, ...], code: str, rule: str
) -> None:
    """C126: no Gambler without the base game."""
    with pytest.raises(Refusal) as found:
        table("bigbox", modules=modules)
    assert (found.value.code, found.value.reason.rule) == (code, rule)


@pytest.mark.parametrize("edition", ["pegasus", "sjg", "yucata"])
@pytest.mark.parametrize("modules", [ALONE, MIXED])
def test_only_the_big_box_has_it(edition: str, modules: tuple[str, ...]) -> None:
    with pytest.raises(Malformed):
        table(edition, modules=modules)


def test_the_cards_that_both_are_played_with_cannot_be_chosen_by_themselves() -> None:
    with pytest.raises(Malformed):
        table("bigbox", modules=("base", "make_sail_cards"))


def test_the_editions_tell_what_the_game_asks_for_before_it_begins() -> None:
    box = next(one for one in codec.editions_json()["editions"] if one["id"] == "bigbox")
    (alone,) = [one for one in box["played"] if one["module"] == "make_sail"]
    assert alone == {
        "module": "make_sail",
        "alone": True,
        "needs": [],
        "mixed": [],
        "players": {"min": 2, "max": 4},
        "ways": [{"way": "competitive", "least": 2, "most": 4}],
        "cards": 60,
        "switches": {"required_vp": 8, "tax_threshold": 9},
        "without": ["expedition_required"],
        "keeping": ["harbor"],
    }
    mixes = {(one["module"], one["other"]): (one["rule"], one["allowed"]) for one in box["mixes"]}
    assert mixes["gambler", "make_sail"] == mixes["base", "make_sail"] == ("sail_alone", False)
    assert ("base", "make_sail_mix") not in mixes


def test_there_are_no_expeditions_and_no_variant_of_them() -> None:
    history = table("bigbox", modules=ALONE)
    expedition = {"kind": "expedition", "need": ["captain", "captain"], "coins": 2, "vp": 4}
    assert refused(history, type="draw", card=expedition) == ("NO_EXPEDITIONS", "sail_expeditions")
    assert refused(history, type="claim_expedition", expedition_index=0) == (
        "NO_EXPEDITIONS",
        "sail_expeditions",
    )
    with pytest.raises(Refusal) as found:
        table("bigbox", modules=ALONE, expedition_required=True)
    assert (found.value.code, found.value.reason.rule) == ("MODULE_REQUIRED", "sail_expeditions")
    assert not table("bigbox", modules=ALONE, expedition_required=False).state.game.rules.expedition_required


@pytest.mark.parametrize(("coins", "left"), [(8, 8), (9, 8), (15, 8)])
def test_its_tax_takes_down_to_8_and_gives_1_to_whoever_has_the_fewest_points(coins: int, left: int) -> None:
    rows = [
        {"id": "Ann", "coins": coins, "display": [PASSENGER]},
        {"id": "Bob", "coins": 2},
        {"id": "Cem", "coins": 8},
    ]
    history = at([], modules=ALONE, phase="discover", players=rows)
    taxed = enter(history, type="draw", card=TAX)
    assert figures(taxed, "coins") == [left, 3, 9]
    told = codec.view_json(taxed)["last"]["ledger"]
    assert {line["rule"] for line in told if line["why"] == "tax_bonus"} == {"sail_tax_bonus"}
    losses = [line for line in told if line["why"] == "tax_loss"]
    assert [(line["rule"], line["params"]["down_to"]) for line in losses] == [("sail_tax", 8)] * (coins > 8)


def test_8_points_bring_its_end_and_the_way_there_is_told() -> None:
    rows = [{"id": "Ann", "coins": 5, "vp": 6}, {"id": "Bob", "coins": 5}, {"id": "Cem", "coins": 5}]
    history = at([PASSENGER], modules=ALONE, players=rows)
    assert figures(history, "tracks")[0] == [{"id": "points", "module": "make_sail", "have": 6, "need": 8}]
    ended = enter(history, type="take", harbor_index=0)
    view = codec.view_json(ended)
    assert (view["end_triggered"], figures(ended, "tracks")[0][0]["have"]) == (True, 8)
    assert [line["rule"] for line in view["last"]["ledger"] if line["why"] == "end_triggered"] == ["sail_end"]
    mixed = enter(at([PASSENGER], players=rows), type="take", harbor_index=0)
    assert not codec.view_json(mixed)["end_triggered"]


def test_its_ranking_is_by_points_then_coins_then_shared_and_cites_its_own_place() -> None:
    rows = [{"id": name, "coins": coins, "vp": 9} for name, coins in (("Ann", 2), ("Bob", 4), ("Cem", 4))]
    score = codec.score_json(at([], modules=ALONE, phase="discover", players=rows).state)
    assert (score["winners"], score["reason"]) == (["Bob", "Cem"], "SHARED_WIN")
    assert {step["rule"] for step in score["proof"]} == {"sail_winner"}


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        (
            [{"type": "query", "what": "person_counts"}],
            {"merchant": 10, "sailor": 10, "pirate": 2, "total": 32},
        ),
        ([{"type": "query", "what": "ship_counts"}], {"total": 25}),
        ([{"type": "query", "what": "draw_pile_after_setup"}], {"shuffled": 60, "dealt": 6, "draw_pile": 54}),
        ([{"type": "query", "what": "special_expedition"}], {"in_play": False}),
        ([{"type": "query", "what": "starting_coins"}], {"coins_each": 3}),
        ([{"type": "query", "what": "end_triggered"}], {"triggered": True, "reason": "END_TRIGGERED"}),
    ],
)
def test_its_box_and_its_end_can_be_asked_for(steps: list[dict[str, Any]], expected: dict[str, Any]) -> None:
    situation = {"players": [{"id": "Ann", "vp": 8}, {"id": "Bob", "vp": 7}]}
    body = {"edition": "bigbox", "modules": ["make_sail"], "situation": situation, "steps": steps}
    told = codec.answer_ruling(body)
    assert {key: told.get(key) for key in expected} == expected


def asked(modules: list[str], situation: dict[str, Any], step: dict[str, Any]) -> dict[str, Any]:
    return codec.answer_ruling(
        {"edition": "bigbox", "modules": modules, "situation": situation, "steps": [step]}
    )


@pytest.mark.parametrize("modules", [["base", "make_sail"], ["make_sail", "gambler"], ["make_sail_mix"]])
def test_a_ruling_has_one_code_for_whatever_is_not_played_together(modules: list[str]) -> None:
    told = asked(modules, {"players": 3}, {"type": "create_game"})
    assert (told["result"], told["reason"]) == ("denied", "MODULE_REQUIRED")


@pytest.mark.parametrize("players", [2, 5])
def test_alone_it_has_no_special_expedition_for_any_number_of_players(players: int) -> None:
    told = asked(["make_sail"], {"players": players}, {"type": "query", "what": "special_expedition"})
    assert (told["in_play"], told["where"], told["need"]) == (False, "none", [])


@pytest.mark.parametrize(
    ("modules", "lost"), [(["make_sail"], {"Ann": 5, "Bob": 1}), (["base"], {"Ann": 6, "Bob": 0})]
)
def test_a_tax_told_without_its_numbers_is_the_one_that_the_game_has(
    modules: list[str], lost: dict[str, int]
) -> None:
    players = [{"id": "Ann", "coins": 13, "vp": 1}, {"id": "Bob", "coins": 9}]
    card = {"kind": "tax", "bonus": "fewest_vp"}
    told = asked(modules, {"players": players, "active": "Ann"}, {"type": "draw", "by": "Ann", "card": card})
    assert (told["reason"], told["loss"], told["bonus"]) == ("TAX_APPLIED", lost, ["Bob"])


def test_mixed_in_are_twenty_cards_and_equal_numbers_are_one_kind() -> None:
    plain, mixed = table("bigbox").state.game.deck, table("bigbox", modules=MIXED).state.game.deck
    assert mixed.size == plain.size + 20
    assert len(mixed.kinds) == len(plain.kinds) + 6
    found = mixed.kinds[mixed.by_id["makesail.ship.red.s3.c2"]]
    assert found.card.id == "base.ship.red.s3.c2"
    view = codec.view_json(table("bigbox", 5, modules=MIXED))
    assert len(view["players"]) == 5
    assert not any("unknown" in name for name in view["unseen"])
    rules = table("bigbox", modules=MIXED).state.game.rules
    assert (rules.required_vp, rules.switches.tax_threshold, rules.rule("tax_loss")) == (12, 12, "tax_loss")


PLAYED = (
    ("make_sail",),
    ("base", "make_sail_mix"),
    ("base", "make_sail_mix", "gambler"),
    ("base", "make_sail_mix", "jomc_cards"),
    ("base", "make_sail_mix", "jomc_cards", "gambler"),
)


@pytest.mark.parametrize("modules", PLAYED, ids=lambda modules: "+".join(modules))
@settings(max_examples=12)
@given(players=st.integers(2, 5), seed=st.integers(0, 2**32), lively=st.sampled_from((0, 0.06)))
def test_a_random_game_with_its_cards_keeps_every_promise(
    modules: tuple[str, ...], players: int, seed: int, lively: float
) -> None:
    most = 4 if modules == ALONE else 5
    names = ["Ann", "Bob", "Cem", "Dot", "Eve"][: min(most, players)]
    set_up = {"edition": "bigbox", "modules": list(modules), "options": {}, "players": names}
    play_through(set_up, seed, lively)


def test_an_extra_tax_is_like_those_of_the_game() -> None:
    """A group that plays by the house rule pays as its own cards say, and there is no bonus for swords."""
    rows = [{"id": "Ann", "coins": 11}, {"id": "Bob", "coins": 9}, {"id": "Cem", "coins": 2}]
    situation = {"players": rows, "draw_pile": 0, "discard_pile": 0}
    options = {"deck_exhaustion": "extra_tax"}
    names = ["Ann", "Bob", "Cem"]
    body = {"edition": "bigbox", "modules": list(ALONE), "players": names, "options": options}
    history = open_history(codec.setup_from_json({**body, "situation": situation}))
    levied = enter(history, type="draw_request")
    assert figures(levied, "coins") == [8, 8, 2]
    assert [one["bonus"] for one in codec.view_json(levied)["allowed"] if one["type"] == "extra_tax"] == [
        "fewest_vp"
    ]
    assert refused(levied, type="extra_tax", bonus="most_swords")[0] == "NO_EFFECT"
