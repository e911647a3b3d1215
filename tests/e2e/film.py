"""One turn by press and slide, filmed for the README: a picture of each moment, woven into one that moves.

Nothing waits for a clock: the app's own motion stands still and is put forward from picture to picture. How long each
is seen is said to the film alone.
"""

from __future__ import annotations

import math
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.services import find_weaver

from .phone import SETTLED, Phone
from .screen import Screen
from .tables import Recipe, Seat
from .touch import SAVED, hold, lift, middle, rested_tap, slide_along

Point = tuple[float, float]

SIZE = {"width": 390, "height": 844}
# Twice as sharp as the README shows it.
SCALE = 1.5

# Ben has three swords, and a Trader for the Skiff; nobody can claim an expedition, so that the eye stays with the thumb.
TURN = Screen(
    "one-turn",
    (
        Recipe(
            (
                Seat("Ada", 9, "admiral.v2.p7 sailor.v1.p3 trader.yellow.v1.p3 settler.v1.p4"),
                Seat("Ben", 5, "mademoiselle.v2.p7 sailor.v1.p3 pirate.v2.p7 trader.green.v1.p3"),
                Seat("Cleo", 4, "jester.v1.p5 trader.blue.v1.p3 sailor.v1.p3", "2settler"),
            ),
            harbor="red.s1.c1 green.s3.c3",
            played=("draw sailor.v2.p5",),
        ),
    ),
    shows=".quay > .pad",
)
GALLEON, FRIGATE = '[data-opens="ship:black"]', '[data-opens="ship:red"]'
SEVEN, FOUR, THREE = (
    f'.fan [data-pick="base.ship.{one}"]' for one in ("black.s7.c3", "black.s4.c2", "red.s3.c2")
)
REPEL, STOP, SKIFF = ".acts.decide .a.go", ".pad .k.act", '.cards.trade [data-index="1"]'

# How long a picture is seen, in milliseconds: while the thumb or a card moves, a key is down, words are read, all is over.
STEP, MOTION, DOWN, READ, OVER = 90, 55, 170, 780, 1700

# A right thumb turns about its root, below the corner of the phone; when it rests, it rests there.
ROOT = (440.0, 990.0)
AWAY = (430.0, 910.0)
THUMB = """(shape) => {
  const drawn = new DOMParser().parseFromString(shape, 'image/svg+xml').documentElement;
  Object.assign(drawn.style, { position: 'fixed', left: 0, top: 0, zIndex: 99, overflow: 'visible', pointerEvents: 'none' });
  document.body.append(drawn);
}"""
# It fades out soon, so that it hides little, and little is changed from picture to picture.
SHAPE = """<svg xmlns="http://www.w3.org/2000/svg" id="thumb" width="1" height="1" aria-hidden="true">
  <linearGradient id="thumb-fades" gradientUnits="userSpaceOnUse" x1="0" y1="30" x2="0" y2="270">
    <stop stop-color="var(--text)"/><stop offset="1" stop-color="var(--text)" stop-opacity="0"/>
  </linearGradient>
  <path d="M-40 2C-40-32-22-48 0-48S40-32 40 2C41 46 50 76 52 124C54 180 60 226 68 270H-54C-50 230-48 190-49 150C-49 96-40 48-40 2Z"
    fill="url(#thumb-fades)" fill-opacity=".22" stroke="url(#thumb-fades)" stroke-opacity=".65" stroke-width="1.6"/>
  <circle r="24" fill="var(--text)" fill-opacity=".3" stroke="var(--text)" stroke-width="2.5"/>
</svg>"""
PLACED = """([x, y, turned, down]) => {
  const thumb = document.getElementById('thumb');
  thumb.style.transform = `translate(${x}px, ${y}px) rotate(${turned}rad)`;
  thumb.querySelector('circle').style.visibility = down ? 'visible' : 'hidden';
}"""

FORWARD = """(by) => { for (const one of document.getAnimations()) one.currentTime = Number(one.currentTime) + by; }"""
AT_REST = """() => {
  for (const one of document.getAnimations()) if (Number.isFinite(one.effect.getComputedTiming().endTime)) one.finish();
}"""
# The value below the thumb is said together with what follows from it.
SAID = "() => !document.querySelector('.fan .press') || document.querySelector('.fan .now .t > span:not(:empty)') !== null"


def way(start: Point, end: Point, steps: int) -> Iterator[Point]:
    """The points that a thumb comes by: about its root, fastest halfway."""

    def seen_from_root(point: Point) -> Point:
        x, y = point[0] - ROOT[0], point[1] - ROOT[1]
        return math.atan2(y, x), math.hypot(x, y)

    (turned, reach), (turned_to, reach_to) = seen_from_root(start), seen_from_root(end)
    for step in range(1, steps + 1):
        share = step / steps
        share *= share * (3 - 2 * share)
        angle, far = turned + share * (turned_to - turned), reach + share * (reach_to - reach)
        yield ROOT[0] + far * math.cos(angle), ROOT[1] + far * math.sin(angle)


