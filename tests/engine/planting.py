"""Games at a table where one thing was recorded otherwise than it happened, and is noticed later by counting.

What lies on the table and what the phone has are two games here: the table plays on by what really lies there, and
the phone gets what people tap who believe it. Nothing here asks how slips are looked for.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from companion.engine import EngineError, History, Refusal, State, allowed
from companion.engine.json.writing import card as card_json
from companion.engine.json.writing import entry as entry_json
from companion.engine.rules.common import PAYMENTS

from .play import WEIGHTS, enter, filled_in, table

KINDS = ("not_paid", "paid_twice", "neighbour", "numbers", "taker", "missed_draw", "doubled_draw", "order")
KEYS = (
    ("yellow", "blue", "green", "red", "black"),
    ("sailor", "trader", "settler", "captain", "priest"),
    ("pirate", "mademoiselle", "jester", "admiral", "governor"),
    ("jack", "expedition", "tax", None, None),
)


@dataclass(frozen=True)
class Planted:
    """The phone's log, what really lies on the table, and what went wrong where."""

    kind: str
    phone: History
    real: State
    revision: int
    turn: tuple[int, int]
    seat: int | None = None
    card: dict[str, Any] | None = None
    why: str = ""
    figures: dict[str, int] = field(default_factory=dict)
    count: dict[str, Any] = field(default_factory=dict)


class Unlucky(Exception):
    """Such a slip could not be made here, or would have been seen at once."""


class Noticed(Exception):
    """The phone refuses what happens at the table: now everybody counts."""


def key_of(card: dict[str, Any]) -> str:
    return card.get("color") if card["kind"] == "ship" else card.get("type", card["kind"])


def beside(key: str) -> list[str]:
    """The keys beside, above and below."""
    row, column = next((r, keys.index(key)) for r, keys in enumerate(KEYS) if key in keys)
    around = [(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)]
    return [KEYS[r][c] for r, c in around if 0 <= r < 4 and 0 <= c < 5 and KEYS[r][c]]


def still_to_come(state: State) -> list[dict[str, Any]]:
    kinds = zip(state.game.deck.kinds, state.unseen, strict=True)
    return [card_json(kind.card) for kind, left in kinds if left]


