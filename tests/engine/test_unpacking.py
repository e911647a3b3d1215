"""What to take out of the box: the figures of the booklets, for each edition, its modules and number of players."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.bridge import Bridge
from companion.engine import Malformed, Refusal, codec
from companion.engine.json.printed import citations

NAMES = ["Ada", "Ben", "Cleo", "Dev", "Eve"]
BASE = {"ship": 50, "person": 60, "expedition": 6, "tax": 4}


def unpack(edition: str, *modules: str, players: int = 3, **more: Any) -> dict[str, dict[str, Any]]:
    """The steps by what is done; those that take cards out by set."""
    body = {"edition": edition, "modules": ["base", *modules], "players": NAMES[:players], **more}
    told = codec.unpacking_json(body)
    assert told["players"] == players
    steps = {
        f"take {step['sets'][0]['set']}" if step["what"] == "take" else step["what"]: dict(step)
        for step in told["steps"]
    }
    assert len(steps) == len(told["steps"])
    return steps


def kinds(step: dict[str, Any]) -> dict[str, int]:
    """How many cards of each kind, persons together."""
    found: dict[str, int] = {}
    for row in step["sets"][0]["kinds"]:
        found[row["kind"]] = found.get(row["kind"], 0) + row["count"]
    return found


def types(step: dict[str, Any]) -> dict[str, int]:
    return {row.get("type", row["kind"]): row["count"] for row in step["sets"][0]["kinds"]}


@pytest.mark.parametrize("edition", ["pegasus", "yucata", "bigbox"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_special_expedition_goes_back_into_the_box_or_with_five_on_the_table(
    edition: str, players: int
) -> None:
    steps = unpack(edition, players=players)
    assert kinds(steps["take base"]) == BASE
    assert steps["special"]["lies"] == ("table" if players == 5 else "box")
    assert steps["shuffle"]["count"] == 119
    assert [steps["deal"][key] for key in ("each", "count", "left")] == [3, 3 * players, 119 - 3 * players]


def test_where_the_booklet_knows_no_special_expedition_all_cards_are_shuffled() -> None:
    steps = unpack("sjg", players=5)
    assert list(steps) == ["take base", "shuffle", "deal"]
    assert (steps["shuffle"]["count"], steps["deal"]["left"]) == (120, 105)
    assert unpack("sjg", options={"special_expedition": "on_table"})["special"]["lies"] == "table"


def test_new_cards_are_taken_out_by_their_letter_and_those_not_played_stay_in_the_box() -> None:
    steps = unpack("bigbox", "jomc_cards", players=4)
    assert types(steps["take jomc_cards"]) == {"clerk": 5, "gunner": 4, "vice_admiral": 5, "ship": 10}
    assert steps["take jomc_cards"]["sets"][0]["mark"] == "A"
    left = {row["set"]: (row["count"], row.get("mark")) for row in steps["leave"]["sets"]}
    assert left["gambler"] == (4, "P")
    assert "jomc_cards" not in left
    # The base game's 119 and 24 more: `mock/x-new-table` has the same figure.
    assert (steps["shuffle"]["count"], steps["deal"]["left"]) == (143, 131)


def test_all_that_a_box_has_may_be_taken_out() -> None:
    steps = unpack("bigbox", "jomc_cards", "gambler", players=5)
    assert types(steps["take gambler"]) == {"gambler": 4}
    assert list(steps)[:2] == ["take base", "special"]
    assert (steps["shuffle"]["count"], steps["deal"]["left"]) == (147, 132)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_of_its_own_takes_its_own_cards_and_leaves_the_base_game(players: int) -> None:
    body = {"edition": "bigbox", "modules": ["make_sail"], "players": NAMES[:players]}
    take, leave, shuffle, deal = codec.unpacking_json(body)["steps"]
    sailing = {"merchant": 10, "passenger": 10, "sailor": 10, "pirate": 2, "ship": 25, "tax": 3}
    assert types(dict(take)) == sailing
    assert (take["count"], take["sets"][0]["mark"], take["sets"][0]["of"]) == (60, "U", 60)
    assert {row["set"]: row["count"] for row in leave["sets"]} == {
        "base": 120,
        "gambler": 4,
        "jomc_cards": 24,
        "adventure_begins": 39,
    }
    assert (shuffle["count"], deal["left"]) == (60, 60 - 3 * players)


def test_of_a_set_that_is_mixed_in_only_the_marked_cards_are_taken_out() -> None:
    steps = unpack("bigbox", "make_sail_mix")
    mixed = next(step for step in steps.values() if step["what"] == "take" and step["count"] == 20)
    assert types(mixed) == {"merchant": 5, "passenger": 5, "ship": 10}
    assert (mixed["sets"][0]["of"], mixed["sets"][0]["mark"], mixed["rule"]) == (60, "U", "sail_mix")
    left = {row.get("mark"): row["count"] for row in steps["leave"]["sets"]}
    assert left == {"P": 4, "A": 24, "U": 40, None: 39}
    # 004 Port Royal Make Sail!: 119 and 20 cards.
    assert steps["shuffle"]["count"] == 139


def test_a_box_with_one_game_leaves_nothing_and_prints_no_letters() -> None:
    steps = unpack("pegasus", players=2)
    assert list(steps) == ["take base", "special", "shuffle", "deal"]
    assert "mark" not in steps["take base"]["sets"][0]
    yucata = unpack("yucata", "jomc_cards", players=2)
    assert "mark" not in yucata["take jomc_cards"]["sets"][0]
    assert "leave" not in yucata


def test_a_box_of_ones_own_counts_with_what_it_has() -> None:
    steps = unpack("pegasus", box={"own": [], "missing": {"base.ship.red.s3.c2": 1}})
    assert (steps["shuffle"]["count"], steps["shuffle"]["own"]) == (118, -1)
    assert "own" not in unpack("pegasus")["shuffle"]


def test_each_step_says_where_its_rule_stands() -> None:
    for edition in ("pegasus", "sjg", "yucata", "bigbox"):
        modules = [name for name in ("jomc_cards", "gambler") if edition == "bigbox"]
        for step in unpack(edition, *modules).values():
            assert citations(edition, step["rule"])


def test_what_cannot_be_played_has_nothing_to_take_out() -> None:
    with pytest.raises(Refusal, match="TOO_MANY_PLAYERS"):
        unpack("pegasus", players=1)
    with pytest.raises(Malformed, match="modules"):
        unpack("pegasus", "gambler")


def test_the_phones_engine_says_the_same() -> None:
    setup = {"edition": "bigbox", "modules": ["base", "gambler"], "players": NAMES[:3]}
    told = json.loads(Bridge().answer(json.dumps({"call": "unpacking", "setup": setup})))
    assert told == {"ok": json.loads(json.dumps(codec.unpacking_json(setup)))}
