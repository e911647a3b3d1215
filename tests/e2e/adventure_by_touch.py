"""The Adventure Begins by touch: games by chance of the engine's, each entry turned into taps of a thumb.

The engine plays along in the test (`history`): what it says after an entry is what the phone has to show.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from companion.engine import History, allowed, codec, open_history
from tests.engine.adventure import SPACES
from tests.engine.play import enter, unseen_cards

from . import phone_store
from .touch import Thumb, rested_tap, tell

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
SHOWN = ("name", "vp", "coins", "swords", "crowns")
# What the lines of the players show, in their order: a figure that is zero may be left out.
LINES = """() => [...document.querySelectorAll('.player')].map((line) => {
  const figure = (which) => Number(line.querySelector('.rest .f ' + which)?.textContent.replace(/[^0-9]/g, '') || 0);
  return { name: line.querySelector('.name').textContent, vp: figure('.vp'), coins: figure('.coin'), swords: figure('.sw'), crowns: figure('.cr') };
}).sort((one, other) => one.name.localeCompare(other.name))"""
PERSONS = {"captain"}
# Story cards, some of whose missions no booklet shows.
STORIES = ("12", "13", "16", "17", "28b", "33", "40", "50")
MOST_MISSIONS = 4
# What any player soon has.
EASY: tuple[list[Body], ...] = ([{"what": "coins", "count": 2, "give": True}],)
# What is in no template's power, or is no entry of the phone's: a moment that is let go is only not taken.
NEVER = {"let_go", "return_crowns"}
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
        unread = [one for one in view.get("learn", []) if one["what"] != "card_nine"]
        if any(one.type == "reveal_event" for one in ways) and unread:
            return self.learned(unread[0], view)
        stop = next((one for one in ways if one.type == "stop"), None)
        if stop and len(view["harbor"]) >= self.chance.choice((3, 4, 5)):
            ways = [stop, *(one for one in ways if one.type in ("use_lookout", "complete_mission"))]
        way = self.chance.choices(ways, [wish(one) for one in ways])[0]
        body: Body = {"type": way.type, "by": way.by}
        for key, value in way.keys.items():
            body[key] = list(value) if isinstance(value, tuple) else value
        for ask in way.asks:
            body[ask.key] = self.told(ask, view)
        if way.type == "draw":
            body["card"] = self.harmless(body)
        together = view["way"] in ("coop", "solo")
        if together and body.get("hourglass", {}).get("nine") and any(view.get("learn", [])):
            self.kept = body
            return {"type": "learn_card_nine", **self.nine}
        return body

    def wanted(self, way: Any) -> bool:
        passing = way.type == "pass" and "passing" in way.keys
        return way.type not in NEVER and not passing and (self.pays or way.type != "buy_marker")

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
        if ask.of == "number":
            return self.chance.randrange(2, 1 + min(ask.most or 4, 4))
        cards = known_cards(self.history)
        return self.chance.choice(cards) if ask.many is None else self.chance.sample(cards, ask.many)

    def hourglass(self, view: dict[str, Any]) -> Body:
        """Another mission, until enough lie there or all of them are done."""
        lying = [goal["number"] for goal in view["goals"]]
        done = all(goal["done_by"] for goal in view["goals"])
        left = [number for number in STORIES if number not in lying]
        if len(lying) >= MOST_MISSIONS or (done and view["way"] == "coop"):
            return {"pay": True, "nine": True} if view["way"] == "coop" else {"pay": True}
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


def wish(way: Any) -> float:
    return 30.0 if "as_item" in way.keys else WISHES.get(way.type, 1.0)


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
    from companion.engine.modules.adventure_begins import added

    there = added.added(history.state)
    left = {name: most - there[name] for name, most in added.totals(history.state.game).items()}
    return {name: count for name, count in left.items() if not name.endswith("expedition")}


class Adventurer(Thumb):
    """A thumb that enters whatever the engine's game says, and looks at the table after each entry."""

    def __init__(self, page: Page, code: str, token: str = "") -> None:
        super().__init__(page, code, token)
        self.revision = 0

    before_each: Callable[[], object] = staticmethod(lambda: None)

    def play(self, moves: Moves, most: int = 4000, until: Callable[[Body], bool] = lambda _: False) -> int:
        """Plays on until the game is over, or `until`; returns how many entries were made."""
        for made, (body, before) in enumerate(moves, 1):
            self.before_each()
            try:
                self.go_on(body)
                self.enter(body, before, as_json(moves.history))
                self.revision += 1
                self.settled(self.revision)
                self.compare(moves.history)
            except Exception as error:
                raise AssertionError(f"entry {self.revision}: {body}") from error
            if until(body) or made >= most:
                return made
        return self.revision

    def settled(self, revision: int) -> None:
        self.page.wait_for_selector(f'main[data-revision="{revision}"]', timeout=20_000)

    def view(self) -> dict[str, Any]:
        """The table as the phone keeps it, once it has what is on the screen."""
        view: dict[str, Any] = {"revision": -1}
        while view["revision"] < self.revision:
            view = phone_store.tables(self.page)[self.code]["view"]
        return view

    def compare(self, history: History) -> None:
        """What the phone has, and what of it is on the screen."""
        wanted, seen = as_json(history), self.view()
        for key in wanted:
            if key not in ("last", "allowed"):
                assert seen.get(key) == wanted[key], (key, seen.get(key), wanted[key])
        page = self.page
        page.wait_for_selector("main.table .quay, main.walking, main.scores")
        if page.locator("main.table .player").count() == len(wanted["players"]):
            rows = [{key: player[key] for key in SHOWN} for player in wanted["players"]]
            script = f"(rows) => JSON.stringify(({LINES})()) === JSON.stringify(rows)"
            try:
                page.wait_for_function(script, arg=rows, timeout=20_000)
            except PlaywrightError as error:
                raise AssertionError(f"shows {page.evaluate(LINES)}, wanted {rows}") from error

    def go_on(self, body: Body) -> None:
        """What is shown since the last entry and is no entry."""
        page = self.page
        while body["type"] != "complete_mission" and page.locator("[data-now]").count():
            goal = page.locator("[data-now]").first.get_attribute("data-now")
            bust = page.locator("section.harbor.bust").count()
            self.tap(f'[data-now="{goal}"] [data-answer="leave"]', "leave")
            page.wait_for_selector(f'[data-now="{goal}"]', state="detached")
            if bust:
                break
        if page.locator("section.harbor.bust").count() and not page.locator("[data-now]").count():
            self.tap(".quay .acts .a.go", "go on after a bust")

    def enter(self, body: Body, before: dict[str, Any], after: dict[str, Any]) -> None:
        getattr(self, f"do_{body['type']}", self.do_other)(body, before, after)

    def do_other(self, body: Body, before: dict[str, Any], after: dict[str, Any]) -> None:
        raise AssertionError(f"no taps for {body}")

    # Set-up

    def do_choose_character(self, body: Body, *_: Any) -> None:
        self.tap(f'[data-character="{body["character"]}"]', "character")
        for key in ("color", "coins"):
            if key in body:
                self.tap(f'[data-read="{key} {body[key]}"]', "character")

    def do_share_coins(self, body: Body, *_: Any) -> None:
        for seat, coins in body["coins"].items():
            self.times(f'[data-more="{seat}"]', coins)
        self.tap(".foot .a.go", "coins")

    def do_read_story(self, body: Body, *_: Any) -> None:
        self.page.wait_for_selector('main[data-step="story"]')
        for place, count in body["adds"].items():
            self.times(f'[data-add="{place.rpartition(".")[2]}"]', count)
        self.tap(".foot .a.go", "story")

    # Months

    def do_reveal_event(self, body: Body, *_: Any) -> None:
        self.page.wait_for_selector("[data-events]")
        if "event" in body:
            self.tap(f'[data-event="{body["event"]}"]', "event")
            return
        (effect,) = body["effects"]
        if effect["what"] == "by_hand":
            self.tap('[data-event="by-hand"]', "event")
            return
        self.tap('[data-event="new"]', "event")
        self.tap(f'dialog [data-effect="{effect["what"]}"]', "event")
        count = effect.get("count", 1)
        self.times("dialog .stepper button >> nth=-1", max(0, count - 1))
        self.times("dialog .stepper button >> nth=0", max(0, -count))
        if effect["when"] != "discover":
            self.tap(f'dialog [data-who="{effect["who"]}"]', "event")
        self.tap("dialog [data-done]", "event")

    def do_months_end(self, body: Body, *_: Any) -> None:
        self.page.wait_for_selector('main[data-step="hourglass"]')
        self.reads_hourglass(body.get("hourglass", {}))
        self.tap(".foot .a.go", "month")

    def reads_hourglass(self, glass: dict[str, Any]) -> None:
        if "asks" in glass:
            self.tap('[data-glass="asks"]', "month")
            for field in ("done", "missed"):
                self.tap(f'[data-field="{field}"]', "month")
                for digit in glass[field]:
                    self.tap(f'[data-digit="{digit}"]', "month")
        elif glass and not self.page.locator('[data-glass="nine"].on').count():
            self.tap('[data-glass="signs"]', "month")
            for sign in glass:
                self.tap(f'[data-glass="{sign}"]', "month")

    def do_buy_marker(self, body: Body, *_: Any) -> None:
        self.tap(f'[data-pays="{body["by"]}"]', "month")

    def do_flip_events(self, *_: Any) -> None:
        self.page.wait_for_selector('main[data-step="flip"], main[data-step="pay"]')
        self.tap(".foot .a.go", "month")

    # What is read off once

    def learns(self, what: str, one: str, before: dict[str, Any]) -> None:
        goal = next((goal for goal in before.get("goals", []) if goal.get("number") == one), None)
        if goal and not goal["known"] and self.page.locator("main.table").count():
            self.tap(f'[data-goal="{goal["id"]}"]', "learn")
        elif self.page.locator("[data-events]").count():
            at = [row["id"] for row in before["learn"]].index(one)
            self.tap("[data-events] [data-learn]", "learn", at)
        else:
            self.tap(f'[data-learn="{what}"]', "learn")
        self.page.wait_for_selector(f'[data-learning="{what}"]')

    def do_learn_crowns(self, body: Body, before: dict[str, Any], _: Any) -> None:
        self.learns("crown_track", "crown_track", before)
        for space in body["spaces"]:
            self.tap(f'[data-space="{space}"]', "learn")
        self.tap(".foot .a.go", "learn")

    def do_learn_card_nine(self, body: Body, before: dict[str, Any], _: Any) -> None:
        if self.page.locator("[data-hourglass]").count():
            self.reads_hourglass({"pay": True, "nine": True})
        self.learns("card_nine", next(one["id"] for one in before["learn"]), before)
        for what in ("markers", "points"):
            self.times(f'[data-nine="{what}"]', body[what])
        self.tap(".foot .a.go", "learn")

    def do_learn_mission(self, body: Body, before: dict[str, Any], _: Any) -> None:
        self.learns("mission", body["mission"], before)
        for at, need in enumerate(body.get("need", [])):
            if need["what"] in PERSONS:
                self.tap('.palette [data-icon="person"]', "learn")
                self.tap(f'dialog [data-icon="{need["what"]}"]', "learn")
                self.page.wait_for_selector("dialog", state="detached")
            else:
                self.tap(f'.palette [data-icon="{need["what"]}"]', "learn")
            self.times(f".part >> nth={at} >> .stepper button >> nth=1", need["count"] - 1)
            if need.get("give"):
                self.tap(f'[data-give="{need["what"]} true"]', "learn")
        for kind, count in body.get("first", {}).items():
            self.tap(f'[data-first="{kind} {count}"]', "learn")
        self.tap(f'[data-crowns="{body["crowns"]}"]', "learn")
        self.tap(".foot .a.go", "learn")

    # A turn

    def do_draw(self, _: Body, __: Any, after: dict[str, Any]) -> None:
        self.draws(after["last"]["entry"]["card"])

    def draws(self, card: Any) -> None:
        if card["kind"] == "tax" and card.get("threshold") == 16 and card["bonus"] == "fewest_vp":
            self.tap('.pad [data-opens="tax:"]', "draw")
            strange = self.page.locator('[data-pick="strange"]')
            rested_tap(strange if strange.count() else self.page.locator(f'[data-pick="{card["id"]}"]'))
        elif card["kind"] == "ship" and card["color"] != "ares" and card.get("items"):
            self.mixed(card)
        else:
            tell(self, card)

    def mixed(self, card: dict[str, Any]) -> None:
        """A ship of the five colors that carries something: nobody's numbers until it is read off."""
        page = self.page
        self.tap(f'.pad [data-opens="ship:{card["color"]}"]', "draw")
        page.wait_for_selector(".pad.asking")
        exact = page.locator(f'[data-pick="{card["id"]}"]')
        if exact.count():
            rested_tap(exact)
            return
        self.tap(".pad.asking .pair.other", "draw")
        for at, figure in enumerate(("swords", "coins")):
            if figure == "swords" and card.get("skull"):
                self.tap("dialog .mod", "numbers read off")
            elif figure == "coins" and card.get("crowns"):
                stepper = page.locator("dialog .stepper").nth(2)
                self.steps(stepper, card["crowns"])
            else:
                self.steps(page.locator("dialog .stepper").nth(at), card[figure])
        names = {"bread": "Bread", "rum": "Rum"}
        self.tap(f'dialog .mod:has-text("{names[card["items"][0]]}")', "numbers read off")
        self.tap("dialog .a.go", "numbers read off")

    def steps(self, stepper: Any, wanted: int) -> None:
        shown = int(stepper.locator("output").text_content())
        while shown != wanted:
            rested_tap(stepper.locator("button").nth(1 if wanted > shown else 0))
            shown += 1 if wanted > shown else -1

    def do_repel(self, _: Body, before: dict[str, Any], __: Any) -> None:
        must = before["pending"]["must_decide"]
        self.tap(".quay .acts.decide .a.go" if must else ".quay .offer", "repel")

    def do_keep(self, *_: Any) -> None:
        self.tap(".quay .acts.decide .a.bad", "keep")

    def do_stop(self, *_: Any) -> None:
        self.tap(".pad .k.act", "stop")

    def do_pass(self, body: Body, *_: Any) -> None:
        self.tap(".quay .acts .a.pass", "pass", 1 if body.get("rest") else 0)

    def do_take(self, body: Body, *_: Any) -> None:
        index = body["harbor_index"]
        halves = self.page.locator(f'.cards.trade .card.split[data-index="{index}"] .half')
        if halves.count():
            rested_tap(halves.nth(1 if body.get("as_item") else 0))
        else:
            self.tap(f'.cards.trade button.card[data-index="{index}"]', "take")

    def do_claim_expedition(self, body: Body, before: dict[str, Any], _: Any) -> None:
        ways = [
            (way["by"], way.get("discard"))
            for way in before["allowed"]
            if way["type"] == "claim_expedition"
            and way["allowed"]
            and way["expedition_index"] == body["expedition_index"]
        ]
        self.tap(f'.goals [data-expedition="{body["expedition_index"]}"]', "expedition")
        if len(ways) > 1:
            self.tap(".way", "expedition", ways.index((body["by"], body.get("discard"))))

    def do_complete_mission(self, body: Body, before: dict[str, Any], _: Any) -> None:
        goal = f"mission.{body['mission']}"
        ways = [
            way
            for way in before["allowed"]
            if way["type"] == "complete_mission" and way["allowed"] and way["about"]["goal"] == goal
        ]
        answer = self.page.locator(f'[data-now="{goal}"] [data-answer="{body["by"]}"]')
        if answer.count():
            rested_tap(answer)
            return
        self.tap(f'[data-goal="{goal}"]', "mission")
        if len(ways) > 1 or any(need.get("give") for need in goal_of(before, goal)["need"]):
            same = [way for way in ways if way["by"] == body["by"]]
            nth = [way.get("give") for way in same].index(body.get("give"))
            self.tap(f'dialog [data-way="{body["by"]}"]', "mission", nth)

    def do_use_lookout(self, body: Body, _: Any, after: dict[str, Any]) -> None:
        self.tap(".takes .chip", "lookout")
        if self.page.locator("dialog #starts-title").count():
            self.tap('dialog .a:has-text("ook")', "lookout")
        for card in after["last"]["entry"]["cards"]:
            self.draws(card)
        self.tap(f'[data-keep="{body["keep"]}"]', "lookout")

    def do_sell_item(self, body: Body, before: dict[str, Any], _: Any) -> None:
        sales = [way for way in before["allowed"] if way["type"] == "sell_item" and way["allowed"]]
        self.tap(".quay .offer", "sale")
        if len(sales) > 1:
            at = next(at for at, way in enumerate(sales) if way["item"] == body["item"])
            self.tap("dialog .acts .a", "sale", at)
        if "coins" in body:
            self.times(".stepper button >> nth=-1", body["coins"])
            self.tap('[data-answer="number"]', "sale")

    def times(self, selector: str, count: int) -> None:
        for _ in range(count):
            self.tap(selector, "counted")


def goal_of(view: dict[str, Any], goal: str) -> dict[str, Any]:
    return next(one for one in view["goals"] if one["id"] == goal)
