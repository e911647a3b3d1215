"""What a phone shows of contracts, and what may be entered about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.engine.printed.cards import COLORS, Ship
from companion.engine.rules import allowed, discover, goals
from companion.engine.rules.trade import spent
from companion.engine.table.draft import Draft, Table, waiting
from companion.engine.table.seats import around
from companion.engine.table.state import DISCOVER, GAME_OVER, TRADE_HIRE, Game, State
from companion.engine.table.templates import Ask, Template

from . import completing, contracts, declining, keeping
from .contracts import Contract, Laid
from .laying import LayContracts, missing
from .moment import KIND, automatic, now, occasions


def templates(state: State) -> Iterator[Template]:
    """Before they lie there only that; then whatever may be completed, and what else contracts change."""
    if not contracts.laid(state):
        if missing(state, state.active):
            asked = (Ask("contracts", "goals", contracts.count_of(state.game)),)
            yield Template(LayContracts.type, state.active, asks=asked)
        return
    yield from _completing(state)
    yield from _declining(state)
    yield from _letting_go(state)


def asked_seats(state: State) -> Iterable[int]:
    """Whoever may complete at this moment, or in whose turn it would be."""
    here = {state.active, state.acting, state.claimant, *now(state).linger, *now(state).paid}
    first = state.active if state.active in state.game.order else state.game.order[0]
    return [seat for seat in around(state, first) if seat in here]


def _completing(state: State) -> Iterator[Template]:
    if automatic(state):
        return
    now_or_never = {(one.seat, one.about["goal"]) for one in state.decisions if one.kind == KIND}
    for seat in asked_seats(state):
        for one in contracts.laid(state):
            by_hand = one.contract.need[0].what not in ("declined", "repelled_colors")
            asked = (seat, one.id) in now_or_never
            if by_hand and seat not in one.done and (asked or not one.contract.timed):
                found = complete_template(state, seat, one, asked)
                if found.allowed or seat in (state.active, state.acting):
                    yield found


def complete_template(state: Table, seat: int, one: Laid, asked: bool) -> Template:
    """To complete that contract, or to move the marker on it, with what that brings."""
    step = one.contract.need[0].what == "colors"
    last = not step or one.at(seat) + 1 >= one.contract.steps
    figures: dict[str, object] = {}
    if last:
        nth = contracts.done_by(state, seat) + 1
        points = contracts.worth(nth) - contracts.worth(nth - 1)
        figures = {"coins": contracts.pays(one), "points": points}
        cost = sum(need.count for need in one.contract.need if need.give)
        if cost:
            figures["cost"] = cost
    else:
        figures = {"marker": one.at(seat) + 1, "of": one.contract.steps}
    kind = completing.ContractStep.type if step else completing.CompleteContract.type
    return Template(
        kind,
        seat,
        completing.reason(state, seat, one, step),
        {"contract": one.id},
        figures=figures,
        answers=KIND if asked else None,
        about={"goal": one.id},
    )


def reaches(state: State, seat: int) -> Iterator[Template]:
    """What the player could complete, in whoever's turn; those that happen in their moment are not in his hand."""
    for one in contracts.laid(state):
        if one.contract.timed or one.contract.need[0].what == "repelled_colors" or seat in one.done:
            continue
        against = completing.marker_reason(state, seat, one)
        if against is None and not completing.fulfilled(state, seat, one):
            against = completing.unmet(state, seat, one)
        found = complete_template(state, seat, one, asked=False)
        yield found._replace(refusal=against, module=contracts.MODULE)


def _declining(state: State) -> Iterator[Template]:
    """Each ship whose coins could be declined a second time, for the contract."""
    if state.phase != TRADE_HIRE:
        return
    seat = state.acting
    draft = Draft(state, more={declining.DECLINE: True})
    for index, card in enumerate(state.harbor):
        place = declining.nemesis(state, card) if isinstance(card, Ship) else None
        if place is None or card is None or declining.reason(state, seat, card) is not None:
            continue
        one = contracts.laid(state)[place]
        found = allowed.take_template(draft, seat, index, spent(state))
        marker = {"marker": one.at(seat) + 1, "of": one.contract.steps}
        last = one.at(seat) + 1 >= one.contract.steps
        brings = complete_template(state, seat, one, asked=False).figures if last else {}
        gained: Any = brings.get("coins", 0) if last else 0
        net: Any = found.figures["coins"]
        figures = {**found.figures, **marker, "coins": net + gained}
        if last:
            figures["points"] = brings["points"]
        yield found._replace(
            keys={**found.keys, declining.DECLINE: True}, figures=figures, about={"goal": one.id}
        )


