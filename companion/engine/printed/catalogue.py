"""The printed cards, loaded from the modules' folders and checked on load."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any

from companion.engine.refusals import Malformed, fault_of

from .cards import (
    BONUSES,
    COLORS,
    MIXED,
    PART,
    SYMBOLS,
    Abilities,
    Card,
    Expedition,
    Income,
    Person,
    Ship,
    Tax,
    Unknown,
    line_of,
)
from .manifests import CardsOf, manifests
from .prints import Print, declared, told


@dataclass(frozen=True, slots=True)
class Kind:
    """Cards that are printed alike: the card, how many there are, its names."""

    card: Card
    count: int
    names: Mapping[str, str]
    special: bool = False
    # The ids of cards of other sets with the same numbers: at the table nobody can tell them apart.
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardSet:
    """One box of cards as printed."""

    name: str
    kinds: tuple[Kind, ...]
    persons: Mapping[str, Abilities]
    prints: Mapping[str, Print]


class CatalogueError(ValueError):
    """A card file says something that no printed card can say."""


def _abilities(person: str, data: Mapping[str, Any]) -> Abilities:
    rows = data.get("incomes", ())
    incomes = tuple(Income(line_of(person, row.get("when", PART)), **row) for row in rows)
    plain = {key: value for key, value in data.items() if key not in ("incomes", "symbols")}
    return Abilities(symbols=tuple(data.get("symbols", ())), incomes=incomes, **plain)


def _card(data: Mapping[str, Any], persons: Mapping[str, Abilities], prints: Mapping[str, Print]) -> Card:
    kind, name = data["kind"], data["id"]
    besides = told(
        (key, tuple(data[key]) if one.words else data[key]) for key, one in prints.items() if key in data
    )
    if kind == "ship":
        swords = None if data.get("skull") else data["swords"]
        return Ship(data["color"], swords, data["coins"], besides, id=name)
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
        return Tax(data["bonus"], data["threshold"], data.get("down_to"), data["bonus_coins"], id=name)
    if kind == "unknown":
        known = {key: data[key] for key in ("cost", "vp", "swords", "coins") if key in data}
        asks = _asked(data["of"], known, prints.values() if besides else ())
        return Unknown(data["of"], data.get("type"), data.get("color"), besides, known, asks, id=name)
    raise CatalogueError(f"{name}: no card kind {kind!r}")


def _asked(of: str, known: Mapping[str, int], besides: Iterable[Print]) -> tuple[str, ...]:
    """What has to be entered from an unknown card, in its order: what stands in the place of a number behind that."""
    if of == "person":
        return tuple(key for key in ("cost", "vp", "swords") if key not in known)
    if of == "expedition":
        return tuple(key for key in ("need", "coins", "vp") if key not in known)
    instead = [(one.key, one.in_place_of) for one in besides if one.in_place_of]
    others = [(one.key, "") for one in besides if not one.in_place_of]
    figures = [("swords", ""), ("coins", ""), *instead, *others]
    return tuple(key for key, place in figures if key not in known and place not in known)


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
    elif isinstance(card, Unknown):
        if card.of not in ("ship", "person", "expedition", MIXED):
            wrong = "unknown card"
    elif card.bonus not in BONUSES:
        wrong = "tax"
    if wrong:
        raise CatalogueError(f"{card.id}: impossible {wrong}")


@cache
def card_set(name: str) -> CardSet:
    """The cards of one set; raises CatalogueError where the data contradicts itself."""
    text = resources.files("companion.engine").joinpath(f"modules/{name}/cards.json").read_text("utf-8")
    data = json.loads(text)
    persons = {kind: _abilities(kind, found) for kind, found in data["persons"].items()}
    prints = declared(data.get("prints", {}))
    kinds = []
    for row in data["cards"]:
        card = _card(row, persons, prints)
        check(card)
        names = {key: value for key, value in row.items() if key.startswith("name_")}
        kinds.append(Kind(card, row["count"], names, row.get("special", False)))
    if sum(kind.count for kind in kinds) != data["total"]:
        raise CatalogueError(f"{name}: the counts do not add up to {data['total']}")
    if len({kind.card.id for kind in kinds}) != len(kinds):
        raise CatalogueError(f"{name}: an id stands twice")
    return CardSet(data["name"], tuple(kinds), persons, prints)


@cache
def card_set_names() -> tuple[str, ...]:
    """Every set of cards, those first that others build on."""
    return tuple(dict.fromkeys(cards.set for one in manifests().values() for cards in one.cards))


@cache
def person_abilities() -> Mapping[str, Abilities]:
    """What each person type of any set does."""
    return {kind: found for name in card_set_names() for kind, found in card_set(name).persons.items()}


@cache
def persons_of(modules: tuple[str, ...]) -> frozenset[str]:
    """The types of persons that these modules have."""
    sets = {part.set for name in modules for part in manifests()[name].cards}
    return frozenset(kind for name in sets for kind in card_set(name).persons)


@cache
def prints() -> tuple[Print, ...]:
    """What any set prints on ships besides."""
    return tuple(one for name in card_set_names() for one in card_set(name).prints.values())


@cache
def prints_of(modules: tuple[str, ...]) -> frozenset[str]:
    """What the sets of these modules print on ships besides, by its keys."""
    sets = {part.set for name in modules for part in manifests()[name].cards}
    return frozenset(key for name in sets for key in card_set(name).prints)


@cache
def printed_cards() -> Mapping[str, Card]:
    """Every card of any set by its id."""
    return {str(kind.card.id): kind.card for name in card_set_names() for kind in card_set(name).kinds}


def printed_id(name: object, field: str) -> str:
    """The id of a card of the catalogue; raises Malformed."""
    if not isinstance(name, str) or name not in printed_cards():
        raise Malformed(field, "catalogue_card", fault_of(name))
    return name


@dataclass(frozen=True, slots=True)
class Deck:
    """All printed cards of a table's modules, and how to find one by id or by its numbers."""

    modules: tuple[str, ...]
    kinds: tuple[Kind, ...]
    by_id: Mapping[str, int]
    by_numbers: Mapping[Card, int]
    # How many cards of each kind are in the box, and in all.
    holds: Mapping[str, int]
    size: int
    # Where those stand whose numbers nobody knew.
    places: tuple[int, ...] = ()
    # The colors of its ships, those of any game first.
    colors: tuple[str, ...] = COLORS

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

    def place_of(self, card: Card) -> int | None:
        """Among those whose numbers nobody knows, which one may be that card; None where all are known."""
        for index in self.places:
            place = self.kinds[index].card
            if isinstance(place, Unknown) and place.fits(card):
                return index
        return None

    def printed(self, card: Card) -> Card:
        """The card as the catalogue knows it, or the card itself where its numbers are not printed."""
        found = self.by_numbers.get(card)
        return card if found is None else self.kinds[found].card


