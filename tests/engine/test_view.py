"""The view: all that a phone needs, without knowing a rule."""

from __future__ import annotations

from companion.engine import codec

from .play import correct, enter, table

SAILOR = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}


def ship(color: str, swords: int = 1, coins: int = 1) -> dict:
    return {"kind": "ship", "color": color, "swords": swords, "coins": coins}


def situation(**changes) -> dict:
    players = [
        {
            "id": "Ann",
            "coins": 5,
            "display": [SAILOR, {"kind": "person", "type": "mademoiselle", "cost": 7, "vp": 2}],
        },
        {"id": "Bob", "coins": 0, "display": [{"kind": "person", "type": "admiral", "cost": 5, "vp": 1}] * 2},
        {"id": "Cem", "coins": 2},
    ]
    return {"players": players, "active": "Ann", "phase": "discover", **changes}


def table_at(**changes):
    from companion.engine import open_history

    body = {"edition": "pegasus", "players": ["Ann", "Bob", "Cem"], "situation": situation(**changes)}
    return open_history(codec.setup_from_json(body))


def templates(view: dict, kind: str) -> list[dict]:
    return [template for template in view["allowed"] if template["type"] == kind]


def test_a_fresh_table_offers_the_first_card_and_says_why_not_to_stop() -> None:
    view = codec.view_json(table())
    assert templates(view, "draw")[0]["allowed"] is True
    assert templates(view, "stop")[0]["refusal"]["code"] == "MUST_DRAW_FIRST"
    assert view["revision"] == 0
    assert view["last"] is None
    assert sum(view["unseen"].values()) == 119


def test_a_ship_that_can_be_repelled_leaves_the_decision_open_until_the_next_card() -> None:
    history = enter(table_at(), type="draw", card=ship("blue"))
    view = codec.view_json(history)
    assert view["pending"] == {
        "kind": "repel",
        "by": 0,
        "harbor_index": 0,
        "must_decide": False,
        "swords": 1,
        "needed": 1,
    }
    assert [found["type"] for found in view["allowed"] if found["allowed"]] == [
        "repel",
        "keep",
        "draw",
        "stop",
    ]
    kept = enter(history, type="draw", card=ship("red", 5, 2))
    assert codec.view_json(kept)["pending"] is None
    assert len(codec.view_json(kept)["harbor"]) == 2


def test_a_second_ship_of_a_color_waits_for_the_decision() -> None:
    history = enter(table_at(harbor=[ship("blue", 2)]), type="draw", card=ship("blue"))
    view = codec.view_json(history)
    assert view["pending"]["must_decide"] is True
    assert [found["type"] for found in view["allowed"] if found["allowed"]] == ["repel", "keep"]
    assert templates(view, "keep")[0]["bust"] is True
    assert codec.view_json(enter(history, type="repel"))["phase"] == "discover"
    busted = codec.view_json(enter(history, type="keep"))
    assert (busted["active"], busted["claimant"], busted["last"]["reason"]) == (1, 0, "BUST")


def test_trade_shows_net_prices_for_the_taker_and_what_the_others_will_be_paid() -> None:
    colors = ("yellow", "blue", "green", "red")
    history = table_at(harbor=[*(ship(color) for color in colors), SAILOR])
    view = codec.view_json(enter(history, type="stop"))
    takes = {"seat": 0, "total": 2, "left": 2, "colors": 4, "by_colors": 2, "extra": 0, "reasons": []}
    assert view["takes"] == takes
    assert view["parts"][0] == {"seat": 1, "coins": 4, "cards": 5, "why": "admiral", "count": 2}
    hire = templates(view, "take")[4]
    assert (hire["price"], hire["discount"], hire["coins"], hire["compensation"]) == (2, 1, -2, 0)
    passing = [found for found in templates(view, "pass") if found.get("passing")]
    assert [(found["by"], found["next"]) for found in passing] == [(1, 2)]
    jumped = codec.view_json(enter(enter(history, type="stop"), type="pass", by=1, passing=True))
    assert jumped["acting"] == 2
    assert jumped["players"][1]["coins"] == 4


def test_the_player_whose_turn_ended_may_claim_until_the_next_card() -> None:
    expedition = {"kind": "expedition", "need": ["priest", "priest"], "coins": 2, "vp": 4}
    priests = [{"kind": "person", "type": "priest", "cost": 4, "vp": 1}] * 2
    rows = [{"id": "Ann", "coins": 5, "display": priests}, {"id": "Bob"}, {"id": "Cem"}]
    history = table_at(players=rows, harbor=[SAILOR], expeditions=[expedition])
    history = enter(enter(history, type="stop"), type="pass", rest=True)
    view = codec.view_json(history)
    assert (view["active"], view["claimant"]) == (1, 0)
    claim = next(found for found in templates(view, "claim_expedition") if found["by"] == 0)
    assert claim["allowed"] is True
    assert (
        codec.view_json(enter(history, type="claim_expedition", by=0, expedition_index=0))["players"][0]["vp"]
        == 4
    )
    drawn = codec.view_json(enter(history, type="draw", card=SAILOR))
    assert drawn["claimant"] is None
    assert all(found["by"] == 1 for found in templates(drawn, "claim_expedition"))


def test_every_rule_and_code_of_a_view_can_be_explained() -> None:
    view = codec.view_json(enter(table_at(harbor=[ship("red", 2, 1), SAILOR]), type="stop"))
    refusals = [found["refusal"] for found in view["allowed"] if "refusal" in found]
    for rule in [line["rule"] for line in view["last"]["ledger"]] + [found["rule"] for found in refusals]:
        assert codec.citations("pegasus", rule)


def test_a_taken_card_keeps_its_berth_with_its_taker_until_the_turn_is_over() -> None:
    history = enter(table_at(harbor=[ship("red", 2, 3), SAILOR, ship("blue", 1, 1)]), type="stop")
    assert codec.view_json(history)["taken"] == []
    taken = enter(history, type="take", harbor_index=1)
    view = codec.view_json(taken)
    assert [lying["index"] for lying in view["harbor"]] == [0, 2]
    sailor = {"index": 1, "card": view["taken"][0]["card"], "seat": 0, "coins": -2}
    assert view["taken"] == [sailor]
    assert view["taken"][0]["card"]["type"] == "sailor"
    # Bob pays nothing for his ship but the coin to whose turn it is.
    both = codec.view_json(enter(taken, type="take", harbor_index=0))["taken"]
    assert [(one["index"], one["seat"], one["coins"]) for one in both] == [(1, 0, -2), (0, 1, 2)]
    assert codec.view_json(correct(taken, type="undo"))["taken"] == []
    assert codec.view_json(enter(taken, type="pass", rest=True))["taken"] == []


def test_an_expedition_that_went_back_into_the_box_is_not_counted_among_those_of_the_game() -> None:
    """000 Setup: below five players the special Expedition is removed; with five it lies on the table."""
    special = "base.expedition.1captain-1priest-1settler"
    for players, kinds, to_come in ((2, 5, 5), (3, 5, 5), (4, 5, 5), (5, 6, 5)):
        unseen = codec.view_json(table(players=players))["unseen"]
        expeditions = {card: left for card, left in unseen.items() if ".expedition." in card}
        printed = {
            row["id"]: row["count"] for found in codec.catalogue_json()["sets"] for row in found["cards"]
        }
        assert (sum(printed[card] for card in expeditions), sum(expeditions.values())) == (kinds, to_come)
        assert (special in expeditions) == (players == 5)
