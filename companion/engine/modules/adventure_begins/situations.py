"""Situations in mid-game, counting, and who leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.engine.following.moments import Left, Resumed, Told
from companion.engine.house.living import set_room
from companion.engine.refusals import Malformed
from companion.engine.table.draft import Draft
from companion.engine.table.state import Game
from companion.engine.values import flag, label, mapping, number, sequence, word

from . import added, effects, items, missions, month, people
from .course import ask, opened
from .missions import ITEMS, Laid
from .moment import change
from .month import Month, Unread
from .people import Adventurer

MOST_MONTHS = 30


def begin_people(game: Game) -> tuple[Adventurer, ...]:
    return (Adventurer(),) * len(game.setup.players)


def told(draft: Draft, moment: Told) -> None:
    """Missions with their markers, characters, crowns and items, and where the month stands."""
    said = moment.situation
    live = draft.game.parts_open_by_themselves
    if "track" in said:
        spaces = sorted(_space(one) for one in mapping(said["track"], "situation.track"))
        box = draft.game.box.with_fact(people.TRACK, people.TRACK, {"spaces": spaces})
        draft.game = replace(draft.game, box=box)
    for name, count in () if live else added.totals(draft.game).items():
        # A ruling need not say which cards were shuffled in.
        added.put(draft, name, count)
    for name, count in mapping(said.get("added") or {}, "situation.added").items():
        if name not in added.totals(draft.game):
            raise Malformed("situation.added", "one_of", choices=tuple(added.totals(draft.game)))
        added.put(draft, name, number(count, "situation.added", added.totals(draft.game)[name]))
    rows = [mapping(row, "situation.players") for row in said["players"]]
    lists = [sequence(row.get("missions") or [], "situation.players.missions", 4) for row in rows]
    done = [[label(one, "situation.players.missions") for one in row] for row in lists]
    told_of = sequence(said.get("missions") or [], "situation.missions", missions.MOST_LAID)
    laid = [_laid(draft.game, one) for one in told_of]
    numbers = [one.number for one in laid]
    if len(set(numbers)) != len(numbers):
        raise Malformed("situation.missions", "each_once")
    if live and any(one not in numbers for row in done for one in row):
        raise Malformed("situation.players.missions", "lies_there")
    more = dict.fromkeys(one for row in done for one in row if one not in numbers)
    found = [*laid, *map(Laid, more)]
    set_room(draft, missions.ROOM, tuple(_with_players(one, done) for one in found))
    for seat, row in enumerate(rows):
        _player(draft, seat, row, missions.done_by(draft, seat))
    if live and laid:
        set_room(draft, month.ROOM, _month(draft, said))
        people.set_shared(draft)
    elif not live and isinstance(said.get("effect"), Mapping | list):
        month.change(draft, told=_effects(draft, said["effect"]))


def _laid(game: Game, said: object) -> Laid:
    """A mission by its number, or with whose markers stand there in order; raises Malformed."""
    field = "situation.missions"
    if not isinstance(said, Mapping):
        return Laid(label(said, field))
    seats = {
        name: tuple(_seat(one, game, f"{field}.{name}") for one in sequence(said.get(name) or [], field, 4))
        for name in ("completed_by", "waiting", "unpaid")
    }
    return Laid(label(said.get("number"), f"{field}.number"), *seats.values())


def _seat(said: object, game: Game, field: str) -> int:
    if isinstance(said, str) and said in game.names:
        return game.names.index(said)
    return number(said, field, len(game.names) - 1)


def _with_players(one: Laid, done: list[list[str]]) -> Laid:
    """Whoever says that he has completed it comes after those whose order is told."""
    more = (seat for seat, row in enumerate(done) if one.number in row and seat not in one.done)
    return one._replace(done=(*one.done, *more))


def _space(value: object) -> int:
    told = int(value) if isinstance(value, str) and value.isdecimal() else value
    return number(told, "situation.track", people.MOST_SPACE)


def _player(draft: Draft, seat: int, row: Mapping[str, Any], listed: int) -> None:
    field = "situation.players"
    who = row.get("character")
    color = row.get("character_color")
    many = number(row.get("missions_done", listed), f"{field}.missions_done", missions.MARKERS)
    paid = number(row.get("markers_paid", 0), f"{field}.markers_paid", missions.MARKERS)
    opened = max(many, listed) + paid
    if flag(row.get("trophy", False), f"{field}.trophy") and opened < 2:
        paid += 2 - opened
    people.change(
        draft,
        seat,
        character=None if who is None else people.character(who, f"{field}.character"),
        color=None if color is None else word(color, f"{field}.character_color", draft.game.opened.colors),
        crowns=number(row.get("crowns", 0), f"{field}.crowns", people.MOST_CROWNS),
        paid=paid,
        elsewhere=max(0, many - listed),
    )
    for said in sequence(row.get("items") or [], f"{field}.items", 20):
        what = word(said, f"{field}.items", ITEMS)
        card = items.place(draft.game, items.all_items(draft), what, f"{field}.items")
        items.lay(draft, items.Item(seat, what, card))
    used = number(row.get("lookout_used", 0), f"{field}.lookout_used", 9)
    if used and seat == draft.active:
        change(draft, looked=used)


def _effects(draft: Draft, told_: object) -> tuple[effects.Effect, ...]:
    """What a ruling says of this turn's event; in other words than these it is nothing that could be worked out."""
    rows = told_ if isinstance(told_, list) else [told_]
    try:
        return effects.read(rows, "situation.effect", draft.game.opened.colors)
    except Malformed:
        return ()


