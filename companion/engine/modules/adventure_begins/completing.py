"""Completing a mission: what it asks for besides, what is given up, what it brings and frees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from companion.engine.entering.entries import Key, key
from companion.engine.goals import standing
from companion.engine.goals.lying import Laid, Markers, put
from companion.engine.goals.need import Need
from companion.engine.goals.tenant import KIND, Standing, Tenant, change, laid, now
from companion.engine.house.living import swords_of
from companion.engine.refusals import Malformed, Reason
from companion.engine.rules import discover, ending, expeditions, turns
from companion.engine.table.draft import Draft, Table, waiting
from companion.engine.table.state import DISCOVER

from . import items, missions, people, used
from .items import Item
from .learning import MISSION, note_rewards

RULE = "missions"


@dataclass(frozen=True, slots=True)
class CompleteMission:
    """A marker on the mission; where it is for stopping, that ends Discover too. What nobody has read yet of its rewards waits
    until somebody does.
    """

    mission: str = field(metadata=key(MISSION))
    give: tuple[str, ...] | None = field(
        default=None,
        metadata=key(
            Key("words", "With complete_mission: the items given up, where there is a choice.", most=8)
        ),
    )
    at: str | None = field(
        default=None,
        metadata=key(
            Key("word", "With complete_mission: the moment of which it is.", choices=("tax", "bust"))
        ),
    )
    rewards: Mapping[str, Any] = field(
        default_factory=dict,
        metadata=key(
            Key(
                "record",
                "With complete_mission: what the first gets and the crowns of everybody, where nobody has read them yet.",
            )
        ),
    )
    by: int | None = None
    type: ClassVar[str] = "complete_mission"


@dataclass(frozen=True, slots=True)
class LetGo:
    """A player completes nothing of what is now or never."""

    by: int | None = None
    type: ClassVar[str] = "let_go"


# What only missions ask for, and bring


def own(table: Table, seats: Sequence[int]) -> list[tuple[Any, ...]]:
    """Each player's character and swords, the items of all, and what the box knows."""
    printed = table.game.rules.rulings["ab_character_as_profession"] != "with_cutlass"
    swords = [table.players[seat].swords if printed else swords_of(table, seat) for seat in seats]
    lying, box = items.all_items(table), table.game.box
    return [(people.person(table, seat), had, lying, box) for seat, had in zip(seats, swords, strict=True)]


def have(who: Standing, need: Need) -> int:
    person, swords, lying, _ = who.own
    match need.what:
        case "crowns":
            return int(person.crowns)
        case "swords":
            return int(swords)
        case missions.ARES:
            return sum(map(items.is_ares, items.before(lying, who.seat)))
    return sum(it.what == need.what for it in items.before(lying, who.seat))


def gives(one: Laid, seat: int, own: tuple[Any, ...]) -> Sequence[tuple[Item, ...]]:
    wants = [need.what for need in one.goal.need for _ in range(need.count) if need.give]
    wants = [what for what in wants if what in missions.ITEMS or what == missions.ARES]
    return items.choices(items.before(own[2], seat), wants) if wants else ((),)


def brings(one: Laid, seat: int, markers: Markers, own: tuple[Any, ...]) -> Mapping[str, object]:
    """Coins, crowns and points; or the space to which a marker moves."""
    card, (person, _, _, box) = missions.card(one), own
    if card.steps > 1 and not one.at(seat):
        return {"marker": 1, "of": card.steps}
    cost = {need.what: need.count for need in card.need if need.give}
    nth = min(markers.gone, missions.MARKERS - 1)
    opening = missions.data()["markers"]["openings"][nth]
    coins, crowns = missions.reward(card, first=not one.done)
    more = crowns + opening.get("count", 0) - cost.get("crowns", 0)
    had, spaces = person.crowns, people.track_in(box)
    points = people.worth(spaces, max(0, had + more)) - people.worth(spaces, had)
    figures: dict[str, object] = {"coins": coins - cost.get("coins", 0), "crowns": more, "points": points}
    return {**figures, "cost": cost["coins"]} if "coins" in cost else figures


# Entries


def complete(draft: Draft, entry: CompleteMission, by: int) -> None:
    one = next((one for one in laid(MISSIONS, draft) if one.name == entry.mission), None)
    if one is None:
        names = tuple(one.name for one in laid(MISSIONS, draft))
        raise Malformed("entry.mission", "one_of", choices=names)
    against = standing.complete(MISSIONS, draft, by, one)
    ways = gives(one, by, own(draft, (by,))[0])
    if entry.give is not None:
        ways = [way for way in ways if sorted(item.what for item in way) == sorted(entry.give)]
        if not ways and against is None:
            raise Malformed("entry.give", "printed")
    draft.answered_by(KIND, by)
    if entry.rewards:
        note_rewards(draft, one.name, entry.rewards)
        one = one._replace(goal=missions.mission(draft, one.name))
    goal, moment = one.goal, one.goal.moment
    change(MISSIONS, draft, open=tuple(name for name in now(MISSIONS, draft).open if name != one.id))
    if goal.steps > 1 and not one.at(by):
        put(draft, missions.ROOM, one.moved(by, 1))
        draft.say("mission_step", goal.rule, by, params={"mission": one.name, "at": 1, "of": goal.steps})
        draft.because("CONTRACT_PROGRESS")
    else:
        pay(draft, by, one, ways[0] if ways else ())
        place(draft, by, one)
    if goal.what == "stopped_at" and draft.phase == DISCOVER and by == draft.active:
        used.change(draft, stopped=moment is not None and moment.times == 1)
        turns.start_trade_and_hire(draft)
    ending.note_late_points(draft)


