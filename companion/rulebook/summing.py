"""Each kind of sum: a small table is laid with what a question counts, and the engine is asked. No rule is worked out
here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion.engine.house.door import house, swords_of
from companion.engine.opening.setup import bare_table
from companion.engine.printed.cards import COLORS, MIXED, HarborCard, PartIncome, Person, Ship, Tax, Unknown
from companion.engine.rules import discover, ending, incomes, taxes, turns
from companion.engine.rules.offers import Offer, offer
from companion.engine.table.draft import Draft
from companion.engine.table.moments import Busted
from companion.engine.table.state import Game, Player, State

from .amounts import BARE, COST, OTHER, OWN, PRICE, WORTH, Figures

# What the engine calls a person whom the questions call otherwise.
_TYPES = {"vice": "vice_admiral"}
PAID = ("admiral", "vice", "gunner", "jester")
_MOST_COST = 19
# As many as pay whatever a sum can come to.
_PILE = 99


@dataclass(frozen=True, slots=True)
class Row:
    """One figure that comes out, by which rule, with what its sentence needs."""

    code: str
    result: int
    rule: str
    params: Mapping[str, object] = field(default_factory=dict)


class NoSum(Exception):
    """The figures do not fit this table, or nobody can say what they come to."""


class Asked:
    """A table laid with what the question counts, `asker` being the one whom it is about."""

    def __init__(self, game: Game, found: Figures) -> None:
        self.game = game
        self.found = found

    @property
    def other(self) -> bool:
        return self.found.turn == OTHER

    def count(self, *units: str) -> int:
        return sum(self.found.counts.get(unit, 0) for unit in units)

    def asker(self, other: bool) -> int:
        """The seat of whoever asks; somebody else is active in another's turn."""
        order = self.game.order
        if other and len(order) < 2:
            raise NoSum
        return order[1 if other else 0]

    def laid(
        self,
        other: bool = False,
        persons: Iterable[Person] = (),
        harbor: tuple[HarborCard, ...] = (),
        coins: int = 0,
        vp: int = 0,
    ) -> State:
        seat, owned = self.asker(other), tuple(persons)
        players = tuple(
            Player(name, coins).with_display(owned, vp) if place == seat else Player(name)
            for place, name in enumerate(self.game.names)
        )
        active = self.game.order[0]
        table = bare_table(self.game, players)
        return table._replace(active=active, acting=seat, harbor=harbor, draw_pile=_PILE)

    def persons(self, *units: str, color: str | None = None) -> tuple[Person, ...]:
        """As many of each as the question counts; raises NoSum for more than the box has."""
        return tuple(person for unit in units for person in self._owned(unit, color))

    def _owned(self, unit: str, color: str | None) -> tuple[Person, ...]:
        count = self.count(unit)
        if not count:
            return ()
        kind = _TYPES.get(unit, unit)
        of_kind = [
            one
            for one in self.game.deck.kinds
            if isinstance(one.card, Person) and one.card.type == kind and color in (None, one.card.color)
        ]
        there = [one.card for one in of_kind if isinstance(one.card, Person) and one.count]
        if not there or count > sum(one.count for one in of_kind):
            raise NoSum
        if len({person.swords for person in there}) > 1 or self._unread(kind):
            raise NoSum
        return (there[0],) * count

    def _unread(self, kind: str) -> bool:
        """Whether there are some whose swords nobody has read."""
        places = (self.game.deck.kinds[place] for place in self.game.deck.places)
        swords = kind in ("sailor", "pirate")
        return swords and any(one.count and getattr(one.card, "type", None) == kind for one in places)


Rows = Iterator[Row]


