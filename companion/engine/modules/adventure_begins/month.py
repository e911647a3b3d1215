"""Phase 0: the event deck, what an event does, and how a month goes on (C90)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from companion.engine.entering.entries import Key, key
from companion.engine.entering.templates import Ask, Template
from companion.engine.goals import course
from companion.engine.house.brought import Figure
from companion.engine.house.living import room, set_room
from companion.engine.printed.box import Box
from companion.engine.printed.cards import Abilities, Card, HarborCard, Ship
from companion.engine.refusals import Malformed, Reason
from companion.engine.rules import seating, turns
from companion.engine.table.draft import Draft, Table
from companion.engine.table.lately import lately
from companion.engine.table.seats import around, next_seat
from companion.engine.table.state import DISCOVER, GAME_OVER, Game
from companion.engine.values import flag, mapping, number, sequence

from . import effects, learning, missions, people
from .effects import Effect
from .items import wanted

ROOM, FACT, RULE = "month", "event", "event"
LAST = "months_end"
# What holds in a turn whose event was Month's End, or one that nobody has told.
OVER = "over"
# And in one whose event nobody has read yet.
UNREAD = "unread"
MOST_PLACES = 13
# Thirteen events with a 0 and the one with a 1.
MOST_MONTHS, MOST_EVENTS = 30, 14
LEFT = "events_left"
COUNTED = {
    LEFT: Key("number", "With a count: how many events lie above Month's End.", most=MOST_EVENTS),
}


class Walk(NamedTuple):
    """Month's End under way, as the mission says that was the newest when it began: the mission asked about and whether
    it is done, the story card to be read, who may pay and who has; `nine`: the chapter is over (`004 Phase 0`, C91).
    """

    asks: str | None = None
    done: bool | None = None
    story: str | None = None
    read: bool = False
    pays: bool = False
    paid: tuple[int, ...] = ()
    nine: bool = False


class Unread(NamedTuple):
    """An event that nobody entered when it was revealed: where in the deck, and whom each `who` meant then."""

    place: int
    seats: tuple[tuple[str, tuple[int, ...]], ...]


class Month(NamedTuple):
    """The event deck from its top, without Month's End: ids, None for those that nobody knows; `at`: how many are turned
    up; `event`: what holds this turn (None: not revealed yet), LAST at Month's End. `told`: the effects of a ruling;
    `unread`: what may have to be paid later.
    """

    number: int = 0
    deck: tuple[str | None, ...] = ()
    at: int = 0
    event: str | None = None
    walk: Walk | None = None
    told: tuple[Effect, ...] = ()
    unread: tuple[Unread, ...] = ()


EFFECTS = Key("rows", "What an event does, {when, what, count, who, color}.", most=effects.MOST_EFFECTS)


@dataclass(frozen=True, slots=True)
class RevealEvent:
    """The first thing in a turn: the top card of the event deck, by its id where it is known, by what is entered from it, or to
    be read later. Its order is kept, so that in later months all but the newest are known.
    """

    event: str | None = field(
        default=None, metadata=key(Key("id", "With reveal_event: one that is known already."))
    )
    effects: tuple[Mapping[str, Any], ...] = field(default=(), metadata=key(EFFECTS))
    unread: bool = field(default=False, metadata=key(Key("flag", "With reveal_event: it is read later.")))
    by: int | None = None
    type: ClassVar[str] = "reveal_event"


@dataclass(frozen=True, slots=True)
class LearnEvent:
    """What an event does that was revealed unread; what waited for it is paid by `pay_rewards`."""

    place: int = field(
        metadata=key(Key("number", "With learn_event: its place in the deck, 0 the top.", most=MOST_PLACES))
    )
    effects: tuple[Mapping[str, Any], ...] = field(metadata=key(EFFECTS))
    by: int | None = None
    type: ClassVar[str] = "learn_event"


def month(table: Table) -> Month:
    found: Month = room(table, ROOM)
    return found


def change(draft: Draft, **changes: Any) -> None:
    set_room(draft, ROOM, month(draft)._replace(**changes))


def next_turn(was: Month, busted: bool) -> Month:
    return was._replace(event=None, told=(), walk=None)


# The deck


def zeros(way_together: bool, players: int) -> int | None:
    """How many events with a 0 are dealt for so many players; None where nobody plays so."""
    table: Mapping[str, int] = missions.data()["events"]["together" if way_together else "against"]
    return table.get(str(players))


def dealt(game: Game) -> int:
    """The events of the first month."""
    players = len(game.setup.players)
    return (zeros(people.together(game), players) or 0) + plus_one(players)


def plus_one(players: int) -> int:
    """Alone and for two the event with a 1 is shuffled in."""
    return int(players <= missions.data()["events"]["one_up_to"])


def first_month(draft: Draft) -> None:
    """The event deck lies there, its cards unseen."""
    set_room(draft, ROOM, Month(1, (None,) * dealt(draft.game)))


def fresh_left(table: Table) -> int:
    """Events with a 0 that were never dealt."""
    game = table.game
    used = len(month(table).deck) - plus_one(len(game.setup.players))
    return max(0, int(missions.data()["events"]["zero"]) - used)


def due(table: Table) -> bool:
    """The turn has to begin with an event."""
    if table.phase != DISCOVER or table.drawn or not table.game.parts_open_by_themselves:
        return False
    now = month(table)
    return now.number > 0 and now.event is None


def seats_stay(table: Table, by: int) -> Reason | None:
    """An event is a card that was drawn, and may have meant who begins."""
    return seating.STAY if month(table).event is not None else None


def last_due(table: Table) -> bool:
    """The next card is Month's End."""
    now = month(table)
    return now.at >= len(now.deck)


