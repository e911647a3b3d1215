"""Completing a mission: what stands against it, what is given up, what it brings and frees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, NamedTuple

from companion.engine.entering.entries import Key, key
from companion.engine.house.living import swords_of
from companion.engine.printed.box import Box
from companion.engine.refusals import Malformed, Reason
from companion.engine.rules import discover, ending, expeditions, goals, turns
from companion.engine.rules.goals import Need, Turn
from companion.engine.table.draft import Draft, Table, cards_in
from companion.engine.table.state import DISCOVER, Player

from . import items, missions, people
from .items import Item
from .learning import MISSION, note_rewards
from .missions import ITEMS, Laid, Mission
from .moment import KIND, busted, change, now
from .people import Adventurer

RULE = "missions"
# How each refusal is explained.
RULES = {
    "tax_paid": "mission_tax",
    "colors": "mission_colors",
    "cheap": "mission_cheap",
}
STOPS = {4: "mission_fourth_card", 1: "mission_first_card"}


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


def rule_of(one: Mission) -> str:
    moment = one.moment
    if moment is not None and moment.what == "stopped_at":
        return STOPS.get(moment.count, RULE)
    return next((RULES[need.what] for need in one.need if need.what in RULES), RULE)


# What a mission asks for


class Standing(NamedTuple):
    """All that completing looks at of one player, whoever's turn it is: what lies before him, the missions and what the box
    knows of them, and of this moment what is `open`, what was `missed`, whether he has paid or busted, and about what he
    is `asked`.
    """

    seat: int
    player: Player
    person: Adventurer
    swords: int
    items: tuple[Item, ...]
    laid: tuple[Laid, ...]
    candidates: tuple[str, ...]
    box: Box
    open: tuple[str, ...]
    missed: frozenset[tuple[int, str]]
    paid: bool
    busted: bool
    asked: tuple[str, ...]


def standing(table: Table, seat: int) -> Standing:
    was = now(table)
    own = table.game.rules.rulings["ab_character_as_profession"] != "with_cutlass"
    return Standing(
        seat,
        table.players[seat],
        people.person(table, seat),
        table.players[seat].swords if own else swords_of(table, seat),
        items.all_items(table),
        missions.laid(table),
        missions.candidates(table),
        table.game.box,
        was.open,
        was.missed,
        seat in was.paid,
        busted(table, seat),
        questions(table, seat),
    )


def questions(table: Table, seat: int) -> tuple[str, ...]:
    """The goals that the player is asked about now or never."""
    asked = [one.about for one in table.decisions if (one.kind, one.seat) == (KIND, seat)]
    return tuple([about["goal"] for about in asked if "goal" in about]) if asked else ()


def have(who: Standing, one: Mission, need: Need) -> int:
    """How many of what is asked for the player has."""
    match need.what:
        case "crowns":
            return who.person.crowns
        case "swords":
            return who.swords
        case missions.ARES:
            return sum(map(items.is_ares, items.before(who.items, who.seat)))
        case "tax_paid":
            return int(who.paid)
        case "bust":
            return int(who.busted)
        case "colors" | "stopped_at":
            return need.count if one.number in who.open else 0
    if need.what in ITEMS:
        return sum(found.what == need.what for found in items.before(who.items, who.seat))
    return goals.have(who.player, need)


def progress(who: Standing, one: Mission) -> tuple[int, int]:
    """How much of it the player has, of how much; of what happens in a moment whether it is here."""
    return goals.progress(one.need, partial(have, who, one))


def to_give(who: Standing, one: Mission) -> Sequence[tuple[Item, ...]]:
    """Each choice of items that pays what the mission takes of them; one empty choice where it takes none."""
    wants = [need for need in one.need if need.give and (need.what in ITEMS or need.what == missions.ARES)]
    if not wants:
        return ((),)
    slots = [need for need in wants for _ in range(need.count)]
    # Those first for which fewer ships will do.
    slots.sort(key=lambda need: need.what == missions.ARES)
    found: dict[tuple[str, ...], tuple[Item, ...]] = {}

    def choose(at: int, left: tuple[Item, ...], chosen: tuple[Item, ...]) -> Iterator[tuple[Item, ...]]:
        if at == len(slots):
            yield chosen
            return
        tried = set()
        for place, item in enumerate(left):
            fits = items.is_ares(item) if slots[at].what == missions.ARES else item.what == slots[at].what
            if fits and item.what not in tried:
                tried.add(item.what)
                yield from choose(at + 1, (*left[:place], *left[place + 1 :]), (*chosen, item))

    for chosen in choose(0, items.before(who.items, who.seat), ()):
        found.setdefault(tuple(sorted(item.what for item in chosen)), chosen)
    return tuple(found.values())


def lacking(who: Standing, one: Mission) -> Reason | None:
    """What the player lacks for it, whoever's turn it is: nobody has read it, its occasion is over, or something."""
    if not one.known:
        return Reason("MISSION_UNKNOWN", RULE, {"mission": one.number})
    had, needed = progress(who, one)
    if had >= needed and to_give(who, one):
        return None
    figures = {"mission": one.number, "have": had, "needed": needed}
    if (who.seat, one.number) in who.missed:
        return Reason("MISSION_MISSED", "mission_now", figures, overridable=True)
    return Reason("MISSION_NOT_MET", rule_of(one), figures, overridable=True)


