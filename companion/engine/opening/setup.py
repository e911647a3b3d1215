"""Open a table: players, piles, the special expedition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.engine.house.living import cards_beside
from companion.engine.modules import begun, built
from companion.engine.printed import catalogue
from companion.engine.printed.box import stocked
from companion.engine.printed.cards import Expedition
from companion.engine.printed.editions import edition, read_options, rules_for, settle
from companion.engine.printed.manifests import (
    WAYS,
    brought,
    manifests,
    parts_of,
    players_of,
    way_of,
    ways_in,
)
from companion.engine.refusals import Malformed, Reason, Refusal
from companion.engine.table.state import DISCOVER, Game, Player, Setup, State
from companion.engine.version import engine_version


def check_modules(setup: Setup) -> tuple[str, ...]:
    """The modules that are played, with those they bring along; raises Malformed for one that the edition does not have,
    Refusal for those that are not played together.
    """
    found = edition(setup.edition)
    for module in setup.modules:
        if module not in found.modules and module not in WAYS:
            raise Malformed("modules", "one_of", choices=tuple(found.modules))
    if len(set(setup.modules)) != len(setup.modules):
        raise Malformed("modules", "each_once")
    modules, way = brought(setup.modules), way_of(setup.modules)
    if not any(manifests()[name].alone for name in modules):
        first = next(name for name, one in manifests().items() if one.alone)
        raise Refusal(Reason("MODULE_REQUIRED", "modules", {"module": first}))
    for name in modules:
        one = manifests()[name]
        for needed in one.needs:
            if needed not in modules:
                raise Refusal(Reason("MODULE_REQUIRED", "modules", {"module": needed}))
        for other, rule in one.not_with.items():
            if other in modules:
                raise Refusal(Reason("MODULES_EXCLUDE", rule, {"module": name, "other": other}))
    if not any(way in manifests()[name].ways for name in modules):
        ways = sorted({one for name in modules for one in manifests()[name].ways})
        raise Malformed("modules", "one_of", choices=ways)
    if not any(way in ways_in(name, found.id) for name in modules):
        raise Refusal(Reason("MODULE_REQUIRED", "modules", {"module": way}))
    return modules


def player_limits(setup: Setup) -> tuple[int, int]:
    """For how many players the modules are, played in this way; else for as many as the edition."""
    limits = edition(setup.edition).switches["player_count"]
    return players_of(setup.modules, limits["min"], limits["max"])


def check_player_count(setup: Setup, count: int) -> None:
    """Raises Refusal where the box is for more or fewer players (C05)."""
    least, most = player_limits(setup)
    if not least <= count <= most:
        parts = parts_of(setup.edition, brought(setup.modules), way_of(setup.modules))
        told = (part.instead for part in parts)
        rule = next((said["player_count"] for said in told if "player_count" in said), "player_count")
        raise Refusal(Reason("TOO_MANY_PLAYERS", rule, {"count": count, "min": least, "max": most}))


def new_game(setup: Setup, count: int, start_player: int = 0, parts_open_by_themselves: bool = True) -> Game:
    """What holds for the whole game; raises Malformed or Refusal for a choice the edition forbids."""
    modules, way = check_modules(setup), way_of(setup.modules)
    found = edition(setup.edition)
    options = read_options(found, setup.options, setup.settled)
    _check_options(setup, modules)
    rules = rules_for(found, options, count, setup.settled, modules, way)
    deck = stocked(catalogue.deck(modules), setup.box)
    return Game(
        setup,
        rules,
        deck,
        deck,
        modules,
        start_player,
        setup.players,
        tuple(range(count)),
        parts_open_by_themselves,
        box=setup.box,
        house=built(modules, way),
    )


def _check_options(setup: Setup, modules: tuple[str, ...]) -> None:
    """Raises Refusal where an option means nothing to what is played."""
    if setup.settled is None:
        for part in parts_of(setup.edition, modules, way_of(setup.modules)):
            for key, module in part.without.items():
                if setup.options.get(key):
                    raise Refusal(
                        Reason("MODULE_REQUIRED", part.instead.get(key, "modules"), {"module": module})
                    )


def settled(setup: Setup) -> Setup:
    """The setup with the rules as they are now, where it has none of its own yet; raises Malformed or Refusal."""
    if setup.settled is not None:
        return setup
    rules = new_game(setup, len(setup.players)).rules
    return replace(setup, settled=settle(rules, engine_version()))


def fresh_table(setup: Setup) -> State:
    """A table at the start of its first turn (`000 Setup`); raises Malformed or Refusal."""
    count = len(setup.players)
    check_player_count(setup, count)
    game = new_game(setup, count)
    coins = game.rules.switches.starting_coins
    table = bare_table(game, tuple(Player(name, coins) for name in setup.players))
    return table._replace(expeditions=special_on_table(game), draw_pile=shuffled_cards(game) - coins * count)


def bare_table(game: Game, players: tuple[Player, ...], situation: Mapping[str, Any] | None = None) -> State:
    """These players with nothing on the table yet, and in the rooms of the modules what the situation tells."""
    return State(
        game=game,
        players=players,
        phase=DISCOVER,
        active=0,
        acting=0,
        round=1,
        drawn=0,
        harbor=(),
        expeditions=(),
        draw_pile=0,
        discard_pile=0,
        unseen=fresh_unseen(game),
        known_discards=(),
        rooms=begun(game, situation),
    )


def shuffled_cards(game: Game) -> int:
    """How many cards are shuffled: all but a special expedition that is boxed or lies on the table (C06)."""
    return cards_in_game(game) - sum(cards_beside(game).values())


def cards_in_game(game: Game) -> int:
    """The same with those that lie beside the table and may be shuffled in later."""
    apart = game.deck.special is not None and game.rules.special_expedition != "shuffled"
    return game.deck.size - (1 if apart else 0)


def special_on_table(game: Game) -> tuple[Expedition, ...]:
    special = game.deck.special
    if isinstance(special, Expedition) and game.rules.special_expedition == "on_table":
        return (special,)
    return ()


def fresh_unseen(game: Game) -> tuple[int, ...]:
    """Per printed card, how many may come from a freshly shuffled pile: all but a special expedition that is not in it."""
    apart = game.rules.special_expedition != "shuffled"
    found = [max(0, kind.count - int(kind.special and apart)) for kind in game.deck.kinds]
    for name, count in cards_beside(game).items():
        at = game.deck.by_id[name]
        found[at] = max(0, found[at] - count)
    return tuple(found)
