"""Answer `POST /api/rulings`: a situation, steps through `record`, and every figure of the table after them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.engine.entering.entries import (
    ClaimExpedition,
    Draw,
    DrawRequest,
    Entry,
    FinishTurn,
    Keep,
    Pass,
    StartTurn,
    Stop,
    Take,
    drawn,
)
from companion.engine.following.ledger import LedgerLine
from companion.engine.house.building import DOORS
from companion.engine.house.living import house, swords_of
from companion.engine.json import printed, reading, writing
from companion.engine.json.box_json import read_box
from companion.engine.opening.setup import check_player_count, new_game
from companion.engine.opening.situation import player_ids, read_situation
from companion.engine.printed.box import NOTHING as PLAIN_BOX
from companion.engine.printed.cards import Person, Ship
from companion.engine.printed.editions import EDITIONS, edition
from companion.engine.printed.manifests import brought, mixes, wrong_choice
from companion.engine.refusals import Malformed, Reason, Refusal
from companion.engine.rules import discover, ending, turns
from companion.engine.rules.offers import offer
from companion.engine.rules.record import Recorded, record
from companion.engine.table.draft import cards_in, waiting
from companion.engine.table.seats import next_seat
from companion.engine.table.state import DISCOVER, GAME_OVER, TRADE_HIRE, Setup, State
from companion.engine.values import mapping, sequence, word

from . import queries

Json = dict[str, Any]
STEPS = 60
SHORTHANDS = ("variant:", "option:")


@dataclass(frozen=True, slots=True)
class Course:
    """The table while the steps of a ruling are gone through.

    `ended`: the phase of a turn that is over and has not passed on, `prices`: of the hires so far.
    """

    state: State
    ended: str | None = None
    prices: tuple[int, ...] = ()


def ruling_setup(body: Mapping[str, Any]) -> Setup:
    """The setup of a ruling; options may be written among the modules (`option:required_vp=16`), `box` is the group's.

    Raises Refusal for a module or an option that only another box has.
    """
    name = word(body.get("edition"), "edition")
    box, others = edition(name), [edition(other) for other in EDITIONS if other != name]
    modules: list[str] = []
    options = dict(mapping(body.get("options") or {}, "options"))
    for item in sequence(body.get("modules", ["base"]), "modules", 12):
        module = word(item, "modules")
        wrong = wrong_choice(module)
        if wrong is not None:
            raise Refusal(Reason("MODULE_REQUIRED", wrong, {"module": module}))
        prefix = next((found for found in SHORTHANDS if module.startswith(found)), None)
        key, _, value = module.removeprefix(prefix or "").partition("=")
        if prefix is None:
            modules.append(module)
            elsewhere = module not in box.modules and any(module in other.modules for other in others)
        else:
            options[key] = int(value) if value.isdecimal() else True
            elsewhere = key not in box.options and any(key in other.options for other in others)
        if elsewhere:
            raise Refusal(Reason("MODULE_REQUIRED", "modules", {"module": key}))
    situation = dict(mapping(body.get("situation") or {}, "situation"))
    names = player_ids(situation)
    if not isinstance(situation.get("players"), list):
        situation["players"] = [{} for _ in names]
    own = body.get("box")
    holds = PLAIN_BOX if own is None else read_box(own)
    return Setup(name, tuple(modules), options, names, situation, box=holds)


def answer_ruling(data: object) -> Json:
    """The answer in the vocabulary of the worked cases; raises Malformed for a body that is no situation."""
    body = mapping(data, "body")
    steps = [mapping(step, "steps") for step in sequence(body.get("steps"), "steps", STEPS)]
    if not steps:
        raise Malformed("steps", "at_least_one")
    try:
        setup = ruling_setup(body)
        if steps[-1].get("type") == "create_game":
            check_player_count(setup, len(setup.players))
            new_game(setup, len(setup.players))
            advised_against = any(one.allowed for one in mixes(brought(setup.modules)))
            return {"result": "allowed", "reason": "OK", "warn": advised_against}
        state = read_situation(setup, parts_open_by_themselves=False, strict=False)
    except Refusal as refusal:
        return {"result": "denied", **_refused(str(body["edition"]), refusal.reason)}
    situation = setup.situation or {}
    over = state.claimant is not None and state.phase != GAME_OVER
    course = Course(state, str(situation["phase"]) if over else None)
    answer: Json = {}
    for number, step in enumerate(steps):
        if step.get("type") == "query":
            answer = _query(course, situation, step)
        else:
            course, answer = _step(course, step)
        if number == 0 and len(steps) > 1:
            first = dict(answer)
    if len(steps) > 1:
        answer["after_first_step"] = first
    return answer


@cache
def _in_rulings(code: str) -> str:
    """The code that rulings have for a refusal."""
    said = (door.refuses[code].in_rulings for door in DOORS.values() if code in door.refuses)
    return next(filter(None, said), code)


def _refused(edition_id: str, reason: Reason) -> Json:
    return {
        "reason": _in_rulings(reason.code),
        "rule": reason.rule,
        "params": writing.params(reason.params),
        "overridable": reason.overridable,
        "citations": printed.citations(edition_id, reason.rule),
    }


def _query(course: Course, situation: Mapping[str, Any], step: Mapping[str, Any]) -> Json:
    asked = queries.answer(queries.Question(course.state, situation, step))
    return {**table_figures(course), "result": "value", **asked}


def _step(course: Course, step: Mapping[str, Any]) -> tuple[Course, Json]:
    """One step recorded; a refused try to repel still leaves the ship drawn."""
    state = course.state
    edition_id = state.game.setup.edition
    entry = reading.entry(step, state.game, state.game.setup.players, strict=False)
    by = state.acting if entry.by is None else entry.by
    against: Reason | None = None
    try:
        done = _recorded(course, entry, by)
    except Refusal as refusal:
        against = refusal.reason
        if not (isinstance(entry, Draw) and entry.repel and against.rule.startswith("repel")):
            answer = {**table_figures(course), **_refused(edition_id, against), "result": "denied"}
            answer.update(_part_figures(course), **_needed(state, step, by))
            return course, answer
        done = _recorded(course, Draw(entry.card, entry.by), by)
    prices = tuple(int(str(line.params["price"])) for line in _lines(done, "hire"))
    goes = _ship_to(state, entry, by)
    course = Course(done.state, _ended(course, entry, done), course.prices + prices)
    on_purpose = isinstance(entry, Draw) and entry.repel is False
    answer = {
        **table_figures(course),
        **_part_figures(course),
        **_step_figures(done, by),
        **goes,
        "prices": list(course.prices),
        "result": result(entry.type, done, on_purpose),
        "reason": done.reason,
    }
    if course.prices:
        answer["price"] = course.prices[-1]
    if "BUST" in done.reason and on_purpose:
        answer["confirm"] = state.game.rules.switches.repel_optional == "confirm"
    if against is not None:
        answer.update(_refused(edition_id, against), result="denied")
    return course, answer


def _recorded(course: Course, entry: Entry, by: int) -> Recorded:
    """The step recorded; a ship that nobody tried to repel is kept. Raises Refusal."""
    against = over_reason(course, entry, by)
    if against is not None:
        raise Refusal(against)
    done = record(course.state, entry)
    asked = waiting(done.state, discover.REPEL)
    if asked is None:
        return done
    kept = record(done.state, Keep())
    if not asked.must:
        return Recorded(kept.state, done.ledger, done.reason, discarded=done.discarded)
    return Recorded(kept.state, done.ledger + kept.ledger, kept.reason, discarded=kept.discarded)


def over_reason(course: Course, entry: Entry, by: int) -> Reason | None:
    """What a turn that is over and has not passed on leaves to nobody."""
    claimant = course.state.claimant
    if course.ended is None or claimant is None:
        return None
    if by == claimant and (drawn(entry) or isinstance(entry, DrawRequest | Stop)):
        return Reason("WRONG_PHASE", "phase_order", {"phase": course.ended})
    if by != claimant and isinstance(entry, ClaimExpedition):
        return Reason("ONLY_ACTIVE_EXPEDITION", "expedition_who", {"seat": claimant})
    return None


def _ended(course: Course, entry: Entry, done: Recorded) -> str | None:
    """The phase of the turn that is over after this step, as long as it has not passed on."""
    if done.state.phase == GAME_OVER or done.state.claimant is None:
        return None
    if _lines(done, "bust"):
        return "busted"
    return None if isinstance(entry, Pass | FinishTurn | StartTurn) else course.ended


def result(kind: str, done: Recorded, on_purpose: bool) -> str:
    """Whether the entry was a player's choice, was forced on him, or only answers something."""
    if done.reason == "BUST":
        return "allowed" if on_purpose else "forced"
    outcome = done.state.outcome
    if done.reason == "EXTRA_TAX" or (outcome is not None and outcome.outcome == "lost"):
        return "forced"
    entered = house(done.state).kinds.get(kind)
    if entered is not None and entered.forced:
        return "forced"
    taxed = done.reason in ("TAX_APPLIED", "BELOW_TAX_THRESHOLD")
    return "value" if kind == "begin_part" or taxed else "allowed"


