"""Open a table: players, piles, the special expedition."""

from __future__ import annotations

from dataclasses import replace

from companion.engine.modules import EXPANSIONS
from companion.engine.table import catalogue
from companion.engine.table.box import stocked
from companion.engine.table.cards import Expedition
from companion.engine.table.door import Expansion
from companion.engine.table.editions import edition, read_options, rules_for, settle
from companion.engine.table.refusals import Malformed, Reason, Refusal
from companion.engine.table.state import DISCOVER, Game, Player, Setup, State
from companion.engine.version import engine_version


def check_modules(setup: Setup) -> tuple[Expansion, ...]:
    """The expansions of the chosen modules; raises Malformed for one that the edition does not have."""
    found = edition(setup.edition)
    for module in setup.modules:
        if module not in found.modules:
            raise Malformed("modules", "any of " + ", ".join(found.modules))
    if "base" not in setup.modules:
        raise Refusal(Reason("MODULE_REQUIRED", "modules", {"module": "base"}))
    if len(set(setup.modules)) != len(setup.modules):
        raise Malformed("modules", "each module once")
    return tuple(expansion for expansion in EXPANSIONS if expansion.module in setup.modules)


def check_player_count(setup: Setup, count: int) -> None:
    """Raises Refusal where the box is for more or fewer players (C05)."""
    limits = edition(setup.edition).switches["player_count"]
    if not limits["min"] <= count <= limits["max"]:
        figures = {"count": count, "min": limits["min"], "max": limits["max"]}
        raise Refusal(Reason("TOO_MANY_PLAYERS", "player_count", figures))


def new_game(setup: Setup, count: int, start_player: int = 0, parts_open_by_themselves: bool = True) -> Game:
    """What holds for the whole game; raises Malformed or Refusal for a choice the edition forbids."""
    expansions = check_modules(setup)
    found = edition(setup.edition)
    options = read_options(found, setup.options, setup.settled)
    rules = rules_for(found, options, count, setup.settled)
    sets = ["base", *(name for expansion in expansions for name in expansion.card_sets)]
    deck = stocked(catalogue.deck(sets), setup.box)
    return Game(
        setup,
        rules,
        deck,
        deck,
        expansions,
        start_player,
        setup.players,
        tuple(range(count)),
        parts_open_by_themselves,
        box=setup.box,
    )


def settled(setup: Setup) -> Setup:
    """The set-up with the rules as they are now, where it has none of its own yet; raises Malformed or Refusal."""
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
    shuffled = shuffled_cards(game)
    return State(
        game=game,
        players=tuple(Player(name, coins) for name in setup.players),
        phase=DISCOVER,
        active=0,
        acting=0,
        round=1,
        drawn=0,
        harbor=(),
        expeditions=special_on_table(game),
        draw_pile=shuffled - coins * count,
        discard_pile=0,
        unseen=fresh_unseen(game),
        known_discards=(),
        slots=tuple(expansion.slot for expansion in game.expansions),
    )


def shuffled_cards(game: Game) -> int:
    """How many cards are shuffled: all but a special expedition that is boxed or lies on the table (C06)."""
    apart = game.deck.special is not None and game.rules.special_expedition != "shuffled"
    return game.deck.size - (1 if apart else 0)


def special_on_table(game: Game) -> tuple[Expedition, ...]:
    special = game.deck.special
    if isinstance(special, Expedition) and game.rules.special_expedition == "on_table":
        return (special,)
    return ()


def fresh_unseen(game: Game) -> tuple[int, ...]:
    """Per printed card, how many may come from a freshly shuffled pile."""
    shuffled = game.rules.special_expedition == "shuffled"
    return tuple(0 if kind.special and not shuffled else kind.count for kind in game.deck.kinds)
