"""JSON out: the view, the ledger, refusals, the score, the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.rules import ending, turns
from companion.engine.rules.allowed import allowed
from companion.engine.rules.offers import offer
from companion.engine.rules.record import Recorded
from companion.engine.table.cards import Card, Person
from companion.engine.table.draft import cards_in
from companion.engine.table.entries import Entry, Join, Missing
from companion.engine.table.ledger import LedgerLine
from companion.engine.table.refusals import Reason
from companion.engine.table.state import DISCOVER, TRADE_HIRE, PendingRepel, Setup, State
from companion.engine.table.templates import Template

from .box_json import holds, own_box
from .card_writing import card as card

Json = dict[str, Any]


def params(found: Mapping[str, object]) -> Json:
    return {key: card(value) if isinstance(value, Card) else value for key, value in found.items()}


def reason(found: Reason) -> Json:
    return {
        "code": found.code,
        "rule": found.rule,
        "params": params(found.params),
        "overridable": found.overridable,
    }


def ledger_line(line: LedgerLine) -> Json:
    data: Json = {"why": line.why, "rule": line.rule}
    if line.seat is not None:
        data["seat"] = line.seat
    if line.coins:
        data["coins"] = line.coins
    if line.params:
        data["params"] = params(line.params)
    return data


def recorded(found: Recorded) -> Json:
    """What an entry brought about."""
    data: Json = {"reason": found.reason, "ledger": [ledger_line(line) for line in found.ledger]}
    if found.overridden:
        data["overridden"] = [reason(item) for item in found.overridden]
    return data


TEMPLATE_FIGURES = (
    "harbor_index",
    "expedition_index",
    "coins",
    "price",
    "discount",
    "gain",
    "trader",
    "compensation",
    "bonus",
    "bust",
    "cards",
    "rest",
    "passing",
    "next",
)


def template(found: Template) -> Json:
    data: Json = {"type": found.type, "by": found.by, "allowed": found.allowed}
    for name in TEMPLATE_FIGURES:
        value = getattr(found, name)
        if value is not None:
            data[name] = value
    if found.card is not None:
        data["card"] = card(found.card)
    if found.discard is not None:
        data["discard"] = list(found.discard)
    if found.refusal is not None:
        data["refusal"] = reason(found.refusal)
    return data


def table(state: State) -> Json:
    """The state itself, with what may be entered now."""
    fresh = ending.triggered(state)
    boxed = state.game.rules.special_expedition == "removed"
    return {
        "phase": state.phase,
        "active": state.active,
        "acting": state.acting,
        "start_player": state.game.start_player,
        "round": state.round,
        "players": [_player(state, seat) for seat in range(len(state.players))],
        "order": list(state.game.order),
        "harbor": [_place(state, index) for index, lying in enumerate(state.harbor) if lying is not None],
        "taken": [
            {"index": one.index, "card": card(one.card), "seat": one.seat, "coins": one.coins}
            for one in state.taken
        ],
        "expeditions": [
            {"index": index, "card": card(found)} for index, found in enumerate(state.expeditions)
        ],
        "draw_pile": state.draw_pile,
        "discard_pile": state.discard_pile,
        "unseen": {
            str(kind.card.id): left
            for kind, left in zip(state.game.deck.kinds, state.unseen, strict=True)
            if not (kind.special and boxed)
        },
        "takes": _takes(state),
        "parts": parts(state),
        "end_triggered": fresh,
        "remaining_active": ending.remaining_active(state) if fresh else [],
        "pending": pending(state),
        "claimant": state.claimant,
        "allowed": [template(found) for found in allowed(state)],
        **({"box": {**own_box(state.game.box), "holds": holds(state.game.deck)}} if state.game.box else {}),
    }


def _player(state: State, seat: int) -> Json:
    player = state.players[seat]
    return {
        "seat": seat,
        "name": player.name,
        "coins": player.coins,
        "vp": player.vp,
        "swords": player.swords,
        "discount": player.discount,
        "extra_takes": player.extra_takes,
        "display": [card(found) for found in player.display],
        "expeditions": [card(found) for found in player.expeditions],
    }


def _place(state: State, index: int) -> Json:
    found = state.harbor[index]
    data: Json = {"index": index, "card": card(found)} if found is not None else {}
    if state.phase == DISCOVER and not (isinstance(found, Person) and found.cost is None):
        price = offer(state, state.active, index)
        if price.is_ship:
            data.update(gain=price.gain, trader=price.trader)
        else:
            data.update(price=price.price, discount=price.discount)
    return data


def _takes(state: State) -> Json | None:
    takes = state.takes
    seat = state.acting
    if state.phase == DISCOVER:
        takes = turns.takes_of(state, seat, turns.ship_colors(state))
    if takes is None:
        return None
    return {
        "seat": seat,
        "total": takes.total,
        "left": takes.left,
        "colors": takes.colors,
        "by_colors": takes.by_colors,
        "extra": takes.extra,
        "reasons": [{"why": why, "count": more} for why, more in takes.reasons],
    }


def parts(state: State) -> list[Json]:
    """Whose parts follow, in order, with what each would pay if it opened with the cards lying now."""
    if state.phase != TRADE_HIRE:
        return []
    found = []
    lying = cards_in(state)
    for seat in turns.later_parts(state):
        data: Json = {"seat": seat, "coins": 0, "cards": lying}
        for why, coins, count in turns.incomes(state, seat, lying):
            data.update(coins=data["coins"] + coins * count, why=why, count=count)
        found.append(data)
    return found


def pending(state: State) -> Json | None:
    waiting = state.pending
    if isinstance(waiting, PendingRepel):
        return {
            "kind": waiting.kind,
            "by": state.active,
            "harbor_index": waiting.harbor_index,
            "must_decide": waiting.must_decide,
            "swords": waiting.swords,
            "needed": waiting.needed,
        }
    return None if waiting is None else {"kind": waiting.kind}


ENTRY_FIELDS = (
    *("name", "after", "seat", "options"),
    *("repel", "harbor_index", "expedition_index", "bonus", "draw_pile", "discard_pile", "had"),
    *("why", "times", "other", "instead_of"),
)


def entry(found: Entry) -> Json:
    """An entry in the form in which it is read."""
    data: Json = {"type": found.type}
    if found.by is not None:
        data["by"] = found.by
    for name in ENTRY_FIELDS:
        value = getattr(found, name, None)
        if value is not None:
            data[name] = dict(value) if name == "options" else value
    for name in ("passing", "rest", "learn"):
        if getattr(found, name, False):
            data[name] = True
    if hasattr(found, "card"):
        data["card"] = card(found.card)
    if isinstance(found, Missing):
        data["count"] = found.count
    if getattr(found, "cards", ()):
        data["cards"] = [card(item) for item in found.cards]  # type: ignore[union-attr]
    discard = getattr(found, "discard", None)
    if discard is not None:
        data["discard"] = list(discard)
    coins = getattr(found, "coins", None)
    if coins or (isinstance(found, Join) and coins is not None):
        data["coins"] = (
            coins if isinstance(coins, int) else {str(seat): counted for seat, counted in coins.items()}
        )
    for name in ("display", "expeditions"):
        if seen := getattr(found, name, None):
            data[name] = {str(seat): [card(item) for item in cards] for seat, cards in seen.items()}
    return data


def score(state: State) -> Json:
    """The ranking with the tie-break as a proof."""
    found = ending.score(state)
    return {
        "final": found.final,
        "reason": found.reason,
        "winners": list(found.winners),
        "ineligible": list(found.ineligible),
        "ranking": [
            {
                "place": place,
                "seat": standing.seat,
                "name": standing.name,
                "vp": standing.vp,
                "coins": standing.coins,
                "expeditions": standing.expeditions,
                "items": [{"card": card(item), "vp": getattr(item, "vp", 0) or 0} for item in standing.items],
            }
            for place, standing in zip(found.places, found.ranking, strict=True)
        ],
        "proof": [
            {"by": step.by, "values": dict(step.values), "left": list(step.left), "rule": step.rule}
            for step in found.proof
        ],
    }


def setup(found: Setup) -> Json:
    data: Json = {
        "edition": found.edition,
        "modules": list(found.modules),
        "options": dict(found.options),
        "players": list(found.players),
    }
    if found.situation is not None:
        data["situation"] = found.situation
    if found.box:
        data["box"] = own_box(found.box)
    if found.settled is not None:
        kept = found.settled
        data["settled"] = {
            "engine": kept.engine,
            "switches": dict(kept.switches),
            "options": dict(kept.options),
        }
    return data
