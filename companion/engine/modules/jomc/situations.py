"""Situations in mid-game, and what the table counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.engine.entering.entries import Key, SaidGoal
from companion.engine.following.moments import Counted, Resumed, Told
from companion.engine.goals import course
from companion.engine.goals.course import MOST_LAID, OCCASIONS
from companion.engine.goals.lying import Laid, Lying
from companion.engine.goals.need import Need
from companion.engine.goals.tenant import change, now
from companion.engine.house.living import set_room
from companion.engine.refusals import Malformed
from companion.engine.rules import turns
from companion.engine.table.draft import Draft
from companion.engine.table.state import DISCOVER
from companion.engine.values import flag, mapping, number, sequence, word

from . import contracts, keeping, laying
from .completing import CONTRACTS

FIELD, MARKERS = "situation.contracts", "markers"
COUNTED = {
    MARKERS: Key(
        "steps_by_seat",
        "With a count: at which step a player's marker stands, by goal; the last one is done, 0 is nowhere.",
        most=contracts.PLACES,
    )
}


def told(draft: Draft, moment: Told) -> None:
    """Contracts with their markers, and ships kept, as a situation tells."""
    said = moment.situation
    rows = [mapping(row, FIELD) for row in sequence(said.get("contracts", []), FIELD, MOST_LAID)]
    lying = tuple(_laid(draft, row) for row in rows)
    live = draft.game.parts_open_by_themselves
    if live and rows:
        names = [one.id for one in lying]
        if len(names) != contracts.count_of(draft.game) or len(set(names)) != len(names):
            raise Malformed(FIELD, "so_many", count=contracts.count_of(draft.game))
    set_room(draft, contracts.ROOM, Lying(lying))
    players = [mapping(row, "situation.players") for row in said["players"]]
    elsewhere = []
    for seat, row in enumerate(players):
        listed = sum(seat in one.done for one in lying)
        field = "situation.players.contracts_done"
        done = number(row.get("contracts_done", listed), field, contracts.MARKERS)
        if live and done != listed:
            raise Malformed(field, "one_of", choices=(listed,))
        elsewhere.append(max(0, done - listed))
        keeping.told(draft, seat, row)
        if listed + max(0, done - listed) + contracts.markers(draft, seat).waiting > contracts.MARKERS:
            raise Malformed(FIELD, "at_most", most=contracts.MARKERS)
    set_room(draft, contracts.ROOM, Lying(lying, tuple(elsewhere)))


def _laid(draft: Draft, row: Mapping[str, Any]) -> Laid:
    """One of them: `completed_by` and `progress` by player; a ruling may say otherwise what is printed."""
    names, live = draft.game.names, draft.game.parts_open_by_themselves
    spaces = sequence(row.get("spaces") or [], f"{FIELD}.spaces", 8)
    coins = tuple(number(one, f"{FIELD}.spaces", 40) for one in spaces)
    seal = {} if row.get("seal") is None else {"seal": laying.read_seal(row["seal"], f"{FIELD}.seal")}
    found = laying.known(SaidGoal(word(row.get("name"), f"{FIELD}.name"), coins, seal), FIELD)
    if row.get("need") is not None and not live:
        kinds = [word(one, f"{FIELD}.need") for one in sequence(row["need"], f"{FIELD}.need", 8)]
        found = replace(found, need=tuple(Need(one, kinds.count(one)) for one in dict.fromkeys(kinds)))
    done = course.seats(row, "completed_by", names, FIELD)
    steps = mapping(row.get("progress") or {}, f"{FIELD}.progress")
    waiting = tuple(
        (course.seat(name, names, f"{FIELD}.progress"), number(at, FIELD, found.steps - 1))
        for name, at in steps.items()
        if at
    )
    met = not live and flag(row.get("requirement_met", False), FIELD)
    return Laid(found, done, tuple(pair for pair in waiting if pair[0] not in done), met=met)


def resumed(draft: Draft, moment: Resumed) -> None:
    """What was open when the situation was told, and which occasions were let go before."""
    said, lying, here = moment.situation, contracts.laid(draft), moment.situation.get(OCCASIONS)
    if here is not None:
        course.resumed(CONTRACTS, draft, here)
    elif draft.phase == DISCOVER and draft.claimant is None:
        colors = turns.ship_colors(draft)
        found = [one.id for one in lying if one.goal.what == "colors" and one.goal.need[0].count <= colors]
        change(CONTRACTS, draft, open=tuple(found), told=True)
    names = [player.name for player in draft.players]
    by = said.get("bust_by")
    if by in names and draft.claimant is None:
        draft.claimant, draft.claimant_busted = names.index(by), True
    gone = set(now(CONTRACTS, draft).missed)
    for one in lying:
        tax = one.goal.what == "tax_paid" and said.get("last_tax_paid_turns_ago")
        if tax or (one.goal.timed and said.get("turns_since_met")):
            gone |= {(seat, one.id) for seat in range(len(names))}
    change(CONTRACTS, draft, missed=frozenset(gone))
    if here is not None:
        course.ask(CONTRACTS, draft)


def counted(draft: Draft, moment: Counted) -> None:
    """Markers stand elsewhere, with the points that this means; coins are counted by themselves. Raises Malformed or
    Refusal.
    """
    said = draft.more.get(MARKERS)
    for seat, steps in said.items() if isinstance(said, Mapping) else ():
        before = contracts.points_of(draft, seat)
        course.counted(CONTRACTS, draft, seat, steps, f"entry.{MARKERS}", "marker_counted")
        more = contracts.points_of(draft, seat) - before
        draft.players[seat] = draft.players[seat]._replace(vp=draft.players[seat].vp + more)
        found = contracts.markers(draft, seat)
        if found.done + found.waiting > contracts.MARKERS:
            draft.refuse("CONTRACT_LIMIT", "contract_marker_commit", count=contracts.MARKERS)