def pay(draft: Draft, seat: int, one: Laid, given: Sequence[Item]) -> None:
    """What has a minus on the card goes to the discard pile."""
    for item in given:
        items.give_up(draft, item)
        draft.say(
            "item_given", RULE, seat, params={"mission": one.name, "item": item.what, "card": item.card}
        )
    for need in one.goal.need:
        if not need.give:
            continue
        if need.what == "coins" and (coins := min(need.count, draft.players[seat].coins)):
            draft.pay(seat, coins, "mission_coins", RULE, {"count": coins, "mission": one.name})
        elif need.what == "crowns":
            people.add_crowns(draft, seat, -need.count, "mission")
        else:
            give_persons(draft, seat, one, need)


def give_persons(draft: Draft, seat: int, one: Laid, need: Need) -> None:
    """The plainest first, as for an expedition."""
    player = draft.players[seat]
    fits = sorted((who for who in player.display if who.type == need.what), key=expeditions.plainest)
    gone = fits[: need.count]
    display = list(player.display)
    for who in gone:
        display.remove(who)
        draft.discard(who)
        draft.say("person_given", RULE, seat, params={"mission": one.name, "card": who})
    if gone:
        draft.players[seat] = player.with_display(
            tuple(display), player.vp - sum(who.vp or 0 for who in gone)
        )


def place(draft: Draft, seat: int, one: Laid) -> None:
    """The marker stands there; the first gets the small reward, all the crowns below the board (C106). What nobody has
    read yet waits.
    """
    waits = draft.game.parts_open_by_themselves and not missions.learned(draft, one.name)
    moved = one.moved(seat, one.goal.steps)
    put(draft, missions.ROOM, moved._replace(unpaid=(*moved.unpaid, seat)) if waits else moved)
    figures: dict[str, object] = {"mission": one.name, "nth": people.opened(draft, seat)}
    coins, crowns = (0, 0) if waits else missions.reward(missions.card(one), first=not one.done)
    if not coins or not draft.earn(seat, coins, "mission", "mission_first", figures):
        draft.say("rewards_wait" if waits else "mission", RULE, seat, params=figures)
    if crowns:
        people.add_crowns(draft, seat, crowns, "mission")
    people.free_next(draft, seat)
    draft.because("MISSION_DONE")
    if one.goal.what == "tax_paid":
        let_go_of(draft, seat)


def let_go(draft: Draft, entry: LetGo, by: int) -> None:
    if not any(asked.kind == KIND and asked.seat == by for asked in draft.decisions):
        draft.refuse("NO_EFFECT", "mission_now")
    draft.answered_by(KIND, by)
    draft.say("let_go", "mission_now", by)
    let_go_of(draft, by)
    if by == draft.active:
        change(MISSIONS, draft, open=())


def let_go_of(draft: Draft, seat: int) -> None:
    """What the tax has opened is over for the player."""
    paid = now(MISSIONS, draft).paid
    change(MISSIONS, draft, paid=tuple(other for other in paid if other != seat))


def asks(table: Table) -> bool:
    """A ruling tells what it needs, and a ship comes first of which it has to be said whether it is repelled."""
    pending = waiting(table, discover.REPEL)
    return table.game.parts_open_by_themselves and not (pending is not None and pending.must)


MISSIONS = Tenant(
    missions.MODULE,
    key="mission",
    room=missions.ROOM,
    now="missions_now",
    markers=missions.MARKERS,
    spent=lambda table, seat: people.person(table, seat).paid,
    besides=missions.besides,
    twice=Reason("MISSION_LIMIT", "mission_limit", {"count": missions.MARKERS, "again": True}),
    limit=Reason("MISSION_LIMIT", "mission_limit", {"count": missions.MARKERS}),
    active_only="MISSION_ACTIVE_ONLY",
    missed=Reason("MISSION_MISSED", "mission_now"),
    not_met="MISSION_NOT_MET",
    unknown=Reason("MISSION_UNKNOWN", RULE),
    own=own,
    knows=frozenset({"crowns", "swords", missions.ARES, *missions.ITEMS}),
    have=have,
    gives=gives,
    brings=brings,
    entry=lambda goal: missions.ENTRY,
    letting_go=LetGo.type,
    harbor=("colors", "stopped_at"),
    at_once=("colors", "stopped_at", "tax_paid"),
    lets_go=("tax_paid",),
    again=lambda name: True,
    comes=lambda table: table.phase == DISCOVER and table.drawn > 0,
    asks=asks,
    able=True,
)