def flip(draft: Draft) -> None:
    """The discarded events become the deck again, unshuffled, with a new one on top where there is one."""
    now = month(draft)
    deck = (None, *now.deck) if fresh_left(draft) else now.deck
    more = len(deck) - len(now.deck)
    unread = tuple(one._replace(place=one.place + more) for one in now.unread)
    change(draft, number=now.number + 1, deck=deck, at=0, walk=None, event=OVER, unread=unread)
    figures = {"count": len(deck), "month": now.number + 1}
    draft.say("events_flipped", LAST, params=figures)


# Turning one up


def known(game: Game) -> tuple[str, ...]:
    return tuple(game.box.facts.get(FACT, {}))


def of_id(game: Game, name: str | None) -> tuple[Effect, ...]:
    return () if name is None else _read_before((game.box, name))


@lately(512)
def _read_before(of: tuple[Box, str]) -> tuple[Effect, ...]:
    box, name = of
    told = box.fact(FACT, name)
    return tuple(Effect(**row) for row in told["effects"]) if told else ()


def read_fact(name: str, value: object) -> Mapping[str, Any]:
    """What an event does; raises Malformed."""
    row = mapping(value, FACT)
    found = effects.read(row.get("effects"), "event.effects", learning.colors())
    if effects.id_of(found) != name:
        raise Malformed(f"event.{name[:40]}", "one_of", choices=(effects.id_of(found),))
    return {"effects": effects.told(found)}


def reveal_reason(table: Table, by: int) -> Reason | None:
    if table.phase == GAME_OVER:
        return Reason("GAME_OVER", "last_round")
    if by != table.active:
        return Reason("NOT_YOUR_TURN", "turn_order", {"seat": table.active})
    if table.phase != DISCOVER or table.drawn:
        return Reason("WRONG_PHASE", RULE, {"phase": table.phase})
    if month(table).event is not None or not month(table).number:
        return Reason("NO_EFFECT", RULE)
    return None


def reveal(draft: Draft, entry: RevealEvent, by: int) -> None:
    """What it does now happens; the rest holds this turn."""
    against = reveal_reason(draft, by)
    if against is not None:
        draft.refuse(against.code, against.rule, **against.params)
    if last_due(draft):
        draft.refuse("NO_EFFECT", LAST)
    draft.lapse()
    turns.under_way(draft)
    now = month(draft)
    expected = now.deck[now.at]
    if entry.unread and expected is None:
        _unread(draft, by)
        return
    name = _id(draft, entry)
    if expected is not None and name != expected:
        draft.contest(Reason("EVENT_ORDER", RULE, {"event": expected}, overridable=True))
    change(draft, deck=(*now.deck[: now.at], name, *now.deck[now.at + 1 :]), at=now.at + 1, event=name)
    draft.say("event", RULE, by, params={"event": name, "left": len(now.deck) - now.at - 1})
    for one in of_id(draft.game, name):
        if one.when == effects.NOW:
            happen(draft, one)


def _unread(draft: Draft, by: int) -> None:
    """It lies there; whom it is for is known already, what it does is not."""
    now = month(draft)
    whom = tuple((who, effects.seats_of(draft, who)) for who in effects.WHOS)
    change(draft, at=now.at + 1, event=UNREAD, unread=(*now.unread, Unread(now.at, whom)))
    draft.say("event_unread", RULE, by, params={"left": len(now.deck) - now.at})