@cache
def deck(modules: tuple[str, ...]) -> Deck:
    """The deck that the cards of these modules make together; equal numbers are one kind, whichever set they are from."""
    kinds: dict[Card, Kind] = {}
    for kind in (kind for name in modules for part in manifests()[name].cards for kind in kinds_of(part)):
        known = kinds.get(kind.card)
        if known is not None:
            also = (*known.also, str(kind.card.id))
            kind = replace(known, count=known.count + kind.count, also=also)
        kinds[kind.card] = kind
    return made_of(modules, kinds.values())


@cache
def whole_deck() -> Deck:
    """Every card of any set."""
    sets = card_set_names()
    return made_of(sets, (kind for name in sets for kind in card_set(name).kinds))


def kinds_of(part: CardsOf) -> tuple[Kind, ...]:
    """The cards of a set, or of that part of it."""
    kinds = card_set(part.set).kinds
    if not part.only:
        return kinds
    return tuple(kind for kind in kinds if {kind.card.kind, getattr(kind.card, "type", "")} & set(part.only))


def made_of(modules: tuple[str, ...], rows: Iterable[Kind]) -> Deck:
    """The deck of these kinds."""
    kinds = tuple(rows)
    by_id = {name: index for index, kind in enumerate(kinds) for name in (str(kind.card.id), *kind.also)}
    by_numbers: dict[Card, int] = {}
    for index, kind in enumerate(kinds):
        by_numbers.setdefault(kind.card, index)
    holds = dict.fromkeys(("ship", "person", "expedition", "tax"), 0)
    for kind in kinds:
        holds[kind.card.counts_as if isinstance(kind.card, Unknown) else kind.card.kind] += kind.count
    places = tuple(index for index, kind in enumerate(kinds) if isinstance(kind.card, Unknown))
    sails = [kind.card.color for kind in kinds if isinstance(kind.card, Ship | Unknown) and kind.card.color]
    colors = tuple(dict.fromkeys((*COLORS, *sails)))
    return Deck(modules, kinds, by_id, by_numbers, holds, sum(holds.values()), places, colors)
