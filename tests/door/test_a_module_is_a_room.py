"""A module is a folder: put beside the others, its cards, entries, questions and goals are played through the API."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conforming import conforming

from .house import told_by, with_toy


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = with_toy(tmp_path_factory.mktemp("toy"))
    return told_by("evening.py", folder)


def coins(answer: dict[str, Any]) -> list[int]:
    return [player["coins"] for player in answer["view"]["players"]]


def template(view: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [one for one in view["allowed"] if one["type"] == kind]


def test_its_manifest_brings_cards_a_way_to_play_and_equal_numbers_as_one_card(told: dict[str, Any]) -> None:
    view = told["opened"]
    assert (view["way"], view["modules"]) == ("coop", ["base", "toy", "coop"])
    assert view["unseen"]["toy.piper"] == 2
    assert "toy.ship" not in view["unseen"]
    assert view["unseen"]["base.ship.yellow.s1.c1"] == 4
    assert told["alike"]["view"]["harbor"][1]["card"]["id"] == "base.ship.yellow.s1.c1"


def test_the_editions_tell_what_it_is_not_played_with_and_better_not(told: dict[str, Any]) -> None:
    by_name = {one["id"]: one for one in told["editions"]}
    pegasus, bigbox = by_name["pegasus"], by_name["bigbox"]
    assert pegasus["mixes"] == [{"module": "toy", "other": "rival", "rule": "rival_toy", "allowed": False}]
    with_gambler = [mix for mix in bigbox["mixes"] if {"gambler", "toy"} <= set(mix.values())]
    assert with_gambler == [{"module": "gambler", "other": "toy", "rule": "toy_gambler", "allowed": True}]
    (place,) = bigbox["rules"]["toy_gambler"]["citations"]
    assert (place["document"], place["section"]) == ("004", "Gambler Promo")
    assert by_name["sjg"]["mixes"] == []
    assert (told["both"]["status"], told["both"]["code"], told["both"]["rule"]) == (
        422,
        "MODULES_EXCLUDE",
        "rival_toy",
    )
    assert told["both"]["title"] != "MODULES_EXCLUDE"


def test_its_entry_has_a_key_that_is_asked_for_and_checked(told: dict[str, Any]) -> None:
    assert template(told["opened"], "toast") == [
        {
            "type": "toast",
            "by": 0,
            "allowed": True,
            "module": "toy",
            "asks": [{"key": "to", "of": "seat", "choices": [1]}],
        }
    ]
    assert (told["malformed"]["status"], told["malformed"]["field"]) == (422, "entry.to")
    assert coins(told["toast"]) == [2, 4]
    assert [line["why"] for line in told["toast"]["ledger"]] == ["toast", "toast"]


def test_its_question_stands_before_everything_else_until_it_is_answered(told: dict[str, Any]) -> None:
    view = told["tax"]["view"]
    assert view["decisions"] == [{"kind": "toll", "by": 0, "must": True, "about": {"coins": 1}}]
    answers = template(view, "toll")
    assert [(one["pays"], one["answers"], one["figures"]) for one in answers] == [
        (True, "toll", {"coins": -1}),
        (False, "toll", {"coins": 0}),
    ]
    assert (told["asked"]["status"], told["asked"]["code"]) == (422, "TOY_TOLL")
    assert "decisions" not in told["toll"]["view"]
    # Nobody has swords: both were paid the bonus before.
    assert coins(told["toll"]) == [2, 5]


def test_its_goal_is_shown_refused_with_a_reason_and_brings_points_of_its_own(told: dict[str, Any]) -> None:
    (goal,) = told["opened"]["goals"]
    assert (goal["id"], goal["module"], goal["can"], goal["need"]) == (
        "toy_goal",
        "toy",
        [],
        [{"what": "coins", "count": 4}],
    )
    assert (told["early"]["status"], told["early"]["code"]) == (422, "TOY_POOR")
    view = told["reached"]["view"]
    assert view["goals"][0]["done_by"] == [0]
    assert [player["vp"] for player in view["players"]] == [2, 0]
    assert [player.get("badges", [])[:1] for player in view["players"]] == [
        [{"id": "ribbon", "icon": "flag", "count": 1, "name": "toy_goal", "module": "toy"}],
        [],
    ]
    first = told["score"]["ranking"][0]
    assert {"label": "toy_goal", "vp": 2} in first["items"]


def test_its_card_pays_whoever_hires_it(told: dict[str, Any]) -> None:
    # 4 counted, the Piper costs 3, less what the ribbon lends, and brings 2.
    assert coins(told["hired"])[0] == 4
    assert ("piper", 2) in [(line["why"], line.get("coins")) for line in told["hired"]["ledger"]]


def test_what_it_lends_counts_like_the_persons_who_can_do_it(told: dict[str, Any]) -> None:
    view = told["stopped"]["view"]
    assert view["takes"]["reasons"] == [{"why": "toy_goal", "count": 1}]
    assert (view["players"][0]["discount"], view["players"][0]["extra_takes"]) == (1, 1)
    assert (view["players"][1]["discount"], view["players"][1]["extra_takes"]) == (0, 0)
    piper = next(one for one in template(view, "take") if one["harbor_index"] == 0)
    assert (piper["price"], piper["discount"]) == (2, 1)


def test_a_key_that_it_adds_to_the_base_games_take_sends_the_card_elsewhere(told: dict[str, Any]) -> None:
    view = told["stopped"]["view"]
    plain, stowing = (one for one in template(view, "take") if one["harbor_index"] == 1)
    assert (plain["coins"], "stow" in plain) == (1, False)
    assert (stowing["stow"], stowing["module"], stowing["figures"]["coins"]) == (True, "toy", 0)
    before, after = told["hired"]["view"], told["stowed"]["view"]
    assert told["stowed"]["status"] == 201
    assert coins(told["stowed"]) == coins(told["hired"])
    # Only the coin that stowing costs is discarded, and not the ship.
    assert after["discard_pile"] == before["discard_pile"] + 1
    assert [one["count"] for one in after["players"][0]["badges"]] == [1, 1]
    assert {"label": "toy_hold", "vp": 1} in told["score"]["ranking"][0]["items"]
    assert told["log"]["lines"][-1]["entry"]["stow"] is True


def test_the_engine_folds_its_log_to_the_same_table(told: dict[str, Any]) -> None:
    assert told["folded"] == told["stowed"]["view"]


def test_a_seat_that_its_entry_names_is_one_of_the_table(told: dict[str, Any]) -> None:
    assert (told["nobody"]["status"], told["nobody"]["field"]) == (422, "entry.to")


def test_it_is_undone_exported_and_opened_again_like_everything_else(told: dict[str, Any]) -> None:
    assert told["undone"]["view"]["goals"][0]["done_by"] == []
    assert told["imported"]["view"]["ended"] == told["lost"]["ended"]
    types = [line["entry"]["type"] for line in told["log"]["lines"]]
    assert types[:4] == ["toast", "draw", "toll", "draw"]


def test_all_that_it_adds_is_in_the_specification_that_the_server_shows_with_it(told: dict[str, Any]) -> None:
    conforms = conforming(told["specification"])
    for name in ("toast", "tax", "toll", "piper", "alike", "reached", "hired", "undone"):
        conforms("Recorded", {key: value for key, value in told[name].items() if key != "status"})
    conforms("View", told["opened"])
    conforms("View", told["lost"])
    conforms("Opened", told["imported"])
    conforms("Log", told["log"])
    conforms("Score", told["score"])
    conforms("Score", told["final"])
    for name in ("malformed", "asked", "early"):
        conforms("Problem", told[name])


def test_its_pile_counts_the_game_down_and_loses_it_for_all(told: dict[str, Any]) -> None:
    assert [one["left"] for one in told["opened"]["countdowns"]] == [3]
    assert told["lost"]["countdowns"][0]["left"] == 0
    assert told["lost"]["ended"] == {"outcome": "lost", "why": "toy_lost", "title": "toy_dark"}
    assert (told["final"]["outcome"], told["final"]["title"], told["final"]["winners"]) == (
        "lost",
        "toy_dark",
        [],
    )
    assert told["final"]["final"] is True
