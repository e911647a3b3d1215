"""What a phone shows of contracts, and what may be entered about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any

from companion.engine.entering.templates import Ask, Template
from companion.engine.printed.cards import COLORS, Ship
from companion.engine.refusals import Reason
from companion.engine.rules import allowed, discover, goals
from companion.engine.rules.goals import Turn
from companion.engine.rules.trade import spent
from companion.engine.table.draft import Draft, Table, waiting
from companion.engine.table.lately import lately
from companion.engine.table.seats import around
from companion.engine.table.state import TRADE_HIRE, Game, State

from . import completing, contracts, declining, keeping
from .completing import Standing
from .contracts import Contract, Laid, Markers
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


def _completing(state: State) -> list[Template]:
    found: list[Template] = []
    if not automatic(state):
        for who in completing.standings(state, asked_seats(state)):
            mine = who.seat in (state.active, state.acting)
            found += _tries((who, completing.turn(state, who.seat), mine))
    return found


@lately(512)
def _tries(of: tuple[Standing, Turn, bool]) -> list[Template]:
    """What the player may try at this moment; where the turn is not `mine`, what he may do."""
    who, at, mine = of
    found = []
    for one, template in _by_hand((who,)):
        against = completing.marker_reason(who, one) or completing.elsewhere(at, who, one)
        if against is None:
            against = template.refusal
        if mine or against is None:
            found.append(template if against is template.refusal else template._replace(refusal=against))
    return found


@lately(512)
def _by_hand(of: tuple[Standing]) -> list[tuple[Laid, Template]]:
    """What may be completed by hand, refused where the player lacks what it asks for."""
    (who,) = of
    found = []
    for one in who.contracts.laid:
        what, asked = one.contract.need[0].what, one.id in who.asked
        left = what not in ("declined", "repelled_colors") and who.seat not in one.done
        if left and (asked or not one.contract.timed):
            against = completing.lacking(who, one, step=what == "colors")
            found.append((one, complete_template(who, one, against, asked)))
    return found


def complete_template(
    who: Standing, one: Laid, against: Reason | None = None, asked: bool = False
) -> Template:
    """To complete that contract, or to move the marker on it, with what that brings."""
    return _template((one, who.seat, who.markers, against, asked))


@lately(2048)
def _template(of: tuple[Laid, int, Markers, Reason | None, bool]) -> Template:
    one, seat, markers, against, asked = of
    step = one.contract.need[0].what == "colors"
    at, steps = one.at(seat) + 1, one.contract.steps
    figures: dict[str, object] = {"marker": at, "of": steps}
    if not step or at >= steps:
        nth = markers.done + 1
        points = contracts.worth(nth) - contracts.worth(nth - 1)
        figures = {"coins": contracts.pays(one), "points": points}
        if cost := one.contract.cost:
            figures["cost"] = cost
    return Template(
        completing.ContractStep.type if step else completing.CompleteContract.type,
        seat,
        against,
        {"contract": one.id},
        figures=figures,
        answers=KIND if asked else None,
        module=contracts.MODULE,
        about={"goal": one.id},
    )


def reaches(state: State, seat: int) -> Iterator[Template]:
    """What the player could complete, in whoever's turn; those that happen in their moment are not in his hand."""
    who = completing.standing(state, seat)
    for one in contracts.laid(state):
        if one.contract.timed or one.contract.need[0].what == "repelled_colors" or seat in one.done:
            continue
        against = completing.marker_reason(who, one) or completing.lacking(who, one)
        yield complete_template(who, one, against)


def _declining(state: State) -> Iterator[Template]:
    """Each ship whose coins could be declined a second time, for the contract."""
    if state.phase != TRADE_HIRE or not any(
        one.contract.need[0].what == "declined" for one in contracts.laid(state)
    ):
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
        brings = complete_template(completing.standing(state, seat), one).figures if last else {}
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
        "goals": list(map(goal, repeat(state), lying, progress(state), able(state))),
        "markers": {seat: markers(state, seat) for seat in seats},
        "contract_points": {seat: contracts.points_of(state, seat) for seat in seats},
    }
    if contracts.find(state, "repelled_colors"):
        kept = {seat: [ship.color for ship in keeping.kept_by(state, seat)] for seat in seats}
        told["kept"] = kept
    here = occasions(state)
    return {**told, "occasions": here} if here else told


def progress(state: State) -> Iterator[list[Mapping[str, int]]]:
    """How far everybody is who has not completed it, for each contract."""
    rows = [_figures((who,)) for who in completing.standings(state, state.game.order)]
    for column in zip(*rows, strict=True):
        yield [row for row in column if row is not None]


@lately(512)
def _figures(of: tuple[Standing]) -> list[Mapping[str, int] | None]:
    (who,) = of
    return [None if who.seat in one.done else _progress(who, one) for one in who.contracts.laid]


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
    found = contracts.markers(table, seat)
    return {"free": found.free, "waiting": found.waiting, "placed": found.done}


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


@lately(512)
def _printed(of: tuple[Contract]) -> Mapping[str, Any]:
    return printed_goal(*of)


def goal(
    state: State, one: Laid, progress: Sequence[Mapping[str, int]], can: Sequence[int]
) -> Mapping[str, Any]:
    found = {**_printed((one.contract,))}
    if one.done and "spaces" in found:
        taken = [{**space, "seat": seat} for space, seat in zip(found["spaces"], one.done, strict=False)]
        found["spaces"] = taken + found["spaces"][len(taken) :]
    steps = one.contract.steps
    found |= {
        "waiting": [{"seat": seat, "at": at, "of": steps} for seat, at in one.waiting],
        "can": can,
        "now": (KIND, one.id) in [(made.kind, made.about.get("goal")) for made in state.decisions],
        "done_by": list(one.done),
        "progress": progress,
        **_seal(state.game, one.contract),
    }
    return found


def able(state: State) -> Iterator[list[int]]:
    """Who may complete it now, or move a marker on it, for each contract."""
    seats = [] if automatic(state) else asked_seats(state)
    can = [
        (who.seat, _able((who, completing.turn(state, who.seat))))
        for who in completing.standings(state, seats)
    ]
    for one in contracts.laid(state):
        yield [seat for seat, names in can if one.id in names]


@lately(512)
def _able(of: tuple[Standing, Turn]) -> set[str]:
    who, at = of
    return {
        one.id
        for one in who.contracts.laid
        if completing.reason(at, who, one, step=one.contract.need[0].what == "colors") is None
    }


def _progress(who: Standing, one: Laid) -> Mapping[str, int]:
    had, needed = completing.progress(who, one)
    return {"seat": who.seat, "have": had, "need": needed}
