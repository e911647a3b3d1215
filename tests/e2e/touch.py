"""A thumb on the phone: plays a recorded game by touch and reads the table off the screen."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from playwright.sync_api import CDPSession, Locator, Page

from tests.engine.play import entered_steps

from . import goals_by_touch
from .phone_engine import until

Step = tuple[dict[str, Any], dict[str, Any]]

REMEMBER_TABLE = """async (table) => {
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open('harbormaster');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  await new Promise((resolve, reject) => {
    const writing = database.transaction('tables', 'readwrite');
    writing.objectStore('tables').put(table);
    writing.oncomplete = resolve;
    writing.onerror = () => reject(writing.error);
  });
  database.close();
}"""

# Changes with whatever a key of the pad does.
QUAY = """() => [document.querySelector('main')?.dataset.revision, document.querySelector('.quay')?.textContent, document.querySelectorAll('dialog').length, document.querySelectorAll('.pad.asking').length].join('|')"""
SAVED = "document.querySelector('.ledger .menu').textContent.includes('All saved')"

# A second tap at the same place does nothing before a person could have seen what the first one changed, and no finger is
# back on the glass in an instant.
RESTED = """async (key) => {
  if (!window.tapped) {
    window.tapped = { at: -Infinity, x: 0, y: 0 };
    for (const touch of ['pointerdown', 'pointerup']) addEventListener(touch, ({ timeStamp, clientX, clientY }) => { window.tapped = { at: timeStamp, x: clientX, y: clientY }; }, { capture: true });
  }
  // Where it will be tapped.
  key.scrollIntoViewIfNeeded?.();
  const { left, top, width, height } = key.getBoundingClientRect();
  const near = () => Math.hypot(left + width / 2 - window.tapped.x, top + height / 2 - window.tapped.y) < 60;
  const since = () => performance.now() - window.tapped.at;
  while (since() < (near() ? 350 : 70)) await new Promise((resolve) => requestAnimationFrame(resolve));
}"""

IN_THE_SKY = (".player", ".row-exp", ".goals")

# What the screen shows of every player: a figure that is zero may be left out.
SHOWN = """() => Object.fromEntries([...document.querySelectorAll('.player, .alone')].map((line) => {
  const figure = (selector) => Number(line.querySelector(selector + ' b, ' + selector)?.textContent.replace(/[^0-9]/g, '') || 0);
  const cells = [...line.querySelectorAll('.rest .f')].map((cell) => Number(cell.textContent.replace(/[^0-9]/g, '') || 0));
  return [line.querySelector('.name').textContent, { vp: cells[0], coins: cells[1], swords: cells[2] }];
}))"""


def rested_tap(key: Locator) -> None:
    """A tap in a person's rhythm."""
    key.evaluate(RESTED)
    key.tap()


# A key that enters at once has nothing to show; a thumb that stays longer than this means something else.
RISEN = """async () => {
  const since = performance.now();
  while (!document.querySelector('.fan') && performance.now() - since < 300) await new Promise((resolve) => requestAnimationFrame(resolve));
  return document.querySelector('.fan') !== null;
}"""

UNMEANT = 26
# A finger that went down by one session is moved by the same one.
_fingers: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()
_down: WeakSet[Page] = WeakSet()


def _touch(page: Page, kind: str, *points: tuple[float, float]) -> None:
    if page not in _fingers:
        _fingers[page] = page.context.new_cdp_session(page)
    if kind == "touchStart" and page in _down:
        # The screen before was looked at with the finger on it.
        _fingers[page].send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    (_down.add if kind != "touchEnd" else _down.discard)(page)
    touched = [[{"x": x, "y": y}] for x, y in points] or [[]]
    for one in touched:
        _fingers[page].send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": one})


