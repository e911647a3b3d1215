"""What the table sees of markers, where the phone shows others: the table is right."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.entering.entries import Key
from companion.engine.following.moments import Counted
from companion.engine.refusals import Malformed
from companion.engine.table.draft import Draft, Table

from . import contracts
from .contracts import Laid

MARKERS, RULE = "markers", "contract_marker_commit"
FIELD = f"entry.{MARKERS}"
COUNTED = {
    MARKERS: Key(
        "steps_by_seat",
        "With a count: at which step a player's marker stands, by goal; the last one is done, 0 is nowhere.",
        most=contracts.PLACES,
    )
}


def at(one: Laid, seat: int) -> int:
    """At which step the player's marker stands; with the last one the contract is completed."""
    return one.contract.steps if seat in one.done else one.at(seat)


def counted(draft: Draft, moment: Counted) -> None:
    """Markers stand elsewhere, with the points that this means; coins are counted by themselves. Raises Malformed or
    Refusal.
    """
    said = draft.more.get(MARKERS)
    for seat, steps in said.items() if isinstance(said, Mapping) else ():
        before = contracts.points_of(draft, seat)
        for name, to in steps.items():
            _move(draft, seat, name, to)
        more = contracts.points_of(draft, seat) - before
        draft.players[seat] = draft.players[seat]._replace(vp=draft.players[seat].vp + more)
        if placed(draft, seat) > contracts.MARKERS:
            draft.refuse("CONTRACT_LIMIT", RULE, count=contracts.MARKERS)


def placed(table: Table, seat: int) -> int:
    found = contracts.markers(table, seat)
    return found.done + found.waiting


def _move(draft: Draft, seat: int, name: str, to: int) -> None:
    lying = contracts.laid(draft)
    index = next((place for place, one in enumerate(lying) if one.id == name), None)
    if index is None:
        raise Malformed(FIELD, "lies_there")
    one, steps = lying[index], lying[index].contract.steps
    if to > steps:
        raise Malformed(FIELD, "whole_number", least=0, most=steps)
    was = at(one, seat)
    if was == to:
        return
    done = tuple(other for other in one.done if other != seat)
    waiting = tuple(pair for pair in one.waiting if pair[0] != seat)
    if to == steps:
        done = (*done, seat)
    elif to:
        waiting = (*waiting, (seat, to))
    contracts.change(draft, index, one._replace(done=done, waiting=waiting))
    figures = {"contract": name, "from": was, "to": to, "of": steps}
    draft.say("marker_counted", "count", seat, params=figures)
