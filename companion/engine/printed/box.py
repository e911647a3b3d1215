"""A group's own box: the cards that the catalogue lacks or has otherwise, and those that are missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from companion.engine.refusals import Malformed

from .cards import MOST_SYMBOLS, SYMBOLS, Card, Expedition, Person, Ship, Tax, Unknown, unread
from .catalogue import (
    Deck,
    Kind,
    made_of,
    person_abilities,
    persons_of,
    printed_cards,
    prints,
    prints_of,
    whole_deck,
)
from .prints import told

# So many cards of its own, and so many missing ones, leave a game to be played.
MOST = 40
# And so many cards of a kind that are in no deck.
MOST_FACTS = 80
OWN = "own"


@dataclass(frozen=True, slots=True)
class Own:
    """So many cards that are printed like `card`, each in the place of a catalogue card or one more."""

    card: Card
    count: int = 1
    instead_of: str | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """What a group's box holds otherwise than the catalogue says; `missing` by catalogue id. `facts`: what was entered from
    cards that are in no deck, by kind and id, in the form of JSON.
    """

    own: tuple[Own, ...] = ()
    missing: Mapping[str, int] = field(default_factory=dict)
    facts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.own or self.missing or self.facts)

    def fact(self, what: str, name: str) -> Any:
        """What is known of that card; None where nobody has read it yet."""
        return self.facts.get(what, {}).get(name)

    def with_fact(self, what: str, name: str, told: Mapping[str, Any]) -> Box:
        """The same box with that card read."""
        return replace(self, facts={**self.facts, what: {**self.facts.get(what, {}), name: told}})

    @property
    def cards(self) -> int:
        """How many cards it has otherwise than the catalogue; those that the catalogue does not know are no such."""
        return sum(row.count for row in self.own if not unknown(row.instead_of))

    @property
    def fewer(self) -> Mapping[str, int]:
        """How many of each catalogue card are not in it."""
        found = Counter(self.missing)
        for row in self.own:
            if row.instead_of is not None:
                found[row.instead_of] += row.count
        return found

    def with_own(self, card: Card, instead_of: str | None, count: int = 1) -> Box:
        """One card more of its own, or with `count` below 0 one less."""
        rows = [row for row in self.own if (row.card, row.instead_of) != (card, instead_of)]
        had = sum(row.count for row in self.own) - sum(row.count for row in rows)
        more = (Own(card, had + count, instead_of),) if had + count > 0 else ()
        return replace(self, own=(*rows, *more))

    def row_of(self, name: str) -> Own | None:
        """The card with that id which fills a place whose numbers the catalogue does not know, or is one of its own."""
        rows = [row for row in self.own if row.card.id == name]
        own = rows[0] if rows and name not in printed_cards() else None
        return next((row for row in rows if unknown(row.instead_of)), own)

    def with_missing(self, name: str, count: int) -> Box:
        """So many cards more that are missing, or found again."""
        missing = {**self.missing, name: self.missing.get(name, 0) + count}
        return replace(self, missing={key: left for key, left in missing.items() if left > 0})

    def with_found(self, name: str) -> Box:
        """One of a card that was thought to be missing, or printed otherwise, is there after all."""
        if name in self.missing:
            return self.with_missing(name, -1)
        row = next(row for row in self.own if row.instead_of == name)
        return self.with_own(row.card, name, -1).with_own(row.card, None)


NOTHING = Box()


def unknown(name: str | None) -> bool:
    """Whether the catalogue has a card of that id whose numbers it does not know."""
    return name is not None and isinstance(printed_cards().get(name), Unknown)


@cache
def most_rows() -> int:
    """So many cards at most that a box has of its own, those that nobody knew among them."""
    return MOST + sum(kind.count for kind in whole_deck().kinds if isinstance(kind.card, Unknown))


def stocked(plain: Deck, box: Box) -> Deck:
    """The deck of a box. What belongs to modules that are not played stays in it."""
    if not box:
        return plain
    rows = [row for row in box.own if belongs(plain, row.card, row.instead_of)]
    fewer = replace(box, own=tuple(rows)).fewer
    printed = printed_cards()
    less = [(printed[name], -count) for name, count in fewer.items() if name in plain.by_id]
    return restocked(plain, [*less, *((row.card, row.count) for row in rows)])


def belongs(deck: Deck, card: Card, instead_of: str | None = None) -> bool:
    """Whether a card can be one of a deck's modules."""
    if instead_of is not None and instead_of not in deck.by_id:
        return False
    if getattr(card, "color", None) not in (None, *deck.colors):
        return False
    if isinstance(card, Ship) and any(isinstance(value, tuple) for _, value in card.prints):
        return deck.place_of(card) is not None
    if isinstance(card, Ship):
        return prints_of(deck.modules).issuperset(key for key, _ in card.prints)
    return not isinstance(card, Person) or card.type in persons_of(deck.modules)


def restocked(deck: Deck, changes: Iterable[tuple[Card, int]]) -> Deck:
    """The deck with so many more, or fewer, of some cards. A card that it does not list yet comes last, so that all
    others stay where they are.
    """
    kinds = list(deck.kinds)
    numbers = dict(deck.by_numbers)
    for card, count in changes:
        # By its id where it has one: two kinds may be printed alike.
        at = deck.by_id.get(card.id) if card.id is not None else None
        at = numbers.get(card) if at is None else at
        if at is None:
            numbers[card] = len(kinds)
            kinds.append(Kind(named(card), max(0, count), {}))
        else:
            kinds[at] = replace(kinds[at], count=max(0, kinds[at].count + count))
    return made_of(deck.modules, kinds)


