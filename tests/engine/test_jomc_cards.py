"""The new persons and ships of Just One More Contract: extra cards, extra coins, and a coin for somebody else."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import History, Malformed, Refusal, allowed, codec, fold, open_history, settled
from companion.engine.printed.box import own_card, own_id
from companion.engine.printed.cards import Ship

from .play import correct, enter, table
from .test_random_games import play_through
from .test_view import SAILOR, ship, templates

MODULES = ("base", "jomc_cards")
GUNNER = {"kind": "person", "type": "gunner", "cost": 4, "vp": 1}
VICE = {"kind": "person", "type": "vice_admiral", "cost": 5, "vp": 1}
ADMIRAL = {"kind": "person", "type": "admiral", "cost": 5, "vp": 1}
FOUR = [ship(color) for color in ("yellow", "blue", "green", "red")]


def clerk(color: str, cost: int = 4) -> dict[str, Any]:
    return {"kind": "person", "type": "clerk", "color": color, "cost": cost, "vp": 1}


def gift(color: str = "yellow") -> dict[str, Any]:
    return {**ship(color, 4, 3), "gift": True}


def at(
    harbor: list[dict[str, Any]],
    own: list[dict[str, Any]] | None = None,
    others: list[dict[str, Any]] | None = None,
    edition: str = "bigbox",
    acting: str = "Ann",
    players: int = 3,
    **options: Any,
) -> History:
    """Ann's turn; `own` lies before her, `others` before Bob; everybody has 5 coins."""
    names = ["Ann", "Bob", "Cem"][:players]
    rows = [{"id": name, "coins": 5} for name in names]
    rows[0]["display"], rows[1]["display"] = own or [], others or []
    situation = {"players": rows, "active": "Ann", "acting": acting, "phase": "trade_hire", "harbor": harbor}
    body = {"edition": edition, "modules": list(MODULES), "players": names, "situation": situation}
    return open_history(codec.setup_from_json({**body, "options": options}))


def coins(history: History) -> list[int]:
    return [player.coins for player in history.state.players]


def last(history: History) -> list[dict[str, Any]]:
    return codec.view_json(history)["last"]["ledger"]


def test_the_deck_has_24_cards_more_and_equal_ones_are_one_kind() -> None:
    plain, found = table("bigbox").state.game.deck, table("bigbox", modules=MODULES).state.game.deck
    assert found.size == plain.size + 24
    assert len(found.kinds) == len(plain.kinds) + 3 + 3 + 5 + 5 + 1
    red = found.kinds[found.by_id["contract.ship.red.s1.c1"]]
    assert (red.card.id, red.count) == ("base.ship.red.s1.c1", 4)
    # The same numbers with a gift are another card.
    assert found.by_id["contract.ship.yellow.s4.c3.gift"] != found.by_id["base.ship.yellow.s4.c3"]


def test_a_clerk_gives_a_card_more_after_each_matching_trade_and_says_so() -> None:
    """004 Clerk; the extra card may match another Clerk (C69)."""
    before = at([ship("red", 1, 3), ship("blue"), SAILOR], [clerk("red"), clerk("blue")])
    (red, blue, hire) = templates(codec.view_json(before), "take")
    assert (red["takes"], blue["takes"], "takes" in hire) == (1, 1, False)
    traded = enter(before, type="take", harbor_index=0)
    takes = codec.view_json(traded)["takes"]
    assert (takes["total"], takes["left"], takes["reasons"]) == (2, 1, [{"why": "clerk", "count": 1}])
    assert [line["params"] for line in last(traded) if line["why"] == "clerk"] == [
        {"count": 1, "color": "red"}
    ]
    again = enter(traded, type="take", harbor_index=1)
    assert codec.view_json(again)["takes"]["left"] == 1
    assert enter(again, type="take", harbor_index=2).state.taken_by_active == 3


def test_a_clerk_just_hired_counts_for_the_next_ship() -> None:
    governor = {"kind": "person", "type": "governor", "cost": 8, "vp": 0}
    hired = enter(at([clerk("red"), ship("red"), SAILOR], [governor]), type="take", harbor_index=0)
    assert codec.view_json(enter(hired, type="take", harbor_index=1))["takes"]["left"] == 1


