"""Recorded games of The Adventure Begins in its four ways: the table, who may complete what and the story, entry by entry."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.engine import History, codec, open_history

from .play import GAMES, enter, entered_steps, recorded_game

ADVENTURES = sorted((GAMES[0].parents[1] / "adventures").glob("*.json.gz"))
# What only tells what happened.
TOLD = ("auto", "known")
Told = dict[str, Any]


def face(card: Told) -> str:
    """What is printed on a card, whichever words tell it."""
    color = card.get("color") or ("ares" if card.get("ab") else None)
    numbers = [card.get(key) or 0 for key in ("cost", "vp", "swords", "coins", "crowns")]
    signs = [sorted(card.get(key) or []) for key in ("items", "need")]
    return str([card["kind"], card.get("type"), color, bool(card.get("skull")), numbers, *signs])


def faces(cards: list[Told]) -> list[str]:
    return sorted(face(card) for card in cards)


def shown(view: Told) -> Told:
    """The table that the view tells, in the words of the record."""
    names = [player["name"] for player in view["players"]]
    people = dict(zip(names, view["players"], strict=True))
    found: Told = {
        key: {name: player[key] for name, player in people.items()}
        for key in ("coins", "vp", "swords", "crowns")
    }
    return found | {
        "items": {name: sorted(player.get("items") or []) for name, player in people.items()},
        "display": {name: faces(player["display"]) for name, player in people.items()},
        "owned": {name: faces(player["expeditions"]) for name, player in people.items()},
        "windows": {name: sum(one["open"] for one in player["openings"]) for name, player in people.items()},
        "markers": {names[int(seat)]: one["free"] for seat, one in view["markers"].items()},
        "missions": [
            [
                goal["number"],
                [names[seat] for seat in goal["done_by"]],
                sorted(names[one["seat"]] for one in goal["waiting"]),
            ]
            for goal in view.get("goals") or []
            if goal["kind"] == "mission"
        ],
        "harbor": [face(one["card"]) for one in view["harbor"]],
        "expeditions": [face(one["card"]) for one in view["expeditions"]],
        "piles": view["draw_pile"] + view["discard_pile"],
        "end_triggered": view["end_triggered"],
        "outcome": (view.get("ended") or {}).get("outcome"),
        "phase": view["phase"],
    }


def recorded(point: Told) -> Told:
    phase = point["phase"]
    return {
        **{key: point[key] for key in ("coins", "vp", "swords", "crowns", "items", "windows", "markers")},
        "display": {name: faces(cards) for name, cards in point["display"].items()},
        "owned": {name: faces(cards) for name, cards in point["owned"].items()},
        "missions": [[one["number"], one["done_by"], one["waiting"]] for one in point["missions"]],
        "harbor": [face(one["card"]) for one in point["harbor"]],
        "expeditions": [face(card) for card in point["expeditions"]],
        "piles": point.get("piles", point["draw_pile"] + point["discard_pile"]),
        "end_triggered": point["end_triggered"],
        "outcome": point["outcome"],
        "phase": phase if phase in ("trade_hire", "game_over") else "discover",
    }


def turn(view: Told, point: Told) -> tuple[Told, Told]:
    """Whose turn it is, what the month has left, and who of those that were asked may complete what."""
    names = [player["name"] for player in view["players"]]
    got: Told = {"active": names[view["active"]], "acting": names[view["acting"]]}
    want: Told = {key: point[key] for key in got}
    if point["month"]:
        # Then nothing is left, or the deck is about to be turned.
        ending = point["phase"] in ("months_end_story", "flip")
        (month,) = (one for one in view["countdowns"] if one["id"] == "month")
        got["month"] = [month["number"], None if ending else month["left"]]
        want["month"] = [point["month"]["number"], None if ending else point["month"]["left"]]
    if point["asked"]:
        ways = [way for way in view["allowed"] if way["type"] == "complete_mission" and way["allowed"]]
        can = {(way["mission"], names[way["by"]]) for way in ways if names[way["by"]] in point["asked"]}
        got["can"], want["can"] = sorted(map(list, can)), sorted(point["can"])
    return got, want


def told(step: Told, view: Told) -> Told:
    """The entry; an event whose place in the deck is known is entered as it is offered, and has to do the same."""
    body = {key: value for key, value in step.items() if key not in TOLD}
    if step["type"] in ("take", "claim_expedition"):
        body.pop("card", None)
    if not step.get("known"):
        return body
    (offered,) = (
        way["event"] for way in view["allowed"] if way["type"] == "reveal_event" and way.get("event")
    )
    facts = view["box"]["facts"].get("event", {}).get(offered)
    assert facts is None or effects(facts["effects"]) == effects(step["effects"])
    return {"type": "reveal_event", "by": step["by"], "event": offered}


def effects(rows: list[Told]) -> list[list[Any]]:
    """Those of an event, with what need not be said."""
    return [
        [
            one["when"],
            one["what"],
            one.get("count", 0),
            one.get("who", "active" if one["when"] == "discover" else "all"),
            one.get("color"),
        ]
        for one in rows
    ]


def view_of(history: History) -> Told:
    view: Told = json.loads(json.dumps(codec.view_json(history)))
    return view


@pytest.mark.parametrize("path", ADVENTURES, ids=lambda path: path.name.split(".")[0])
def test_an_adventure_is_as_recorded_up_to_its_end(path: Path) -> None:
    record = recorded_game(path)
    history = open_history(codec.setup_from_json(record))
    view = view_of(history)
    for number, (step, point) in enumerate(entered_steps(record)):
        history = enter(history, **told(step, view))
        view = view_of(history)
        got, want = shown(view), recorded(point)
        if {"harbor", "discard_pile"} & set(point.get("loose", [])):
            del got["piles"], want["piles"]
        assert got == want, (number, step)
        if point["phase"] != "game_over":
            got, want = turn(view, point)
            assert got == want, (number, step)
    ends_as(record["final"], history, view)


def ends_as(final: Told, history: History, view: Told) -> None:
    score = codec.score_json(history.state)
    if "places" in final:
        assert {row["name"]: row["place"] for row in score["ranking"]} == final["places"]
    if "outcome" in final:
        assert score["outcome"] == final["outcome"]
        assert {one["what"]: [one["have"], one["need"]] for one in view["team"]} == final["checks"]
    else:
        assert sorted(score["winners"]) == sorted(final["winners"])
        assert score["reason"] == final["reason"]
        assert sorted(score["ineligible"]) == sorted(final["ineligible"])
    if "campaign" in final:
        following = dict(view["campaign"]["next"])
        added = {name: count for name, count in following["added"].items() if count}
        assert {**following, "added": added} == final["campaign"]
