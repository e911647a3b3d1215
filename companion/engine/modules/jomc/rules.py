"""Contracts: goals on the table that bring coins, and points from the second on."""

from __future__ import annotations

from companion.engine.following.moments import (
    Busted,
    Claimed,
    Counted,
    Entered,
    Hired,
    Left,
    PartOpened,
    Repelled,
    Resumed,
    Settled,
    Taxed,
    Told,
    Traded,
)
from companion.engine.house.brought import EntryKind, Room
from companion.engine.house.door import EVERYTHING, Door

from . import (
    completing,
    contracts,
    counting,
    course,
    declining,
    keeping,
    laying,
    moment,
    rating,
    said_lines,
    showing,
    situations,
)
from .completing import AutoCheck, CompleteContract, ContractStep
from .laying import LayContracts
from .together import TOGETHER


def said(entry: CompleteContract | ContractStep) -> object:
    """The same contract of the same player, entered twice, is one."""
    return entry.by, entry.contract, entry.contract_index


DOOR = Door(
    contracts.MODULE,
    entries=(
        EntryKind(
            LayContracts, laying.lay, laying.check, lambda entry: entry.contracts, lays=True, still=True
        ),
        EntryKind(CompleteContract, completing.complete, once=said, still=True),
        EntryKind(ContractStep, completing.step, once=said, still=True),
        EntryKind(AutoCheck, completing.auto_check, forced=True, still=True),
    ),
    adds={
        "take": declining.KEYS,
        "draw": keeping.KEYS,
        "repel": keeping.KEYS,
        "count": {**keeping.COUNTED, **counting.COUNTED},
    },
    rooms=(
        Room(contracts.ROOM, lambda game: contracts.Contracts()),
        Room(moment.ROOM, moment.begin, moment.next_turn),
        Room(keeping.ROOM, lambda game: ()),
    ),
    against={EVERYTHING: (laying.missing,)},
    declines=(declining.declines,),
    holds=(keeping.kept_by,),
    keeps=(keeping.keeps,),
    payments=("contract", "ransom"),
    headlines={"CONTRACT_DONE": "RESHUFFLED", "CONTRACT_PROGRESS": "CONTRACT_DONE"},
    moments={
        Entered: (course.entered,),
        Taxed: (course.taxed,),
        Hired: (course.by_itself,),
        Claimed: (course.by_itself,),
        Traded: (course.traded,),
        Repelled: (course.repelled,),
        Busted: (course.bust,),
        PartOpened: (course.part_opened,),
        Left: (keeping.left,),
        Counted: (keeping.counted, counting.counted),
        Told: (situations.told,),
        Resumed: (situations.resumed,),
        Settled: (course.settled,),
    },
    templates=(showing.templates,),
    shows=(showing.shows,),
    reaches=(showing.reaches,),
    scores=(contracts.scores,),
    queries={**situations.QUERIES, **rating.QUERIES},
    unpacks=(rating.unpacks,),
    ways={"coop": TOGETHER, "solo": TOGETHER},
    figures=(situations.figures,),
    lines=said_lines.LINES,
    refuses=said_lines.REFUSES,
)
