"""The Gambler: four cards at once, no repelling, then trade and hire with one card more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from companion.engine.entering.entries import BeginPart, FinishTurn, Key, Pass, StartTurn, Take, key
from companion.engine.entering.kept_lightly import HarborTold
from companion.engine.entering.templates import Ask, Template
from companion.engine.following.moments import Entered
from companion.engine.house.brought import EntryKind, Figure, Refused, Room
from companion.engine.house.door import Door
from companion.engine.house.living import room, set_room
from companion.engine.printed.cards import Card, Expedition, HarborCard, Ship, Tax
from companion.engine.refusals import Malformed, Reason
from companion.engine.rules import discover, how_told, kept_lightly, taxes, turns
from companion.engine.rules.piles import several_reason
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import CARDS as CARD_BY_CARD
from companion.engine.table.state import DISCOVER, HARBOR, Game, State
from companion.engine.values import number

MODULE = "gambler"
CARDS = 4
GAMBLERS = "gamblers"


class Used(NamedTuple):
    """Gamblers used this turn, and whether the turn before it ended by one."""

    times: int = 0
    busted: bool = False


@dataclass(frozen=True, slots=True)
class UseGambler:
    """So many cards are drawn at once, and nothing is repelled; the template says how many."""

    cards: tuple[Card, ...] = field(
        metadata=key(Key("cards", "With use_gambler: the cards drawn, in their order.", most=12))
    )
    by: int | None = None
    type: ClassVar[str] = "use_gambler"


def used(table: Table) -> Used:
    found: Used = room(table, MODULE)
    return found


def next_turn(was: Used, busted: bool) -> Used:
    """Nothing is used yet; a bust by a Gambler is remembered, as its ships may not be repelled afterwards."""
    return Used(busted=busted and was.times > 0)


def owned(table: Table) -> int:
    return sum(1 for person in table.players[table.active].display if person.type == MODULE)


def reason(table: Table, by: int) -> Reason | None:
    """Why the Gambler may not be used (`004 Gambler Promo`)."""
    spent = Reason("NO_EFFECT", MODULE) if used(table).times >= owned(table) else None
    if spent and used(table).times and by == table.active:
        return spent
    against = discover.turn_reason(table, by, MODULE) or how_told.told_so(table, (CARD_BY_CARD,), MODULE)
    against = against or discover.open_question(table)
    return against or spent or several_reason(table)


def must_stop(table: Table, by: int) -> Reason | None:
    """After a Gambler no single cards are drawn."""
    drawn = by == table.active and used(table).times
    return Reason("MUST_STOP", "gambler_must_stop", overridable=True) if drawn else None


def no_repel(table: Table, by: int) -> Reason | None:
    """Ships that a Gambler revealed cannot be repelled, also when they busted."""
    drawn = used(table).times or (used(table).busted and table.claimant_busted)
    return Reason("GAMBLER_NO_REPEL", "gambler_no_repel", overridable=True) if drawn else None


def wanted(table: Table) -> int:
    """Four cards, or those there are where both piles together hold fewer (C125)."""
    return min(CARDS, table.draw_pile + table.discard_pile)


def use(draft: Draft, entry: UseGambler, by: int) -> None:
    """Four cards are drawn and looked at together (`004 Gambler Promo`)."""
    draft.contest(reason(draft, by))
    expected = wanted(draft)
    if len(entry.cards) != expected:
        raise Malformed("cards", "list_of", count=expected)
    draft.lapse()
    count = used(draft).times + 1
    set_room(draft, MODULE, Used(count))
    draft.say("gambler", MODULE, by, params={"count": len(entry.cards)})
    collision: Ship | None = None
    # They have all left the pile before the first one of them has an effect.
    for card in [discover.turn_up(draft, drawn) for drawn in entry.cards]:
        if isinstance(card, Expedition):
            discover.lay_aside(draft, card)
        elif isinstance(card, Tax):
            taxes.resolve(draft, card)
        elif isinstance(card, HarborCard):
            if isinstance(card, Ship) and discover.collides(draft, card):
                collision = card
            discover.place(draft, card)
    draft.settle_headline()
    if collision is not None:
        discover.bust(draft, collision, rule="gambler_bust")
    elif count >= owned(draft):
        turns.start_trade_and_hire(draft)


def takes(table: Table, seat: int) -> Iterable[Figure]:
    """One card more for each Gambler used (C65)."""
    more = used(table).times * int(table.game.rules.rulings["gambler_bonus_multi"])
    return (Figure(MODULE, more),) if more and seat == table.active else ()


def goes_on(draft: Draft, moment: Entered) -> bool:
    """Whoever could use another Gambler does not: he takes or passes, or the next player does something (C121)."""
    entry, by = moment
    others = isinstance(entry, StartTurn) and by != draft.active
    return others or isinstance(entry, Take | Pass | BeginPart | FinishTurn)


def entered(draft: Draft, moment: Entered) -> None:
    """With the harbor it is told how many Gamblers helped to fill it. After one Discover ends with what follows."""
    if used(draft).times and draft.phase == DISCOVER and goes_on(draft, moment):
        draft.contest(discover.stop_reason(draft, draft.active))
        turns.start_trade_and_hire(draft)
        if draft.game.parts_open_by_themselves:
            turns.settle(draft)
    said = draft.more.get(GAMBLERS)
    if isinstance(moment.entry, HarborTold) and isinstance(said, int):
        if said > owned(draft):
            draft.refuse("NO_EFFECT", MODULE)
        set_room(draft, MODULE, Used(said))


def templates(table: State) -> Iterator[Template]:
    told = how_told.way(table)
    if table.phase == DISCOVER and told == HARBOR:
        for count in range(1, owned(table) + 1):
            against = discover.turn_reason(table, table.active, MODULE)
            keys = {GAMBLERS: count}
            yield Template(HarborTold.type, table.active, against, keys, asks=kept_lightly.THE_HARBOR)
    elif owned(table) and table.phase == DISCOVER and told == CARD_BY_CARD:
        asked = (Ask("cards", "card", wanted(table)),)
        yield Template(UseGambler.type, table.active, reason(table, table.active), asks=asked)


def begin(game: Game) -> Used:
    return Used()


def read(told: object, game: Game) -> Used:
    """How many were used in the turn that a situation tells of; raises Malformed."""
    return Used(number(told, f"situation.{MODULE}", CARDS))


DOOR = Door(
    MODULE,
    entries=(EntryKind(UseGambler, use),),
    adds={"harbor": {GAMBLERS: Key("number", "With harbor: how many Gamblers were used.", most=CARDS)}},
    rooms=(Room(MODULE, begin, next_turn, read),),
    against={"draw": (must_stop,), "repel": (no_repel,)},
    takes=(takes,),
    moments={Entered: (entered,)},
    templates=(templates,),
    lines={"gambler": ("count",)},
    refuses={
        "GAMBLER_NO_REPEL": Refused(("gambler_no_repel",)),
        "MUST_STOP": Refused(("gambler_must_stop",)),
        "NO_EFFECT": Refused(("gambler",)),
    },
)
