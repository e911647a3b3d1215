"""The cards that a table plays with, as printed: by what they are called, with their numbers and how many there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from companion.engine.printed.cards import MIXED, Card, Person, Ship, Unknown
from companion.engine.printed.catalogue import Kind, deck
from companion.engine.printed.editions import EDITIONS

from .desks import read
from .terms import spoken

# Those that may be a ship or a tax have no page of their own.
EITHER = ("ship-mixed", "tax-mixed")


@cache
def _names_in_boxes() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """What boxes call their cards otherwise than the catalogue, by edition and language."""
    names: Mapping[str, Mapping[str, Mapping[str, str]]] = read("pages")["names"]
    return names


@dataclass(frozen=True, slots=True)
class Group:
    """The cards of one name: a ship's color, a person's type, all Expeditions, all taxes."""

    id: str
    kind: str
    cards: tuple[Kind, ...]
    names: Mapping[str, str]

    def called(self, edition: str | None, language: str) -> str:
        """Its name in the words of the box."""
        said = _names_in_boxes().get(edition or EDITIONS[0], {}).get(language, {})
        own = said.get(self.id) or said.get(self.kind) or self.names.get(f"name_{edition}_{language}")
        return own or spoken(self.names[f"name_{language}"], edition, language)


@dataclass(frozen=True, slots=True)
class Printed:
    """All cards of a table's modules."""

    named: Mapping[str, Group]

    def groups(self, kind: str) -> tuple[str, ...]:
        """The names of all ships, persons, expeditions or taxes, each in the order of the box."""
        return tuple(name for name, group in self.named.items() if group.kind == kind)

    def group(self, name: str) -> Group:
        return self.named[name]


@cache
def printed(modules: tuple[str, ...]) -> Printed:
    """The cards that these modules have in their boxes, `modules` as `brought` gives them."""
    found: dict[str, list[Kind]] = {}
    for kind in deck(modules).kinds:
        for name in _names(kind.card):
            found.setdefault(name, []).append(kind)
    return Printed({name: _group(name, kinds) for name, kinds in found.items()})


def _group(name: str, kinds: list[Kind]) -> Group:
    return Group(name, name.partition("-")[0], tuple(kinds), kinds[0].names)


def _names(card: Card) -> tuple[str, ...]:
    """Where a card is looked up; one that may be a ship or a tax with both."""
    if isinstance(card, Unknown) and card.of == MIXED:
        return EITHER
    kind = card.of if isinstance(card, Unknown) else card.kind
    if kind == "ship" and isinstance(card, Ship | Unknown):
        return (f"ship-{card.color}",)
    if kind == "person" and isinstance(card, Person | Unknown):
        return (f"person-{card.type}",)
    return (kind,)