def test_an_extra_card_costs_whoever_is_not_active_another_coin() -> None:
    before = at([ship("red", 1, 3), ship("blue", 1, 2), SAILOR], others=[clerk("red")], acting="Bob")
    taken = enter(enter(before, type="take", harbor_index=0), type="take", harbor_index=1)
    assert coins(taken) == [7, 8, 5]
    assert taken.state.acting == 2


@pytest.mark.parametrize(
    ("owned", "phase"), [([], "discover"), ([clerk("blue")], "discover"), ([clerk("red")], "trade_hire")]
)
def test_nobody_is_passed_over_whom_a_ship_of_1_coin_brings_another_card(owned: list, phase: str) -> None:
    """C135: Yucata passes over those whom a ship brings nothing."""
    dear = {"kind": "person", "type": "admiral", "cost": 9, "vp": 3}
    before = at([SAILOR, ship("red"), dear], others=owned, edition="yucata", auto_pass=True)
    assert enter(before, type="take", harbor_index=0).state.phase == phase


@pytest.mark.parametrize(("owned", "paid"), [([GUNNER], 3), ([GUNNER, GUNNER], 6), ([GUNNER, VICE], 4)])
def test_gunners_and_vice_admirals_pay_at_the_start_of_a_part(owned: list, paid: int) -> None:
    """1 less than the ships per Gunner (C67, C68), 1 per Vice Admiral with 3 or 4 cards."""
    assert coins(at(FOUR, owned))[0] == 5
    opened = enter(enter(at([*FOUR, SAILOR], others=owned), type="take", harbor_index=4), type="pass")
    assert coins(opened)[1] == 5 + paid
    assert codec.outlook_json(at(FOUR, others=owned), 1)["coins"] == 5 + paid


@pytest.mark.parametrize("lying", [[], [ship("red")], [SAILOR, SAILOR]])
def test_a_gunner_never_costs_a_coin(lying: list) -> None:
    opened = enter(at([*lying, SAILOR], others=[GUNNER]), type="take", harbor_index=len(lying))
    assert coins(opened)[1] == 5


@pytest.mark.parametrize(
    ("edition", "amount", "paid"), [("bigbox", 1, 1), ("yucata", 1, 1), ("bigbox", 2, 2)]
)
def test_a_ruling_says_what_a_vice_admiral_pays_in_anothers_turn(
    edition: str, amount: int, paid: int
) -> None:
    """004 says 1 and 2 (C66); the active player always gets 1."""
    setup = settled(at(FOUR, [VICE], [VICE], edition).setup)
    assert setup.settled is not None
    switches = {**setup.settled.switches, "vice_admiral_amount": amount}
    found = open_history(replace(setup, settled=replace(setup.settled, switches=switches)))
    assert [line["coins"] for line in codec.outlook_json(found, 1)["due"]] == [paid]


@pytest.mark.parametrize("edition", ["bigbox", "yucata"])
def test_a_group_may_agree_on_what_a_vice_admiral_pays_in_anothers_turn(edition: str) -> None:
    agreed = at(FOUR, [VICE], [VICE], edition, vice_admiral_amount=2)
    assert [line["coins"] for line in codec.outlook_json(agreed, 1)["due"]] == [2]
    later = enter(at(FOUR, [VICE], [VICE], edition), type="rules", options={"vice_admiral_amount": 2})
    assert [line["coins"] for line in codec.outlook_json(later, 1)["due"]] == [2]
    told = next(row for row in codec.editions_json()["editions"] if row["id"] == edition)
    choice = next(row for row in told["options"] if row["key"] == "vice_admiral_amount")
    assert choice == {
        "key": "vice_admiral_amount",
        "type": "choice",
        "default": 1,
        "choices": [1, 2],
        "house_rule": True,
        "module": "jomc_cards",
    }


@pytest.mark.parametrize("wrong", [3, True, "2"])
def test_a_vice_admiral_pays_one_coin_or_two(wrong: object) -> None:
    with pytest.raises(Malformed, match="1, 2"):
        at(FOUR, vice_admiral_amount=wrong)


