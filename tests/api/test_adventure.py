"""The Adventure Begins through the API: set up, played and kept as any other game."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from companion.engine import codec
from tests.api.conftest import OpenedTable
from tests.conforming import committed
from tests.engine.adventure import opened, played

CAMPAIGN = {"chapter": 2, "lost": 1, "defeats": 1, "added": {"adventure.unknown.ares": 2}, "won": [1]}


def test_a_chapter_is_kept_with_all_that_was_read_off_its_cards(
    open_table: Callable[..., OpenedTable],
) -> None:
    conforms = committed()
    history = opened("coop", 2, campaign=CAMPAIGN)
    bodies: list[dict[str, Any]] = []
    for now, body in played(history, random.Random(3)):
        history = now
        bodies.append(body)
    table = open_table(
        edition="bigbox",
        modules=["adventure_begins", "coop"],
        players=["Ann", "Bob"],
        campaign=CAMPAIGN,
    )
    for revision, body in enumerate(bodies):
        answer = table.enter(body, base=revision)
        assert answer.status_code == 201, (body, answer.text)
        conforms("Recorded", answer.json)
    view = table.get().json
    assert view is not None
    wanted = codec.view_json(history)
    assert {key: view[key] for key in ("goals", "campaign", "ended", "box")} == {
        key: wanted[key] for key in ("goals", "campaign", "ended", "box")
    }
    conforms("Score", table.get("/score").json)
    conforms("Export", table.get("/export").json)
    assert view["campaign"]["next"]["added"].keys() >= CAMPAIGN["added"].keys()


def test_a_campaign_that_is_none_is_refused_with_its_field(open_table: Callable[..., OpenedTable]) -> None:
    table = open_table(edition="bigbox", modules=["adventure_begins"], players=["Ann", "Bob"])
    for campaign, field in (
        ({"chapter": 9}, "campaign.chapter"),
        ({"added": {"gold": 1}}, "campaign.added"),
        ({"fame": 1}, "campaign.fame"),
    ):
        body = {
            "edition": "bigbox",
            "modules": ["adventure_begins"],
            "players": ["A", "B"],
            "campaign": campaign,
        }
        answer = table.client.post("/api/trials", json=body)
        assert answer.status_code in (400, 422)
        assert answer.json is not None
        assert answer.json["field"] == field
