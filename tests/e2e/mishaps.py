"""What happens to groups at a game of The Adventure Begins, made to happen in games by chance: a card that nobody can tell, a
mission completed before it was read, a crown by hand, a card that was misread long ago, a mission with the last take.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import expect

from companion.engine import EngineError, codec
from companion.engine.modules.adventure_begins import month
from companion.engine.printed.cards import Unknown
from tests.engine.play import correct, enter, filled_in

from .adventure_by_touch import NEW_PERSONS, Adventurer
from .adventure_moves import Body, Moves, as_json
from .touch import rested_tap

# So many entries later a misread card is noticed.
LATE = 6
WISHES = {"pay_rewards": 30.0, "read_card": 12.0}


@dataclass
class Mishaps(Moves):
    """Moves with mishaps among them; `met` counts each kind as it happened."""

    met: Counter[str] = field(default_factory=Counter)
    # Missions that are read only once somebody has completed them.
    later: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)

    def __iter__(self) -> Iterator[tuple[Body, dict[str, Any]]]:
        while self.history.state.phase != "game_over":
            before = as_json(self.history)
            body = self.misread(before) or self.next(before)
            if body["type"] != "misread":
                self.notes(body, before)
                self.history = enter(self.history, **body)
            else:
                self.met["misread card put right late"] += 1
                self.history = correct(self.history, type="change", **body["correction"])
            yield body, before

    def notes(self, body: Body, before: dict[str, Any]) -> None:
        kind = body["type"]
        if kind == "complete_mission":
            goal = next(goal for goal in before["goals"] if goal["number"] == body["mission"])
            self.met["mission completed unread"] += bool(goal.get("unread"))
            self.met["mission with the last take"] += is_judged_next(before)
        self.met["card that nobody can tell"] += kind == "draw" and isinstance(body["card"], dict)
        self.met["card read off later"] += kind == "read_card"
        self.met["rewards paid later"] += kind == "pay_rewards"
        self.met["crown by hand"] += kind == "count"

    def next(self, view: dict[str, Any]) -> Body:
        at_table = view["phase"] == "discover" and view["harbor"] and not self.kept
        if (
            at_table
            and not self.met["crown by hand"]
            and not (view.get("steps") or is_judged_next(view) or view.get("decisions"))
        ):
            crowns = view["players"][0].get("crowns", 0)
            return {"type": "count", "crowns": {"0": crowns + 1}}
        return super().next(view)

    def wanted(self, way: Any) -> bool:
        state = self.history.state
        if way.type == "read_card" and state.phase != "trade_hire":
            return False
        # A mission of the month's last turn is remembered when Month's End is about to be asked.
        deck = month.month(state)
        last = len(deck.deck) - deck.at == 1 and not is_judged_next(as_json(self.history))
        if way.type == "complete_mission" and last and not self.met["mission with the last take"]:
            return False
        return super().wanted(way)

    def wish(self, way: Any) -> float:
        return WISHES.get(way.type) or super().wish(way)

    def filled(self, way: Any, view: dict[str, Any]) -> Body:
        if way.type == "read_card":
            return filled_in(way, self.history.state, self.chance)
        return super().filled(way, view)

    def unread(self, view: dict[str, Any]) -> list[dict[str, Any]]:
        for one in super().unread(view):
            if one["what"] == "mission" and one["id"] not in self.seen:
                self.seen.add(one["id"])
                if self.chance.random() < 0.6:
                    self.later.add(one["id"])
        done = {goal["number"] for goal in view.get("goals", ()) if goal.get("done_by")}
        return [one for one in super().unread(view) if one["id"] not in self.later - done]

    def harmless(self, body: Body) -> Any:
        open_places = [
            kind.card
            for kind, left in zip(self.history.state.game.deck.kinds, self.history.state.unseen, strict=True)
            if left and isinstance(kind.card, Unknown)
        ]
        persons = [
            str(place.type) for place in open_places if place.of == "person" and place.type in NEW_PERSONS
        ]
        if persons and self.met["card that nobody can tell"] < 2:
            return {"kind": "person", "type": self.chance.choice(persons), "unread": True}
        lies = {
            card.color for card in self.history.state.harbor if card is not None and hasattr(card, "color")
        }
        ares = any(place.of == "ship" and place.color == "ares" for place in open_places)
        if ares and "ares" not in lies and self.met["card that nobody can tell"] < 1:
            return {"kind": "ship", "color": "ares", "unread": True}
        return super().harmless(body)

    def misread(self, view: dict[str, Any]) -> Body | None:
        """A person that was read off a while ago had other numbers, and all that came after it still holds."""
        if (
            self.met["misread card put right late"]
            or view.get("steps")
            or is_judged_next(view)
            or view.get("decisions")
            or self.kept
        ):
            return None
        if view["phase"] != "discover" or not view["harbor"] or view.get("pending"):
            return None
        for line in codec.lines_json(self.history):
            entry = line.get("entry") or {}
            card = entry.get("card")
            if (
                entry.get("type") != "draw"
                or not isinstance(card, dict)
                or card.get("type") not in NEW_PERSONS
            ):
                continue
            if card.get("unread") or line["revision"] > view["revision"] - LATE:
                continue
            for figure, more in (("vp", 1), ("cost", -1), ("cost", 1)):
                right = {**card, figure: card[figure] + more}
                right.pop("id", None)
                told = {
                    "revision": line["revision"],
                    "entry": {"type": "draw", "by": entry["by"], "card": right},
                }
                if right[figure] >= 0 and self.holds(told):
                    return {"type": "misread", "correction": told, "read": f"{figure} {right[figure]}"}
        return None

    def holds(self, told: Body) -> bool:
        try:
            after = correct(self.history, type="change", **told)
        except EngineError:
            return False
        was, now = self.history.state, after.state
        same = (was.phase, was.turn, was.acting, len(was.harbor)) == (
            now.phase,
            now.turn,
            now.acting,
            len(now.harbor),
        )
        return same and not as_json(after).get("decisions")


def is_judged_next(view: dict[str, Any]) -> bool:
    """Month's End is what comes next."""
    return any(way["type"] == "months_end" and way["allowed"] for way in view["allowed"])


