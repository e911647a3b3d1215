"""Completing a contract: what stands against it, which space it takes, what it brings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import ClassVar, NamedTuple

from companion.engine.entering.entries import Key, key
from companion.engine.house.living import room
from companion.engine.refusals import Malformed, Reason
from companion.engine.rules import discover, ending, goals, turns
from companion.engine.rules.goals import Turn
from companion.engine.table.draft import Draft, Table
from companion.engine.table.lately import lately
from companion.engine.table.state import GAME_OVER, Player

from . import contracts, keeping
from .contracts import Contracts, Laid, Markers, Need
from .keeping import Ships
from .moment import KIND, automatic, change, now

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


class Standing(NamedTuple):
    """All that completing looks at of one player, whoever's turn it is: what lies before him, the contracts with his markers
    and the ships kept for one of them, and of this moment what is `open`, what was `missed`, whether he has paid or busted,
    and about what he is `asked`.
    """

    seat: int
    player: Player
    contracts: Contracts
    markers: Markers
    kept: Ships
    open: tuple[str, ...]
    missed: frozenset[tuple[int, str]]
    paid: bool
    busted: bool
    asked: tuple[str, ...]


def standing(table: Table, seat: int) -> Standing:
    return standings(table, (seat,))[0]


def standings(table: Table, seats: Iterable[int]) -> list[Standing]:
    """That of each of them."""
    was, lying, kept = now(table), contracts.state(table), room(table, keeping.ROOM)
    asked = [one for one in table.decisions if one.kind == KIND] if table.decisions else ()
    gone = table.claimant if table.claimant_busted else None
    return [
        as_before(
            Standing(
                seat,
                table.players[seat],
                lying,
                contracts.markers_on((lying, seat)),
                kept,
                was.open,
                was.missed,
                seat in was.paid,
                seat == gone,
                tuple([one.about["goal"] for one in asked if one.seat == seat]) if asked else (),
            )
        )
        for seat in seats
    ]


@lately(512)
def as_before(who: Standing) -> Standing:
    """Who stands as before is the very same, so that what was worked out about him is found again."""
    return who


def have(who: Standing, one: Laid, need: Need) -> int:
    """How many of what is asked for the player has."""
    if need.what not in OF_MOMENTS:
        return goals.have(who.player, need)
    match need.what:
        case "repelled_colors":
            return len(keeping.of(who.kept, who.seat))
        case "tax_paid":
            return int(who.paid)
        case "bust":
            return int(who.busted)
    return one.at(who.seat)


OF_MOMENTS = {"declined", "colors", "repelled_colors", "tax_paid", "bust"}


def progress(who: Standing, one: Laid) -> tuple[int, int]:
    """How much of it the player has, of how much."""
    needs = one.contract.need
    if needs[0].what == "colors":
        return one.at(who.seat), one.contract.steps
    return goals.progress(needs, partial(have, who, one))


def lacking(who: Standing, one: Laid, step: bool = False) -> Reason | None:
    """What the player lacks for it, or for a `step` on it, whoever's turn it is (C75, C82)."""
    if step and one.id in who.open:
        return None
    had, needed = progress(who, one)
    if one.met:
        there = not one.contract.timed or (who.seat, one.id) not in who.missed
    elif one.contract.need[0].what == "colors":
        there = one.id in who.open and had + 1 >= needed
    else:
        there = had >= needed
    return None if there else _unmet(who, one, had, needed)


def _unmet(who: Standing, one: Laid, had: int, needed: int) -> Reason:
    """Why it is not: an occasion let go, a Jack who does not stand for anybody, or something missing."""
    what = one.contract.need[0].what
    if (who.seat, one.id) in who.missed:
        return _figures("CONTRACT_MISSED", "contract_moment", one.id, had, needed)
    if what not in NOT_PERSONS and needed - had <= goals.have(who.player, JACK):
        return _figures("JACK_NOT_A_SUBSTITUTE", "contract_jack", one.id, had, needed)
    return _figures("CONTRACT_NOT_MET", RULES.get(what, RULE), one.id, had, needed)


