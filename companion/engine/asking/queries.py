"""What may be asked of a situation: setup, takes, payments due, the end, the winner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from companion.engine.entering.names import typed_name
from companion.engine.house.living import house
from companion.engine.json.reading import seat
from companion.engine.opening.setup import shuffled_cards
from companion.engine.opening.situation import round_complete
from companion.engine.printed.cards import Expedition, Income, Person, Ship, Unknown, payer
from companion.engine.printed.catalogue import kinds_of, person_abilities
from companion.engine.printed.manifests import manifests
from companion.engine.refusals import Malformed
from companion.engine.rules import ending, incomes, turns
from companion.engine.rules.trade import had_his_part
from companion.engine.table.draft import cards_in
from companion.engine.table.state import DISCOVER, TRADE_HIRE, State
from companion.engine.values import mapping, number, sequence, word

Answer = dict[str, Any]


class Question:
    """One query with what it may look at: the table, the raw situation, the step's own keys."""

    def __init__(self, state: State, situation: Mapping[str, Any], step: Mapping[str, Any]) -> None:
        self.state = state
        self.situation = situation
        self.step = step

    @property
    def players(self) -> int:
        return len(self.state.players)

    def seat(self) -> int:
        names = [player.name for player in self.state.players]
        found = seat(self.step.get("player", self.step.get("by")), names, "step.player")
        return self.state.acting if found is None else found


def starting_coins(ask: Question) -> Answer:
    return {"coins_each": ask.state.game.rules.switches.starting_coins}


def special_expedition(ask: Question) -> Answer:
    rules, special = ask.state.game.rules, ask.state.game.deck.special
    need = list(special.need) if isinstance(special, Expedition) else []
    if special is None:
        return {"in_play": False, "where": "none", "need": need}
    if rules.switches.five_player_expedition == "ask" and "special_expedition" not in rules.options:
        return {"in_play": "ask", "where": rules.special_expedition, "need": need}
    where = {"on_table": "table_from_start", "removed": "box", "shuffled": "shuffled"}
    return {
        "in_play": rules.special_expedition != "removed",
        "where": where[rules.special_expedition],
        "need": need,
    }


def draw_pile_after_setup(ask: Question) -> Answer:
    shuffled = shuffled_cards(ask.state.game)
    dealt = ask.state.game.rules.switches.starting_coins * ask.players
    return {"shuffled": shuffled, "dealt": dealt, "draw_pile": shuffled - dealt}


def ship_counts(ask: Question) -> Answer:
    counts: dict[str, Counter[str]] = {}
    for kind in ask.state.game.deck.kinds:
        if isinstance(kind.card, Ship):
            key = "skull" if kind.card.swords is None else str(kind.card.swords)
            counts.setdefault(kind.card.color, Counter())[key] += kind.count
        elif isinstance(kind.card, Unknown) and kind.card.color is not None and kind.card.of == "ship":
            counts.setdefault(kind.card.color, Counter())["unknown"] += kind.count
    total = sum(found.total() for found in counts.values())
    return {**{color: dict(found) for color, found in counts.items()}, "total": total}


def person_counts(ask: Question) -> Answer:
    counts: Counter[str] = Counter()
    for kind in ask.state.game.deck.kinds:
        if isinstance(kind.card, Person | Unknown) and kind.card.type is not None:
            counts[kind.card.type] += kind.count
    return {**counts, "total": counts.total()}


def added_cards(ask: Question) -> Answer:
    """What the modules put to the cards of the game that is played."""
    counts: Counter[str] = Counter()
    for name in ask.state.game.modules:
        one = manifests()[name]
        for kind in (kind for part in one.cards for kind in kinds_of(part) if not one.alone):
            counts[f"{kind.card.type if isinstance(kind.card, Person) else kind.card.kind}s"] += kind.count
    return {**counts, "total": counts.total()}


def start_player_method(ask: Question) -> Answer:
    return {"method": ask.state.game.rules.edition.switches["start_player"]}


def takes_allowed(ask: Question) -> Answer:
    state, asked = ask.state, ask.seat()
    takes = state.takes
    if takes is None or asked != state.acting:
        colors = turns.ship_colors(state) if state.phase == DISCOVER else state.colors_at_stop
        takes = turns.takes_of(state, asked, colors)
    return {"takes": takes.total, "fee_each": 0 if asked == state.active else 1}