def middle(key: Locator) -> tuple[float, float]:
    """Where a finger meets it."""
    box = key.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press(key: Locator, rests: int = 0) -> None:
    """A finger goes down on a key and begins to slide; `rests`: so many milliseconds later, where it could scroll."""
    key.evaluate(RESTED)
    x, y = middle(key)
    _touch(key.page, "touchStart", (x, y))
    if rests:
        key.page.wait_for_timeout(rests)
    _touch(key.page, "touchMove", (x, y - 14))


def hold(key: Locator) -> bool:
    """A finger goes down on a key and stays; tells whether its values come up above it."""
    key.evaluate(RESTED)
    _touch(key.page, "touchStart", middle(key))
    return bool(key.page.evaluate(RISEN))


def slide_to(place: Locator) -> None:
    """The finger that is down comes there."""
    x, y = middle(place)
    slide_along(place.page, (x, y - 2), (x, y))


def slide_along(page: Page, *points: tuple[float, float]) -> None:
    """The finger that is down comes by there."""
    _touch(page, "touchMove", *points)


def lift(page: Page) -> None:
    """The finger leaves the glass, wherever it is."""
    _touch(page, "touchEnd")


def let_go(value: Locator, start: tuple[float, float]) -> bool:
    """The finger that slides comes to a value and leaves the glass; what lies where it went down it cannot mean."""
    means = math.dist(middle(value), start) > UNMEANT
    if means:
        slide_to(value)
    lift(value.page)
    return means


@dataclass
class Thumb:
    """Taps, counted by what they were for."""

    page: Page
    code: str
    token: str
    gestures: dict[str, int] = field(default_factory=dict)
    # The same for a thumb that never slides.
    taps: int = 0
    # Whether it presses a key and slides to the value, as the app teaches, or taps both.
    slides: bool = False

    def tap(self, selector: str, purpose: str, nth: int = 0) -> None:
        # What lies in the sky is seen again before the moment is over.
        sunset = self.page.locator(".sunset")
        if selector.startswith(IN_THE_SKY) and sunset.count():
            rested_tap(sunset)
        rested_tap(self.page.locator(selector).nth(nth))
        self.count(purpose)

    def count(self, purpose: str, taps: int = 1) -> None:
        self.gestures[purpose] = self.gestures.get(purpose, 0) + 1
        self.taps += taps

    def slide(self, selector: str, value: str, purpose: str, taps: int = 2) -> None:
        """Press, slide to a value, let go: one gesture, for so many taps."""
        key, chosen = self.page.locator(selector).first, self.page.locator(value).first
        start = middle(key)
        press(key)
        self.count(purpose, taps)
        if not let_go(chosen, start):
            rested_tap(chosen)
            self.count(purpose, 0)

    def view(self) -> dict[str, Any]:
        """The table as the server has it, once it has everything that the screen shows."""
        until(self.page, SAVED)
        answer = self.page.request.get(
            f"/api/tables/{self.code}", headers={"Authorization": f"Bearer {self.token}"}
        )
        return answer.json()

    def shows(self, checkpoint: dict[str, Any]) -> None:
        """Waits until the screen shows the recorded figures."""
        wanted = {
            name: {figure: checkpoint[figure][name] for figure in ("vp", "coins", "swords")}
            for name in checkpoint["coins"]
        }
        script = f"(wanted) => {{ const shown = ({SHOWN})(); return JSON.stringify(Object.keys(wanted).map((n) => shown[n])) === JSON.stringify(Object.keys(wanted).map((n) => wanted[n])); }}"
        try:
            self.page.wait_for_function(script, arg=wanted, timeout=60_000)
        except Exception as error:
            shown = self.page.evaluate(SHOWN)
            raise AssertionError(
                f"the screen shows {json.dumps(shown)}, wanted {json.dumps(wanted)}"
            ) from error

    def settled(self, revision: int) -> None:
        """Waits until nothing is on its way and the screen has reached the revision."""
        self.page.wait_for_selector(
            f'main[data-revision="{revision}"]:not([aria-busy="true"])', timeout=60_000
        )


