"""A group's own box: cards that the catalogue lacks or has otherwise, and cards that are missing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import (
    Malformed,
    Refusal,
    append,
    codec,
)
from companion.engine.printed.box import named, own_card, own_id
from companion.engine.printed.cards import Unknown
from companion.engine.printed.catalogue import printed_cards
from companion.words import words_for

from .own_box import (
    BOX,
    EXPEDITION,
    OWN_SAILOR,
    SAILOR,
    SAILOR4,
    SHIP,
    everywhere,
    never_seen_twice,
    unseen,
    with_box,
)
from .play import correct, enter, table


def test_a_table_opens_with_the_cards_of_its_own_box() -> None:
    history, plain = with_box(BOX), table()
    assert unseen(history)[OWN_SAILOR] == 1
    assert unseen(history)[SAILOR] == unseen(plain)[SAILOR] - 1
    assert unseen(history)["own.expedition.cp.c1.v3"] == 2
    assert unseen(history)[SHIP] == unseen(plain)[SHIP] - 2
    assert history.state.draw_pile == plain.state.draw_pile + 2 - 2
    view = codec.view_json(history)["box"]
    assert view["own"][0] == {"card": {"id": OWN_SAILOR, **SAILOR4}, "count": 1, "instead_of": SAILOR}
    assert view["missing"] == {SHIP: 2}
    assert view["holds"][OWN_SAILOR] == 1
    assert view["holds"][SHIP] == 1


def test_a_table_of_an_ordinary_box_says_nothing_about_its_box() -> None:
    assert "box" not in codec.view_json(table())
    assert "box" not in codec.setup_json(table().setup)


def test_a_box_is_exported_and_imported() -> None:
    history = enter(with_box(BOX), type="draw", card=OWN_SAILOR)
    document = codec.history_json(history)
    again = codec.history_from_json(document)
    assert again.state == history.state
    assert again.setup.box == history.setup.box
    assert codec.history_json(again) == document


@pytest.mark.parametrize(
    ("box", "field", "allowed"),
    [
        ([], "box", "an object"),
        ({"more": 1}, "box.more", "own, missing, facts"),
        ({"own": 3}, "box.own", "a list"),
        ({"own": [7.5]}, "box.own[0]", "an object"),
        ({"own": [{"card": {**SAILOR4, "cost": 20}}]}, "box.own[0].card.cost", "from 0 to 19"),
        ({"own": [{"card": {**SAILOR4, "vp": 10}}]}, "box.own[0].card.vp", "from 0 to 9"),
        ({"own": [{"card": {**SAILOR4, "type": "king"}}]}, "box.own[0].card.type", "one of"),
        ({"own": [{"card": "own.person.sailor.v1.p400"}]}, "box.own[0].card", "by its id"),
        ({"own": [{"card": "own.person.sailor"}]}, "box.own[0].card", "by its id"),
        (
            {"own": [{"card": {"kind": "ship", "color": "red", "swords": 3, "coins": 0}}]},
            "box.own[0].card.coins",
            "from 1 to 9",
        ),
        ({"own": [{"card": SAILOR4, "count": 0}]}, "box.own[0].count", "from 1 to 40"),
        (
            {"own": [{"card": SAILOR4, "count": 39}, {"card": EXPEDITION, "count": 2}]},
            "box.own",
            "at most 40",
        ),
        ({"own": [{"card": SAILOR4}] * 2}, "box.own[1].card", "each only once"),
        (
            {"own": [{"card": SAILOR4, "instead_of": "base.person.king"}]},
            "box.own[0].instead_of",
            "card list",
        ),
        ({"own": [{"card": SAILOR4, "instead_of": SAILOR, "count": 40}]}, "box.own", f"of {SAILOR}"),
        ({"own": [{"card": SAILOR, "instead_of": SAILOR}]}, "box.own[0].instead_of", "another card"),
        ({"missing": {OWN_SAILOR: 1}}, f"box.missing.{OWN_SAILOR}", "card list"),
        ({"missing": {SHIP: 9}}, f"box.missing.{SHIP}", "at most 3"),
        ({"missing": {SHIP: True}}, f"box.missing.{SHIP}", "a whole number"),
    ],
)
def test_a_box_that_none_can_be_is_refused_with_the_field(box: Any, field: str, allowed: str) -> None:
    with pytest.raises(Malformed) as caught:
        with_box(box)
    assert caught.value.field == field
    assert allowed in words_for("en").allowed(caught.value.takes)


def test_no_card_of_its_own_has_the_id_of_a_printed_one_and_each_id_leads_back_to_its_card() -> None:
    for name, card in printed_cards().items():
        if isinstance(card, Unknown):
            continue
        made = own_id(card)
        assert made != name
        assert made not in printed_cards()
        assert own_card(made) == card
        assert named(card).id in printed_cards()


@given(st.text(max_size=40))
@settings(max_examples=200)
def test_no_text_is_taken_for_an_id_that_it_is_not(text: str) -> None:
    card = own_card(f"own.{text}")
    assert card is None or own_id(card) == f"own.{text}"


def test_modules_that_are_not_played_leave_their_cards_in_the_box() -> None:
    gambler = {"kind": "person", "type": "gambler", "cost": 5, "vp": 1}
    box = {"own": [{"card": gambler}], "missing": {"gambler.v1.p4": 1}}
    assert with_box(box).state.game.deck.size == table().state.game.deck.size
    played = with_box(box, edition="bigbox", modules=["base", "gambler"])
    plain = table("bigbox", modules=("base", "gambler"))
    assert played.state.game.deck.size == plain.state.game.deck.size
    assert unseen(played)["own.person.gambler.v1.p5"] == 1


def test_a_drawn_card_is_learned_in_the_place_of_another_and_is_known_from_then_on() -> None:
    before = table()
    after = enter(before, type="draw", card=SAILOR4, learn=True, instead_of=SAILOR)
    view = codec.view_json(after)
    assert view["harbor"][0]["card"]["id"] == OWN_SAILOR
    assert view["unseen"][OWN_SAILOR] == 0
    assert view["unseen"][SAILOR] == unseen(before)[SAILOR] - 1
    assert view["draw_pile"] == before.state.draw_pile - 1
    assert view["box"]["own"] == [{"card": {"id": OWN_SAILOR, **SAILOR4}, "count": 1, "instead_of": SAILOR}]
    assert [line["why"] for line in view["last"]["ledger"]] == ["learned_instead", "placed"]
    undone = correct(after, type="undo")
    assert undone.state == before.state
    assert "box" not in codec.view_json(undone)
    assert correct(undone, type="redo").state == after.state


def test_a_card_more_makes_the_pile_one_larger() -> None:
    before = table()
    after = enter(before, type="draw", card=SAILOR4, learn=True)
    assert after.state.draw_pile == before.state.draw_pile
    assert everywhere(after.state) == everywhere(before.state) + 1 == after.state.game.deck.size
    assert unseen(after)[SAILOR] == unseen(before)[SAILOR]


def test_a_learned_card_comes_again_out_of_a_reshuffled_pile() -> None:
    history = enter(table(), type="draw", card=SAILOR4, learn=True)
    history = enter(history, type="draw", card="base.ship.red.s1.c1")
    history = enter(history, type="draw", card="base.ship.red.s3.c2")
    assert history.state.harbor == ()
    history = enter(history, type="count", draw_pile=0)
    history = enter(history, type="draw_request")
    assert unseen(history)[OWN_SAILOR] == 1
    assert enter(history, type="draw", card=OWN_SAILOR).state.harbor[0].id == OWN_SAILOR


def test_a_learned_card_is_drawn_by_its_id_wherever_the_log_is_read_from() -> None:
    history = enter(table(), type="learn", card=SAILOR4, instead_of=SAILOR)
    line = codec.line_from_json(
        {"entry_id": "x", "entry": {"type": "draw", "card": OWN_SAILOR}}, table().state.game
    )
    after, _ = append(history, line)
    assert after.state.harbor[0].id == OWN_SAILOR
    by_numbers = enter(history, type="draw", card=SAILOR4)
    assert by_numbers.state == after.state
    assert codec.line_json(line) == codec.line_json(
        codec.line_from_json(codec.line_json(line), after.state.game)
    )


def test_what_no_card_can_have_printed_on_it_is_not_learned() -> None:
    with pytest.raises(Malformed) as caught:
        enter(table(), type="draw", card={**SAILOR4, "cost": 25}, learn=True)
    assert caught.value.field == "entry.card.cost"
    with pytest.raises(Malformed) as caught:
        enter(table(), type="learn", card={"kind": "person", "type": "gambler", "cost": 5, "vp": 1})
    assert caught.value.field == "entry.card"
    with pytest.raises(Malformed) as caught:
        enter(table(), type="draw", card=SAILOR4, learn=True, instead_of=OWN_SAILOR)
    assert caught.value.field == "entry.instead_of"


def test_a_box_does_not_learn_more_than_forty_cards() -> None:
    history = table()
    for _ in range(40):
        history = enter(history, type="learn", card=SAILOR4)
    with pytest.raises(Refusal, match="NOT_IN_THE_BOX") as caught:
        enter(history, True, type="learn", card=SAILOR4)
    assert not caught.value.overridable


def test_a_card_of_which_all_have_been_seen_is_not_printed_otherwise() -> None:
    history = table()
    jack = next(name for name, card in printed_cards().items() if getattr(card, "type", "") == "jack")
    for _ in range(unseen(history)[jack]):
        history = enter(history, type="draw", card=jack)
    body = {
        "type": "learn",
        "card": {"kind": "person", "type": "jack", "cost": 9, "vp": 3},
        "instead_of": jack,
    }
    with pytest.raises(Refusal, match="NOT_IN_THE_BOX") as caught:
        enter(history, **body)
    assert caught.value.overridable
    assert enter(history, True, **body).state.game.box.own


def test_a_missing_card_cannot_come_and_the_pile_is_smaller() -> None:
    before = table()
    after = enter(before, type="missing", card=SHIP, count=3)
    assert unseen(after)[SHIP] == 0
    assert after.state.draw_pile == before.state.draw_pile - 3
    assert everywhere(after.state) == after.state.game.deck.size == everywhere(before.state) - 3
    assert codec.view_json(after)["box"] == {"own": [], "missing": {SHIP: 3}, "holds": {SHIP: 0}}
    with pytest.raises(Refusal, match="NOT_IN_THE_BOX") as caught:
        enter(after, type="draw", card=SHIP)
    assert caught.value.overridable
    assert caught.value.params["count"] == 0


def test_a_missing_card_that_is_drawn_anyway_was_in_the_box_after_all() -> None:
    history = with_box({"missing": {SHIP: 3}})
    found = enter(history, True, type="draw", card=SHIP)
    assert found.state.game.box.missing == {SHIP: 2}
    assert found.state.draw_pile == history.state.draw_pile
    assert everywhere(found.state) == found.state.game.deck.size
    never_seen_twice(found.state)


def test_a_card_that_was_thought_to_be_printed_otherwise_and_comes_makes_the_other_one_more() -> None:
    governor = "base.person.governor.v0.p8"
    count = printed_count(governor)
    own = {"kind": "person", "type": "governor", "cost": 9, "vp": 0}
    history = with_box({"own": [{"card": own, "count": count, "instead_of": governor}]})
    found = enter(history, True, type="draw", card=governor)
    rows = {(row.card.id, row.instead_of): row.count for row in found.state.game.box.own}
    assert rows == {
        key: value
        for key, value in {
            ("own.person.governor.v0.p9", governor): count - 1,
            ("own.person.governor.v0.p9", None): 1,
        }.items()
        if value
    }
    assert everywhere(found.state) == found.state.game.deck.size


def printed_count(name: str) -> int:
    kinds = table().state.game.deck.kinds
    return next(kind.count for kind in kinds if kind.card.id == name)


def test_no_more_cards_are_missing_than_there_are_or_have_not_been_seen() -> None:
    history = enter(table(), type="draw", card=SHIP)
    with pytest.raises(Refusal, match="NOT_IN_THE_BOX") as caught:
        enter(history, type="missing", card=SHIP, count=3)
    assert caught.value.overridable
    with pytest.raises(Refusal, match="NOT_IN_THE_BOX") as caught:
        enter(history, True, type="missing", card=SHIP, count=4)
    assert not caught.value.overridable


def test_a_missing_special_expedition_lies_on_no_table() -> None:
    special = next(kind.card for kind in table().state.game.deck.kinds if kind.special)
    history = with_box({"missing": {str(special.id): 1}}, players=5)
    assert history.state.expeditions == ()
    assert everywhere(history.state) == history.state.game.deck.size


@pytest.mark.parametrize("players", [4, 5])
def test_a_card_printed_like_the_special_expedition_comes_also_where_that_one_lies_apart(
    players: int,
) -> None:
    special = next(kind.card for kind in table().state.game.deck.kinds if kind.special)
    numbers = {"need": list(special.need), "coins": special.coins, "vp": special.vp}
    history = with_box({"own": [{"card": {"kind": "expedition", **numbers}, "count": 1}]}, players=players)
    assert unseen(history)[special.id] == 1
    drawn = enter(history, type="draw", card=special.id)
    assert unseen(drawn).get(special.id, 0) == 0


def test_a_correction_of_the_draw_that_taught_a_card_unlearns_it() -> None:
    history = enter(table(), type="draw", card=SAILOR4, learn=True, instead_of=SAILOR)
    history = enter(history, type="stop")
    right = correct(history, type="change", revision=1, entry={"type": "draw", "card": SAILOR}, keep=True)
    assert "box" not in codec.view_json(right)
    assert right.state.harbor[0].id == SAILOR


def test_the_box_that_a_table_comes_to_opens_the_next_one() -> None:
    history = enter(table(), type="draw", card=SAILOR4, learn=True, instead_of=SAILOR)
    history = enter(history, type="missing", card=SHIP)
    box = codec.view_json(history)["box"]
    box.pop("holds")
    again = with_box(box)
    assert again.state.game.box == history.state.game.box
