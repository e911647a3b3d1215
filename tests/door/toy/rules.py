"""A Piper who is paid, a toast, a toll after each tax, a goal whose ribbon helps, ships stowed in a hold, and a candle
that burns down.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from companion.engine.entering.entries import Key, key
from companion.engine.entering.templates import Ask, Template
from companion.engine.following.moments import Hired, Taxed, Traded, TurnBegan
from companion.engine.house.brought import EntryKind, Figure, Refused, Room
from companion.engine.house.door import Door
from companion.engine.house.living import room, set_room
from companion.engine.printed.cards import Abilities
from companion.engine.refusals import Reason
from companion.engine.rules import allowed, trade
from companion.engine.rules.discover import open_question
from companion.engine.table.state import Decision, Outcome

CANDLE, GOAL = 3, "toy_goal"


@dataclass(frozen=True, slots=True)
class Toast:
    to: int = field(metadata=key(Key("seat", "Who is toasted.")))
    by: int | None = None
    type: ClassVar[str] = "toast"


@dataclass(frozen=True, slots=True)
class Toll:
    pays: bool = field(metadata=key(Key("flag", "Whether the toll is paid.")))
    by: int | None = None
    type: ClassVar[str] = "toll"


@dataclass(frozen=True, slots=True)
class Reach:
    by: int | None = None
    type: ClassVar[str] = "reach"


def rich(table, seat):
    return None if table.players[seat].coins >= 4 else Reason("TOY_POOR", "toy", {"needed": 4}, True)


def toast(draft, entry, by):
    draft.contest(open_question(draft))
    draft.hand_over(by, entry.to, 1, "toast", "toy")


def toll(draft, entry, by):
    draft.answered("toll")
    if entry.pays:
        draft.pay(by, min(1, draft.players[by].coins), "toll", "toy")


def reach(draft, entry, by):
    draft.contest(rich(draft, by))
    set_room(draft, "toy", room(draft, "toy") | {"reached": by})
    draft.players[by] = draft.players[by]._replace(vp=draft.players[by].vp + 2)
    draft.say("toy_goal", "toy", by)


def taxed(draft, moment):
    draft.ask(Decision("toll", draft.active, {"coins": 1}, Reason("TOY_TOLL", "toy")))


def hired(draft, moment):
    if moment.person.type == "piper":
        draft.earn(moment.seat, 2, "piper", "toy")


def burns(draft, moment):
    set_room(draft, "toy", room(draft, "toy") | {"candle": room(draft, "toy")["candle"] - 1})


def traded(draft, moment):
    if draft.more.get("stow"):
        draft.pay(moment.seat, 1, "stowed", "toy")
        seat = moment.seat
        draft.players[seat] = draft.players[seat]._replace(vp=draft.players[seat].vp + 1)


def keeps(draft, seat, card, how):
    """A stowed ship lies in its taker's hold, not on the discard pile."""
    if draft.more.get("stow"):
        kept = room(draft, "toy")
        set_room(draft, "toy", kept | {"hold": (*kept["hold"], (seat, card))})
    return bool(draft.more.get("stow"))


def held(table, seat):
    return sum(1 for owner, _ in room(table, "toy")["hold"] if owner == seat)


def lends(table, seat):
    """The ribbon works like a Mademoiselle and a Governor."""
    return [(GOAL, Abilities(discount=1, extra_takes=1))] if room(table, "toy")["reached"] == seat else []


def items(table, seat):
    if room(table, "toy")["reached"] == seat:
        yield Figure(GOAL, 2)
    if held(table, seat):
        yield Figure("toy_hold", held(table, seat))


def templates(state):
    by = state.active
    if state.phase == "discover" and not any(one.kind == "toll" for one in state.decisions):
        others = tuple(seat for seat in state.game.order if seat != by)
        yield Template("toast", by, asks=(Ask("to", "seat", choices=others),))
    for asked in state.decisions:
        if asked.kind == "toll":
            for pays in (True, False):
                yield Template("toll", by, keys={"pays": pays}, answers="toll", figures={"coins": -int(pays)})
    if state.phase == "trade_hire":
        for index, card in enumerate(state.harbor):
            if card is not None and card.kind == "ship":
                found = allowed.take_template(state, state.acting, index, trade.spent(state))
                coins = found.figures["coins"] - 1
                yield found._replace(
                    keys={**found.keys, "stow": True}, figures={**found.figures, "coins": coins, "points": 1}
                )
    if room(state, "toy")["reached"] is None:
        yield Template("reach", by, rich(state, by), about={"goal": GOAL}, figures={"points": 2})


def shows(state):
    kept = room(state, "toy")
    done = [] if kept["reached"] is None else [kept["reached"]]
    can = [] if done or rich(state, state.active) else [state.active]
    goal = {"id": GOAL, "kind": "goal", "name": GOAL, "need": [{"what": "coins", "count": 4}], "points": 2}
    badges = {seat: [{"id": "ribbon", "icon": "flag", "count": 1, "name": GOAL}] for seat in done}
    for seat in state.game.order:
        if held(state, seat):
            hold = {"id": "hold", "icon": "anchor", "count": held(state, seat), "name": "toy_hold"}
            badges.setdefault(seat, []).append(hold)
    return {
        "goals": [{**goal, "can": can, "now": False, "done_by": done}],
        "countdowns": [{"id": "candle", "left": kept["candle"], "of": CANDLE, "turns": []}],
        "players": {"badges": badges},
    }


DOOR = Door(
    "toy",
    entries=(EntryKind(Toast, toast), EntryKind(Toll, toll), EntryKind(Reach, reach)),
    adds={"take": {"stow": Key("flag", "With a take: the ship goes into the taker's hold.")}},
    rooms=(Room("toy", lambda game: {"candle": CANDLE, "reached": None, "hold": ()}),),
    lends=(lends,),
    keeps=(keeps,),
    moments={Taxed: (taxed,), Hired: (hired,), Traded: (traded,), TurnBegan: (burns,)},
    templates=(templates,),
    shows=(shows,),
    scores=(items,),
    lines={"piper": (), "stowed": (), "toast": ("from", "to"), "toll": (), "toy_goal": ()},
    refuses={"TOY_POOR": Refused(("toy",), ("needed",))},
    ends=(
        lambda table: None if room(table, "toy")["candle"] > 0 else Outcome("lost", "toy_lost", "toy_dark"),
    ),
)
