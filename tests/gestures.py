"""What a recorded game costs whoever records it, in gestures: counted from the recording, without a browser.

`taught`: a thumb that presses a key and slides to the value. `taps`: one that only taps. `tests/e2e/touch.py` plays the same
games on the screen and counts the same.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from companion.engine import History, codec, open_history

from .engine.lightly import enter
from .engine.play import entered_steps

CATALOGUE = [card for one in codec.catalogue_json()["sets"] for card in one["cards"]]
# The keys that every pad has, and how many more a module's kinds get before they share one.
KEYS = (
    "sailor",
    "trader",
    "settler",
    "captain",
    "priest",
    "pirate",
    "mademoiselle",
    "jester",
    "admiral",
    "governor",
    "jack",
)
PLACES = 3

Step = dict[str, Any]
View = dict[str, Any]


@dataclass
class Cost:
    """By what the gestures were for."""

    drawn: int = 0
    gestures: Counter[str] = field(default_factory=Counter)
    taps: Counter[str] = field(default_factory=Counter)
    # What a module's goals are laid out and completed with is not counted.
    goals: bool = False

    def count(self, purpose: str, taps: int = 1, gestures: int = 1) -> None:
        self.gestures[purpose] += gestures
        self.taps[purpose] += taps

    def each(self, *purposes: str, tapped: bool = False) -> float:
        """For a drawn card; without purposes all of them."""
        counted = self.taps if tapped else self.gestures
        return sum(counted[one] for one in purposes or counted) / self.drawn


def gestures(record: dict[str, Any]) -> Cost:
    """The whole game by a thumb that makes no mistake."""
    steps, history = entered_steps(record), open_history(codec.setup_from_json(record))
    cost, at = Cost(), 0
    while at < len(steps):
        step, view = steps[at][0], codec.view_json(history)
        kind, done = step["type"], 1
        if kind == "draw":
            history = _draw(cost, step, history, view)
        elif step.get("cards"):
            cost.count(kind)
            left = dict(view["unseen"])
            for card in step["cards"]:
                _tell(cost, card, {**view, "unseen": left})
                cost.drawn += 1
                left[_named(card, left)] -= 1
        elif kind == "pass":
            done = _passes(cost, steps, at, history)
        elif kind == "claim_expedition":
            cost.count("expedition", *(2, 2) if _ways(view, step) > 1 else (1, 1))
        elif kind == "take":
            # From the tile to who gets it, or by two taps.
            cost.count("take", taps=2 if _gives(step, history) else 1)
        elif kind == "stop":
            cost.count("stop")
        else:
            cost.goals = True
        for one, _ in steps[at : at + done] if kind != "draw" else []:
            history = enter(history, one)[0]
        at += done
        now = codec.view_json(history)
        bust = any(line["why"] == "bust" for line in now["last"]["ledger"])
        # Where a bust asks somebody something, his answer leads on.
        if at < len(steps) and bust and "decisions" not in now:
            cost.count("go on after a bust")
    return cost


def _draw(cost: Cost, step: Step, history: History, view: View) -> History:
    """The card, and whether it is repelled."""
    _tell(cost, step["card"], view)
    cost.drawn += 1
    history = enter(history, {key: step[key] for key in ("type", "by", "card") if key in step})[0]
    if "repel" not in step:
        return history
    must = (codec.view_json(history)["pending"] or {}).get("must_decide")
    if step["repel"] or must:
        cost.count("repel")
        return enter(history, {"type": "repel" if step["repel"] else "keep", "by": step.get("by", 0)})[0]
    return history


def _tell(cost: Cost, card: Step, view: View) -> None:
    """The key of its kind; where several printed cards can be meant, the value, by sliding or by a second tap."""
    cards = _printed(view)
    types = _types(view)
    others = sorted((kind for kind in types if kind not in KEYS), key=lambda kind: -types[kind])
    shelf = others[PLACES - 1 :] if len(others) > PLACES else []
    few = not any(one["kind"] == "expedition" for one in cards) and len(types) < len(KEYS)
    colored = few and any(one.get("color") for one in cards if one.get("type") == card.get("type"))

    def meant(one: Step, kind: str) -> bool:
        if kind != card["kind"]:
            return False
        if kind == "ship":
            return one.get("color") == card["color"]
        if kind != "person":
            return True
        if card["type"] in shelf and not few:
            return one["type"] in shelf
        return one["type"] == card["type"] and (not colored or one.get("color") == card.get("color"))

    same = [one for one in cards if one["kind"] != "unknown" and meant(one, one["kind"])]
    fresh = [
        one
        for one in cards
        if one["kind"] == "unknown" and meant(one, one["of"]) and view["unseen"][one["id"]]
    ]
    out = [one for one in same if view["unseen"].get(one["id"], 0) > 0]
    straight = not same if fresh else len(same) == 1 or len(out) == 1
    cost.count("draw", taps=1 if straight else 2)
    if fresh and not any(_figures(one) == _figures(card) for one in same):
        cost.count("numbers read off", *(len(fresh[0]["asks"]),) * 2)


def _printed(view: View) -> list[Step]:
    """The cards of this table's box, those included that were read off."""
    named = {one["id"] for one in CATALOGUE}
    own = [row["card"] for row in (view.get("box") or {}).get("own", [])]
    cards = [*CATALOGUE, *(card for card in own if card["id"] not in named)]
    return [one for one in cards if one["id"] in view["unseen"]]


def _types(view: View) -> Counter[str]:
    """The kinds of persons, and how many of each."""
    found: Counter[str] = Counter()
    for one in CATALOGUE:
        if one["id"] in view["unseen"] and one.get("type") and one["kind"] in ("person", "unknown"):
            found[one["type"]] += one["count"]
    return found


def _figures(card: Step) -> tuple[Any, ...]:
    figures = ("type", "color", "cost", "vp", "swords", "skull", "coins")
    return tuple(card.get(figure) or 0 for figure in figures)


def _named(card: Step, unseen: dict[str, int]) -> str:
    return next(
        (one["id"] for one in CATALOGUE if one["id"] in unseen and one["id"] == card.get("id")),
        next(iter(unseen)),
    )


def _passes(cost: Cost, steps: list[tuple[Step, View]], at: int, history: History) -> int:
    """One gesture for everybody who passes from here on: nobody else, or from the tile to the next taker."""
    many = 1
    while at + many < len(steps) and steps[at + many][0]["type"] == "pass":
        many += 1
    over = steps[at + many - 1][1]["phase"] != "trade_hire"
    following = steps[at + many][0] if at + many < len(steps) else {"type": ""}
    if following["type"] == "take" and not over:
        # The seat's mark, or the pass of one, and the tile: by two taps.
        cost.count("take", taps=2)
        for step, _ in steps[at : at + many]:
            history = enter(history, step)[0]
        gives = _gives(following, history)
        ways = [
            template
            for template in codec.view_json(history)["allowed"]
            if template["type"] == "take" and template["harbor_index"] == following["harbor_index"]
        ]
        if gives or len(ways) > 1:
            cost.count("which way", taps=1 if gives else 0)
        return many + 1
    if many > 1 and over:
        cost.count("nobody else")
        return many
    cost.count("pass")
    return 1


def _gives(step: Step, history: History) -> bool:
    """Of two players nobody is asked: only one of them can get it."""
    return bool(step.get("gift_to")) and len(history.state.players) > 2


def _ways(view: View, step: Step) -> int:
    return sum(
        template["type"] == "claim_expedition"
        and template["allowed"]
        and template["expedition_index"] == step["expedition_index"]
        for template in view["allowed"]
    )
