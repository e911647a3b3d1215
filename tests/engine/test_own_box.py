"""A group's own box: cards that the catalogue lacks or has otherwise, and cards that are missing."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import (
    History,
    Malformed,
    Refusal,
    State,
    append,
    codec,
    extend,
    fold,
    open_history,
    settled,
)
from companion.engine.json.reading import card_reader
from companion.engine.log.rebase import Rebased, rebase
from companion.engine.table.box import named, own_card, own_id
from companion.engine.table.catalogue import printed_cards

from .play import correct, enter, played_on, table

SAILOR4 = {"kind": "person", "type": "sailor", "cost": 4, "vp": 1, "swords": 1}
OWN_SAILOR = "own.person.sailor.v1.p4"
SAILOR = "base.person.sailor.v1.p3"
SHIP = "base.ship.red.s3.c2"
EXPEDITION = {"kind": "expedition", "need": ["captain", "priest"], "coins": 1, "vp": 3}
BOX = {
    "own": [{"card": SAILOR4, "count": 1, "instead_of": SAILOR}, {"card": EXPEDITION, "count": 2}],
    "missing": {SHIP: 2},
}


def with_box(box: dict[str, Any], players: int = 3, **more: Any) -> History:
    body = {
        "edition": "pegasus",
        "modules": ["base"],
        "players": ["Ann", "Bob", "Cem", "Dot", "Eve"][:players],
        "box": box,
    }
    return open_history(settled(codec.setup_from_json({**body, **more})))


def unseen(history: History) -> dict[str, int]:
    return codec.view_json(history)["unseen"]


def everywhere(state: State) -> int:
    """All cards of the box, the face-down ones that are coins among them."""
    boxed = state.game.rules.special_expedition == "removed" and state.game.deck.special is not None
    on_table = sum(card is not None for card in state.harbor) + len(state.expeditions)
    owned = sum(p.coins + len(p.display) + len(p.expeditions) for p in state.players)
    return state.draw_pile + state.discard_pile + on_table + owned + int(boxed)


def never_seen_twice(state: State) -> None:
    """Of no card more are unseen than the box holds less those that lie open."""
    lying = [*state.harbor, *state.expeditions, *(c for p in state.players for c in p.display)]
    seen = Counter(state.game.deck.index(card) for card in lying if card is not None)
    seen.update(state.known_discards)
    for index, (kind, left) in enumerate(zip(state.game.deck.kinds, state.unseen, strict=True)):
        assert 0 <= left <= kind.count
        assert left <= max(0, kind.count - seen[index])


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
        ({"more": 1}, "box.more", "own and missing"),
        ({"own": 3}, "box.own", "a list"),
        ({"own": [7.5]}, "box.own[0]", "an object"),
        ({"own": [{"card": {**SAILOR4, "cost": 20}}]}, "box.own[0].card.cost", "from 0 to 19"),
        ({"own": [{"card": {**SAILOR4, "vp": 10}}]}, "box.own[0].card.vp", "from 0 to 9"),
        ({"own": [{"card": {**SAILOR4, "type": "king"}}]}, "box.own[0].card.type", "one of"),
        ({"own": [{"card": "own.person.sailor.v1.p400"}]}, "box.own[0].card", "the id of a card"),
        ({"own": [{"card": "own.person.sailor"}]}, "box.own[0].card", "the id of a card"),
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
        ({"own": [{"card": SAILOR4}] * 2}, "box.own[1].card", "each card once"),
        (
            {"own": [{"card": SAILOR4, "instead_of": "base.person.king"}]},
            "box.own[0].instead_of",
            "catalogue",
        ),
        ({"own": [{"card": SAILOR4, "instead_of": SAILOR, "count": 40}]}, "box.own", f"of {SAILOR}"),
        ({"own": [{"card": SAILOR, "instead_of": SAILOR}]}, "box.own[0].instead_of", "another card"),
        ({"missing": {OWN_SAILOR: 1}}, f"box.missing.{OWN_SAILOR}", "catalogue"),
        ({"missing": {SHIP: 9}}, f"box.missing.{SHIP}", "at most 3"),
        ({"missing": {SHIP: True}}, f"box.missing.{SHIP}", "a whole number"),
    ],
)
def test_a_box_that_none_can_be_is_refused_with_the_field(box: Any, field: str, allowed: str) -> None:
    with pytest.raises(Malformed) as caught:
        with_box(box)
    assert caught.value.field == field
    assert allowed in caught.value.allowed


def test_no_card_of_its_own_has_the_id_of_a_printed_one_and_each_id_leads_back_to_its_card() -> None:
    for name, card in printed_cards().items():
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


ACTS = st.lists(
    st.sampled_from(("learn", "instead", "draw", "missing", "found", "play", "undo", "redo", "change")),
    max_size=20,
)


@given(acts=ACTS, seed=st.integers(0, 10_000), box=st.booleans())
@settings(max_examples=40, deadline=None)
def test_cards_are_conserved_and_replayed_whatever_a_group_finds_out_about_its_box(
    acts: list[str], seed: int, box: bool
) -> None:
    chance = random.Random(seed)
    history = with_box(BOX if box else {})
    for number, act in enumerate(acts):
        body = said(act, history, chance)
        if body is None:
            history = played_on(history, chance, 6)
            continue
        row = {"entry_id": f"act-{number}", "override": chance.random() < 0.5, **body}
        with suppress(Refusal, Malformed):
            history, _ = append(history, codec.line_from_json(row, history.state.game))
    state = history.state
    if not history.pardoned:
        assert everywhere(state) == state.game.deck.size
    assert len(state.unseen) == len(state.game.deck.kinds)
    assert all(left >= 0 for left in state.unseen)
    assert fold(history.setup, history.lines, kept=True).state == state
    again = codec.history_from_json(codec.history_json(history))
    assert codec.view_json(again) == codec.view_json(history)
    if state.game.box:
        told = codec.view_json(history)["box"]
        with_box({"own": told["own"], "missing": told["missing"]})
        reader = card_reader(history.state.game)
        assert all(reader.read(row["card"]["id"]) == reader.read(row["card"]) for row in told["own"])


def said(act: str, history: History, chance: random.Random) -> dict[str, Any] | None:
    own = chance.choice(
        (SAILOR4, EXPEDITION, {"kind": "ship", "color": "blue", "skull": True, "coins": 5}, SHIP)
    )
    name = chance.choice((SAILOR, SHIP, "base.person.governor.v0.p8"))
    if act == "learn":
        return {"entry": {"type": "learn", "card": own}}
    if act == "instead":
        return {"entry": {"type": "draw", "card": own, "learn": True, "instead_of": name}}
    if act == "draw":
        return {"entry": {"type": "draw", "card": own}}
    if act == "missing":
        return {"entry": {"type": "missing", "card": name, "count": chance.randint(1, 3)}}
    if act == "found":
        return {"entry": {"type": "draw", "card": name}}
    if act in ("undo", "redo"):
        return {"correction": {"type": act}}
    if act == "change" and history.timeline.held:
        revision = chance.choice(history.timeline.held).revision
        return {"correction": {"type": "remove", "revision": revision}}
    return None


def on_top(missing: list[dict[str, Any]], pending: list[dict[str, Any]]) -> Rebased:
    """Own lines of a new table on top of what others entered at it meanwhile."""
    empty = with_box({})
    game = empty.state.game
    others = [
        codec.line_from_json({"entry_id": f"other-{at}", "entry": row}, game)
        for at, row in enumerate(missing)
    ]
    mine = [{"entry_id": f"own-{at}", "entry": row} for at, row in enumerate(pending)]
    return rebase(extend(empty, others), others, mine)


@pytest.mark.parametrize(
    "entry",
    [{"type": "missing", "card": SHIP, "count": 2}, {"type": "learn", "card": SAILOR4, "instead_of": SAILOR}],
)
def test_what_two_phones_find_out_at_once_counts_once(entry: dict[str, Any]) -> None:
    done = on_top([entry], [entry])
    assert done.already == ("own-0",)
    assert done.history.revision == 1


def test_a_finding_holds_in_whichever_turn_it_arrives() -> None:
    turn = [{"type": "draw", "card": SHIP}, {"type": "stop"}, {"type": "pass", "rest": True}]
    done = on_top(turn, [{"type": "missing", "card": "base.ship.blue.s5.c4"}])
    assert done.stop is None
    assert done.history.state.game.box.missing == {"base.ship.blue.s5.c4": 1}


def test_the_same_card_learned_on_two_phones_is_asked_about() -> None:
    draw = {"type": "draw", "card": SAILOR4, "learn": True}
    done = on_top([draw], [draw])
    assert done.stop is not None
    assert done.stop.why == "twice"


def test_slips_are_looked_for_across_the_moment_in_which_a_card_was_learned() -> None:
    history = enter(with_box({}), type="draw", card="base.ship.red.s1.c1")
    history = enter(history, type="draw", card=SAILOR)
    history = enter(history, type="stop")
    history = enter(history, type="take", harbor_index=0)
    history = enter(history, type="pass", rest=True)
    history = enter(history, type="draw", card={**SAILOR4, "cost": 2}, learn=True, instead_of=SAILOR)
    history = enter(history, type="stop")
    history = enter(history, type="take", harbor_index=0)
    had = [player.coins for player in history.state.players]
    for more in (1, 2, -1):
        told = codec.slips_json(history, {"coins": {"0": had[0] + more}})
        assert told["missing"]["coins"] == {"0": more}
    # Bob's Sailor of 2 coins may have been the one of 3, which is no learned card any more.
    told = codec.slips_json(history, {"coins": {"1": had[1] - 1}})
    fixed = [
        one["repair"]["correction"]["entry"]
        for one in told["reasons"]
        if one["repair"] and "entry" in one["repair"].get("correction", {})
    ]
    drawn = [entry for entry in fixed if entry["type"] == "draw" and entry["card"].get("type") == "sailor"]
    assert drawn
    assert all("learn" not in entry for entry in drawn)
