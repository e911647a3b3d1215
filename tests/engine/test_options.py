"""Options and house rules: each is one switch, and changes what it says."""

from __future__ import annotations

import pytest

from companion.engine import Refusal, codec, open_history

from .play import enter, table

SAILOR = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}
PRIEST = {"kind": "person", "type": "priest", "cost": 4, "vp": 1}
GOVERNOR = {"kind": "person", "type": "governor", "cost": 8, "vp": 0}
JESTER = {"kind": "person", "type": "jester", "cost": 5, "vp": 1}
EXPEDITION = {"kind": "expedition", "need": ["priest", "priest"], "coins": 2, "vp": 4}


def ship(color: str, coins: int = 1) -> dict:
    return {"kind": "ship", "color": color, "swords": 5, "coins": coins}


def table_at(
    edition: str = "yucata", players: list[dict] | None = None, options: dict | None = None, **situation
):
    rows = players or [{"id": "Ann", "coins": 3}, {"id": "Bob", "coins": 3}]
    body = {
        "edition": edition,
        "players": [row["id"] for row in rows],
        "options": options or {},
        "situation": {"players": rows, "active": "Ann", "phase": "discover", **situation},
    }
    return open_history(codec.setup_from_json(body))


def coins(history) -> list[int]:
    return [player.coins for player in history.state.players]


def test_yucata_passes_over_a_player_who_could_only_take_a_ship_that_brings_nothing() -> None:
    asked = enter(enter(table_at(harbor=[ship("red"), SAILOR]), type="stop"), type="take", harbor_index=1)
    assert asked.state.acting == 1
    skipping = table_at(harbor=[ship("red"), SAILOR], options={"auto_pass": True})
    skipped = enter(enter(skipping, type="stop"), type="take", harbor_index=1)
    assert skipped.state.active == 1
    assert skipped.state.phase == "discover"
    assert ("passed", "auto_pass") in [(line.why, line.rule) for line in skipped.last.ledger]


def test_a_player_who_is_passed_over_is_still_paid() -> None:
    rows = [
        {"id": "Ann", "coins": 3},
        {"id": "Bob", "display": [{"kind": "person", "type": "admiral", "cost": 5, "vp": 1}]},
    ]
    history = table_at(players=rows, harbor=[GOVERNOR] * 6, options={"auto_pass": True})
    history = enter(enter(history, type="stop"), type="pass")
    assert coins(history) == [3, 2]
    assert history.state.active == 1


def test_yucata_levies_an_extra_tax_when_no_card_is_left_and_asks_which() -> None:
    rows = [{"id": "Ann", "coins": 13, "display": [SAILOR]}, {"id": "Bob", "coins": 2}]
    history = table_at(players=rows, harbor=[ship("red")], draw_pile=0, discard_pile=0)
    with pytest.raises(Refusal, match="EXTRA_TAX"):
        enter(history, type="draw", card=PRIEST)
    asked = enter(history, type="draw_request")
    assert coins(asked) == [7, 2]
    view = codec.view_json(asked)
    assert view["pending"] == {"kind": "extra_tax"}
    assert [template["bonus"] for template in view["allowed"]] == ["most_swords", "fewest_vp"]
    resolved = enter(asked, type="extra_tax", bonus="fewest_vp")
    assert coins(resolved) == [7, 3]
    assert enter(resolved, type="draw", card=PRIEST).state.drawn == 2


def test_elsewhere_discover_must_stop_when_no_card_is_left() -> None:
    history = table_at("pegasus", harbor=[ship("red")], draw_pile=0, discard_pile=0)
    with pytest.raises(Refusal, match="MUST_STOP"):
        enter(history, type="draw", card=PRIEST)
    assert enter(history, type="stop").state.phase == "trade_hire"


def test_a_group_may_play_yucatas_way_out_in_another_edition() -> None:
    history = table_at(
        "pegasus", options={"deck_exhaustion": "extra_tax"}, draw_pile=0, discard_pile=0, harbor=[SAILOR]
    )
    assert codec.view_json(enter(history, type="draw_request"))["pending"] == {"kind": "extra_tax"}


def test_the_number_of_points_asked_for_can_be_chosen() -> None:
    rows = [{"id": "Ann", "coins": 9, "vp": 12}, {"id": "Bob", "coins": 3}]
    history = table_at(players=rows, harbor=[SAILOR], options={"required_vp": 14})
    history = enter(enter(history, type="stop"), type="take", harbor_index=0)
    assert codec.view_json(history)["end_triggered"] is False


def test_where_an_expedition_is_asked_for_points_alone_trigger_nothing() -> None:
    rows = [{"id": "Ann", "coins": 9, "vp": 12, "display": [PRIEST, PRIEST]}, {"id": "Bob", "coins": 3}]
    history = table_at(players=rows, expeditions=[EXPEDITION], options={"expedition_required": True})
    assert history.state.triggered is False
    claimed = enter(history, type="claim_expedition", expedition_index=0)
    assert claimed.state.triggered is True
    assert codec.score_json(claimed.state)["ineligible"] == ["Bob"]