def _due(ask: Question, why: str) -> Answer:
    """What a start-of-part payment would bring now; nothing once the part is under way."""
    state, asked = ask.state, ask.seat()
    begun = asked == state.acting and state.part_opened
    if state.phase != TRADE_HIRE or begun or had_his_part(state, asked):
        return {"due": 0, "reason": "START_OF_PART_ONLY"}
    found = [one for one in incomes.dues(state, asked, cards_in(state)) if one.why == why]
    due = sum(one.coins * one.persons for one in found)
    return {"due": due, "reason": found[0].code if found else INCOMES[why].unpaid}


def end_triggered(ask: Question) -> Answer:
    state = ask.state
    reached = ending.triggered(state) or any(ending.reached(state, seat) for seat in range(ask.players))
    if reached:
        return {"triggered": True, "reason": "END_TRIGGERED"}
    lacks = any(ending.enough(state.game.rules, player) for player in state.players)
    codes = [merits.code for merits in house(state).merits if lacks]
    return {"triggered": False, "reason": (*codes, "NOT_TRIGGERED")[0]}


def game_over(ask: Question) -> Answer:
    """Whether the game is over, from the points that players had one after the other."""
    rules = ask.state.game.rules
    reached = False
    for points in mapping(ask.situation.get("vp_history", {}), "situation.vp_history").values():
        history = [number(item, "situation.vp_history") for item in sequence(points, "situation.vp_history")]
        seen = history if ending.latched(rules) else history[-1:]
        reached = reached or any(item >= rules.required_vp for item in seen)
    reached = reached or ending.triggered(ask.state)
    complete = round_complete(ask.situation)
    if not reached:
        return {"game_over": False, "reason": "NOT_TRIGGERED"}
    return {"game_over": complete, "reason": "GAME_OVER" if complete else "END_TRIGGERED"}


def _standings(ask: Question) -> list[ending.Standing]:
    rows = sequence(ask.situation.get("final"), "situation.final", 12)
    found = []
    for row in (mapping(row, "situation.final") for row in rows):
        found.append(
            ending.Standing(
                typed_name(row.get("id"), "situation.final.id"),
                number(row.get("vp"), "situation.final.vp"),
                number(row.get("coins", 0), "situation.final.coins"),
                number(row.get("expeditions_owned", 0), "situation.final.expeditions_owned", 20),
                merits=tuple(merits.told(row) for merits in house(ask.state).merits),
            )
        )
    if not found:
        raise Malformed("situation.final", "at_least_one")
    return found


def winner(ask: Question) -> Answer:
    """Who wins with the final figures, or with what lies on the table."""
    if "final" not in ask.situation:
        return score_figures(ending.score(ask.state))
    return score_figures(ending.rank(ask.state.game.rules, _standings(ask)))


def score_figures(score: ending.Score) -> Answer:
    if len(score.ineligible) == len(score.ranking):
        # only those with an expedition can win (C54)
        score = replace(score, winners=(), reason="NOT_ELIGIBLE")
    return {
        "winners": list(score.winners),
        "ineligible": list(score.ineligible),
        "ranking": [standing.name for standing in score.ranking],
        "reason": score.reason,
    }


def expeditions_exist(ask: Question) -> Answer:
    return {"value": any(isinstance(kind.card, Expedition) for kind in ask.state.game.deck.kinds)}


def may_look_at_coin_front(ask: Question) -> Answer:
    return {"value": False}


# What persons of any kind pay at the start of a part, and which of it is asked for by their kind.
INCOMES: Mapping[str, Income] = {
    income.why: income
    for able in person_abilities().values()
    for income in able.incomes
    if income.when in incomes.AT_A_PART
}
OWNERS = {payer(why): why for why in INCOMES}

QUERIES: Mapping[str, Callable[[Question], Mapping[str, Any]]] = {
    "starting_coins": starting_coins,
    "special_expedition": special_expedition,
    "draw_pile_after_setup": draw_pile_after_setup,
    "ship_counts": ship_counts,
    "person_counts": person_counts,
    "added_cards": added_cards,
    "start_player_method": start_player_method,
    "takes_allowed": takes_allowed,
    **{f"{kind}_due": partial(_due, why=why) for kind, why in OWNERS.items()},
    "end_triggered": end_triggered,
    "game_over": game_over,
    "winner": winner,
    "ranking": winner,
    "expeditions_exist": expeditions_exist,
    "may_look_at_coin_front": may_look_at_coin_front,
}


def answer(ask: Question) -> Answer:
    """The figures that answer a query; raises Malformed for one that nobody knows."""
    known = {**QUERIES, **house(ask.state).queries}
    what = word(ask.step.get("what"), "step.what", tuple(known))
    return {"reason": "OK", **known[what](ask)}
