"""What a group takes out of its box for a table, and what stays there: worked out of the modules, whatever they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, cast

from companion.engine.printed import catalogue
from companion.engine.printed.cards import Person, Unknown
from companion.engine.printed.catalogue import Kind
from companion.engine.printed.editions import edition
from companion.engine.printed.manifests import InEdition, brought, manifests
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
    # Where coins are printed on other cards nobody is dealt any before these are chosen.
    dealt = [_deal(game, count)] if game.rules.switches.starting_coins else []
    return {"players": count, "steps": [*steps, _shuffle(game), *dealt, *_of_modules(game)]}


def _of_modules(game: Game) -> list[shapes.UnpackingStep]:
    """What else the modules need on the table; they say it by name, and tests hold it to the declaration."""
    found = [step for unpacks in game.house.unpacks for step in unpacks(game)]
    return [cast("shapes.UnpackingStep", {"what": "set_up", **step}) for step in found]


def _sorted(game: Game) -> tuple[list[shapes.UnpackedSet], list[shapes.UnpackedSet]]:
    """The cards of the box as they are sorted there, by set or by the letter on them: those that are played, and those
    that are not.
    """
    box = edition(game.setup.edition).modules
    marks = {name: _mark(game, box, name) for name in catalogue.card_set_names()}
    played: list[shapes.UnpackedSet] = []
    others: list[shapes.UnpackedSet] = []
    for first in {mark or name: name for name, mark in reversed(marks.items()) if mark is not None}.values():
        names = [name for name, mark in marks.items() if name == first or (mark and mark == marks[first])]
        of = [one for one in box if any(name in _sets(one) for name in names)]
        chosen = [one for one in of if one in game.modules]
        wanted = {kind.card.id for one in chosen for name in names for kind in _kinds(one, name)}
        there = [kind for name in names for kind in catalogue.card_set(name).kinds]
        into = [kind for kind in there if kind.card.id in wanted]
        out = [kind for kind in there if kind.card.id not in wanted]
        size = sum(kind.count for kind in there)
        for kinds, user, found in ((into, chosen, played), (out, [], others)):
            module = (user or of)[0]
            # A fan's cards lie in no printed box.
            if kinds and (user or not manifests()[module].fan):
                found.append(_cards(module, first, kinds, size, marks[first]))
    played.sort(key=lambda one: list(manifests()).index(one["module"]))
    others.sort(key=lambda one: list(manifests()).index(one["module"]))
    return played, others


def _mark(game: Game, box: Sequence[str], name: str) -> str | None:
    """The letter on the cards of a set in this box, which may print none; None where the box has no such set."""
    found = [one for one in brought(box) if name in {part.set for part in manifests()[one].cards}]
    parts = (manifests()[one].editions.get(game.setup.edition, InEdition()) for one in found)
    return next((part.mark for part in parts), None)


def _sets(module: str) -> set[str]:
    """The sets that a module is played with, also those of modules that it brings along."""
    return {part.set for one in brought((module,)) for part in manifests()[one].cards}


def _kinds(module: str, name: str) -> Iterable[Kind]:
    """What a module is played with of a set."""
    parts = [part for one in brought((module,)) for part in manifests()[one].cards if part.set == name]
    return [kind for part in parts for kind in catalogue.kinds_of(part)]


def _cards(module: str, name: str, kinds: Sequence[Kind], size: int, mark: str | None) -> shapes.UnpackedSet:
    counts: Counter[tuple[str, str | None]] = Counter()
    for kind in kinds:
        card = kind.card
        of = card.of if isinstance(card, Unknown) else card.kind
        counts[of, card.type if isinstance(card, Person | Unknown) else None] += kind.count
    found: shapes.UnpackedSet = {
        "set": name,
        "module": module,
        "count": counts.total(),
        "of": size,
        "kinds": [_counted(kind, type_, count) for (kind, type_), count in counts.items()],
    }
    if mark:
        found["mark"] = mark
    return found


def _counted(kind: str, type_: str | None, count: int) -> shapes.UnpackedKind:
    return {"kind": kind, "count": count} if type_ is None else {"kind": kind, "type": type_, "count": count}


def _take(cards: shapes.UnpackedSet) -> shapes.UnpackingStep:
    one = manifests()[cards["module"]]
    rule = "setup" if one.alone else "modules"
    if cards["count"] < cards["of"]:
        # Why not all of them is said by the first rule of who plays with them.
        rule = next((name for part in one.editions.values() for name in part.rules), rule)
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
