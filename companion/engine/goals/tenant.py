"""What a module brings whose cards are goals, each thing once and as a value, and what is open of them at a moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.engine.house.brought import Room
from companion.engine.house.living import room, set_room
from companion.engine.printed.box import Box
from companion.engine.refusals import Reason
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import Decision, Player

from .lying import Goal, Laid, Lying, Markers, lying
from .need import Need

KIND = "now_or_never"


class Now(NamedTuple):
    """What is open at this moment. `colors` and `cards` lay in the harbor before the entry; `paid`: whom the last tax cost
    coins; `open`: goals whose occasion is here, `told`: since a situation was told; `stepped`: those whose marker moved this
    turn; `missed`: who let go what. `parts`: whose part this entry has opened, `linger`: who may still complete after it.
    `fresh`: what the last thing that happened has completed, with its points.
    """

    colors: int = 0
    cards: int = 0
    paid: tuple[int, ...] = ()
    open: tuple[str, ...] = ()
    told: bool = False
    stepped: tuple[str, ...] = ()
    missed: frozenset[tuple[int, str]] = frozenset()
    parts: tuple[int, ...] = ()
    linger: tuple[int, ...] = ()
    fresh: tuple[tuple[int, str, int], ...] = ()


class Standing(NamedTuple):
    """All that completing looks at of one player, whoever's turn it is: what lies before him and on the table, and of this
    moment what is `open`, what was `missed`, whether he has paid or busted, and about what he is `asked`; `own`: what else
    only the needs of these goals look at.
    """

    tenant: Tenant
    seat: int
    player: Player
    laid: tuple[Laid, ...]
    markers: Markers
    open: tuple[str, ...]
    missed: frozenset[tuple[int, str]]
    paid: bool
    busted: bool
    asked: tuple[str, ...]
    own: tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Tenant:
    """A module's goals. `key`: under which a goal's name is told; `room` and `now`: where they lie, and what is open there;
    `markers`: how many each player has, and which are `spent` otherwise; `besides`: what may lie there in a ruling. Refusals:
    `twice`, `limit`, `active_only`, `missed`, `not_met`, `unknown`, and `short` instead of `not_met` where so much is lacking.

    `own` and `have` are for needs that only this module `knows`; `gives`: each way to give up what a goal takes, and `brings`
    its figures, both of the goal, the player and what is his own; `entry`: the form that says it is done,
    `letting_go` that nothing is. `at_once`: the moments that ask for nothing before, `harbor` those that are the active player's; `lets_go`:
    those that are missed by going on, `again`: which of them may come again in the next turn; `owed`: what is moved by
    going on. `comes`: the harbor makes occasions now; `asks`: somebody may be asked, only about what he is `able` to
    complete; `automatic`: goals complete by themselves; `forced`: a second step is nobody's choice.
    """

    module: str
    key: str
    room: str
    now: str
    markers: int
    twice: Reason
    limit: Reason
    active_only: str
    missed: Reason
    not_met: str
    own: Callable[[Table, Sequence[int]], list[tuple[Any, ...]]]
    knows: frozenset[str]
    have: Callable[[Standing, Need], int]
    brings: Callable[[Laid, int, Markers, tuple[Any, ...]], Mapping[str, object]]
    entry: Callable[[Goal], str]
    lets_go: tuple[str, ...]
    again: Callable[[str], bool]
    asks: Callable[[Table], bool]
    at_once: tuple[str, ...] = ("tax_paid",)
    harbor: tuple[str, ...] = ()
    able: bool = False
    forced: bool = False
    unknown: Reason | None = None
    short: Callable[[Standing, Laid, int], Reason | None] = lambda who, one, count: None
    gives: Callable[[Laid, int, tuple[Any, ...]], Sequence[tuple[Any, ...]]] = lambda one, seat, own: ((),)
    letting_go: str | None = None
    spent: Callable[[Table, int], int] | None = None
    besides: Callable[[tuple[tuple[Laid, ...], Box]], tuple[Laid, ...]] | None = None
    comes: Callable[[Table], bool] = lambda table: True
    automatic: Callable[[Table], bool] = lambda table: False
    owed: Callable[[Draft], None] = lambda draft: None

    def says(self, against: Reason, one: Laid, **figures: object) -> Reason:
        """That refusal of this goal."""
        code, rule, params, overridable = against
        return Reason(code, rule, {self.key: one.name, **figures, **params}, overridable)


def rooms(tenant: Tenant) -> tuple[Room, Room]:
    """Where the goals lie, and what is open; what was let go in one turn may come again in the next."""

    def next_turn(was: Now, busted: bool) -> Now:
        gone = [pair for pair in was.missed if tenant.again(pair[1])]
        missed = was.missed.difference(gone) if gone else was.missed
        return Now(paid=was.paid, missed=missed, parts=was.parts, linger=was.linger, fresh=was.fresh)

    return Room(tenant.room, lambda game: Lying()), Room(tenant.now, lambda game: Now(), next_turn)


def laid(tenant: Tenant, table: Table) -> tuple[Laid, ...]:
    """Those that could be completed."""
    found = lying(table, tenant.room).laid
    if tenant.besides is None or table.game.parts_open_by_themselves:
        return found
    return tenant.besides((found, table.game.box))


def now(tenant: Tenant, table: Table) -> Now:
    found: Now = room(table, tenant.now)
    return found


def change(tenant: Tenant, draft: Draft, **changes: Any) -> None:
    """What is as it was stays the very same."""
    was = now(tenant, draft)
    for name, value in changes.items():
        if getattr(was, name) != value:
            set_room(draft, tenant.now, was._replace(**changes))
            return


def questions(tenant: Tenant, table: Table) -> list[Decision]:
    """What somebody is asked about these goals."""
    ids = {one.id for one in laid(tenant, table)} if table.decisions else ()
    return [one for one in table.decisions if one.kind == KIND and one.about.get("goal") in ids]
