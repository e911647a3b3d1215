"""The Adventure Begins: what it brings to the table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from companion.engine.following.moments import (
    Busted,
    Claimed,
    Counted,
    Entered,
    Left,
    PartOpened,
    Resumed,
    Settled,
    Taxed,
    Told,
    Traded,
)
from companion.engine.goals import course
from companion.engine.goals.showing import reaches
from companion.engine.goals.tenant import change, rooms
from companion.engine.house.brought import EntryKind, Figure, Room, Worth
from companion.engine.house.door import DRAWING, EVERYTHING, IN_TURN, Door
from companion.engine.printed.cards import Income, Ship
from companion.engine.table.draft import Draft, Table

from . import (
    added,
    asking,
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
    said_lines,
    showing,
    situations,
    story,
    used,
)
from .completing import MISSIONS

# What there is only one of at a time.
STEP = "step"
PAYMENTS = (
    "character_coins",
    "shared_coins",
    "event_coins",
    "mission",
    "mission_reward",
    "mission_coins",
    "marker_paid",
    "sale",
    "grace",
    "samuel",
    "many_ships",
)
TOGETHER = Door(missions.MODULE, ends=(ends.ends,), moments={Settled: (ends.settled,)})
AGAINST = Door(missions.MODULE, merits=(ends.MERITS,))


def takes(table: Table, seat: int) -> Iterable[Figure]:
    """One card less where stopping has completed a mission (C104)."""
    if seat == table.active and used.used(table).stopped:
        yield Figure("mission", -1)


def busted(draft: Draft, moment: Busted) -> None:
    change(MISSIONS, draft, open=())


def settled(draft: Draft, moment: Settled) -> None:
    course.settled(MISSIONS, draft)
    course.ask(MISSIONS, draft)


def many_ships(table: Table, seat: int, income: Income) -> Worth:
    """Cutthroat Mary: a coin with three ships or more."""
    ships = sum(isinstance(card, Ship) for card in table.harbor)
    return Worth(income.coins if ships >= 3 else 0)


DOOR = Door(
    missions.MODULE,
    entries=(
        EntryKind(
            story.ChooseCharacter,
            story.choose,
            story.check_character,
            lambda entry: (entry.by, entry.character),
            lays=True,
        ),
        EntryKind(story.ShareCoins, story.share, once=lambda entry: entry.coins, lays=True, still=True),
        EntryKind(
            story.ReadStory, story.read, once=lambda entry: (entry.story, entry.adds), lays=True, still=True
        ),
        EntryKind(
            story.LayMissions, story.lay, story.check_missions, lambda entry: entry.missions, lays=True
        ),
        EntryKind(
            month.RevealEvent,
            month.reveal,
            once=lambda entry: (entry.event, entry.effects, entry.unread),
        ),
        EntryKind(months_end.MonthsEnd, months_end.end, once=lambda entry: STEP),
        EntryKind(months_end.BuyMarker, months_end.buy, once=lambda entry: entry.by),
        EntryKind(months_end.FlipEvents, months_end.flip, once=lambda entry: STEP),
        EntryKind(
            completing.CompleteMission,
            completing.complete,
            once=lambda entry: (entry.by, entry.mission),
            still=True,
        ),
        EntryKind(completing.LetGo, completing.let_go, once=lambda entry: entry.by, still=True),
        EntryKind(lookout.UseLookout, lookout.use),
        EntryKind(innkeeper.SellItem, innkeeper.sell),
        EntryKind(crowns.ReturnCrowns, crowns.give_back),
        EntryKind(
            learning.LearnMission, learning.learn_mission, learning.check_mission, lays=True, still=True
        ),
        EntryKind(learning.LearnCrowns, learning.learn_crowns, learning.check_crowns, lays=True, still=True),
        EntryKind(learning.LearnCardNine, learning.learn_card_nine, lays=True, still=True),
        EntryKind(month.LearnEvent, month.learn, lays=True, still=True),
        EntryKind(rewards.PayRewards, rewards.pay, once=lambda entry: STEP, lays=True, still=True),
    ),
    adds={
        "take": items.KEYS,
        "count": {**people.COUNTED, **items.COUNTED, **situations.COUNTED, **month.COUNTED},
    },
    rooms=(
        *rooms(MISSIONS),
        Room(people.ROOM, lambda game: (people.NOBODY,) * len(game.setup.players)),
        Room(people.SHARED, lambda game: False),
        Room(items.ROOM, lambda game: ()),
        Room(added.ROOM, added.at_first),
        Room(month.ROOM, lambda game: month.Month(), month.next_turn),
        Room(lookout.ROOM, lambda game: None),
        Room(used.ROOM, lambda game: used.Used(), lambda was, busted: used.Used()),
    ),
    against={
        EVERYTHING: (story.missing,),
        "draw": (story.event_first,),
        "draw_request": (story.event_first,),
        "stop": (story.event_first,),
        "seats": (month.seats_stay,),
        DRAWING: (story.event_first,),
        IN_TURN: (story.not_yet,),
        crowns.ReturnCrowns.type: (story.not_yet,),
    },
    repelling=(month.no_repelling,),
    takes=(month.takes, takes),
    price=(month.price,),
    trade=(items.trade, month.trade),
    declines=(items.declines,),
    holds=(items.holds,),
    keeps=(items.keeps,),
    brings=(items.brings,),
    incomes={"many_ships": many_ships},
    payments=PAYMENTS,
    headlines={
        "MISSION_DONE": "RESHUFFLED",
        "CONTRACT_PROGRESS": "MISSION_DONE",
        "CHAPTER_WON": "END_TRIGGERED",
        "CHAPTER_LOST": "BUST",
        "ABILITY_LOCKED": "ADMIRAL_NOT_ENOUGH_CARDS",
        "DISCARDED_NO_EFFECT": "NO_EFFECT",
    },
    lends=(people.lends, month.lends),
    tops=(lookout.top,),
    moments={
        Entered: (partial(course.entered, MISSIONS),),
        Taxed: (partial(course.taxed, MISSIONS),),
        Traded: (items.traded,),
        Busted: (busted, people.busted),
        Claimed: (people.claimed,),
        PartOpened: (partial(course.part_opened, MISSIONS), innkeeper.part_opened, people.part_opened),
        Left: (items.left,),
        Counted: (situations.counted,),
        Told: (situations.told,),
        Resumed: (situations.resumed,),
        Settled: (settled, lookout.settled),
    },
    templates=(showing.templates,),
    shows=(showing.shows,),
    reaches=(partial(reaches, MISSIONS),),
    scores=(people.items,),
    queries=asking.QUERIES,
    figures=(asking.figures,),
    unpacks=(asking.unpacks,),
    beside=(added.beside,),
    apart=(added.apart,),
    campaigns=(story.read_campaign,),
    facts={
        missions.FACT: missions.read_fact,
        people.FACT: people.read_fact,
        people.TRACK: people.read_track,
        month.FACT: month.read_fact,
        learning.CARD_NINE: learning.read_card_nine,
        learning.SALE: learning.read_sale,
    },
    ways={"coop": TOGETHER, "solo": TOGETHER, "competitive": AGAINST, "variable": AGAINST},
    lines=said_lines.LINES,
    refuses=said_lines.REFUSES,
)
