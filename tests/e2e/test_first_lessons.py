"""A first evening: five cards explain the game while it is played, each when it matters first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services import Server

from .phone import Phone
from .phone_by_itself import draw_person, open_table
from .screen import Screen
from .screens import SCREENS
from .touch import rested_tap

SIZES = ((360, 640), (390, 844), (667, 375), (320, 568))
# All text sizes and languages of one size of the screen at once, each look changed in place: what of a lesson is cut,
# covered or missing there.
CUT = """async (languages) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const key = 'harbormaster.settings';
  const root = document.documentElement;
  const one = (selector) => document.querySelector(selector);
  const inside = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;

  function cut() {
    const [card, act] = [one('.lesson-card'), one('.ledger .to-do')];
    return [card, act].flatMap((box) => {
      const around = box.getBoundingClientRect();
      const words = [...box.querySelectorAll('h2, p, b, .how')].filter((part) => part.checkVisibility());
      return [
        ...(words.length < (box === card ? 2 : 1) ? [`${box.className}: says nothing`] : []),
        ...(getComputedStyle(box).overflowY !== 'visible' && box.scrollHeight > box.clientHeight ? [`${box.innerText} needs ${box.scrollHeight}, has ${box.clientHeight}`] : []),
        ...words.flatMap((part) => {
          const range = document.createRange();
          range.selectNodeContents(part);
          return [...range.getClientRects()].flatMap((line) => {
            const met = document.elementFromPoint((line.left + line.right) / 2, (line.top + line.bottom) / 2);
            if (!inside(line, around) || line.right > innerWidth || line.bottom > innerHeight) return [`${part.innerText} leaves its place`];
            return box.contains(met) ? [] : [`${part.innerText} is covered by ${met?.className}`];
          });
        }),
        ...(box === card && words.filter((part) => part.matches('h2 ~ p')).some((part) => part.getClientRects().length && part.offsetHeight > 1.5 * parseFloat(getComputedStyle(part).lineHeight))
          && root.dataset.size === '100' ? [`${card.innerText} has more than two lines`] : []),
        ...(box === card && Math.min(one('.lesson-card .x').offsetWidth, one('.lesson-card .x').offsetHeight) < 48 ? ['the cross is too small'] : []),
      ];
    });
  }

  const found = [];
  for (const language of languages) {
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), language }));
    dispatchEvent(new StorageEvent('storage', { key }));
    while (root.lang !== language) await frame();
    // On its side there is no room for the largest text, whatever is shown.
    for (const size of innerWidth < innerHeight ? ['100', '130', '200'] : ['100', '130']) {
      root.dataset.size = size;
      dispatchEvent(new Event('resize'));
      // What fits itself into its place does so with the next picture.
      await frame();
      await frame();
      found.push(...cut().map((what) => `${innerWidth} x ${innerHeight}, ${size} %, ${language}: ${what}`));
    }
  }
  return found;
}"""


@pytest.fixture
def table(browser: Browser, harbor: Server) -> Iterator[Page]:
    """A table of two that was opened with the lessons."""
    with Phone(browser, harbor.url) as phone:
        page = phone.page
        page.goto(harbor.url)
        open_table(page, ["Ada", "Ben"], lessons=True)
        yield page
        assert phone.uncaught == []


def lesson(page: Page, name: str) -> None:
    expect(page.locator(f"[data-lesson={name}]")).to_be_visible()


def test_each_lesson_comes_when_it_matters_and_goes_with_the_next_tap(table: Page) -> None:
    expect(table.locator(".lesson-card")).to_have_count(0)
    draw_person(table, "settler", 1)
    lesson(table, "draw")
    # What to do is said by the thumb, in the place of Ask; the players are there again once it is known.
    expect(table.locator(".ledger .to-do")).to_contain_text("Tap what you drew")
    expect(table.locator(".ledger .ask, .players")).to_have_count(2)
    expect(table.locator(".ledger .ask, .players").locator("visible=true")).to_have_count(0)
    # The keys are free: the next card is drawn with the lesson still there, and takes it away.
    draw_person(table, "captain", 2)
    expect(table.locator(".lesson-card")).to_have_count(0)
    rested_tap(table.locator("[data-means=stop]"))
    lesson(table, "trade")
    expect(table.locator(".ledger .to-do")).to_contain_text("Tap the card you take")
    rested_tap(table.get_by_role("button", name="Got it"))
    expect(table.locator(".lesson-card, .to-do")).to_have_count(0)
    expect(table.locator(".ledger .ask")).to_be_visible()
    expect(table.locator(".players")).to_be_visible()
    rested_tap(table.get_by_role("button", name="Pass").first)
    lesson(table, "others")
    expect(table.locator(".lesson-card")).to_contain_text("Each pays 1 coin to the active player.")
    table.reload()
    table.wait_for_selector("main.table")
    lesson(table, "others")


def test_all_lessons_stand_on_a_page_that_says_which_comes_next(table: Page, harbor: Server) -> None:
    draw_person(table, "settler", 1)
    lesson(table, "draw")
    rested_tap(table.get_by_role("button", name="Got it"))
    rested_tap(table.locator(".ledger .menu"))
    rested_tap(table.get_by_role("link", name="First evening"))
    rows = table.locator(".less li")
    expect(rows).to_have_count(5)
    expect(rows.nth(0)).to_contain_class("done")
    expect(rows.nth(4)).to_contain_text("The race to 12")
    expect(table.locator(".foot .go")).to_contain_text("card 2 comes at the first Stop")
    rested_tap(rows.nth(1).get_by_role("link"))
    expect(table.locator("main[data-page=turn]")).to_be_visible()


@pytest.mark.parametrize(
    "languages", [("en", "de"), pytest.param(("fr", "es", "nl", "pl"), marks=pytest.mark.soak)], ids="+".join
)
@pytest.mark.parametrize("state", [one for one in SCREENS if one.name.startswith("table-lesson")], ids=str)
def test_no_lesson_is_cut_at_any_size_in_any_language(
    browser: Browser, harbor: Server, state: Screen, languages: tuple[str, ...]
) -> None:
    with Phone(browser, harbor.url) as phone:
        page = phone.reach(state)
        found: list[str] = []
        for width, height in SIZES:
            phone.turn(width, height)
            found += page.evaluate(CUT, languages)
        assert found == []
