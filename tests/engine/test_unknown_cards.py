"""Cards whose numbers only the group's own box tells: places of their kind, learned by drawing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.engine import History, Malformed, codec, fold, open_history, settled
from companion.engine.printed.cards import COLORS, Unknown
from companion.engine.printed.catalogue import card_set, printed_cards

from .adventure import at as adventure_at
from .adventure import event
from .make_sail import ALONE, UNKNOWN_RED, UNKNOWN_SAILOR, at, drawn, merchant, refused, sailor, whys
from .play import correct, enter, table
from .test_random_games import all_cards
from .test_view import ship
from .two_phones import meanwhile


def test_a_drawn_card_of_unknown_numbers_is_learned_and_fills_its_place() -> None:
    before = table("bigbox", modules=ALONE)
    history = enter(before, type="draw", card=sailor())
    view = codec.view_json(history)
    card = view["harbor"][0]["card"]
    assert (card["cost"], card["vp"], card["swords"]) == (3, 1, 1)
    assert (view["unseen"][UNKNOWN_SAILOR], view["unseen"][card["id"]]) == (9, 0)
    assert sum(view["unseen"].values()) == 59
    assert view["draw_pile"] == before.state.draw_pile - 1
    assert view["box"]["own"] == [{"card": card, "count": 1, "instead_of": UNKNOWN_SAILOR}]
    assert (view["box"]["holds"][UNKNOWN_SAILOR], view["box"]["holds"][card["id"]]) == (9, 1)
    assert whys(history)[0] == "noted"


def test_what_is_known_already_is_not_learned_again_before_all_of_it_lies_open() -> None:
    """A second ship of the same numbers is another one as long as the first lies there, and the same one afterwards."""
    red = ship("red", 3, 2)
    history = table("bigbox", modules=ALONE)
    one = drawn(history, red)
    assert "box" not in codec.view_json(one)
    # The second of its color busts; both are discarded, and the pile is shuffled.
    two = drawn(one, red)
    view = codec.view_json(two)
    assert (view["box"]["holds"]["makesail.ship.red.s3.c2"], view["unseen"][UNKNOWN_RED]) == (2, 2)
    again = drawn(enter(two, type="reshuffle"), red)
    assert codec.view_json(again)["unseen"][UNKNOWN_RED] == 2


def test_a_card_is_only_learned_in_the_place_of_one_of_its_kind_and_color() -> None:
    history = drawn(table("bigbox", modules=ALONE), merchant("red", 8, 3))
    assert codec.view_json(history)["unseen"]["makesail.unknown.merchant.red"] == 0
    assert refused(history, type="draw", card=merchant("red", 9, 3)) == ("NOT_IN_THE_BOX", "draw")
    assert codec.view_json(drawn(history, merchant("blue", 9, 3)))["draw_pile"] == 49
    with pytest.raises(Malformed):
        enter(history, type="draw", card=sailor(), learn=True, instead_of="makesail.unknown.pirate")


def test_one_too_many_is_refused_and_may_be_entered_all_the_same() -> None:
    history = table("bigbox", modules=ALONE)
    for cost in range(2):
        history = enter(
            history, type="draw", card={"kind": "person", "type": "pirate", "cost": cost, "vp": 1}
        )
    third = {"kind": "person", "type": "pirate", "cost": 9, "vp": 3}
    assert refused(history, type="draw", card=third) == ("NOT_IN_THE_BOX", "draw")
    assert len(enter(history, True, type="draw", card=third).state.harbor) == 3
    # The group knows better: its box has one more.
    assert sum(codec.view_json(enter(history, type="draw", card=third, learn=True))["unseen"].values()) == 58


def test_a_card_with_numbers_nobody_has_is_never_drawn_by_its_kind_alone() -> None:
    with pytest.raises(Malformed):
        enter(table("bigbox", modules=ALONE), type="draw", card=UNKNOWN_SAILOR)
    with pytest.raises(Malformed):
        enter(table("bigbox", modules=ALONE), type="draw", card=0)


def test_a_card_may_be_named_by_the_id_that_its_numbers_have_elsewhere() -> None:
    history = drawn(table("bigbox", modules=ALONE), "base.person.sailor.v1.p3", "own.person.sailor.v3.p7")
    assert codec.view_json(history)["unseen"][UNKNOWN_SAILOR] == 8
    with pytest.raises(Malformed):
        enter(history, type="draw", card="base.person.admiral.v1.p5")


def test_what_was_learned_is_forgotten_by_undo_and_kept_by_the_log() -> None:
    before = table("bigbox", modules=ALONE)
    learned = drawn(before, sailor(), merchant("red", 8, 3), ship("green", 4, 4))
    assert correct(learned, type="undo", count=3).state == before.state
    assert correct(correct(learned, type="undo", count=3), type="redo", count=3).state == learned.state
    assert fold(learned.setup, learned.lines).state == learned.state
    kept = fold(settled(learned.setup), learned.lines)
    again = codec.history_from_json(json.loads(json.dumps(codec.history_json(kept))))
    assert codec.view_json(again) == codec.view_json(kept)
    other = correct(learned, type="change", revision=1, entry={"type": "draw", "card": sailor(5, 2)})
    view = codec.view_json(other)
    assert [row["card"].get("cost") for row in view["box"]["own"]] == [5, 8, None]
    assert view["unseen"][UNKNOWN_SAILOR] == 9


def test_the_next_table_of_the_box_knows_what_this_one_learned() -> None:
    learned = drawn(table("bigbox", modules=ALONE), sailor(), sailor(), ship("red", 3, 2), sailor(5, 2))
    box = {key: codec.view_json(learned)["box"][key] for key in ("own", "missing")}
    body = {"edition": "bigbox", "modules": ["make_sail"], "players": ["Ann", "Bob"], "box": box}
    view = codec.view_json(open_history(codec.setup_from_json(body)))
    assert (view["unseen"]["base.person.sailor.v1.p3"], view["unseen"][UNKNOWN_SAILOR]) == (2, 7)
    assert sum(view["unseen"].values()) == view["draw_pile"] + 2 * 3 == 60
    # Other games of the box have nothing of it.
    base = codec.view_json(open_history(codec.setup_from_json({**body, "modules": ["base"]})))
    assert base["unseen"] == codec.view_json(table("bigbox", 2))["unseen"]
    too_many = [{"card": sailor(), "count": 11, "instead_of": UNKNOWN_SAILOR}]
    with pytest.raises(Malformed):
        codec.setup_from_json({**body, "box": {"own": too_many}})


def test_a_whole_box_of_unknown_cards_can_be_known_and_others_be_found_besides() -> None:
    """37 places are more than a group's own cards would leave room for together."""
    places = [kind for kind in card_set("make_sail").kinds if kind.card.kind == "unknown"]
    rows = []
    for kind in places:
        told = {"kind": kind.card.of, **({"color": kind.card.color} if kind.card.color else {})}
        told |= (
            {"type": kind.card.type, "cost": 9, "vp": 3}
            if kind.card.of == "person"
            else {"swords": 9, "coins": 5}
        )
        rows.append({"card": told, "count": kind.count, "instead_of": kind.card.id})
    box = {"own": [*rows, {"card": sailor(1, 1), "count": 40}]}
    body = {"edition": "bigbox", "modules": ["make_sail"], "players": ["Ann", "Bob"], "box": box}
    assert codec.view_json(open_history(codec.setup_from_json(body)))["draw_pile"] == 60 + 40 - 6


