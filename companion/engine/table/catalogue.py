"""The printed cards, loaded from data/cards and checked on load."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from .cards import COLORS, SYMBOLS, Abilities, Card, Expedition, PartIncome, Person, Ship, Tax


@dataclass(frozen=True, slots=True)
class Kind:
    """Cards that are printed alike: the card, how many there are, its names."""

    card: Card
    count: int
    names: Mapping[str, str]
    special: bool = False


@dataclass(frozen=True, slots=True)
class CardSet:
    """One box of cards as printed."""

    name: str
    kinds: tuple[Kind, ...]
    persons: Mapping[str, Abilities]


class CatalogueError(ValueError):
    """A card file says something that no printed card can say."""


def _abilities(data: Mapping[str, Any]) -> Abilities:
    incomes = tuple(PartIncome(**income) for income in data.get("part_income", ()))
    plain = {key: value for key, value in data.items() if key not in ("part_income", "symbols")}
    return Abilities(symbols=tuple(data.get("symbols", ())), part_income=incomes, **plain)


def _card(data: Mapping[str, Any], persons: Mapping[str, Abilities]) -> Card:
    kind, name = data["kind"], data["id"]
    if kind == "ship":
        swords = None if data.get("skull") else data["swords"]
        return Ship(data["color"], swords, data["coins"], id=name)
    if kind == "person":
        return Person(
            data["type"],
            data["cost"],
            data["vp"],
            data.get("swords", 0),
            data.get("color"),
            persons[data["type"]],
            id=name,
        )
    if kind == "expedition":
        return Expedition(tuple(sorted(data["need"])), data["coins"], data["vp"], id=name)
    if kind == "tax":
        return Tax(data["bonus"], data["threshold"], bonus_coins=data["bonus_coins"], id=name)
    raise CatalogueError(f"{name}: no card kind {kind!r}")


def check(card: Card) -> None:
    """Refuse printed numbers that no card can carry; raises CatalogueError."""
    wrong = None
    if isinstance(card, Ship):
        if (
            card.color not in COLORS
            or not 0 < card.coins < 10
            or not (card.swords is None or 0 < card.swords < 20)
        ):
            wrong = "ship"
    elif isinstance(card, Person):
        if card.cost is None or card.vp is None or not 0 <= card.cost < 20 or not 0 <= card.vp < 10:
            wrong = "person"
    elif isinstance(card, Expedition):
        if not card.need or not set(card.need) <= set(SYMBOLS) or not 0 <= card.coins < 10:
            wrong = "expedition"
    elif card.bonus not in ("most_swords", "fewest_vp"):
        wrong = "tax"
    if wrong:
        raise CatalogueError(f"{card.id}: impossible {wrong}")


@cache
def card_set(name: str) -> CardSet:
    """The cards of one set; raises CatalogueError where the data contradicts itself."""
    text = resources.files("companion.engine").joinpath(f"data/cards/{name}.json").read_text("utf-8")
    data = json.loads(text)
    persons = {kind: _abilities(found) for kind, found in data["persons"].items()}
    kinds = []
    for row in data["cards"]:
        card = _card(row, persons)
        check(card)
        names = {key: value for key, value in row.items() if key.startswith("name_")}
        kinds.append(Kind(card, row["count"], names, row.get("special", False)))
    if sum(kind.count for kind in kinds) != data["total"]:
        raise CatalogueError(f"{name}: the counts do not add up to {data['total']}")
    if len({kind.card.id for kind in kinds}) != len(kinds):
        raise CatalogueError(f"{name}: an id stands twice")
    return CardSet(data["name"], tuple(kinds), persons)


@cache
def card_set_names() -> tuple[str, ...]:
    """Every set in data/cards, the base game first."""
    files = resources.files("companion.engine").joinpath("data/cards").iterdir()
    names = {file.name.removesuffix(".json") for file in files if file.name.endswith(".json")}
    return ("base", *sorted(names - {"base"}))


@cache
def person_abilities() -> Mapping[str, Abilities]:
    """What each person type of any set does."""
    return {kind: found for name in card_set_names() for kind, found in card_set(name).persons.items()}


@cache
def printed_cards() -> Mapping[str, Card]:
    """Every card of any set by its id."""
    return {str(kind.card.id): kind.card for name in card_set_names() for kind in card_set(name).kinds}


@dataclass(frozen=True, slots=True)
class Deck:
    """All printed cards of a table's modules, and how to find one by id or by its numbers."""

    sets: tuple[str, ...]
    kinds: tuple[Kind, ...]
    by_id: Mapping[str, int]
    by_numbers: Mapping[Card, int]
    # How many cards of each kind are in the box, and in all.
    holds: Mapping[str, int]
    size: int

    @property
    def harbor_cards(self) -> int:
        """As many as could ever lie in a harbor."""
        return self.holds["ship"] + self.holds["person"]

    @property
    def special(self) -> Card | None:
        """The expedition without a coin on its back (`000 Setup`), where the deck has one."""
        return next((kind.card for kind in self.kinds if kind.special and kind.count), None)

    def index(self, card: Card) -> int | None:
        """Where the card stands among `kinds`; None for a card that is not printed in this deck."""
        if card.id is not None:
            return self.by_id.get(card.id)
        return self.by_numbers.get(card)

    def printed(self, card: Card) -> Card:
        """The card as the catalogue knows it, or the card itself where its numbers are not printed."""
        found = self.by_numbers.get(card)
        return card if found is None else self.kinds[found].card


def deck(sets: Iterable[str]) -> Deck:
    """The deck that the named card sets make together."""
    return _deck(tuple(sets))


@cache
def _deck(sets: tuple[str, ...]) -> Deck:
    return made_of(sets, (kind for name in sets for kind in card_set(name).kinds))


def made_of(sets: tuple[str, ...], rows: Iterable[Kind]) -> Deck:
    """The deck of these kinds."""
    kinds = tuple(rows)
    by_id = {str(kind.card.id): index for index, kind in enumerate(kinds)}
    by_numbers: dict[Card, int] = {}
    for index, kind in enumerate(kinds):
        by_numbers.setdefault(kind.card, index)
    holds = dict.fromkeys(("ship", "person", "expedition", "tax"), 0)
    for kind in kinds:
        holds[kind.card.kind] += kind.count
    return Deck(sets, kinds, by_id, by_numbers, holds, sum(holds.values()))