class Evening:
    """One game at the table, tapped into a phone entry by entry, with one slip."""

    def __init__(self, chance: random.Random, kind: str, players: int, edition: str = "pegasus") -> None:
        self.chance, self.kind = chance, kind
        self.real = self.before = self.phone = table(edition, players)
        # The phone's berth of each card of this turn.
        self.berths: dict[int, int] = {}
        self.planted: dict[str, Any] | None = None
        self.held_back: dict[str, Any] | None = None

    def step(self, slip: bool) -> bool:
        """One thing happens and is tapped in; says whether the slip was made with it."""
        state = self.real.state
        offers = [one for one in allowed(state) if one.allowed]
        chosen = self.chance.choices(offers, [WEIGHTS.get(one.type, 1.0) for one in offers])[0]
        body = filled_in(chosen, state, self.chance)
        before, self.before, self.real = state, self.real, enter(self.real, **body)
        if before.drawn == 0 and before.phase == "discover":
            self.berths = {}
        if slip and self.held_back is None:
            return getattr(self, f"_{self.kind}")(before, body)
        if self.held_back is not None:
            return self._other_way_round(before, body)
        self.as_it_happened(before, body)
        return False

    def as_it_happened(self, before: State, body: dict[str, Any]) -> None:
        """Until the slip is made, the phone has what lies on the table."""
        if self.phone is self.before:
            self.phone = self.real
        else:
            self.tap(before, body)

    def tap(self, before: State, body: dict[str, Any]) -> None:
        """What somebody taps for what happened, at the phone as it stands; what it refuses happened all the same."""
        body, shown = dict(body), self.phone.state
        kind = body["type"]
        if kind in ("draw", "stop") and shown.phase == "trade_hire":
            self.put(type="pass", by=shown.acting, rest=True)
            shown = self.phone.state
        if kind == "draw":
            self.berths[len(before.harbor)] = len(shown.harbor)
        if kind in ("take", "repel") and "harbor_index" in body:
            index = body["harbor_index"]
            body["harbor_index"] = self.berths.get(index, index)
            if body["harbor_index"] < 0:
                raise Noticed("no such card lies at the phone")
        if kind == "pass" and (shown.phase != "trade_hire" or turn(shown) != turn(before)):
            return
        if kind == "pass" and body.get("by") != shown.acting and not body.get("passing"):
            if not ahead(shown, body["by"]):
                return
            body["passing"] = True
        if kind == "take" and body["by"] != shown.acting and ahead(shown, body["by"]):
            body["passing"] = True
        if kind in ("repel", "keep") and not shown.decisions:
            return
        self.put(**body)

    def put(self, **body: Any) -> None:
        try:
            self.phone = enter(self.phone, **body)
        except Refusal as refused:
            raise Noticed(str(refused)) from refused
        except EngineError as error:
            raise Unlucky(str(error)) from error

    def made(self, **what: Any) -> bool:
        self.planted = {"revision": self.phone.revision, "turn": turn(self.phone.state), **what}
        return True

    # The slips

    def _paid(self, before: State, body: dict[str, Any], times: int) -> bool:
        at = turn(self.phone.state)
        self.as_it_happened(before, body)
        done = self.phone.last
        lines = [
            line for line in done.ledger if line.coins and line.why in PAYMENTS and "from" not in line.params
        ]
        if not lines:
            return False
        line = self.chance.choice(lines)
        more, now = line.coins * (times - 1), self.real.state
        coins = {line.seat: now.players[line.seat].coins + more}
        piles = {}
        if "to" in line.params:
            coins[line.params["to"]] = now.players[line.params["to"]].coins - more
        elif line.coins > 0:
            piles["draw_pile"] = now.draw_pile - more
        else:
            piles["discard_pile"] = now.discard_pile - more
        if min(*coins.values(), *piles.values(), 0) < 0:
            raise Unlucky("nobody has so many")
        self.real = enter(
            self.real, type="count", coins={str(seat): had for seat, had in coins.items()}, **piles
        )
        self.made(seat=line.seat, why=line.why)
        self.planted["turn"] = at
        return True

    def _not_paid(self, before: State, body: dict[str, Any]) -> bool:
        return self._paid(before, body, 0)

    def _paid_twice(self, before: State, body: dict[str, Any]) -> bool:
        return self._paid(before, body, 2)

    def _as_another(self, before: State, body: dict[str, Any], wrong: list[dict[str, Any]]) -> bool:
        if not wrong:
            self.as_it_happened(before, body)
            return False
        at = turn(self.phone.state)
        real = card_json(self.real.lines[-1].entry.card)
        self.tap(before, {**body, "card": self.chance.choice(wrong)["id"]})
        self.made(card=real)
        self.planted["turn"] = at
        return True

    def _numbers(self, before: State, body: dict[str, Any]) -> bool:
        wrong = []
        if body["type"] == "draw":
            real = card_json(self.real.lines[-1].entry.card)
            cards = still_to_come(self.phone.state)
            wrong = [one for one in cards if key_of(one) == key_of(real) and one != real]
            wrong = [] if real["kind"] == "expedition" else wrong
        return self._as_another(before, body, wrong)

    def _neighbour(self, before: State, body: dict[str, Any]) -> bool:
        wrong = []
        if body["type"] == "draw":
            real = card_json(self.real.lines[-1].entry.card)
            cards = [one for one in still_to_come(self.phone.state) if key_of(one) in beside(key_of(real))]
            same = [one for one in cards if figures(one) == figures(real)]
            wrong = same or cards
        return self._as_another(before, body, wrong)

    def _taker(self, before: State, body: dict[str, Any]) -> bool:
        if body["type"] != "take":
            self.as_it_happened(before, body)
            return False
        at = turn(self.phone.state)
        others = [seat for seat in range(len(before.players)) if seat != body["by"]]
        wrong = self.chance.choice(others)
        self.tap(before, {**body, "by": wrong})
        self.made(seat=body["by"])
        self.planted["turn"] = at
        return True

    def _missed_draw(self, before: State, body: dict[str, Any]) -> bool:
        if body["type"] != "draw":
            self.as_it_happened(before, body)
            return False
        if turn(self.real.state) != turn(before):
            raise Unlucky("a bust is seen")
        self.berths[len(before.harbor)] = -1
        return self.made(card=card_json(self.real.lines[-1].entry.card))

    def _doubled_draw(self, before: State, body: dict[str, Any]) -> bool:
        self.as_it_happened(before, body)
        if body["type"] != "draw" or turn(self.real.state) != turn(before):
            return False
        at = turn(self.phone.state)
        self.put(**body)
        if turn(self.phone.state) != at:
            raise Unlucky("a bust is seen")
        return self.made(card=card_json(self.real.lines[-1].entry.card))

    def _order(self, before: State, body: dict[str, Any]) -> bool:
        if turn(self.real.state) != turn(before) or body["type"] not in ("take", "claim_expedition"):
            self.as_it_happened(before, body)
            return False
        self.held_back = {"at": before, "body": body}
        self.planted = {"revision": self.phone.revision + 1, "turn": turn(self.phone.state)}
        return False

    def _other_way_round(self, before: State, body: dict[str, Any]) -> bool:
        first, self.held_back = self.held_back, None
        assert first is not None
        if body["type"] in ("take", "claim_expedition") and turn(first["at"]) == turn(before):
            try:
                self.tap(before, body)
                self.tap(first["at"], first["body"])
            except Noticed:
                # Seen at once, and entered as it happened.
                self.phone = self.real
            if all_figures(self.real.state) != all_figures(self.phone.state):
                return True
        # Most things may as well happen the other way round: then nothing went wrong yet.
        self.planted, self.phone = None, self.real
        return False


