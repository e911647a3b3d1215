"""A table of The Adventure Begins put right by touch: undo in a walk, an entry taken out, and played on from a what if."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from companion.engine import codec
from tests.engine.adventure import opened
from tests.engine.play import correct
from tests.services import Server

from . import phone_store
from .adventure_by_touch import Adventurer
from .adventure_moves import Moves
from .phone import Phone
from .test_an_adventure_by_touch import at_table
from .test_missions_by_touch import Hand
from .touch import rested_tap


@pytest.mark.soak
def test_steps_of_a_set_up_and_a_turn_are_undone_and_an_event_is_put_right_in_the_log(
    page: Page, harbor: Server
) -> None:
    moves = Moves(opened("competitive", 3), random.Random(1))
    thumb = at_table(page, harbor.url, moves)
    thumb.play(moves, 2)
    # The second character was another one: one step back, from the walk itself.
    undone(thumb, moves, ".ledger .undo")
    thumb.play(moves, 3, lambda body: body["type"] == "read_story")
    thumb.play(moves, 30, lambda body: body["type"] == "stop")
    undone(thumb, moves, ".ledger .undo")
    undone(thumb, moves, ".ledger .undo")

    # The log takes out what did not happen, and the table is what the engine says.
    for kind in ("reveal_event", "learn_crowns"):
        out = [
            line for line in codec.lines_json(moves.history) if (line.get("entry") or {}).get("type") == kind
        ]
        taken_out(thumb, moves, out[0]["revision"])
    undone(thumb, moves, ".ledger .undo")


def taken_out(thumb: Adventurer, moves: Moves, revision: int) -> None:
    page = thumb.page
    table = page.url
    page.goto(f"{table}/log")
    rested_tap(page.locator(f'[data-revision="{revision}"] .ent'))
    rested_tap(page.locator(".entsel").get_by_role("button", name="Correct it"))
    sheet = page.get_by_role("dialog")
    rested_tap(sheet.get_by_role("button", name="It didn’t happen"))
    rested_tap(sheet.get_by_role("button", name="Record the correction"))
    expect(sheet).to_have_count(0)
    page.goto(table)
    moves.history = correct(moves.history, type="remove", revision=revision, keep=True)
    thumb.revision += 1
    thumb.settled(thumb.revision)
    thumb.compare(moves.history)


def undone(thumb: Adventurer, moves: Moves, key: str) -> None:
    rested_tap(thumb.page.locator(key))
    moves.history = correct(moves.history, type="undo", count=1)
    moves.kept = None
    thumb.revision += 1
    thumb.settled(thumb.revision)
    thumb.compare(moves.history)


@pytest.mark.soak
def test_a_table_is_played_on_from_a_what_if_with_its_missions_month_crowns_and_items(
    phone: Phone, harbor: Server
) -> None:
    hand = Hand(phone, "adv-trade", harbor.url)
    page = phone.page
    code = page.url.rpartition("/")[2]
    was = phone_store.tables(page)[code]["view"]
    page.goto(f"{harbor.url}/#/table/{code}/rules/what-if")
    rested_tap(page.get_by_role("button", name="Play on from here"))
    page.wait_for_selector(".foot .go")
    rested_tap(page.locator(".foot .go"))
    page.wait_for_selector("main.table .quay")
    again = page.url.rpartition("/")[2]
    assert again != code
    view = phone_store.tables(page)[again]["view"]
    assert "steps" not in view
    for key in ("goals", "countdowns", "markers", "active", "acting", "phase"):
        assert view.get(key) == was.get(key), key
    told = ("name", "coins", "vp", "crowns", "items", "character", "openings")
    assert [[one.get(key) for key in told] for one in view["players"]] == [
        [one.get(key) for key in told] for one in was["players"]
    ]
    expect(hand.line("Ben", ".rest > .sr")).to_contain_text("Bread")
