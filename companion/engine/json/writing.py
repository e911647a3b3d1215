"""JSON out: the view, the ledger, refusals, the score, the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import starmap
from typing import TYPE_CHECKING, Any, cast

from companion.engine.entering.entries import Entry, Key, SaidGoal, keys_of
from companion.engine.entering.templates import Ask, Template
from companion.engine.following.ledger import LedgerLine
from companion.engine.house.building import added
from companion.engine.house.living import house, lent, swords_of, top_of
from companion.engine.printed.cards import Card, HarborCard, Person
from companion.engine.printed.manifests import way_of
from companion.engine.refusals import Reason
from companion.engine.rules import discover, ending, extra_tax, how_told, kept_lightly, turns
from companion.engine.rules.allowed import allowed
from companion.engine.rules.incomes import incomes
from companion.engine.rules.odds import odds
from companion.engine.rules.offers import offer, price_changes
from companion.engine.rules.record import Recorded
from companion.engine.rules.trade import had_his_part
from companion.engine.table.draft import cards_in
from companion.engine.table.seats import around
from companion.engine.table.state import CARDS, DISCOVER, TAKES, TRADE_HIRE, Decision, Setup, State
from companion.engine.values import NOTHING

from .box_json import own_box, table_box
from .card_writing import card as card
from .card_writing import expedition, harbor_card, person

if TYPE_CHECKING:
    from . import shapes

Json = dict[str, Any]


# Most of what is told is told as it is.
PLAIN = frozenset((int, str, bool, type(None)))


def params(found: Mapping[str, object]) -> dict[str, Any]:
    return {key: value if type(value) in PLAIN else _told(value) for key, value in found.items()}


def _told(value: object) -> object:
    if isinstance(value, Card):
        return card(value)
    if isinstance(value, tuple) and any(isinstance(one, Card) for one in value):
        return [_told(one) for one in value]
    return value


def reason(found: Reason) -> shapes.Refusal:
    return {
        "code": found.code,
        "rule": found.rule,
        "params": params(found.params),
        "overridable": found.overridable,
    }


def ledger_line(line: LedgerLine) -> shapes.LedgerLine:
    data: shapes.LedgerLine = {"why": line.why, "rule": line.rule}
    if line.seat is not None:
        data["seat"] = line.seat
    if line.coins:
        data["coins"] = line.coins
    if line.params:
        data["params"] = params(line.params)
    return data


def recorded(found: Recorded) -> shapes.Happened:
    """What an entry brought about."""
    data: shapes.Happened = {
        "reason": found.reason,
        "ledger": [ledger_line(line) for line in found.ledger],
    }
    if found.overridden:
        data["overridden"] = [reason(item) for item in found.overridden]
    return data


def template(found: Template) -> shapes.Template:
    """A template: the keys of the entry, what it costs or brings, what still has to be said. Those of modules have their
    figures apart, so that everything else but a few names goes back as the entry.
    """
    data: shapes.Template = {"type": found.type, "by": found.by, "allowed": found.refusal is None}
    # Keys and figures come from the rules by name; tests hold them to the declaration.
    named = cast(Json, data)
    for name, value in found.keys.items():
        named[name] = list(value) if isinstance(value, tuple) else value
    if found.card is not None:
        data["card"] = card(found.card)
    if found.module is None:
        named.update(found.figures)
    else:
        data["module"] = found.module
        if found.figures:
            named["figures"] = dict(found.figures)
    if found.asks:
        data["asks"] = [_ask(one) for one in found.asks]
        many = next((one.many for one in found.asks if one.key == "cards"), None)
        if many is not None:
            data["cards"] = many
    if found.answers is not None:
        data["answers"] = found.answers
    if found.about:
        named["about"] = dict(found.about)
    if found.refusal is not None:
        data["refusal"] = reason(found.refusal)
    return data


def _ask(found: Ask) -> shapes.Ask:
    data: shapes.Ask = {"key": found.key, "of": found.of}
    if found.many is not None:
        data["count"] = found.many
    if found.choices:
        data["choices"] = list(found.choices)
    if found.most is not None:
        data["most"] = found.most
    if found.coins is not None:
        data["coins"] = found.coins
    return data


def table(state: State) -> shapes.Table:
    """The state itself, with what may be entered now."""
    fresh = ending.triggered(state)
    boxed = state.game.rules.special_expedition == "removed"
    data: shapes.Table = {
        "way": way_of(state.game.setup.modules),
        "phase": state.phase,
        "active": state.active,
        "acting": state.acting,
        "start_player": state.game.start_player,
        "round": state.round,
        "players": [_player(state, seat) for seat in range(len(state.players))],
        "order": list(state.game.order),
        "harbor": [
            _lying(state, index, found) for index, found in enumerate(state.harbor) if found is not None
        ],
        "taken": [
            {"index": one.index, "card": harbor_card(one.card), "seat": one.seat, "coins": one.coins}
            for one in state.taken
        ],
        "expeditions": [
            {"index": index, "card": expedition(found)} for index, found in enumerate(state.expeditions)
        ],
        "draw_pile": state.draw_pile,
        "discard_pile": state.discard_pile,
        "unseen": {
            str(kind.card.id): left
            for kind, left in zip(state.game.deck.kinds, state.unseen, strict=True)
            if left or not (kind.special and boxed)
        },
        "takes": _takes(state),
        "parts": parts(state),
        "end_triggered": fresh,
        "remaining_active": list(ending.remaining_active(state)) if fresh else [],
        "pending": pending(state),
        "claimant": state.claimant,
        "allowed": [template(found) for found in allowed(state)],
    }
    over = had_part(state)
    if over:
        data["had_part"] = over
    if state.game.rules.ends_by_points:
        data["required_vp"] = state.game.rules.required_vp
    if state.game.coach:
        data["coach"] = True
        _odds(state, data)
    top = top_of(state)
    if top is not None:
        data["on_top"] = card(top)
    _lightly(state, data)
    if state.decisions:
        data["decisions"] = [decision(one) for one in state.decisions]
    _of_modules(state, data)
    if state.outcome is not None:
        ended = state.outcome
        data["ended"] = {"outcome": ended.outcome, "why": ended.rule, "title": ended.title}
        if ended.checks:
            data["ended"]["checks"] = [
                {"what": what, "have": have, "need": need} for what, have, need in ended.checks
            ]
    if state.game.box:
        data["box"] = table_box(state.game.box, state.game.deck)
    return data


def _lightly(state: State, data: shapes.Table) -> None:
    """How much the group tells, where it may tell less than every card, and what nobody knows because of that."""
    ways = how_told.ways(state)
    if len(ways) > 1:
        data["keeping"] = {"how": state.game.keeping, "ways": list(ways), "now": how_told.way(state)}
        if state.game.keeping == TAKES and kept_lightly.count_matters(state):
            data["keeping"]["counts"] = True
    if state.untold != 0:
        data["untold"] = state.untold
    if not state.game.followed:
        data["unfollowed"] = True


def _odds(state: State, data: shapes.Table) -> None:
    """What the next card may be, where the group wants to know."""
    found = odds(state)
    if found is not None:
        data["odds"] = {
            "cards": found.cards,
            "pile": found.pile,
            "outcomes": [
                {"what": what, "count": sum(cards.values()), "cards": cards}
                for what, cards in found.outcomes.items()
            ],
        }


def _of_modules(state: State, data: shapes.Table) -> None:
    """What the modules show besides: goals, countdowns and what all need together; of each player badges and tracks."""
    # Modules show what they like by its name; tests hold it to the declaration.
    players = cast("list[Json]", data["players"])
    every = ((door.module, shows(state)) for door in house(state).doors for shows in door.shows)
    for module, shown in every:
        rows = [(cast(Json, data), name, told) for name, told in shown.items() if name != "players"]
        for name, by_seat in shown.get("players", NOTHING).items():
            rows += [(players[seat], name, told) for seat, told in by_seat.items()]
        for row, name, told in rows:
            if isinstance(told, int):
                row[name] = told
            elif isinstance(told, Mapping):
                row[name] = {**row.get(name, NOTHING), **{str(key): one for key, one in told.items()}}
            elif told is not None:
                more = [{**one, "module": module} if isinstance(one, dict) else one for one in told]
                row.setdefault(name, []).extend(more)


def _player(state: State, seat: int) -> shapes.Player:
    player, lends = state.players[seat], lent(state, seat)
    discount, extra_takes = player.discount, player.extra_takes
    for _, able in lends:
        discount += able.discount
        extra_takes += able.extra_takes
    return {
        "seat": seat,
        "name": player.name,
        "coins": player.coins,
        "vp": player.vp,
        "swords": swords_of(state, seat),
        "discount": discount,
        "extra_takes": extra_takes,
        "display": list(map(person, player.display)),
        "expeditions": list(map(expedition, player.expeditions)),
    }


def _lying(state: State, index: int, found: HarborCard) -> shapes.Lying:
    data: shapes.Lying = {"index": index, "card": harbor_card(found)}
    if state.phase == DISCOVER and not (isinstance(found, Person) and found.cost is None):
        price = offer(state, state.active, index)
        if price.is_ship:
            data["gain"], data["trader"] = price.gain, price.trader
            if price.stay is not None:
                data["ship_to"], data["points"] = price.stay
        else:
            data["price"], data["discount"] = price.price, price.discount
            changes = isinstance(found, Person) and price_changes(state, state.active, found)
            if changes:
                data["price_by"] = [{"why": why, "count": more} for why, more in changes.items()]
    return data


def _takes(state: State) -> shapes.Takes | None:
    takes = state.takes
    seat = state.acting
    if state.phase == DISCOVER and how_told.way(state) != CARDS:
        return None
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


def parts(state: State) -> list[shapes.Part]:
    """Whose parts follow, in order, with what each would pay if it opened with the cards lying now."""
    if state.phase != TRADE_HIRE:
        return []
    found = []
    lying = cards_in(state)
    for seat in turns.later_parts(state):
        data: shapes.Part = {"seat": seat, "coins": 0, "cards": lying}
        paid = incomes(state, seat, lying)
        if paid:
            data["coins"] = sum(due.coins * due.persons for due in paid)
            data["why"], data["count"] = paid[0].why, paid[0].persons
        if len(paid) > 1:
            data["pays"] = [
                {"why": due.why, "coins": due.coins * due.persons, "count": due.persons} for due in paid
            ]
        found.append(data)
    return found


def had_part(state: State) -> list[int]:
    """Whose part of this turn is over, in order."""
    if state.phase != TRADE_HIRE:
        return []
    return [seat for seat in around(state, state.active) if had_his_part(state, seat)]


def pending(state: State) -> shapes.Pending | None:
    """The open question of the base game, as it was told before several could be open."""
    for asked in state.decisions:
        if asked.kind == discover.REPEL:
            about = asked.about
            return {
                "kind": "repel",
                "by": asked.seat,
                "must_decide": asked.must,
                "harbor_index": about["harbor_index"],
                "swords": about["swords"],
                "needed": about["needed"],
            }
        if asked.kind == extra_tax.KIND:
            return {"kind": "extra_tax"}
    return None


def decision(found: Decision) -> shapes.Decision:
    return {"kind": found.kind, "by": found.seat, "must": found.must, "about": params(found.about)}


def _said_goal(value: SaidGoal) -> str | Json:
    """The name alone where nothing else was said."""
    data: Json = {"name": value.name}
    if value.spaces:
        data["spaces"] = list(value.spaces)
    data |= value.besides
    return data if len(data) > 1 else value.name


def _cards_by_seat(value: Any) -> Json:
    return {str(seat): [card(item) for item in cards] for seat, cards in value.items()}


# How the kinds of values that entries declare are written; `shapes.WRITTEN` says what they are then.
WRITERS: Mapping[str, Callable[[Any], Any]] = {
    "card": card,
    "cards": lambda value: [card(item) for item in value],
    "words": list,
    "seats": list,
    "options": dict,
    "numbers_by_seat": lambda value: {str(seat): counted for seat, counted in value.items()},
    "colors_by_seat": lambda value: {str(seat): list(colors) for seat, colors in value.items()},
    "steps_by_seat": lambda value: {str(seat): dict(steps) for seat, steps in value.items()},
    "words_by_seat": lambda value: {str(seat): list(words) for seat, words in value.items()},
    "labels": list,
    "numbers": list,
    "counts": dict,
    "record": dict,
    "rows": lambda value: [dict(row) for row in value],
    "goals": lambda value: [_said_goal(one) for one in value],
    "persons_by_seat": _cards_by_seat,
    "expeditions_by_seat": _cards_by_seat,
}


def entry(found: Entry) -> shapes.Entry:
    """An entry in the form in which it is read, with the keys that its form declares; what was left out is left out."""
    data: Json = {"type": found.type}
    if found.by is not None:
        data["by"] = found.by
    for name, (declared, otherwise) in keys_of(type(found)).items():
        value = getattr(found, name)
        if value == otherwise and (value is None or value is False or value == {}):
            continue
        data[name] = _value(declared, value)
    more = getattr(found, "more", NOTHING)
    if more:
        declared_keys = added(found.type)
        data.update({name: _value(declared_keys[name], value) for name, value in more.items()})
    return cast("shapes.Entry", data)


def _value(declared: Key, value: Any) -> Any:
    return WRITERS[declared.of](value) if declared.of in WRITERS else value


def score(state: State) -> shapes.Score:
    """The ranking with the tie-break as a proof."""
    found = ending.score(state)
    data: shapes.Score = {
        "final": found.final,
        "reason": found.reason,
        "outcome": found.outcome,
        "title": found.title,
        "winners": list(found.winners),
        "ineligible": list(found.ineligible),
        "ranking": [
            {
                "place": place,
                # Only a ruling ranks whoever has no seat.
                "seat": cast(int, standing.seat),
                "name": standing.name,
                "vp": standing.vp,
                "coins": standing.coins,
                "expeditions": standing.expeditions,
                "items": [*map(_card_item, standing.items), *starmap(_labelled_item, standing.others)],
            }
            for place, standing in zip(found.places, found.ranking, strict=True)
        ],
        "proof": [
            {"by": step.by, "values": dict(step.values), "left": list(step.left), "rule": step.rule}
            for step in found.proof
        ],
    }
    if found.points is not None:
        data["points"] = found.points
    if found.ladder:
        data["ladder"] = [{"title": title, "from": least} for title, least in found.ladder]
        data["before"] = found.before
    return data


def _card_item(found: Card) -> shapes.ScoreItem:
    return {"card": card(found), "vp": getattr(found, "vp", 0) or 0}


def _labelled_item(label: str, points: int) -> shapes.ScoreItem:
    return {"label": label, "vp": points}


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
    if found.campaign:
        data["campaign"] = dict(found.campaign)
    if found.settled is not None:
        kept = found.settled
        data["settled"] = {
            "engine": kept.engine,
            "switches": dict(kept.switches),
            "options": dict(kept.options),
        }
    return data
