"""Make Sail! alone and mixed into the base game: Merchants with their ships, its tax and its end, and cards whose numbers
only the group's own box tells.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import History, Malformed, Refusal, codec, fold, open_history, settled
from companion.engine.table.catalogue import card_set

from .play import correct, enter, table
from .test_random_games import all_cards, play_through
from .test_view import SAILOR, ship, templates
from .two_phones import meanwhile

ALONE, MIXED = ("make_sail",), ("base", "make_sail_mix")
UNKNOWN_SAILOR, UNKNOWN_RED = "makesail.unknown.sailor", "makesail.unknown.ship.red"
TAX = "makesail.tax.fewest_vp"
PASSENGER = {"kind": "person", "type": "passenger", "cost": 4, "vp": 2}


def merchant(color: str, cost: int = 6, vp: int = 2) -> dict[str, Any]:
    return {"kind": "person", "type": "merchant", "color": color, "cost": cost, "vp": vp}


def sailor(cost: int = 3, vp: int = 1) -> dict[str, Any]:
    return {"kind": "person", "type": "sailor", "cost": cost, "vp": vp}


def at(
    harbor: list[dict[str, Any]],
    own: list[dict[str, Any]] | None = None,
    others: list[dict[str, Any]] | None = None,
    modules: tuple[str, ...] = MIXED,
    acting: str = "Ann",
    phase: str = "trade_hire",
    **told: Any,
) -> History:
    """Ann's turn; `own` lies before her, `others` before Bob; everybody has 5 coins."""
    rows = [{"id": name, "coins": 5} for name in ("Ann", "Bob", "Cem")]
    rows[0]["display"], rows[1]["display"] = own or [], others or []
    situation = {"players": rows, "active": "Ann", "phase": phase, "harbor": harbor, **told}
    if phase == "trade_hire":
        situation["acting"] = acting
    names = ["Ann", "Bob", "Cem"]
    body = {"edition": "bigbox", "modules": list(modules), "players": names, "situation": situation}
    return open_history(codec.setup_from_json(body))


def figures(history: History, name: str) -> list[Any]:
    return [player[name] for player in codec.view_json(history)["players"]]


def whys(history: History) -> list[str]:
    return [line["why"] for line in codec.view_json(history)["last"]["ledger"]]


def refused(history: History, **body: Any) -> tuple[str, str]:
    with pytest.raises(Refusal) as found:
        enter(history, **body)
    return found.value.code, found.value.reason.rule


def drawn(history: History, *cards: Any) -> History:
    """The cards drawn one after the other, the ships among them kept."""
    for card in cards:
        history = enter(history, type="draw", card=card, repel=False)
    return history


# The game alone


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
        "players": {"min": 2, "max": 4},
        "cards": 60,
        "switches": {"required_vp": 8, "tax_threshold": 9},
        "without": ["expedition_required"],
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


# Cards whose numbers only the box tells


def test_a_drawn_card_of_unknown_numbers_is_learned_and_fills_its_place() -> None:
    before = table("bigbox", modules=ALONE)
    history = enter(before, type="draw", card=sailor())
    view = codec.view_json(history)
    card = view["harbor"][0]["card"]
    assert (card["cost"], card["vp"], card["swords"]) == (3, 1, 1)
    assert (view["unseen"][UNKNOWN_SAILOR], view["unseen"][card["id"]]) == (9, 0)
    assert sum(view["unseen"].values()) == 59
    assert view["draw_pile"] == before.state.draw_pile - 1
    assert view["box"]["own"] == [{"card": card, "count": 1, "instead_of": UNKNOWN_SAILOR}]
    assert (view["box"]["holds"][UNKNOWN_SAILOR], view["box"]["holds"][card["id"]]) == (9, 1)
    assert whys(history)[0] == "noted"