def test_a_table_in_the_middle_of_a_game_learns_what_lies_there() -> None:
    history = at([ship("red", 9, 5)], [sailor(), sailor()], [merchant("blue", 9, 4)], modules=ALONE)
    view = codec.view_json(history)
    assert view["unseen"][UNKNOWN_SAILOR] == 8
    assert view["players"][0]["display"][0]["id"] == "base.person.sailor.v1.p3"
    assert view["harbor"][0]["card"]["id"] == "own.ship.red.s9.c5"
    assert {row["instead_of"] for row in view["box"]["own"]} == {
        UNKNOWN_SAILOR,
        UNKNOWN_RED,
        "makesail.unknown.merchant.blue",
    }
    again = codec.view_json(codec.history_from_json(json.loads(json.dumps(codec.history_json(history)))))
    assert {key: again[key] for key in ("unseen", "box", "players", "harbor")} == {
        key: view[key] for key in ("unseen", "box", "players", "harbor")
    }
    # 60 cards, of which 4 lie there and 15 are coins.
    assert again["draw_pile"] == 41


def test_a_person_counted_before_somebody_may_be_one_of_those_nobody_knew() -> None:
    history = enter(table("bigbox", modules=ALONE), type="count", display={"0": [sailor()]})
    view = codec.view_json(history)
    assert (view["unseen"][UNKNOWN_SAILOR], view["players"][0]["vp"]) == (9, 1)
    assert all_cards(history.state) == 60