# Who may, and when


def marker_reason(who: Standing, one: Mission) -> Reason | None:
    """Why no marker of that player can go there: each mission once, four in all."""
    lying = missions.among(who.laid, one.number)
    if who.seat in lying.done:
        again = {"mission": one.number, "count": missions.MARKERS, "again": True}
        return Reason("MISSION_LIMIT", "mission_limit", again)
    if who.seat in lying.waiting or people.markers_of((who.seat, who.person, who.laid)).free:
        return None
    return Reason("MISSION_LIMIT", "mission_limit", {"mission": one.number, "count": missions.MARKERS})


def turn(table: Table, seat: int) -> Turn:
    return goals.turn(table, seat, now(table).linger)


def moment_reason(at: Turn, seat: int, one: Mission) -> Reason | None:
    """Why it is not for this player now: in the own turn or part, until somebody else does something."""
    what = one.moment.what if one.moment is not None else None
    own = what in ("colors", "stopped_at")
    if (own and seat != at.active) or (one.active_only and not own and not at.mine):
        figures = {"mission": one.number, "seat": at.active}
        return Reason("MISSION_ACTIVE_ONLY", rule_of(one) if own else RULE, figures, overridable=True)
    if own or what == "tax_paid":
        return None
    if not at.may:
        figures = {"mission": one.number, "seat": at.active}
        return Reason("NOT_YOUR_TURN", "mission_now", figures, overridable=True)
    return at.early


def of_tax(one: Mission) -> bool:
    """It is for whoever has just paid taxes, in whoever's turn that was."""
    return one.moment is not None and one.moment.what == "tax_paid"


def stops(one: Mission) -> bool:
    return one.moment is not None and one.moment.what == "stopped_at"


def elsewhere(at: Turn, who: Standing, one: Mission) -> Reason | None:
    """Why no marker goes there at this moment: none is left, in whose turn it would be, or what waits for an answer."""
    return marker_reason(who, one) or moment_reason(at, who.seat, one) or at.asked


def reason(table: Table, at: Turn, who: Standing, one: Mission) -> Reason | None:
    """Why the player may not complete that mission now."""
    against = elsewhere(at, who, one) or lacking(who, one)
    return discover.stop_reason(table, who.seat) if against is None and stops(one) else against


# Entries


def found_mission(table: Table, number: str) -> Mission:
    """The mission that is meant, where it lies there; raises Malformed."""
    if number not in missions.candidates(table):
        raise Malformed("entry.mission", "one_of", choices=missions.candidates(table))
    return missions.mission(table, number)