def learn(draft: Draft, entry: LearnEvent, by: int) -> None:
    """The turn goes on with what it does; what it did at once waits to be paid."""
    now = month(draft)
    if all(one.place != entry.place for one in now.unread) or now.deck[entry.place] is not None:
        draft.refuse("NO_EFFECT", RULE)
    name = _read(draft, entry.effects)
    here = now.event == UNREAD and entry.place == now.at - 1
    deck = (*now.deck[: entry.place], name, *now.deck[entry.place + 1 :])
    change(draft, deck=deck, event=name if here else now.event)
    draft.say("event_learned", RULE, params={"event": name})


def at_once(table: Table, one: Unread) -> tuple[Effect, ...]:
    """What an event that is read by now did when it was revealed."""
    name = month(table).deck[one.place]
    return () if name is None else _at_once(table.game.box, name)


def _at_once(box: Box, name: str) -> tuple[Effect, ...]:
    return tuple(effect for effect in _read_before((box, name)) if effect.when == effects.NOW)


def _read(draft: Draft, rows: object) -> str:
    found = effects.read(rows, "entry.effects", draft.game.opened.colors)
    name = effects.id_of(found)
    learning.note(draft, FACT, name, {"effects": effects.told(found)})
    return name


def _id(draft: Draft, entry: RevealEvent) -> str:
    if entry.effects:
        return _read(draft, entry.effects)
    if entry.event is None or entry.event not in known(draft.game):
        raise Malformed("entry.event", "event")
    return entry.event


def happen(draft: Draft, one: Effect, seats: Iterable[int] | None = None) -> None:
    """Coins or crowns, at once; or for those whom it was for when it was revealed."""
    for seat in effects.seats_of(draft, one.who) if seats is None else seats:
        if one.what == "crowns":
            people.add_crowns(draft, seat, one.count, "event")
        elif one.what == "coins" and one.count > 0:
            draft.earn(seat, one.count, "event_coins", RULE, {"count": one.count})
        elif one.what == "coins" and (lost := min(-one.count, draft.players[seat].coins)):
            draft.pay(seat, lost, "event_coins", RULE, {"count": lost})


# What holds this turn


def holding(table: Table, when: str, what: str, seat: int) -> list[Effect]:
    """The effects of this turn's event of that kind that are for the player."""
    return [
        one
        for one in here(table)
        if one.what == what and one.when == when and seat in effects.seats_of(table, one.who)
    ]


def here(table: Table) -> tuple[Effect, ...]:
    """What this turn's event does."""
    now = month(table)
    return of_id(table.game, now.event) + now.told


def lends(table: Table, seat: int) -> Iterable[tuple[str, Abilities]]:
    """Swords for this turn."""
    for one in here(table) if table.phase == DISCOVER else ():
        mine = seat == table.active if one.who == "active" else one.who == "all"
        if (one.when, one.what) == (effects.DISCOVER, "swords") and mine:
            yield RULE, Abilities(swords=one.count)


def no_repelling(table: Table, seat: int, ship: Card) -> Reason | None:
    """Ships of one color, where the event names one; else all."""
    colors = {one.color for one in holding(table, effects.DISCOVER, "no_repel", seat)}
    if None in colors:
        return Reason("EVENT_NO_REPEL", RULE, overridable=True)
    if isinstance(ship, Ship) and ship.color in colors:
        return Reason("EVENT_NO_REPEL", RULE, {"color": ship.color}, overridable=True)
    return None


def takes(table: Table, seat: int) -> Iterable[Figure]:
    return [Figure(RULE, one.count) for one in holding(table, effects.TRADE_HIRE, "takes", seat)]


def price(table: Table, seat: int, card: HarborCard) -> Iterable[Figure]:
    return [Figure(RULE, one.count) for one in holding(table, effects.TRADE_HIRE, "price", seat)]


def trade(table: Table, seat: int, card: HarborCard) -> Iterable[Figure]:
    """Ships pay more or less, never less than nothing; one that is kept pays none of it."""
    if not isinstance(card, Ship) or wanted(table):
        return
    for one in holding(table, effects.TRADE_HIRE, "trade", seat):
        if one.color in (None, card.color):
            yield Figure(RULE, max(-card.coins, one.count))


# Situations, and what the table counts


def _told_unread(game: Game, said: object) -> Unread:
    """An event that nobody has read, with whom it may be for; raises Malformed."""
    field = "situation.month.unread"
    row = mapping(said, field)
    whom = mapping(row.get("seats"), f"{field}.seats")
    seats = tuple((who, course.seats(whom, who, game.names, field)) for who in effects.WHOS)
    return Unread(number(row.get("place"), f"{field}.place", MOST_PLACES), seats)


def _begun(draft: Draft, said: Mapping[str, Any]) -> bool:
    """Whoever has drawn or takes cards has turned an event up."""
    return bool(draft.drawn) or said.get("phase", "discover") != "discover"


