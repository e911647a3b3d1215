"""What was open before leaves nothing behind: each screen looks as it does when it is opened by itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.services import Server

from .compare import Likeness, changed, likeness
from .phone import DRAWN, Phone
from .screens import ENTRY, RED, TRADERS
from .tables import CALM, TRADE, open_table
from .touch import rested_tap

# Address, taps that lead on from there, what is shown by then. `{calm}` is a table in discover, `{trade}` one in trade.
TABLE, WHAT_IF = "#/table/{calm}", "#/table/{calm}/rules/what-if"
STOPS = {
    "home": ("#/", (), ".berth"),
    "new table": ("#/new", (), ".unpack h2 b"),
    "how much is recorded": ("#/new/keeping", (), ".way-kept .taps b"),
    "table": (TABLE, (), ".pad"),
    "table asking": (TABLE, (RED,), ".pad.asking .pair"),
    "other number": (TABLE, (TRADERS, ".pair.other"), "dialog .read-off"),
    "menu": (TABLE, (".ledger .menu",), "dialog nav"),
    "invite": (TABLE, (".ledger .menu", "dialog nav button"), "dialog .short-code"),
    "about a card": (TABLE, (".cards .card",), "dialog .cite"),
    "trade": ("#/table/{trade}", (), ".cards.trade"),
    "display": ("#/table/{calm}/player/1", (), ".abl"),
    "log": ("#/table/{calm}/log", (), ".turn.began"),
    "log's entry": ("#/table/{trade}/log", (ENTRY,), ".scroll:has(.began) .entsel .acts"),
    # Where a rule stands is known later than the scores.
    "scores": ("#/table/{trade}/scores", (), ".proof .cite:has-text('Port Royal')"),
    "teach": ("#/table/{trade}/teach", (), ".less .now"),
    "chronicle": ("#/chronicle", (), ".evr"),
    "chronicle's table": ("#/chronicle", (".flies >> nth=0",), "dialog .mg.bad"),
    "archive": ("#/chronicle/archive", (), ".chronicle .none"),
    "practice": ("#/practice", (), "[role=status]:has-text('cannot run')"),
    # Nobody has played before whoever works that out has answered.
    "players": ("#/chronicle/players", (), ".chronicle .none b"),
    "evening": ("#/table/{trade}/evening", (), ".evening .facts"),
    "share": ("#/table/{trade}/share", (), ".frame img"),
    "rules": ("#/rules", (), ".asks"),
    "rules about a topic": ("#/rules", (".topics .tile",), ".asks:has(li) + .a.quiet"),
    "rules at a table": ("#/table/{trade}/rules/hire-how", (), ".answer .here"),
    "page to tick off": ("#/rules/page/end", (), ".todo .stands"),
    # What the card does at this table is said when its log is there.
    "page of a card": (
        "#/table/{trade}/rules/page/person-admiral",
        (),
        "main:has(.prices):has(.here dd) nav.rel a",
    ),
    "what if": (WHAT_IF, (), ".lay .lies:nth-child(4)"),
    "what if a card is taken": (WHAT_IF, (".lies >> nth=3",), ".verdict .cite"),
    "what if, a player's": (WHAT_IF, (".pen >> nth=0",), "dialog .laid"),
    "what if, a card": (WHAT_IF, (".rel .chip >> nth=-1",), "dialog .kinds"),
    "what if, the box": (WHAT_IF, (".set .chip >> nth=0",), "dialog [role=radiogroup]"),
    # Later than the screen it says whether this phone can run the rules.
    "settings": ("#/settings", (), ".rules-here:has-text('cannot run')"),
    "join": ("#/join", (), ".code-in"),
    "board": ("#/table/{calm}/board", (), "main.board .cards"),
}
# Each screen once after all before it; and those that have a style of their own after the ones behind them.
AGAIN = (
    "board",
    "settings",
    "what if, the box",
    "rules",
    "scores",
    "log",
    "display",
    "trade",
    "table",
    "new table",
    "home",
)
ORDERS = {"there": tuple(STOPS), "back": AGAIN}

# The same address again would be no way at all.
ELSEWHERE = "#/nowhere"


class Walker:
    """One phone with two tables; it opens each screen by itself, or goes there from where it is."""

    def __init__(self, phone: Phone) -> None:
        server = phone.context.request
        tables = {"calm": open_table(server, phone.url, CALM), "trade": open_table(server, phone.url, TRADE)}
        self.codes = {name: table.code for name, table in tables.items()}
        self.phone, self.page = phone, phone.page
        phone.remember(list(tables.values()))
        self.fresh: dict[str, Likeness] = {}

    def look(self, page: Page, stop: str) -> Likeness:
        _, taps, shows = STOPS[stop]
        for tap in taps:
            rested_tap(page.locator(tap).first)
        page.wait_for_selector(shows)
        page.wait_for_function(DRAWN)
        page.evaluate("() => document.activeElement?.blur()")
        return likeness(page)

    def by_itself(self, stop: str) -> Likeness:
        """In a page that has shown nothing else. Home tells which table was open last: it is looked at each time."""
        if stop not in self.fresh or stop == "home":
            with self.phone.context.new_page() as page:
                page.goto(f"{self.phone.url}/{STOPS[stop][0].format(**self.codes)}")
                page.wait_for_selector("main")
                self.fresh[stop] = self.look(page, stop)
        return self.fresh[stop]

    def on_the_way(self, stop: str) -> Likeness:
        """Without leaving the page."""
        self.page.evaluate("(address) => { location.hash = address }", STOPS[stop][0].format(**self.codes))
        likeness = self.look(self.page, stop)
        if self.page.locator("dialog").count():
            self.page.keyboard.press("Escape")
        self.page.evaluate("(address) => { location.hash = address }", ELSEWHERE)
        self.page.wait_for_selector("main.home")
        return likeness


@pytest.fixture(scope="module")
def walker(browser: Browser, harbor: Server) -> Iterator[Walker]:
    with Phone(browser, harbor.url) as phone:
        yield Walker(phone)
        assert phone.uncaught == []


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
def test_a_screen_looks_the_same_whatever_was_open_before(walker: Walker, order: tuple[str, ...]) -> None:
    walker.page.reload()
    found = [
        f"{stop}: {what}"
        for stop in order
        for what in changed(walker.by_itself(stop), walker.on_the_way(stop))
    ]
    assert found == []


def test_a_screen_may_be_left_while_its_answers_are_under_way(walker: Walker) -> None:
    page = walker.page
    for address, taps, _ in STOPS.values():
        if taps:
            continue
        page.route("**/api/**", lambda route: None)
        there = [address.format(**walker.codes), ELSEWHERE]
        # Before the page has drawn anything, and once more when it has.
        page.evaluate(
            "([there, back]) => { location.hash = there; setTimeout(() => { location.hash = back }) }", there
        )
        page.wait_for_selector("main.home")
        page.evaluate("([there]) => { location.hash = there }", there)
        page.wait_for_selector("main:not(.home)" if address != "#/" else "main")
        page.evaluate("([, back]) => { location.hash = back }", there)
        page.wait_for_selector("main.home")
        # Whatever was held back is answered now.
        page.unroute("**/api/**")
    walker.on_the_way("settings")
    assert walker.phone.uncaught == []


def test_nothing_moves_when_the_place_of_a_rule_is_known_later_than_the_rule(
    browser: Browser, harbor: Server
) -> None:
    held: list[Route] = []
    with Phone(browser, harbor.url) as phone:
        table = open_table(phone.context.request, phone.url, TRADE)
        phone.remember([table])
        page = phone.page
        page.route("**/api/editions", lambda route: held.append(route))
        page.goto(f"{phone.url}/#/table/{table.code}/scores")
        page.wait_for_selector(".proof .cite")
        page.wait_for_function(DRAWN)
        below = "() => ['.proof', '.proof .cite'].map((one) => document.querySelector(one).getBoundingClientRect().bottom)"
        before = page.evaluate(below)
        assert "Port Royal" not in page.locator(".proof .cite").inner_text()
        for route in held:
            route.continue_()
        page.wait_for_selector(".proof .cite:has-text('Port Royal')")
        assert page.evaluate(below) == before


def test_another_table_is_shown_where_the_way_leads_there_from_a_table(walker: Walker) -> None:
    page = walker.page
    for name, shows in (("calm", ".pad"), ("trade", ".cards.trade"), ("calm", ".pad")):
        page.evaluate("(address) => { location.hash = address }", f"#/table/{walker.codes[name]}")
        page.wait_for_selector(f"main.table {shows}")
