"""The Adventure Begins by touch, from the box to the scores: against each other, and a chapter together."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

from companion.engine import codec
from tests.engine.adventure import opened
from tests.services import Server

from .adventure_by_touch import Adventurer, Moves
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


def test_the_first_month_against_each_other_is_played_by_thumb(page: Page, harbor: Server) -> None:
    moves = Moves(opened("competitive", 3), random.Random(2))
    thumb = at_table(page, harbor.url, moves)
    thumb.play(moves, FIRST_MONTH, lambda body: body["type"] == "flip_events")
    page.wait_for_selector("main.table .pad")


@pytest.mark.soak
@pytest.mark.parametrize("seed", [2, 0])
def test_a_whole_adventure_against_each_other_is_played_by_thumb_to_its_scores(
    seed: int, page: Page, harbor: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    moves = Moves(opened("competitive", 3), random.Random(seed))
    thumb = at_table(page, harbor.url, moves)
    thumb.play(moves)
    with capsys.disabled():
        tell_gestures(thumb, f"adventure {seed}", 1)
    score = codec.score_json(moves.history.state)
    rested_tap(page.locator(".quay .acts .a.go"))
    scores = page.locator("main.scores")
    expect(scores).to_contain_text(f"{score['winners'][0]} wins", timeout=20_000)
    for row in score["ranking"]:
        expect(scores).to_contain_text(re.compile(rf"{row['name']}.*{row['vp']}", re.DOTALL))
