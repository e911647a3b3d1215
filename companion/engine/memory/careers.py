"""Everybody's games over many evenings: won, points, busts, whom they were ahead of and whom they hired."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from companion.engine.entering.names import known_as

# As many of the last games as one looks back at.
RECENT = 12


class Part(NamedTuple):
    """What one player came to in one game; no `place` where all played together."""

    name: str
    vp: int
    place: int | None
    won: bool
    busts: int
    hired: Mapping[str, int]
    awards: tuple[str, ...]


class Played(NamedTuple):
    """One game that is over, `at` seconds since 1970."""

    code: str
    at: int
    edition: str
    modules: tuple[str, ...]
    parts: tuple[Part, ...]


class Outcome(NamedTuple):
    """What a game came to for one player."""

    game: Played
    part: Part


@dataclass(frozen=True, slots=True)
class Career:
    """One player's games. `ahead` and `behind`: how often of each other player, where places were given."""

    name: str
    outcomes: list[Outcome] = field(default_factory=list)
    ahead: Counter[str] = field(default_factory=Counter)
    behind: Counter[str] = field(default_factory=Counter)
    level: Counter[str] = field(default_factory=Counter)
    hired: Counter[str] = field(default_factory=Counter)
    awards: Counter[str] = field(default_factory=Counter)
    boxes: dict[tuple[str, tuple[str, ...]], list[bool]] = field(default_factory=lambda: defaultdict(list))

    @property
    def ranked(self) -> list[Outcome]:
        """Those in which everybody played for himself."""
        return [one for one in self.outcomes if one.part.place is not None]


def careers(games: Iterable[Played]) -> list[Career]:
    """Everybody who played, those with most games first; a player is whoever has the same name."""
    found: dict[str, Career] = {}
    names: dict[str, str] = {}
    for game in sorted(games, key=lambda one: (one.at, one.code)):
        for part in game.parts:
            names[known_as(part.name)] = part.name
            career = found.setdefault(known_as(part.name), Career(part.name))
            _add(career, game, part)
    # As they were written last.
    told = [replace(career, name=names[key]) for key, career in found.items()]
    return sorted(told, key=lambda one: (-len(one.outcomes), known_as(one.name)))


def _add(career: Career, game: Played, part: Part) -> None:
    career.outcomes.append(Outcome(game, part))
    career.hired.update(part.hired)
    career.awards.update(part.awards)
    career.boxes[game.edition, game.modules].append(part.won)
    for other in game.parts:
        if other is part or part.place is None or other.place is None:
            continue
        if part.place == other.place:
            career.level[known_as(other.name)] += 1
        else:
            (career.ahead if part.place < other.place else career.behind)[known_as(other.name)] += 1
