"""Contracts: goals on the table that bring coins, and points from the second on."""

from __future__ import annotations

from functools import partial

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
from companion.engine.goals.course import entered, part_opened
from companion.engine.goals.showing import reaches
from companion.engine.goals.tenant import rooms
from companion.engine.house.brought import EntryKind, Room
from companion.engine.house.door import EVERYTHING, Door

from . import (
    completing,
    contracts,
    declining,
    keeping,
    laying,
    rating,
    said_lines,
    showing,
    situations,
)
from .completing import CONTRACTS, AutoCheck, CompleteContract, ContractStep
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
        "count": {**keeping.COUNTED, **situations.COUNTED},
    },
    rooms=(
        *rooms(CONTRACTS),
        Room(keeping.ROOM, lambda game: ()),
    ),
    against={EVERYTHING: (laying.missing,)},
    declines=(declining.declines,),
    holds=(keeping.kept_by,),
    keeps=(keeping.keeps,),
    payments=("contract", "ransom"),
    headlines={"CONTRACT_DONE": "RESHUFFLED", "CONTRACT_PROGRESS": "CONTRACT_DONE"},
    moments={
        Entered: (partial(entered, CONTRACTS),),
        Taxed: (completing.taxed,),
        Hired: (completing.by_itself,),
        Claimed: (completing.by_itself,),
        Traded: (declining.traded,),
        Repelled: (completing.repelled,),
        Busted: (completing.bust,),
        PartOpened: (partial(part_opened, CONTRACTS),),
        Left: (keeping.left,),
        Counted: (keeping.counted, situations.counted),
        Told: (situations.told,),
        Resumed: (situations.resumed,),
        Settled: (completing.settled,),
    },
    templates=(showing.templates,),
    shows=(showing.shows,),
    reaches=(partial(reaches, CONTRACTS),),
    scores=(contracts.scores,),
    queries=rating.QUERIES,
    unpacks=(rating.unpacks,),
    ways={"coop": TOGETHER, "solo": TOGETHER},
    figures=(rating.figures,),
    lines=said_lines.LINES,
    refuses=said_lines.REFUSES,
)
