"""Answer `POST /api/rulings`: a situation, steps through `record`, and every figure of the table after them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import ending, queries, reading, turns, writing
from .draft import cards_in
from .entries import Draw, Keep
from .ledger import LedgerLine
from .offers import offer
from .record import Recorded, record
from .refusals import Malformed, Reason, Refusal
from .setup import check_modules, check_player_count
from .situation import player_ids, read_situation
from .state import GAME_OVER, TRADE_HIRE, PendingRepel, Setup, State

Json = dict[str, Any]
STEPS = 60
SHORTHANDS = ("variant:", "option:")


def ruling_setup(body: Mapping[str, Any]) -> Setup:
    """The set-up of a ruling; options may be written among the modules (`option:required_vp=16`)."""
    modules: list[str] = []
    options = dict(reading.mapping(body.get("options") or {}, "options"))
    for item in reading.sequence(body.get("modules", ["base"]), "modules", 12):
        name = reading.word(item, "modules")
        prefix = next((found for found in SHORTHANDS if name.startswith(found)), None)
        if prefix is None:
            modules.append(name)
            continue
        key, _, value = name.removeprefix(prefix).partition("=")
        options[key] = int(value) if value.isdecimal() else True
    situation = dict(reading.mapping(body.get("situation") or {}, "situation"))
    names = player_ids(situation)
    if not isinstance(situation.get("players"), list):
        situation["players"] = [{} for _ in names]
    return Setup(reading.word(body.get("edition"), "edition"), tuple(modules), options, names, situation)


def answer_ruling(data: object) -> Json:
    """The answer in the vocabulary of the worked cases; raises Malformed for a body that is no situation."""
    body = reading.mapping(data, "body")
    setup = ruling_setup(body)
    steps = [reading.mapping(step, "steps") for step in reading.sequence(body.get("steps"), "steps", STEPS)]
    if not steps:
        raise Malformed("steps", "at least one step")
    if steps[-1].get("type") == "create_game":
        return _create_game(setup)
    try:
        state = read_situation(setup, parts_open_by_themselves=False, strict=False)
    except Refusal as refusal:
        return {"result": "denied", **_refused(setup, refusal.reason)}
    situation = setup.situation or {}
    answer: Json = {}
    prices: list[int] = []
    for number, step in enumerate(steps):
        if step.get("type") == "query":
            answer = _query(state, situation, step)
        else:
            state, answer = _step(state, step, prices)
        if number == 0 and len(steps) > 1:
            first = dict(answer)
    if len(steps) > 1:
        answer["after_first_step"] = first
    return answer


def _create_game(setup: Setup) -> Json:
    try:
        check_modules(setup)
        check_player_count(setup, len(setup.players))
    except Refusal as refusal:
        return {"result": "denied", **_refused(setup, refusal.reason)}
    return {"result": "allowed", "reason": "OK"}


def _refused(setup: Setup, reason: Reason) -> Json:
    return {
        "reason": reason.code,
        "rule": reason.rule,
        "params": writing.params(reason.params),
        "overridable": reason.overridable,
        "citations": writing.citations(setup.edition, reason.rule),
    }


def _query(state: State, situation: Mapping[str, Any], step: Mapping[str, Any]) -> Json:
    figures = table_figures(state)
    return {**figures, "result": "value", **queries.answer(queries.Question(state, situation, step))}


def _step(state: State, step: Mapping[str, Any], prices: list[int]) -> tuple[State, Json]:
    """One step recorded; a refused try to repel still leaves the ship drawn."""
    entry = reading.entry(step, state.game, state.game.setup.players, strict=False)
    by = state.acting if entry.by is None else entry.by
    against: Reason | None = None
    try:
        done = record(state, entry)
    except Refusal as refusal:
        against = refusal.reason
        if not (isinstance(entry, Draw) and entry.repel and against.rule.startswith("repel")):
            answer = {**table_figures(state), **_refused(state.game.setup, against), "result": "denied"}
            answer.update(_part_figures(state), **_needed(state, step, by))
            return state, answer
        done = record(state, Draw(entry.card, entry.by))
    waiting = done.state.pending
    if isinstance(waiting, PendingRepel) and waiting.must_decide:
        kept = record(done.state, Keep())
        done = Recorded(kept.state, done.ledger + kept.ledger, kept.reason, discarded=kept.discarded)
    prices += [int(str(line.params["price"])) for line in done.ledger if line.why == "hire"]
    on_purpose = isinstance(entry, Draw) and entry.repel is False
    answer = {
        **table_figures(done.state),
        **_part_figures(done.state),
        **_step_figures(done, by),
        "prices": list(prices),
        "result": result(entry.type, done, on_purpose),
        "reason": done.reason,
    }
    if prices:
        answer["price"] = prices[-1]
    if "BUST" in done.reason and on_purpose:
        answer["confirm"] = state.game.rules.switches.repel_optional == "confirm"
    if against is not None:
        answer.update(_refused(state.game.setup, against), result="denied")
    return done.state, answer


def result(kind: str, done: Recorded, on_purpose: bool) -> str:
    """Whether the entry was a player's choice, was forced on him, or only answers something."""
    if done.reason == "BUST":
        return "allowed" if on_purpose else "forced"
    if done.reason == "EXTRA_TAX":
        return "forced"
    taxed = done.reason in ("TAX_APPLIED", "BELOW_TAX_THRESHOLD")
    return "value" if kind == "begin_part" or taxed else "allowed"


