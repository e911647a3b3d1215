"""A game of contracts that is taken over in its middle goes on as it would have: against each other, together, alone."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import History, Malformed, State, codec
from companion.engine.table.draft import waiting

from .contracts import asked, at, figures, goal, refused, view
from .play import enter, table
from .test_beginning import outcome, situation_of, taken_over, taken_over_from
from .test_random_games import stalled
from .test_together_games import played
from .together import SAILOR, TAX, deck, laid, turn

WAYS = {"competitive": (), "coop": ("coop",), "solo": ("solo",)}


def tellable(state: State) -> bool:
    """Nothing has happened in this turn that lies nowhere any more: no card repelled, no pile shuffled."""
    if state.reshuffles or state.repelled or stalled(state):
        return False
    # A ship that may be sent away has to be the newest.
    return waiting(state, "repel") is None or state.harbor[-1] is not None


def moments(game: list[tuple[History, Any]]) -> list[int]:
    """Where it can be taken over: wherever the contracts lie, and the game goes on."""
    found = []
    for place, (history, _) in enumerate(game):
        state = history.state
        if "goals" in view(history) and state.phase != "game_over" and tellable(state):
            found.append(place)
    return found


def lying(state: State) -> list[int]:
    return [index for index, card in enumerate(state.harbor) if card is not None]


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=4, deadline=None)
@given(players=st.integers(2, 5), seed=st.integers(0, 2**32), share=st.floats(0, 1), early=st.booleans())
def test_a_game_of_contracts_taken_over_at_any_moment_ends_as_it_would_have(
    way: str, players: int, seed: int, share: float, early: bool
) -> None:
    chance = random.Random(seed)
    opened = table("bigbox", 1 if way == "solo" else players, ("base", "jomc", *WAYS[way]))
    game = list(played(opened, chance))
    here = moments(game)
    start = here[int(share * (len(here) - 1) * (0.1 if early else 1))]
    first = game[start][0].state
    after = taken_over_from(game[start][0])
    berths = lying(first)
    assert markers(after) == markers(game[start][0])
    for place, (before, body) in enumerate(game[start + 1 :], start):
        # Berths are counted anew in the turn that was under way when the entry was made.
        if game[place][0].state.turn == first.turn and body.get("harbor_index") in berths:
            body = {**body, "harbor_index": berths.index(body["harbor_index"])}
        after = enter(after, **body)
        assert (outcome(after), markers(after)) == (outcome(before), markers(before))
    assert after.state.phase == game[-1][0].state.phase


def markers(history: History) -> Any:
    """Who has completed what, whose markers wait, which ships are kept, and both decks."""
    shown = view(history)
    goals = [(one["id"], one["done_by"], one["waiting"], one["now"]) for one in shown["goals"]]
    piles = [(one["left"], one["aside"], one["turns"]) for one in shown.get("countdowns", ())]
    return goals, piles, shown["markers"], shown.get("kept")


def told_anew(history: History, **more: Any) -> History:
    """That table as a group tells it that has counted no pile."""
    told = {**situation_of(history.state), "draw_pile": None, "discard_pile": None, **more}
    return taken_over({**codec.setup_json(history.setup), "situation": told})


def test_whoever_has_just_paid_a_tax_is_still_asked() -> None:
    taxed = enter(at("tax_inspector", coins=12), type="draw", card=TAX)
    after = told_anew(taxed)
    assert asked(after) == asked(taxed) == [(seat, "tax_inspector") for seat in range(3)]
    after = enter(after, type="complete_contract", by="Bob", contract="tax_inspector")
    assert goal(after, "tax_inspector")["done_by"] == [1]
    assert figures(after, "coins")[1] == figures(taxed, "coins")[1] + 7
    gone = enter(told_anew(taxed), type="draw", card=SAILOR)
    assert refused(gone, type="complete_contract", by="Bob", contract="tax_inspector") == "CONTRACT_MISSED"


def test_a_marker_that_waits_moves_on_with_the_second_occasion_also_after_the_take_over() -> None:
    colors = ["base.ship.blue.s1.c1", "base.ship.red.s1.c1", "base.ship.green.s1.c1"]
    before = at({"name": "speculator", "progress": {"Ann": 1}}, harbor=colors[:2])
    together = enter(before, type="draw", card=colors[2])
    after = enter(told_anew(together), type="stop")
    assert goal(after, "speculator")["done_by"] == [0]
    # Where a group only tells that three lie there, nothing happens by itself.
    assert goal(enter(told_anew(together, occasions=None), type="stop"), "speculator")["done_by"] == []


def test_who_has_had_the_last_part_may_still_complete_after_the_take_over() -> None:
    harbor = [{"kind": "person", "type": "pirate", "cost": 5, "vp": 1, "swords": 2}]
    own = [{"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}]
    mine = {"Cem": {"display": own}}
    parts = at("mercenary", players=mine, coins=9, phase="trade_hire", acting="Cem", harbor=harbor)
    history = enter(parts, type="take", by="Cem", harbor_index=0)
    assert history.state.active == 1
    after = enter(told_anew(history), type="complete_contract", by="Cem", contract="mercenary")
    assert goal(after, "mercenary")["done_by"] == [2]


def test_before_the_first_card_any_number_may_still_be_set_aside() -> None:
    fresh = laid()
    after = enter(taken_over_from(fresh), type="set_aside", count=4)
    assert (deck(after)["left"], deck(after)["aside"]) == (deck(fresh)["left"] - 4, 4)
    begun = taken_over_from(turn(fresh))
    assert refused(begun, type="set_aside", count=1) == "NO_EFFECT"
    assert deck(begun)["of"] == deck(fresh)["of"]


def test_what_a_tax_has_left_open_is_open_after_the_take_over() -> None:
    taxed = enter(laid(), type="draw", card=TAX)
    after = enter(taken_over_from(taxed), type="set_aside")
    assert (deck(after)["left"], deck(after)["aside"], deck(after)["due"]) == (
        deck(taxed)["left"] - 1,
        1,
        False,
    )
    assert refused(after, type="set_aside") == "NO_EFFECT"


@pytest.mark.parametrize(
    "occasions", [{"open": ["nobody"]}, {"paid": ["Zoe"]}, {"linger": 3}, ["jinx"], {"stepped": [7]}]
)
def test_occasions_name_contracts_that_lie_there_and_players(occasions: Any) -> None:
    told = {**situation_of(at("jinx").state), "occasions": occasions}
    with pytest.raises(Malformed, match="occasions"):
        taken_over({**codec.setup_json(at("jinx").setup), "situation": told})


def test_the_pool_says_by_which_entry_each_is_completed_and_what_else_can_be_told_of_it() -> None:
    pool = {
        one["name"]: one for one in codec.view_json(table("bigbox", 3, ("base", "jomc")))["laying"]["pool"]
    }
    entries = {name: one.get("entry") for name, one in pool.items()}
    assert {name: entry for name, entry in entries.items() if entry != "complete_contract"} == {
        "speculator": "contract_step",
        "major_speculator": "contract_step",
        "frigate_nemesis": None,
        "galleon_nemesis": None,
        "pirates_nest": None,
    }
    assert {name: one["steps"] for name, one in pool.items() if "steps" in one} == {
        "frigate_nemesis": 3,
        "galleon_nemesis": 2,
        "speculator": 2,
    }
    assert [name for name, one in pool.items() if "keeps" in one] == ["pirates_nest"]
