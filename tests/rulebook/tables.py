"""Every table that can be set up, as the rules desk is told of it: an edition, its modules, a way to play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from companion.engine import EngineError, State, codec, open_history
from companion.engine.printed.editions import EDITIONS, edition
from companion.engine.printed.manifests import manifests
from companion.rulebook import WAYS

NAMES = ("Ann", "Bob", "Cem")


@dataclass(frozen=True)
class Table:
    """A table, and what its modules come to with those that they bring."""

    edition: str
    modules: tuple[str, ...]
    state: State

    def __str__(self) -> str:
        return "+".join((self.edition, *self.modules))

    @property
    def solo(self) -> bool:
        return "solo" in self.modules

    @property
    def together(self) -> bool:
        return self.solo or "coop" in self.modules


def opened(name: str, *modules: str, **situation: object) -> State:
    """A table of three players, or of one who plays alone."""
    players = NAMES[:1] if "solo" in modules else NAMES
    setup: dict[str, object] = {"edition": name, "modules": list(modules), "players": list(players)}
    if situation:
        setup["situation"] = situation
    return open_history(codec.setup_from_json(setup)).state


@cache
def tables() -> tuple[Table, ...]:
    """Every table: each game with every choice of what may be added to it, in every way to play."""
    found: dict[tuple[object, ...], Table] = {}
    for name in EDITIONS:
        offered = edition(name).modules
        games = [one for one in offered if manifests()[one].alone]
        added = [one for one in offered if one not in games]
        for game in games:
            for count in range(len(added) + 1):
                for more in combinations(added, count):
                    for way in WAYS:
                        try:
                            state = opened(name, game, *more, way)
                        except EngineError:
                            continue
                        # The way is told too where no other is: it is the usual one.
                        played = (*state.game.modules, way)
                        found[name, played] = Table(name, played, state)
    return tuple(found.values())