def _letting_go(state: State) -> Iterator[Template]:
    """A ship that Pirates' Nest would keep may be discarded (C120)."""
    asked = waiting(state, discover.REPEL)
    if asked is None or automatic(state):
        return
    berth = asked.about["harbor_index"]
    card = state.harbor[berth]
    if isinstance(card, Ship) and keeping.wants(state, state.active, card):
        (place, *_) = contracts.find(state, "repelled_colors")
        yield Template(
            "repel",
            state.active,
            keys={"harbor_index": berth, keeping.KEEP: False},
            card=card,
            answers=discover.REPEL,
            about={"goal": contracts.laid(state)[place].id},
        )


# The view


def shows(state: State) -> Mapping[str, Any]:
    lying = contracts.laid(state)
    if not lying:
        return {"laying": laying(state.game)} if missing(state, state.active) else {}
    seats = range(len(state.players))
    told: dict[str, Any] = {
        "goals": [goal(state, one) for one in lying],
        "markers": {seat: markers(state, seat) for seat in seats},
        "contract_points": {seat: contracts.points_of(state, seat) for seat in seats},
    }
    if contracts.find(state, "repelled_colors"):
        kept = {seat: [ship.color for ship in keeping.kept_by(state, seat)] for seat in seats}
        told["kept"] = kept
    here = occasions(state)
    return {**told, "occasions": here} if here else told


def laying(game: Game) -> Mapping[str, Any]:
    """What is to be revealed first, and of which."""
    pool = [
        {**printed_goal(one), "module": contracts.MODULE, **_seal(game, one)} for one in contracts.pool(game)
    ]
    return {"module": contracts.MODULE, "kind": "contract", "count": contracts.count_of(game), "pool": pool}


def _seal(game: Game, one: Contract) -> Mapping[str, Any]:
    if not contracts.together(game) or (one.white and not one.spaces):
        return {}
    return {"seal": {"n": one.seal.n, "letter": one.seal.letter}}


def markers(table: Table, seat: int) -> Mapping[str, int]:
    waits = contracts.waiting_of(table, seat)
    return {
        "free": contracts.free_markers(table, seat),
        "waiting": waits,
        "placed": contracts.done_by(table, seat),
    }


def printed_goal(one: Contract) -> dict[str, Any]:
    """What the card says."""
    found: dict[str, Any] = {
        "id": one.id,
        "kind": "contract",
        "name": one.id,
        "need": [goals.told(need) for need in one.need],
        "later": not one.timed,
    }
    if one.spaces:
        found["spaces"] = [{"coins": coins} for coins in one.spaces]
    if one.active_only:
        found["active_only"] = True
    if one.steps > 1:
        found["steps"] = one.steps
    what = one.need[0].what
    if what == "repelled_colors":
        found["keeps"] = list(COLORS)
    elif what != "declined":
        found["entry"] = (completing.ContractStep if what == "colors" else completing.CompleteContract).type
    return found


def goal(state: State, one: Laid) -> Mapping[str, Any]:
    found = printed_goal(one.contract)
    for space, seat in zip(found.get("spaces", ()), one.done, strict=False):
        space["seat"] = seat
    steps = one.contract.steps
    automatically = automatic(state)
    can = [seat for seat in asked_seats(state) if not automatically and _can(state, seat, one)]
    asked = any(made.kind == KIND and made.about["goal"] == one.id for made in state.decisions)
    found |= {
        "waiting": [{"seat": seat, "at": at, "of": steps} for seat, at in one.waiting],
        "can": can,
        "now": asked,
        "done_by": list(one.done),
        "progress": [_progress(state, seat, one) for seat in state.game.order if seat not in one.done],
        **_seal(state.game, one.contract),
    }
    return found


def _can(state: State, seat: int, one: Laid) -> bool:
    if state.phase not in (DISCOVER, TRADE_HIRE, GAME_OVER):
        return False
    return completing.reason(state, seat, one, step=one.contract.need[0].what == "colors") is None


def _progress(table: Table, seat: int, one: Laid) -> Mapping[str, int]:
    had, needed = completing.progress(table, seat, one)
    return {"seat": seat, "have": had, "need": needed}