def remember_table(page: Page, url: str, opened: dict[str, Any], at: int = 1) -> None:
    """Gives the phone the key to a table that the test opened; `at`: in milliseconds since 1970."""
    page.goto(url)
    # The harbor shows what to do next only when its database is there.
    page.locator("main.home a.go, main.home .moored").first.wait_for()
    known = {"code": opened["code"], "token": opened["token"], "seen": at, "view": opened["view"]}
    page.evaluate(REMEMBER_TABLE, known)


def play(
    thumb: Thumb,
    record: dict[str, Any],
    steps: list[Step] | None = None,
    before_each: Callable[[], object] = lambda: None,
) -> int:
    """Plays the whole game, or its first `steps`; returns how many cards were drawn."""
    steps = entered_steps(record) if steps is None else steps
    revision, at, drawn = 0, 0, 0
    while at < len(steps):
        before_each()
        step, checkpoint = steps[at]
        takes_over(thumb, step)
        done = 1
        if step["type"] == "draw":
            drawn += 1
            revision += draw(thumb, step, revision)
        elif step.get("cards"):
            drawn += len(step["cards"])
            several(thumb, step)
            revision += 1
        elif step["type"] == "stop":
            thumb.tap(".pad .k.act", "stop")
            revision += 1
        elif step["type"] == "claim_expedition":
            claim(thumb, step, record["players"])
            revision += 1
        elif step["type"] in ("complete_contract", "contract_step"):
            goals_by_touch.complete(thumb, step, record["players"])
            revision += 1
        elif step["type"] == "lay_contracts":
            goals_by_touch.lay_out(thumb, step)
            revision += 1
        elif step["type"] == "set_aside":
            goals_by_touch.set_aside(thumb, step)
            revision += 1
        elif step["type"] == "pass":
            done, checkpoint = passing(thumb, steps, at, record["players"])
            revision += 1
        else:
            revision += take(thumb, step, record["players"])
        at += done
        thumb.settled(revision)
        goals_by_touch.let_go(thumb, steps[at][0] if at < len(steps) else None)
        if not thumb.page.locator(goals_by_touch.SETTING).count():
            thumb.shows(checkpoint)
        # After the last one the way on would lead to the scores.
        bust = thumb.page.locator("section.harbor.bust").count()
        if at < len(steps) and bust and not thumb.page.locator(goals_by_touch.ASKED).count():
            thumb.tap(".quay .acts .a.go", "go on after a bust")
    return drawn


def takes_over(thumb: Thumb, step: dict[str, Any]) -> None:
    """What a phone still asks or shows that has not entered the last step itself."""
    goals_by_touch.let_go(thumb, step)
    asked = thumb.page.locator(goals_by_touch.ASKED).count()
    if thumb.page.locator("section.harbor.bust").count() and not asked:
        thumb.tap(".quay .acts .a.go", "go on after a bust")


def tell_gestures(thumb: Thumb, name: str, drawn: int) -> float:
    """Prints what a game cost, and returns the gestures for a drawn card."""
    total, draws = sum(thumb.gestures.values()), thumb.gestures["draw"] + thumb.gestures.get("repel", 0)
    sys.stdout.write(
        f"\n{name}: {draws / drawn:.2f} gestures per drawn card for drawing and repelling, {total / drawn:.2f} in all, "
        f"{thumb.taps / drawn:.2f} by taps alone, {total} per game {thumb.gestures}\n"
    )
    return draws / drawn