def table_figures(state: State) -> Json:
    """Every figure of the table, whatever the step."""
    players = state.players
    ended = "busted" if state.claimant_busted else "trade_hire_end"
    following = state.active if state.claimant is not None else turns.next_seat(state, state.active)
    return {
        "coins": {player.name: player.coins for player in players},
        "vp": {player.name: player.vp for player in players},
        "display": {player.name: [person.type for person in player.display] for player in players},
        "expeditions_owned": {player.name: player.expedition_count for player in players},
        "phase": state.phase if state.claimant is None or state.phase == GAME_OVER else ended,
        "harbor_size": cards_in(state),
        "expeditions": len(state.expeditions),
        "draw_pile": state.draw_pile,
        "discard_pile": state.discard_pile,
        "repelled": state.repelled,
        "bust": state.claimant is not None and state.claimant_busted,
        "phase2": state.phase == TRADE_HIRE,
        "next_active": players[following].name,
        "remaining_active": [players[seat].name for seat in ending.remaining_active(state)],
        "game_over": state.phase == GAME_OVER,
        "triggered": ending.triggered(state),
    }


def _part_figures(state: State) -> Json:
    if state.phase != TRADE_HIRE or state.takes is None:
        return {}
    acting = state.acting
    if turns.part_is_over(state):
        acting = turns.next_seat(state, acting)
    return {
        "next": state.players[acting].name,
        "takes": {state.players[state.acting].name: state.takes.total},
        "taken": state.takes.total - state.takes.left,
        "sword_total": state.players[state.active].swords,
    }


def _step_figures(done: Recorded, by: int) -> Json:
    names = [player.name for player in done.state.players]
    losses = dict.fromkeys(names, 0)
    for line in _lines(done, "tax_loss"):
        losses[names[line.seat or 0]] -= line.coins
    taxed = _lines(done, "tax_bonus")
    return {
        "loss": losses,
        "bonus": [names[line.seat] for line in taxed if line.seat is not None],
        "discarded": done.discarded,
        "skipped": done.reason == "AUTO_PASS" or any(line.rule == "auto_pass" for line in done.ledger),
        "sword_total": done.state.players[by].swords,
        "ledger": [writing.ledger_line(line) for line in done.ledger],
        "citations": _citations(done),
    }


def _lines(done: Recorded, why: str) -> list[LedgerLine]:
    return [line for line in done.ledger if line.why == why]


def _citations(done: Recorded) -> list[Json]:
    edition = done.state.game.setup.edition
    found: list[Json] = []
    for line in done.ledger:
        found += [place for place in writing.citations(edition, line.rule) if place not in found]
    return found


def _needed(state: State, step: Mapping[str, Any], by: int) -> Json:
    """What a refused hire would cost in all, and the swords of a refused try to repel."""
    index = step.get("harbor_index")
    data: Json = {"sword_total": state.players[by].swords}
    if step.get("type") != "take" or not isinstance(index, int) or not 0 <= index < len(state.harbor):
        return data
    if state.harbor[index] is not None:
        found = offer(state, by, index)
        data.update(price=found.price, needed=found.price + found.compensation)
    return data