def test_a_card_that_needs_a_shuffle_first_is_one_of_those_shuffled() -> None:
    """With an empty pile the discarded Merchant comes again; it is no second one."""
    red = merchant("red", 8, 3)
    history = drawn(table("bigbox", modules=ALONE), red)
    over = enter(enter(history, type="stop"), type="pass", rest=True)
    empty = enter(over, type="count", draw_pile=0)
    again = enter(empty, type="draw", card=red)
    assert codec.view_json(again)["harbor"][0]["card"]["type"] == "merchant"


def test_the_games_that_know_all_their_cards_learn_nothing_by_themselves() -> None:
    odd = {"kind": "person", "type": "sailor", "cost": 4, "vp": 1}
    assert "box" not in codec.view_json(enter(table("bigbox"), type="draw", card=odd))


def test_the_same_unknown_card_from_two_phones_is_asked_about_and_two_of_them_are_learned() -> None:
    history = table("bigbox", modules=ALONE)
    own = [{"type": "draw", "card": sailor()}]
    asked = meanwhile(history, own[0], own=own)
    assert asked.stop is not None
    assert asked.stop.why == "twice"
    two = codec.view_json(meanwhile(history, own[0], own=own, sure=True).history)
    assert (two["unseen"][UNKNOWN_SAILOR], two["box"]["own"][0]["count"]) == (8, 2)


# The figures that the rules use, and where the booklet knows one already (`004 Play Cards`, `004 Make Sail`): which card
# asks for which.
READ_OFF = {
    "adventure.unknown.ares": ("swords", "items"),
    "adventure.unknown.tybuk": ("cost", "vp", "swords"),
    "adventure.unknown.lookout": ("cost", "vp"),
    "adventure.unknown.innkeeper": ("cost", "vp"),
    "adventure.unknown.captain": ("cost", "vp"),
    "adventure.unknown.priest": ("cost", "vp"),
    "adventure.unknown.settler": ("cost", "vp"),
    "adventure.unknown.expedition": ("need", "coins", "vp"),
    "adventure.unknown.mixed": ("swords", "coins", "crowns", "items"),
    "makesail.unknown.passenger": ("cost", "vp"),
    "makesail.unknown.sailor": ("cost", "vp"),
    "makesail.unknown.pirate": ("cost", "vp"),
    **{f"makesail.unknown.merchant.{color}": ("cost", "vp") for color in COLORS},
    **{f"makesail.unknown.ship.{color}": ("swords", "coins") for color in COLORS},
}
# What a printed card says that the rules use, beside what tells its kind.
FIGURES = {
    "ship": {"swords", "coins", "crowns", "items"},
    "person": {"cost", "vp", "swords"},
    "expedition": {"need", "coins", "vp"},
}
PLACES = [card for card in printed_cards().values() if isinstance(card, Unknown)]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: str(place.id))
def test_whatever_a_printed_card_can_have_is_asked_for_or_known_from_the_booklet(place: Unknown) -> None:
    assert place.asks == READ_OFF[str(place.id)]
    rest = FIGURES["ship" if place.of == "mixed" else place.of] - {*place.asks, *place.known}
    # A ship without items carries none and pays none of the crowns; Ares Pirates pay a coin (`004 Play Cards`).
    assert rest <= ({"crowns", "items"} if not place.prints else {"crowns"})


TYBUK_UNREAD = {"kind": "person", "type": "tybuk", "unread": True}
ARES_UNREAD = {"kind": "ship", "color": "ares", "unread": True}


def armed(*harbor: dict[str, Any]) -> History:
    """Ann discovers with a Sailor before her."""
    one = sailor()
    return adventure_at(players=[{"display": [{**one, "swords": 1}]}, {}], harbor=list(harbor))


