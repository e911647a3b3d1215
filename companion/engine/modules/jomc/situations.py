"""Situations in mid-game, and what rulings are told of contracts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.entering.entries import SaidGoal
from companion.engine.following.moments import Resumed, Told
from companion.engine.house.living import room, set_room
from companion.engine.refusals import Malformed, fault_of
from companion.engine.rules import goals, kept_ships, turns
from companion.engine.table.draft import Draft
from companion.engine.table.seats import MOST_SEATS
from companion.engine.table.state import DISCOVER, State
from companion.engine.values import flag, mapping, number, sequence, word

from . import contracts, course, keeping, laying
from .contracts import Contracts, Laid, Need
from .moment import change, now

FIELD, OCCASIONS = "situation.contracts", "occasions"


def told(draft: Draft, moment: Told) -> None:
    """Contracts with their markers, and ships kept, as a situation tells."""
    said = moment.situation
    rows = [mapping(row, FIELD) for row in sequence(said.get("contracts", []), FIELD, contracts.MOST_LAID)]
    lying = tuple(_laid(draft, row) for row in rows)
    live = draft.game.parts_open_by_themselves
    if live and rows:
        names = [one.id for one in lying]
        if len(names) != contracts.count_of(draft.game) or len(set(names)) != len(names):
            raise Malformed(FIELD, "so_many", count=contracts.count_of(draft.game))
    set_room(draft, contracts.ROOM, Contracts(lying))
    players = [mapping(row, "situation.players") for row in said["players"]]
    elsewhere = []
    for seat, row in enumerate(players):
        listed = sum(seat in one.done for one in lying)
        field = "situation.players.contracts_done"
        done = number(row.get("contracts_done", listed), field, contracts.MARKERS)
        if live and done != listed:
            raise Malformed(field, "one_of", choices=(listed,))
        elsewhere.append(max(0, done - listed))
        _keep(draft, seat, row)
        if listed + max(0, done - listed) + contracts.markers(draft, seat).waiting > contracts.MARKERS:
            raise Malformed(FIELD, "at_most", most=contracts.MARKERS)
    set_room(draft, contracts.ROOM, Contracts(lying, tuple(elsewhere)))


def _laid(draft: Draft, row: Mapping[str, Any]) -> Laid:
    """One of them: `completed_by` and `progress` by player; a ruling may say otherwise what is printed."""
    names = draft.game.names
    spaces = sequence(row.get("spaces") or [], f"{FIELD}.spaces", 8)
    coins = tuple(number(one, f"{FIELD}.spaces", 40) for one in spaces)
    seal = {} if row.get("seal") is None else {"seal": laying.read_seal(row["seal"], f"{FIELD}.seal")}
    found = laying.known(SaidGoal(word(row.get("name"), f"{FIELD}.name"), coins, seal), FIELD)
    if row.get("need") is not None and not draft.game.parts_open_by_themselves:
        kinds = [word(one, f"{FIELD}.need") for one in sequence(row["need"], f"{FIELD}.need", 8)]
        found = found._replace(need=tuple(Need(one, kinds.count(one)) for one in dict.fromkeys(kinds)))
    listed = sequence(row.get("completed_by") or [], f"{FIELD}.completed_by", 12)
    done = tuple(_seat(one, names, f"{FIELD}.completed_by") for one in listed)
    steps = mapping(row.get("progress") or {}, f"{FIELD}.progress")
    waiting = tuple(
        (_seat(name, names, f"{FIELD}.progress"), number(at, FIELD, found.steps - 1))
        for name, at in steps.items()
        if at
    )
    met = not draft.game.parts_open_by_themselves and flag(row.get("requirement_met", False), FIELD)
    return Laid(found, done, tuple(pair for pair in waiting if pair[0] not in done), met)


def _seat(said: object, names: Sequence[str], field: str) -> int:
    """A player by name, or by seat; raises Malformed."""
    if isinstance(said, str) and said in names:
        return names.index(said)
    seat = int(said) if isinstance(said, int) or (isinstance(said, str) and said.isdecimal()) else -1
    if not 0 <= seat < len(names):
        raise Malformed(field, "player", fault_of(said))
    return seat


def _keep(draft: Draft, seat: int, row: Mapping[str, Any]) -> None:
    field = "situation.players.kept_ships"
    for said in sequence(row.get("kept_ships") or [], field, 6):
        others = [ship for _, ship in room(draft, keeping.ROOM)]
        keeping.lay(draft, seat, kept_ships.told(draft.game, said, others, field))


def resumed(draft: Draft, moment: Resumed) -> None:
    """What was open when the situation was told, and which occasions were let go before."""
    said = moment.situation
    if said.get(OCCASIONS) is not None:
        _at_this_moment(draft, mapping(said[OCCASIONS], f"situation.{OCCASIONS}"))
    elif draft.phase == DISCOVER and draft.claimant is None:
        colors = turns.ship_colors(draft)
        here = [one.id for one in contracts.laid(draft) if 0 < _colors(one) <= colors]
        change(draft, open=tuple(here), told=True)
    names = [player.name for player in draft.players]
    by = said.get("bust_by")
    if by in names and draft.claimant is None:
        draft.claimant, draft.claimant_busted = names.index(by), True
    gone = set(now(draft).missed)
    for one in contracts.laid(draft):
        tax = one.contract.need[0].what == "tax_paid" and said.get("last_tax_paid_turns_ago")
        if tax or (one.contract.timed and said.get("turns_since_met")):
            gone |= {(seat, one.id) for seat in range(len(names))}
    change(draft, missed=frozenset(gone))
    if said.get(OCCASIONS) is not None:
        course.ask(draft)


def _at_this_moment(draft: Draft, said: Mapping[str, Any]) -> None:
    """As the view of the table has it that is told: which colors have just come together, whose marker has moved in
    this turn, who has paid the tax, who may still complete after the own part.
    """
    names, lying = draft.game.names, tuple(one.id for one in contracts.laid(draft))

    def seats(name: str) -> tuple[int, ...]:
        field = f"situation.{OCCASIONS}.{name}"
        return tuple(_seat(one, names, field) for one in sequence(said.get(name, []), field, MOST_SEATS))

    def goals(name: str) -> tuple[str, ...]:
        field = f"situation.{OCCASIONS}.{name}"
        listed = sequence(said.get(name, []), field, contracts.MOST_LAID)
        return tuple(word(one, field, lying) for one in listed)

    change(draft, open=goals("open"), stepped=goals("stepped"), paid=seats("paid"), linger=seats("linger"))


def _colors(one: Laid) -> int:
    need = one.contract.need[0]
    return need.count if need.what == "colors" else 0


# What rulings tell


def figures(state: State) -> Mapping[str, Any]:
    seats = {player.name: seat for seat, player in enumerate(state.players)}
    fresh = now(state).fresh
    cheap = Need("cheap", max_cost=_cheap())
    return {
        "contracts_done": {name: contracts.markers(state, seat).done for name, seat in seats.items()},
        "progress": {
            name: sum(one.at(seat) for one in contracts.laid(state)) for name, seat in seats.items()
        },
        "kept_ships": len(keeping.kept_by(state, state.active)),
        "cheap_persons": goals.have(state.players[state.acting], cheap),
        "completed": [name for _, name, _ in fresh],
        "contract_points": sum(points for _, _, points in fresh),
        "markers_left": {name: contracts.markers(state, seat).free for name, seat in seats.items()},
    }


def _cheap() -> int | None:
    return contracts.printed()["thrifty_staff"].need[0].max_cost


def contracts_setup(ask: Any) -> Mapping[str, Any]:
    game = ask.state.game
    return {
        "face_up": contracts.count_of(game),
        "pool": len(contracts.pool(game)),
        "markers_each": contracts.MARKERS,
    }


def contract_points(ask: Any) -> Mapping[str, Any]:
    field = "step.completed"
    counts = sequence(ask.step.get("completed"), field, 12)
    return {"points": [contracts.worth(number(one, field)) for one in counts]}


def contract_in_pool(ask: Any) -> Mapping[str, Any]:
    name = word(ask.step.get("name"), "step.name")
    return {"value": name in {one.id for one in contracts.pool(ask.state.game)}}


QUERIES = {
    "contracts_setup": contracts_setup,
    "contract_points": contract_points,
    "contract_in_pool": contract_in_pool,
}