def table_figures(course: Course) -> Json:
    """Every figure of the table, whatever the step."""
    state = course.state
    players = state.players
    following = state.active if state.claimant is not None else next_seat(state, state.active)
    figures = {
        "coins": {player.name: player.coins for player in players},
        "vp": {player.name: player.vp for player in players},
        "display": {player.name: [person.type for person in player.display] for player in players},
        "expeditions_owned": {player.name: player.expedition_count for player in players},
        "phase": course.ended or state.phase,
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
        "won": state.outcome is not None and state.outcome.outcome == "won",
        "lost": state.outcome is not None and state.outcome.outcome == "lost",
    }
    for told in house(state).figures:
        figures.update(told(state))
    if state.phase == GAME_OVER:
        figures.update(queries.score_figures(ending.score(state)))
    return figures


def _part_figures(course: Course) -> Json:
    """Who acts next in this phase, and with how many cards."""
    state = course.state
    if state.phase == DISCOVER and course.ended is None:
        return {"next": state.players[state.active].name}
    if state.phase != TRADE_HIRE or state.takes is None:
        return {}
    figures = {
        "takes": {state.players[state.acting].name: state.takes.total},
        "taken": state.takes.total - state.takes.left,
        "sword_total": swords_of(state, state.active),
    }
    over = state.part_opened and turns.part_is_over(state)
    following = turns.later_parts(state) if over else [state.acting]
    if following:
        figures["next"] = state.players[following[0]].name
    return figures


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
        "sword_total": swords_of(done.state, by),
        "ledger": [writing.ledger_line(line) for line in done.ledger],
        "citations": _citations(done),
    }