KINDS = (
    "card that nobody can tell",
    "card read off later",
    "misread card put right late",
    "crown by hand",
    "mission completed unread",
    "rewards paid later",
    "mission with the last take",
)


class Unlucky(Adventurer):
    """A thumb to which all of that happens."""

    def do_count(self, body: Body, before: dict[str, Any], _: Any) -> None:
        self.tap(".ledger .menu", "by hand")
        self.tap('dialog [data-way="hand"]', "by hand")
        for seat in body["crowns"]:
            self.tap(f'dialog [data-more="crowns {seat}"]', "by hand")
        self.tap("dialog [data-counted]", "by hand")

    def do_read_card(self, body: Body, before: dict[str, Any], after: dict[str, Any]) -> None:
        card = after["last"]["entry"]["card"]
        self.tap(f'.cards.trade [data-index="{body["harbor_index"]}"]', "read later")
        self.reads(card, "read later")

    def draws(self, card: Any, fresh: bool) -> None:
        if not card.get("unread"):
            super().draws(card, fresh)
            return
        kind = f"{card['kind']}:{card.get('type') or card.get('color')}"
        self.page.wait_for_selector(".pad > .k")
        key = f'.pad > [data-opens="{kind}"]'
        self.tap(key if self.page.locator(key).count() else '[data-opens="more:"]', "draw")
        self.page.wait_for_selector(f'.pad.asking, [data-opens="{kind}"], dialog .read-off')
        if self.page.locator(".pad.asking .pair.other").count():
            self.tap(".pad.asking .pair.other", "draw")
        self.tap('dialog [data-read="unread"]', "draw")

    def do_misread(self, body: Body, before: dict[str, Any], _: Any) -> None:
        page, table = self.page, self.page.url
        page.goto(f"{table}/log/{body['correction']['revision']}")
        line = page.locator(f'.entsel[data-revision="{body["correction"]["revision"]}"]')
        rested_tap(line.get_by_role("button", name="Correct it"))
        for selector in ('[data-way="card"]', f'[data-read="{body["read"]}"]', "[data-reread]"):
            self.tap(f"dialog {selector}", "put right")
        sheet = page.get_by_role("dialog")
        rested_tap(sheet.get_by_role("button", name="Record the correction"))
        self.count("put right")
        expect(sheet).to_have_count(0)
        page.goto(table)
