"""Completing a contract: what stands against it, which space it takes, what it brings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar

from companion.engine.refusals import Malformed, Reason
from companion.engine.rules import discover, ending, goals, turns
from companion.engine.table.draft import Draft, Table
from companion.engine.table.entries import Key, key
from companion.engine.table.state import GAME_OVER

from . import contracts, keeping
from .contracts import Laid, Need
from .moment import automatic, busted, change, now

RULE = "contracts"
# How each refusal is explained.
RULES = {
    "tax_paid": "tax_contract",
    "bust": "jinx_scope",
    "colors": "speculator_same_turn",
    "cheap": "thrifty_discount",
    "declined": "decline_compensation",
    "repelled_colors": "pirates_nest",
}
INDEX = Key("number", "With a contract: its place from the left; or `contract`.", most=contracts.MOST_LAID)
NAME = Key("word", "With a contract: its name.")
AT = Key("word", "With a contract: the moment of which it is.", choices=("tax", "bust"))


@dataclass(frozen=True, slots=True)
class CompleteContract:
    """A player has what a contract asks for: the marker goes on the leftmost free space, which pays."""

    contract: str | None = field(default=None, metadata=key(NAME))
    contract_index: int | None = field(default=None, metadata=key(INDEX))
    at: str | None = field(default=None, metadata=key(AT))
    by: int | None = None
    type: ClassVar[str] = "complete_contract"


@dataclass(frozen=True, slots=True)
class ContractStep:
    """A marker moves on; with the last step the contract is completed."""

    contract: str | None = field(default=None, metadata=key(NAME))
    contract_index: int | None = field(default=None, metadata=key(INDEX))
    by: int | None = None
    type: ClassVar[str] = "contract_step"


@dataclass(frozen=True, slots=True)
class AutoCheck:
    """Where contracts complete by themselves (`contract_moment` automatic): whatever can be completed is."""

    by: int | None = None
    type: ClassVar[str] = "auto_check"


def place_of(table: Table, entry: CompleteContract | ContractStep) -> int:
    """Where the contract of an entry lies; raises Malformed."""
    lying = contracts.laid(table)
    names = [one.id for one in lying]
    if entry.contract is not None:
        if entry.contract not in names:
            raise Malformed("entry.contract", "one_of", choices=names)
        return names.index(entry.contract)
    if entry.contract_index is None or entry.contract_index >= len(lying):
        raise Malformed("entry.contract_index", "lies_there")
    return entry.contract_index


# What a contract asks for


def have(table: Table, seat: int, one: Laid, need: Need) -> int:
    """How many of what is asked for the player has."""
    match need.what:
        case "declined" | "colors":
            return one.at(seat)
        case "repelled_colors":
            return len(keeping.kept_by(table, seat))
        case "tax_paid":
            return int(seat in now(table).paid)
        case "bust":
            return int(busted(table, seat))
    return goals.have(table, seat, need)


def progress(table: Table, seat: int, one: Laid) -> tuple[int, int]:
    """How much of it the player has, of how much."""
    needs = one.contract.need
    if needs[0].what == "colors":
        return one.at(seat), one.contract.steps
    found = [(min(need.count, have(table, seat, one, need)), need.count) for need in needs]
    return sum(had for had, _ in found), sum(of for _, of in found)


def fulfilled(table: Table, seat: int, one: Laid) -> bool:
    """What the contract asks for is there (C75, C82)."""
    if one.met:
        return not one.contract.timed or (seat, one.id) not in now(table).missed
    if one.contract.need[0].what == "colors":
        return one.id in now(table).open and one.at(seat) + 1 >= one.contract.steps
    return all(have(table, seat, one, need) >= need.count for need in one.contract.need)


def unmet(table: Table, seat: int, one: Laid) -> Reason:
    """Why it is not: an occasion let go, a Jack who does not stand for anybody, or something missing."""
    what = one.contract.need[0].what
    rule = RULES.get(what, RULE)
    had, needed = progress(table, seat, one)
    figures = {"contract": one.id, "have": had, "needed": needed}
    if (seat, one.id) in now(table).missed:
        return Reason("CONTRACT_MISSED", "contract_moment", figures, overridable=True)
    jacks = sum(person.type == "jack" for person in table.players[seat].display)
    of_persons = what not in NOT_PERSONS
    if of_persons and needed - had <= jacks:
        return Reason("JACK_NOT_A_SUBSTITUTE", "contract_jack", figures, overridable=True)
    return Reason("CONTRACT_NOT_MET", rule, figures, overridable=True)


NOT_PERSONS = {"swords", "expedition", "points", "coins", *RULES}


# Who may, and when


def marker_reason(table: Table, seat: int, one: Laid) -> Reason | None:
    """Why no marker of that player can go there: each contract once, three in all."""
    figures = {"contract": one.id}
    if seat in one.done:
        return Reason("CONTRACT_TWICE", RULE, figures)
    if not contracts.has_marker(table, seat, one):
        return Reason("CONTRACT_LIMIT", "contract_marker_commit", {**figures, "count": contracts.MARKERS})
    return None


def moment_reason(table: Table, seat: int, one: Laid) -> Reason | None:
    """Why it is not for this player now: in the own turn or part, until somebody else does something (C111-C114)."""
    mine = seat in (table.active, table.claimant)
    what = one.contract.need[0].what
    figures = {"contract": one.id, "seat": table.active}
    if one.contract.active_only:
        over = table.claimant is not None and table.claimant_busted
        if seat != table.claimant if what == "bust" and over else not mine:
            return Reason("CONTRACT_ACTIVE_ONLY", RULES.get(what, RULE), figures, overridable=True)
    elif what != "tax_paid" and not goals.may_act(table, seat, now(table).linger):
        return Reason("NOT_YOUR_TURN", "contract_moment", figures, overridable=True)
    return None if what == "tax_paid" else goals.too_early(table, seat, now(table).linger)


def reason(table: Table, seat: int, one: Laid, step: bool = False) -> Reason | None:
    """Why the player may not complete that contract, or `step` on it."""
    against = marker_reason(table, seat, one)
    if against is not None:
        return against
    elsewhere = moment_reason(table, seat, one)
    if elsewhere is not None:
        gone = one.contract.need[0].what == "bust" and (seat, one.id) in now(table).missed
        return unmet(table, seat, one) if gone else elsewhere
    asked = discover.open_question(table)
    if asked is not None:
        return asked
    if step and one.id in now(table).open:
        return None
    return None if fulfilled(table, seat, one) else unmet(table, seat, one)


def completable(table: Table, one: Laid) -> bool:
    """Whether somebody could complete it before anything else happens."""
    return any(reason(table, seat, one) is None for seat in table.game.order)


# Entries


def complete(draft: Draft, entry: CompleteContract, by: int) -> None:
    index = place_of(draft, entry)
    one = contracts.laid(draft)[index]
    draft.contest(reason(draft, by, one))
    linger = now(draft).linger
    if one.contract.need[0].what != "tax_paid" and not goals.left_over(draft, by, linger):
        turns.under_way(draft)
    change(draft, linger=goals.completed(linger, by))
    place(draft, by, index)
    ending.note_late_points(draft)


def step(draft: Draft, entry: ContractStep, by: int) -> None:
    index = place_of(draft, entry)
    one = contracts.laid(draft)[index]
    draft.contest(reason(draft, by, one, step=True))
    advance(draft, by, index)


def auto_check(draft: Draft, entry: AutoCheck, by: int) -> None:
    """Says what has been completed by itself since the last thing that happened, and looks for more (C71)."""
    if automatic(draft):
        by_themselves(draft, (by,))
    if now(draft).fresh:
        draft.because("CONTRACT_DONE")
    elif now(draft).stepped:
        draft.because("CONTRACT_PROGRESS")


# What happens


def advance(draft: Draft, seat: int, index: int) -> None:
    """The marker moves on; the last step completes (C76)."""
    one = contracts.laid(draft)[index]
    at = one.at(seat) + 1
    if one.contract.need[0].what == "colors":
        moment = now(draft)
        still = tuple(name for name in moment.open if name != one.id)
        change(draft, open=still, stepped=(*moment.stepped, one.id))
        # The ship that brings them together stays.
        draft.answered(discover.REPEL)
    if at >= one.contract.steps:
        place(draft, seat, index)
        return
    others = tuple(pair for pair in one.waiting if pair[0] != seat)
    contracts.change(draft, index, one._replace(waiting=(*others, (seat, at))))
    figures = {"contract": one.id, "at": at, "of": one.contract.steps}
    draft.say("contract_step", "contract_marker_commit", seat, params=figures)
    draft.because("CONTRACT_PROGRESS")


def place(draft: Draft, seat: int, index: int) -> None:
    """The marker stands on the leftmost free space; coins and points follow (C73, C74)."""
    one = contracts.laid(draft)[index]
    coins, nth = contracts.pays(one), contracts.done_by(draft, seat) + 1
    points = contracts.worth(nth) - contracts.worth(nth - 1)
    for need in one.contract.need:
        if need.give and need.what == "coins":
            given = min(need.count, draft.players[seat].coins)
            draft.pay(seat, given, "ransom", RULE, {"count": given, "contract": one.id})
    waiting = tuple(pair for pair in one.waiting if pair[0] != seat)
    contracts.change(draft, index, one._replace(done=(*one.done, seat), waiting=waiting))
    figures: dict[str, object] = {"contract": one.id, "nth": nth}
    if points:
        figures["points"] = points
    if one.contract.need[0].what == "repelled_colors":
        # First the ships, then the marker (`004 Contract Details - Pirates' Nest`).
        keeping.give_up(draft, seat)
    if not draft.earn(seat, coins, "contract", RULE, figures):
        draft.say("contract", RULE, seat, params=figures)
    moment = now(draft)
    change(
        draft,
        fresh=(*moment.fresh, (seat, one.id, points)),
        paid=tuple(other for other in moment.paid if other != seat)
        if one.contract.need[0].what == "tax_paid"
        else moment.paid,
        open=tuple(name for name in moment.open if name != one.id),
    )
    draft.players[seat] = draft.players[seat]._replace(vp=draft.players[seat].vp + points)
    draft.because("CONTRACT_DONE")
    if points and draft.phase != GAME_OVER:
        ending.note_points(draft, seat)


def by_themselves(draft: Draft, seats: Iterable[int]) -> None:
    """Whatever these players have is completed, that which pays most first, else from the left (C72, C132)."""
    for seat in seats:
        while ready := [
            (-contracts.pays(one), index)
            for index, one in enumerate(contracts.laid(draft))
            if marker_reason(draft, seat, one) is None and _is_had(draft, seat, one)
        ]:
            place(draft, seat, min(ready)[1])


def _is_had(table: Table, seat: int, one: Laid) -> bool:
    return one.contract.need[0].what != "colors" and fulfilled(table, seat, one)


def forced(table: Table, seat: int, one: Laid) -> bool:
    """Nobody is asked whether the marker moves on: it waits there since the first occasion (C116)."""
    return one.id in now(table).open and one.at(seat) > 0 and not now(table).told


def owed(draft: Draft) -> None:
    """Markers for colors that lie together: that of a second occasion is moved in any case (C116), and all where contracts
    complete by themselves, those first that pay (C133).
    """
    seat, lying = draft.active, contracts.laid(draft)
    found = []
    for index, one in enumerate(lying):
        if one.id in now(draft).open and (automatic(draft) or forced(draft, seat, one)):
            last = one.at(seat) + 1 >= one.contract.steps
            found.append((-contracts.pays(one) if last else 1, index))
    for _, index in sorted(found):
        if marker_reason(draft, seat, contracts.laid(draft)[index]) is None:
            advance(draft, seat, index)