def tax(at: Asked) -> Rows:
    """What a Tax Increase takes (`000 1. Discover (Tax Increase)`)."""
    kinds = [kind.card for kind in at.game.deck.kinds if kind.count]
    if any(isinstance(card, Unknown) and card.of == MIXED for card in kinds):
        # Some taxes of this box have numbers that nobody has read yet.
        raise NoSum
    levied = {(card.threshold, card.down_to): card for card in kinds if isinstance(card, Tax)}
    had = at.count("coin", BARE, PRICE)
    for card in sorted(levied.values(), key=lambda one: one.threshold):
        draft = Draft(at.laid(coins=had))
        taxes.levy(draft, card)
        lost = sum(-line.coins for line in draft.ledger)
        params = {"had": had, "lost": lost, "left": had - lost, "threshold": card.threshold}
        if card.down_to is not None:
            params["down_to"] = card.down_to
        code = "tax_none" if not lost else "tax_half" if card.down_to is None else "tax_down"
        yield Row(code, lost, "tax_loss", params)


def takes(at: Asked) -> Rows:
    """How many cards may be taken (`000 2. Trade & Hire`)."""
    colors = at.count("color") or at.count("ship")
    if colors > len(at.game.deck.colors) or not (colors or at.other):
        raise NoSum
    state = at.laid(at.other, at.persons("governor"))
    worth = turns.takes_of(state, at.asker(at.other), colors)
    params = {"count": worth.total, "by_colors": worth.by_colors, "colors": colors, "extra": worth.extra}
    if not at.other:
        yield Row("takes_more" if worth.extra else "takes", worth.total, "takes_by_colors", params)
    elif worth.extra:
        yield Row("takes_other_more", worth.total, "governor", params)
    else:
        yield Row("takes_other", worth.total, "others_turn", params)


def price(at: Asked) -> Rows:
    """What hiring costs in all (`000 Persons - Mademoiselle`, `000 2. Trade & Hire (other players)`)."""
    cost = at.count(COST, PRICE)
    if not 0 < cost <= _MOST_COST:
        raise NoSum
    coins = at.count("coin")
    # What is hired makes no difference: it is the cost that counts.
    hired = Person("settler", cost, 0)
    found = _offered(at, hired, at.persons("mademoiselle"), coins)
    total = -found.net
    params = {
        "cost": cost,
        "count": total,
        "discount": found.discount,
        "fee": found.compensation,
        "price": found.price,
    }
    code = "price" + ("_less" if found.discount else "") + ("_other" if found.compensation else "")
    yield Row(code, total, "compensation" if found.compensation else "discount", params)
    if "coin" in at.found.counts:
        if found.reason is None:
            yield Row("enough", coins - total, "hire", {"coins": coins, "count": coins - total})
        else:
            short = total - coins
            yield Row("short", short, found.reason.rule, {"coins": coins, "needed": total, "count": short})


def ship(at: Asked) -> Rows:
    """What trading with a ship brings in all (`000 Persons - Trader`)."""
    worth = at.count(WORTH)
    named = [color for color in COLORS if color in at.found.terms]
    sailing = [
        kind.card
        for kind in at.game.deck.kinds
        if isinstance(kind.card, Ship) and kind.count and kind.card.color in (named or COLORS)
    ]
    if not 0 < worth < 10 or len(named) > 1 or not sailing:
        raise NoSum
    color = sailing[0].color
    found = _offered(at, Ship(color, 1, worth), at.persons("trader", color=color), 0)
    params = {
        "worth": worth,
        "trader": found.trader,
        "fee": found.compensation,
        "net": found.net,
        "count": found.net,
    }
    code = "ship" + ("_more" if found.trader else "") + ("_other" if found.compensation else "")
    rule = "compensation" if found.compensation and not found.trader else "trader"
    yield Row(code, found.net, rule, params)


def _offered(at: Asked, card: HarborCard, owned: tuple[Person, ...], coins: int) -> Offer:
    state = at.laid(at.other, owned, (card,), coins)
    return offer(state, at.asker(at.other), 0)


