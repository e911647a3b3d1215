"""What may be asked of the adventure without a table, and what rulings tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.engine.goals.need import held
from companion.engine.printed.cards import Person
from companion.engine.table.state import Game, State
from companion.engine.values import flag, mapping, number, sequence, word

from . import added, items, missions, month, people, story
from .missions import MODULE

MOST = 99


def unpacks(game: Game) -> Iterator[Mapping[str, Any]]:
    """What the adventure needs on the table besides the deck."""
    players = len(game.order)

    def step(name: str, rule: str, count: int, **more: int) -> Mapping[str, Any]:
        return {"name": name, "module": MODULE, "rule": rule, "count": count, **more}

    variable, apart = people.variable(game), sum(added.beside(game).values())
    if variable:
        yield step("play_cards_all", "variable_game", sum(added.at_first(game).values()))
    elif apart:
        yield step("play_cards", "added_cards", apart)
    cards = len(missions.data()["characters"]) // 2
    if story.chosen(game):
        yield step("characters_chosen", "characters", players, each=1, of=cards)
    else:
        yield step("characters", "characters", players, each=1, of=cards)
    yield step("crown_cards", "crowns", players, each=1)
    markers = missions.MARKERS + 1
    yield step("adventure_markers", "missions", markers * players, each=markers)
    events = missions.data()["events"]
    dealt = month.zeros(people.together(game), len(game.setup.players)) or 0
    yield step("events", "event_deck", dealt, of=events["zero"])
    if month.plus_one(len(game.setup.players)):
        yield step("event_one", "event_deck", 1)
    else:
        yield step("event_one_box", "event_deck", 1)
    yield step("months_end_three" if variable else "months_end_two", "event_deck", 1)
    if people.together(game):
        yield step("card_nine", "chapter_end", 1)
        coins = story.to_share(game)
        if coins:
            yield step("extra_coins", "chapter_again", coins)
    else:
        yield step("card_nine_box", "chapter_end", 1)
    if variable:
        yield step(
            "variable_missions",
            "variable_game",
            missions.data()["variable_missions"],
            of=missions.data()["red_stars"],
        )
    else:
        yield step("story", "story", 1)


# Questions


def _said(ask: Any, name: str) -> Any:
    return ask.step.get(name, ask.situation.get(name))


def starting_coins(ask: Any) -> Mapping[str, Any]:
    """What is printed on the characters, as it is told: by player, in seat order, or one number for all."""
    told, rows = _said(ask, "character_coins"), ask.situation.get("players")
    if told is None and isinstance(rows, list):
        told = [row.get("character_coins", 0) for row in rows]
    if isinstance(told, Mapping):
        names = [player.name for player in ask.state.players]
        told = [told[name] for name in names if name in told] or list(told.values())
    if isinstance(told, list | tuple):
        return {"coins_each": [number(one, "character_coins", MOST) for one in told]}
    return {"coins_each": number(told or 0, "character_coins", MOST)}


def event_deck(ask: Any) -> Mapping[str, Any]:
    players = ask.players
    return {
        "zero_cards_coop": month.zeros(True, players),
        "zero_cards_competitive": month.zeros(False, players),
        "plus_card_1": bool(month.plus_one(players)),
        "months_end_bottom": True,
    }


def event_deck_size(ask: Any) -> Mapping[str, Any]:
    which = number(_said(ask, "month") or 1, "situation.month", MOST, 1)
    dealt = month.zeros(people.together(ask.state.game), ask.players) or 0
    zeros = min(dealt + which - 1, int(missions.data()["events"]["zero"]))
    return {"events_before_months_end": zeros + month.plus_one(ask.players)}


def mission_rewards(ask: Any) -> Mapping[str, Any]:
    """What the first, second ... completed mission of a player frees, in words."""
    told = sequence(_said(ask, "completed"), "step.completed", missions.MARKERS)
    rows = missions.data()["markers"]["openings"]
    return {"rewards": [_words(rows[number(one, "step.completed", missions.MARKERS, 1) - 1]) for one in told]}


def _words(row: Mapping[str, Any]) -> str:
    count = row.get("count")
    return str(row["what"]) if count is None else f"{count} {row['what']}{'s' if count > 1 else ''}"


def rewards_by_order(ask: Any) -> Mapping[str, Any]:
    """The first gets the small reward, everybody the crowns below the board (C106)."""
    said = _said(ask, "mission")
    row: Mapping[str, Any] = said if isinstance(said, Mapping) else {**ask.situation, **ask.step}
    coins = more = every = 0
    for key, told in row.items():
        parts = told if isinstance(told, Mapping) else {key if "crown" in key else "coins": told}
        for name, count in parts.items() if "first" in key or "crown" in key or key == "all" else ():
            many = number(count or 0, f"mission.{key}", MOST)
            if "first" not in key:
                every += many
            elif "crown" in name:
                more += many
            else:
                coins += many
    found = {}
    for place, name in enumerate(sequence(_said(ask, "order"), "order", 4)):
        here = int(place == 0)
        found[str(name)] = {"coins": coins * here, "crowns": every + more * here}
    return {"rewards": found}


def crown_points(ask: Any) -> Mapping[str, Any]:
    """The last shield that is reached (C98)."""
    crowns = number(_said(ask, "crowns") or 0, "crowns", people.MOST_CROWNS)
    track = mapping(_said(ask, "track") or {}, "track")
    found = {
        int(space): number(points, "track", MOST) for space, points in track.items() if str(space).isdecimal()
    }
    reached = [space for space in found if space <= crowns]
    return {"points": found[max(reached)] if reached else 0}


def handicap(ask: Any) -> Mapping[str, Any]:
    lost = number(_said(ask, "failures_this_chapter") or 0, "failures_this_chapter", MOST)
    return {"extra_coins_total": story.extra_coins(lost)}


def chapter_won(ask: Any) -> Mapping[str, Any]:
    missing = [
        code
        for name, code in (
            ("all_missions_done", "MISSION_NOT_MET"),
            ("markers_ok", "NOT_TRIGGERED"),
            ("influence_ok", "NOT_TRIGGERED"),
        )
        if not flag(_said(ask, name) or False, f"situation.{name}")
    ]
    return {"value": not missing, "reason": (*missing, "OK")[0]}


def counts_as_profession(ask: Any) -> Mapping[str, Any]:
    """A character is never the profession (C99)."""
    asked = word(_said(ask, "profession"), "step.profession")
    display: tuple[Person, ...] = ask.state.players[ask.seat()].display
    return {"value": any(who.type == asked for who in display)}


QUERIES: Mapping[str, Callable[[Any], Mapping[str, Any]]] = {
    "starting_coins": starting_coins,
    "event_deck": event_deck,
    "event_deck_size": event_deck_size,
    "mission_rewards": mission_rewards,
    "mission_rewards_by_order": rewards_by_order,
    "crown_points": crown_points,
    "handicap": handicap,
    "chapter_won": chapter_won,
    "counts_as_profession": counts_as_profession,
}


def figures(state: State) -> Mapping[str, Any]:
    """What rulings tell of the players."""
    seats = {player.name: seat for seat, player in enumerate(state.players)}
    cheap = missions.mission(state, "40")
    need = cheap.need[0]
    return {
        "crowns": {name: people.person(state, seat).crowns for name, seat in seats.items()},
        "items": {name: [one.what for one in items.of(state, seat)] for name, seat in seats.items()},
        "trophy": {name: people.trophy(state, seat) for name, seat in seats.items()},
        "markers_left": {name: people.free_markers(state, seat) for name, seat in seats.items()},
        "missions_done": {name: people.done_by(state, seat) for name, seat in seats.items()},
        "cheap_persons": held(state.players[state.acting], need),
        "counts_as_placed": not any(one.waiting for one in missions.laid(state)),
    }
