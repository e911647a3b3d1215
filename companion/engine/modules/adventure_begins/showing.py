"""What a phone shows of the adventure, and what may be entered about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import repeat
from typing import Any

from companion.engine.entering.templates import Ask, Template
from companion.engine.printed.cards import Ship
from companion.engine.refusals import Reason
from companion.engine.rules import allowed, discover, goals
from companion.engine.rules.trade import spent
from companion.engine.table.draft import Draft, Table
from companion.engine.table.lately import lately
from companion.engine.table.seats import around
from companion.engine.table.state import GAME_OVER, TRADE_HIRE, State

from . import (
    completing,
    crowns,
    ends,
    innkeeper,
    items,
    learning,
    lookout,
    missions,
    month,
    months_end,
    people,
    rewards,
    story,
)
from .completing import CompleteMission, LetGo, Standing
from .missions import Mission
from .moment import KIND, now, occasions
from .month import RevealEvent


def templates(state: State) -> Iterator[Template]:
    """What waits to be paid; the step that comes first, else the event, missions, and what else the cards allow."""
    yield from rewards.templates(state)
    if state.phase != GAME_OVER and (first := story.step(state)) is not None:
        yield from _setting_up(state, first)
        return
    yield from months_end.templates(state)
    if month.month(state).walk is None or state.phase == GAME_OVER:
        if month.due(state):
            yield from _events(state)
        yield from lookout.templates(state)
        yield from _keeping(state)
    yield from innkeeper.templates(state)
    yield from crowns.templates(state)
    yield from _completing(state)


def _setting_up(state: State, first: str) -> Iterator[Template]:
    by = state.active
    if first == story.CHARACTERS:
        for seat in state.game.order:
            if people.person(state, seat).character is None:
                yield from _characters(state, seat)
    elif first == story.COINS:
        count = story.to_share(state.game)
        asked = (Ask("coins", "numbers_by_seat", most=count),)
        yield Template(story.ShareCoins.type, by, figures={"coins": count}, asks=asked)
    elif first == story.MISSIONS:
        asked = (Ask("missions", "labels", missions.data()["variable_missions"]),)
        yield Template(story.LayMissions.type, by, asks=asked)
    else:
        keys = {"story": story.first_story(state.game)}
        yield Template(story.ReadStory.type, by, keys=keys, asks=(Ask("adds", "counts"),))


def _characters(state: State, seat: int) -> Iterator[Template]:
    taken = {people.person(state, other).character for other in state.game.order}
    for who in people.characters():
        if who in taken:
            continue
        known = state.game.box.fact(people.FACT, who) or {}
        asked = [] if "coins" in known else [Ask("coins", "number", most=people.MOST_COINS)]
        if who in people.OF_COLOR and "color" not in known:
            asked.append(Ask("color", "word", choices=state.game.opened.colors))
        figures = {"coins": known["coins"]} if "coins" in known else {}
        keys = {"character": who}
        yield Template(story.ChooseCharacter.type, seat, keys=keys, figures=figures, asks=tuple(asked))


def _events(state: State) -> Iterator[Template]:
    by, now_ = state.active, month.month(state)
    if month.last_due(state):
        asked = () if months_end.hourglass(state) is not None else (Ask("hourglass", "record"),)
        yield Template(months_end.MonthsEnd.type, by, asks=asked)
        return
    expected = now_.deck[now_.at]
    if expected is not None:
        yield Template(RevealEvent.type, by, keys={"event": expected})
        return
    known = month.known(state.game)
    if known:
        yield Template(RevealEvent.type, by, asks=(Ask("event", "word", choices=known),))
    yield Template(RevealEvent.type, by, asks=(Ask("effects", "rows"),))
    yield Template(RevealEvent.type, by, keys={"unread": True})


def _keeping(state: State) -> Iterator[Template]:
    """Each ship that may be kept for what it carries, a second time."""
    if state.phase != TRADE_HIRE:
        return
    draft = Draft(state, more={items.AS_ITEM: True})
    for index, card in enumerate(state.harbor):
        if isinstance(card, Ship) and card.printed("items"):
            found = allowed.take_template(draft, state.acting, index, spent(state))
            yield found._replace(keys={**found.keys, items.AS_ITEM: True})


# Missions


def asked_seats(state: State) -> Iterable[int]:
    """Whoever may complete at this moment, or in whose turn it would be."""
    here = {state.active, state.acting, state.claimant, *now(state).linger, *now(state).paid}
    first = state.active if state.active in state.game.order else state.game.order[0]
    return [seat for seat in around(state, first) if seat in here]


def _completing(state: State) -> Iterator[Template]:
    for seat in asked_seats(state):
        at, who = completing.turn(state, seat), completing.standing(state, seat)
        mine = seat in (state.active, state.acting)
        for one, ways in _tries(who):
            against = completing.elsewhere(at, who, one) or ways[0].refusal
            if against is None and completing.stops(one):
                against = discover.stop_reason(state, seat)
            if mine or against is None:
                yield from (
                    ways if against is ways[0].refusal else [way._replace(refusal=against) for way in ways]
                )
        if who.asked and any(f"{missions.FACT}.{number}" in who.asked for number in who.candidates):
            yield Template(LetGo.type, seat, answers=KIND, module=missions.MODULE)


@lately(512)
def _tries(who: Standing) -> tuple[tuple[Mission, tuple[Template, ...]], ...]:
    """What the player may try to complete, each with every choice of what is given up, refused where he lacks something."""
    found = []
    for one in (missions.in_box((who.box, number)) for number in who.candidates):
        asked = one.id in who.asked
        open_ = one.known and who.seat not in missions.among(who.laid, one.number).done
        if open_ and (asked or not one.timed):
            against = completing.lacking(who, one)
            found.append((one, mission_templates(who, one, against, asked)))
    return tuple(found)


def mission_templates(
    who: Standing, one: Mission, against: Reason | None, asked: bool = False
) -> tuple[Template, ...]:
    """One for each choice of what is given up, with what it brings."""
    ways = completing.to_give(who, one)
    kind, answers, figures = CompleteMission.type, KIND if asked else None, brings(who, one)
    keys: dict[str, object] = {"mission": one.number}
    return tuple(
        Template(
            kind,
            who.seat,
            against,
            {**keys, "give": tuple(item.what for item in way)} if len(ways) > 1 else keys,
            figures=figures,
            answers=answers,
            module=missions.MODULE,
            about={"goal": one.id},
        )
        for way in ways or ((),)
    )


def brings(who: Standing, one: Mission) -> dict[str, object]:
    """Coins, crowns and points; or the space to which a marker moves."""
    lying = missions.among(who.laid, one.number)
    if one.steps > 1 and who.seat not in lying.waiting:
        return {"marker": 1, "of": one.steps}
    first = not lying.done
    cost = {need.what: need.count for need in one.need if need.give}
    nth = min(people.markers_of((who.seat, who.person, who.laid)).opened, missions.MARKERS - 1)
    opening = missions.data()["markers"]["openings"][nth]
    more = one.crowns + (one.first_crowns if first else 0) + opening.get("count", 0) - cost.get("crowns", 0)
    had, spaces = who.person.crowns, people.track_in(who.box)
    coins = (one.first_coins if first else 0) - cost.get("coins", 0)
    points = people.worth(spaces, max(0, had + more)) - people.worth(spaces, had)
    figures: dict[str, object] = {"coins": coins, "crowns": more, "points": points}
    if "coins" in cost:
        figures["cost"] = cost["coins"]
    return figures


def reaches(state: State, seat: int) -> Iterator[Template]:
    """What the player could complete, in whoever's turn; not what happens in its moment."""
    who = completing.standing(state, seat)
    for one in (missions.mission(state, number) for number in who.candidates):
        if one.timed or not one.known or seat in missions.lying(state, one.number).done:
            continue
        against = completing.marker_reason(who, one) or completing.lacking(who, one)
        yield from mission_templates(who, one, against)