def test_what_is_known_already_is_not_learned_again_before_all_of_it_lies_open() -> None:
    """A second ship of the same numbers is another one as long as the first lies there, and the same one afterwards."""
    red = ship("red", 3, 2)
    history = table("bigbox", modules=ALONE)
    one = drawn(history, red)
    assert "box" not in codec.view_json(one)
    # The second of its color busts; both are discarded, and the pile is shuffled.
    two = drawn(one, red)
    view = codec.view_json(two)
    assert (view["box"]["holds"]["makesail.ship.red.s3.c2"], view["unseen"][UNKNOWN_RED]) == (2, 2)
    again = drawn(enter(two, type="reshuffle"), red)
    assert codec.view_json(again)["unseen"][UNKNOWN_RED] == 2


def test_a_card_is_only_learned_in_the_place_of_one_of_its_kind_and_color() -> None:
    history = drawn(table("bigbox", modules=ALONE), merchant("red", 8, 3))
    assert codec.view_json(history)["unseen"]["makesail.unknown.merchant.red"] == 0
    assert refused(history, type="draw", card=merchant("red", 9, 3)) == ("NOT_IN_THE_BOX", "draw")
    assert codec.view_json(drawn(history, merchant("blue", 9, 3)))["draw_pile"] == 49
    with pytest.raises(Malformed):
        enter(history, type="draw", card=sailor(), learn=True, instead_of="makesail.unknown.pirate")


def test_one_too_many_is_refused_and_may_be_entered_all_the_same() -> None:
    history = table("bigbox", modules=ALONE)
    for cost in range(2):
        history = enter(
            history, type="draw", card={"kind": "person", "type": "pirate", "cost": cost, "vp": 1}
        )
    third = {"kind": "person", "type": "pirate", "cost": 9, "vp": 3}
    assert refused(history, type="draw", card=third) == ("NOT_IN_THE_BOX", "draw")
    assert len(enter(history, True, type="draw", card=third).state.harbor) == 3
    # The group knows better: its box has one more.
    assert sum(codec.view_json(enter(history, type="draw", card=third, learn=True))["unseen"].values()) == 58


def test_a_card_with_numbers_nobody_has_is_never_drawn_by_its_kind_alone() -> None:
    with pytest.raises(Malformed):
        enter(table("bigbox", modules=ALONE), type="draw", card=UNKNOWN_SAILOR)
    with pytest.raises(Malformed):
        enter(table("bigbox", modules=ALONE), type="draw", card=0)


def test_a_card_may_be_named_by_the_id_that_its_numbers_have_elsewhere() -> None:
    history = drawn(table("bigbox", modules=ALONE), "base.person.sailor.v1.p3", "own.person.sailor.v3.p7")
    assert codec.view_json(history)["unseen"][UNKNOWN_SAILOR] == 8
    with pytest.raises(Malformed):
        enter(history, type="draw", card="base.person.admiral.v1.p5")


def test_what_was_learned_is_forgotten_by_undo_and_kept_by_the_log() -> None:
    before = table("bigbox", modules=ALONE)
    learned = drawn(before, sailor(), merchant("red", 8, 3), ship("green", 4, 4))
    assert correct(learned, type="undo", count=3).state == before.state
    assert correct(correct(learned, type="undo", count=3), type="redo", count=3).state == learned.state
    assert fold(learned.setup, learned.lines).state == learned.state
    kept = fold(settled(learned.setup), learned.lines)
    again = codec.history_from_json(json.loads(json.dumps(codec.history_json(kept))))
    assert codec.view_json(again) == codec.view_json(kept)
    other = correct(learned, type="change", revision=1, entry={"type": "draw", "card": sailor(5, 2)})
    view = codec.view_json(other)
    assert [row["card"].get("cost") for row in view["box"]["own"]] == [5, 8, None]
    assert view["unseen"][UNKNOWN_SAILOR] == 9


