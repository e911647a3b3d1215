"""Many evenings as the outside tells of them, and what they come to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.engine.log.beside import seconds
from companion.engine.table.names import kept_name, known_as
from companion.engine.table.refusals import Malformed
from companion.engine.table.values import flag, mapping, number, sequence, word

from .careers import RECENT, Career, Part, Played, careers

if TYPE_CHECKING:
    from companion.engine.json import shapes

# Years of evenings, tables of players, kinds of persons and awards, points: more than anybody has.
MOST_GAMES, MOST_PLAYERS, MOST_KINDS, MOST_POINTS = 5000, 20, 60, 1000
LONGEST_CODE = 80


def remembered_json(body: object) -> shapes.Remembered:
    """Everybody who played in `games`, and what their games came to; raises Malformed naming the field."""
    rows = sequence(mapping(body, "body").get("games"), "games", MOST_GAMES)
    found = careers(_game(mapping(row, f"games[{at}]"), f"games[{at}]") for at, row in enumerate(rows))
    written = {known_as(career.name): career.name for career in found}
    return {"players": [_career(career, written) for career in found]}


def _game(row: Mapping[str, Any], field: str) -> Played:
    modules = sequence(row.get("modules"), f"{field}.modules", MOST_KINDS)
    players = sequence(row.get("players"), f"{field}.players", MOST_PLAYERS)
    return Played(
        _code(row.get("code"), f"{field}.code"),
        seconds(row.get("at"), f"{field}.at") or 0,
        word(row.get("edition"), f"{field}.edition"),
        tuple(word(one, f"{field}.modules") for one in modules),
        tuple(
            _part(mapping(one, f"{field}.players[{at}]"), f"{field}.players[{at}]")
            for at, one in enumerate(players)
        ),
    )


def _code(value: object, field: str) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_CODE:
        raise Malformed(field, f"what the table is known by, at most {LONGEST_CODE} letters")
    return value


def _part(row: Mapping[str, Any], field: str) -> Part:
    place, hired = row.get("place"), mapping(row.get("hired", {}), f"{field}.hired")
    awards = sequence(row.get("awards", []), f"{field}.awards", MOST_KINDS)
    kinds = sequence(list(hired), f"{field}.hired", MOST_KINDS)
    return Part(
        kept_name(row.get("name"), f"{field}.name"),
        number(row.get("vp"), f"{field}.vp", MOST_POINTS),
        None if place is None else number(place, f"{field}.place", MOST_PLAYERS, 1),
        flag(row.get("won"), f"{field}.won"),
        number(row.get("busts", 0), f"{field}.busts", MOST_POINTS),
        {word(kind, f"{field}.hired"): number(hired[kind], f"{field}.hired", MOST_POINTS) for kind in kinds},
        tuple(word(one, f"{field}.awards") for one in awards),
    )


def _career(career: Career, written: Mapping[str, str]) -> shapes.Career:
    ranked = [one.part for one in career.ranked]
    met = {*career.ahead, *career.behind, *career.level}
    return {
        "name": career.name,
        "since": min(one.game.at for one in career.outcomes),
        "games": len(career.outcomes),
        "won": sum(one.part.won for one in career.outcomes),
        "ranked": len(ranked),
        "points": sum(part.vp for part in ranked),
        "best": max((part.vp for part in ranked), default=0),
        "busts": sum(one.part.busts for one in career.outcomes),
        "recent": [
            {"code": game.code, "at": game.at, "vp": part.vp, "place": part.place, "won": part.won}
            for game, part in career.outcomes[-RECENT:]
        ],
        "against": [
            {
                "name": written[key],
                "ahead": career.ahead[key],
                "behind": career.behind[key],
                "level": career.level[key],
            }
            for key in sorted(met, key=lambda one: (-career.ahead[one] - career.behind[one], one))
        ],
        "hired": dict(career.hired.most_common()),
        "awards": dict(career.awards.most_common()),
        "boxes": [
            {"edition": edition, "modules": list(modules), "games": len(won), "won": sum(won)}
            for (edition, modules), won in sorted(career.boxes.items(), key=lambda one: -len(one[1]))
        ],
    }
