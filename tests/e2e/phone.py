"""A phone that a test holds: it gets the keys to its tables, goes to a screen of the catalogue, and is looked at there."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, Request

from .screen import Screen
from .tables import Opened, claim, come, doubt, invite, knock, open_table, record, refuse
from .touch import RESTED, lift, press, slide_to

PROBES = [Path(__file__).with_name(name) for name in ("probes.js", "cuts.js")]
# Starting the engine on the phone takes more than most of what is looked at on a screen.
NO_ENGINE = "delete globalThis.WebAssembly"
THEMES = ("night", "day", "contrast")
PHONE = {"width": 412, "height": 839}
SMALL = {"width": 360, "height": 640}

# All drawings are one file; the quay of a table is complete once the phone knows the cards; a rare letter has a font file
# of its own.
DRAWN = """() => document.fonts.status === 'loaded' && (!document.querySelector('use') || performance.getEntriesByType('resource').some(({name, responseEnd}) => name.includes('/symbols') && responseEnd > 0))
  && (!document.querySelector('main.table') || document.querySelector('.quay > :is(.pad, .acts, .mine, .watching, .news)') !== null)"""

# The app makes its database when it first looks for tables; until then there is nothing to put keys into.
REMEMBER = """async (tables) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const made = async () => (await indexedDB.databases()).some(({ name }) => name === 'harbormaster');
  while (!(await made())) await frame();
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open('harbormaster');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  await new Promise((resolve, reject) => {
    const writing = database.transaction('tables', 'readwrite');
    for (const table of tables) writing.objectStore('tables').put(table);
    writing.oncomplete = resolve;
    writing.onerror = () => reject(writing.error);
  });
  database.close();
}"""


# A table asks once, before the next frame is drawn, how much room its words and pictures have.
SETTLED = "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"
# At a desk the log or the rules stand beside the keys, and come last.
BESIDE = "() => !document.querySelector('.at-desk') || document.querySelector('.stands > *') !== null"
# Nobody presses what is not in sight: with large text keys are scrolled to.
SEEN = """(key) => {
  const { x, y, width, height } = key.getBoundingClientRect();
  if (!key.contains(document.elementFromPoint(x + width / 2, y + height / 2))) key.scrollIntoView({ block: 'start' });
}"""
SPEAK = """(language) => {
  const key = 'harbormaster.settings';
  localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), language }));
  dispatchEvent(new StorageEvent('storage', { key }));
}"""
TURNED = """([width, height]) => new Promise((resolve) => {
  const look = () => screen.width === width && screen.height === height ? requestAnimationFrame(() => requestAnimationFrame(resolve)) : requestAnimationFrame(look);
  look();
})"""


@dataclass
class Window:
    """A page of its own storage, which the next phone may have when one is done with it."""

    context: BrowserContext
    page: Page
    uncaught: list[str] = field(default_factory=list)
    under_way: set[Request] = field(default_factory=set)
    counts: bool = False

    def __post_init__(self) -> None:
        self.page.on("pageerror", lambda error: self.uncaught.append(str(error)))

    def count_requests(self) -> None:
        """From now on `under_way` tells which have no answer yet."""
        if not self.counts:
            self.counts = True
            self.page.on("request", lambda one: "/stream" in one.url or self.under_way.add(one))
            for over in ("requestfinished", "requestfailed"):
                self.page.on(over, lambda one: self.under_way.discard(one))  # type: ignore[call-overload]

    def forget(self, url: str) -> bool:
        """As if it had never been here, but for the files that the browser has; tells whether that can be done."""
        try:
            self.context.set_offline(False)
            for other in self.context.pages:
                if other != self.page:
                    other.close()
            self.page.unroute_all()
            self.page.emulate_media(reduced_motion="reduce")
            # A page without the app, so that nothing holds the database or writes into it.
            self.page.goto(f"{url}/healthz")
            session = self.context.new_cdp_session(self.page)
            session.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "all"})
            session.detach()
        except Error:  # the server of this test is gone
            return False
        self.uncaught.clear()
        self.under_way.clear()
        return True


# A browser's first visit costs more than a look at a screen: what was opened for one phone serves the next one.
_idle: dict[tuple[object, ...], list[Window]] = {}


@dataclass
class Phone:
    """A browser that has never been here, on its way to a screen."""

    browser: Browser
    url: str
    settings: dict[str, Any] = field(default_factory=dict)
    size: dict[str, int] = field(default_factory=lambda: dict(PHONE))
    scale: float = 1
    locale: str = "en-GB"
    touch: bool = True
    engine: bool = False
    # Whether another phone may have its window later: not where a test changes what cannot be changed back.
    lent: bool = True
    invite: dict[str, Any] = field(default_factory=dict)
    tables: list[Opened] = field(default_factory=list)
    screen: Screen | None = None

    def __post_init__(self) -> None:
        self._kind = (
            self.browser,
            self.url,
            json.dumps(self.settings),
            self.scale,
            self.locale,
            self.touch,
            self.engine,
        )
        idle = _idle.setdefault(self._kind, [])
        self.window = idle.pop() if idle and self.lent else self._open()
        self.context, self.page, self.uncaught = (
            self.window.context,
            self.window.page,
            self.window.uncaught,
        )
        if self.page.viewport_size != self.size:
            self.turn(**self.size)

    def _open(self) -> Window:
        context = self.browser.new_context(
            base_url=self.url,
            viewport=self.size,
            device_scale_factor=self.scale,
            is_mobile=self.touch,
            has_touch=self.touch,
            locale=self.locale,
            reduced_motion="reduce",
            # Each of these phones lives for a second; filling a cache for the next visit would slow it down.
            service_workers="block",
        )
        context.set_default_timeout(30_000)
        if not self.engine:
            context.add_init_script(NO_ENGINE)
        context.add_init_script(
            f"localStorage.getItem('harbormaster.settings') || localStorage.setItem('harbormaster.settings', {json.dumps(json.dumps(self.settings))})"
        )
        for probes in PROBES:
            context.add_init_script(path=probes)
        return Window(context, context.new_page())

    def close(self) -> None:
        if self.lent and self.window.forget(self.url):
            _idle[self._kind].append(self.window)
        else:
            self.context.close()

    def __enter__(self) -> Phone:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def reach(self, screen: Screen) -> Page:
        """Goes there as a person would; the tables are new ones, so that nobody else's taps are on them."""
        if "offline" in screen.does:
            self.window.count_requests()
        self.tables = tables = [open_table(self.context.request, self.url, way) for way in screen.tables]
        for place in screen.joined:
            come(self.context.request, self.url, tables[0], place)
        if screen.place == "stranger":
            self.invite = invite(self.context.request, self.url, tables[0])
        elif screen.place != "keeper":
            self.remember([come(self.context.request, self.url, tables[0], screen.place)])
        elif tables:
            self.remember(tables)
        code = tables[0].code if tables else ""
        self.page.goto(f"{self.url}/{screen.address.format(code=code, **self.invite)}")
        self.page.wait_for_selector("main")
        return self.go_on(screen)

    def go_on(self, screen: Screen, after: Screen | None = None) -> Page:
        """From where it is to a screen whose way leads through there."""
        self.screen = screen
        for step in screen.does[len(after.does) if after else 0 :]:
            self.do(step, self.tables)
        self.page.wait_for_selector(screen.shows)
        self.page.wait_for_function(DRAWN)
        return self.page

    def remember(self, tables: list[Opened]) -> None:
        """Gives the phone the keys to the tables, the first one used last."""
        known = [
            {
                "code": one.code,
                "token": one.token,
                "view": one.view,
                "seen": 1_790_000_000_000 - 86_400_000 * place,
                **({"members": one.members} if one.members else {}),
            }
            for place, one in enumerate(tables)
        ]
        self.page.goto(self.url)
        self.page.evaluate(REMEMBER, known)
        if self.touch:
            # Whoever comes by thumb sees no ring around what has the focus.
            self.page.touchscreen.tap(1, 1)

    def do(self, step: str, tables: list[Opened]) -> None:
        """`tap SELECTOR`, `hold SELECTOR`, `press SELECTOR` (and begin to slide), `slide SELECTOR` (and stay there), `lift` (the finger), `type SELECTOR = TEXT`, `wait SELECTOR`, `go ADDRESS`, `offline`, `online`, `elsewhere ENTRY`,
        `knock NAME` (somebody asks to come in), `refuse` (the keeper says no), `doubt CARD` (another phone drew it too),
        `claim` (a player asks to be the keeper).
        """
        what, _, rest = step.partition(" ")
        if what == "tap":
            key = self.page.locator(rest).first
            key.evaluate(RESTED)
            # What cannot be chosen says why all the same.
            force = key.evaluate("(node) => node.closest('[aria-disabled=true]') !== null")
            key.tap(force=force) if self.touch else key.click(force=force)
        elif what == "hold":
            self.page.locator(rest).first.dispatch_event("contextmenu")
        elif what == "press":
            key = self.page.locator(rest).first
            key.evaluate(SEEN)
            # On what can be scrolled a quick finger scrolls.
            press(key, rests=200)
        elif what == "slide":
            slide_to(self.page.locator(rest).first)
        elif what == "lift":
            lift(self.page)
        elif what == "wait":
            self.page.wait_for_selector(rest)
        elif what == "go":
            code = tables[0].code if tables else ""
            self.page.goto(f"{self.url}/{rest.format(code=code)}")
        elif what == "type":
            selector, _, text = rest.partition(" = ")
            self.page.locator(selector).first.fill(text.format(**self.invite))
        elif what == "offline":
            self.page.wait_for_selector("main.table .pad, main:not(.table) .foot")
            # A phone keeps all languages after its first visit; this one has to have heard those it is asked for.
            self.speak("de")
            self.speak("en")
            self.context.set_offline(True)
            # An answer that is already on its way would tell of what others enter from here on.
            while self.window.under_way:
                self.page.evaluate("() => new Promise((resolve) => requestAnimationFrame(resolve))")
        elif what == "online":
            self.context.set_offline(False)
        elif what == "elsewhere":
            self.page.wait_for_selector("main.table .pad")
            record(self.context.request, self.url, tables[0], rest)
        elif what == "knock":
            knock(self.context.request, self.url, tables[0], rest)
        elif what == "doubt":
            doubt(self.context.request, self.url, tables[0], rest)
        elif what == "claim":
            claim(self.context.request, self.url, tables[0])
        elif what == "refuse":
            refuse(self.context.request, self.url, tables[0])
        else:
            raise ValueError(step)

    def look(self, theme: str = "night", size: str = "100") -> None:
        """As the settings do it, without a way to them."""
        self.page.evaluate(
            "(look) => { Object.assign(document.documentElement.dataset, look) }",
            {"theme": theme, "size": size},
        )
        self.page.evaluate(SETTLED)

    def speak(self, language: str) -> None:
        """As the settings in another tab do it."""
        self.page.evaluate(SPEAK, language)
        self.page.wait_for_function("(language) => document.documentElement.lang === language", arg=language)
        self.page.wait_for_function(DRAWN)
        self.page.evaluate(SETTLED)

    def turn(self, width: int, height: int) -> None:
        """Another size of the screen."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(TURNED, [width, height])
        self.page.wait_for_function(BESIDE)

    def faint(self) -> list[str]:
        """Words and figures that are too faint on what lies below them, pixel by pixel."""
        camera = self.context.new_cdp_session(self.page)

        def pictured(*, unfaded: bool) -> str:
            self.page.evaluate("(unfaded) => probes.bare(unfaded)", unfaded)
            return str(
                camera.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})["data"]
            )

        pictures = [pictured(unfaded=False)]
        if self.page.evaluate("() => probes.fades()"):
            pictures.append(pictured(unfaded=True))
        self.page.evaluate("() => probes.written()")
        camera.detach()
        found: list[str] = self.page.evaluate("(pictures) => probes.faint(...pictures)", pictures)
        return found

    def probe(self, *names: str) -> list[str]:
        """What probes.js finds wrong."""
        found: list[str] = self.page.evaluate(
            "(names) => names.flatMap((name) => probes[name]())", list(names)
        )
        return found
