"""The Adventure Begins by touch: games by chance of the engine's, each entry turned into taps of a thumb.

The engine plays along in the test: what it says after an entry is what the phone has to show.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from companion.engine import History

from . import phone_store
from .adventure_moves import Body, Moves, as_json
from .touch import Thumb, figures_of, rested_tap, tell

SHOWN = ("name", "vp", "coins", "swords", "crowns")
# What the lines of the players show, in their order: a figure that is zero may be left out.
LINES = """() => [...document.querySelectorAll('.player')].map((line) => {
  const figure = (which) => Number(line.querySelector('.rest .f ' + which)?.textContent.replace(/[^0-9]/g, '') || 0);
  return { name: line.querySelector('.name').textContent, vp: figure('.vp'), coins: figure('.coin'), swords: figure('.sw'), crowns: figure('.cr') };
}).sort((one, other) => one.name.localeCompare(other.name))"""
PERSONS = {"captain"}
NEW_PERSONS = ("lookout", "innkeeper", "tybuk")


class Adventurer(Thumb):
    """A thumb that enters whatever the engine's game says, and looks at the table after each entry."""

    def __init__(self, page: Page, code: str, token: str = "") -> None:
        super().__init__(page, code, token)
        self.revision = 0
        # Gestures for each card that the box did not know, besides the one that draws any card.
        self.read_off: list[int] = []

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

    def do_lay_missions(self, body: Body, *_: Any) -> None:
        for number in body["missions"]:
            for digit in str(number):
                self.tap(f'[data-digit="{digit}"]', "story")
            self.tap('[data-digit="ok"]', "story")
        self.tap(".foot .a.go", "story")

    # Months

    def do_reveal_event(self, body: Body, *_: Any) -> None:
        self.page.wait_for_selector("[data-events]")
        self.reveals(body)
        told = (body.get("event", ""), *(effect["what"] for effect in body.get("effects", ())))
        if any("by_hand" in one for one in told):
            # Nothing has changed by it.
            self.tap("dialog .hand-foot .quiet", "event")

    def reveals(self, body: Body) -> None:
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
        self.page.wait_for_selector('main[data-step="hourglass"], main[data-step="still"]')
        if self.completes_no_more() and "hourglass" not in body:
            return
        self.reads_hourglass(body.get("hourglass", {}))
        self.tap(".foot .a.go", "month")

    def completes_no_more(self) -> bool:
        """Past what could still be completed before the month is judged, where that is asked."""
        asked = bool(self.page.locator('main[data-step="still"]').count())
        if asked:
            self.tap("[data-go-on]", "month")
        return asked

    def still(self, what: str) -> None:
        """That goal among all that could be completed before the month is judged."""
        row = self.page.locator(f'[data-still="{what}"]')
        if not row.count():
            self.tap("[data-still-all]", "month")
        rested_tap(row)

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
        elif goal and not goal["known"] and self.page.locator("[data-still-all], [data-still]").count():
            self.still(goal["id"])
        else:
            self.tap(f'[data-learn="{what}"]', "learn")
        self.page.wait_for_selector(f'[data-learning="{what}"]')

    def do_learn_crowns(self, body: Body, before: dict[str, Any], _: Any) -> None:
        self.learns("crown_track", "crown_track", before)
        for space in body["spaces"]:
            self.tap(f'[data-space="{space}"]', "learn")
        self.tap(".foot .a.go", "learn")

    def do_learn_card_nine(self, body: Body, before: dict[str, Any], _: Any) -> None:
        self.completes_no_more()
        if self.page.locator("[data-hourglass]").count():
            self.reads_hourglass({"pay": True, "nine": True})
        nine = next(one["id"] for one in before["learn"] if one["what"] == "card_nine")
        self.learns("card_nine", nine, before)
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
        first = " ".join(f"{kind} {count}" for kind, count in body.get("first", {}).items())
        self.tap(f'[data-first="{first}"]', "learn")
        self.tap(f'[data-crowns="{body["crowns"]}"]', "learn")
        self.tap(".foot .a.go", "learn")

    # A turn

    def do_draw(self, _: Body, before: dict[str, Any], after: dict[str, Any]) -> None:
        card, so_far = after["last"]["entry"]["card"], sum(self.gestures.values())
        fresh = len(after["box"]["own"]) > len(before["box"]["own"])
        known = {one["card"].get("type") or one["card"]["color"] for one in before["box"]["own"]}
        if fresh and (card.get("type") or card["color"]) in {*NEW_PERSONS, "ares"} & known:
            self.slides_to_numbers(card)
            if before.get("on_top"):
                self.tap('[data-top="other"]', "draw")
        else:
            self._draws(card, before, fresh)
        if fresh:
            self.read_off.append(sum(self.gestures.values()) - so_far - 1)

    def slides_to_numbers(self, card: dict[str, Any]) -> None:
        """Others of its kind are known: press, slide to the pen, then number by number."""
        key = f'.pad > [data-opens="{card["kind"]}:{card.get("type") or card["color"]}"]'
        self.page.wait_for_selector(".pad:not(.busy) > .k")
        self.slide(key, ".pad.asking .pair.other", "draw")
        self.reads(card, "numbers read off")

    def reads(self, card: dict[str, Any], purpose: str) -> None:
        self.page.wait_for_selector("dialog .read-off")
        asked = self.page.locator("dialog [data-read]").evaluate_all(
            "(keys) => keys.map((key) => key.dataset.read)"
        )
        for read in figures_of(card):
            if read in asked:
                self.tap(f'dialog [data-read="{read}"]', purpose)

    def _draws(self, card: Any, before: dict[str, Any], fresh: bool) -> None:
        top = before.get("on_top")
        if top and top == card:
            self.tap("[data-on-top]", "draw")
            return
        self.draws(card, fresh)
        if top:
            self.tap('[data-top="other"]', "draw")

    def draws(self, card: Any, fresh: bool) -> None:
        if card["kind"] == "tax" and card.get("threshold") == 16 and card["bonus"] == "fewest_vp":
            self.tap('.pad [data-opens="tax:"]', "draw")
            strange = self.page.locator('[data-pick="strange"]')
            rested_tap(strange if strange.count() else self.page.locator(f'[data-pick="{card["id"]}"]'))
        elif card["kind"] == "ship" and card["color"] != "ares" and card.get("items"):
            self.mixed(card, fresh)
        else:
            tell(self, card)

    def mixed(self, card: dict[str, Any], fresh: bool) -> None:
        """A ship of the five colors that carries something: nobody's numbers until it is read off."""
        page = self.page
        key = f'.pad [data-opens="ship:{card["color"]}"]'
        if fresh:
            page.wait_for_selector(".pad:not(.busy) > .k")
            self.slide(key, f'.pad.asking [data-with="{card["items"][0]}"]', "draw")
        else:
            self.tap(key, "draw")
            page.wait_for_selector(".pad.asking")
            rested_tap(page.locator(f'[data-pick="{card["id"]}"]'))
            self.count("draw")
            return
        page.wait_for_selector(".pad.asking [data-pick]")
        figures = (
            "skull" if card.get("skull") else card["swords"],
            f"crown {card['crowns']}" if card.get("crowns") else card["coins"],
        )
        pairs_of = f'.pad.asking [data-pick^="base.ship.{card["color"]}.{pair_of(card)}"]'
        pairs = page.locator(pairs_of)
        if not card.get("crowns") and pairs.count():
            self.tap(pairs_of, "numbers read off")
            return
        self.tap(".pad.asking .pair.other", "numbers read off")
        for key, figure in zip(("swords", "coins"), figures, strict=True):
            self.tap(f'dialog [data-read="{key} {figure}"]', "numbers read off")

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
            (way["by"], way.get("discard"), way.get("which"))
            for way in before["allowed"]
            if way["type"] == "claim_expedition"
            and way["allowed"]
            and way["expedition_index"] == body["expedition_index"]
        ]
        if self.page.locator("main.walking").count():
            self.still(f"expedition {body['expedition_index']}")
        else:
            self.tap(f'.goals [data-expedition="{body["expedition_index"]}"]', "expedition")
        if len(ways) > 1:
            self.tap(".way", "expedition", ways.index((body["by"], body.get("discard"), body.get("which"))))

    def do_complete_mission(self, body: Body, before: dict[str, Any], _: Any) -> None:
        goal = f"mission.{body['mission']}"
        ways = [
            way
            for way in before["allowed"]
            if way["type"] == "complete_mission" and way["allowed"] and way["about"]["goal"] == goal
        ]
        answer = self.page.locator(f'[data-now="{goal}"] [data-answer="{body["by"]}"]')
        unread = goal_of(before, goal).get("unread") and all("marker" not in way["figures"] for way in ways)
        asked = answer.count() > 0
        if asked:
            rested_tap(answer)
        elif self.page.locator("main.walking").count():
            self.still(goal)
        else:
            self.tap(f'[data-goal="{goal}"]', "mission")
        if unread:
            same = [way for way in ways if way["by"] == body["by"]]
            nth = [way.get("give") for way in same].index(body.get("give"))
            self.tap(f'dialog [data-later="{body["by"]}"]', "mission", nth)
            return
        if not asked and (len(ways) > 1 or any(need.get("give") for need in goal_of(before, goal)["need"])):
            same = [way for way in ways if way["by"] == body["by"]]
            nth = [way.get("give") for way in same].index(body.get("give"))
            self.tap(f'dialog [data-way="{body["by"]}"]', "mission", nth)

    def do_pay_rewards(self, *_: Any) -> None:
        self.tap(".quay .offer[data-pays]", "paid")

    def do_use_lookout(self, body: Body, before: dict[str, Any], after: dict[str, Any]) -> None:
        # What a tax took covers the water until it was seen.
        if self.page.locator(".taxed .x").count():
            self.tap(".taxed .x", "lookout")
        self.tap(".takes .chip", "lookout")
        if self.page.locator("dialog #starts-title").count():
            self.tap('dialog .a:has-text("ook")', "lookout")
        known = {one["card"]["id"] for one in before["box"]["own"]}
        for card in after["last"]["entry"]["cards"]:
            self.draws(card, card["id"].startswith("own.") and card["id"] not in known)
            known.add(card["id"])
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


def pair_of(card: dict[str, Any]) -> str:
    swords = "skull" if card.get("skull") else f"s{card['swords']}"
    return f"{swords}.c{card['coins']}"


def goal_of(view: dict[str, Any], goal: str) -> dict[str, Any]:
    return next(one for one in view["goals"] if one["id"] == goal)
