"""The decks of a game played together: as a table counts them, in situations, and the door of that way to play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.entering.entries import Key
from companion.engine.following.moments import Counted, Entered, GoalsLaid, Resumed, Settled, Taxed, Told
from companion.engine.house.brought import EntryKind, Pile, Room
from companion.engine.house.door import Door
from companion.engine.house.living import set_room
from companion.engine.table.draft import Draft
from companion.engine.table.state import DISCOVER, Game, State
from companion.engine.values import flag, number

from . import contracts
from .time_deck import (
    ENOUGH,
    MODULE,
    MOST,
    PLAY_DECK,
    POINT_DECK,
    SOURCE,
    TIME,
    TIME_DECK,
    SetAside,
    Time,
    change,
    deal,
    draw_reason,
    due,
    ends,
    entered,
    first,
    leaves,
    next_turn,
    offer,
    over,
    sealed,
    set_aside,
    shows,
    taxed,
    templates,
    time,
)

STARTED, DRAWN = "time_deck_started", "time_card_drawn_this_turn"


def counted(draft: Draft, moment: Counted) -> None:
    """The table has counted its decks: it is right."""
    for name, kept in ((TIME_DECK, "left"), (POINT_DECK, "aside")):
        said = draft.more.get(name)
        if isinstance(said, int):
            was = getattr(time(draft), kept)
            change(draft, **{kept: said})
            change(draft, size=max(time(draft).size, time(draft).left + time(draft).aside))
            draft.say("counted", "count", params={"what": name, "from": was, "to": said})


def begin(game: Game) -> Time:
    """Nothing is dealt before the contracts lie there; a ruling that does not tell of the deck has enough."""
    return Time() if game.parts_open_by_themselves else Time(ENOUGH, ENOUGH, started=True)


def told(draft: Draft, moment: Told) -> None:
    """The decks of a situation; a card of the Time deck was drawn in a turn in which anything lies in the harbor. Before
    the first one any number may be set aside, else as many as `may_set_aside` says.
    """
    said = moment.situation
    now, live = time(draft), draft.game.parts_open_by_themselves
    if "contracts" in said or TIME_DECK in said:
        enough = sealed(draft) if live else ENOUGH
        left = number(said.get(TIME_DECK, enough), f"situation.{TIME_DECK}", MOST)
        aside = number(said.get(POINT_DECK, 0), f"situation.{POINT_DECK}", MOST)
        dealt = sealed(draft) if live and contracts.laid(draft) else 1
        started = flag(said.get(STARTED, True), f"situation.{STARTED}")
        before = 0 if started else aside
        now = Time(left, max(dealt, left + aside), aside, started=started, before=before)
    taxed = flag(said.get("tax_just_revealed", False), "situation.tax_just_revealed")
    owed = number(said.get("may_set_aside", int(taxed)), "situation.may_set_aside", MOST)
    under_way = owed > 0 or bool(draft.drawn) or said.get("phase", DISCOVER) != DISCOVER
    drawn = flag(said.get(DRAWN, under_way), f"situation.{DRAWN}")
    now = now._replace(drawn=drawn, owed=owed, by=draft.active)
    if not live:
        # A ruling need not name the contracts that are open, and one that names none has some.
        listed = len(contracts.open_ones(draft))
        count = number(said.get("open_contracts", max(1, listed)), "situation.open_contracts", MOST)
        now = now._replace(more=max(0, count - listed), none=count == 0)
    set_room(draft, TIME, now)


def figures(state: State) -> Mapping[str, Any]:
    return {TIME_DECK: time(state).left, POINT_DECK: time(state).aside}


def resumed(draft: Draft, moment: Resumed) -> None:
    """What a tax has left open is for whoever's turn it was, also where it is over (C123)."""
    if draft.claimant is not None:
        change(draft, by=draft.claimant)
    offer(draft)


TOGETHER = Door(
    MODULE,
    entries=(EntryKind(SetAside, set_aside, once=lambda entry: entry.count, still=True),),
    adds={
        "draw": {SOURCE: Key("word", "From which deck the card comes.", choices=(TIME_DECK, PLAY_DECK))},
        "count": {
            TIME_DECK: Key("number", "Cards in the Time deck, as counted.", most=MOST),
            POINT_DECK: Key("number", "Cards in the Point deck, as counted.", most=MOST),
        },
    },
    rooms=(Room(TIME, begin, next_turn),),
    against={
        "draw": (draw_reason,),
        "complete_contract": (over,),
        "contract_step": (over,),
        "claim_expedition": (over,),
    },
    piles=(Pile(due, leaves, lambda table: time(table).left + time(table).aside, first),),
    headlines={"COOP_WIN": "END_TRIGGERED", "TIME_DECK_EMPTY": "BUST"},
    moments={
        Taxed: (taxed,),
        GoalsLaid: (deal,),
        Entered: (entered,),
        Counted: (counted,),
        Told: (told,),
        Resumed: (resumed,),
        Settled: (lambda draft, moment: offer(draft),),
    },
    templates=(templates,),
    shows=(shows,),
    ends=(ends,),
    figures=(figures,),
)