def test_the_next_table_of_the_box_knows_what_this_one_learned() -> None:
    learned = drawn(table("bigbox", modules=ALONE), sailor(), sailor(), ship("red", 3, 2), sailor(5, 2))
    box = {key: codec.view_json(learned)["box"][key] for key in ("own", "missing")}
    body = {"edition": "bigbox", "modules": ["make_sail"], "players": ["Ann", "Bob"], "box": box}
    view = codec.view_json(open_history(codec.setup_from_json(body)))
    assert (view["unseen"]["base.person.sailor.v1.p3"], view["unseen"][UNKNOWN_SAILOR]) == (2, 7)
    assert sum(view["unseen"].values()) == view["draw_pile"] + 2 * 3 == 60
    # Other games of the box have nothing of it.
    base = codec.view_json(open_history(codec.setup_from_json({**body, "modules": ["base"]})))
    assert base["unseen"] == codec.view_json(table("bigbox", 2))["unseen"]
    too_many = [{"card": sailor(), "count": 11, "instead_of": UNKNOWN_SAILOR}]
    with pytest.raises(Malformed):
        codec.setup_from_json({**body, "box": {"own": too_many}})


def test_a_whole_box_of_unknown_cards_can_be_known_and_others_be_found_besides() -> None:
    """37 places are more than a group's own cards would leave room for together."""
    places = [kind for kind in card_set("make_sail").kinds if kind.card.kind == "unknown"]
    rows = []
    for kind in places:
        told = {"kind": kind.card.of, **({"color": kind.card.color} if kind.card.color else {})}
        told |= (
            {"type": kind.card.type, "cost": 9, "vp": 3}
            if kind.card.of == "person"
            else {"swords": 9, "coins": 5}
        )
        rows.append({"card": told, "count": kind.count, "instead_of": kind.card.id})
    box = {"own": [*rows, {"card": sailor(1, 1), "count": 40}]}
    body = {"edition": "bigbox", "modules": ["make_sail"], "players": ["Ann", "Bob"], "box": box}
    assert codec.view_json(open_history(codec.setup_from_json(body)))["draw_pile"] == 60 + 40 - 6


def test_a_table_in_the_middle_of_a_game_learns_what_lies_there() -> None:
    history = at([ship("red", 9, 5)], [sailor(), sailor()], [merchant("blue", 9, 4)], modules=ALONE)
    view = codec.view_json(history)
    assert view["unseen"][UNKNOWN_SAILOR] == 8
    assert view["players"][0]["display"][0]["id"] == "base.person.sailor.v1.p3"
    assert view["harbor"][0]["card"]["id"] == "own.ship.red.s9.c5"
    assert {row["instead_of"] for row in view["box"]["own"]} == {
        UNKNOWN_SAILOR,
        UNKNOWN_RED,
        "makesail.unknown.merchant.blue",
    }
    again = codec.view_json(codec.history_from_json(json.loads(json.dumps(codec.history_json(history)))))
    assert {key: again[key] for key in ("unseen", "box", "players", "harbor")} == {
        key: view[key] for key in ("unseen", "box", "players", "harbor")
    }
    # 60 cards, of which 4 lie there and 15 are coins.
    assert again["draw_pile"] == 41


def test_a_person_counted_before_somebody_may_be_one_of_those_nobody_knew() -> None:
    history = enter(table("bigbox", modules=ALONE), type="count", display={"0": [sailor()]})
    view = codec.view_json(history)
    assert (view["unseen"][UNKNOWN_SAILOR], view["players"][0]["vp"]) == (9, 1)
    assert all_cards(history.state) == 60


def test_a_card_that_needs_a_shuffle_first_is_one_of_those_shuffled() -> None:
    """With an empty pile the discarded Merchant comes again; it is no second one."""
    red = merchant("red", 8, 3)
    history = drawn(table("bigbox", modules=ALONE), red)
    over = enter(enter(history, type="stop"), type="pass", rest=True)
    empty = enter(over, type="count", draw_pile=0)
    again = enter(empty, type="draw", card=red)
    assert codec.view_json(again)["harbor"][0]["card"]["type"] == "merchant"


def test_the_games_that_know_all_their_cards_learn_nothing_by_themselves() -> None:
    odd = {"kind": "person", "type": "sailor", "cost": 4, "vp": 1}
    assert "box" not in codec.view_json(enter(table("bigbox"), type="draw", card=odd))


# Merchants