def _unread(game: Game, said: object) -> Unread:
    """An event that nobody has read, with whom it may be for; raises Malformed."""
    field = "situation.month.unread"
    row = mapping(said, field)
    whom = mapping(row.get("seats"), f"{field}.seats")
    seats = {
        who: tuple(_seat(one, game, field) for one in sequence(whom.get(who) or [], field, 4))
        for who in effects.WHOS
    }
    return Unread(number(row.get("place"), f"{field}.place", month.MOST_PLACES), tuple(seats.items()))


def _begun(draft: Draft, said: Mapping[str, Any]) -> bool:
    """Whoever has drawn or takes cards has turned an event up."""
    return bool(draft.drawn) or said.get("phase", "discover") != "discover"


def _month(draft: Draft, said: Mapping[str, Any]) -> Month:
    """How many-th month, how many events are left before Month's End, and the one that holds now (`turned`: whether this
    turn has one already).
    """
    field = "situation.month"
    row = said.get("month") or {}
    row = {"number": row} if isinstance(row, int) else mapping(row, field)
    which = number(row.get("number", 1), f"{field}.number", MOST_MONTHS, 1)
    size = min(month.dealt(draft.game) + which - 1, missions.data()["events"]["zero"] + 1)
    left = number(row.get("left", size), f"{field}.left", size)
    deck: list[str | None] = [None] * size
    known = sequence(row.get("events") or [], f"{field}.events", size)
    for place, name in enumerate(known):
        if name is not None and name not in month.known(draft.game):
            raise Malformed(f"{field}.events", "event")
        deck[place] = name
    begun = flag(row.get("turned", _begun(draft, said)), f"{field}.turned")
    at = size - left
    told_of = sequence(row.get("unread") or [], f"{field}.unread", MOST_MONTHS)
    unread = tuple(_unread(draft.game, one) for one in told_of)
    if any(one.place >= size for one in unread):
        raise Malformed(f"{field}.unread", "whole_number", least=0, most=size - 1)
    here = month.UNREAD if any(one.place == at - 1 for one in unread) else month.OVER
    event = ((deck[at - 1] if at else None) or here) if begun else None
    return Month(which, tuple(deck), at, event, unread=unread)


def resumed(draft: Draft, moment: Resumed) -> None:
    """What was open when the situation was told."""
    said = moment.situation
    if said.get("occasions") is not None:
        _at_this_moment(draft, mapping(said["occasions"], "situation.occasions"))
    else:
        change(draft, colors=0, cards=0)
        change(draft, open=opened(draft))
    if said.get("last_tax_paid_turns_ago") or said.get("turns_since_met"):
        seats = range(len(draft.players))
        timed = [one for one in missions.candidates(draft) if missions.mission(draft, one).timed]
        change(draft, open=(), missed=frozenset((seat, one) for seat in seats for one in timed))
    ask(draft)


def _at_this_moment(draft: Draft, said: Mapping[str, Any]) -> None:
    """As the view of the table has it that is told: whose occasion is here, who has paid the tax, who may still complete
    after the own part.
    """
    field = "situation.occasions"

    def seats(name: str) -> tuple[int, ...]:
        return tuple(_seat(one, draft.game, field) for one in sequence(said.get(name) or [], field, 12))

    goals = {missions.mission(draft, number).id: number for number in missions.candidates(draft)}
    names = [word(one, field) for one in sequence(said.get("open") or [], field, missions.MOST_LAID)]
    here = tuple(goals[one] for one in names if one in goals)
    change(draft, open=here, paid=seats("paid"), linger=seats("linger"))


def left(draft: Draft, moment: Left) -> None:
    """Who leaves takes nothing along; the markers stay."""
    items.left(draft, moment.seat)
    crowns = people.person(draft, moment.seat).crowns
    if crowns:
        points = people.points_of(draft, moment.seat)
        people.change(draft, moment.seat, crowns=0)
        player = draft.players[moment.seat]
        draft.players[moment.seat] = player._replace(vp=player.vp - points)