@pytest.mark.parametrize(
    ("owned", "lying", "reason"),
    [
        ([GUNNER], FOUR, "GUNNER_PAID"),
        ([GUNNER, VICE], FOUR, "VICE_ADMIRAL_PAID"),
        ([VICE], FOUR[:2], "VICE_ADMIRAL_NOT_IN_RANGE"),
        ([GUNNER], [SAILOR], "NO_EFFECT"),
        ([GUNNER, VICE], [*FOUR, SAILOR], "GUNNER_PAID"),
        ([ADMIRAL, VICE], FOUR, "VICE_ADMIRAL_PAID"),
        ([ADMIRAL, VICE], FOUR[:2], "ADMIRAL_NOT_ENOUGH_CARDS"),
    ],
)
def test_the_start_of_a_part_names_what_it_pays(owned: list, lying: list, reason: str) -> None:
    rows = [{"id": "Ann", "display": owned}, {"id": "Bob"}]
    situation = {"players": rows, "active": "Ann", "acting": "Ann", "phase": "trade_hire", "harbor": lying}
    body = {"edition": "bigbox", "modules": list(MODULES), "situation": situation}
    told = codec.answer_ruling({**body, "steps": [{"type": "begin_part", "by": "Ann"}]})
    assert (told["result"], told["reason"]) == ("value", reason)


def test_whose_part_follows_is_told_with_everybody_who_would_pay() -> None:
    both = codec.view_json(at(FOUR, others=[GUNNER, VICE, VICE]))["parts"][0]
    assert (both["coins"], both["why"], both["count"]) == (5, "gunner", 1)
    assert both["pays"] == [
        {"why": "gunner", "coins": 3, "count": 1},
        {"why": "vice_admiral", "coins": 2, "count": 2},
    ]
    one = codec.view_json(at(FOUR, others=[GUNNER]))["parts"][0]
    assert (one["coins"], "pays" in one) == (3, False)


def test_what_a_gunner_is_due_may_be_asked_before_the_part_and_not_after() -> None:
    rows = [{"id": "Ann", "coins": 9}, {"id": "Bob", "display": [GUNNER, VICE]}]
    situation = {"players": rows, "active": "Ann", "acting": "Bob", "phase": "trade_hire", "harbor": FOUR}
    body = {"edition": "yucata", "modules": list(MODULES), "situation": situation}
    for what, due in (("gunner_due", 3), ("vice_admiral_due", 1)):
        ask = {"type": "query", "what": what, "player": "Bob"}
        assert codec.answer_ruling({**body, "steps": [ask]})["due"] == due
        begun = codec.answer_ruling({**body, "steps": [{"type": "begin_part", "by": "Bob"}, ask]})
        assert begun["reason"] == "START_OF_PART_ONLY"


def test_a_gift_asks_which_of_the_others_gets_its_coin() -> None:
    before = at([gift(), ship("red"), SAILOR])
    view = codec.view_json(before)
    assert view["harbor"][0]["card"]["id"] == "contract.ship.yellow.s4.c3.gift"
    assert view["harbor"][0]["card"]["gift"] is True
    (given, plain, _) = templates(view, "take")
    assert given["asks"] == [{"key": "gift_to", "of": "seat", "choices": [1, 2], "coins": 1}]
    assert "asks" not in plain
    traded = enter(before, type="take", harbor_index=0, gift_to="Cem")
    assert coins(traded) == [8, 5, 6]
    assert [(line["why"], line["rule"]) for line in last(traded) if line.get("seat") == 2] == [
        ("gift", "gift")
    ]
    piles = [history.state.draw_pile + history.state.discard_pile for history in (before, traded)]
    assert piles[1] == piles[0] - 4 + 1


def test_of_two_players_nobody_is_asked_as_only_one_can_get_it() -> None:
    (take,) = templates(codec.view_json(at([gift()], players=2)), "take")
    assert (take["gift_to"], "asks" in take) == (1, False)