def test_a_ship_of_a_merchants_color_goes_under_him_and_is_worth_a_point() -> None:
    before = at([ship("red", 3, 2), ship("blue")], [merchant("red")])
    (red, blue) = templates(codec.view_json(before), "take")
    assert (red["ship_to"], red["points"], red["coins"]) == ("under_merchant", 1, 2)
    assert "ship_to" not in blue
    assert "points" not in blue
    traded = enter(before, type="take", harbor_index=0)
    assert figures(traded, "under") == [["red"], [], []]
    assert figures(traded, "vp") == [3, 0, 0]
    assert figures(traded, "coins") == [7, 5, 5]
    assert traded.state.discard_pile == before.state.discard_pile
    (line,) = [one for one in codec.view_json(traded)["last"]["ledger"] if one["why"] == "under_merchant"]
    assert (line["rule"], line["seat"], line["params"]["card"]["color"]) == ("merchant", 0, "red")
    assert all_cards(traded.state) == all_cards(before.state)


def test_a_ship_of_another_color_is_discarded() -> None:
    before = at([ship("blue"), SAILOR], [merchant("red"), PASSENGER])
    traded = enter(before, type="take", harbor_index=0)
    assert figures(traded, "under") == [[], [], []]
    # With what was left in the harbor, as the turn was over with that.
    assert traded.state.discard_pile > before.state.discard_pile


def test_two_merchants_of_a_color_keep_a_ship_once() -> None:
    before = at([ship("red")], [merchant("red"), merchant("red", 8, 3)])
    assert figures(enter(before, type="take", harbor_index=0), "vp") == [6, 0, 0]


def test_a_merchant_just_hired_keeps_the_next_ship() -> None:
    governor = {"kind": "person", "type": "governor", "cost": 8, "vp": 0}
    rows = [{"id": "Ann", "coins": 9, "display": [governor]}, {"id": "Bob"}, {"id": "Cem"}]
    before = at([merchant("red"), ship("red")], players=rows)
    hired = enter(before, type="take", harbor_index=0)
    assert templates(codec.view_json(hired), "take")[0]["ship_to"] == "under_merchant"
    assert figures(enter(hired, type="take", harbor_index=1), "under") == [["red"], [], []]


def test_whoever_is_not_active_keeps_a_ship_too_and_pays_for_it() -> None:
    before = at([ship("red", 3, 2), SAILOR], others=[merchant("red")], acting="Bob")
    traded = enter(before, type="take", harbor_index=0)
    assert (figures(traded, "under"), figures(traded, "coins")) == ([[], ["red"], []], [6, 6, 5])


def test_a_trader_of_the_color_pays_as_ever() -> None:
    trader = {"kind": "person", "type": "trader", "color": "red", "cost": 3, "vp": 1}
    traded = enter(at([ship("red")], [merchant("red"), trader]), type="take", harbor_index=0)
    assert (figures(traded, "coins")[0], figures(traded, "under")[0]) == (7, ["red"])


def test_a_ship_that_pays_nothing_as_both_piles_are_empty_is_discarded() -> None:
    """C128."""
    before = at([ship("red"), SAILOR], [merchant("red")], draw_pile=0, discard_pile=0, takes_left=1)
    (red, _) = templates(codec.view_json(before), "take")
    assert "ship_to" not in red
    traded = enter(before, type="take", harbor_index=0)
    assert (figures(traded, "under")[0], figures(traded, "vp")[0], figures(traded, "coins")[0]) == ([], 2, 5)
    assert "unpaid" in whys(traded)
    one = at([ship("red", 3, 2), SAILOR], [merchant("red")], draw_pile=1, discard_pile=0, takes_left=1)
    assert figures(enter(one, type="take", harbor_index=0), "under")[0] == ["red"]


def test_a_repelled_ship_and_one_that_is_left_lying_are_discarded() -> None:
    history = at([], [merchant("red"), {**sailor(), "swords": 9}], phase="discover", modules=MIXED)
    away = enter(history, type="draw", card=ship("red"), repel=True)
    assert (figures(away, "under")[0], away.state.discard_pile) == ([], history.state.discard_pile + 1)