def tell(thumb: Thumb, card: dict[str, Any]) -> None:
    """Color or kind, or the shelf where the kind has no key; then the printed numbers where more than one card is meant.

    Numbers that nobody knew are read off once.
    """
    page = thumb.page
    page.wait_for_selector(".pad > .k")
    color, kind = card.get("color"), card.get("type")
    ways = {"ship": [f"ship:{color}"], "person": [f"person:{kind}:{color}", f"person:{kind}"]}
    keys = [f'.pad > [data-opens="{way}"]' for way in ways.get(card["kind"], [f"{card['kind']}:"])]
    key = next((one for one in keys if page.locator(one).count()), '[data-opens="more:"]')
    before = page.evaluate(QUAY)
    risen = thumb.slides and hold(page.locator(key).first)
    if risen:
        thumb.count("draw", taps=2)
    else:
        if thumb.slides:
            lift(page)
            thumb.count("draw")
        else:
            thumb.tap(key, "draw")
        # The finger has left the glass before the app has heard of it.
        page.wait_for_function(f"(before) => ({QUAY})() !== before", arg=before, timeout=30_000)
    if page.locator(".pad.asking").count():
        # A ship with the numbers of one in the base game is the same printed card, once more.
        alike = card["id"].replace("contract.", "base.").replace("makesail.", "base.")
        exact = page.locator(f'[data-pick="{card["id"]}"], [data-pick="{alike}"]')
        known = exact if exact.count() else page.locator(f'[data-pick$="{_numbers(card)}"]')
        fresh = not known.count()
        chosen = (page.locator(".pair.other") if fresh else known).first
        if risen:
            slide_to(chosen)
            lift(page)
        else:
            rested_tap(chosen)
        if fresh:
            page.wait_for_selector(".read-off")
        if not thumb.slides:
            thumb.count("draw")
    if page.locator(".read-off").count():
        # What the booklet tells nobody is asked for.
        asked = page.locator(".read-off [data-read]").evaluate_all(
            "(keys) => keys.map((key) => key.dataset.read)"
        )
        for read in figures_of(card):
            if read in asked:
                thumb.tap(f'[data-read="{read}"]', "numbers read off")


def _numbers(card: dict[str, Any]) -> str:
    """How the id of a card ends, whoever has written it."""
    if card["kind"] == "ship":
        return f".{'skull' if card.get('skull') else 's' + str(card['swords'])}.c{card['coins']}"
    return f".v{card['vp']}.p{card['cost']}" if card["kind"] == "person" else card["id"]


def figures_of(card: dict[str, Any]) -> list[str]:
    if card["kind"] == "person":
        return [f"cost {card['cost']}", f"vp {card['vp']}", f"swords {card.get('swords', 0)}"]
    if card["kind"] == "expedition":
        needs = [f"{need} {card['need'].count(need)}" for need in ("captain", "priest", "settler")]
        return [*needs, f"coins {card['coins']}", f"vp {card['vp']}"]
    coins = f"coins crown {card['crowns']}" if card.get("crowns") else f"coins {card['coins']}"
    carried = [f"items {item}" for item in card.get("items", [])]
    return [f"swords {'skull' if card.get('skull') else card['swords']}", coins, *carried]


def several(thumb: Thumb, step: dict[str, Any]) -> None:
    """What a module lets the active player draw at once: its chip on the water, then card by card."""
    thumb.tap(".takes .chip", step["type"])
    for card in step["cards"]:
        tell(thumb, card)


def draw(thumb: Thumb, step: dict[str, Any], revision: int) -> int:
    """The card, then the repel decision."""
    tell(thumb, step["card"])
    if "repel" not in step:
        return 1
    thumb.settled(revision + 1)
    if thumb.page.locator(".quay .offer").count():
        if step["repel"]:
            thumb.tap(".quay .offer", "repel")
        return 2 if step["repel"] else 1
    thumb.tap(".quay .acts.decide .a.go" if step["repel"] else ".quay .acts.decide .a.bad", "repel")
    return 2


def claim(thumb: Thumb, step: dict[str, Any], players: list[str]) -> None:
    ways = [
        (template["by"], sorted(template["discard"]))
        for template in thumb.view()["allowed"]
        if template["type"] == "claim_expedition"
        and template["allowed"]
        and template["expedition_index"] == step["expedition_index"]
    ]
    if thumb.page.locator(".goals").count():
        thumb.tap(f'.goals [data-expedition="{step["expedition_index"]}"]', "expedition")
    else:
        thumb.tap(".row-exp .exp", "expedition", step["expedition_index"])
    if len(ways) > 1:
        # Whose turn has just ended may claim with the same persons as whose turn it is.
        place = ways.index((players.index(step["by"]), sorted(step["discard"])))
        thumb.tap(".way", "expedition", place)


