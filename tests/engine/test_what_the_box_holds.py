"""A table holds no more cards than its box, whatever is entered."""

from __future__ import annotations

import pytest

from companion.engine import Malformed, Refusal, codec, open_history
from companion.engine.rules import offers
from tests.attacks import WANTING, full_table, ways_to_pay

from .play import correct, enter, table

SHIP = {"kind": "ship", "color": "red", "swords": 3, "coins": 2}
SAILOR = {"kind": "person", "type": "sailor", "cost": 0, "vp": 0, "swords": 1}


def test_the_harbor_takes_no_more_cards_than_there_are_even_anyway() -> None:
    history = table()
    most = history.state.game.deck.harbor_cards
    for _ in range(most):
        history = enter(history, True, type="draw", card=SAILOR)
    with pytest.raises(Refusal, match="NOT_IN_THE_BOX") as caught:
        enter(history, True, type="draw", card=SAILOR)
    assert caught.value.params == {"count": most}
    assert not caught.value.overridable
    assert correct(history, type="undo").state.harbor == history.state.harbor[:-1]


def test_the_row_takes_no_more_expeditions_than_there_are() -> None:
    history = table()
    for _ in range(history.state.game.deck.holds["expedition"]):
        history = enter(history, True, type="draw", card=WANTING)
    with pytest.raises(Refusal, match="NOT_IN_THE_BOX"):
        enter(history, True, type="draw", card=WANTING)


def test_displays_take_no_more_persons_than_there_are() -> None:
    history = table()
    for _ in range(history.state.game.deck.holds["person"]):
        history = enter(history, type="draw", card=SAILOR)
        history = enter(history, type="stop")
        history = enter(history, type="take", harbor_index=0)
    history = enter(enter(history, type="draw", card=SAILOR), type="stop")
    with pytest.raises(Refusal, match="NOT_IN_THE_BOX"):
        enter(history, type="take", harbor_index=0)


@pytest.mark.parametrize(
    ("setup", "field"),
    [(full_table(), "situation.harbor"), (full_table(20), "situation.players"), (ways_to_pay(), "situation")],
)
def test_a_situation_holds_no_more_than_the_box(setup: dict[str, object], field: str) -> None:
    with pytest.raises(Malformed) as caught:
        open_history(codec.setup_from_json(setup))
    assert caught.value.field.startswith(field)
    assert caught.value.takes.key in ("box_holds_most", "list")


def test_passing_automatically_stops_at_the_first_offer_worth_taking(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = {**full_table(30, 8), "players": ["Ann", "Bob"]}
    setup["situation"] = {**setup["situation"], "players": setup["situation"]["players"][:2], "acting": "Bob"}
    state = open_history(codec.setup_from_json(setup)).state
    looked, offer = [], offers.offer
    monkeypatch.setattr(offers, "offer", lambda *asked: looked.append(asked) or offer(*asked))
    assert not offers.worth_nothing(state)
    assert len(looked) == 1