def test_a_kept_ship_lies_in_no_pile_after_a_shuffle_either() -> None:
    card = "base.ship.red.s3.c2"
    before = at([ship("red", 3, 2), SAILOR], [merchant("red")])
    traded = enter(before, type="take", harbor_index=0)
    shuffled = enter(enter(traded, type="pass", rest=True), type="reshuffle")
    left = codec.view_json(shuffled)["unseen"][card]
    assert left == codec.view_json(at([SAILOR], [merchant("red")]))["unseen"][card] - 1


def test_points_under_merchants_bring_the_end_and_count_for_the_tax_and_the_score() -> None:
    rows = [
        {"id": "Ann", "coins": 5, "display": [merchant("red"), merchant("green")], "vp": 11},
        {"id": "Bob", "vp": 11},
        {"id": "Cem", "vp": 12},
    ]
    before = at([ship("red")], players=rows)
    traded = enter(before, type="take", harbor_index=0)
    assert codec.view_json(traded)["end_triggered"]
    taxed = enter(
        enter(traded, type="pass", rest=True) if traded.state.phase == "trade_hire" else traded,
        type="draw",
        card="base.tax.fewest_vp",
    )
    assert figures(taxed, "coins")[1] == 1
    (ann,) = [row for row in codec.score_json(traded.state)["ranking"] if row["name"] == "Ann"]
    assert {"label": "under_merchant", "vp": 1} in ann["items"]


def test_who_leaves_gives_his_merchants_and_their_ships_back() -> None:
    before = at([ship("red"), SAILOR], [merchant("red")])
    traded = enter(enter(before, type="take", harbor_index=0), type="pass", rest=True)
    gone = enter(traded, type="leave", by=0)
    assert (figures(gone, "under")[0], figures(gone, "vp")[0]) == ([], 0)
    assert "left_ships" in whys(gone)
    assert all_cards(gone.state) == all_cards(traded.state)
    assert correct(gone, type="undo", count=1).state == traded.state


def test_the_ships_under_merchants_can_be_counted() -> None:
    before = at([ship("red"), SAILOR], [merchant("red"), merchant("blue")])
    traded = enter(enter(before, type="take", harbor_index=0), type="pass", rest=True)
    less = enter(traded, type="count", under={"Ann": []})
    assert (figures(less, "under")[0], figures(less, "vp")[0], whys(less)) == ([], 4, ["card_gone"])
    assert less.state.discard_pile == traded.state.discard_pile + 1
    more = enter(less, type="count", under={"0": ["red"]})
    assert (figures(more, "under")[0], figures(more, "vp")[0], whys(more)) == (["red"], 5, ["card_there"])
    assert all_cards(more.state) == all_cards(traded.state)
    assert refused(more, type="count", under={"0": ["red", "blue"]}) == ("NOT_IN_THE_BOX", "count")
    again = codec.history_from_json(
        json.loads(json.dumps(codec.history_json(fold(settled(more.setup), more.lines))))
    )
    assert codec.view_json(again) == codec.view_json(more)


def test_a_situation_tells_which_ships_lie_under_merchants() -> None:
    history = at([SAILOR], [merchant("red")], under={"Ann": ["red", "red"]})
    assert (figures(history, "under"), figures(history, "vp")) == ([["red", "red"], [], []], [4, 0, 0])
    alone = at([SAILOR], [merchant("red")], modules=ALONE, under={"0": ["red"]})
    assert codec.view_json(alone)["unseen"][UNKNOWN_RED] == 2
    named = at(
        [SAILOR],
        [merchant("red")],
        modules=ALONE,
        under={"Ann": ["makesail.ship.red.s3.c2", "own.ship.red.s9.c9"]},
    )
    unseen = codec.view_json(named)["unseen"]
    assert (unseen["makesail.ship.red.s3.c2"], unseen[UNKNOWN_RED], unseen["own.ship.red.s9.c9"]) == (0, 2, 0)
    for wrong in (
        {"Ann": ["base.ship.blue.s9.c9"]},
        {"Ann": ["base.person.sailor.v1.p3"]},
        {"Zoe": ["red"]},
        {"Ann": ["ares"]},
        {"Ann": ["red"] * 90},
        [],
    ):
        with pytest.raises(Malformed):
            at([], [merchant("red")], under=wrong)


