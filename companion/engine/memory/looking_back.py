"""Many evenings as the outside tells of them, and what they come to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.engine.entering.names import kept_name, known_as
from companion.engine.log.said_beside import seconds
from companion.engine.refusals import Malformed
from companion.engine.values import flag, mapping, number, sequence, word

from .careers import RECENT, Career, Part, Played, careers

if TYPE_CHECKING:
    from companion.engine.json import shapes

# Years of evenings, tables of players, points: more than anybody has.
MOST_GAMES, MOST_PLAYERS, MOST_POINTS = 2000, 20, 1000
# Everybody is told of everybody met, with each person hired and each award: over all games there are no more than these.
MOST_NAMES, MOST_KINDS, MOST_MODULES = 300, 60, 12
# Of those whom somebody met and of the boxes played, so many are told, those that came most often.
MOST_MET, MOST_BOXES = 40, 12
LONGEST_CODE = 80


def remembered_json(body: object) -> shapes.Remembered:
    """Everybody who played in `games`, and what their games came to; raises Malformed naming the field."""
    rows = sequence(mapping(body, "body").get("games"), "games", MOST_GAMES)
    names, kinds = _Few(MOST_NAMES), _Few(MOST_KINDS)
    found = careers(
        _game(mapping(row, f"games[{at}]"), f"games[{at}]", names, kinds) for at, row in enumerate(rows)
    )
    written = {known_as(career.name): career.name for career in found}
    return {"players": [_career(career, written) for career in found]}


class _Few:
    """What may differ from game to game, so many times at most over all of them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._seen: set[str] = set()

    def note(self, one: str, field: str) -> None:
        """One of them; raises Malformed where it is one too many."""
        self._seen.add(one)
        if len(self._seen) > self._most:
            raise Malformed(field, "different", most=self._most)


def _game(row: Mapping[str, Any], field: str, names: _Few, kinds: _Few) -> Played:
    modules = sequence(row.get("modules"), f"{field}.modules", MOST_MODULES)
    players = sequence(row.get("players"), f"{field}.players", MOST_PLAYERS)
    return Played(
        _code(row.get("code"), f"{field}.code"),
        seconds(row.get("at"), f"{field}.at") or 0,
        _key(row.get("edition"), f"{field}.edition"),
        tuple(_key(one, f"{field}.modules") for one in modules),
        tuple(
            _part(mapping(one, f"{field}.players[{at}]"), f"{field}.players[{at}]", names, kinds)
            for at, one in enumerate(players)
        ),
    )


def _code(value: object, field: str) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_CODE:
        raise Malformed(field, "text_up_to", most=LONGEST_CODE)
    return value


def _key(value: object, field: str) -> str:
    """A word of the program's own, as it calls boxes, persons and awards."""
    key = word(value, field)
    if not key.isascii():
        raise Malformed(field, "ascii")
    return key


def _part(row: Mapping[str, Any], field: str, names: _Few, kinds: _Few) -> Part:
    place, hired = row.get("place"), mapping(row.get("hired", {}), f"{field}.hired")
    awards = sequence(row.get("awards", []), f"{field}.awards", MOST_KINDS)
    name = kept_name(row.get("name"), f"{field}.name")
    names.note(known_as(name), f"{field}.name")
    for what, said in (("hired", hired), ("awards", awards)):
        for kind in said:
            kinds.note(_key(kind, f"{field}.{what}"), f"{field}.{what}")
    return Part(
        name,
        number(row.get("vp"), f"{field}.vp", MOST_POINTS),
        None if place is None else number(place, f"{field}.place", MOST_PLAYERS, 1),
        flag(row.get("won"), f"{field}.won"),
        number(row.get("busts", 0), f"{field}.busts", MOST_POINTS),
        {kind: number(count, f"{field}.hired", MOST_POINTS) for kind, count in hired.items()},
        tuple(awards),
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
            for key in sorted(met, key=lambda one: (-career.ahead[one] - career.behind[one], one))[:MOST_MET]
        ],
        "hired": dict(career.hired.most_common()),
        "awards": dict(career.awards.most_common()),
        "boxes": [
            {"edition": edition, "modules": list(modules), "games": len(won), "won": sum(won)}
            for (edition, modules), won in sorted(career.boxes.items(), key=lambda one: -len(one[1]))[
                :MOST_BOXES
            ]
        ],
    }