def income(at: Asked) -> Rows:
    """What the start of a part pays (`000 Persons - Admiral`, `000 Persons - Jester`)."""
    by_ships = at.count("ship") > 0
    lying = at.count("ship", "card")
    if lying > at.game.deck.harbor_cards:
        raise NoSum
    persons = at.persons(*PAID)
    if by_ships and any(person.type != "gunner" for person in persons):
        raise NoSum
    if not by_ships and any(person.type == "gunner" for person in persons):
        raise NoSum
    harbor: tuple[HarborCard, ...] = (Ship(COLORS[0], 1, 1),) * lying
    own = tuple(_dues(at, False, persons, harbor))
    alone = len(at.game.order) < 2
    others = own if alone else tuple(_dues(at, True, persons, harbor))
    if own == others:
        yield from own
    elif at.found.turn is not None:
        yield from others if at.other else own
    elif at.found.others:
        raise NoSum
    else:
        yield from (replace(row, code=f"{row.code}_{OWN}") for row in own)
        yield from (replace(row, code=f"{row.code}_{OTHER}") for row in others)


def _dues(at: Asked, other: bool, persons: tuple[Person, ...], harbor: tuple[HarborCard, ...]) -> Rows:
    state, seat = at.laid(other, persons, harbor), at.asker(other)
    paid = {due.why: due for due in incomes.dues(state, seat, len(harbor))}
    for person in dict.fromkeys(persons):
        count = persons.count(person)
        for able in person.abilities.part_income:
            due = paid[able.why]
            coins = due.coins * due.persons
            params = {
                "person": person.type,
                "count": count,
                "cards": len(harbor),
                "each": due.coins,
                "coins": coins,
                "least": able.at_least,
                "most": able.at_most,
            }
            yield Row(_income_code(able, len(harbor), coins), coins, able.why, params)


def _income_code(able: PartIncome, lying: int, coins: int) -> str:
    if coins:
        return "income"
    if able.at_least <= lying <= able.at_most:
        return "income_not_now"
    if able.at_most == 0:
        return "income_empty"
    return "income_range" if able.at_most < _PILE else "income_few"


def bust(at: Asked) -> Rows:
    """What Jesters pay at a bust (`000 1. Discover (bust)`)."""
    persons = at.persons("jester")
    rows = []
    for other in (False, *([True] if len(at.game.order) > 1 else [])):
        draft = Draft(at.laid(other, persons))
        incomes.busted(draft, Busted(draft.active, Ship(COLORS[0], 1, 1), 0))
        coins = sum(line.coins for line in draft.ledger)
        params = {"count": len(persons), "each": coins // len(persons), "coins": coins}
        rows.append(Row("bust", coins, "bust_jester", params))
    if len({row.result for row in rows}) == 1:
        yield replace(rows[0], code="bust" if rows[0].result else "bust_none")
    else:
        for row, whose in zip(rows, (OWN, OTHER), strict=True):
            yield replace(row, code=f"bust{'' if row.result else '_none'}_{whose}")


def swords(at: Asked) -> Rows:
    """Whether the swords are enough to repel (`000 1. Discover (Ship / repel)`)."""
    persons = at.persons("sailor", "pirate")
    state = at.laid(persons=persons)
    total = swords_of(state, at.asker(False))
    working = " + ".join(f"{persons.count(person)} × {person.swords}" for person in dict.fromkeys(persons))
    params: dict[str, object] = {"working": working, "count": total}
    if "skull" in at.found.terms:
        against = discover.repel_reason(state, Ship(COLORS[0], None, 1))
        yield Row("swords_skull" if against else "swords", 0 if against else 1, "repel_skull", params)
    elif "swords" in at.found.counts:
        params["needed"] = needed = at.count("swords")
        against = discover.repel_reason(state, Ship(COLORS[0], needed, 1))
        yield Row("swords_short" if against else "swords_enough", total, "repel_swords", params)
    else:
        yield Row("swords", total, "repel_swords", params)


def points(at: Asked) -> Rows:
    """How many points are missing to the end (`000 End of Game`)."""
    rules, vp = at.game.rules, at.count("points")
    if not rules.ends_by_points or rules.expedition_required or house(at.laid()).merits:
        raise NoSum
    left = rules.required_vp - vp
    params = {"vp": vp, "needed": rules.required_vp, "count": left}
    if ending.enough(rules, at.laid(vp=vp).players[at.asker(False)]):
        yield Row("points_enough", vp, "end_trigger", params)
    else:
        yield Row("points", left, "end_trigger", params)
