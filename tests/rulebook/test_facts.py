"""At this table: what the rules desk says of a live table is what then happens when it is recorded."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import EngineError, History, State, allowed, codec, open_history, record
from companion.engine.entering.entries import Draw, Keep, Pass, Stop, Take
from companion.engine.house.building import added
from companion.engine.json.card_reading import CardReader
from companion.engine.modules.adventure_begins import missions as adventure_missions
from companion.engine.printed.cards import Ship, Tax
from companion.rulebook import codec as written
from companion.rulebook import search, search_at_table
from companion.rulebook.content import rulebook
from companion.rulebook.facts import TOPICS, Fact, about, at_table
from companion.words import LANGUAGES
from companion.words.reader import sentences
from tests.engine.play import enter, filled_in, random_game, table, unseen_cards
from tests.engine.test_random_games import set_ups
from tests.rulebook.measuring import Table, in_the_middle

WORDS = {language: sentences(language)["at_table"] for language in LANGUAGES}
QUESTIONS = rulebook().questions.values()


def told(state: State, topic: str) -> list[Fact]:
    return list(about(topic)(state))


def figures(state: State, topic: str, code: str, *names: str) -> dict[Any, tuple[Any, ...]]:
    return {
        fact.seat: tuple(fact.params[name] for name in names)
        for fact in told(state, topic)
        if fact.code == code
    }


def of_a_tax(state: State, card: Tax, code: str, name: str) -> dict[Any, tuple[Any, ...]]:
    """What is told of this one, whether or not there are others beside it."""
    return {
        fact.seat: (fact.params[name],)
        for fact in told(state, "tax")
        if fact.code in (code, f"{code}_from")
        and fact.params.get("threshold", card.threshold) == card.threshold
    }


def paid(done: Any, why: str) -> dict[int, int]:
    found: dict[int, int] = {}
    for line in done.ledger:
        if line.why == why:
            found[line.seat] = found.get(line.seat, 0) + line.coins
    return found


def a_moment(setup: dict[str, Any], seed: int, steps: int) -> State:
    """A table somewhere in a random game."""
    history: History = open_history(codec.setup_from_json(setup))
    for number, (after, _) in enumerate(random_game(history, random.Random(seed))):
        history = after
        if number >= steps or after.state.phase == "game_over":
            break
    return history.state


MOMENTS = {"setup": set_ups(), "seed": st.integers(0, 10**6), "steps": st.integers(0, 220)}
TRIED = settings(max_examples=60, deadline=None)


@TRIED
@given(**MOMENTS)
def test_every_fact_has_its_words_and_all_that_they_need(
    setup: dict[str, Any], seed: int, steps: int
) -> None:
    state = a_moment(setup, seed, steps)
    for question in QUESTIONS:
        for fact in at_table(question, state):
            data = json.loads(json.dumps(written.fact_json(fact)))
            known = {*data["params"], "name"} | ({"refusal"} if fact.refusal else set())
            for words in WORDS.values():
                for sentence in words[fact.code].values():
                    named = set(re.findall(r"{([a-z_]+)}", sentence))
                    assert named <= known, (fact.code, sentence)
                    assert "name" not in named or fact.seat is not None, fact.code


@TRIED
@given(**MOMENTS)
def test_a_tax_does_what_was_said(setup: dict[str, Any], seed: int, steps: int) -> None:
    state = a_moment(setup, seed, steps)
    taxes = [kind.card for kind in state.game.deck.kinds if isinstance(kind.card, Tax)]
    assert taxes
    for card in taxes:
        bonus = card.bonus
        try:
            done = record(state, Draw(card))
        except EngineError:
            continue
        code = "tax_loss" if card.down_to is None else "tax_loss_down_to"
        lost = {seat: -gone for seat, (gone,) in of_a_tax(state, card, code, "lost").items()}
        assert paid(done, "tax_loss") == lost
        gained = {seat: coins for seat, (coins,) in of_a_tax(state, card, f"tax_{bonus}", "coins").items()}
        assert paid(done, "tax_bonus") == gained


@TRIED
@given(**MOMENTS)
def test_stopping_gives_the_takes_and_the_payment_that_were_said(
    setup: dict[str, Any], seed: int, steps: int
) -> None:
    state = a_moment(setup, seed, steps)
    try:
        done = record(state, Stop())
    except EngineError:
        return
    opened = {line.seat: line.params["takes"] for line in done.ledger if line.why == "part_begins"}
    said = [fact for fact in told(state, "takes") if fact.seat == state.active]
    assert [fact.params["count"] for fact in said] == [opened[state.active]]
    due = figures(state, "part_income:admiral", "admiral_due", "coins")
    if not any(line.why == "unpaid" for line in done.ledger):
        assert paid(done, "admiral").get(state.active, 0) == due.get(state.active, (0,))[0]


@TRIED
@given(**MOMENTS)
def test_the_next_part_pays_what_was_said(setup: dict[str, Any], seed: int, steps: int) -> None:
    state = a_moment(setup, seed, steps)
    if state.phase != "trade_hire":
        return
    done = record(state, Pass())
    opened = [line.seat for line in done.ledger if line.why == "part_begins"]
    due = figures(state, "part_income:admiral", "admiral_due", "coins")
    for seat in opened:
        assert paid(done, "admiral").get(seat, 0) == due.get(seat, (0,))[0]


@TRIED
@given(**MOMENTS)
def test_a_bust_pays_the_jesters_what_was_said(setup: dict[str, Any], seed: int, steps: int) -> None:
    state = a_moment(setup, seed, steps)
    colors = [fact.params["colors"] for fact in told(state, "bust") if fact.code == "bust_colors"]
    if not colors:
        return
    lying = list(colors[0])  # type: ignore[call-overload]
    busting = [
        kind.card
        for kind in state.game.deck.kinds
        if isinstance(kind.card, Ship) and kind.card.color in lying and kind.card.id in unseen_cards(state)
    ]
    for ship in busting[:3]:
        try:
            done = record(state, Draw(ship, repel=False))
        except EngineError:
            continue
        assert any(line.why == "bust" for line in done.ledger)
        said = {
            seat: coins for seat, (coins,) in figures(state, "jester_bust", "jester_bust", "coins").items()
        }
        if state.draw_pile > 20:
            assert paid(done, "jester_bust") == said


@TRIED
@given(**MOMENTS)
def test_a_card_costs_and_brings_what_was_said(setup: dict[str, Any], seed: int, steps: int) -> None:
    state = a_moment(setup, seed, steps)
    if state.phase != "trade_hire" or state.takes is None or state.draw_pile < 20:
        return
    lying = [index for index, card in enumerate(state.harbor) if card is not None]
    said = told(state, "prices")
    assert [fact.params["card"] for fact in said] == [state.harbor[index] for index in lying][: len(said)]
    for index, fact in zip(lying, said, strict=False):
        offered = next(one for one in allowed(state) if one.type == "take" and one.harbor_index == index)
        said_besides = filled_in(offered, state, random.Random(seed))
        taking = Take(
            index, more={name: said_besides[name] for name in added("take") if name in said_besides}
        )
        if fact.refusal is not None:
            with pytest.raises(EngineError):
                record(state, taking)
            continue
        done = record(state, taking)
        moved = sum(
            line.coins
            for line in done.ledger
            if line.seat == state.acting and line.why in ("trade", "trader", "hire", "compensation")
        )
        assert moved == fact.params["net"]


@TRIED
@given(**MOMENTS)
def test_a_ship_is_repelled_up_to_what_was_said(setup: dict[str, Any], seed: int, steps: int) -> None:
    state = a_moment(setup, seed, steps)
    if state.phase != "discover" or state.decisions:
        return
    most = figures(state, "repel", "repels", "needed").get(state.active, (0,))[0]
    for name in sorted(set(unseen_cards(state))):
        ship = CardReader(state.game.deck).read(name)
        if not isinstance(ship, Ship):
            continue
        try:
            record(state, Draw(ship, repel=True))
            repelled = True
        except EngineError as refused:
            repelled = False
            if not getattr(refused, "reason", None) or not refused.reason.rule.startswith("repel"):
                return
        assert repelled == (ship.swords is not None and ship.swords <= most), name


def test_which_ship_goes_under_a_merchant_and_what_those_count_that_lie_there_was_said() -> None:
    merchant = {"kind": "person", "type": "merchant", "color": "red", "cost": 6, "vp": 2}
    ships = [{"kind": "ship", "color": color, "swords": 1, "coins": 1} for color in ("red", "blue")]
    rows = [{"id": "Ann", "coins": 3, "display": [merchant]}, {"id": "Bob", "coins": 3}]
    situation = {"players": rows, "phase": "trade_hire", "harbor": ships, "under": {"Ann": ["red", "red"]}}
    body = {"edition": "bigbox", "modules": ["make_sail"], "players": ["Ann", "Bob"], "situation": situation}
    facts = told(open_history(codec.setup_from_json(body)).state, "stays")
    (stays, stayed) = facts
    assert (stays.code, stays.seat, stays.params["card"].color, stays.params["points"]) == (
        "stays",
        0,
        "red",
        1,
    )
    assert (stayed.code, stayed.seat, stayed.params) == ("stayed", 0, {"count": 2, "vp": 2})


@TRIED
@given(**MOMENTS)
def test_who_may_stop_was_said(setup: dict[str, Any], seed: int, steps: int) -> None:
    state = a_moment(setup, seed, steps)
    codes = {fact.code for fact in told(state, "stop")}
    try:
        record(state, Stop())
        assert codes == {"may_stop"}
    except EngineError:
        assert codes <= {"may_not_stop"}


def test_two_admirals_and_six_cards_are_said_with_their_coins() -> None:
    admiral = {"kind": "person", "type": "admiral", "cost": 7, "vp": 2}
    situation = {
        "players": [{"coins": 13}, {"coins": 5, "display": [admiral, admiral]}],
        "harbor": [
            {"kind": "person", "type": "settler", "cost": 4, "vp": 1},
            *({"kind": "ship", "color": color, "swords": 1, "coins": 1} for color in ("blue", "green")),
            *({"kind": "ship", "color": color, "swords": 2, "coins": 1} for color in ("black", "yellow")),
            {"kind": "person", "type": "priest", "cost": 4, "vp": 1},
        ],
    }
    setup = {"edition": "pegasus", "players": ["Ann", "Bob"], "situation": situation}
    state = open_history(codec.setup_from_json(setup)).state
    assert told(state, "part_income:admiral") == [
        Fact("admiral_due", 1, {"count": 2, "cards": 6, "coins": 4})
    ]
    assert told(state, "tax")[0] == Fact("tax_loss", 0, {"had": 13, "lost": 6})
    takes = told(state, "takes")[0]
    assert (takes.code, takes.params["count"], takes.params["colors"]) == ("takes_if_stopped", 2, 4)


def test_a_house_rule_of_the_table_is_said() -> None:
    question = rulebook().questions["governor-new"]
    played = at_table(question, table(governor_new=True).state)[-1]
    assert (played.code, played.params) == (
        "ruled",
        {"switch": "governor_new", "value": True, "changed": True},
    )
    assert at_table(question, table().state)[-1].params["changed"] is False


def test_after_the_game_only_the_end_is_worked_out() -> None:
    *_, (history, _) = random_game(table(players=2), random.Random(4))
    assert history.state.phase == "game_over"
    assert at_table(rulebook().questions["tax-how"], history.state) == ()
    codes = {fact.code for fact in at_table(rulebook().questions["end-winner"], history.state)}
    assert codes <= {"leads", "follows", "points", "ruled"}
    assert "leads" in codes


def test_a_ship_that_waits_for_a_decision_is_said() -> None:
    sailor = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}
    setup = {
        "edition": "pegasus",
        "players": ["Ann", "Bob"],
        "situation": {"players": [{"coins": 3, "display": [sailor]}, {"coins": 3}]},
    }
    history = open_history(codec.setup_from_json(setup))
    history = enter(history, type="draw", card={"kind": "ship", "color": "blue", "swords": 1, "coins": 1})
    assert told(history.state, "repel")[0].code == "repel_pending"
    kept = record(history.state, Keep()).state
    assert told(kept, "repel")[0].code == "repels"


def test_what_gunners_and_vice_admirals_come_to_is_said_for_each_part_to_come() -> None:
    gunner = {"kind": "person", "type": "gunner", "cost": 5, "vp": 1}
    vice = {"kind": "person", "type": "vice_admiral", "cost": 5, "vp": 1}
    lying = [{"kind": "ship", "color": color, "swords": 1, "coins": 1} for color in ("red", "blue", "green")]
    for harbor, paid in ((lying, ("_due", "_due", 4)), (lying[:1], ("_short", "_short", None))):
        setup = {
            "edition": "bigbox",
            "modules": ["base", "jomc_cards"],
            "players": ["Ann", "Bob"],
            "situation": {
                "players": [{"coins": 3}, {"coins": 3, "display": [gunner, gunner, vice]}],
                "harbor": harbor,
            },
        }
        state = open_history(codec.setup_from_json(setup)).state
        of_gunners = at_table(rulebook().questions["gunner-what"], state)
        of_vices = at_table(rulebook().questions["vice-what"], state)
        assert (of_gunners[0].seat, of_gunners[0].code) == (1, f"gunner{paid[0]}")
        assert (of_vices[0].seat, of_vices[0].code) == (1, f"vice_admiral{paid[1]}")
        assert of_gunners[0].params.get("coins") == paid[2]
        for fact in (of_gunners[0], of_vices[0]):
            assert all(fact.code in words for words in WORDS.values())


def test_every_topic_is_reached_by_a_question_and_every_named_one_exists() -> None:
    named = {topic.partition(":")[0] for question in QUESTIONS for topic in question.at_table}
    assert named == set(TOPICS)


def contracts_lie(*named: str, **players: Any) -> State:
    ann, bob = players.get("ann", {}), players.get("bob", {})
    setup = {
        "edition": "bigbox",
        "modules": ["base", "jomc"],
        "players": ["Ann", "Bob"],
        "situation": {
            "players": [{"coins": 3, **ann}, {"coins": 3, **bob}],
            "contracts": [{"name": name} for name in named],
        },
    }
    return open_history(codec.setup_from_json(setup)).state


def test_who_can_complete_a_contract_now_and_how_far_the_others_are() -> None:
    sailor = {"kind": "person", "type": "sailor", "cost": 3, "vp": 1, "swords": 1}
    state = contracts_lie(
        "mercenary",
        "explorer",
        "jinx",
        "thrifty_staff",
        ann={"display": [sailor] * 3},
        bob={"display": [sailor]},
    )
    told = [
        (fact.code, fact.seat, dict(fact.params))
        for fact in at_table(rulebook().questions["contract-mercenary"], state)
        if fact.code != "ruled"
    ]
    assert told == [
        ("goal_now", 0, {"goal": "mercenary", "coins": 3, "points": 0}),
        ("goal_far", 1, {"goal": "mercenary", "have": 1, "need": 3}),
    ]
    elsewhere = at_table(rulebook().questions["contract-nest"], state)
    assert (elsewhere[0].code, elsewhere[0].params["goal"]) == ("goal_elsewhere", "pirates_nest")
    codes = {(fact.code, fact.seat) for fact in at_table(rulebook().questions["contracts-how"], state)}
    assert ("goal_now", 0) in codes
    assert ("goal_far", 0) in codes
    placed = at_table(rulebook().questions["contracts-points"], state)
    assert [(fact.seat, fact.params["free"]) for fact in placed if fact.code == "markers"] == [(0, 3), (1, 3)]


def test_every_goal_that_a_question_is_about_can_lie_on_a_table() -> None:
    topics = {topic.partition(":")[::2] for question in QUESTIONS for topic in question.at_table}
    named = {only for kind, only in topics if kind == "goals" and only}
    missions = {name for name in named if name.startswith("mission.")}
    assert missions <= {f"mission.{one['number']}" for one in adventure_missions.data()["missions"]}
    named -= missions
    setup = {"edition": "bigbox", "modules": ["base", "jomc", "coop"], "players": ["Ann", "Bob"]}
    pool = {
        one["id"] for one in codec.view_json(open_history(codec.setup_from_json(setup)))["laying"]["pool"]
    }
    assert named
    assert named <= pool


# What somebody in the middle of a game asks, and the topic that tells it, at tables of every module.
TABLES = {
    "base": Table("pegasus", ("base",)),
    "gambler": Table("bigbox", ("base", "gambler")),
    "make_sail": Table("bigbox", ("make_sail",)),
    "contracts": Table("bigbox", ("base", "jomc", "competitive")),
    "against time": Table("bigbox", ("base", "jomc", "coop")),
    "alone": Table("bigbox", ("base", "jomc", "solo")),
    "adventure": Table("bigbox", ("base", "adventure_begins", "competitive")),
    "adventure together": Table("bigbox", ("base", "adventure_begins", "coop")),
}
EVERYWHERE = tuple(TABLES)
WITH_POINTS = ("base", "gambler", "make_sail", "contracts", "adventure")
ASKED_NOW: list[tuple[str, str, tuple[str, ...]]] = [
    ("if i stop now how many can i take", "takes", EVERYWHERE),
    ("wie viele nehme ich wenn ich jetzt aufhöre", "takes", EVERYWHERE),
    ("who is in the lead", "leaders", WITH_POINTS),
    ("wer liegt gerade vorne", "leaders", WITH_POINTS),
    ("how many points am i short", "points", WITH_POINTS),
    ("wie weit ist es noch bis zum Ende", "points", EVERYWHERE),
    ("did i just win", "points", EVERYWHERE),
    ("hab ich jetzt gewonnen", "points", EVERYWHERE),
    ("how many turns have we left", "points", ("against time", "alone", "adventure together")),
    ("how many events until the month is over", "countdowns", ("adventure", "adventure together")),
    ("which contract could we finish right now", "goals", ("contracts", "against time", "alone")),
    ("welche Mission kann ich gerade erfüllen", "goals", ("adventure", "adventure together")),
    ("what if a red ship comes next", "bust", EVERYWHERE),
    ("was wenn als nächstes ein blaues Schiff kommt", "bust", EVERYWHERE),
    ("what does a tax cost me now", "tax", EVERYWHERE),
    ("ist mein Geld genug für den Kapitän", "prices", EVERYWHERE),
    ("can i repel the next ship now", "repel", EVERYWHERE),
    ("am i strong enough to repel this", "repel", EVERYWHERE),
    ("may i stop now", "stop", EVERYWHERE),
    ("how many markers have i left", "markers", ("contracts", "against time", "alone", "adventure")),
]


@pytest.mark.parametrize("asked", ASKED_NOW, ids=lambda asked: asked[0])
def test_what_is_asked_now_is_answered_from_the_table_at_once(
    asked: tuple[str, str, tuple[str, ...]],
) -> None:
    text, topic, where = asked
    for name in where:
        state = in_the_middle(TABLES[name])
        found = search_at_table(text, state)
        assert found.now, (name, [answer.id for answer in found.results])
        assert not found.asks_back
        led = rulebook().questions[found.results[0].id]
        assert topic in {one.partition(":")[0] for one in led.at_table}, (name, led.id)
        assert found.results[0].in_play
        assert [fact for fact in at_table(led, state) if fact.code != "ruled"], (name, led.id)


def test_a_game_against_time_ends_by_time_and_says_so() -> None:
    for name, codes in (
        ("against time", {"team_contracts", "countdown_time_deck"}),
        ("adventure together", {"team_missions", "countdown_month"}),
    ):
        told = {fact.code for fact in at_table(rulebook().questions["end-when"], in_the_middle(TABLES[name]))}
        assert codes <= told
        assert not {"points", "leads", "last_round"} & told


def test_without_a_live_table_nothing_is_asked_of_it() -> None:
    assert not search("if i stop now how many can i take", "pegasus", ["base"]).now
