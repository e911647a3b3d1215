"""Completing a contract: what it asks for besides, which space it takes, what it brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from companion.engine.entering.entries import Key, key
from companion.engine.following.moments import Busted, Claimed, Hired, Repelled, Settled, Taxed
from companion.engine.goals import course, standing
from companion.engine.goals.course import MOST_LAID
from companion.engine.goals.lying import Laid, Markers, put
from companion.engine.goals.need import Need, held
from companion.engine.goals.tenant import Standing, Tenant, change, now
from companion.engine.house.living import room
from companion.engine.refusals import Malformed, Reason
from companion.engine.rules import discover, ending
from companion.engine.table.draft import Draft, Table, waiting
from companion.engine.table.lately import lately
from companion.engine.table.seats import around
from companion.engine.table.state import GAME_OVER

from . import contracts, keeping
from .contracts import automatic

RULE = "contracts"
INDEX = Key("number", "With a contract: its place from the left; or `contract`.", most=MOST_LAID)
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


def laid(table: Table, entry: CompleteContract | ContractStep) -> Laid:
    """The contract of an entry; raises Malformed."""
    lying = contracts.laid(table)
    if entry.contract is not None:
        found = next((one for one in lying if one.name == entry.contract), None)
        if found is None:
            raise Malformed("entry.contract", "one_of", choices=[one.name for one in lying])
        return found
    if entry.contract_index is None or entry.contract_index >= len(lying):
        raise Malformed("entry.contract_index", "lies_there")
    return lying[entry.contract_index]


# What only contracts ask for, and bring


def short(who: Standing, one: Laid, count: int) -> Reason | None:
    """A Jack does not stand for anybody."""
    person = one.goal.need[0].what not in NOT_PERSONS
    return NO_SUBSTITUTE if person and count <= held(who.player, JACK) else None


JACK, NO_SUBSTITUTE = Need("jack"), Reason("JACK_NOT_A_SUBSTITUTE", "contract_jack")
NOT_PERSONS = {"swords", "expedition", "points", "coins", *contracts.Contract.RULES}


def have(who: Standing, need: Need) -> int:
    return len(keeping.of(who.own[0], who.seat))


def brings(one: Laid, seat: int, markers: Markers, own: object = None) -> Mapping[str, object]:
    """Coins and points; or the step to which a marker moves."""
    at, steps, cost = one.at(seat) + 1, one.goal.steps, contracts.card(one).cost
    if one.goal.what == "colors" and at < steps:
        return {"marker": at, "of": steps}
    figures = {"coins": contracts.pays(one), "points": contracts.next_worth(markers)}
    return {**figures, "cost": cost} if cost else figures


# Entries


def complete(draft: Draft, entry: CompleteContract, by: int) -> None:
    one = laid(draft, entry)
    standing.complete(CONTRACTS, draft, by, one, whole=True)
    place(draft, by, one)
    ending.note_late_points(draft)


def step(draft: Draft, entry: ContractStep, by: int) -> None:
    one = laid(draft, entry)
    who, at = standing.standing(CONTRACTS, draft, by), standing.turn(CONTRACTS, draft, by)
    draft.contest(standing.reason(at, who, one))
    advance(draft, by, one)


def auto_check(draft: Draft, entry: AutoCheck, by: int) -> None:
    """Says what has been completed by itself since the last thing that happened, and looks for more (C71)."""
    if automatic(draft):
        by_themselves(draft, (by,))
    was = now(CONTRACTS, draft)
    if was.fresh or was.stepped:
        draft.because("CONTRACT_DONE" if was.fresh else "CONTRACT_PROGRESS")


# What happens


def advance(draft: Draft, seat: int, one: Laid) -> None:
    """The marker moves on; the last step completes (C76)."""
    at = one.at(seat) + 1
    if one.goal.what == "colors":
        was = now(CONTRACTS, draft)
        still = tuple(name for name in was.open if name != one.id)
        change(CONTRACTS, draft, open=still, stepped=(*was.stepped, one.id))
        # The ship that brings them together stays.
        draft.answered(discover.REPEL)
    if at >= one.goal.steps:
        place(draft, seat, one)
        return
    put(draft, contracts.ROOM, one.moved(seat, at))
    figures = {"contract": one.id, "at": at, "of": one.goal.steps}
    draft.say("contract_step", "contract_marker_commit", seat, params=figures)
    draft.because("CONTRACT_PROGRESS")


def place(draft: Draft, seat: int, one: Laid) -> None:
    """The marker stands on the leftmost free space; coins and points follow (C73, C74)."""
    coins, had, what = contracts.pays(one), contracts.markers(draft, seat), one.goal.what
    points = contracts.next_worth(had)
    for need in one.goal.need:
        if need.give and need.what == "coins":
            given = min(need.count, draft.players[seat].coins)
            draft.pay(seat, given, "ransom", RULE, {"count": given, "contract": one.id})
    put(draft, contracts.ROOM, one.moved(seat, one.goal.steps))
    figures: dict[str, object] = {"contract": one.id, "nth": had.done + 1}
    if points:
        figures["points"] = points
    if what == "repelled_colors":
        # First the ships, then the marker (`004 Contract Details - Pirates' Nest`).
        keeping.give_up(draft, seat)
    if not draft.earn(seat, coins, "contract", RULE, figures):
        draft.say("contract", RULE, seat, params=figures)
    was = now(CONTRACTS, draft)
    change(
        CONTRACTS,
        draft,
        fresh=(*was.fresh, (seat, one.id, points)),
        paid=tuple(other for other in was.paid if other != seat) if what == "tax_paid" else was.paid,
        open=tuple(name for name in was.open if name != one.id),
    )
    draft.players[seat] = draft.players[seat]._replace(vp=draft.players[seat].vp + points)
    draft.because("CONTRACT_DONE")
    if points and draft.phase != GAME_OVER:
        ending.note_points(draft, seat)


def by_themselves(draft: Draft, seats: Sequence[int]) -> None:
    """Whatever these players have is completed, that which pays most first, else from the left (C72, C132)."""
    for seat in seats:
        while (one := ready((standing.standing(CONTRACTS, draft, seat),))) is not None:
            place(draft, seat, one)


@lately(512)
def ready(of: tuple[Standing]) -> Laid | None:
    """Which contract comes first of those that the player has; those of colors are moved on by their occasions."""
    (who,) = of
    found = [one for one in who.laid if one.goal.what != "colors" and can(who, one)]
    return max(found, key=contracts.pays, default=None)


def can(who: Standing, one: Laid) -> bool:
    """Whatever the moment."""
    return standing.marker_reason(who, one) is None and standing.lacking(who, one) is None


def owed(draft: Draft) -> None:
    """Markers for colors that lie together: that of a second occasion is moved in any case (C116), and all where contracts
    complete by themselves, those first that pay (C133).
    """
    seat, was = draft.active, now(CONTRACTS, draft)
    found = []
    for one in contracts.laid(draft) if was.open else ():
        if one.id in was.open and (automatic(draft) or course.forced(CONTRACTS, was, seat, one)):
            last = one.at(seat) + 1 >= one.goal.steps
            found.append((-contracts.pays(one) if last else 1, one.id))
    for _, name in sorted(found, key=lambda pair: pair[0]):
        who = standing.standing(CONTRACTS, draft, seat)
        one = next(one for one in who.laid if one.id == name)
        if standing.marker_reason(who, one) is None:
            advance(draft, seat, one)


CONTRACTS = Tenant(
    contracts.MODULE,
    key="contract",
    room=contracts.ROOM,
    now="contracts_now",
    markers=contracts.MARKERS,
    twice=Reason("CONTRACT_TWICE", RULE),
    limit=Reason("CONTRACT_LIMIT", "contract_marker_commit", {"count": contracts.MARKERS}),
    active_only="CONTRACT_ACTIVE_ONLY",
    missed=Reason("CONTRACT_MISSED", "contract_moment"),
    not_met="CONTRACT_NOT_MET",
    short=short,
    own=lambda table, seats: [(room(table, keeping.ROOM),)] * len(seats),
    knows=frozenset({"repelled_colors"}),
    have=have,
    brings=brings,
    entry=contracts.entry,
    lets_go=("tax_paid", "bust"),
    again=lambda name: contracts.printed()[name].what == "colors",
    asks=lambda table: not automatic(table),
    automatic=automatic,
    forced=True,
    owed=owed,
)


# In the course of a turn


def taxed(draft: Draft, moment: Taxed) -> None:
    course.taxed(CONTRACTS, draft, moment)
    if automatic(draft):
        by_themselves(draft, around(draft, draft.active))


def by_itself(draft: Draft, moment: Hired | Claimed) -> None:
    if automatic(draft):
        by_themselves(draft, (moment.seat,))


def repelled(draft: Draft, moment: Repelled) -> None:
    """With the fifth color the contract is completed, whatever the table plays (C81)."""
    one = contracts.find(draft, "repelled_colors")
    if one is not None and not one.met and can(standing.standing(CONTRACTS, draft, moment.seat), one):
        place(draft, moment.seat, one)


def bust(draft: Draft, moment: Busted) -> None:
    """Where contracts complete by themselves, that of the bust does before the turn is over (C79)."""
    change(CONTRACTS, draft, open=())
    one = contracts.find(draft, "bust") if automatic(draft) else None
    if (
        one is not None
        and standing.marker_reason(standing.standing(CONTRACTS, draft, moment.seat), one) is None
    ):
        place(draft, moment.seat, one)


def settled(draft: Draft, moment: Settled) -> None:
    course.settled(CONTRACTS, draft)
    if automatic(draft):
        if waiting(draft, discover.REPEL) is None and now(CONTRACTS, draft).open:
            owed(draft)
            change(CONTRACTS, draft, open=())
        if draft.game.parts_open_by_themselves and draft.phase != GAME_OVER:
            by_themselves(draft, around(draft, draft.active))
    course.ask(CONTRACTS, draft)
