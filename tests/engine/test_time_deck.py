"""Contracts played together: the Time deck, the Point deck, how the game is won and lost."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import History, Refusal, codec, fold
from companion.engine.modules.jomc.time_deck import TITLES
from companion.words import LANGUAGES
from companion.words.reader import sentences

from .play import correct, enter, table
from .test_random_games import all_cards
from .together import (
    BLUE,
    EXAMPLE,
    FEWEST,
    FIVE,
    OTHER_BLUE,
    SAILOR,
    TAX,
    asked,
    busted,
    deck,
    laid,
    opened,
    resumed,
    situation,
    turn,
    view,
)
from .two_phones import REST, drawn, meanwhile

PIRATE = {"kind": "person", "type": "pirate", "cost": 7, "vp": 2, "swords": 2}
ONE_SAILOR = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}


def refused(history: History, **entry: Any) -> tuple[str, str, bool]:
    with pytest.raises(Refusal) as found:
        enter(history, **entry)
    return found.value.code, found.value.rule, found.value.overridable


# Dealing


def test_the_time_deck_has_thirteen_cards_the_numbers_and_one_for_each_letter() -> None:
    before, after = opened(1), laid(players=1)
    assert deck(after)["left"] == deck(after)["of"] == 15
    assert before.state.draw_pile - after.state.draw_pile == 15
    assert before.state.unseen == after.state.unseen
    (line,) = [line for line in view(after)["last"]["ledger"] if line["why"] == "time_dealt"]
    assert line["params"] == {"count": 15, "numbers": 0, "letters": 2}


def test_before_the_contracts_lie_there_no_deck_is_shown() -> None:
    assert "countdowns" not in view(opened())
    assert "countdowns" not in view(table("bigbox", 2, ("base", "jomc")))


def test_the_cards_of_both_decks_are_in_no_pile_and_in_the_box_all_the_same() -> None:
    history = enter(laid(), type="set_aside", count=2)
    assert all_cards(history.state) == all_cards(opened().state)


# Drawing


def test_the_first_card_of_each_turn_comes_from_the_time_deck_and_the_others_do_not() -> None:
    history = laid()
    size, pile = deck(history)["left"], history.state.draw_pile
    assert deck(history)["due"] is True
    for source in (None, "time_deck"):
        first = enter(history, type="draw", card=SAILOR, **({"source": source} if source else {}))
        assert (deck(first)["left"], deck(first)["due"], first.state.draw_pile) == (size - 1, False, pile)
        second = enter(first, type="draw", card=BLUE, source="play_deck")
        assert (deck(second)["left"], second.state.draw_pile) == (size - 1, pile - 1)
    later = enter(turn(history), type="draw", card=BLUE)
    assert (deck(later)["left"], later.state.draw_pile) == (size - 2, pile)


def test_a_card_of_the_wrong_deck_is_refused_and_recorded_where_it_happened() -> None:
    history = laid()
    wrong = {"type": "draw", "card": SAILOR, "source": "play_deck"}
    assert refused(history, **wrong) == ("MUST_DRAW_FIRST", "time_deck_first", True)
    anyway = enter(history, override=True, **wrong)
    assert (deck(anyway)["left"], deck(anyway)["due"]) == (deck(history)["left"], True)
    assert anyway.state.draw_pile == history.state.draw_pile - 1
    first = enter(history, type="draw", card=SAILOR)
    again = {"type": "draw", "card": BLUE, "source": "time_deck"}
    assert refused(first, **again) == ("NO_EFFECT", "time_deck_first", True)
    assert deck(enter(first, override=True, **again))["left"] == deck(first)["left"] - 1


def test_a_turn_cannot_be_stopped_before_its_time_card() -> None:
    assert refused(laid(), type="stop")[0] == "MUST_DRAW_FIRST"


def test_a_time_card_is_what_it_is() -> None:
    """A tax taxes, an expedition lies aside, and more may be drawn (C85)."""
    history = enter(laid(), type="draw", card=FEWEST)
    assert [player.coins for player in history.state.players] == [4, 4]
    assert view(history)["harbor"] == []
    expedition = {"kind": "expedition", "need": ["settler", "settler"], "coins": 2, "vp": 4}
    aside = enter(laid(), type="draw", card=expedition)
    assert len(view(aside)["expeditions"]) == 1
    assert deck(enter(aside, type="draw", card=SAILOR))["left"] == deck(aside)["left"]


def test_gamblers_draw_from_the_play_deck_once_the_time_card_lies_there() -> None:
    told = situation("mercenary", time_deck=5, time_card_drawn_this_turn=False)
    told["players"][0]["display"] = [{"kind": "person", "type": "gambler", "cost": 7, "vp": 1}]
    history = resumed(told, "gambler")
    cards = [SAILOR, BLUE, "base.ship.red.s1.c1", "base.ship.green.s1.c1"]
    use = {"type": "use_gambler", "cards": cards}
    assert refused(history, **use) == ("MUST_DRAW_FIRST", "time_deck_first", True)
    template = next(one for one in view(history)["allowed"] if one["type"] == "use_gambler")
    assert template["refusal"]["code"] == "MUST_DRAW_FIRST"
    drawn = enter(history, type="draw", card=SAILOR)
    used = enter(drawn, **use)
    assert (deck(used)["left"], drawn.state.draw_pile - used.state.draw_pile) == (4, 4)


def test_a_shuffle_leaves_the_time_deck_alone() -> None:
    told = situation("mercenary", time_deck=5, draw_pile=0, discard_pile=30)
    history = resumed(told)
    first = enter(history, type="draw", card=SAILOR)
    assert (first.state.draw_pile, first.state.discard_pile) == (0, 30)
    second = enter(first, type="draw", card=BLUE)
    assert (second.state.draw_pile, second.state.discard_pile, deck(second)["left"]) == (29, 0, 4)


# Setting aside


def test_before_the_first_turn_any_number_may_be_set_aside_and_then_no_more() -> None:
    history = laid(players=1)
    (offer,) = [one for one in view(history)["allowed"] if one["type"] == "set_aside"]
    assert offer["asks"] == [{"key": "count", "of": "number", "most": 14}]
    five = enter(history, type="set_aside", count=5)
    assert {key: deck(five)[key] for key in ("left", "aside", "points", "title")} == {
        "left": 10, "aside": 5, "points": 5, "title": "Pirate"
    }  # fmt: skip
    six = enter(five, type="set_aside", count=1)
    assert deck(six)["title"] == "Captain"
    playing = enter(six, type="draw", card=SAILOR)
    assert refused(playing, type="set_aside", count=1)[0] == "NO_EFFECT"


@pytest.mark.parametrize("taxed", [(TAX,), (SAILOR, TAX)])
def test_each_tax_offers_one_card_whichever_deck_it_came_from(taxed: tuple[Any, ...]) -> None:
    history = laid()
    for card in taxed:
        history = enter(history, type="draw", card=card)
    (asked_,) = view(history)["decisions"]
    assert (asked_["kind"], asked_["must"], asked_["by"]) == ("set_aside", False, 0)
    (offer,) = [one for one in view(history)["allowed"] if one["type"] == "set_aside"]
    assert (offer["answers"], offer["count"]) == ("set_aside", 1)
    aside = enter(history, type="set_aside", count=1)
    assert (deck(aside)["left"], deck(aside)["aside"]) == (deck(history)["left"] - 1, 1)
    assert "decisions" not in view(aside)
    assert refused(aside, type="set_aside", count=1)[0] == "NO_EFFECT"
    assert refused(history, type="set_aside", count=2)[0] == "NO_EFFECT"


def test_the_offer_is_gone_with_the_next_card() -> None:
    history = enter(enter(laid(), type="draw", card=TAX), type="draw", card=SAILOR)
    assert "decisions" not in view(history)
    assert refused(history, type="set_aside", count=1)[0] == "NO_EFFECT"


@pytest.mark.parametrize("last", [BLUE, SAILOR])
def test_two_taxes_of_one_gambler_are_two_cards_also_where_it_busts(last: str) -> None:
    told = situation("mercenary", time_deck=5, time_card_drawn_this_turn=True)
    told["players"][0]["display"] = [{"kind": "person", "type": "gambler", "cost": 7, "vp": 1}]
    history = enter(resumed(told, "gambler"), type="use_gambler", cards=[TAX, OTHER_BLUE, FEWEST, last])
    one = enter(history, type="set_aside", by=0, count=1)
    two = enter(one, type="set_aside", by=0, count=1)
    assert deck(two)["aside"] == deck(enter(history, type="set_aside", by=0, count=2))["aside"] == 2
    assert refused(two, type="set_aside", by=0, count=1)[0] == "NO_EFFECT"


def test_the_last_time_card_may_be_set_aside_and_the_turn_goes_on() -> None:
    history = resumed(situation("mercenary", time_deck=2))
    history = enter(enter(history, type="draw", card=TAX), type="set_aside", count=1)
    assert (deck(history)["left"], history.state.phase) == (0, "discover")
    none = enter(resumed(situation("mercenary", time_deck=1)), type="draw", card=TAX)
    assert "decisions" not in view(none)
    assert refused(none, type="set_aside", count=1)[0] == "NO_EFFECT"


# The end


def last_turn(*names: str, **more: Any) -> History:
    """The last Time card lies in the harbor."""
    return enter(resumed(situation(*names, time_deck=1, **more)), type="draw", card=SAILOR)


def test_the_turn_of_the_last_time_card_is_played_to_its_end_and_then_the_game_is_lost() -> None:
    history = last_turn("mercenary", "bruja")
    assert view(history)["phase"] == "discover"
    over = enter(enter(history, type="stop"), type="pass", rest=True)
    told = view(over)
    assert (told["phase"], told["last"]["reason"]) == ("game_over", "TIME_DECK_EMPTY")
    assert told["ended"] == {"outcome": "lost", "why": "time_deck_empty", "title": None}
    score = codec.score_json(over.state)
    assert {key: score.get(key) for key in ("final", "outcome", "reason", "title", "points", "winners")} == {
        "final": True, "outcome": "lost", "reason": "TIME_DECK_EMPTY", "title": None, "points": None, "winners": []
    }  # fmt: skip
    assert view(correct(over, type="undo"))["phase"] == "trade_hire"
    assert fold(over.setup, over.lines).state == over.state


def test_a_bust_with_the_last_time_card_loses_too() -> None:
    history = enter(last_turn("mercenary", "bruja"), type="draw", card=BLUE)
    over = enter(history, type="draw", card=OTHER_BLUE)
    assert (view(over)["phase"], view(over)["last"]["reason"]) == ("game_over", "BUST")
    assert view(over)["ended"]["outcome"] == "lost"


def test_whoever_says_that_the_next_turn_begins_says_nothing_new_of_a_lost_game() -> None:
    over = enter(enter(last_turn("mercenary", "bruja"), type="stop"), type="pass", rest=True)
    again = view(enter(over, type="start_turn", by=1))
    assert again["ended"] == view(over)["ended"]
    assert (again["last"]["reason"], again["last"]["ledger"]) == ("TIME_DECK_EMPTY", [])


def test_the_game_is_won_with_the_step_that_completes_the_last_contract() -> None:
    told = situation("mercenary", time_deck=4, point_deck=6)
    told["players"][0]["display"] = [PIRATE, ONE_SAILOR]
    history = enter(resumed(told), type="draw", card=SAILOR)
    won = enter(history, type="complete_contract", by=0, contract_index=0)
    assert (view(won)["phase"], view(won)["last"]["reason"]) == ("game_over", "COOP_WIN")
    assert view(won)["ended"] == {"outcome": "won", "why": "coop_win", "title": "Captain"}
    score = codec.score_json(won.state)
    assert [score.get(key) for key in ("outcome", "points", "title", "winners")] == [
        "won", 6, "Captain", ["Ann", "Bob"]
    ]  # fmt: skip
    assert correct(won, type="undo").state == history.state


@pytest.mark.parametrize("players", [1, 2])
def test_a_won_game_says_all_titles_and_how_hard_the_group_had_made_it(players: int) -> None:
    """004 How well did you do?: two cards before the game, and one at a tax."""
    lying = EXAMPLE if players == 1 else FIVE
    history = enter(laid(*lying, players=players), type="set_aside", count=2)
    history = enter(enter(history, type="draw", card=TAX), type="set_aside")
    for place, name in enumerate(lying):
        body = {"type": "complete_contract", "contract": name, "by": place % players}
        history = enter(history, override=True, **body)
    score = codec.score_json(history.state)
    assert (score["outcome"], score["points"], score["before"], score["title"]) == ("won", 3, 2, "Sailor")
    assert [(one["title"], one["from"]) for one in score["ladder"]] == [
        ("Lord of the High Seas", 8),
        ("Captain", 6),
        ("Pirate", 4),
        ("Sailor", 2),
        ("Landlubber", 0),
    ]
    step = {"type": "query", "what": "coop_rating", "won": True}
    assert all(asked({**step, "points": one["from"]}, {})["title"] == one["title"] for one in score["ladder"])


def test_time_is_not_up_while_what_is_open_could_still_be_completed() -> None:
    """After the last take of his part a player may complete a contract until somebody does something else."""
    told = situation("mercenary", time_deck=1, acting="Ann")
    told["players"][0].update(display=[PIRATE], coins=10)
    history = enter(enter(resumed(told), type="draw", card=SAILOR), type="stop")
    waits = enter(history, type="take", harbor_index=0)
    assert view(waits)["phase"] == "discover"
    assert view(enter(waits, type="complete_contract", by=0, contract_index=0))["ended"]["outcome"] == "won"
    assert refused(waits, type="draw", card=BLUE)[0] == "TIME_DECK_EMPTY"
    assert "start_turn" in {one["type"] for one in view(waits)["allowed"]}
    assert view(enter(waits, type="start_turn"))["ended"]["outcome"] == "lost"


def test_twelve_points_end_nothing() -> None:
    told = situation("mercenary", "bruja", time_deck=9)
    told["players"][0].update(vp=14)
    history = turn(turn(resumed(told)))
    assert view(history)["end_triggered"] is False
    assert view(history)["phase"] == "discover"


def test_house_rules_bring_no_end_by_points_back() -> None:
    told = situation("mercenary", "bruja", time_deck=9)
    told["players"][0].update(vp=14)
    history = enter(resumed(told), type="rules", options={"end_trigger": "end_of_round"})
    assert view(turn(turn(history)))["phase"] == "discover"


# Whose turns are left


def test_the_countdown_says_whose_turns_the_cards_are() -> None:
    history = laid(*FIVE)
    assert deck(history)["turns"][:3] == [0, 1, 0]
    assert len(deck(history)["turns"]) == deck(history)["left"]
    drawn = enter(history, type="draw", card=SAILOR)
    assert deck(drawn)["turns"][:3] == [1, 0, 1]


def test_who_joins_or_leaves_changes_whose_turns_they_are_and_nothing_else() -> None:
    history = laid()
    joined = enter(history, type="join", name="Cem", after=0)
    assert deck(joined)["turns"][:4] == [0, 2, 1, 0]
    assert view(joined)["team"] == view(history)["team"]
    assert deck(joined)["left"] == deck(history)["left"]
    left = enter(joined, type="leave", by=1)
    assert deck(left)["turns"][:3] == [0, 2, 0]
    assert refused(left, type="leave", by=2)[0] == "TOO_MANY_PLAYERS"


def test_what_all_need_is_how_many_contracts_are_done() -> None:
    assert view(laid())["team"] == [{"what": "contracts", "module": "jomc", "have": 0, "need": 5}]


# What the table counts, and where it begins


def test_decks_are_counted_like_piles() -> None:
    history = enter(laid(), type="count", time_deck=9, point_deck=4)
    assert (deck(history)["left"], deck(history)["aside"]) == (9, 4)
    more = deck(enter(history, type="count", time_deck=30))
    assert (more["left"], more["of"]) == (30, 34)


def test_a_table_in_mid_game_has_its_decks_beside_the_piles() -> None:
    with_deck = resumed(situation("mercenary", time_deck=10, point_deck=3))
    assert (deck(with_deck)["left"], deck(with_deck)["aside"]) == (10, 3)
    plain = resumed(situation("mercenary", time_deck=1))
    assert plain.state.draw_pile - with_deck.state.draw_pile == 12
    uncounted = resumed(situation("mercenary"))
    assert deck(uncounted)["left"] == 13 + 1 + 4
    assert all_cards(uncounted.state) == all_cards(plain.state) == all_cards(opened().state)


def test_a_deck_that_was_there_before_the_contracts_were_told_is_not_dealt_again() -> None:
    told = situation(time_deck=9)
    del told["contracts"]
    history = resumed(told)
    laid_now = enter(history, type="lay_contracts", contracts=list(FIVE))
    assert (deck(laid_now)["left"], laid_now.state.draw_pile) == (9, history.state.draw_pile)


# Who plays


@pytest.mark.parametrize(("way", "players"), [("coop", 1), ("solo", 2), ("competitive", 1)])
def test_each_way_to_play_has_its_number_of_players(way: str, players: int) -> None:
    modules = ("base", "jomc") if way == "competitive" else ("base", "jomc", way)
    with pytest.raises(Refusal) as found:
        table("bigbox", players, modules)
    assert found.value.code == "TOO_MANY_PLAYERS"


@pytest.mark.parametrize("way", ["coop", "solo"])
def test_the_other_box_has_no_such_way(way: str) -> None:
    with pytest.raises(Refusal) as found:
        table("yucata", 1 if way == "solo" else 2, ("base", "jomc", way))
    assert found.value.code == "MODULE_REQUIRED"


def test_the_editions_say_which_ways_a_module_has() -> None:
    rows = {
        row["id"]: {one["module"]: one for one in row["played"]} for row in codec.editions_json()["editions"]
    }
    assert rows["bigbox"]["jomc"]["ways"] == [
        {"way": "competitive", "least": 2, "most": 5},
        {"way": "coop", "least": 2, "most": 5},
        {"way": "solo", "least": 1, "most": 1},
    ]
    assert rows["yucata"]["jomc"]["ways"] == [{"way": "competitive", "least": 2, "most": 5}]
    assert rows["bigbox"]["make_sail"]["ways"] == [{"way": "competitive", "least": 2, "most": 4}]


def test_the_special_expedition_stays_in_the_box_with_fewer_than_five() -> None:
    assert view(laid(players=1))["expeditions"] == []
    assert len(view(opened(5))["expeditions"]) == 1


# Alone


def test_alone_each_turn_is_a_round_and_nobody_gets_a_coin() -> None:
    history = enter(laid(players=1), type="draw", card=BLUE)
    stopped = enter(history, type="stop")
    taken = enter(stopped, type="take", harbor_index=0)
    assert taken.state.players[0].coins == 4
    assert (taken.state.round, taken.state.active, deck(taken)["due"]) == (2, 0, True)


@pytest.mark.parametrize("card", [TAX, FEWEST])
def test_alone_every_tax_pays_its_bonus(card: dict[str, Any]) -> None:
    history = enter(laid(players=1), type="draw", card=card)
    assert history.state.players[0].coins == 4


def test_alone_a_gift_goes_to_nobody() -> None:
    gift = {"kind": "ship", "color": "yellow", "swords": 4, "coins": 3, "gift": True}
    history = enter(enter(laid(players=1), type="draw", card=gift), type="stop")
    (take,) = [one for one in view(history)["allowed"] if one["type"] == "take"]
    assert "asks" not in take
    assert "gift_to" not in take
    assert enter(history, type="take", harbor_index=0).state.players[0].coins == 6


def test_alone_an_expedition_may_be_claimed_in_the_turn_after_a_bust() -> None:
    history = enter(busted(laid(players=1)), type="count", display={"0": ["base.person.jack.v1.p6"] * 2})
    expedition = {"kind": "expedition", "need": ["settler", "settler"], "coins": 2, "vp": 4}
    history = busted(enter(history, type="draw", card=expedition))
    claims = [one for one in view(history)["allowed"] if one["type"] == "claim_expedition" and one["allowed"]]
    assert claims


# Two phones, and what was entered wrong


def test_the_same_card_set_aside_on_two_phones_is_one() -> None:
    aside = {"type": "set_aside", "count": 1}
    found = meanwhile(enter(laid(), type="draw", card=TAX), aside, own=[aside])
    assert (found.stop, found.lines, len(found.already)) == (None, (), 1)
    assert deck(found.history)["aside"] == 1


def test_of_the_first_cards_of_two_phones_one_is_the_time_card() -> None:
    left = deck(laid())["left"]
    found = meanwhile(laid(), drawn(SAILOR), own=[drawn(BLUE)])
    assert found.stop is None
    assert (deck(found.history)["left"], len(view(found.history)["harbor"])) == (left - 1, 2)


def test_a_turn_begun_on_a_phone_where_the_time_was_up_already_waits_for_the_group() -> None:
    history = enter(last_turn("mercenary", "bruja"), type="stop")
    found = meanwhile(history, REST, own=[drawn(BLUE)])
    assert found.stop is not None
    assert view(found.history)["ended"]["outcome"] == "lost"


def test_a_correction_gives_a_time_card_back_and_a_lost_game_its_next_turn() -> None:
    history = enter(enter(laid(), type="draw", card=SAILOR), type="draw", card=TAX)
    aside = enter(history, type="set_aside", count=1)
    removed = correct(aside, type="remove", revision=4)
    assert (deck(removed)["left"], deck(removed)["aside"]) == (deck(history)["left"], 0)
    lost = turn(resumed(situation("mercenary", "bruja", time_deck=1)))
    assert view(lost)["phase"] == "game_over"
    counted = correct(lost, type="insert", before=1, entry={"type": "count", "time_deck": 2})
    assert (view(counted)["phase"], deck(counted)["left"]) == ("discover", 1)


# Questions


@pytest.mark.parametrize(("players", "contracts"), [(1, 3), (2, 5), (3, 7), (4, 9), (5, 11)])
def test_how_many_contracts_are_turned_up(players: int, contracts: int) -> None:
    way = "solo" if players == 1 else "coop"
    told = asked({"type": "query", "what": "coop_contracts"}, {"players": players}, way)
    assert told["contracts"] == contracts


@pytest.mark.parametrize(
    ("seals", "size"),
    [
        ([], 13),
        ([(1, "G"), (0, "G"), (-1, "H")], 15),
        ([(-1, "A"), (-1, "B"), (-1, "B")], 12),
        ([(2, None), (1, "A"), (0, None)], 17),
    ],
)
def test_how_large_the_time_deck_is(seals: list[tuple[int, str | None]], size: int) -> None:
    told = {"players": 2, "seals": [{"n": n, "letter": letter} for n, letter in seals]}
    assert asked({"type": "query", "what": "time_deck_size"}, told)["size"] == size


@pytest.mark.parametrize(
    ("points", "title"),
    [(0, "Landlubber"), (1, "Landlubber"), (2, "Sailor"), (3, "Sailor"), (4, "Pirate"), (5, "Pirate"),
     (6, "Captain"), (7, "Captain"), (8, "Lord of the High Seas"), (15, "Lord of the High Seas")],
)  # fmt: skip
def test_how_well_did_you_do(points: int, title: str) -> None:
    step = {"type": "query", "what": "coop_rating"}
    assert asked(step, {"points": points, "won": True})["title"] == title
    moved = asked(step, {"time_deck": 15, "moved": points, "won": True})
    assert (moved["points"], moved["turns"], moved["title"]) == (points, 15 - points, title)
    assert asked(step, {"points": points, "won": False})["title"] is None


def test_the_example_needs_one_card_more_for_a_captain() -> None:
    told = {"time_deck": 15, "moved": 5, "set_aside": 1, "won": True}
    assert asked({"type": "query", "what": "coop_rating"}, told)["title"] == "Captain"


@pytest.mark.parametrize(("told", "reason"), [({}, "TIME_DECK_EMPTY"), ({"open_contracts": 0}, "COOP_WIN")])
def test_a_ruling_about_the_empty_deck_need_not_name_the_contracts(told: dict[str, Any], reason: str) -> None:
    answer = asked({"type": "start_turn", "by": "Ann"}, situation(time_deck=0, **told) | {"contracts": []})
    assert (answer["reason"], answer["lost"]) == (reason, reason == "TIME_DECK_EMPTY")


# Out of the box


def set_up(*modules: str, edition: str = "bigbox", players: int = 2) -> list[dict[str, Any]]:
    body = {"edition": edition, "modules": ["base", *modules], "players": ["Ann", "Bob", "Cem"][:players]}
    steps = [dict(step) for step in codec.unpacking_json(body)["steps"] if step["what"] == "set_up"]
    return [{key: step[key] for key in ("name", "count", "each", "of") if key in step} for step in steps]


def test_markers_and_contracts_are_laid_ready_before_the_first_card() -> None:
    assert set_up("jomc", "solo", players=1) == [
        {"name": "markers", "count": 3, "each": 3},
        {"name": "contracts", "count": 3, "of": 18},
        {"name": "time_deck", "count": 13},
    ]
    assert set_up("jomc", "coop", players=3)[1] == {"name": "contracts", "count": 7, "of": 18}
    assert set_up("jomc") == [
        {"name": "markers", "count": 6, "each": 3},
        {"name": "white_contracts", "count": 2},
        {"name": "contracts", "count": 4, "of": 16},
    ]
    assert [step["name"] for step in set_up("jomc", edition="yucata")] == ["markers", "contracts"]
    assert set_up("jomc_cards") == []


def test_the_words_know_every_step_and_every_title() -> None:
    for language in LANGUAGES:
        words = sentences(language)
        steps = {step["name"] for step in (*set_up("jomc"), *set_up("jomc", "coop"))}
        assert steps <= set(words["unpacking"])
        assert {title for _, title in TITLES} <= set(words["terms"]["pegasus"])
        assert set(words["ended"]) >= {"coop_win", "time_deck_empty"}
