"""The sum of a question that has figures: what they come to by the rules of the table that asks.

Where the figures make no sum, or could make two, there is none (`amounts.py`). What they come to the engine says
(`summing.py`); the sentences are in `companion/words`, under `sums`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.engine import EngineError
from companion.engine.json import printed
from companion.engine.opening.setup import new_game, player_limits
from companion.engine.printed.cards import COLORS
from companion.engine.printed.editions import EDITIONS, edition
from companion.engine.printed.manifests import WAYS, manifests
from companion.engine.table.state import Game, Setup

from . import summing
from .amounts import BARE, COST, OTHER, PERSONS, PRICE, WORTH, Figures, readings
from .content import Citation, read
from .summing import PAID, Asked, NoSum, Row, Rows

_HIRED = frozenset(PERSONS) - {"mademoiselle"}
_ASKING = {"?howmany", "coin", "pay", "reward"}


@dataclass(frozen=True, slots=True)
class Sum:
    """What the figures come to, the question that tells the rule, and where it stands."""

    rows: tuple[Row, ...]
    question: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of sum: the words and the figures that a question about it may have, and those that it must have."""

    name: str
    rows: Callable[[Asked], Rows]
    counts: frozenset[str]
    terms: frozenset[str]
    asks: Callable[[Figures], bool]

    def fits(self, found: Figures) -> bool:
        return found.counts.keys() <= self.counts and found.terms <= self.terms and self.asks(found)


def _tax(found: Figures) -> bool:
    # A figure without its coins beside other coins may be anything.
    odd = BARE in found.counts and "coin" in found.terms
    return "tax" in found.terms and len(found.counts) == 1 and not odd


def _takes(found: Figures) -> bool:
    in_ships = "ship" in found.counts
    if in_ships and ("color" in found.counts or not {"different", "color"} <= found.terms):
        return False
    other = found.turn == OTHER and "governor" in found.counts
    return not found.others and ("color" in found.counts or in_ships or other)


def _price(found: Figures) -> bool:
    if found.others or len({COST, PRICE} & found.counts.keys()) != 1:
        return False
    if sum(found.counts.get(unit, 0) for unit in _HIRED) > 1:
        return False
    own = found.counts.get("mademoiselle", 0)
    # One that is named may be the one who is hired.
    if own == 1 and "mademoiselle" not in found.held | found.apart:
        return False
    return ("coin" not in found.counts or "coin" in found.held) and (own > 0 or found.turn == OTHER)


def _ship(found: Figures) -> bool:
    if found.others or WORTH not in found.counts or not found.terms & {"ship", *COLORS}:
        return False
    return found.counts.get("trader", 0) > 0 or found.turn == OTHER


def _income(found: Figures) -> bool:
    counts, empty = found.counts, "empty" in found.terms
    if not any(counts.get(unit) for unit in PAID) or len({"card", "ship"} & counts.keys()) > 1:
        return False
    return not counts.get("card", counts.get("ship")) if empty else not {"card", "ship"}.isdisjoint(counts)


def _swords(found: Figures) -> bool:
    if not found.counts.get("sailor", 0) + found.counts.get("pirate", 0):
        return False
    if "swords" in found.counts:
        return "ship" in found.terms and "swords" not in found.held and "skull" not in found.terms
    return bool(found.terms & {"swords", "repel", "skull"})


