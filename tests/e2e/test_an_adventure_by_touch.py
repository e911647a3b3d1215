"""The Adventure Begins by touch, from the box to the scores: against each other, and a chapter together."""

from __future__ import annotations

import json
import random
import re
import sys

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.engine import codec, open_history
from tests.engine.adventure import opened
from tests.services import Server

from . import phone_store
from .adventure_by_touch import Adventurer
from .adventure_moves import EASY, Moves, next_evening
from .mishaps import KINDS, Mishaps, Unlucky
from .phone_by_itself import first_visit, rules_are_here
from .test_a_month_by_touch import choose_the_adventure
from .touch import remember_table, rested_tap, tell_gestures

FIRST_MONTH = 60


def at_table(page: Page, url: str, moves: Moves) -> Adventurer:
    """A phone that has just opened the table of these moves."""
    body = codec.setup_json(moves.history.setup)
    table = page.request.post(f"{url}/api/tables", data=body).json()
    remember_table(page, url, table)
    page.goto(f"{url}/#/table/{table['code']}")
    page.wait_for_selector('main.walking[data-step="characters"]')
    return Adventurer(page, table["code"], table["token"])


@pytest.mark.soak
def test_the_first_month_against_each_other_is_played_by_thumb(page: Page, harbor: Server) -> None:
    moves = Moves(opened("competitive", 3), random.Random(2))
    thumb = at_table(page, harbor.url, moves)
    thumb.play(moves, FIRST_MONTH, lambda body: body["type"] == "flip_events")
    page.wait_for_selector("main.table .pad")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("way", "players", "nine", "seed"),
    [
        ("Competitive", 3, None, 5),
        ("Together", 3, 4, 5),
        ("Solo", 1, 4, 8),
        ("Variable", 3, None, 11),
    ],
)
def test_each_way_is_played_by_thumb_without_a_network_to_its_scores_with_every_mishap(
    way: str,
    players: int,
    nine: int | None,
    seed: int,
    context: BrowserContext,
    page: Page,
    live_server: Server,
    capsys: pytest.CaptureFixture[str],
) -> None:
    first_visit(page, live_server.url)
    rules_are_here(page, live_server.url)
    choose_the_adventure(page, way, players)
    context.set_offline(True)
    rested_tap(page.locator(".foot .a.go"))
    page.wait_for_selector('main.walking[data-step="characters"]')
    code = page.url.rpartition("/")[2]
    setup = codec.setup_from_json(phone_store.books(page)[code]["document"]["setup"])
    goes = {"nine": {"markers": 1, "points": nine}, "needs": EASY} if nine else {}
    moves = Mishaps(open_history(setup), random.Random(seed), **goes)
    thumb = Unlucky(page, code)
    thumb.play(moves)
    assert {kind for kind, count in moves.met.items() if count} == set(KINDS), moves.met
    view = codec.view_json(moves.history)
    rested_tap(page.locator(".quay .acts .a.go"))
    if nine:
        page.wait_for_selector(f'main.chapter-end[data-outcome="{view["ended"]["outcome"]}"]')
    else:
        score = codec.score_json(moves.history.state)
        scores = page.locator("main.scores")
        expect(scores).to_contain_text(f"{score['winners'][0]} wins", timeout=20_000)
        for row in score["ranking"]:
            expect(scores).to_contain_text(re.compile(rf"{row['name']}.*{row['vp']}", re.DOTALL))
    drawn = sum(line.entry is not None and line.entry.type == "draw" for line in moves.history.lines)
    with capsys.disabled():
        tell_gestures(thumb, f"The Adventure Begins, {way}", drawn)
        each = sum(thumb.read_off) / len(thumb.read_off)
        sys.stdout.write(
            f"{len(thumb.read_off)} cards read off with {each:.2f} gestures each besides drawing; {dict(moves.met)}\n"
        )


@pytest.mark.soak
@pytest.mark.parametrize("outcome", ["won", "lost"])
def test_a_chapter_together_is_played_by_thumb_up_to_card_9_and_goes_on(
    outcome: str, context: BrowserContext, page: Page, harbor: Server
) -> None:
    seed, points = {"won": (9, 4), "lost": (9, 60)}[outcome]
    moves = Moves(opened("coop", 3), random.Random(seed), nine={"markers": 1, "points": points}, needs=EASY)
    thumb = at_table(page, harbor.url, moves)
    thumb.play(moves)
    view = codec.view_json(moves.history)
    assert view["ended"]["outcome"] == outcome
    rested_tap(page.locator(".quay .acts .a.go"))
    page.wait_for_selector(f'main.chapter-end[data-outcome="{outcome}"]')
    expect(page.locator("main.chapter-end")).to_contain_text(f"{points}")

    # The key goes on with the next evening: with what stays in the deck, and with coins for a lost try.
    rested_tap(page.locator("[data-go-on]"))
    page.wait_for_selector('main.walking[data-step="characters"]')
    code = page.url.rpartition("/")[2]
    following = phone_store.tables(page)[code]["view"]
    stands = json.loads(json.dumps(view["campaign"]["next"]))
    assert {key: following["campaign"][key] for key in stands} == stands
    steps = {step["id"]: step for step in following["steps"]}
    if outcome == "lost":
        assert steps["coins"]["figures"] == {"coins": 3}
    else:
        assert steps["story"]["story"] == "20"
    Adventurer(page, code).play(
        next_evening(moves, following), 12, lambda body: body["type"] == "reveal_event"
    )