def of_situation(draft: Draft, said: Mapping[str, Any]) -> Month:
    """How many-th month, how many events are left before Month's End, and the one that holds now (`turned`: whether this
    turn has one already).
    """
    field = "situation.month"
    row = said.get("month") or {}
    row = {"number": row} if isinstance(row, int) else mapping(row, field)
    which = number(row.get("number", 1), f"{field}.number", MOST_MONTHS, 1)
    size = min(dealt(draft.game) + which - 1, missions.data()["events"]["zero"] + 1)
    left = number(row.get("left", size), f"{field}.left", size)
    deck: list[str | None] = [None] * size
    for place, name in enumerate(sequence(row.get("events") or [], f"{field}.events", size)):
        if name is not None and name not in known(draft.game):
            raise Malformed(f"{field}.events", "event")
        deck[place] = name
    begun = flag(row.get("turned", _begun(draft, said)), f"{field}.turned")
    at = size - left
    told_of = sequence(row.get("unread") or [], f"{field}.unread", MOST_MONTHS)
    unread = tuple(_told_unread(draft.game, one) for one in told_of)
    if any(one.place >= size for one in unread):
        raise Malformed(f"{field}.unread", "whole_number", least=0, most=size - 1)
    here = UNREAD if any(one.place == at - 1 for one in unread) else OVER
    event = ((deck[at - 1] if at else None) or here) if begun else None
    return Month(which, tuple(deck), at, event, unread=unread)


def told_effects(draft: Draft, said: Mapping[str, Any]) -> None:
    """What a ruling says of this turn's event; in other words than these it is nothing that could be worked out."""
    told = said.get("effect")
    if isinstance(told, Mapping | list):
        rows = told if isinstance(told, list) else [told]
        with suppress(Malformed):
            change(draft, told=effects.read(rows, "situation.effect", draft.game.opened.colors))


def counted(draft: Draft, left: object) -> None:
    """Those revealed lie on the other pile, in their order: both together are as many as before."""
    if not isinstance(left, int):
        return
    now = month(draft)
    size, was = len(now.deck), len(now.deck) - now.at
    if not now.number or now.event == LAST or now.walk is not None:
        # Where Month's End lies open no event is left; an undo takes it back.
        draft.refuse("WRONG_PHASE", LAST, phase=draft.phase)
    if left > size:
        draft.refuse("NOT_IN_THE_BOX", "count", count=size)
    if left != was:
        change(draft, at=size - left)
        draft.say("events_counted", "count", params={"from": was, "to": left})


# The view


def templates(table: Table) -> Iterator[Template]:
    """The next card, if it is an event: the one that is known to lie there, or any."""
    by, now = table.active, month(table)
    if not due(table) or last_due(table):
        return
    expected = now.deck[now.at]
    if expected is not None:
        yield Template(RevealEvent.type, by, keys={"event": expected})
        return
    if names := known(table.game):
        yield Template(RevealEvent.type, by, asks=(Ask("event", "word", choices=names),))
    yield Template(RevealEvent.type, by, asks=(Ask("effects", "rows"),))
    yield Template(RevealEvent.type, by, keys={"unread": True})


def turns_left(table: Table) -> list[int]:
    """Whose turns the cards are that are left, one each; the last one turns up Month's End."""
    now = month(table)
    if table.phase == GAME_OVER or now.event == LAST:
        return []
    first = table.active if now.event is None else next_seat(table, table.active)
    seats = around(table, first)
    return [seats[place % len(seats)] for place in range(len(now.deck) - now.at + 1)]


def countdown(table: Table) -> Mapping[str, Any]:
    now = month(table)
    over = now.event == LAST
    return {
        "id": "month",
        "left": 0 if over else len(now.deck) - now.at + 1,
        "of": len(now.deck) + 1,
        "number": now.number,
        "due": due(table),
        "turns": turns_left(table),
        "events": _shown((now, table.game.box)),
    }


@lately(512)
def _shown(of: tuple[Month, Box]) -> list[dict[str, Any]]:
    """The events of the deck from its top, and Month's End."""
    now, box = of
    events: list[dict[str, Any]] = []
    for place, name in enumerate(now.deck):
        state = "ahead" if place >= now.at else "done"
        if place == now.at - 1 and now.event == (name or UNREAD):
            state = "now"
        row: dict[str, Any] = {"state": state}
        waits = [
            {who: list(seats) for who, seats in one.seats}
            for one in now.unread
            if one.place == place and (name is None or _at_once(box, name))
        ]
        if waits:
            row["unread"] = waits
        if name is not None:
            row |= {"event": name, "effects": effects.told(_read_before((box, name)))}
        events.append(row)
    return [*events, {"state": "now" if now.event == LAST else "ahead", "last": True}]