def test_a_take_put_right_leaves_the_ship_with_whoever_has_the_merchant() -> None:
    before = at([ship("red", 3, 2), SAILOR], [merchant("red")])
    taken = enter(before, type="take", harbor_index=0)
    taking = codec.repairs_json(taken, revision=taken.revision)["take"]
    (bob,) = [one for one in taking["takers"] if one["seat"] == 1]
    right = correct(taken, **bob["correction"])
    assert (figures(right, "under"), figures(right, "vp")) == ([[], [], []], [2, 0, 0])
    assert figures(correct(taken, **taking["nobody"]), "under") == [[], [], []]
    assert correct(right, type="undo", count=1).state == taken.state


def test_another_taker_explains_a_ship_that_does_not_lie_on_the_discard_pile() -> None:
    """Ann's Merchant keeps the ship; taken by Bob it would be discarded."""
    before = at([ship("red", 1, 3), SAILOR], [merchant("red")])
    taken = enter(enter(before, type="take", harbor_index=0), type="pass", rest=True)
    right = enter(enter(before, type="take", by=1, harbor_index=0, passing=True), type="pass", rest=True)
    counted = {"coins": {str(seat): player.coins for seat, player in enumerate(right.state.players)}}
    counted |= {"draw_pile": right.state.draw_pile, "discard_pile": right.state.discard_pile}
    found = codec.slips_json(taken, counted)["reasons"][0]
    assert (found["kind"], found["left"], found["params"]["to"]) == ("taker", 0, 1)


def test_the_outlook_of_whoever_has_a_merchant_tells_where_a_ship_goes() -> None:
    offers = codec.outlook_json(at([ship("red"), SAILOR], others=[merchant("red")]), 1)["offers"]
    assert [one.get("ship_to") for one in offers] == ["under_merchant", None]
    lying = codec.view_json(at([ship("red")], [merchant("red")], phase="discover"))["harbor"][0]
    assert (lying["ship_to"], lying["points"]) == ("under_merchant", 1)


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


def test_the_same_unknown_card_from_two_phones_is_asked_about_and_two_of_them_are_learned() -> None:
    history = table("bigbox", modules=ALONE)
    own = [{"type": "draw", "card": sailor()}]
    asked = meanwhile(history, own[0], own=own)
    assert asked.stop is not None
    assert asked.stop.why == "twice"
    two = codec.view_json(meanwhile(history, own[0], own=own, sure=True).history)
    assert (two["unseen"][UNKNOWN_SAILOR], two["box"]["own"][0]["count"]) == (8, 2)


def test_a_trade_and_what_others_entered_meanwhile_keep_the_ship_with_its_owner() -> None:
    before = at([ship("red"), SAILOR], [merchant("red")], takes_left=1)
    found = meanwhile(before, {"type": "count", "coins": {"1": 4}}, own=[{"type": "take", "harbor_index": 0}])
    assert found.stop is None
    assert figures(found.history, "under") == [["red"], [], []]


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


def test_a_ruling_says_where_a_ship_goes_and_what_stands_in_the_booklet() -> None:
    rows = [{"id": "Ann", "display": [{"kind": "person", "type": "merchant", "color": "red"}]}, {"id": "Bob"}]
    situation = {"players": rows, "phase": "trade_hire", "harbor": [ship("red"), ship("blue")]}
    body = {"edition": "bigbox", "modules": ["make_sail"], "situation": situation}
    told = [
        codec.answer_ruling({**body, "steps": [{"type": "take", "by": "Ann", "harbor_index": index}]})
        for index in (0, 1)
    ]
    assert [(one["ship_to"], one["vp"]["Ann"], one["discarded"]) for one in told] == [
        ("under_merchant", 1, 0),
        ("discard", 0, 1),
    ]
    assert "Profession Abilities - Merchant" in {place["section"] for place in told[0]["citations"]}
    step = {"type": "draw", "card": {"kind": "tax", "bonus": "fewest_vp", "threshold": 9, "down_to": 8}}
    tax = codec.answer_ruling({**body, "situation": {**situation, "phase": "discover"}, "steps": [step]})
    assert tax["reason"] == "BELOW_TAX_THRESHOLD"


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
