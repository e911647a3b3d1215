"""Games of The Adventure Begins by chance, as a group of some ambition would enter them on a phone."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.engine import History, allowed, codec, open_history
from companion.engine.modules.adventure_begins import added
from tests.engine.adventure import SPACES
from tests.engine.play import enter, unseen_cards

Body = dict[str, Any]
EFFECTS: tuple[list[Body], ...] = (
    [{"when": "now", "what": "coins", "count": 1, "who": "all"}],
    [{"when": "now", "what": "crowns", "count": 1, "who": "fewest_vp"}],
    [{"when": "now", "what": "coins", "count": -2, "who": "active"}],
    [{"when": "discover", "what": "no_repel", "who": "active"}],
    [{"when": "discover", "what": "swords", "count": 2, "who": "active"}],
    [{"when": "trade_hire", "what": "takes", "count": 1, "who": "active"}],
    [{"when": "trade_hire", "what": "price", "count": 1, "who": "all"}],
    [{"when": "trade_hire", "what": "trade", "count": 1, "who": "all"}],
    [{"when": "now", "what": "by_hand"}],
)
NEEDS: tuple[list[Body], ...] = (
    [{"what": "expedition", "count": 1}],
    [{"what": "coins", "count": 4, "give": True}],
    [{"what": "swords", "count": 2}],
    [{"what": "captain", "count": 1, "give": True}, {"what": "coins", "count": 2, "give": True}],
    [{"what": "ares", "count": 1, "give": True}],
    [{"what": "bust", "count": 1}],
    [{"what": "colors", "count": 3}],
)
# Story cards, some of whose missions no booklet shows.
STORIES = ("12", "13", "16", "17", "28b", "33", "40", "50")
MOST_MISSIONS = 4
# What any player soon has.
EASY: tuple[list[Body], ...] = ([{"what": "coins", "count": 2, "give": True}],)
# What is in no template's power, or is no entry of the phone's: a moment that is let go is only not taken.
NEVER = {"let_go", "return_crowns"}
TOGETHER = ("coop", "solo")
WISHES = {
    "complete_mission": 25.0,
    "buy_marker": 3.0,
    "use_lookout": 6.0,
    "sell_item": 8.0,
    "claim_expedition": 20.0,
    "take": 10.0,
    "draw": 5.0,
    "pass": 1.0,
    "repel": 3.0,
}


@dataclass
class Moves:
    """Entries by chance, as a group of some ambition would make them; `history` is the table by now."""

    history: History
    chance: random.Random
    pays: bool = True
    # What card 9 asks for; read when it is reached, on the way out of a month.
    nine: Body = field(default_factory=lambda: {"markers": 2, "points": 12})
    needs: tuple[list[Body], ...] = NEEDS
    kept: Body | None = None

    def __iter__(self) -> Iterator[tuple[Body, dict[str, Any]]]:
        """Each entry, with the view before it."""
        while self.history.state.phase != "game_over":
            before = as_json(self.history)
            body = self.next(before)
            self.history = enter(self.history, **body)
            yield body, before

    def next(self, view: dict[str, Any]) -> Body:
        if self.kept:
            body, self.kept = self.kept, None
            return body
        ways = [one for one in allowed(self.history.state) if one.allowed and self.wanted(one)]
        # The phone asks for the characters in the order in which they are dealt.
        asked = next((step.get("by") for step in view.get("steps", []) if step["state"] == "open"), None)
        ways = [one for one in ways if one.type != "choose_character" or one.by == asked]
        # A ship that may stay without a word is kept by drawing on.
        must = (view.get("pending") or {}).get("must_decide")
        ways = [one for one in ways if one.type != "keep" or must]
        unread = self.unread(view)
        if any(one.type == "reveal_event" for one in ways) and unread:
            return self.learned(unread[0], view)
        # It hangs in the ledger's place, where nothing else is asked.
        asked = any(view.get(key) for key in ("steps", "decisions", "on_top", "pending"))
        quiet = view["harbor"] and not asked
        ways = [one for one in ways if one.type != "pay_rewards" or quiet]
        stop = next((one for one in ways if one.type == "stop"), None)
        if stop and len(view["harbor"]) >= self.chance.choice((3, 4, 5)):
            ways = [stop, *(one for one in ways if one.type in ("use_lookout", "complete_mission"))]
        way = self.chance.choices(ways, [self.wish(one) for one in ways])[0]
        body = self.filled(way, view)
        if way.type == "draw":
            body["card"] = self.harmless(body)
        if view["way"] in TOGETHER and body.get("hourglass", {}).get("nine") and any(view.get("learn", [])):
            self.kept = body
            return {"type": "learn_card_nine", **self.nine}
        return body

    def unread(self, view: dict[str, Any]) -> list[dict[str, Any]]:
        """What is read before the next event."""
        return [one for one in view.get("learn", []) if one["what"] != "card_nine"]

    def wish(self, way: Any) -> float:
        return 30.0 if "as_item" in way.keys else WISHES.get(way.type, 1.0)

    def filled(self, way: Any, view: dict[str, Any]) -> Body:
        body: Body = {"type": way.type, "by": way.by}
        for key, value in way.keys.items():
            body[key] = list(value) if isinstance(value, tuple) else value
        for ask in way.asks:
            body[ask.key] = self.told(ask, view)
        return body

    def wanted(self, way: Any) -> bool:
        passing = way.type == "pass" and "passing" in way.keys
        later = way.type == "reveal_event" and "unread" in way.keys
        return way.type not in NEVER and not passing and not later and (self.pays or way.type != "buy_marker")

    def told(self, ask: Any, view: dict[str, Any]) -> Any:
        state = self.history.state
        if ask.choices:
            return self.chance.choice(ask.choices)
        if ask.key == "adds":
            left = {name: most for name, most in places_left(self.history).items() if most}
            return {
                name: min(2, most)
                for name, most in left.items()
                if name.endswith("ares") or self.chance.random() < 0.5
            }
        if ask.key == "effects":
            return self.chance.choice(EFFECTS)
        if ask.key == "hourglass":
            return self.hourglass(view)
        if ask.key == "coins" and ask.of != "number":
            return {str(seat): ask.most if seat == 0 else 0 for seat in state.game.order}
        if ask.key == "missions":
            return self.chance.sample(("4", "13", "16", "33", "40", "50"), ask.many or 4)
        if ask.of == "number":
            most = min(ask.most or 4, 4)
            return self.chance.randint(min(2, most), most)
        cards = known_cards(self.history)
        return self.chance.choice(cards) if ask.many is None else self.chance.sample(cards, ask.many)

    def hourglass(self, view: dict[str, Any]) -> Body:
        """Another mission, until enough lie there or all of them are done."""
        lying = [goal["number"] for goal in view["goals"]]
        together = view["way"] in TOGETHER
        done = all(goal["done_by"] for goal in view["goals"])
        left = [number for number in STORIES if number not in lying]
        if len(lying) >= MOST_MISSIONS or (done and together):
            return {"pay": True, "nine": True} if together else {"pay": True}
        return {"asks": lying[-1], **dict(zip(("done", "missed"), self.chance.sample(left, 2), strict=True))}

    def harmless(self, body: Body) -> Any:
        """A card that does not end the turn, if one is found soon; new ones are drawn gladly."""
        cards = known_cards(self.history)
        new = [card for card in cards if card.startswith("own.")]
        card: Any = cards[0]
        for _ in range(6):
            card = self.chance.choice(new if new and self.chance.random() < 0.35 else cards)
            after = enter(self.history, **{**body, "card": card})
            if "bust" not in {line["why"] for line in codec.view_json(after)["last"]["ledger"]}:
                break
        return card

    def learned(self, one: dict[str, Any], view: dict[str, Any]) -> Body:
        if one["what"] == "crown_track":
            return {"type": "learn_crowns", "spaces": SPACES}
        goal = next(goal for goal in view["goals"] if goal.get("number") == one["id"])
        body = {"type": "learn_mission", "mission": one["id"], "crowns": self.chance.randint(0, 3)}
        first = self.chance.choice(({}, {"coins": 1}, {"coins": 2}, {"crowns": 1}))
        return {
            **body,
            **({"first": first} if first else {}),
            **({} if goal["known"] else {"need": self.chance.choice(self.needs)}),
        }


def as_json(history: History) -> dict[str, Any]:
    view: dict[str, Any] = json.loads(json.dumps(codec.view_json(history)))
    return view


def next_evening(moves: Moves, begun: dict[str, Any]) -> Moves:
    """The same group with what its box has learned, where the story goes on; `begun` is the table that the phone has opened."""
    view = as_json(moves.history)
    box = {key: begun["box"][key] for key in ("own", "missing", "facts")}
    learned = {card["card"]["id"]: card for card in view["box"]["own"]}
    assert {card["card"]["id"]: card for card in box["own"]} == learned
    assert (box["missing"], box["facts"]) == (view["box"]["missing"], view["box"]["facts"])
    setup = {**codec.setup_json(moves.history.setup), "box": box, "campaign": view["campaign"]["next"]}
    return Moves(open_history(codec.setup_from_json(setup)), moves.chance, nine=moves.nine, needs=moves.needs)


def known_cards(history: History) -> list[str]:
    """What may come next, but for expeditions that nobody has read off."""
    return [card for card in unseen_cards(history.state) if not card.startswith("own.expedition")]


def places_left(history: History) -> dict[str, int]:
    there = added.added(history.state)
    left = {name: most - there[name] for name, most in added.totals(history.state.game).items()}
    return {name: count for name, count in left.items() if not name.endswith("expedition")}