def goal(
    state: State, number: str, progress: Sequence[Mapping[str, int]], can: Sequence[int]
) -> dict[str, Any]:
    one, lying = missions.mission(state, number), missions.lying(state, number)
    found: dict[str, Any] = {
        **_printed((one,)),
        "newest": number == months_end.newest(state),
        "can": can,
        "now": (KIND, one.id) in [(asked.kind, asked.about.get("goal")) for asked in state.decisions],
        "done_by": list(lying.done),
        "waiting": [{"seat": seat, "at": 1, "of": one.steps} for seat in lying.waiting],
        "progress": progress,
    }
    if not missions.learned(state, number):
        found["unread"] = True
    unpaid = rewards.unpaid(state, lying)
    if unpaid:
        found["unpaid"] = list(unpaid)
    if one.active_only:
        found["active_only"] = True
    if one.steps > 1:
        found["steps"] = one.steps
    return found


@lately(512)
def _printed(of: tuple[Mission]) -> Mapping[str, Any]:
    """What the card says, as far as anybody knows."""
    (one,) = of
    first = (("coins", one.first_coins), ("crowns", one.first_crowns))
    return {
        "id": one.id,
        "kind": missions.FACT,
        "number": one.number,
        "name": missions.FACT,
        "need": [goals.told(need) for need in one.need],
        "known": one.known,
        "rewards": {
            "first": {key: count for key, count in first if count},
            "all": {"crowns": one.crowns} if one.crowns else {},
        },
        "later": not one.timed,
        "entry": CompleteMission.type,
    }


def progress(state: State) -> Iterator[list[Mapping[str, int]]]:
    """How far everybody is who has not completed it, for each mission."""
    rows = [_figures(completing.standing(state, seat)) for seat in state.game.order]
    for column in zip(*rows, strict=True):
        yield [row for row in column if row is not None]


@lately(512)
def _figures(who: Standing) -> list[Mapping[str, int] | None]:
    found: list[Mapping[str, int] | None] = []
    for lying in who.laid:
        have, need = completing.progress(who, missions.in_box((who.box, lying.number)))
        found.append(None if who.seat in lying.done else {"seat": who.seat, "have": have, "need": need})
    return found