def named(card: Card) -> Card:
    """The card with its id: the catalogue's, or one that its printed numbers make."""
    known = _by_numbers().get(card)
    return replace(card, id=own_id(card)) if known is None else known


@cache
def _by_numbers() -> Mapping[Card, Card]:
    found: dict[Card, Card] = {}
    for card in printed_cards().values():
        found.setdefault(card, card)
    return found


def own_id(card: Card) -> str:
    """An id that says all that is printed, and that no card of the catalogue has."""
    parts: list[object] = [OWN, card.kind]
    if isinstance(card, Ship):
        parts += [card.color, "skull" if card.swords is None else f"s{card.swords}", f"c{card.coins}"]
        for one in prints():
            said = card.printed(one.key)
            parts += one.in_id(said) if said else ()
    elif isinstance(card, Person):
        parts += [card.type, *([card.color] if card.color else []), f"v{card.vp}", f"p{card.cost}"]
        if card.swords != usual_swords(card.type):
            parts.append(f"s{card.swords}")
    elif isinstance(card, Expedition):
        parts += ["".join(need[0] for need in card.need), f"c{card.coins}", f"v{card.vp}"]
    elif isinstance(card, Tax):
        parts += [card.bonus, f"t{card.threshold}", f"b{card.bonus_coins}"]
        parts += [] if card.down_to is None else [f"d{card.down_to}"]
    return ".".join(str(part) for part in parts)


@cache
def usual_swords(kind: str) -> int:
    """As many swords as the persons of a kind have in the catalogue."""
    cards = (one for one in printed_cards().values() if isinstance(one, Person) and one.type == kind)
    return next((one.swords for one in cards), 0)


def own_card(name: str) -> Card | None:
    """The card that an id of that kind names, None where it names none."""
    parts = name.split(".")
    if len(parts) < 4 or parts[0] != OWN:
        return None
    try:
        card = _own_card(parts[1], parts[2:])
    except (ValueError, KeyError, IndexError):
        return None
    return card if card is not None and own_id(card) == name else None


def _own_card(kind: str, parts: list[str]) -> Card | None:
    def figure(part: str, sign: str) -> int:
        if not part.startswith(sign) or not part[1:].isdecimal() or len(part) > 3:
            raise ValueError
        return int(part[1:])

    if kind == "ship":
        color, swords, coins, *marks = parts
        return Ship(
            color,
            None if swords == "skull" else figure(swords, "s"),
            figure(coins, "c"),
            told((one.key, one.of_id(marks)) for one in prints()),
        )
    if kind == "person":
        what, *numbers = parts
        tint = numbers.pop(0) if not numbers[0].startswith("v") else None
        blades = figure(numbers[2], "s") if len(numbers) > 2 else usual_swords(what)
        cost, points = figure(numbers[1], "p"), figure(numbers[0], "v")
        return Person(what, cost, points, blades, tint, person_abilities()[what])
    if kind == "expedition":
        signs, coins, points_ = parts
        of = {symbol[0]: symbol for symbol in SYMBOLS}
        return Expedition(tuple(sorted(of[sign] for sign in signs)), figure(coins, "c"), figure(points_, "v"))
    if kind == "tax":
        bonus, threshold, more, *rest = parts
        down_to = figure(rest[0], "d") if rest else None
        return Tax(bonus, figure(threshold, "t"), down_to, figure(more, "b"))
    return None


# What a card can have printed on it (`catalogue.check`), by the keys of its JSON.
PRINTED: Mapping[str, Mapping[str, tuple[int, int]]] = {
    "ship": {"swords": (1, 19), "coins": (1, 9)},
    "person": {"cost": (0, 19), "vp": (0, 9), "swords": (0, 9)},
    "expedition": {"coins": (0, 9), "vp": (0, 9)},
    "tax": {"threshold": (1, 99), "bonus_coins": (0, 9)},
}


def impossible(card: Card) -> Malformed | None:
    """Which key of a card says what none can have printed on it, and what it takes; None where all is well."""
    if isinstance(card, Unknown):
        return Malformed("kind", "printed")
    if unread(card):
        return Malformed("unread", "printed")
    color, colors = getattr(card, "color", None), whole_deck().colors
    if (isinstance(card, Ship) or color is not None) and color not in colors:
        return Malformed("color", "one_of", choices=colors)
    besides = [one for one in prints() if isinstance(card, Ship) and card.printed(one.key)]
    for one in besides:
        wrong = one.wrong(card)
        if wrong is not None:
            return wrong
    if isinstance(card, Expedition) and not 0 < len(card.need) <= MOST_SYMBOLS:
        return Malformed("need", "list", most=MOST_SYMBOLS)
    if isinstance(card, Tax) and card.down_to is not None:
        return Malformed("down_to", "nothing")
    for key, (least, most) in PRINTED[card.kind].items():
        value = getattr(card, key)
        if (value is None and key == "swords") or any(one.in_place_of == key for one in besides):
            continue  # a skull, or something else stands there
        if value is None or not least <= value <= most:
            return Malformed(key, "whole_number", least=least, most=most)
    return None
