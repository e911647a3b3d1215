"""No table and no request changes what another one is told."""

from __future__ import annotations

import functools
import json
import random
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.bridge import Bridge
from companion.engine import codec
from companion.engine.json import writing
from companion.engine.printed import editions
from companion.engine.printed.editions import EDITIONS
from companion.engine.printed.manifests import manifests

from .play import random_game, table

PLAYERS = ["Ann", "Bob", "Cem"]


# What these keep are files of the package, by their names.
LOADERS = {"card_set", "card_set_names", "edition", "sections", "engine_version"}


def caches() -> list[functools._lru_cache_wrapper]:
    """Everything in which the engine keeps what it has worked out."""
    rooms = [room for name, room in sys.modules.items() if name.startswith("companion.engine")]
    found = {id(one): one for room in rooms for one in vars(room).values()}
    return [
        one
        for one in found.values()
        if isinstance(one, functools._lru_cache_wrapper) and one.__name__ not in LOADERS
    ]


def as_if_just_started() -> None:
    """Forgets all of it, as a new process would."""
    for cache in caches():
        cache.cache_clear()


def ruling(harbor: list[object], edition: str = "pegasus") -> dict[str, object]:
    situation = {"players": [{"id": name, "coins": 9} for name in PLAYERS], "harbor": harbor}
    return {"edition": edition, "situation": situation, "steps": [{"type": "stop"}]}


def printed_numbers(name: str) -> dict[str, object]:
    """What is printed on the cards of a set, without their ids."""
    found = next(one for one in codec.catalogue_json()["sets"] if one["set"] == name)
    keys = ("kind", "color", "skull", "swords", "coins", "type", "cost", "vp", "need", "bonus", "threshold")
    return [{key: card[key] for key in keys if key in card} for card in found["cards"]]


@pytest.fixture(autouse=True)
def _fresh():
    as_if_just_started()
    yield
    as_if_just_started()


def test_a_ruling_about_cards_without_ids_leaves_the_catalogue_its_ids() -> None:
    cards = [card for card in printed_numbers("gambler") if card["kind"] == "person"]
    as_if_just_started()
    codec.answer_ruling(ruling(cards))
    steps = [{"type": "draw", "card": card} for card in cards]
    codec.answer_ruling({**ruling([]), "steps": steps})
    found = next(one for one in codec.catalogue_json()["sets"] if one["set"] == "gambler")
    assert all("id" in card for card in found["cards"])


def test_another_table_stores_its_cards_with_their_ids() -> None:
    cards = [card for card in printed_numbers("gambler") if card["kind"] == "person"]
    as_if_just_started()
    codec.answer_ruling({**ruling([]), "steps": [{"type": "draw", "card": card} for card in cards]})
    having = next(name for name in EDITIONS if "gambler" in editions.edition(name).modules)
    history = table(having, modules=("base", "gambler"))
    for card in cards:
        line = codec.line_from_json(
            {"entry_id": "a", "entry": {"type": "draw", "card": card}}, history.state.game
        )
        assert "id" in codec.line_json(line)["entry"]["card"]


def test_what_a_request_says_is_not_kept() -> None:
    """Any words as flags: an SJG table may name its flags as it likes."""

    def kept() -> int:
        return sum(cache.cache_info().currsize for cache in caches())

    def ask(words: range) -> None:
        for word in words:
            ship = {"kind": "ship", "color": f"flag{word}", "swords": 3, "coins": 2}
            codec.answer_ruling({**ruling([ship], "sjg"), "steps": [{"type": "draw", "card": ship}]})

    ask(range(5))
    before = kept()
    ask(range(5, 60))
    assert kept() == before


@pytest.mark.parametrize("symbols", [("captain",), ("captain", "priest", "settler")])
def test_long_displays_leave_little_behind(symbols: tuple[str, ...]) -> None:
    """The ways to pay for an expedition are worked out of few persons, however many somebody has."""
    from companion.engine.printed.cards import Abilities, Person
    from companion.engine.rules import expeditions

    few = [Person("a", 1, 1, abilities=Abilities(symbols))] * 8
    many = few * 20
    assert expeditions.helpers(many) == expeditions.helpers(few)


Script = list[tuple[str, dict[str, object]]]


def calls(number: int, seed: int) -> Script:
    """What one phone asks: a game by chance at a table of its own, and rulings about odd cards."""
    chance = random.Random(seed)
    edition = chance.choice(EDITIONS)
    more = [name for name in editions.edition(edition).modules if manifests()[name].needs == ("base",)]
    modules = tuple(chance.choice([("base",), ("base", *more)]))
    code = f"table{number}"
    setup = {"edition": edition, "modules": list(modules), "players": PLAYERS}
    script: Script = [("open", {"code": code, "setup": setup})]
    before = table(edition, 3, modules)
    cards = [*printed_numbers("gambler"), *printed_numbers("base")]
    for history, _ in random_game(before, chance, limit=chance.randint(1, 12)):
        line = codec.line_json(history.lines[-1])
        card = line.get("entry", {}).get("card")
        if card and chance.random() < 0.7:
            card.pop("id", None)
        script.append(("record", {"code": code, "line": line}))
    odd = chance.sample(cards, 4)
    script.append(("ruling", {"body": {**ruling([]), "steps": [{"type": "draw", "card": c} for c in odd]}}))
    script.append(("view", {"code": code}))
    script.append(("export", {"code": code}))
    script.append(("catalogue", {}))
    return script


def answers(*scripts: Script, order: list[int]) -> list[list[str]]:
    """What each phone is told, where they ask in that order."""
    desk, found = Bridge(), [[] for _ in scripts]
    waiting = [list(script) for script in scripts]
    for number in order:
        if waiting[number]:
            call, body = waiting[number].pop(0)
            found[number].append(desk.answer(json.dumps({"call": call, **body})))
    return found


@settings(max_examples=15)
@given(
    seeds=st.lists(st.integers(0, 10_000), min_size=2, max_size=4), chance=st.randoms(use_true_random=False)
)
def test_tables_and_requests_that_take_turns_are_each_told_what_they_are_told_alone(seeds, chance) -> None:
    scripts = [calls(number, seed) for number, seed in enumerate(seeds)]
    order = [number for number, script in enumerate(scripts) for _ in script]
    chance.shuffle(order)
    as_if_just_started()
    together = answers(*scripts, order=order)
    for number, script in enumerate(scripts):
        as_if_just_started()
        assert answers(script, order=[0] * len(script)) == [together[number]]


def test_the_same_printed_card_is_written_once() -> None:
    """What is written after every entry are the printed cards, over and over."""
    history = table()
    card = history.state.game.deck.kinds[0].card
    assert writing.card(card) is writing.card(card)
