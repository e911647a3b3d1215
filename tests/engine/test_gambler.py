"""The Gambler's template and what it gives: the phone counts no cards by itself."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import History, Malformed, Refusal, codec, open_history

from .play import enter
from .test_view import SAILOR, ship, templates

GAMBLER = {"kind": "person", "type": "gambler", "cost": 4, "vp": 1}
GOVERNOR = {"kind": "person", "type": "governor", "cost": 8, "vp": 0}
FOUR = [ship("red"), ship("blue"), ship("green"), SAILOR]


def owner(*display: dict[str, Any], rules: dict[str, bool] | None = None, **situation: Any) -> History:
    rows = [{"id": "Ann", "coins": 5, "display": list(display)}, {"id": "Bob", "coins": 3}]
    table = {"players": rows, "active": "Ann", "phase": "discover", "harbor": [], **situation}
    body: dict[str, Any] = {"edition": "bigbox", "modules": ["base", "gambler"], "players": ["Ann", "Bob"]}
    body.update(situation=table, options=rules or {})
    return open_history(codec.setup_from_json(body))


@pytest.mark.parametrize(
    ("draw", "discard", "wanted"), [(40, 0, 4), (1, 9, 4), (2, 1, 3), (0, 1, 1), (0, 0, 0)]
)
def test_the_template_says_how_many_cards_are_wanted(draw: int, discard: int, wanted: int) -> None:
    """Four (004 Gambler Promo), or those there are in both piles: the discard pile is shuffled in (C125, C09)."""
    history = owner(GAMBLER, draw_pile=draw, discard_pile=discard)
    (play,) = templates(codec.view_json(history), "use_gambler")
    assert (play["cards"], play["allowed"]) == (wanted, wanted > 0)
    if not wanted:
        return
    told = enter(history, type="use_gambler", cards=FOUR[:wanted])
    assert len(told.state.harbor) == wanted
    with pytest.raises(Malformed) as wrong:
        enter(history, type="use_gambler", cards=FOUR[: wanted - 1] if wanted > 1 else FOUR)
    assert wrong.value.field == "cards"


def test_who_gives_an_extra_card_is_named() -> None:
    """004 Gambler Promo: one card more; Profession Abilities - Governor: one more each, whoever is active."""
    for display, named in (
        ([GAMBLER], [("gambler", 1)]),
        ([GAMBLER, GOVERNOR], [("governor", 1), ("gambler", 1)]),
        ([GOVERNOR, GAMBLER, GOVERNOR], [("governor", 2), ("gambler", 1)]),
    ):
        takes = codec.view_json(enter(owner(*display), type="use_gambler", cards=FOUR))["takes"]
        assert [(reason["why"], reason["count"]) for reason in takes["reasons"]] == named
        assert takes["extra"] == sum(count for _, count in named)
    assert codec.view_json(owner(GAMBLER))["takes"]["reasons"] == []


def test_a_governor_hired_on_the_way_is_named_where_he_counts_at_once() -> None:
    cheap = {**GOVERNOR, "cost": 5}
    for counts, named in ((True, ["gambler", "governor"]), (False, ["gambler"])):
        told = enter(
            owner(GAMBLER, rules={"governor_new": counts}), type="use_gambler", cards=[*FOUR[:3], cheap]
        )
        takes = codec.view_json(enter(told, type="take", harbor_index=3))["takes"]
        assert [reason["why"] for reason in takes["reasons"]] == named


def test_the_rules_desk_names_who_gives_the_cards() -> None:
    from companion.rulebook import facts

    state = enter(owner(GAMBLER), type="use_gambler", cards=FOUR).state
    (now,) = [fact for fact in facts.takes(state) if fact.code == "takes_now_more"]
    assert (now.params["givers"], now.params["extra"]) == (["gambler"], 1)


def test_a_situation_tells_how_many_were_used_in_its_turn() -> None:
    """After one of two a single card is refused, the second may still be used (004 Gambler Promo, C64)."""
    history = owner(GAMBLER, GAMBLER, gambler=1, harbor=[SAILOR])
    view = codec.view_json(history)
    (play,) = templates(view, "use_gambler")
    (draw,) = templates(view, "draw")
    assert (play["allowed"], draw["refusal"]["code"]) == (True, "MUST_STOP")
    assert view["takes"]["reasons"] == [{"why": "gambler", "count": 1}]
    with pytest.raises(Malformed):
        owner(GAMBLER, gambler=5)


@pytest.mark.parametrize(
    ("body", "coins"),
    [
        ({"type": "take", "harbor_index": 0}, [8, 3]),
        ({"type": "pass"}, [7, 3]),
        ({"type": "take", "by": 1, "harbor_index": 0, "passing": True}, [8, 3]),
        ({"type": "pass", "by": 1, "passing": True}, [7, 3]),
        ({"type": "stop"}, [7, 3]),
    ],
)
def test_who_takes_or_passes_after_one_of_two_gamblers_uses_no_other(
    body: dict[str, Any], coins: list[int]
) -> None:
    """C121: the start payments fall due with the first take or pass, or with the next player's entry."""
    admiral = {"kind": "person", "type": "admiral", "cost": 7, "vp": 1}
    ships = [ship("red", coins=2), ship("blue"), ship("green"), ship("black"), ship("yellow", coins=1)]
    one = enter(owner(GAMBLER, GAMBLER, admiral, harbor=ships[4:]), type="use_gambler", cards=ships[:4])
    assert [player["coins"] for player in codec.view_json(one)["players"]] == [5, 3], "nothing is due yet"
    assert [player["coins"] for player in codec.view_json(enter(one, **body))["players"]] == coins
    with pytest.raises(Refusal) as against:
        enter(one, type="take", by=1, harbor_index=0)
    assert against.value.code == "NOT_YOUR_TURN"
