"""Players over many evenings: what their games came to, and against whom."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import Malformed, Takes, codec

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Emil")


def game(code: str, *players: tuple[str, int, int | None], at: int = 0, **more: Any) -> dict[str, Any]:
    """Each player as name, points and place; the first place has won."""
    told = [
        {"name": name, "vp": vp, "won": place == 1, **({} if place is None else {"place": place})}
        for name, vp, place in players
    ]
    return {"code": code, "at": at, "edition": "pegasus", "modules": ["base"], "players": told, **more}


def careers(*games: dict[str, Any]) -> dict[str, Any]:
    return {one["name"]: one for one in codec.remembered_json({"games": list(games)})["players"]}


def against(career: dict[str, Any]) -> dict[str, tuple[int, int, int]]:
    return {one["name"]: (one["ahead"], one["behind"], one["level"]) for one in career["against"]}


def test_points_and_places_are_of_the_games_that_everybody_played_for_himself() -> None:
    found = careers(
        game("a", ("Ada", 14, 1), ("Ben", 11, 2), at=5),
        game("b", ("Ada", 9, 2), ("Ben", 12, 1), at=6),
        game("c", ("Ada", 30, None), ("Ben", 30, None), at=7),
    )
    ada = found["Ada"]
    assert (ada["games"], ada["ranked"], ada["won"], ada["points"], ada["best"]) == (3, 2, 1, 23, 14)
    assert against(ada) == {"Ben": (1, 1, 0)}
    assert [(one["code"], one["place"]) for one in ada["recent"]] == [("a", 1), ("b", 2), ("c", None)]


def test_who_shares_a_place_is_ahead_of_nobody_there() -> None:
    found = careers(game("a", ("Ada", 12, 1), ("Ben", 12, 1), ("Cleo", 8, 3)))
    assert against(found["Ada"]) == {"Ben": (0, 0, 1), "Cleo": (1, 0, 0)}
    assert against(found["Cleo"]) == {"Ada": (0, 1, 0), "Ben": (0, 1, 0)}


def test_a_player_is_known_by_the_name_however_it_was_written_and_called_as_it_was_written_last() -> None:
    found = careers(
        game("b", ("ada ", 9, 1), at=9), game("a", ("Ada", 5, 1), at=1), game("c", ("ADA", 7, 1), at=5)
    )
    assert list(found) == ["ada"]
    assert found["ada"]["since"] == 1
    assert [one["vp"] for one in found["ada"]["recent"]] == [5, 7, 9]


def test_games_are_told_by_box_and_by_what_was_mixed_in() -> None:
    found = careers(
        game("a", ("Ada", 9, 1)),
        game("b", ("Ada", 9, 2), ("Ben", 10, 1)),
        game("c", ("Ada", 9, 1), edition="bigbox", modules=["base", "gambler"]),
    )
    told = [(one["edition"], one["modules"], one["games"], one["won"]) for one in found["Ada"]["boxes"]]
    assert told == [("pegasus", ["base"], 2, 1), ("bigbox", ["base", "gambler"], 1, 1)]


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("games", {"games": "many"}),
        ("games[0].players[0].vp", {"games": [game("a", ("Ada", -1, 1))]}),
        ("games[0].players[0].place", {"games": [game("a", ("Ada", 1, 0))]}),
        ("games[0].at", {"games": [game("a", at=-5)]}),
        (
            "games[0].players[0].won",
            {"games": [{**game("a"), "players": [{"name": "Ada", "vp": 1, "won": 1}]}]},
        ),
        ("games[1]", {"games": [game("a"), 7]}),
    ],
)
def test_what_cannot_be_read_names_its_field(field: str, wrong: object) -> None:
    with pytest.raises(Malformed) as refused:
        codec.remembered_json(wrong)
    assert refused.value.field == field


def size(value: object) -> int:
    return len(json.dumps(value, ensure_ascii=False).encode())


def many(count: int, **of_each: Any) -> list[dict[str, Any]]:
    """So many games of one player each, everybody in one."""
    return [
        game(f"g{at}", (f"P{at}", 9, 1), **{key: say(at) for key, say in of_each.items()})
        for at in range(count)
    ]


def test_more_games_players_or_kinds_than_anybody_has_are_refused_by_their_field() -> None:
    def refused(games: list[dict[str, Any]]) -> tuple[str, Takes]:
        with pytest.raises(Malformed) as wrong:
            codec.remembered_json({"games": games})
        return wrong.value.field, wrong.value.takes

    assert refused([game("g", ("Ada", 9, 1))] * 2001) == ("games", Takes("list", {"most": 2000}))
    assert refused(many(301)) == (
        "games[300].players[0].name",
        Takes("different", {"most": 300}),
    )
    hired = [game("g", ("Ada", 9, 1)) for _ in range(61)]
    for at, one in enumerate(hired):
        one["players"][0]["hired"] = {f"kind{at}": 1}
    assert refused(hired) == ("games[60].players[0].hired", Takes("different", {"most": 60}))
    assert refused(many(1, modules=lambda _: ["é"]))[0] == "games[0].modules"
    assert len(codec.remembered_json({"games": many(300)})["players"]) == 300


def test_the_answer_stays_small_whoever_met_whom_in_whatever_box() -> None:
    """From 1.7 MB came 39 MB, each player with each name that was ever said and each list of modules."""
    chance = random.Random(1)
    games = []
    for at in range(320):
        rows = [(f"{'𝒜' * 36}{one:04}", 9, None) for one in chance.sample(range(300), 20)]
        ranked = [(name, vp, place) for place, (name, vp, _) in enumerate(rows, 1)]
        games.append(game("é" * 70 + str(at), *ranked, modules=[f"{'m' * 36}{at % 40:04}"] * 12))
    sent = size({"games": games})
    assert sent > 1_400_000
    found = codec.remembered_json({"games": games})
    assert size(found) < 4 * sent
    assert max(len(one["against"]) for one in found["players"]) == 40
    assert max(len(one["boxes"]) for one in found["players"]) == 12


@given(st.integers(0, 2**32), st.integers(1, 40))
def test_over_any_evenings_everybody_ahead_has_somebody_behind_and_all_games_are_there(
    seed: int, count: int
) -> None:
    chance = random.Random(seed)
    games, wins, busts = [], Counter[str](), Counter[str]()
    for at in range(count):
        seated = chance.sample(NAMES, chance.randint(2, 5))
        points = sorted((chance.randint(0, 16) for _ in seated), reverse=True)
        rows = [(name, vp, 1 + points.index(vp)) for name, vp in zip(seated, points, strict=True)]
        one = game(f"g{at}", *rows, at=at)
        for player in one["players"]:
            player["busts"] = chance.randint(0, 6)
            wins[player["name"]] += player["won"]
            busts[player["name"]] += player["busts"]
        games.append(one)
    chance.shuffle(games)
    found = careers(*games)
    for name, career in found.items():
        assert (career["won"], career["busts"]) == (wins[name], busts[name])
        for other, (ahead, behind, level) in against(career).items():
            assert against(found[other])[name] == (behind, ahead, level)
            together = sum({name, other} <= {one["name"] for one in each["players"]} for each in games)
            assert ahead + behind + level == together
    assert sum(career["games"] for career in found.values()) == sum(len(one["players"]) for one in games)