def test_a_card_that_nobody_can_read_lies_there_and_its_place_stays_open() -> None:
    before = event(adventure_at())
    history = enter(before, type="draw", card=TYBUK_UNREAD)
    view = codec.view_json(history)
    card = view["harbor"][0]["card"]
    assert (card["type"], card["unread"], card["id"]) == ("tybuk", True, "adventure.unknown.tybuk")
    assert "price" not in view["harbor"][0]
    assert view["unseen"]["adventure.unknown.tybuk"] == codec.view_json(before)["unseen"][card["id"]] - 1
    assert not any(row.get("instead_of") == card["id"] for row in view.get("box", {}).get("own", []))
    again = codec.history_from_json(json.loads(json.dumps(codec.history_json(history))))
    assert codec.view_json(again) == view


def test_it_is_asked_for_its_numbers_before_it_can_be_hired() -> None:
    history = enter(enter(event(adventure_at()), type="draw", card=TYBUK_UNREAD), type="stop")
    take = next(one for one in codec.view_json(history)["allowed"] if one["type"] == "take")
    assert (take["allowed"], take["refusal"]["code"]) == (False, "UNREAD_CARD")
    assert refused(history, type="take", harbor_index=0) == ("UNREAD_CARD", "hire")
    told = {"kind": "person", "type": "tybuk", "cost": 2, "vp": 1, "swords": 2}
    read = enter(history, type="read_card", harbor_index=0, card=told)
    hired = enter(read, type="take", harbor_index=0)
    assert (hired.state.players[0].swords, hired.state.players[0].vp) == (2, 1)
    row = codec.view_json(hired)["box"]["own"][0]
    assert (row["card"]["swords"], row["instead_of"]) == (2, "adventure.unknown.tybuk")
    with pytest.raises(Malformed):
        enter(history, type="read_card", harbor_index=0, card={**told, "type": "lookout"})
    with pytest.raises(Malformed):
        enter(history, type="read_card", harbor_index=0, card=TYBUK_UNREAD)


@pytest.mark.parametrize(
    ("swords", "phase", "cards"), [(1, "discover", 2), (2, "trade_hire", 0)], ids=["enough", "too few"]
)
def test_a_second_ship_of_a_color_that_nobody_can_read_waits_for_its_swords(
    swords: int, phase: str, cards: int
) -> None:
    """Whether it can be repelled is only known then (`004 Phase 1`): too few cutlasses, and it busts."""
    ares = {"kind": "ship", "color": "ares", "swords": 3, "coins": 1, "items": ["medicinal_herbs"]}
    history = enter(armed(ares), type="draw", card=ARES_UNREAD)
    view = codec.view_json(history)
    assert view["pending"]["must_decide"]
    assert [one["allowed"] for one in view["allowed"] if one["type"] == "repel"] == [False]
    assert refused(history, type="draw", card=sailor())[0] == "REPEL_PENDING"
    read = enter(
        history,
        type="read_card",
        harbor_index=1,
        card={**ares, "swords": swords, "items": ["book_of_rituals"]},
    )
    view = codec.view_json(read)
    assert len(view["harbor"]) == cards
    assert ("pending" in view and view["pending"] is not None) == (swords == 1)
    if swords == 1:
        assert len(enter(read, type="repel").state.harbor) == 1
    else:
        assert view["active"] == 1


def test_without_any_swords_a_second_ship_of_a_color_busts_unread() -> None:
    ares = {"kind": "ship", "color": "ares", "swords": 3, "coins": 1, "items": ["medicinal_herbs"]}
    history = enter(adventure_at(harbor=[ares]), type="draw", card=ARES_UNREAD)
    assert (history.state.harbor, history.state.active) == ((), 1)
    # It is in the discard pile as what it is: unread.
    shuffled = codec.view_json(enter(history, type="reshuffle"))
    assert shuffled["unseen"]["adventure.unknown.ares"] == 7


