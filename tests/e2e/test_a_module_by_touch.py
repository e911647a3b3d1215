"""A folder more below `modules`, and no other file: the app built with it plays it by touch, also without a network."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.door.house import ROOT, copied, put_smuggler, put_toys
from tests.services import Server

from .phone_by_itself import first_visit, on_the_server, rules_are_here
from .phone_engine import until
from .touch import SAVED, rested_tap

NOT_COPIED = shutil.ignore_patterns("node_modules", "dist", "tests", "*.test.ts")


@pytest.fixture
def server_with_toys(tmp_path: Path) -> Iterator[Server]:
    """Server and app, built from a copy of the project with the toys in it."""
    yield from served(tmp_path, put_toys)


@pytest.fixture
def server_with_a_fans_card(tmp_path: Path) -> Iterator[Server]:
    """The same with the Smuggler."""
    yield from served(tmp_path, put_smuggler)


def served(tmp_path: Path, put: Callable[[Path], None]) -> Iterator[Server]:
    tree = copied(tmp_path / "tree")
    shutil.copytree(ROOT / "pwa", tree / "pwa", ignore=NOT_COPIED)
    put(tree)
    # What was built before is kept below the packages: the copy adds to a cache of its own.
    linked(ROOT / "pwa" / "node_modules", tree / "pwa" / "node_modules", but=".cache")
    built_before = Path("pwa") / "node_modules" / ".cache" / "engine-bundle"
    linked(ROOT / built_before, tree / built_before)
    built = subprocess.run(
        [ROOT / "scripts" / "with-node", "npm", "run", "--silent", "build", "--", "--mode", "toys"],
        cwd=tree / "pwa",
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    server = Server(f"sqlite:///{tmp_path / 'toys.db'}", tmp_path, root=tree)
    try:
        yield server.start()
    finally:
        server.kill()


def linked(there: Path, here: Path, but: str = "") -> None:
    """A folder of its own with everything that the other one has."""
    here.mkdir(parents=True)
    for one in there.iterdir() if there.exists() else ():
        if one.name != but:
            (here / one.name).symlink_to(one)


class Thumb:
    """Taps what is on the table, and waits for what comes of it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.revision = 0

    def tap(self, selector: str, entries: int = 1) -> None:
        rested_tap(self.page.locator(selector).first)
        self.revision += entries
        self.page.wait_for_selector(f'main.table[data-revision="{self.revision}"]')

    def draw(self, opens: str) -> None:
        self.page.wait_for_selector(".pad:not(.busy)")
        rested_tap(self.page.locator(f'[data-opens="{opens}"]'))
        self.page.wait_for_selector(f'.pad.asking, main.table[data-revision="{self.revision + 1}"]')
        if self.page.locator(".pad.asking").count():
            rested_tap(self.page.locator("[data-pick]").first)
        self.revision += 1
        self.page.wait_for_selector(f'main.table[data-revision="{self.revision}"]')

    def turn(self) -> None:
        """A turn in which nobody takes anything."""
        self.draw("person:jester")
        self.tap(".pad .k.act")
        self.tap(".acts .pass >> nth=-1")


