"""The Adventure Begins over whole campaigns: chapters won and lost in every way to play, every card where it lies."""

from __future__ import annotations

import sys
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .campaigns import CHAPTERS, Campaign

WAYS = {"coop": (2, 3, 4), "solo": (1,), "competitive": (2, 3, 4), "variable": (2, 3, 4)}
REASONS = {"missions", "markers", "points"}
# In the course of which entries the draw pile runs out.
MOMENTS = {
    "draw",
    "take",
    "stop",
    "pass",
    "complete_mission",
    "reveal_event",
    "use_lookout",
    "claim_expedition",
}


@st.composite
def campaigns(draw: st.DrawFn) -> Campaign:
    way = draw(st.sampled_from(sorted(WAYS)))
    return Campaign(way, draw(st.sampled_from(WAYS[way])), draw(st.integers(0, 2**32)), draw(st.booleans()))


def play(campaign: Campaign, evenings: int) -> Counter[str]:
    """Everything is compared after each entry; returns when the piles were shuffled."""
    shuffles: Counter[str] = Counter()
    for evening in campaign.evenings(evenings):
        for _ in evening.play():
            pass
        shuffles += evening.table.shuffles
    return shuffles


@settings(max_examples=8)
@given(campaign=campaigns())
def test_a_campaign_goes_on_from_evening_to_evening_and_loses_no_card(campaign: Campaign) -> None:
    play(campaign, 3)


@pytest.mark.parametrize("way", ["coop", "solo"])
def test_a_chapter_is_lost_played_again_with_coins_more_and_won(way: str) -> None:
    ends: set[tuple[int, str]] = set()
    for seed in range(8):
        campaign = Campaign(way, WAYS[way][seed % len(WAYS[way])], seed, small=seed % 2 == 0)
        play(campaign, 10)
        ends.update(campaign.ended)
    assert {(1, "won"), (2, "won")} <= ends
    assert {missing for _, how in ends for missing in REASONS if missing in how} == REASONS


@pytest.mark.soak
def test_hundreds_of_campaigns_are_won_and_lost_in_all_ways(capsys: pytest.CaptureFixture[str]) -> None:
    ends: Counter[tuple[str, int, str]] = Counter()
    shuffles: Counter[str] = Counter()
    for seed in range(400):
        way = sorted(WAYS)[seed % len(WAYS)]
        players = WAYS[way][seed // len(WAYS) % len(WAYS[way])]
        campaign = Campaign(way, players, seed, small=seed % 3 == 0)
        shuffles += play(campaign, 4 if way == "variable" else 40)
        ends.update((way, chapter, how) for chapter, how in campaign.ended)
    with capsys.disabled():
        for (way, chapter, how), count in sorted(ends.items()):
            sys.stdout.write(f"{count:5} {way}, chapter {chapter}: {how}\n")
        sys.stdout.write(f"shuffled in the course of {dict(shuffles.most_common())}\n")
    for way in ("coop", "solo"):
        for chapter in range(1, CHAPTERS + 1):
            assert ends[way, chapter, "won"]
            assert any((way, chapter) == key[:2] and "lost" in key[2] for key in ends)
        for missing in REASONS:
            assert any(way == key[0] and missing in key[2] for key in ends)
    for way in ("competitive", "variable"):
        for how in ("won by points", "won by markers", "won by coins"):
            assert any((way, how) == (key[0], key[2]) for key in ends)
    assert set(shuffles) >= MOMENTS