def test_a_ship_with_bread_that_nobody_can_read_may_turn_out_to_be_one_of_every_box() -> None:
    green = {"kind": "ship", "color": "green"}
    history = enter(event(adventure_at()), type="draw", card={**green, "unread": True})
    left = codec.view_json(history)["unseen"]["adventure.unknown.mixed"]
    read = codec.view_json(
        enter(history, type="read_card", harbor_index=0, card={**green, "swords": 1, "coins": 1})
    )
    assert read["unseen"]["adventure.unknown.mixed"] == left + 1
    assert "own" not in read.get("box", {}) or not read["box"]["own"]
    assert read["harbor"][0]["card"]["id"] == "base.ship.green.s1.c1"


def test_a_card_that_no_place_is_left_for_cannot_lie_there_unread() -> None:
    with pytest.raises(Malformed):
        enter(table("bigbox"), type="draw", card={"kind": "ship", "color": "green", "unread": True})
    history = drawn(table("bigbox", modules=ALONE), merchant("red", 8, 3))
    told = {"kind": "person", "type": "merchant", "color": "red", "unread": True}
    assert refused(history, type="draw", card=told) == ("NOT_IN_THE_BOX", "draw")


GREEN = "makesail.unknown.merchant.green"


def own_of(history: History) -> list[tuple[str, str]]:
    return [
        (row["card"]["id"], row["instead_of"])
        for row in codec.view_json(history).get("box", {}).get("own", [])
    ]


def test_a_card_misread_long_ago_is_read_off_again_and_gives_its_place_back() -> None:
    """The box came with a green Merchant for 7 that costs 9: no other Merchant is touched, and no card is one more."""
    body = {"edition": "bigbox", "modules": ["make_sail"], "players": ["Ann", "Bob"]}
    wrong = {"card": merchant("green", 7, 3), "count": 1, "instead_of": GREEN}
    kept = {"card": merchant("yellow", 7, 1), "count": 1, "instead_of": "makesail.unknown.merchant.yellow"}
    before = open_history(codec.setup_from_json({**body, "box": {"own": [kept, wrong]}}))
    misread = "own.person.merchant.green.v3.p7"
    told = {"card": merchant("green", 9, 3), "learn": True, "instead_of": misread}
    history = enter(before, type="draw", **told)
    assert own_of(history) == [
        ("own.person.merchant.yellow.v1.p7", kept["instead_of"]),
        ("own.person.merchant.green.v3.p9", GREEN),
    ]
    assert all_cards(history.state) == all_cards(before.state) == 60
    # Without a draw too; and where it was another color, that one's place is filled.
    learned = enter(before, type="learn", card=told["card"], instead_of=misread)
    assert own_of(learned) == own_of(history)
    red = enter(before, type="draw", card=merchant("red", 7, 3), learn=True, instead_of=misread)
    assert codec.view_json(red)["unseen"][GREEN] == 1
    assert own_of(red)[-1] == ("own.person.merchant.red.v3.p7", "makesail.unknown.merchant.red")
    never = {**told, "instead_of": "own.person.merchant.green.v3.p6"}
    assert refused(before, type="draw", **never) == ("NO_EFFECT", "draw")


def test_what_was_misread_is_put_right_late_and_the_same_card_drawn_again_follows() -> None:
    """After the shuffle it came once more and was tapped as it was known: it is the one that is put right."""
    wrong, right = merchant("green", 7, 3), merchant("green", 9, 3)
    history = drawn(table("bigbox", modules=ALONE), wrong)
    history = enter(enter(history, type="stop"), type="pass", rest=True)
    history = drawn(enter(history, type="reshuffle"), wrong)
    late = correct(history, type="change", revision=1, entry={"type": "draw", "card": right}, keep=True)
    assert not late.pardoned
    assert own_of(late) == [("own.person.merchant.green.v3.p9", GREEN)]
    assert codec.view_json(late)["harbor"][0]["card"]["cost"] == 9


def test_another_card_of_the_same_numbers_does_not_follow() -> None:
    """Both lie there at once: the second one is what it was."""
    wrong = {"kind": "person", "type": "tybuk", "cost": 6, "vp": 2, "swords": 2}
    history = drawn(event(adventure_at()), wrong, wrong)
    late = correct(
        history, type="change", revision=2, entry={"type": "draw", "card": {**wrong, "swords": 1}}, keep=True
    )
    assert [one["card"]["swords"] for one in codec.view_json(late)["harbor"]] == [1, 2]
