"""Practice: the phone deals, somebody learns alone to enter it, a partner plays along, and nothing of it is kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Request, expect

from tests.services import Server

from .conftest import NewPhone
from .test_accessibility import AXE, BUT_CONTRASTS, axe_finds
from .touch import rested_tap

TURN_UP, UP, LIT, PAIR = ".dealt .turns", ".dealt .up", ".pad > .lit", ".pad .pair.lit"
STOP, ON, PASS = "[data-means=stop]:not(.no)", ".acts > .a.go:enabled", ".acts .pass:enabled"
REVISION = "() => Number(document.querySelector('main.table').dataset.revision)"
KEPT = """async () => {
  const opened = await new Promise((resolve) => { indexedDB.open('harbormaster').onsuccess = ({ target }) => resolve(target.result); });
  const keys = (name) => new Promise((resolve) => { opened.transaction(name).objectStore(name).getAllKeys().onsuccess = ({ target }) => resolve(target.result); });
  const found = (await Promise.all([...opened.objectStoreNames].map(keys))).flat();
  opened.close();
  return found.filter((key) => String(key).includes('practice'));
}"""
MOST_STEPS = 60


class Learner:
    """Somebody who taps what is lit."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.asked: list[str] = []
        page.on("request", self.hear)
        page.goto(f"{url}/#/practice")
        page.wait_for_url("**/#/table/practice", timeout=90_000)
        page.wait_for_selector(TURN_UP)

    def hear(self, request: Request) -> None:
        if "/api/" in request.url and request.method != "GET":
            self.asked.append(request.url)

    @property
    def revision(self) -> int:
        return int(self.page.evaluate(REVISION))

    def moved_from(self, revision: int) -> None:
        self.page.wait_for_function(f"() => ({REVISION})() > {revision}")

    def turn_up(self) -> str:
        rested_tap(self.page.locator(TURN_UP))
        return self.page.locator(f"{UP} .sr").inner_text()

    def enter(self) -> None:
        before = self.revision
        rested_tap(self.page.locator(LIT))
        self.page.wait_for_function(f"() => ({REVISION})() > {before} || document.querySelector('{PAIR}')")
        if self.revision == before:
            rested_tap(self.page.locator(PAIR))
        self.moved_from(before)

    def step(self) -> None:
        """Whatever is there to be done: a card more while the harbor is small, then Stop; and no person is hired."""
        before = self.revision
        self.page.wait_for_selector(", ".join((TURN_UP, ON, PASS)))
        if self.page.locator(TURN_UP).count():
            if self.page.locator(STOP).count() and self.page.locator(".water .card").count() > 1:
                rested_tap(self.page.locator(STOP))
                self.moved_from(before)
            else:
                self.turn_up()
                self.enter()
        elif self.page.locator(ON).count():
            rested_tap(self.page.locator(ON).first)
            self.page.wait_for_function(f"() => ({REVISION})() > {before} || !document.querySelector('{ON}')")
        else:
            rested_tap(self.page.locator(PASS).first)
            self.moved_from(before)


@pytest.fixture
def learner(new_phone: NewPhone, live_server: Server) -> Iterator[Learner]:
    learner = Learner(new_phone(shell=False), live_server.url)
    yield learner
    assert learner.asked == []


def test_a_learner_enters_what_the_phone_deals_and_the_partner_plays_by_herself(learner: Learner) -> None:
    page = learner.page
    expect(page.locator(".strip h1")).to_have_text("Mary discovers")
    # Before anything lies there, no key means a card.
    rested_tap(page.locator('[data-opens="ship:red"]'))
    expect(page.locator(".dealt h2")).to_have_text("Nothing there yet")
    learner.turn_up()
    expect(page.locator(".dealt h2")).to_have_text("This card was turned up")
    expect(page.locator(LIT)).to_have_count(1)
    page.evaluate(AXE.read_text())
    assert axe_finds(page, BUT_CONTRASTS) == []
    learner.enter()
    rounds = page.locator(".strip .now")
    for _ in range(MOST_STEPS):
        if rounds.inner_text().startswith("Round 2"):
            break
        learner.step()
    # Once round the table: the partner's turn lies between.
    expect(rounds).to_contain_text("Round 2")
    page.goto(page.url + "/log")
    expect(page.get_by_role("heading", name="Anne’s turn")).to_have_count(1)
    page.go_back()
    page.wait_for_selector(".dealt")
    rested_tap(page.locator(".ledger .menu"))
    page.locator("dialog a[href='#/']").click()
    page.wait_for_selector("main.home")
    page.wait_for_function(f"async () => (await ({KEPT})()).length === 0")
    expect(page.locator(".berth")).to_have_count(0)


def test_another_key_is_no_entry_and_what_was_taken_back_lies_there_again(learner: Learner) -> None:
    page = learner.page
    card = learner.turn_up()
    before = learner.revision
    other = (page.locator(f"{LIT}[data-opens='tax:']").count() and "expedition:") or "tax:"
    rested_tap(page.locator(f'[data-opens="{other}"]'))
    page.wait_for_selector(".pad.asking .pair, .dealt h2:has-text('That was another card')")
    if page.locator(".pad.asking .pair").count():
        rested_tap(page.locator(".pad.asking .pair").first)
    expect(page.locator(".dealt h2")).to_have_text("That was another card")
    expect(page.locator(".dealt p")).to_contain_text(card)
    assert learner.revision == before
    learner.enter()
    after = learner.revision
    rested_tap(page.locator(".ledger .undo"))
    learner.moved_from(after)
    assert page.locator(f"{UP} .sr").inner_text() == card
    learner.enter()