@pytest.mark.parametrize("said", [{}, {"gift_to": "Ann"}])
def test_a_gift_goes_to_somebody_else(said: dict[str, str]) -> None:
    """C70: exactly one other player, and it cannot be declined; a group may say that it was."""
    with pytest.raises(Refusal) as refused:
        enter(at([gift()]), type="take", harbor_index=0, **said)
    assert (refused.value.code, refused.value.reason.rule) == ("GIFT_REQUIRED", "gift")
    assert coins(enter(at([gift()]), override=True, type="take", harbor_index=0, **said)) == [8, 5, 5]


def test_whoever_is_not_active_may_give_the_coin_to_the_active_player_and_still_pays() -> None:
    before = at([gift()], acting="Bob")
    assert coins(enter(before, type="take", harbor_index=0, gift_to="Ann")) == [7, 7, 5]


@pytest.mark.parametrize(("players", "seat", "after"), [(2, 1, [6, 7]), (3, 1, [6, 7, 6])])
def test_a_gift_is_still_given_when_somebody_else_took_the_ship(
    players: int, seat: int, after: list[int]
) -> None:
    """Of two the other one gets it now; of three whoever got it."""
    history = enter(at([gift(), SAILOR], players=players), type="take", harbor_index=0, gift_to=players - 1)
    assert coins(history)[0] == 8
    (taker,) = [
        one
        for one in codec.repairs_json(history, revision=history.revision)["take"]["takers"]
        if one["seat"] == seat
    ]
    put_right = correct(history, **taker["correction"])
    assert coins(put_right)[seat] == after[seat]
    assert sum(coins(put_right)) == sum(coins(history))


def test_playing_alone_nobody_is_asked() -> None:
    state = at([gift()]).state
    alone = state._replace(game=replace(state.game, order=(0,)))
    assert [one.asks for one in allowed(alone) if one.type == "take"] == [()]


def test_a_card_that_only_a_group_has_may_bear_a_gift() -> None:
    card = Ship("red", 2, 4, (("gift", True),))
    name = own_id(card)
    assert name == "own.ship.red.s2.c4.gift"
    assert own_card(name) == card != Ship("red", 2, 4)
    box = {"own": [{"card": {**ship("red", 2, 4), "gift": True}, "count": 1}]}
    body = {"edition": "bigbox", "players": ["Ann", "Bob"], "box": box}
    unseen = [
        codec.view_json(open_history(codec.setup_from_json({**body, "modules": modules})))["unseen"]
        for modules in (list(MODULES), ["base"])
    ]
    assert [name in found for found in unseen] == [True, False]


def test_the_log_keeps_who_got_a_gift() -> None:
    played = enter(at([gift(), SAILOR]), type="take", harbor_index=0, gift_to=1)
    history = fold(settled(played.setup), played.lines)
    again = codec.history_from_json(json.loads(json.dumps(codec.history_json(history))))
    assert codec.view_json(again) == codec.view_json(history)
    assert coins(again) == [8, 6, 5]


def test_a_coin_of_a_gunner_that_was_forgotten_can_be_told() -> None:
    history = enter(enter(at([*FOUR, SAILOR], others=[GUNNER]), type="take", harbor_index=4), type="pass")
    assert coins(history)[1] == 8
    told = enter(history, type="payment", why="gunner", coins=3, times=0, by=1)
    assert coins(told)[1] == coins(history)[1] - 3


@settings(max_examples=12)
@given(
    edition=st.sampled_from(("yucata", "bigbox")),
    gambler=st.booleans(),
    players=st.integers(2, 5),
    auto_pass=st.booleans(),
    seed=st.integers(0, 2**32),
    lively=st.sampled_from((0, 0.06)),
)
def test_a_random_game_with_the_new_cards_keeps_every_promise(
    edition: str, gambler: bool, players: int, auto_pass: bool, seed: int, lively: float
) -> None:
    modules = [*MODULES, *(["gambler"] if gambler and edition == "bigbox" else [])]
    options = {"auto_pass": True} if auto_pass and edition == "yucata" else {}
    names = ["Ann", "Bob", "Cem", "Dot", "Eve"][:players]
    set_up = {"edition": edition, "modules": modules, "options": options, "players": names}
    play_through(set_up, seed, lively)