def _ship_to(state: State, entry: Entry, by: int) -> Json:
    """Where a ship goes that is traded with."""
    card = state.harbor[entry.harbor_index] if isinstance(entry, Take) else None
    if not isinstance(entry, Take) or not isinstance(card, Ship):
        return {}
    stay = offer(state, by, entry.harbor_index).stay
    return {"ship_to": "discard" if stay is None else stay.where}


def _lines(done: Recorded, why: str) -> list[LedgerLine]:
    return [line for line in done.ledger if line.why == why]


def _citations(done: Recorded) -> list[Json]:
    edition = done.state.game.setup.edition
    found: list[Json] = []
    for line in done.ledger:
        found += [place for place in printed.citations(edition, line.rule) if place not in found]
    return found


def _needed(state: State, step: Mapping[str, Any], by: int) -> Json:
    """What a refused hire would cost in all, and the swords of a refused try to repel."""
    index = step.get("harbor_index")
    data: Json = {"sword_total": swords_of(state, by)}
    if step.get("type") != "take" or not isinstance(index, int) or not 0 <= index < len(state.harbor):
        return data
    card = state.harbor[index]
    if isinstance(card, Ship) or (isinstance(card, Person) and card.cost is not None):
        found = offer(state, by, index)
        data.update(price=found.price, needed=found.price + found.compensation)
    return data
