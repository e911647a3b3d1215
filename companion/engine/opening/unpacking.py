"""What a group takes out of its box for a table, and what stays there: worked out of the modules, whatever they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from companion.engine.table import catalogue
from companion.engine.table.cards import Person
from companion.engine.table.catalogue import Kind
from companion.engine.table.editions import edition
from companion.engine.table.manifests import InEdition, manifests
from companion.engine.table.state import Game, Setup

from .setup import check_player_count, new_game, shuffled_cards

if TYPE_CHECKING:
    from companion.engine.json import shapes


def unpacking(setup: Setup) -> shapes.Unpacking:
    """The steps from the box to the first card; raises Malformed or Refusal for a table that cannot be."""
    count = len(setup.players)
    check_player_count(setup, count)
    game = new_game(setup, count)
    own, others = _sorted(game)
    steps = [_take(one) for one in own]
    steps[1:1] = _special(game)
    if others:
        left = sum(one["count"] for one in others)
        steps.append({"what": "leave", "rule": "modules", "count": left, "sets": others})
    return {"players": count, "steps": [*steps, _shuffle(game), _deal(game, count)]}


def _sorted(game: Game) -> tuple[list[shapes.UnpackedSet], list[shapes.UnpackedSet]]:
    """The cards of the box by set: those that are played, and those that are not."""
    box = edition(game.setup.edition).modules
    played, others = [], []
    for name in catalogue.card_set_names():
        of = [one for one in box if name in _sets(one)]
        if not of:
            continue
        wanted = {kind.card.id for one in of if one in game.modules for kind in _kinds(one, name)}
        there = catalogue.card_set(name).kinds
        user = next((one for one in of if one in game.modules), of[0])
        into = [kind for kind in there if kind.card.id in wanted]
        out = [kind for kind in there if kind.card.id not in wanted]
        played += [_cards(game, user, name, into)] if into else []
        others += [_cards(game, of[0] if not into else user, name, out)] if out else []
    return played, others


def _sets(module: str) -> set[str]:
    return {part.set for part in manifests()[module].cards}


def _kinds(module: str, name: str) -> Iterable[Kind]:
    """What a module is played with of a set."""
    parts = [part for part in manifests()[module].cards if part.set == name]
    return [kind for part in parts for kind in catalogue.kinds_of(part)]


def _cards(game: Game, module: str, name: str, kinds: Sequence[Kind]) -> shapes.UnpackedSet:
    counts: Counter[tuple[str, str | None]] = Counter()
    for kind in kinds:
        card = kind.card
        counts[card.kind, card.type if isinstance(card, Person) else None] += kind.count
    found: shapes.UnpackedSet = {
        "set": name,
        "module": module,
        "count": counts.total(),
        "of": sum(kind.count for kind in catalogue.card_set(name).kinds),
        "kinds": [_counted(kind, type_, count) for (kind, type_), count in counts.items()],
    }
    mark = manifests()[module].editions.get(game.setup.edition, InEdition()).mark
    if mark:
        found["mark"] = mark
    return found


def _counted(kind: str, type_: str | None, count: int) -> shapes.UnpackedKind:
    return {"kind": kind, "count": count} if type_ is None else {"kind": kind, "type": type_, "count": count}


def _take(cards: shapes.UnpackedSet) -> shapes.UnpackingStep:
    alone = manifests()[cards["module"]].alone
    rule = "setup" if alone else "modules"
    return {"what": "take", "rule": rule, "count": cards["count"], "sets": [cards]}


def _special(game: Game) -> list[shapes.UnpackingStep]:
    """The expedition without a coin on its back, where it is not shuffled like any other card (C06)."""
    lies = {"removed": "box", "on_table": "table"}.get(game.rules.special_expedition)
    if game.deck.special is None or lies is None:
        return []
    return [{"what": "special", "rule": "special_expedition", "count": 1, "lies": lies}]


def _shuffle(game: Game) -> shapes.UnpackingStep:
    step: shapes.UnpackingStep = {"what": "shuffle", "rule": "setup", "count": shuffled_cards(game)}
    own = game.deck.size - catalogue.deck(game.modules).size
    return {**step, "own": own} if own else step


def _deal(game: Game, players: int) -> shapes.UnpackingStep:
    each = game.rules.switches.starting_coins
    dealt = each * players
    left = shuffled_cards(game) - dealt
    return {"what": "deal", "rule": "starting_coins", "count": dealt, "each": each, "left": left}
