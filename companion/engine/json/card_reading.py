"""Cards in: by id, by place in the catalogue, or by what is printed on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.engine.printed.box import impossible, named, own_card, usual_swords
from companion.engine.printed.cards import (
    BONUSES,
    MOST_SYMBOLS,
    SYMBOLS,
    Card,
    Expedition,
    Person,
    Ship,
    Tax,
    Unknown,
)
from companion.engine.printed.catalogue import Deck, person_abilities, printed_cards, prints
from companion.engine.printed.prints import told
from companion.engine.refusals import MISSING, Malformed, fault_of
from companion.engine.values import flag, identifier, number, sequence, word


class CardReader:
    """Reads cards for one table: a catalogue id, an index into the catalogue, or printed numbers.

    `strict`: a person needs the printed cost and points, unless only one such card is printed. A card that is only
    revealed may be `unread` where the catalogue has a place for it.
    """

    def __init__(self, deck: Deck, any_color: bool = False, strict: bool = True) -> None:
        self.deck = deck
        self.any_color = any_color
        self.strict = strict

    def turned_up(self, data: object, field: str) -> Card:
        """A card that lies there, of which perhaps nobody can tell the numbers."""
        body = data if isinstance(data, Mapping) else {}
        if not flag(body.get("unread", False), f"{field}.unread"):
            return self.read(data, field)
        kind = word(body.get("kind"), f"{field}.kind", ("ship", "person"))
        color = None if body.get("color") is None else word(body["color"], f"{field}.color", self.deck.colors)
        card: Ship | Person
        if kind == "ship":
            card = Ship(color or "", None, 0, unread=True)
        else:
            known = person_abilities()
            what = word(body.get("type"), f"{field}.type", tuple(known))
            card = Person(what, None, None, 0, color, known[what], unread=True)
        place = self.deck.place_of(card)
        if place is None:
            raise Malformed(field, "unread_card")
        return replace(card, id=self.deck.kinds[place].card.id)

    def read(self, data: object, field: str = "card") -> Card:
        if isinstance(data, str):
            return self._known(self._named(data, field), field)
        if isinstance(data, int) and not isinstance(data, bool):
            return self._known(self.deck.kinds[number(data, field, len(self.deck.kinds) - 1)].card, field)
        if not isinstance(data, Mapping):
            raise Malformed(field, "table_card", fault_of(data))
        body = data
        if "kind" not in body and "id" in body:
            return self.read(identifier(body["id"], f"{field}.id"), f"{field}.id")
        kind = word(body.get("kind"), f"{field}.kind", ("ship", "person", "expedition", "tax"))
        card: Card = getattr(self, f"_{kind}")(body, field)
        return self._placed(card)

    def _named(self, name: str, field: str) -> Card:
        """A card by its id: of this table's catalogue, one that may be in the place of an unknown one, a group's own."""
        if name in self.deck.by_id:
            return self.deck.kinds[self.deck.by_id[name]].card
        other = printed_cards().get(name)
        if other is not None and self.deck.place_of(other) is not None:
            return self._placed(other)
        own = own_card(name)
        if own is None or impossible(own):
            raise Malformed(field, "table_card")
        return self._placed(own)

    def _placed(self, card: Card) -> Card:
        """The card as the catalogue knows it; one in the place of an unknown one with the id that its numbers make,
        however it was named.
        """
        if (
            self.deck.index(card) is None
            and self.deck.place_of(card) is not None
            and impossible(card) is None
        ):
            card = named(card)
        return self.deck.printed(card)

    def _known(self, card: Card, field: str) -> Card:
        if isinstance(card, Unknown):
            raise Malformed(field, "printed")
        return card

    def _ship(self, body: Mapping[str, Any], field: str) -> Ship:
        color = word(body.get("color"), f"{field}.color", None if self.any_color else self.deck.colors)
        skull = flag(body.get("skull", False), f"{field}.skull")
        swords = None if skull else number(body.get("swords"), f"{field}.swords", 20)
        besides = [
            (one, one.read(body[one.key], f"{field}.{one.key}")) for one in prints() if one.key in body
        ]
        replaced = any(said and one.in_place_of for one, said in besides)
        coins = number(body.get("coins", 0 if replaced else None), f"{field}.coins", 20)
        return Ship(color, swords, coins, told((one.key, said) for one, said in besides))

    def _person(self, body: Mapping[str, Any], field: str) -> Person:
        known = person_abilities()
        kind = word(body.get("type"), f"{field}.type", tuple(known))
        color: str | None = None
        if body.get("color") is not None:
            color = word(body["color"], f"{field}.color", None if self.any_color else self.deck.colors)
        elif flag(body.get("ab", False), f"{field}.ab"):
            # So the worked cases call the persons who are for the ships of a color that no other box has.
            color = self.deck.colors[-1]
        elif known[kind].of_color:
            raise Malformed(f"{field}.color", "one_of", MISSING, choices=self.deck.colors)
        persons = [found.card for found in self.deck.kinds if isinstance(found.card, Person)]
        printed = [card for card in persons if card.type == kind and (color is None or card.color == color)]
        swords = printed[0].swords if printed else usual_swords(kind)
        if "swords" in body:
            swords = number(body["swords"], f"{field}.swords", 20)
        cost, vp = body.get("cost"), body.get("vp")
        if self.strict and (cost is None or vp is None):
            if len(printed) == 1 and cost is None and vp is None:
                return printed[0]
            raise Malformed(f"{field}.cost", "printed", MISSING)
        return Person(
            kind,
            None if cost is None else number(cost, f"{field}.cost", 30),
            None if vp is None else number(vp, f"{field}.vp", 30),
            swords,
            color,
            known[kind],
        )

    def _expedition(self, body: Mapping[str, Any], field: str) -> Expedition:
        need = tuple(
            sorted(
                word(item, f"{field}.need", SYMBOLS)
                for item in sequence(body.get("need"), f"{field}.need", MOST_SYMBOLS)
            )
        )
        if not need:
            raise Malformed(f"{field}.need", "at_least_one")
        printed = next(
            (k.card for k in self.deck.kinds if isinstance(k.card, Expedition) and k.card.need == need), None
        )
        coins = body.get("coins", getattr(printed, "coins", 0))
        points = body.get("vp", getattr(printed, "vp", 0))
        return Expedition(need, number(coins, f"{field}.coins", 20), number(points, f"{field}.vp", 30))

    def _tax(self, body: Mapping[str, Any], field: str) -> Tax:
        bonus, down_to = word(body.get("bonus"), f"{field}.bonus", BONUSES), body.get("down_to")
        if not body.keys() & {"threshold", "down_to", "bonus_coins"}:
            for kind in self.deck.kinds:
                if isinstance(kind.card, Tax) and kind.card.bonus == bonus:
                    return kind.card
        return Tax(
            bonus,
            number(body.get("threshold", 12), f"{field}.threshold", 99, 1),
            None if down_to is None else number(down_to, f"{field}.down_to", 99),
            number(body.get("bonus_coins", 1), f"{field}.bonus_coins", 9),
        )