@lru_cache(maxsize=2048)
def _figures(code: str, rule: str, contract: str, had: int, needed: int) -> Reason:
    return Reason(code, rule, {"contract": contract, "have": had, "needed": needed}, overridable=True)


JACK = Need("jack")
NOT_PERSONS = {"swords", "expedition", "points", "coins", *RULES}


# Who may, and when


def marker_reason(who: Standing, one: Laid) -> Reason | None:
    """Why no marker of that player can go there, or move on: each contract once, three in all."""
    if who.seat in one.done:
        return Reason("CONTRACT_TWICE", RULE, {"contract": one.id})
    if not who.markers.free and not one.at(who.seat):
        figures = {"contract": one.id, "count": contracts.MARKERS}
        return Reason("CONTRACT_LIMIT", "contract_marker_commit", figures)
    return None


def turn(table: Table, seat: int) -> Turn:
    return goals.turn(table, seat, now(table).linger)


def moment_reason(at: Turn, who: Standing, one: Laid) -> Reason | None:
    """Why it is not for this player now: in the own turn or part, until somebody else does something (C111-C114)."""
    what = one.contract.need[0].what
    if one.contract.active_only:
        if not (who.busted if what == "bust" and at.over else at.mine):
            figures = {"contract": one.id, "seat": at.active}
            return Reason("CONTRACT_ACTIVE_ONLY", RULES.get(what, RULE), figures, overridable=True)
    elif what != "tax_paid" and not at.may:
        figures = {"contract": one.id, "seat": at.active}
        return Reason("NOT_YOUR_TURN", "contract_moment", figures, overridable=True)
    return None if what == "tax_paid" else at.early


def elsewhere(at: Turn, who: Standing, one: Laid) -> Reason | None:
    """Why it is not the moment for it: in whose turn it would be, or what waits for an answer."""
    against = moment_reason(at, who, one)
    if against is not None and one.contract.need[0].what == "bust" and (who.seat, one.id) in who.missed:
        return _unmet(who, one, *progress(who, one))
    return against or at.asked


def reason(at: Turn, who: Standing, one: Laid, step: bool = False) -> Reason | None:
    """Why the player may not complete that contract, or `step` on it."""
    return marker_reason(who, one) or elsewhere(at, who, one) or lacking(who, one, step)


# Entries


def complete(draft: Draft, entry: CompleteContract, by: int) -> None:
    index = place_of(draft, entry)
    one = contracts.laid(draft)[index]
    draft.contest(reason(turn(draft, by), standing(draft, by), one))
    linger = now(draft).linger
    if one.contract.need[0].what != "tax_paid" and not goals.left_over(draft, by, linger):
        turns.under_way(draft)
    change(draft, linger=goals.completed(linger, by))
    place(draft, by, index)
    ending.note_late_points(draft)


def step(draft: Draft, entry: ContractStep, by: int) -> None:
    index = place_of(draft, entry)
    one = contracts.laid(draft)[index]
    draft.contest(reason(turn(draft, by), standing(draft, by), one, step=True))
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
    coins, nth = contracts.pays(one), contracts.markers(draft, seat).done + 1
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


def by_themselves(draft: Draft, seats: Sequence[int]) -> None:
    """Whatever these players have is completed, that which pays most first, else from the left (C72, C132)."""
    if all(ready((who,)) is None for who in standings(draft, seats)):
        return
    for seat in seats:
        while (index := ready((standing(draft, seat),))) is not None:
            place(draft, seat, index)


@lately(512)
def ready(of: tuple[Standing]) -> int | None:
    """Which contract comes first of those that the player has; those of colors are moved on by their occasions."""
    (who,) = of
    found = [
        (-contracts.pays(one), index)
        for index, one in enumerate(who.contracts.laid)
        if one.contract.need[0].what != "colors"
        and marker_reason(who, one) is None
        and lacking(who, one) is None
    ]
    return min(found)[1] if found else None


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
        if marker_reason(standing(draft, seat), contracts.laid(draft)[index]) is None:
            advance(draft, seat, index)