@pytest.mark.soak
def test_a_module_that_is_a_folder_more_is_played_by_touch_and_without_a_network(
    context: BrowserContext, page: Page, server_with_toys: Server
) -> None:
    url = server_with_toys.url
    first_visit(page, url)
    rules_are_here(page, url)
    choose_toys(page)
    rested_tap(page.locator(".foot .a.go"))
    page.wait_for_selector("main.table .pad")
    code = page.url.rpartition("/")[2]
    thumb = Thumb(page)
    said = page.locator(".ledger .said")
    expect(page.locator(".tide")).to_contain_text("3turns of light")

    # Its question, after a tax that pays both a coin.
    thumb.draw("tax:")
    expect(said).to_contain_text("Ada: the toll")
    assert page.locator("[data-question] [data-answer] b").all_text_contents() == [
        "Pay the toll",
        "Pay nothing",
    ]
    thumb.tap('[data-answer="1"]')
    # Its goal: four coins are enough.
    thumb.tap('[data-goal="toy_goal"]')
    expect(said).to_contain_text("Ada wins the ribbon")
    # Its entry, and what that asks.
    rested_tap(page.locator(".takes .chip"))
    expect(said).to_contain_text("Who is toasted?")
    thumb.tap('[data-answer="1"]')
    expect(said).to_contain_text("Ada: a toast")
    # Its card, hired for what the ribbon leaves of the price; a ship is stowed.
    thumb.draw("person:piper")
    thumb.draw("ship:green")
    thumb.tap(".pad .k.act")
    split = page.locator(".card.split")
    expect(split.locator(".half")).to_have_count(2)
    thumb.tap(".card.split .half >> nth=1")
    expect(said).to_contain_text("Ada stows the ship")
    thumb.tap('.cards.trade [data-index="0"]')
    expect(page.locator(".tide")).to_contain_text("2turns of light")

    until(page, SAVED)
    context.set_offline(True)
    thumb.turn()
    expect(page.locator(".tide")).to_contain_text("1turn of light")
    thumb.turn()
    # The candle is out: the game is lost for all, as the phone alone knows by now.
    rested_tap(page.locator(".quay .acts .a.go"))
    scores = page.locator("main.scores")
    expect(scores).to_contain_text("The candle has burned down.")
    expect(scores).to_contain_text("A dark evening")

    context.set_offline(False)
    page.goto(f"{url}/#/table/{code}")
    page.wait_for_selector("main.table .quay .acts")
    until(page, SAVED)
    lines = on_the_server(page, url, code)["lines"]
    assert len(lines) == thumb.revision
    assert [line["entry"].get("stow") for line in lines if line["entry"]["type"] == "take"] == [True, None]


@pytest.mark.soak
def test_a_fans_card_is_two_folders_more_and_pays_at_every_bust(
    context: BrowserContext, page: Page, server_with_a_fans_card: Server
) -> None:
    url = server_with_a_fans_card.url
    first_visit(page, url)
    rules_are_here(page, url)
    choose(page, "Smuggler")
    rested_tap(page.get_by_role("button", name="Back to the seats"))
    rested_tap(page.locator(".foot .a.go"))
    page.wait_for_selector("main.table .pad")
    code = page.url.rpartition("/")[2]
    until(page, SAVED)
    context.set_offline(True)
    thumb = Thumb(page)
    # Three coins from the beginning, and one of a ship: enough for the Smuggler in the next turn.
    thumb.draw("ship:yellow")
    thumb.tap(".pad .k.act")
    thumb.tap('.cards.trade [data-index="0"]')
    thumb.turn()
    thumb.draw("person:smuggler")
    thumb.tap(".pad .k.act")
    thumb.tap('.cards.trade [data-index="0"]')
    expect(page.locator(".ledger .said")).to_contain_text("Smuggler")
    while not page.locator(".acts.decide .a.go").count():
        thumb.draw("ship:red")
    expect(page.locator("main.table")).to_contain_text("Just now +1: Smuggler")

    context.set_offline(False)
    until(page, SAVED)
    lines = on_the_server(page, url, code)["lines"]
    assert len(lines) == thumb.revision


def choose_toys(page: Page) -> None:
    """New table: the toys, and not with their rivals."""
    choose(page, "Toys", "Rivals")
    mix = page.locator(".mix.no")
    expect(mix).to_contain_text("Toys and rivals do not share a table.")
    rested_tap(mix.get_by_role("button", name="Leave out Rivals"))
    expect(mix).to_have_count(0)
    rested_tap(page.get_by_role("button", name="Back to the seats"))


def choose(page: Page, *modules: str) -> None:
    """New table: what is played besides."""
    rested_tap(page.locator('a[href="#/new"]'))
    rested_tap(page.get_by_role("radio", name="Pegasus"))
    for place, name in enumerate(("Ada", "Ben")):
        page.get_by_role("textbox").nth(place).fill(name)
    rested_tap(page.locator(".chosen"))
    for module in modules:
        rested_tap(page.get_by_role("switch", name=module))