def complete(draft: Draft, entry: CompleteMission, by: int) -> None:
    one = found_mission(draft, entry.mission)
    who = standing(draft, by)
    against = reason(draft, turn(draft, by), who, one)
    draft.contest(against)
    ways = to_give(who, one)
    if entry.give is not None:
        ways = [way for way in ways if sorted(item.what for item in way) == sorted(entry.give)]
        if not ways and against is None:
            raise Malformed("entry.give", "printed")
    linger = now(draft).linger
    if not of_tax(one) and not goals.left_over(draft, by, linger):
        turns.under_way(draft)
    draft.answered_by(KIND, by)
    if entry.rewards:
        note_rewards(draft, one.number, entry.rewards)
        one = missions.mission(draft, one.number)
    lying = missions.lying(draft, one.number)
    still = tuple(name for name in now(draft).open if name != one.number)
    change(draft, open=still, linger=goals.completed(linger, by))
    if one.steps > 1 and by not in lying.waiting:
        missions.put(draft, lying._replace(waiting=(*lying.waiting, by)))
        draft.say("mission_step", rule_of(one), by, params={"mission": one.number, "at": 1, "of": one.steps})
        draft.because("CONTRACT_PROGRESS")
    else:
        pay(draft, by, one, ways[0] if ways else ())
        place(draft, by, one, lying)
    if stops(one) and draft.phase == DISCOVER and by == draft.active:
        change(draft, stopped=(one.moment or Need("")).times == 1)
        turns.start_trade_and_hire(draft)
    ending.note_late_points(draft)


def pay(draft: Draft, seat: int, one: Mission, given: Sequence[Item]) -> None:
    """What has a minus on the card goes to the discard pile."""
    for item in given:
        items.give_up(draft, item)
        draft.say(
            "item_given", RULE, seat, params={"mission": one.number, "item": item.what, "card": item.card}
        )
    for need in one.need:
        if not need.give:
            continue
        if need.what == "coins" and (coins := min(need.count, draft.players[seat].coins)):
            draft.pay(seat, coins, "mission_coins", RULE, {"count": coins, "mission": one.number})
        elif need.what == "crowns":
            people.add_crowns(draft, seat, -need.count, "mission")
        else:
            give_persons(draft, seat, one, need)


def give_persons(draft: Draft, seat: int, one: Mission, need: Need) -> None:
    """The plainest first, as for an expedition."""
    player = draft.players[seat]
    fits = sorted((who for who in player.display if who.type == need.what), key=expeditions.plainest)
    gone = fits[: need.count]
    display = list(player.display)
    for who in gone:
        display.remove(who)
        draft.discard(who)
        draft.say("person_given", RULE, seat, params={"mission": one.number, "card": who})
    if gone:
        draft.players[seat] = player.with_display(
            tuple(display), player.vp - sum(who.vp or 0 for who in gone)
        )


def place(draft: Draft, seat: int, one: Mission, lying: Laid) -> None:
    """The marker stands there; the first gets the small reward, all the crowns below the board (C106). What nobody has
    read yet waits.
    """
    first = not lying.done
    waiting = tuple(other for other in lying.waiting if other != seat)
    waits = draft.game.parts_open_by_themselves and not missions.learned(draft, one.number)
    unpaid = (*lying.unpaid, seat) if waits else lying.unpaid
    missions.put(draft, lying._replace(done=(*lying.done, seat), waiting=waiting, unpaid=unpaid))
    nth = people.opened(draft, seat)
    figures: dict[str, object] = {"mission": one.number, "nth": nth}
    if waits:
        draft.say("rewards_wait", RULE, seat, params=figures)
    else:
        _reward(draft, seat, one, first, figures)
    people.free_next(draft, seat)
    draft.because("MISSION_DONE")
    paid = now(draft).paid
    if of_tax(one):
        change(draft, paid=tuple(other for other in paid if other != seat))


def _reward(draft: Draft, seat: int, one: Mission, first: bool, figures: dict[str, object]) -> None:
    coins = one.first_coins if first else 0
    if not coins or not draft.earn(seat, coins, "mission", "mission_first", figures):
        draft.say("mission", RULE, seat, params=figures)
    crowns = one.crowns + (one.first_crowns if first else 0)
    if crowns:
        people.add_crowns(draft, seat, crowns, "mission")


def let_go(draft: Draft, entry: LetGo, by: int) -> None:
    if not any(asked.kind == KIND and asked.seat == by for asked in draft.decisions):
        draft.refuse("NO_EFFECT", "mission_now")
    draft.answered_by(KIND, by)
    draft.say("let_go", "mission_now", by)
    changes = {"paid": tuple(seat for seat in now(draft).paid if seat != by)}
    change(draft, **(changes | ({"open": ()} if by == draft.active else {})))


def harbor(table: Table) -> tuple[int, int]:
    """Colors and cards that lie there now."""
    return turns.ship_colors(table), cards_in(table)
