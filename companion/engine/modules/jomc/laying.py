"""Laying the contracts out, first of all: which ones were revealed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from companion.engine.entering.entries import Key, SaidGoal, key
from companion.engine.following.moments import GoalsLaid
from companion.engine.house.living import set_room, tell
from companion.engine.refusals import Malformed, Reason
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import Game

from . import contracts
from .contracts import Contract, Contracts, Laid, Seal

RULE = "contract_setup"
NOT_LAID = Reason("CONTRACTS_NOT_LAID", RULE)
SAID = Key("goals", "With lay_contracts: those that lie there, from the left.", most=contracts.MOST_LAID)


@dataclass(frozen=True, slots=True)
class LayContracts:
    """Which contracts lie on the table; nothing is played before. What nobody knows of a card, its spaces and its seal, is said
    with its name.
    """

    contracts: tuple[SaidGoal, ...] = field(metadata=key(SAID))
    by: int | None = None
    type: ClassVar[str] = "lay_contracts"


def known(said: SaidGoal, where: str) -> Contract:
    """The contract that is meant, with the numbers that were entered from it; raises Malformed."""
    found = contracts.printed().get(said.name)
    if found is None:
        raise Malformed(where, "one_of", choices=tuple(contracts.printed()))
    if said.spaces:
        found = found._replace(spaces=said.spaces)
    return found if said.seal is None else found._replace(seal=Seal(*said.seal))


def check(entry: LayContracts, game: Game) -> None:
    """As many as this game has, each once, of those that are shuffled; raises Malformed."""
    where, names = "entry.contracts", [one.name for one in entry.contracts]
    for said in entry.contracts:
        known(said, where)
    shuffled = {one.id for one in contracts.pool(game)}
    wanted = contracts.count_of(game)
    if len(names) != wanted or len(set(names)) != len(names) or not shuffled.issuperset(names):
        raise Malformed(where, "so_many_of", count=wanted, choices=sorted(shuffled))
    for said in entry.contracts:
        if contracts.printed()[said.name].white and (
            len(said.spaces) != contracts.PLACES or said.seal is None
        ):
            raise Malformed(where, "printed")


def lay(draft: Draft, entry: LayContracts, by: int) -> None:
    if contracts.laid(draft):
        draft.refuse("NO_EFFECT", RULE)
    lying = tuple(Laid(known(said, "entry.contracts")) for said in entry.contracts)
    set_room(draft, contracts.ROOM, Contracts(lying))
    draft.say("contracts_laid", RULE, params={"count": len(lying), "contracts": [one.id for one in lying]})
    tell(draft, GoalsLaid)


def missing(table: Table, by: int) -> Reason | None:
    """Nobody plays before the contracts lie there; a ruling does not ask for them."""
    return NOT_LAID if table.game.parts_open_by_themselves and not contracts.laid(table) else None
