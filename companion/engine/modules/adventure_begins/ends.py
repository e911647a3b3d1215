"""The end: a chapter that is won or lost together (C91), a trophy and points against each other (C92, C93)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.following.moments import Settled
from companion.engine.house.brought import Merit, Merits
from companion.engine.refusals import Malformed
from companion.engine.table.draft import Draft, Table
from companion.engine.table.lately import lately
from companion.engine.table.state import GAME_OVER, Game, Outcome, State
from companion.engine.values import flag, number

from . import added, learning, missions, months_end, people, story

CHAPTERS = 5


# Together


def checks(table: Table) -> tuple[tuple[str, int, int], ...]:
    """What card 9 asks for: every mission by somebody, markers on them, points of all."""
    lying = missions.laid(table)
    nine = learning.card_nine(table) or {"markers": 0, "points": 0}
    return (
        ("missions", sum(bool(one.done) for one in lying), len(lying)),
        ("markers", sum(len(one.done) for one in lying), nine["markers"]),
        ("points", sum(table.players[seat].vp for seat in table.game.order), nine["points"]),
    )


def ends(table: Table) -> Outcome | None:
    if not months_end.over(table):
        return None
    found = checks(table)
    won = all(have >= need for _, have, need in found)
    if won:
        return Outcome("won", "chapter_end", "chapter_won", None, "CHAPTER_WON", checks=found)
    return Outcome("lost", "chapter_end", None, None, "CHAPTER_LOST", checks=found)


def settled(draft: Draft, moment: Settled) -> None:
    """What is entered from a card and paid, or counted, after the end may make another one of it."""
    was = draft.outcome
    now = None if was is None else ends(draft)
    if was is None or now is None:
        return
    draft.outcome = now
    if now.outcome != was.outcome:
        draft.say("game_over", now.rule, params={now.outcome: True})
        draft.because(now.code)


def team(table: Table) -> list[dict[str, Any]]:
    known = learning.card_nine(table) is not None
    return [
        {"what": what, "have": have, "need": need}
        for what, have, need in checks(table)
        if known or what == "missions"
    ]


# Against each other


def merit(table: Table, seat: int) -> Merit:
    """Nobody wins without a trophy; of those tied the one with the fewest markers left."""
    left = people.free_markers(table, seat)
    return Merit("trophy", "trophy", people.trophy(table, seat), "markers_left", "adventure_end", left)


def told(row: Mapping[str, Any]) -> Merit:
    """Of a player of whom only the end is told; raises Malformed."""
    field = "situation.final"
    has = row.get("trophy", True)
    if not isinstance(has, bool):
        raise Malformed(f"{field}.trophy", "true_or_false")
    left = number(row.get("markers_left", 0), f"{field}.markers_left", missions.MARKERS)
    return Merit("trophy", "trophy", flag(has, field), "markers_left", "adventure_end", left)


MERITS = Merits(merit, told, "TROPHY_MISSING")


# The next evening


def following(state: State) -> Mapping[str, Any]:
    """Where the story stands after this game: the same chapter with coins more, or the next one (C107)."""
    was = story.campaign(state.game)
    won, lost = list(was["won"]), state.outcome is not None and state.outcome.outcome == "lost"
    if not lost and not people.variable(state.game):
        won = sorted({*won, was["chapter"]})
    after = was["chapter"] if lost or people.variable(state.game) else min(CHAPTERS, was["chapter"] + 1)
    return {
        "chapter": after,
        "lost": was["lost"] + 1 if lost else 0,
        "defeats": was["defeats"] + int(lost),
        "added": {name: count for name, count in added.added(state).items() if count},
        "won": won,
    }


def campaign(state: State) -> Mapping[str, Any]:
    """Where the story stands, what the box has for it, and the coins for lost tries of the game that comes next, or runs."""
    found = _campaign((state.game, added.added(state)))
    if state.phase != GAME_OVER:
        return {**found, "coins": story.to_share(state.game)}
    after = following(state)
    return {**found, "coins": story.shared_coins(state.game, after["lost"]), "next": after}


@lately(512)
def _campaign(of: tuple[Game, Mapping[str, int]]) -> Mapping[str, Any]:
    game, there = of
    was = story.campaign(game)
    return {
        **was,
        "added": {name: count for name, count in there.items() if count},
        "won": list(was["won"]),
        "most": added.totals(game),
        "chapters": CHAPTERS,
    }