def passing(thumb: Thumb, steps: list[Step], at: int, players: list[str]) -> tuple[int, dict[str, Any]]:
    """One gesture for everybody who passes from here on: nobody else, or to the next taker, by the tile or the seat."""
    passes = 1
    while at + passes < len(steps) and steps[at + passes][0]["type"] == "pass":
        passes += 1
    last = steps[at + passes - 1][1]
    following = steps[at + passes][0] if at + passes < len(steps) else None
    takes = following is not None and following["type"] == "take" and last["phase"] == "trade_hire"
    if thumb.slides and takes and following is not None:
        slides_to_taker(thumb, following, players)
        return passes + 1, steps[at + passes][1]
    if passes > 1 and last["phase"] != "trade_hire":
        thumb.tap(".quay .acts.two .a.pass", "nobody else", 1)
    elif passes > 1 and takes and following is not None:
        thumb.tap(f'.player:has(.name:text-is("{following["by"]}")) .ring', "seat mark")
    else:
        passes, last = 1, steps[at][1]
        thumb.tap(".quay .acts .a.pass", "pass")
    return passes, last


TAKERS = ".fan:not(:has(.waits))"


def takers_of(thumb: Thumb, berth: int) -> tuple[float, float]:
    """A finger slides off a tile, and who may take it is above; where it went down."""
    tile = thumb.page.locator(f'.cards.trade [data-opens="{berth}"]')
    tile.evaluate(RESTED)
    start = middle(tile)
    # Where all tiles have room it need not rest.
    press(tile, rests=200)
    thumb.page.wait_for_selector(TAKERS)
    return start


def slides_to_taker(thumb: Thumb, step: dict[str, Any], players: list[str]) -> None:
    """From the tile to somebody whose chance comes later: those before pass, and the card is taken."""
    start = takers_of(thumb, step["harbor_index"])
    seat = players.index(step["by"])
    value = thumb.page.locator(f'{TAKERS} [data-pick="{seat}"]')
    leads = value.get_attribute("data-leads") is not None
    thumb.count("take", taps=2)
    if not let_go(value, start):
        rested_tap(value)
    if leads:
        rested_tap(thumb.page.locator(f'{TAKERS} [data-pick="{seat}:{_way(step, players)}"]'))
        thumb.count("which way", taps=1 if _gives(step, players) else 0)


def _gives(step: dict[str, Any], players: list[str]) -> bool:
    """Of two players nobody is asked: only one of them can get it."""
    return bool(step.get("gift_to")) and len(players) > 2


def _way(step: dict[str, Any], players: list[str]) -> int:
    return players.index(step["gift_to"]) if _gives(step, players) else int(bool(step.get("decline")))


def take(thumb: Thumb, step: dict[str, Any], players: list[str]) -> int:
    if thumb.slides and _gives(step, players):
        start = takers_of(thumb, step["harbor_index"])
        value = f'{TAKERS} [data-pick="{players.index(step["by"])}:{_way(step, players)}"]'
        thumb.count("take", taps=2)
        if not let_go(thumb.page.locator(value), start):
            rested_tap(thumb.page.locator(value))
        return 1
    # What was taken before still lies there, faint.
    halves = f'.cards.trade .card.split[data-index="{step["harbor_index"]}"] .half'
    if thumb.page.locator(halves).count():
        thumb.tap(halves, "take", 1 if step.get("decline") else 0)
    else:
        thumb.tap(f'.cards.trade button.card[data-index="{step["harbor_index"]}"]', "take")
    if _gives(step, players):
        thumb.tap(f'[data-question] [data-answer="{players.index(step["gift_to"])}"]', "gift")
    return 1
