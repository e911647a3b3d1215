"""Laying the contracts out, first of all: which ones were revealed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from companion.engine.entering.entries import Key, SaidGoal, key
from companion.engine.entering.templates import Ask, Template
from companion.engine.following.moments import GoalsLaid
from companion.engine.goals.course import MOST_LAID
from companion.engine.goals.lying import Laid, Lying
from companion.engine.house.living import set_room, tell
from companion.engine.refusals import Malformed, Reason
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import Game, State
from companion.engine.values import mapping, number, word

from . import contracts
from .contracts import Contract, Seal

RULE = "contract_setup"
NOT_LAID = Reason("CONTRACTS_NOT_LAID", RULE)
MOST_LETTERS = 3


def read_seal(value: object, field: str) -> Mapping[str, Any]:
    """What somebody reads in the corner of a card; raises Malformed."""
    seal = mapping(value, field)
    letter = word(seal["letter"], f"{field}.letter") if seal.get("letter") else None
    if letter is not None and len(letter) > MOST_LETTERS:
        raise Malformed(f"{field}.letter", "text_up_to", most=MOST_LETTERS)
    return {"n": number(seal.get("n", 0), f"{field}.n", 9, -9), "letter": letter}


SAID = Key(
    "goals",
    "With lay_contracts: those that lie there, from the left.",
    most=MOST_LAID,
    besides={"seal": read_seal},
)


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
        found = replace(found, spaces=said.spaces)
    seal = said.besides.get("seal")
    return found if seal is None else replace(found, seal=Seal(**seal))


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
            len(said.spaces) != contracts.PLACES or "seal" not in said.besides
        ):
            raise Malformed(where, "printed")


def lay(draft: Draft, entry: LayContracts, by: int) -> None:
    if contracts.laid(draft):
        draft.refuse("NO_EFFECT", RULE)
    lying = tuple(Laid(known(said, "entry.contracts")) for said in entry.contracts)
    set_room(draft, contracts.ROOM, Lying(lying))
    draft.say("contracts_laid", RULE, params={"count": len(lying), "contracts": [one.id for one in lying]})
    tell(draft, GoalsLaid)


def templates(state: State) -> Iterator[Template]:
    if missing(state, state.active):
        asked = (Ask("contracts", "goals", contracts.count_of(state.game)),)
        yield Template(LayContracts.type, state.active, asks=asked)


def shows(state: State) -> Mapping[str, Any]:
    """What is to be revealed first, and of which."""
    if not missing(state, state.active):
        return {}
    game, module = state.game, contracts.MODULE
    pool = [
        {**contracts.shown((one,)), "module": module, **contracts.seal_shown(game, one)}
        for one in contracts.pool(game)
    ]
    laying = {"module": module, "kind": "contract", "count": contracts.count_of(game), "pool": pool}
    return {"laying": laying}


def missing(table: Table, by: int) -> Reason | None:
    """Nobody plays before the contracts lie there; a ruling does not ask for them."""
    return NOT_LAID if table.game.parts_open_by_themselves and not contracts.laid(table) else None
