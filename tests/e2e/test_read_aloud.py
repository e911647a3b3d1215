"""What a screen reader says of a whole turn, a bust and a correction, in the order in which it comes.

The transcripts lie in `tests/data/transcripts`. `TRANSCRIBE=1` writes them anew; what changed is then read in the diff.
"""

from __future__ import annotations

import os
import re
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.services import Server

from .phone import Phone
from .screen import Screen
from .tables import CALM
from .touch import RESTED

KEPT = Path(__file__).parents[1] / "data" / "transcripts"
ANEW = bool(os.environ.get("TRANSCRIBE"))

# What is read out by itself: a region of news, when its text changes, and what the focus comes to.
HEAR = """() => {
  const REGIONS = '[aria-live]:not([aria-live="off"]), output, [role="status"], [role="alert"], [role="log"]';
  const heard = (window.heard = []);
  const inside = (node) => (node.nodeType === 1 ? node : node.parentElement);
  const text = (region) => {
    const spoken = region.cloneNode(true);
    spoken.querySelectorAll('[aria-hidden="true"], svg, [hidden]').forEach((one) => one.remove());
    return spoken.textContent.replace(/\\s+/g, ' ').trim();
  };
  const said = new Map([...document.querySelectorAll(REGIONS)].map((region) => [region, text(region)]));
  new MutationObserver((changes) => {
    const nodes = changes.flatMap(({ target, addedNodes }) => [target, ...addedNodes]).map(inside).filter(Boolean);
    const regions = new Set(nodes.flatMap((node) => [node.closest(REGIONS), ...node.querySelectorAll(REGIONS)]));
    for (const region of regions) {
      if (!region?.isConnected || region.closest('[aria-hidden="true"], [inert]')) continue;
      const now = text(region);
      if (now && said.get(region) !== now) heard.push(`says: ${now}`);
      said.set(region, now);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
HEARD = "() => window.heard.splice(0)"
# The screen has come to rest: nothing of it has changed for so many frames.
RESTS = """() => new Promise((resolve) => {
  let still = 0;
  const seen = new MutationObserver(() => (still = 0));
  seen.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  const look = () => (still++ < 15 ? requestAnimationFrame(look) : (seen.disconnect(), resolve()));
  requestAnimationFrame(look);
})"""

# `tap`: what the phone answers by itself; `enter`: what the table gets.
# A card beside those in the harbor whose numbers are asked for, the stop, two takes of Ben, and all others pass.
TURN = (
    'tap [data-opens="ship:red"]',
    'enter [data-pick="base.ship.red.s3.c2"]',
    "enter .pad .k.act",
    'enter .cards.trade button.card[data-index="3"]',
    'enter .cards.trade button.card[data-index="1"]',
    "enter .quay .acts .a.pass",
)
# A second ship of a color, which is not repelled, and on to the next player.
BUST = (
    'tap [data-opens="ship:blue"]',
    'enter [data-pick="base.ship.blue.s1.c1"]',
    "enter .acts.decide .a.bad",
    "tap .quay .acts .a.go",
)
# A card that was misread is another one.
CORRECTION = (
    'tap [data-berth="3"] .card',
    # What the desk says of the card comes a moment later.
    "wait dialog a[href*='rules/about']",
    "tap dialog .not",
    'enter dialog [data-pick="base.ship.red.s6.c3"]',
    "enter .ledger .undo",
)
MISREAD = CALM.but(played=("draw red.s3.c2", "draw sailor.v2.p5"))

EVENINGS = {"turn": (CALM, TURN), "bust": (CALM, BUST), "correction": (MISREAD, CORRECTION)}
# A sign by itself is noise; so is a name that says nothing.
NOISE = re.compile(r"""^\W*- (?:text|paragraph|button|link|img)(?:: | "|$)[\W_]*"?$""", re.M)


def _read(page: Page) -> list[str]:
    """What lies before somebody who reads on, in its order: the sheet that lies on top, or the screen."""
    sheet = page.locator("dialog[open]")
    read = (sheet.last if sheet.count() else page.locator("body")).aria_snapshot()
    return [_paused(line) for line in read.splitlines() if "/url: " not in line]


def _paused(line: str) -> str:
    """As it is spoken: a comma follows its word."""
    return re.sub(r" +([,.])", r"\1", line)


def _name(node: Locator) -> str:
    """What is said of what a finger or the focus comes to."""
    return _paused(node.aria_snapshot().splitlines()[0].removeprefix("- ").strip("'").rstrip(":"))


def _spoken(phone: Phone, step: str) -> list[str]:
    """What a tap makes the phone say by itself, once the server has answered."""
    page = phone.page
    revision = int(page.locator("main").get_attribute("data-revision") or 0)
    key = page.locator(step.partition(" ")[2]).first
    key.evaluate(RESTED)
    name = _name(key)
    key.tap()
    if step.startswith("enter "):
        page.wait_for_selector(f'main[data-revision="{revision + 1}"]:not([aria-busy="true"])')
    page.evaluate(RESTS)
    while phone.window.under_way:
        page.evaluate(RESTS)
    focus = page.locator("body :focus:not(dialog)")
    at = [f"focus: {_name(focus)}"] if focus.count() else []
    return [f"tap {name}", *page.evaluate(HEARD), *at]


def transcript(phone: Phone, steps: tuple[str, ...]) -> str:
    """The screen as it is read, then what each tap brings: what is said, where the focus is, and what is read anew."""
    page = phone.page
    phone.window.count_requests()
    page.evaluate(HEAR)
    before = _read(page)
    lines = [*before]
    for step in steps:
        if step.startswith("wait "):
            page.wait_for_selector(step.removeprefix("wait "))
        else:
            lines += ["", *_spoken(phone, step)]
        now = _read(page)
        lines += [f"  {line}" for line in now if line not in before]
        before = now
    return "\n".join([*lines, ""])


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("evening", EVENINGS)
def test_what_is_read_aloud_is_what_was_written_down(
    evening: str, language: str, browser: Browser, harbor: Server
) -> None:
    recipe, steps = EVENINGS[evening]
    size = {"width": 390, "height": 844}
    with Phone(browser, harbor.url, size=size, settings={"language": language}, locale=language) as phone:
        phone.reach(Screen("aloud", (recipe,), shows="main.table .pad"))
        heard = transcript(phone, steps)
    file = KEPT / f"{evening}.{language}.txt"
    if ANEW:
        file.parent.mkdir(exist_ok=True)
        file.write_text(heard, "utf-8")
    assert heard.splitlines() == file.read_text("utf-8").splitlines()
    assert NOISE.findall(heard) == []
    said = [line for line in heard.splitlines() if line.startswith("says: ")]
    assert [one for one, following in pairwise(said) if one == following] == []