@pytest.mark.parametrize(("value", "takes"), [(False, 0), (True, 1)])
def test_a_new_governor_works_at_once_where_the_group_plays_so(value: bool, takes: int) -> None:
    rows = [{"id": "Ann", "coins": 9}, {"id": "Bob", "coins": 3}]
    history = table_at("pegasus", players=rows, harbor=[GOVERNOR, SAILOR], options={"governor_new": value})
    history = enter(enter(history, type="stop"), type="take", harbor_index=0)
    assert (history.state.acting == 0) is bool(takes)


def test_others_may_be_left_out_where_the_active_player_took_nothing() -> None:
    options = {"others_after_nothing": False}
    history = enter(table_at("pegasus", harbor=[SAILOR], options=options), type="stop")
    assert [row["type"] for row in codec.view_json(history)["allowed"] if row.get("rest")] == []
    assert enter(history, type="pass").state.active == 1


@pytest.mark.parametrize(("edition", "paid"), [("pegasus", 0), ("yucata", 0), ("sjg", 1), ("bigbox", 1)])
def test_an_empty_harbor_pays_the_active_jester_in_some_editions_only(edition: str, paid: int) -> None:
    rows = [{"id": "Ann", "display": [JESTER]}, {"id": "Bob", "display": [JESTER, JESTER]}]
    history = enter(table_at(edition, players=rows), type="draw", card=EXPEDITION)
    assert coins(enter(history, type="stop")) == [paid, 2]


@pytest.mark.parametrize(("value", "paid"), [(True, 1), (False, 0)])
def test_the_busting_players_own_jester_pays_unless_the_group_plays_otherwise(value: bool, paid: int) -> None:
    rows = [{"id": "Ann", "display": [JESTER]}, {"id": "Bob", "display": [JESTER]}]
    history = table_at("pegasus", players=rows, harbor=[ship("red")], options={"bust_jester_active": value})
    assert coins(enter(history, type="draw", card=ship("red", 2))) == [paid, 1]


def test_sjg_looks_at_the_points_only_when_the_round_ends() -> None:
    rows = [{"id": "Ann", "coins": 9, "vp": 11}, {"id": "Bob", "coins": 3}]
    history = table_at("sjg", players=rows, harbor=[SAILOR])
    history = enter(enter(history, type="stop"), type="take", harbor_index=0)
    assert history.state.triggered is False
    assert codec.view_json(history)["end_triggered"] is True
    latched = table_at("sjg", players=rows, harbor=[SAILOR], options={"end_trigger": "latched"})
    assert enter(enter(latched, type="stop"), type="take", harbor_index=0).state.triggered is True


@pytest.mark.parametrize(
    ("edition", "players", "options", "draw_pile", "row"),
    [
        ("pegasus", 4, {}, 107, 0),
        ("pegasus", 5, {}, 104, 1),
        ("sjg", 5, {}, 105, 0),
        ("sjg", 3, {}, 111, 0),
        ("sjg", 3, {"special_expedition": "removed"}, 110, 0),
        ("sjg", 5, {"special_expedition": "on_table"}, 104, 1),
    ],
)
def test_the_special_expedition_lies_where_the_edition_puts_it(
    edition: str, players: int, options: dict, draw_pile: int, row: int
) -> None:
    state = table(edition, players, **options).state
    assert (state.draw_pile, len(state.expeditions)) == (draw_pile, row)


def test_the_gambler_adds_four_cards_to_the_deck_and_one_to_the_takes() -> None:
    gambler = {"kind": "person", "type": "gambler", "cost": 4, "vp": 1}
    rows = [{"id": "Ann", "coins": 3, "display": [gambler, gambler]}, {"id": "Bob", "coins": 3}]
    body = {
        "edition": "bigbox",
        "modules": ["base", "gambler"],
        "players": ["Ann", "Bob"],
        "situation": {"players": rows, "active": "Ann", "phase": "discover"},
    }
    history = open_history(codec.setup_from_json(body))
    assert history.state.game.deck.size == 124
    once = enter(history, type="use_gambler", cards=[ship("red"), ship("blue"), SAILOR, PRIEST])
    assert once.state.phase == "discover"
    with pytest.raises(Refusal, match="MUST_STOP"):
        enter(once, type="draw", card=PRIEST)
    twice = enter(once, type="use_gambler", cards=[ship("green"), ship("black"), SAILOR, EXPEDITION])
    assert twice.state.phase == "trade_hire"
    assert codec.view_json(twice)["takes"]["total"] == 2 + 2
    busted = enter(once, type="use_gambler", cards=[ship("red"), ship("black"), SAILOR, PRIEST])
    assert (busted.state.active, busted.state.claimant_busted) == (1, True)


def test_no_extra_tax_is_offered_while_a_ship_waits_to_be_repelled() -> None:
    rows = [{"id": "Ann", "coins": 3, "display": [SAILOR]}, {"id": "Bob", "coins": 3}]
    weak = {"kind": "ship", "color": "red", "swords": 1, "coins": 1}
    history = table_at(players=rows, harbor=[ship("red")], draw_pile=1, discard_pile=0)
    view = codec.view_json(enter(history, type="draw", card=weak))
    offered = {template["type"]: template["allowed"] for template in view["allowed"]}
    assert offered == {"repel": True, "keep": True, "draw": False, "draw_request": False, "stop": False}