def able(state: State) -> Iterator[list[int]]:
    """Who may complete it now, for each mission."""
    setting = month.month(state).walk is not None or story.step(state) is not None
    seats = () if setting else asked_seats(state)
    players = [(completing.turn(state, seat), completing.standing(state, seat)) for seat in seats]
    for lying in missions.laid(state):
        one = missions.mission(state, lying.number)
        yield [who.seat for at, who in players if completing.reason(state, at, who, one) is None]


# The view


def shows(state: State) -> Mapping[str, Any]:
    seats = range(len(state.players))
    told: dict[str, Any] = {"campaign": ends.campaign(state), "learn": learn(state), "steps": steps(state)}
    numbers = [one.number for one in missions.laid(state)]
    told["goals"] = list(map(goal, repeat(state), numbers, progress(state), able(state)))
    told["occasions"] = occasions(state)
    told["waits"] = rewards.told(state)
    if month.month(state).number:
        told["countdowns"] = [month.countdown(state)]
    if people.together(state.game) and missions.laid(state):
        told["team"] = ends.team(state)
    told = {name: rows for name, rows in told.items() if rows}
    told["markers"] = {seat: markers(state, seat) for seat in seats}
    told["players"] = {
        "character": {seat: _character(state, seat) for seat in seats},
        "crowns": {seat: people.person(state, seat).crowns for seat in seats},
        "items": {seat: [one.what for one in items.of(state, seat)] for seat in seats},
        "openings": {seat: openings(state, seat) for seat in seats},
    }
    spaces = people.track(state.game)
    if spaces:
        told["players"]["tracks"] = {seat: [_track(state, seat, spaces)] for seat in seats}
    return told


def _character(state: State, seat: int) -> Mapping[str, Any] | None:
    found = people.person(state, seat)
    if found.character is None:
        return None
    told: dict[str, Any] = {"id": found.character, "open": people.able(state, seat) is not None}
    return told if found.color is None else {**told, "color": found.color}


def markers(table: Table, seat: int) -> Mapping[str, int]:
    found = people.markers(table, seat)
    return {"free": found.free, "waiting": found.waiting, "placed": found.done}


def openings(table: Table, seat: int) -> list[dict[str, Any]]:
    return _openings(people.opened(table, seat))


@cache
def _openings(free: int) -> list[dict[str, Any]]:
    return [{**row, "open": place < free} for place, row in enumerate(missions.data()["markers"]["openings"])]


def _track(table: Table, seat: int, spaces: tuple[int, ...]) -> Mapping[str, Any]:
    have = people.person(table, seat).crowns
    return {"id": "crowns", "have": have, "need": next((one for one in spaces if one > have), spaces[-1])}


def steps(state: State) -> list[dict[str, Any]]:
    """Those of the setup until it is over, those of Month's End while it is gone through."""
    if state.phase == GAME_OVER:
        return []
    now_ = story.step(state)
    if now_ is None:
        return months_end.steps(state)
    found: list[dict[str, Any]] = []
    names = story.steps_of(state.game)
    for place, name in enumerate(names):
        order = names.index(now_)
        row: dict[str, Any] = {"id": name, "state": "done" if place < order else "next"}
        if place == order:
            row["state"] = "open"
        if name == story.CHARACTERS and name == now_:
            row |= {"by": story.asked(state), "pool": _pool(state)}
        elif name == story.COINS:
            row["figures"] = {"coins": story.to_share(state.game)}
        elif name == story.MISSIONS:
            row["figures"] = {"count": missions.data()["variable_missions"]}
        elif name == story.STORY:
            row["story"] = story.first_story(state.game)
        found.append(row)
    return found


def _pool(state: State) -> list[dict[str, Any]]:
    whose = {people.person(state, seat).character: seat for seat in state.game.order}
    found = []
    for who in people.characters():
        row: dict[str, Any] = {"id": who, **(state.game.box.fact(people.FACT, who) or {})}
        found.append({**row, "seat": whose[who]} if who in whose else row)
    return found


def learn(state: State) -> list[dict[str, str]]:
    """What nobody has entered from its card yet, once it is there to be read; at the end that for which somebody waits."""
    over = state.phase == GAME_OVER
    lying = [one for one in missions.laid(state) if not missions.learned(state, one.number)]
    found = [{"what": missions.FACT, "id": one.number} for one in lying if one.unpaid or not over]
    deck = month.month(state)
    places = dict.fromkeys(one.place for one in deck.unread if deck.deck[one.place] is None)
    found += [{"what": month.FACT, "id": str(place)} for place in places]
    numbers = missions.laid(state)
    crowned = any(one.crowns for one in people.people(state))
    if numbers and not people.track(state.game) and (crowned or not over):
        found.append({"what": people.TRACK, "id": people.TRACK})
    if over:
        return found
    if numbers and people.together(state.game) and learning.card_nine(state) is None:
        found.append({"what": learning.CARD_NINE, "id": str(len(state.game.setup.players))})
    return found