def figures(card: dict[str, Any]) -> tuple[Any, ...]:
    return (card.get("swords"), card.get("skull"), card.get("coins"), card.get("cost"), card.get("vp"))


def turn(state: State) -> tuple[int, int]:
    return state.round, state.active


def ahead(state: State, seat: int) -> bool:
    """The part of that player is still to come."""
    count = len(state.players)
    return (seat - state.active) % count > (state.acting - state.active) % count


def lying(state: State) -> int:
    return sum(1 for card in state.harbor if card is not None)


def all_figures(state: State) -> dict[str, int]:
    coins = {str(seat): player.coins for seat, player in enumerate(state.players)}
    return {**coins, "draw_pile": state.draw_pile, "discard_pile": state.discard_pile}


def planted(chance: random.Random, kind: str, counted: int, edition: str = "pegasus") -> Planted | None:
    """A game with one slip of that kind, noticed by so many counted figures; None where it came to nothing."""
    evening = Evening(chance, kind, chance.randint(2, 5), edition)
    # Of two things whose order matters there are few.
    when, until = 10 if kind == "order" else chance.randint(10, 280), 0
    done = False
    try:
        for number in range(300):
            if evening.real.state.phase == "game_over" or (until and number >= until):
                break
            try:
                made = evening.step(slip=number >= when and not done)
            except Noticed:
                if not done or evening.held_back:
                    return None
                evening.real = evening.before
                break
            if made and not done:
                done = True
                until = number + chance.randint(2, 80)
    except Unlucky:
        return None
    except EngineError:
        return None
    if not done or evening.held_back or evening.planted is None:
        return None
    real, shown = evening.real.state, evening.phone.state
    if (turn(real), real.phase, real.acting) != (turn(shown), shown.phase, shown.acting):
        return None
    if (lying(real), sorted(map(repr, real.expeditions))) != (
        lying(shown),
        sorted(map(repr, shown.expeditions)),
    ):
        return None  # everybody looks at the middle of the table
    lies, has = all_figures(real), all_figures(shown)
    differ = [name for name in lies if lies[name] != has[name]]
    if not differ:
        return None
    first = chance.choice(differ)
    more = chance.sample([name for name in lies if name != first], counted - 1)
    names = [first, *more]
    count = {
        "type": "count",
        "coins": {name: lies[name] for name in names if name.isdecimal()},
        **{name: lies[name] for name in names if not name.isdecimal()},
    }
    return Planted(
        kind,
        evening.phone,
        real,
        figures={name: lies[name] for name in names},
        count=count,
        **evening.planted,
    )


__all__ = ["KINDS", "Planted", "all_figures", "entry_json", "planted"]