@dataclass
class Film:
    """What the thumb does, each moment with its picture."""

    page: Page
    folder: Path
    pictures: list[tuple[Path, int]] = field(default_factory=list)
    # The one that is shown to whoever wants nothing to move.
    still: Path | None = None
    tip: Point = AWAY

    def __post_init__(self) -> None:
        # From here on cards move only as far as they are put forward.
        self._motion = self.page.context.new_cdp_session(self.page)
        self._motion.send("Animation.enable")
        self._motion.send("Animation.setPlaybackRate", {"playbackRate": 0})
        self.page.evaluate(THUMB, SHAPE)
        self.place(AWAY, down=False)

    def place(self, tip: Point, *, down: bool) -> None:
        self.tip = tip
        turned = math.atan2(tip[0] - ROOT[0], ROOT[1] - tip[1])
        self.page.evaluate(PLACED, [*tip, turned, down])

    def show(self, milliseconds: int) -> None:
        path = self.folder / f"{len(self.pictures):03}.png"
        self.page.evaluate(SETTLED)
        self.page.screenshot(path=path)
        self.pictures.append((path, milliseconds))

    def come(self, selector: str) -> None:
        """The thumb comes to a key and goes down."""
        key = middle(self.page.locator(selector).first)
        for point in way(self.tip, key, 3):
            self.place(point, down=False)
            self.show(STEP)
        self.place(key, down=True)
        self.show(DOWN)

    def press(self, selector: str) -> None:
        """The values of a key come up above the thumb."""
        self.come(selector)
        hold(self.page.locator(selector).first)
        self.page.wait_for_selector(".fan")
        self.show(READ)

    def slide(self, selector: str) -> None:
        """The thumb that is down comes to a value, by others on its way."""
        for point in way(self.tip, middle(self.page.locator(selector).first), 5):
            self.place(point, down=True)
            slide_along(self.page, point)
            self.page.wait_for_function(SAID)
            # Between its key and the values a thumb is too quick for anybody to read what is said there.
            if not self.page.locator(".fan.off").count():
                self.show(STEP)

    def rest(self, milliseconds: int) -> Path:
        """The last picture is seen for longer."""
        path, _ = self.pictures[-1]
        self.pictures[-1] = (path, milliseconds)
        return path

    def let_go(self, revision: int) -> None:
        self.leave(lambda: lift(self.page), revision)

    def tap(self, selector: str, revision: int) -> None:
        self.come(selector)
        self.leave(lambda: rested_tap(self.page.locator(selector).first), revision)

    def leave(self, lifted: Callable[[], None], revision: int) -> None:
        """The thumb leaves the glass, and what it did goes its way."""
        self.page.emulate_media(reduced_motion="no-preference")
        lifted()
        self.page.wait_for_selector(f'main[data-revision="{revision}"]:not([aria-busy="true"])')
        self.page.wait_for_function(SAVED)
        for point in way(self.tip, AWAY, 4):
            self.page.evaluate(FORWARD, MOTION)
            self.place(point, down=False)
            self.show(MOTION)
        self.page.evaluate(AT_REST)
        self.page.emulate_media(reduced_motion="reduce")
        self.show(READ)


def one_turn(film: Film) -> None:
    """A Galleon comes in, a second Frigate is repelled; Ben stops, and trades with the Skiff."""
    film.show(READ)
    film.press(GALLEON)
    film.slide(SEVEN)
    film.slide(FOUR)
    film.still = film.rest(READ)
    film.let_go(2)
    film.press(FRIGATE)
    film.slide(THREE)
    film.rest(READ)
    film.let_go(3)
    film.tap(REPEL, 4)
    film.tap(STOP, 5)
    film.tap(SKIFF, 6)
    film.rest(OVER)


def weave(pictures: list[tuple[Path, int]], path: Path) -> None:
    # With less quality, traces of the thumb stay where it was; with more, the file is too large for a page.
    seen = [str(word) for picture, long in pictures for word in ("-d", long, picture)]
    command = [find_weaver(), "-loop", "0", "-lossy", "-q", "80", "-m", "6", *seen, "-o", path]
    subprocess.run(command, check=True, capture_output=True)


def filmed(browser: Browser, url: str, path: Path) -> Path:
    """The film, and beside it one picture for whoever wants nothing to move; returns that one."""
    # Said before a minute is spent on pictures.
    find_weaver()
    still = path.with_suffix(".png")
    with (
        tempfile.TemporaryDirectory() as folder,
        Phone(browser, url, settings={"theme": "night"}, size=SIZE, scale=SCALE, lent=False) as phone,
    ):
        film = Film(phone.reach(TURN), Path(folder))
        one_turn(film)
        weave(film.pictures, path)
        assert film.still is not None
        shutil.copyfile(film.still, still)
    return still