KINDS = (
    Kind(
        "tax",
        summing.tax,
        frozenset({"coin", BARE, PRICE}),
        frozenset({*_ASKING, "tax", "lose", "discard", "draw"}),
        _tax,
    ),
    Kind(
        "takes",
        summing.takes,
        frozenset({"color", "ship", "governor"}),
        frozenset({"?howmany", "take", "card", "ship", "color", "different", "harbor", "stop", "phase2"}),
        _takes,
    ),
    Kind(
        "price",
        summing.price,
        frozenset({COST, PRICE, "coin", "mademoiselle", *_HIRED}),
        frozenset({*_ASKING, "cost", "hire", "person", "card", "take"}),
        _price,
    ),
    Kind(
        "ship",
        summing.ship,
        frozenset({WORTH, "trader"}),
        frozenset({*_ASKING, "ship", "take", "trade", "same", *COLORS}),
        _ship,
    ),
    Kind(
        "income",
        summing.income,
        frozenset({"card", "ship", *PAID}),
        frozenset({*_ASKING, "card", "ship", "harbor", "empty", "start", "phase2"}),
        _income,
    ),
    Kind(
        "bust",
        summing.bust,
        frozenset({"jester"}),
        frozenset({*_ASKING, "bust"}),
        lambda found: "bust" in found.terms and found.counts.get("jester", 0) > 0,
    ),
    Kind(
        "swords",
        summing.swords,
        frozenset({"sailor", "pirate", "swords"}),
        frozenset({"?howmany", "swords", "repel", "ship", "skull", *COLORS}),
        _swords,
    ),
    Kind(
        "points",
        summing.points,
        frozenset({"points"}),
        frozenset({"?howmany", "points", "end", "game", "remaining", "reach"}),
        lambda found: "points" in found.counts and {"?howmany", "end"} <= found.terms,
    ),
)


def summed(
    text: str,
    box: str | None = None,
    modules: Iterable[str] = (),
    game: Game | None = None,
) -> Sum | None:
    """What the figures of a question come to at a live table's `game`, or with a box and its modules.

    Without a box there is a sum only where all boxes agree.
    """
    played = tuple(sorted({*modules} & {*manifests(), *WAYS}))
    for found in readings(text, () if game is None else game.names):
        try:
            games = (
                [game] if game is not None else [_game(one, played) for one in ((box,) if box else EDITIONS)]
            )
            sums = [_worked_out(found, one) for one in games]
        except (EngineError, NoSum):
            continue
        first = sums[0]
        if first and all(one and one.rows == first.rows for one in sums):
            return first
    return None


@lru_cache(maxsize=64)
def _game(name: str, modules: tuple[str, ...]) -> Game:
    """A game of two, or of one who plays alone; raises Malformed or Refusal where that is no table."""
    known = {*edition(name).modules, *WAYS}
    setup = Setup(name, tuple(one for one in modules if one in known) or ("base",), {}, ())
    least, _ = player_limits(setup)
    names = ("A", "B")[: max(1, least)]
    return new_game(replace(setup, players=names), len(names))


def _worked_out(found: Figures, game: Game) -> Sum | None:
    """The one sum that the figures make."""
    if not found.told:
        return None
    kinds = [kind for kind in KINDS if kind.fits(found)]
    if len(kinds) != 1:
        return None
    rows = tuple(kinds[0].rows(Asked(game, found)))
    if not rows:
        return None
    rules = game.rules
    box = rules.edition.id
    places = [place for row in rows for place in printed.citations(box, rules.rule(row.rule))[:1]]
    cited = dict.fromkeys(Citation(one["document"], one["section"], one["lines"]) for one in places)
    return Sum(rows, _question(kinds[0].name, rows, found), tuple(cited))


def _question(kind: str, rows: tuple[Row, ...], found: Figures) -> str:
    """The question that tells this rule best."""
    known: Mapping[str, str] = read("sums.json")["questions"]
    params = rows[0].params
    person, several = params.get("person"), params.get("count") != 1
    more = any(row.params.get(name) for row in rows for name in ("extra", "discount", "trader"))
    names = (
        *([f"{kind}_{person}_several"] if person and several else []),
        *([f"{kind}_{person}_other"] if person and found.turn == OTHER else []),
        *([f"{kind}_{person}"] if person else []),
        rows[0].code,
        *([f"{kind}_more", f"{kind}_less"] if more else []),
        kind,
    )
    return next(known[name] for name in names if name in known)
