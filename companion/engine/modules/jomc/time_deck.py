"""Contracts played together or alone: a Time deck counts the turns, and all contracts are to be completed before it is
used up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from companion.engine.entering.entries import Key, key
from companion.engine.entering.templates import Ask, Template
from companion.engine.following.moments import Entered, GoalsLaid, Taxed
from companion.engine.goals.standing import reason, standings, turn
from companion.engine.house.living import is_still, room, set_room
from companion.engine.refusals import Reason
from companion.engine.table.draft import Draft, Table, waiting
from companion.engine.table.seats import around, next_seat
from companion.engine.table.state import DISCOVER, GAME_OVER, Decision, Outcome, State

from . import contracts
from .completing import CONTRACTS

MODULE, TIME = "jomc", "time_deck"
TIME_DECK, PLAY_DECK = "time_deck", "play_deck"
POINT_DECK, SET_ASIDE, SOURCE = "point_deck", "set_aside", "source"
CARDS, ENOUGH, MOST = 13, 15, 200
# With how many points at least which title, as printed.
TITLES = ((8, "Lord of the High Seas"), (6, "Captain"), (4, "Pirate"), (2, "Sailor"), (0, "Landlubber"))
# With these a turn begins.
BEGINNING = ("start_turn", "draw_request")
EMPTY = Reason("TIME_DECK_EMPTY", "time_deck_empty")
FIRST = Reason("MUST_DRAW_FIRST", "time_deck_first", overridable=True)


class Time(NamedTuple):
    """The Time deck: cards left of as many as were dealt, and those in the Point deck.

    `drawn`: a card of it was drawn this turn; `started`: in any. `owed`: Tax Increases that the entry has revealed, in
    whose turn. `over`: somebody has just said that the next turn begins. `more`: open contracts that a ruling
    tells of without naming them; `none`: it says that there are none. `before`: cards set aside before the first turn.
    """

    left: int = 0
    size: int = 0
    aside: int = 0
    drawn: bool = False
    started: bool = False
    owed: int = 0
    by: int = 0
    over: bool = False
    more: int = 0
    none: bool = False
    before: int = 0


@dataclass(frozen=True, slots=True)
class SetAside:
    """Cards of the Time deck become points for a game that is won: before the first turn as many as the group likes, one at a
    tax.
    """

    count: int = field(
        default=1, metadata=key(Key("number", "With set_aside: how many Time cards.", most=MOST))
    )
    by: int | None = None
    type: ClassVar[str] = SET_ASIDE


def time(table: Table) -> Time:
    found: Time = room(table, TIME)
    return found


def change(draft: Draft, **changes: Any) -> None:
    set_room(draft, TIME, time(draft)._replace(**changes))


def size_of(numbers: Iterable[int], letters: Iterable[str | None]) -> int:
    """13 cards, the numbers of the seals, and one card for each letter there (C109)."""
    return CARDS + sum(numbers) + len({letter for letter in letters if letter})


def title_of(points: int) -> str:
    return next(title for least, title in TITLES if points >= least)


# Dealing


def sealed(table: Table) -> int:
    """How many cards the contracts that lie there make of it."""
    seals = [contracts.card(one).seal for one in contracts.laid(table)]
    return size_of((seal.n for seal in seals), (seal.letter for seal in seals))


def deal(draft: Draft, moment: GoalsLaid) -> None:
    """The contracts lie there: the Time deck is taken from the draw pile, its cards unseen. A table that began in the
    middle of its game may have it already.
    """
    if draft.game.parts_open_by_themselves and time(draft).size:
        return
    size = sealed(draft)
    seals = [contracts.card(one).seal for one in contracts.laid(draft)]
    dealt = 0
    while dealt < size and draft.draw_pile + draft.discard_pile:
        draft.leave_pile()
        dealt += 1
    set_room(draft, TIME, Time(dealt, dealt))
    letters = len({seal.letter for seal in seals if seal.letter})
    params = {"count": dealt, "numbers": size - CARDS - letters, "letters": letters}
    draft.say("time_dealt", TIME, params=params)


# Drawing


def due(table: Table) -> bool:
    """The first card of a turn comes from the Time deck, unless the group says that another one did."""
    said = table.more.get(SOURCE) if isinstance(table, Draft) else None
    now = time(table)
    if said is not None:
        return said == TIME_DECK and now.left > 0
    return not now.drawn and now.left > 0


def leaves(draft: Draft) -> None:
    now = time(draft)
    set_room(draft, TIME, now._replace(left=now.left - 1, drawn=True, started=True))
    draft.say("time_card", TIME, draft.active, params={"left": now.left - 1})


def first(table: Table) -> Reason | None:
    """Several cards at once are drawn from the Play deck, once the turn has its Time card (C85)."""
    if out_of_time(table):
        return EMPTY
    return None if time(table).drawn or not time(table).left else FIRST


def over(table: Table, seat: int) -> Reason | None:
    """The turn of the active player cannot begin."""
    return EMPTY if seat == table.active != table.claimant and out_of_time(table) else None


def draw_reason(table: Table, seat: int) -> Reason | None:
    """The card must come from the deck whose turn it is."""
    now = time(table)
    if table.phase != DISCOVER or seat != table.active:
        return None
    if out_of_time(table):
        return EMPTY
    said = table.more.get(SOURCE) if isinstance(table, Draft) else None
    if said == PLAY_DECK and not now.drawn:
        return FIRST
    if said == TIME_DECK and now.drawn:
        return Reason("NO_EFFECT", "time_deck_first", overridable=now.left > 0)
    return None


def next_turn(was: Time, busted: bool) -> Time:
    return was._replace(drawn=False)


# Setting aside


def taxed(draft: Draft, moment: Taxed) -> None:
    """For each Tax Increase that is revealed, from whichever deck, one card may be set aside (C86, C124)."""
    change(draft, owed=time(draft).owed + 1, by=draft.active)


def offer(draft: Draft) -> None:
    """What this entry has revealed may be answered by the next one, also where its turn is over (C123)."""
    now = time(draft)
    if now.owed:
        if now.left:
            draft.ask(Decision(SET_ASIDE, now.by, {"count": min(now.owed, now.left), "left": now.left}))
        change(draft, owed=0)


def may_set_aside(table: Table) -> int:
    """How many cards: any number before the first turn, then one for each tax just revealed (C86, C131)."""
    now, asked = time(table), waiting(table, SET_ASIDE)
    if not now.started:
        return now.left
    return 0 if asked is None else min(asked.about["count"], now.left)


def aside_reason(table: Table) -> Reason | None:
    if table.phase == GAME_OVER:
        return Reason("GAME_OVER", "last_round")
    return None if may_set_aside(table) else Reason("NO_EFFECT", POINT_DECK, overridable=time(table).left > 0)


def set_aside(draft: Draft, entry: SetAside, by: int) -> None:
    """None at all is said by going on, or with a count of 0."""
    draft.contest(aside_reason(draft) if entry.count or draft.phase == GAME_OVER else None)
    asked, most, now = waiting(draft, SET_ASIDE), may_set_aside(draft), time(draft)
    if entry.count > max(most, 1):
        draft.contest(Reason("NO_EFFECT", POINT_DECK, overridable=entry.count <= now.left))
    draft.answered(SET_ASIDE)
    if not entry.count:
        return
    before = now.before + (0 if now.started else entry.count)
    change(draft, left=now.left - entry.count, aside=now.aside + entry.count, before=before)
    if asked is not None and most > entry.count:
        draft.ask(asked._replace(about={"count": most - entry.count, "left": now.left - entry.count}))
    draft.say(SET_ASIDE, POINT_DECK, by, params={"count": entry.count, "left": now.left - entry.count})


# The end


def entered(draft: Draft, moment: Entered) -> None:
    """Going on lets go what could be set aside; the next turn is begun, or its first card wanted."""
    entry = moment.entry
    if time(draft).over != (entry.type in BEGINNING):
        change(draft, over=entry.type in BEGINNING)
    if not is_still(draft, entry):
        draft.answered(SET_ASIDE)


def out_of_time(table: Table) -> bool:
    """The next turn cannot begin (C84)."""
    now = time(table)
    fresh = table.phase == DISCOVER and not now.drawn
    return fresh and not now.left and now.size > 0 and still_open(table) > 0


def still_open(table: Table) -> int:
    return len(contracts.open_ones(table)) + time(table).more


def may_yet_win(table: Table) -> bool:
    """All that is open could be completed by those whose turn or part it was, before anything else happens (C111-C114)."""
    if time(table).more:
        return False
    seats = [seat for seat in table.game.order if seat != table.active or seat == table.claimant]
    players = [(turn(CONTRACTS, table, who.seat), who) for who in standings(CONTRACTS, table, seats)]
    return all(
        any(reason(at, who, one, whole=True) is None for at, who in players)
        for one in contracts.open_ones(table)
    )


def ends(table: Table) -> Outcome | None:
    """Won with the step that completes the last open contract; lost when the next turn must start and no Time card is
    left (C84), by itself with the end of the last part (C130).
    """
    now = time(table)
    if (contracts.laid(table) or now.none) and not still_open(table):
        titles = tuple((title, least) for least, title in TITLES)
        return Outcome("won", "coop_win", title_of(now.aside), now.aside, "COOP_WIN", titles, now.before)
    if out_of_time(table) and (now.over or not may_yet_win(table)):
        return Outcome("lost", "time_deck_empty", code="TIME_DECK_EMPTY", before=now.before)
    return None


# What is shown


def templates(table: State) -> Iterator[Template]:
    now, most = time(table), may_set_aside(table)
    asked = waiting(table, SET_ASIDE)
    if table.phase == GAME_OVER or not contracts.laid(table):
        return
    if not now.started and most > 1:
        figures = {"left": now.left, "turns": now.left, "points": now.aside}
        yield Template(
            SET_ASIDE, table.active, figures=figures, asks=(Ask("count", "number", most=most - 1),)
        )
    elif asked is not None:
        figures = {"left": now.left - 1, "turns": now.left - 1, "points": now.aside + 1}
        keys = {"count": 1}
        yield Template(SET_ASIDE, asked.seat, keys=keys, figures=figures, answers=SET_ASIDE)
    if out_of_time(table):
        yield Template("start_turn", table.active)


def turns_left(table: Table) -> list[int]:
    """Whose turns the cards are, one each."""
    now = time(table)
    first = table.active if not now.drawn else next_seat(table, table.active)
    seats = around(table, first)
    return [seats[place % len(seats)] for place in range(now.left)]


def shows(state: State) -> Mapping[str, Any]:
    now = time(state)
    if not contracts.laid(state):
        return {}
    need = len(contracts.laid(state)) + now.more
    countdown = {
        "id": TIME_DECK,
        "left": now.left,
        "of": now.size,
        "turns": turns_left(state) if state.phase != GAME_OVER else [],
        "aside": now.aside,
        "points": now.aside,
        "title": title_of(now.aside),
        "due": state.phase == DISCOVER and not now.drawn and now.left > 0,
        "started": now.started,
        "drawn": now.drawn,
    }
    team = {"what": "contracts", "have": need - still_open(state), "need": need}
    return {"countdowns": [countdown], "team": [team]}
