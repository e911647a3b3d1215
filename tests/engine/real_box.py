"""A real box on a real table: what its cards say, where each card lies, and what the engine may not lose sight of.

Nothing of it is asked of the engine but which card left its place: what is dealt, paid and shuffled lies in piles of its own here.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine import State
from companion.engine.following.ledger import LedgerLine
from companion.engine.modules.adventure_begins import added, effects, items, missions
from companion.engine.printed.box import named
from companion.engine.printed.cards import (
    COLORS,
    SYMBOLS,
    Card,
    Expedition,
    Person,
    Ship,
    Tax,
    Unknown,
)
from companion.engine.printed.catalogue import person_abilities
from companion.engine.printed.prints import told

from .read_off import EVENTS

NEEDS: tuple[list[dict[str, Any]], ...] = (
    [{"what": "coins", "count": 2, "give": True}],
    [{"what": "coins", "count": 5, "give": True}],
    [{"what": "swords", "count": 1}],
    [{"what": "swords", "count": 2}],
    [{"what": "points", "count": 2}],
    [{"what": "ares", "give": True}],
    [{"what": "rum", "give": True}],
    [{"what": "bread"}],
    [{"what": "colors", "count": 3}],
    [{"what": "bust"}],
    [{"what": "captain", "give": True}, {"what": "coins", "count": 2, "give": True}],
    [{"what": "crowns", "count": 2, "give": True}],
)
TWO_EFFECTS = [
    {"when": "now", "what": "coins", "count": 2, "who": "most_swords"},
    {"when": "trade_hire", "what": "price", "count": -1, "who": "active"},
]
EVENT_CARDS = 13


def key(card: Card) -> str:
    """The id that its printed numbers make: two cards that are printed alike are not told apart."""
    return str(card.id or named(card).id)


@dataclass
class Printed:
    """What the cards of one box say that nobody outside it knows, the same on every evening."""

    seed: int
    # Which story cards were read: what they have shuffled in stays in the deck.
    read: set[str] = field(default_factory=set)

    def chance(self, of: str) -> random.Random:
        return random.Random(f"{self.seed} {of}")

    def places(self) -> dict[str, list[Card]]:
        """The 39 play cards, by where the catalogue has them."""
        chance = self.chance("play cards")
        return {
            name: [self._play_card(name.rpartition(".")[2], chance) for _ in range(count)]
            for name, count in added.printed().items()
        }

    def _play_card(self, of: str, chance: random.Random) -> Card:
        if of == "ares":
            item = chance.choice(("book_of_rituals", "medicinal_herbs"))
            return Ship("ares", chance.randint(3, 6), 1, (("items", (item,)),))
        if of == "mixed" and chance.random() < 0.25:
            return Tax("fewest_vp", 16, None, 2)
        if of == "mixed":
            crowns, item = int(chance.random() < 0.3), chance.choice(("bread", "rum"))
            color, coins = chance.choice(COLORS), 0 if crowns else chance.randint(1, 3)
            return Ship(
                color, chance.choice((None, 1, 2, 4)), coins, told((("items", (item,)), ("crowns", crowns)))
            )
        if of == "expedition":
            need = tuple(sorted(chance.choices(SYMBOLS, k=chance.randint(2, 3))))
            return Expedition(need, chance.randint(1, 3), chance.randint(3, 5))
        color = of if of not in SYMBOLS else "ares"
        swords, tint = (
            (chance.randint(1, 2), None) if of == "tybuk" else (0, "ares" if color == "ares" else None)
        )
        return Person(of, chance.randint(3, 6), chance.randint(1, 3), swords, tint, person_abilities()[of])

    def events(self) -> list[list[dict[str, Any]]]:
        """The events with a 0, and the one with a 1 after them."""
        chance = self.chance("events")
        return [chance.choice((*EVENTS, *EVENTS, TWO_EFFECTS)) for _ in range(EVENT_CARDS + 1)]

    def character(self, who: str, asks: Iterable[str]) -> dict[str, Any]:
        chance = self.chance(who)
        said = {"coins": chance.randint(2, 5), "color": chance.choice(COLORS)}
        return {name: said[name] for name in asks}

    def spaces(self) -> list[int]:
        return sorted(self.chance("shields").sample(range(1, 20), 6))

    def card_nine(self, players: int) -> dict[str, int]:
        """So that chapters are won and lost."""
        chance = self.chance("card nine")
        return {"markers": chance.randint(1, 3), "points": chance.randint(1, 6) * players}

    def price(self, innkeeper: str) -> int:
        return self.chance(innkeeper).randint(1, 5)

    def mission(self, number: str) -> dict[str, Any]:
        chance = self.chance(f"mission {number}")
        first = chance.choice(({}, {"coins": 1}, {"coins": 2}, {"crowns": 1}))
        row = {"crowns": chance.randint(0, 3), "first": first, "hourglass": self.hourglass(number)}
        return row if number in missions.printed() else {**row, "need": chance.choice(NEEDS)}

    def hourglass(self, number: str) -> dict[str, Any]:
        """Each chapter goes on by two cards at a time, one for success and one for failure, up to card 9."""
        chance, chapter, at = self.chance(f"hourglass {number}"), number[0], int(number[1])
        depth, level = self.chance(f"chapter {chapter}").randint(1, 3), (at + 1) // 2
        pays = {"pay": True} if chance.random() < 0.4 else {}
        if level >= depth:
            return {"nine": True, **pays}
        asked = number if chance.random() < 0.7 else f"{chapter}0"
        story = 2 * level + 1
        return {"asks": asked, "done": f"{chapter}{story}", "missed": f"{chapter}{story + 1}", **pays}

    def adds(self, story: str, left: Mapping[str, int]) -> dict[str, int]:
        """The cards that a story card has shuffled in, but for those that were in the deck before."""
        if story in self.read:
            return {}
        self.read.add(story)
        chance = self.chance(f"adds {story}")
        some = [
            name
            for name, most in left.items()
            if most and chance.random() < (0.5 if self.read > {story} else 0.9)
        ]
        return {name: chance.randint((left[name] + 1) // 2, left[name]) for name in some}


def opened_up(state: State) -> Counter[str]:
    """Every card that lies face up and in no pile."""
    found: list[Card] = [card for card in state.harbor if card is not None]
    found += state.expeditions
    for player in state.players:
        found += (*player.display, *player.expeditions)
    found += (item.card for item in items.all_items(state))
    return Counter(map(key, found))


class RealTable:
    """The play cards of one evening: draw pile, discard pile, everybody's coins (face down), and what lies open."""

    def __init__(self, box: list[str], players: int, chance: random.Random) -> None:
        self.chance = chance
        self.draw, self.discard = list(box), list[str]()
        chance.shuffle(self.draw)
        self.coins: list[list[str]] = [[] for _ in range(players)]
        self.open: Counter[str] = Counter()
        # In the course of which entries the discard pile was shuffled.
        self.shuffles: Counter[str] = Counter()
        self.entry = ""

    def top(self) -> str | None:
        """The top card; where the draw pile is used up the discard pile is shuffled first (`000 1. Discover`)."""
        if not self.draw and self.discard:
            self.draw, self.discard = self.discard, []
            self.chance.shuffle(self.draw)
            self.shuffles[self.entry] += 1
        return self.draw.pop() if self.draw else None

    def shuffle_in(self, cards: Iterable[str]) -> None:
        """A story brings cards, into the draw pile alone (`004 Sequence of Play`)."""
        self.draw += cards
        self.chance.shuffle(self.draw)

    def put(self, card: str) -> None:
        """A card that lay open goes to the discard pile."""
        assert self.open[card], f"{card} lies nowhere"
        self.open[card] -= 1
        self.discard.append(card)

    def follow(
        self, before: State, body: Mapping[str, Any], ledger: Iterable[LedgerLine], after: State
    ) -> None:
        """What the players do with their cards while that entry is carried out. A ship is discarded and then pays (`004 2.
        Trade & Hire`); a tax is in no pile as long as it is resolved.
        """
        if body["type"] == "draw":
            self.open[body["card"]] += 1
        elif body["type"] == "use_lookout":
            self.open.update(card for at, card in enumerate(body["cards"]) if at != body["keep"])
        elif body["type"] == "take":
            card = before.harbor[body["harbor_index"]]
            if isinstance(card, Ship) and not body.get("as_item"):
                self.put(key(card))
        elif body["type"] == "claim_expedition":
            was, now = (Counter(map(key, state.players[body["by"]].display)) for state in (before, after))
            for given in (was - now).elements():
                self.put(given)
        for line in ledger:
            self._line(line, before, after, body)
        if body["type"] == "draw" and ".tax." in body["card"]:
            self.put(body["card"])
        self.agrees(after)

    def _line(self, line: LedgerLine, before: State, after: State, body: Mapping[str, Any]) -> None:
        match line.why:
            case "bust":
                drawn = [body["card"]] if body["type"] == "draw" else []
                for card in (*map(key, filter(None, before.harbor)), *drawn):
                    self.put(card)
            case "leftovers":
                for card in (self.open - opened_up(after)).elements():
                    self.put(card)
            case "repelled" | "item_given" | "person_given" | "sale" | "discarded":
                card = line.params["card"]
                assert isinstance(card, Ship | Person | Expedition | Tax)
                self.put(key(card))
        if line.coins and line.seat is not None:
            self._pays(line.seat, line.coins, line.params)

    def _pays(self, seat: int, coins: int, params: Mapping[str, object]) -> None:
        if "to" in params and isinstance(params["to"], int) and "down_to" not in params:
            self.coins[params["to"]] += [self.coins[seat].pop() for _ in range(-coins)]
        elif coins < 0:
            self.discard += [self.coins[seat].pop() for _ in range(-coins)]
        elif not isinstance(params.get("from"), int):
            for _ in range(coins):
                card = self.top()
                assert card is not None, "no card is left to pay with"
                self.coins[seat].append(card)

    def agrees(self, state: State) -> None:
        """The phone has every card where it lies."""
        assert [player.coins for player in state.players] == [len(coins) for coins in self.coins]
        assert (state.draw_pile, state.discard_pile) == (len(self.draw), len(self.discard))
        assert opened_up(state) == +self.open
        may_come = Counter(
            {key(kind.card): left for kind, left in zip(state.game.deck.kinds, state.unseen, strict=True)}
        )
        unread = sum(
            left
            for kind, left in zip(state.game.deck.kinds, state.unseen, strict=True)
            if isinstance(kind.card, Unknown)
        )
        assert (Counter(self.draw) - may_come).total() <= unread, (
            "a card may come of which the phone knows that it cannot"
        )


class EventDeck:
    """The event cards as they lie (`004 Setup`, `004 Phase 0`)."""

    def __init__(
        self, cards: list[list[dict[str, Any]]], way: str, players: int, chance: random.Random
    ) -> None:
        *zeros, one = cards
        chance.shuffle(zeros)
        together = way in ("coop", "solo")
        count = {1: 1, 2: 1, 3: 2, 4: 3}[players] if together else {2: 3, 3: 4, 4: 4}[players]
        self.deck, self.beside = zeros[:count], zeros[count:]
        if players < 3:
            self.deck.append(one)
        chance.shuffle(self.deck)
        self.turned: list[list[dict[str, Any]]] = []

    def turn_up(self) -> list[dict[str, Any]] | None:
        """The next event; Month's End where none is left."""
        if not self.deck:
            return None
        self.turned.append(self.deck.pop(0))
        return self.turned[-1]

    def flip(self) -> None:
        """The discarded ones are turned over as they lie, with a new one on top as long as there is one (C145)."""
        fresh = [self.beside.pop()] if self.beside else []
        self.deck, self.turned = [*fresh, *self.turned], []


def name_of(event: list[dict[str, Any]]) -> str:
    return effects.id_of(effects.read(event, "event", COLORS))
